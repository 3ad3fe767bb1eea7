"""Home, and the choice between light and dark."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flask import Blueprint, Response, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.cards import Card, get_card
from companion.rules import RULE_SET_IDS, get_rule_set, group_by_game, write_number
from companion.store import KeptGame, Session, find_games, score_kept_game
from companion.web import known_games
from companion.web.access import get_store
from companion.web.badges import Badge
from companion.web.forms import PressForm
from companion.web.security import drop_cookie, keep_cookie
from companion.web.standings import Standing, find_decider, get_standings
from companion.web.theme import COOKIE, THEMES

blueprint = Blueprint("home", __name__)
# The five brights, as artwork.
HAND = ("willow-rain-man", "susuki-moon", "cherry-curtain", "paulownia-phoenix", "pine-crane")


@blueprint.get("/")
def home() -> str:
    """Start a game, or go on with one that this phone knows."""
    tokens = known_games.get_tokens()
    listed = EMPTY
    if tokens:
        with get_store().reading() as session:
            listed = list_own_games(session, tokens)
    games = tuple(group_by_game(map(get_rule_set, RULE_SET_IDS)))
    hand = [get_card(card_id) for card_id in HAND]
    return render_template("home.html", listed=listed, games=games, hand_of_cards=hand, form=PressForm())


@blueprint.post("/theme")
def choose_theme() -> BaseResponse:
    form = PressForm()
    response: Response = redirect(url_for("home.home"))  # type: ignore[assignment]
    theme = form.get("theme")
    if form.is_sent():
        if theme in THEMES:
            keep_cookie(response, COOKIE, theme)
        else:
            drop_cookie(response, COOKIE)
    return response


# A row has room for so many sides; the others are counted.
SIDES_OF_A_ROW = 3


class ListedGame(NamedTuple):
    """A game in the list of Home.

    `sides` are in the order of their seats. `noun` is what decides where points do not. `winners` is empty
    while the game goes on. `emblem` is empty where the app no longer has the rule set.
    """

    line: KeptGame
    name: str
    emblem: tuple[Card, ...]
    deck: str
    sides: tuple[Standing, ...]
    noun: str
    rounds: int | None
    target: int | None
    winners: tuple[Badge, ...]
    has_starts: bool

    @property
    def is_over(self) -> bool:
        return self.line.ended or self.line.continued or bool(self.winners)

    @property
    def emblem_card(self) -> Card | None:
        """The card that stands for the game where there is room for one."""
        return self.emblem[len(self.emblem) // 2] if self.emblem else None

    @property
    def best_sides(self) -> tuple[Standing, ...]:
        """The sides of a row: all where there is room, else those that are ahead."""
        if len(self.sides) <= SIDES_OF_A_ROW:
            return self.sides
        return tuple(sorted(self.sides, key=lambda side: -side.tally)[:SIDES_OF_A_ROW])

    @property
    def others(self) -> int:
        """How many sides a row leaves out."""
        return max(0, len(self.sides) - SIDES_OF_A_ROW)

    @property
    def result(self) -> str:
        """The sums at the end: “240–30” where there are two sides, else what the winner has."""
        sums = sorted((side.final for side in self.sides), reverse=True)
        shown = [write_number(each) for each in (sums if len(sums) == 2 else sums[:1])]
        return (" to " if sums[-1] < 0 else "–").join(shown)


class GameList(NamedTuple):
    """The games of a phone, the last changed first: `latest` is one that goes on, if there is any.

    `last` is the one that a rematch is offered of. `archived` and `deleted` games stand apart.
    """

    latest: ListedGame | None
    running: tuple[ListedGame, ...]
    finished: tuple[ListedGame, ...]
    last: KeptGame | None
    archived: tuple[ListedGame, ...]
    deleted: tuple[KeptGame, ...]


EMPTY = GameList(latest=None, running=(), finished=(), last=None, archived=(), deleted=())


def list_own_games(session: Session, tokens: Iterable[str]) -> GameList:
    """The games that these links open."""
    lines = find_games(session, list(tokens), even_deleted=True)
    shown = [read_listed_game(session, line) for line in lines if line.deleted_at is None]
    games = [game for game in shown if not game.line.archived]
    running = [game for game in games if not game.is_over]
    mine = [game.line for game in games if game.line.may_edit and not game.line.continued]
    played = [line for line in mine if line.round_count]
    return GameList(
        latest=running[0] if running else None,
        running=tuple(running[1:]),
        finished=tuple(game for game in games if game.is_over),
        last=played[0] if played else None,
        archived=tuple(game for game in shown if game.line.archived),
        deleted=tuple(line for line in lines if line.deleted_at is not None and line.may_edit),
    )


def read_listed_game(session: Session, kept: KeptGame) -> ListedGame:
    scored = score_kept_game(session, kept)
    sides = tuple(get_standings(kept, scored))
    decider = find_decider(kept, scored)
    known = get_rule_set(kept.rule_set.id) if kept.rule_set.id in RULE_SET_IDS else None
    return ListedGame(
        line=kept,
        name=kept.rule_set.name,
        emblem=known.emblem if known else (),
        deck=kept.deck,
        sides=sides,
        noun=decider.get_noun(2) if decider else "",
        rounds=kept.options.rounds,
        target=kept.options.target,
        winners=tuple(side.badge for side in sides if side.wins),
        has_starts=bool(kept.starts),
    )
