"""The shelf of Home: the games that this phone knows, each with its scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.cards import Card
from companion.rules import RULE_SET_IDS, get_rule_set, write_number
from companion.store import KeptGame, Session, find_games, score_kept_game
from companion.web.side_marks import Mark
from companion.web.standings import Standing, find_decider, get_standings

# A row has room for so many sides; the others are counted.
SIDES_OF_A_ROW = 3


class ShelfGame(NamedTuple):
    """A game on the shelf.

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
    winners: tuple[Mark, ...]
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


class Shelf(NamedTuple):
    """The games of a phone, the last changed first: `latest` is one that goes on, if there is any.

    `last` is the one that a rematch is offered of. `archived` and `deleted` games stand apart.
    """

    latest: ShelfGame | None
    running: tuple[ShelfGame, ...]
    finished: tuple[ShelfGame, ...]
    last: KeptGame | None
    archived: tuple[ShelfGame, ...]
    deleted: tuple[KeptGame, ...]


EMPTY = Shelf(latest=None, running=(), finished=(), last=None, archived=(), deleted=())


def lay_shelf(session: Session, tokens: Iterable[str]) -> Shelf:
    """The games that these links open."""
    lines = find_games(session, list(tokens), even_deleted=True)
    shown = [read_shelf_game(session, line) for line in lines if line.deleted_at is None]
    games = [game for game in shown if not game.line.archived]
    running = [game for game in games if not game.is_over]
    mine = [game.line for game in games if game.line.may_edit and not game.line.continued]
    played = [line for line in mine if line.round_count]
    return Shelf(
        latest=running[0] if running else None,
        running=tuple(running[1:]),
        finished=tuple(game for game in games if game.is_over),
        last=played[0] if played else None,
        archived=tuple(game for game in shown if game.line.archived),
        deleted=tuple(line for line in lines if line.deleted_at is not None and line.may_edit),
    )


def read_shelf_game(session: Session, kept: KeptGame) -> ShelfGame:
    scored = score_kept_game(session, kept)
    sides = tuple(get_standings(kept, scored))
    decider = find_decider(kept, scored)
    known = get_rule_set(kept.rule_set.id) if kept.rule_set.id in RULE_SET_IDS else None
    return ShelfGame(
        line=kept,
        name=kept.rule_set.name,
        emblem=known.emblem if known else (),
        deck=kept.deck,
        sides=sides,
        noun=decider.get_noun(2) if decider else "",
        rounds=kept.options.rounds,
        target=kept.options.target,
        winners=tuple(side.mark for side in sides if side.wins),
        has_starts=bool(kept.starts),
    )
