"""What the entry screen is told: the rules and totals it counts with, and what became of a posted round.

Without scripts a saved round leads to the game and a refused one comes back as the form; the entry screen's
script asks for JSON and gets the same in data. A saved round is named by the key that it was posted with,
so that no other answer, of a captive network for instance, can pass for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import flash, jsonify, redirect, request, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from companion.cards import POINT_CARDS, Card
from companion.rules import GameBreakdown, Options, RoundBreakdown, SideBreakdown
from companion.rules.lines import name_rulings
from companion.rules.live import live_document
from companion.store import GameLine, KeptGame, KeptRound
from companion.web.owners import Mark, get_marks
from companion.web.rounds.forms import RoundForm
from companion.web.rounds.summary import get_game_before
from companion.web.rules.views import ruling_url


class VersionSide(NamedTuple):
    """What one side has in a version: its round score, and its card points and yaku in a few words."""

    mark: Mark
    score: int
    words: str


class Version(NamedTuple):
    """One of two versions of a round, side by side with the other; `cards` are those in which they differ,
    each with its owner's name, and none where one of them was not entered by cards.
    """

    title: str
    sides: tuple[VersionSide, ...]
    cards: tuple[tuple[str, str], ...]


class EntryScreen(NamedTuple):
    """What the script of the entry screen counts with, the address of the ruling on each sort of line of a
    sum, what ends the game, and the name under which it keeps its draft.
    """

    rules: dict[str, Any]
    rulings: dict[str, str]
    sides: list[dict[str, Any]]
    goal: dict[str, Any]
    draft: str


def get_entry_screen(
    game: KeptGame, scored: GameBreakdown, options: Options, kept: KeptRound | None
) -> EntryScreen:
    """The entry screen's rules, its sides with what they had before this round, its draft's name."""
    before = get_game_before(scored, kept)
    sides: list[dict[str, Any]] = [
        {"name": mark.name, "initial": mark.initial, "total": total}
        for mark, total in zip(get_marks(game.side_names), before.totals, strict=True)
    ]
    is_last = kept is None or kept.number == len(scored.rounds)
    goal = {
        "target": None if before.winners or not is_last else options.target,
        "playsOn": options.choice("tie") == "play-on",
        "isLast": is_last,
    }
    rulings = {sort: ruling_url(ruling) for sort, ruling in name_rulings(game.rule_set, options).items()}
    return EntryScreen(live_document(game.rule_set, options), rulings, sides, goal, draft_name(game, kept))


def draft_name(game: KeptGame | GameLine, kept: KeptRound | None = None) -> str:
    """The name under which a phone keeps what is entered for a round, or for the next one.

    It says when the game was started: on a database made anew another game has its number.
    """
    started = round(game.started_at.timestamp() * 1000)
    return f"{game.id}-{started}-{kept.serial if kept else 'new'}"


def wants_data() -> bool:
    """Whether the script of the entry screen asks, and not a browser that shows pages."""
    return request.accept_mimetypes.best == "application/json"


def answer_saved(form: RoundForm, said: str, token: str) -> Response:
    """The answer for a round that is saved: the way to the game, which says what has moved."""
    flash(said)
    game = url_for("games.game", door="g", token=token)
    if wants_data():
        return jsonify(saved=form.get("key"), says=said, next=game)
    return redirect(game)


def answer_refused(form: RoundForm) -> tuple[Response, int]:
    """The faults of a refused round, and a fresh form token for the next try."""
    errors = [message for messages in form.faults.values() for message in messages]
    return jsonify(errors=errors, token=make_token()), 422


def answer_unseen(screen: EntryScreen) -> tuple[Response, int]:
    """The rules as they are now, where they bring bonuses that this phone has not shown."""
    said = "The bonuses of this round are not those that were shown. Please look at them again."
    unseen = {"rules": screen.rules, "sides": screen.sides, "goal": screen.goal}
    return jsonify(errors=[said], unseen=unseen, token=make_token()), 422


def answer_stale(message: str, current: KeptRound, versions: list[Version]) -> tuple[Response, int]:
    """Both versions of a round that has changed meanwhile, and where the writer's can still be saved."""
    action = (
        url_for("rounds.new_round") if current.removed else url_for("rounds.round", number=current.number)
    )
    rows = [
        {
            "title": version.title,
            "sides": [[side.mark.name, side.score, side.words] for side in version.sides],
            "cards": version.cards,
        }
        for version in versions
    ]
    stale = {"message": message, "versions": rows, "version": current.version, "action": action}
    return jsonify(errors=[message], stale=stale, token=make_token()), 409


def make_token() -> str:
    """A form token for this phone."""
    return str(generate_csrf())  # type: ignore[no-untyped-call]


def compare(titles: Sequence[str], rounds: Sequence[RoundBreakdown]) -> list[Version]:
    """The versions of a round, with the cards that they disagree about."""
    owners = [find_owners(scored) for scored in rounds]
    differing = [
        card for card in POINT_CARDS if all(owners) and len({found.get(card) for found in owners}) > 1
    ]
    versions = []
    for title, scored, found in zip(titles, rounds, owners, strict=True):
        marks = get_marks([side.side for side in scored.sides])
        sides = [
            VersionSide(mark, side.score, describe(side))
            for mark, side in zip(marks, scored.sides, strict=True)
        ]
        cards = [(card.english, found.get(card, "left on the table")) for card in differing]
        versions.append(Version(title, tuple(sides), tuple(cards)))
    return versions


def find_owners(scored: RoundBreakdown) -> dict[Card, str]:
    """Whose each captured card is; empty where the round was not entered by cards."""
    return {card: side.side for side in scored.sides for card in side.pile or ()}


def describe(side: SideBreakdown) -> str:
    """The card points and yaku of a side, in a few words."""
    return ", ".join([f"{side.card_points} card points", *(score.yaku.short_name for score in side.yaku)])
