"""How the sums of a round are formed: figures, each with its words and its formula, in `settlements/*.toml`.

A settlement is named by the methods of rule sets. Its figures are worked out in order, for all sides at once;
`score` is the round score. A figure without a formula is given: what a side's cards, yaku and extras are
worth, whether its yaku score (`scores`), a field of the round (`EntryOfSides.list_given`). What nobody said
is 0. Every other figure has a formula over the figures before it, all that is given, `deck_points`, `sides`.

    >>> from companion.rules.records.files import get_settlement
    >>> settlement = get_settlement("above-floor")
    >>> [figure.id for figure in settlement.figures]
    ['card_points', 'floor', 'net', 'bonus', 'score']
    >>> settlement.settle({"card_points": [125, 115], "bonus": [25, 0]}, 240)[0]
    {'card_points': 125, 'floor': 120, 'net': 5, 'bonus': 25, 'score': 30}
    >>> before_floor = settlement.with_choices((("bonus", "before-floor"),))
    >>> [side["score"] for side in before_floor.settle({"card_points": [115, 125], "bonus": [25, 0]}, 240)]
    [20, 5]

Sources: the settlement files; docs/decisions/0012-figures.md says why they are data.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import cached_property

from companion.rules.figures.figure import Choice, Figure, Figures, Place, say_clauses
from companion.rules.figures.formula import Formula, look_over_sides, parse_formula
from companion.rules.text.numbers import write_number
from companion.rules.text.reader import keyed

# What a round adds to the totals.
SCORE = "score"
_ROUND = ("deck_points", "sides")
# What formulas may ask of every side, beside figures and what rule sets name.
OF_SIDES = (
    *("card_points", "bonus", "extra", "scores", "calls", "winner", "dealt", "shobu", "exhausted"),
    *("listed", "typed", "plays", "dealer"),
)


def name_given(written: str) -> str:
    """What formulas call a number, an outcome or an option: “lacks/few-chaff” is lacks_few_chaff."""
    return written.replace("/", "_").replace("-", "_")


@dataclass(frozen=True, slots=True)
class Selling:
    """How a side that sits out is paid: the ids of figures that are worked out for every side."""

    cards: str
    """How many a side sold."""
    price: str
    """What each of them brings from each who buys."""
    worth: str
    """What each who buys pays to a side."""
    buys: str
    """1 for a side that pays."""
    net: str
    """What a side got less what it paid: the round score of who sits out."""


@dataclass(frozen=True, eq=False)
class Settlement:
    """The sums of a way of scoring.

    As it is read, every figure seems in force: `with_choices` gives those that are.
    """

    id: str
    summary: str
    """Compares it with others, on pages."""
    choice: str
    """Offers it, in New game."""
    figures: tuple[Figure, ...] = keyed("figure")
    """In the order in which they are worked out."""
    idle: dict[str, str] = field(default_factory=dict)
    """Why an option changes nothing here, by its id."""
    pays: str | None = None
    """The id of the figure that each other side pays to a side."""
    pays_winner: str | None = None
    """The id of the figure that a side pays to whoever won."""
    selling: Selling | None = None
    """None where who sits out has no points."""
    given: tuple[str, ...] = ()
    """What formulas may ask about that a rule set names: its numbers, options, endings."""

    def say_check(self, total: int) -> str:
        """What the scores of a round add up to; whose loss is whose win only where that is 0."""
        said = re.sub(r"\[(.*?)\]", "" if total else r"\1", self.check or "")
        return said.format(sum=write_number(total))

    def with_choices(self, choices: tuple[tuple[str, Choice], ...]) -> Settlement:
        """The settlement as these choices of options change it."""
        chosen = dict(choices)
        figures = [figure.with_choices(chosen) for figure in self.figures]
        for moved in [figure for figure in figures if figure.before]:
            figures.remove(moved)
            figures.insert([each.id for each in figures].index(str(moved.before)), moved)
        return replace(self, figures=tuple(figures))

    @cached_property
    def plain(self) -> Settlement:
        """The settlement of a table that chose nothing."""
        return self.with_choices(())

    def say_rule(self, players: int = 0) -> str:
        """How a round of so many players is counted, in sentences."""
        return say_clauses((figure.rule for figure in self.figures), players)

    def say_foot(self, columns: Collection[str], players: int = 0) -> str:
        """How a row of a pad is worked out: without what is listed, or sold, and has no column there."""
        sold = astuple(self.selling) if self.selling and self.selling.net not in columns else ()
        return say_clauses(
            (each.foot for each in self.figures if each.id in columns or not (each.lists or each.id in sold)),
            players,
        )

    @property
    def check(self) -> str | None:
        """What the scores of a round add up to, if that can be said."""
        return next((figure.check for figure in reversed(self.figures) if figure.check), None)

    @property
    def decides(self) -> str:
        """The id of the figure whose sums say who wins."""
        return next((figure.id for figure in self.figures if figure.decides), SCORE)

    @property
    def is_lowest(self) -> bool:
        """Whether the lowest sum wins."""
        return any(figure.is_lowest for figure in self.figures)

    @property
    def yaku_words(self) -> str:
        """What the points of yaku are called: “Bonuses”, “Yaku”."""
        return next((figure.words for figure in self.figures if figure.id == "bonus"), "Yaku")

    @property
    def changed_by(self) -> tuple[str, ...]:
        """The options that change something here."""
        return tuple(dict.fromkeys(option for figure in self.figures for option, _ in figure.waits))

    @cached_property
    def lines(self) -> tuple[Figure, ...]:
        """The figures that have a line in a breakdown, in its order."""
        return self.list_shown("breakdown")

    def list_shown(self, place: Place) -> tuple[Figure, ...]:
        """The figures that stand in a place: those with a column on a pad, or with a key of a result."""
        return tuple(figure for figure in self.figures if place in figure.shown)

    @cached_property
    def decider(self) -> Figure | None:
        """The figure that says who wins, where that is not the score."""
        return next((each for each in self.figures if each.id == self.decides != SCORE), None)

    @property
    def has_penalties(self) -> bool:
        """Whether a yaku only takes points off the other sides."""
        lists = {figure.lists for figure in self.lines}
        return "yaku-of-others" in lists and "yaku" not in lists

    @cached_property
    def carried(self) -> tuple[str, ...]:
        """The figures of the round before that its formulas ask about."""
        names = {name for formula in self.formulas.values() for name in formula.names}
        return tuple(each.id for each in self.figures if f"before_{each.id}" in names)

    @cached_property
    def formulas(self) -> dict[str, Formula]:
        """The formula of every figure that has one, over the figures before it and what is given."""
        ids = [figure.id for figure in self.figures]
        return {
            figure.id: parse_formula(
                figure.formula,
                (*_ROUND, *OF_SIDES, *self.given, *ids[:place]),
                ("figure", figure.id, "formula"),
            )
            for place, figure in enumerate(self.figures)
            if figure.formula is not None
        }

    @cached_property
    def tests(self) -> dict[str, list[Formula]]:
        """What the variants of each figure ask: about their own side only."""
        known = (*_ROUND, *(figure.id for figure in self.figures))
        return {
            figure.id: [
                parse_formula(variant.test, known, ("figure", figure.id, "variants"))
                for variant in figure.variants
            ]
            for figure in self.figures
        }

    @cached_property
    def times(self) -> dict[str, Formula]:
        """How often each figure counts a point of what it lists."""
        return {
            each.id: parse_formula(each.times, _ROUND, ("figure", each.id, "times")) for each in self.figures
        }

    def is_fixed(self, figure: Figure) -> bool:
        """Whether a figure depends on the deck and the number of sides only."""
        formula = self.formulas.get(figure.id)
        # A number alone is that of a figure that is not in force.
        names = set(formula.names) if formula is not None and not formula.over_sides else set()
        return bool(names) and names <= set(_ROUND)

    def list_fixed(self, deck_points: int, sides: int) -> list[tuple[Figure, int]]:
        """The figures that every side has alike, whatever it captured, with their points."""
        row = self.settle({SCORE: [0] * sides}, deck_points)[0]
        return [(figure, row[figure.id]) for figure in self.figures if figure.shown and self.is_fixed(figure)]

    def settle(
        self, given: Mapping[str, Sequence[int]], deck_points: int, out: Sequence[int] = ()
    ) -> list[Figures]:
        """The figures of every side, from what is given of all sides and the points of the deck.

        Those of the sides that are `out` are 0, but for what they sell; the others settle the round among
        themselves.
        """
        count = len(next(iter(given.values())))
        ids = [figure.id for figure in self.figures]
        playing = [number for number in range(count) if number not in out]
        known: dict[str, Sequence[int]] = {
            **dict.fromkeys((*OF_SIDES, *self.given, *ids), [0] * count),
            **given,
            "plays": [int(number in playing) for number in range(count)],
            "deck_points": [deck_points] * count,
            "sides": [len(playing)] * count,
        }
        of_all = astuple(self.selling) if self.selling else ()
        self._work_out(of_all, known)
        own = known
        if out:
            own = {key: [each[number] for number in playing] for key, each in known.items()}
        self._work_out([name for name in self.formulas if name not in of_all], own)
        rows = [dict(zip(ids, row, strict=True)) for row in zip(*(own[each] for each in ids), strict=True)]
        if not out:
            return rows
        sold = {number: {name: known[name][number] for name in of_all} for number in out}
        left, nothing = iter(rows), dict.fromkeys(ids, 0)
        return [
            nothing | sold[number] | {SCORE: sold[number][self.selling.net] if self.selling else 0}
            if number in sold
            else next(left)
            for number in range(count)
        ]

    def _work_out(self, names: Iterable[str], known: dict[str, Sequence[int]]) -> None:
        """Adds these figures, and what their formulas ask over all sides, to what is known."""
        for name in names:
            formula = self.formulas[name]
            for over, figure in formula.over_sides:
                values = known[figure]
                known[f"{over}_{figure}"] = [
                    look_over_sides(over, values, place) for place in range(len(values))
                ]
            known[name] = formula.evaluate_all(known)
