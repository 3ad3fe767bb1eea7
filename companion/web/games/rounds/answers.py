"""What the entry screen is told: the rules and totals it counts with, and what became of a posted round.

Without scripts a saved round leads to the game and a refused one comes back as the form; the entry screen's
script asks for JSON and gets the same in data. A saved round is named by the key that it was posted with,
so that no other answer, of a captive network for instance, can pass for one.
"""

import secrets
from collections.abc import Sequence
from typing import Any

from flask import flash, get_flashed_messages, jsonify, redirect, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from companion.rules import (
    GameBreakdown,
    Options,
    RoundBreakdown,
    RuleSet,
    SideBreakdown,
    goal_document,
    isolate,
)
from companion.rules.documents.for_phone import list_rulings, phone_document
from companion.store import Game, Round, SavedMeanwhile, StaleRound
from companion.web.badges import Badge
from companion.web.filters import signed
from companion.web.forms import Form
from companion.web.games.rounds.forms import RoundForm
from companion.web.games.rounds.summary import get_game_before
from companion.web.games.standings import list_sides
from companion.web.reference.ruling_links import ruling_url
from companion.web.serving.error_pages import asks_json

Resolution = dict[str, Any]


def make_resolution(words: str, action: str = "", fields: dict[str, str] | None = None) -> Resolution:
    """What a person can do about a version: the round that was typed is sent to `action` with these fields.

    Without an action it is dropped, and the game as it stands is shown.
    """
    return {"words": words, "action": action, "fields": fields or {}}


def get_entry_screen(
    game: Game, scored: GameBreakdown, options: Options, kept: Round | None, month: int
) -> dict[str, Any]:
    """What the script of the entry screen counts with: the rules, the addresses of the rulings that its lines
    lead to, the sides with what they had before this round, what ends the game, and the name of its draft.
    """
    before = get_game_before(scored, kept)
    is_last = kept is None or kept.number == len(scored.rounds)
    rules = phone_document(game.rule_set, options, month, before.carried)
    return {
        "rules": rules,
        "rulings": {ruling: ruling_url(ruling) for ruling in list_rulings(rules)},
        "sides": list_sides(game, before, options),
        "goal": goal_document(before, options, is_last=is_last),
        "draft": draft_name(game, kept),
    }


def draft_name(game: Game, kept: Round | None = None) -> str:
    """The name under which a phone keeps what is entered for a round, or for the next one.

    It says when the game was started: on a database made anew another game has its number. After a restore
    another round may have that of this one.
    """
    started = round(game.started_at.timestamp() * 1000)
    return f"{game.id}-{started}{game.mark}-{kept.serial if kept else 'new'}"


def answer_saved(form: RoundForm, said: str, token: str) -> Response:
    """The answer for a round that is saved: the way to the game, which says what has moved.

    A phone that sends several rounds one after another is told of the last. `seen` is for the next of them.
    """
    get_flashed_messages()
    flash(said, "message" if form.get("version") else "round")
    game = url_for("games.game", access="g", token=token)
    if not asks_json():
        return redirect(game)
    return jsonify(saved=form.get("key"), says=said, next=game, seen=form.get("seen"))


def answer_refused(form: Form) -> tuple[Response, int]:
    """The faults of a refused form, and a fresh form token for the next try."""
    errors = [message for messages in form.faults.values() for message in messages]
    return jsonify(errors=errors, token=generate_csrf()), 422


def answer_unshown(
    screen: dict[str, Any], scored: RoundBreakdown, shown: Sequence[str]
) -> tuple[Response, int]:
    """The rules as they are now, where they bring yaku that this phone has not shown, and what the round
    comes to here: `shown` names its bonuses, for a phone that counts otherwise even then.
    """
    said = "The yaku of this round have changed. Please check them again."
    counted = " · ".join(
        f"{isolate(side.side)} {signed(side.score)} ({describe(side, scored.rule_set)})"
        for side in scored.sides
    )
    unshown = {name: screen[name] for name in ("rules", "sides", "goal")} | {
        "shown": shown,
        "counted": counted,
    }
    return jsonify(errors=[said], unshown=unshown, token=generate_csrf()), 422


