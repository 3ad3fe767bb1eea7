"""An evening as a plain model: its games as lists of states, so that undo means what it says.

Totals are what `companion.rules` makes of the rounds that the phones entered. The store is not asked.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.cards import get_card
from companion.rules import (
    Adjustment,
    EnteredGame,
    GameBreakdown,
    NewSeats,
    Options,
    RuleSet,
    Seating,
    Start,
    parse_entry,
    score_game,
)

ENDS = {"koikoi-modern": "shobu", "go-stop": "stop"}


@dataclass(frozen=True)
class Round:
    """A round that stands: what each side has is a set of cards, a number, or None of one that sits out.

    `winner` is of a race, `serial` its place in the journal.
    """

    key: str
    sides: tuple[Any, ...]
    winner: int | None = None
    serial: int = 0

    def write(self, rules: RuleSet, names: Sequence[str]) -> dict[str, Any]:
        """What must have been entered."""
        named = {name: each for name, each in zip(names, self.sides, strict=True) if each is not None}
        if self.winner is not None:
            return {"outcome": ENDS[rules.id], "winner": names[self.winner], "points": named}
        if not rules.has_cards:
            return {"points": named, "sits_out": [name for name in names if name not in named]}
        if any(isinstance(each, frozenset) for each in named.values()):
            return {"captured": {name: sorted(each) for name, each in named.items()}, "all_four": {}}
        return {"points": {name: {"card_points": each, "yaku": []} for name, each in named.items()}}


@dataclass(frozen=True)
class Pile:
    """What a player has handed in for the round after the one with this serial; `made` numbers all piles."""

    after: int
    cards: frozenset[str]
    points: int
    made: int


@dataclass(frozen=True)
class State:
    """All of a game that undo gives back. Options hold from a serial on, and seats with the next dealer."""

    names: tuple[str, ...]
    periods: tuple[tuple[int, Options], ...]
    rounds: tuple[Round, ...] = ()
    seats: tuple[tuple[int, tuple[int, ...], int], ...] = ()
    adjustments: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Points beside the round with a serial."""
    ended: bool = False
    continued: bool = False


# A change that undo or redo makes: its number, its kind, and the state before or after.
Step = tuple[int, str, State]


@dataclass
class Game:
    """A game. `era` counts restores, `versions` the changes of each round, `first` is what its key saved.

    What it has is replaced and never changed, so that a copy is what the game was.
    """

    uid: int
    token: str
    rules: RuleSet
    side_count: int
    now: State
    first_dealer: int = 0
    starts: tuple[Start, ...] = ()
    steps: Mapping[str, tuple[Step, ...]] = field(default_factory=lambda: {"undo": (), "redo": ()})
    serial: int = 0
    first: Mapping[str, Round] = field(default_factory=dict)
    versions: Mapping[str, int] = field(default_factory=dict)
    piles: Mapping[int, Pile] = field(default_factory=dict)
    next_uid: int = 0
    deleted: bool = False
    era: int = 0

    @property
    def seating(self) -> Seating:
        return Seating(self.now.names, self.side_count, self.first_dealer)

    @property
    def last(self) -> int:
        """The serial of the round that stands last."""
        return self.now.rounds[-1].serial if self.now.rounds else 0

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(each.key for each in self.now.rounds)

    @property
    def is_open(self) -> bool:
        """Whether it takes rounds."""
        return not (self.now.ended or self.now.continued)

    @property
    def is_over(self) -> bool:
        return not self.is_open or bool(self.score().winners)

    def change(self, made: int, kind: str, state: State) -> None:
        self.steps = {"undo": (*self.steps["undo"], (made, kind, self.now)), "redo": ()}
        self.set(state)

    def step(self, way: str, back: str) -> None:
        """Undo or redo; `back` is the other way."""
        *left, (made, kind, state) = self.steps[way]
        self.steps = {way: tuple(left), back: (*self.steps[back], (made, kind, self.now))}
        self.set(state)

    def set(self, state: State) -> None:
        had, has = ({each.key: each for each in every.rounds} for every in (self.now, state))
        changed = [key for key in had.keys() | has.keys() if had.get(key) != has.get(key)]
        self.versions = {**self.versions, **{key: self.versions.get(key, 0) + 1 for key in changed}}
        self.now = state

    def score(self) -> GameBreakdown:
        """What the rules make of the rounds that stand."""
        now, sides = self.now, self.seating.get_side_names()
        serials = [each.serial for each in now.rounds]
        rounds = [
            (
                parse_entry(each.write(self.rules, sides), self.rules, sides, players=now.names),
                [chosen for first, chosen in now.periods if first <= each.serial][-1],
            )
            for each in now.rounds
        ]
        return score_game(
            EnteredGame(
                self.rules,
                now.periods[-1][1],
                sides,
                tuple(rounds),
                seating=self.seating,
                starts=self.starts,
                new_seats=tuple(NewSeats(bisect_left(serials, first), *seats) for first, *seats in now.seats),
                adjustments=tuple(
                    Adjustment(max(1, bisect_right(serials, serial)), points, "tea")
                    for serial, points in now.adjustments
                ),
                is_stopped=now.ended,
            )
        )

    def list_piles(self) -> dict[int, Pile]:
        """Those of the round that is played now, by players."""
        return {player: pile for player, pile in self.piles.items() if pile.after == self.last}

    def claim(self) -> dict[str, dict[int, str]]:
        """The fields that these piles fill, each by side."""
        fields: dict[str, dict[int, str]] = {}
        for player, pile in self.list_piles().items():
            side = self.seating.get_side(player)
            for card in pile.cards:
                fields.setdefault(f"captured/{card}", {})[side] = str(side)
            if not self.rules.has_cards:
                own = fields.setdefault(f"points/{side}", {})
                own[side] = str(int(own.get(side, "0")) + pile.points)
        return fields

    def count_claims(self) -> dict[str, str]:
        """The card points of these piles in the fields of a round by points; a disputed card is nobody's."""
        points = {f"points/{self.seating.get_side(player)}": 0 for player in self.list_piles()}
        for path, by in self.claim().items():
            if len(by) == 1:
                card = get_card(path.removeprefix("captured/"))
                points[f"points/{next(iter(by))}"] += self.rules.counting.get_points(card)
        return {path: str(number) for path, number in points.items()}