def list_resolutions(
    stale: StaleRound | SavedMeanwhile, *, is_new: bool
) -> tuple[str, tuple[tuple[Resolution, ...], ...]]:
    """What the question is, and the choices under each version: the writer's, then the saved one.

    `is_new` says that the writer entered a new round and did not correct one.
    """
    current = stale.current
    if isinstance(stale, SavedMeanwhile):
        new_round, fields = url_for("rounds.new_round"), {"seen": stale.seen, "version": ""}
        if current is None:
            as_next = make_resolution(f"Save as round {stale.number}", new_round, fields)
            return "Save it anyway?", ((as_next, make_resolution("Do not save it")),)
        as_next = make_resolution(f"Next round: save as round {stale.number}", new_round, fields)
        mine = () if stale.is_same else (overwrite("Same round: use mine", current),)
        keep = make_resolution("Same round: keep the saved one")
        return "The same round or the next?", ((*mine, as_next), (keep,))
    if not stale.current.stands:
        as_new = save_apart("Save mine as a new round", stale.current)
        return f"Round {stale.current.number} was removed", ((as_new, make_resolution("Keep it removed")),)
    apart = (save_apart("Save as a new round", stale.current),) if is_new else ()
    return f"Two versions of round {stale.current.number}", (
        (overwrite("Use mine", stale.current), *apart),
        (make_resolution("Keep the saved one"),),
    )


def overwrite(words: str, current: Round) -> Resolution:
    """What was typed replaces a saved round as it stands now."""
    action = url_for("rounds.edit_round", number=current.number)
    return make_resolution(words, action, {"version": current.version})


def save_apart(words: str, current: Round) -> Resolution:
    """What was typed is saved beside the round that it was, with a key of its own.

    The writer has seen the game up to that round's last change, but not whether it was won; what came later
    is asked about.
    """
    seen = f"{current.changed_by}{current.game.mark}"
    fields = {"key": secrets.token_urlsafe(16), "version": "", "seen": seen}
    return make_resolution(words, url_for("rounds.new_round"), fields)


def answer_stale(title: str, message: str, versions: list[dict[str, Any]]) -> tuple[Response, int]:
    """The question about a round that has changed or was saved meanwhile, with both versions of it."""
    rows = [
        {**version, "sides": [[badge.name, score, words] for badge, score, words in version["sides"]]}
        for version in versions
    ]
    stale = {"title": title, "message": message, "versions": rows}
    return jsonify(errors=[message], stale=stale, token=generate_csrf()), 409


def compare_versions(
    titles: Sequence[str],
    rounds: Sequence[RoundBreakdown],
    choices: Sequence[tuple[Resolution, ...]],
    badges: Sequence[Badge],
) -> list[dict[str, Any]]:
    """The versions of a round, to be shown side by side, with the choices under each.

    `sides` have their round score, and their card points and yaku in a few words. `cards` are those in which
    the versions differ, each with its owner's name; none where one of them was not entered by cards.
    """
    # Whose each captured card is; empty where the round was not entered by cards.
    owners = [{card: side.side for side in scored.sides for card in side.pile or ()} for scored in rounds]
    differing = [
        card
        for card in rounds[0].rule_set.counting.picked
        if all(owners) and len({found.get(card) for found in owners}) > 1
    ]
    versions = []
    for title, scored, found, offered in zip(titles, rounds, owners, choices, strict=True):
        sides = [
            (badge, side.score, describe(side, scored.rule_set))
            for badge, side in zip(badges, scored.sides, strict=True)
        ]
        nobody = "left on the table" if scored.rule_set.race is None else "not listed"
        cards = [(card.english, found.get(card, nobody)) for card in differing]
        versions.append({"title": title, "choices": offered, "sides": sides, "cards": cards})
    return versions


def describe(side: SideBreakdown, rule_set: RuleSet) -> str:
    """The card points and yaku of a side, in a few words; in a race its yaku and other points.

    Nothing of a game without cards, where the score says all.
    """
    if not rule_set.has_cards:
        return ""
    named = [score.yaku.short_name for score in side.yaku]
    if rule_set.race is None:
        return ", ".join([f"{side.card_points} card points", *named]) if side.is_known else "sat out"
    return ", ".join([*named, *(award.words for award in side.extras)]) or "no yaku"
