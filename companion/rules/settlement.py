"""How the sums of a round are formed: figures, each with its words and its formula, in `settlements/*.toml`.

A settlement is named by the methods of rule sets. Its figures are worked out in order, for all sides at once;
`score` is the round score. A figure without a formula is given: what a side's cards, yaku and extras are
worth, whether its yaku score (`scores`), a field of the round (`Entry.give`). What nobody said is 0. Every
other figure has a formula over the figures before it, `deck_points` and `sides`.

    >>> settlement = get_settlement("above-floor")
    >>> [figure.id for figure in settlement.figures]
    ['card_points', 'floor', 'net', 'bonus', 'score']
    >>> settlement.settle({"card_points": [125, 115], "bonus": [25, 0]}, 240)[0]
    {'card_points': 125, 'floor': 120, 'net': 5, 'bonus': 25, 'score': 30}
    >>> before_floor = settlement.under((("bonus", "before-floor"),))
    >>> [side["score"] for side in before_floor.settle({"card_points": [115, 125], "bonus": [25, 0]}, 240)]
    [20, 5]

Sources: the settlement files; docs/decisions/0012-figures.md says why they are data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import resources
from typing import Literal

from companion.errors import get_known, saying_paths
from companion.rules.formula import Formula, look_over_sides, parse_formula
from companion.rules.numbers import write_number
from companion.rules.records import Provenance, keyed, parse_record, parse_toml

Choice = str | bool
# The sums of a side by their ids.
Figures = dict[str, int]
# What a round adds to the totals.
SCORE = "score"
_ROUND = ("deck_points", "sides")


@dataclass(frozen=True, slots=True)
class Variant:
    """What a figure's line says otherwise where a formula is not 0.

    `option` names the option whose ruling it then has.
    """

    test: str = keyed("if")
    words: str | None = None
    ruling: str | None = None
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A named sum: `words` stand in a breakdown, `head` over a column; its ruling may be the method's.

    With `lists` it has a line for each thing that it adds up, in the words `each`; all but cards then have no
    line of the sum, unless it is `summed`. Each point of a yaku counts `times`, a formula over `deck_points`
    and `sides`. A figure that counts no points has a `name` for one of what it counts; its id is their
    plural. A factor multiplies the figure above it, and has a line where it is not 1.
    """

    id: str
    words: str
    head: str
    formula: str | None = None
    lists: Literal["cards", "yaku", "yaku-of-others", "extras"] | None = None
    each: str = "{yaku}"
    times: str = "1"
    name: str | None = None
    is_taken_off: bool = False
    is_factor: bool = keyed("factor", default=False)
    is_summed: bool = keyed("summed", default=False)
    ruling: str | None = None
    variants: tuple[Variant, ...] = ()
    provenance: Provenance | None = None

    def get_noun(self, count: int) -> str:
        """The word for so many of what it counts: “victory”, “victories”."""
        return self.name if self.name is not None and count == 1 else self.id


@dataclass(frozen=True, slots=True)
class Change:
    """What a choice of the table changes: the figures shown, a sentence, one figure or several."""

    when: dict[str, Choice]
    shown: tuple[str, ...] | None = None
    columns: tuple[str, ...] | None = None
    rule: str | None = None
    foot: str | None = None
    check: str | None = None
    decides: str | None = None
    is_lowest: bool = keyed("lowest", default=False)
    figures: tuple[Figure, ...] = keyed("figure", default=())


@dataclass(frozen=True, eq=False)
class Settlement:
    """A settlement: `summary` compares it, `choice` offers it, `rule` explains it, `foot` stands on a pad.

    In `foot`, “{plus_bonus}” is “ + bonus” and “{less_paid}” is “ − paid” where a pad has that figure, and
    “{floor}” is the value of a fixed figure; “[…]” is for tables with yaku. `idle` says of options that
    change nothing here why they do not. `shown` are the figures that have a line, all of them if it is
    empty; `result` those of a result document and `columns` those of a pad, if they are others. `pays` is
    the figure that each other side pays to a side; `check` says what the scores of a round add up to, “[…]”
    where that is 0. The sums of the figure that `decides` say who wins the game: the highest or, where it
    `is_lowest`, the lowest. That what it names is there, `tests/rules/test_settlement.py` sees to.
    """

    id: str
    summary: str
    choice: str
    rule: str
    foot: str
    figures: tuple[Figure, ...] = keyed("figure")
    changes: tuple[Change, ...] = keyed("change", default=())
    idle: dict[str, str] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    result: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    pays: str | None = None
    check: str | None = None
    decides: str = SCORE
    is_lowest: bool = keyed("lowest", default=False)

    def say_check(self, total: int) -> str:
        """What the scores of a round add up to; whose loss is whose win only where that is 0."""
        said = re.sub(r"\[(.*?)\]", "" if total else r"\1", self.check or "")
        return said.format(sum=write_number(total))

    def under(self, choices: tuple[tuple[str, Choice], ...]) -> Settlement:
        """The settlement as these choices of options change it."""
        chosen, settlement = dict(choices), self
        for change in self.changes:
            if all(chosen.get(option) == value for option, value in change.when.items()):
                settlement = settlement.change(change)
        return settlement

    def change(self, change: Change) -> Settlement:
        """The settlement with one change made."""
        new = {figure.id: figure for figure in change.figures}
        return replace(
            self,
            figures=tuple(new.get(figure.id, figure) for figure in self.figures),
            shown=change.shown or self.shown,
            columns=change.columns or self.columns,
            rule=change.rule or self.rule,
            foot=change.foot or self.foot,
            check=change.check or self.check,
            decides=change.decides or self.decides,
            is_lowest=change.is_lowest or self.is_lowest,
            changes=(),
        )

    @property
    def yaku_words(self) -> str:
        """What the points of yaku are called: “Bonuses”, “Yaku”."""
        return next((figure.words for figure in self.figures if figure.id == "bonus"), "Yaku")

    @property
    def changed_by(self) -> tuple[str, ...]:
        """The options that change something here."""
        return tuple(dict.fromkeys(option for change in self.changes for option in change.when))

    @cached_property
    def lines(self) -> tuple[Figure, ...]:
        """The figures that have a line in a breakdown, in its order."""
        return self._list(self.shown) or self.figures

    @cached_property
    def columned(self) -> tuple[Figure, ...]:
        """The figures that have a column on a pad."""
        return self._list(self.columns) or self.lines

    def _list(self, ids: Iterable[str]) -> tuple[Figure, ...]:
        by_id = {figure.id: figure for figure in self.figures}
        return tuple(by_id[each] for each in ids)

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
    def given(self) -> tuple[str, ...]:
        """The figures that have no formula."""
        return tuple(figure.id for figure in self.figures if figure.formula is None)

    @cached_property
    def formulas(self) -> dict[str, Formula]:
        """The formula of every figure that has one."""
        known: list[str] = list(_ROUND)
        found = {}
        for figure in self.figures:
            if figure.formula is not None:
                found[figure.id] = parse_formula(figure.formula, known)
            known.append(figure.id)
        return found

    @cached_property
    def tests(self) -> dict[str, list[Formula]]:
        """What the variants of each figure ask: about their own side only."""
        known = (*_ROUND, *(figure.id for figure in self.figures))
        return {
            figure.id: [parse_formula(variant.test, known) for variant in figure.variants]
            for figure in self.figures
        }

    @cached_property
    def times(self) -> dict[str, Formula]:
        """How often each figure counts a point of what it lists."""
        return {figure.id: parse_formula(figure.times, _ROUND) for figure in self.figures}

    def is_fixed(self, figure: Figure) -> bool:
        """Whether a figure depends on the deck and the number of sides only."""
        formula = self.formulas.get(figure.id)
        return formula is not None and set(formula.names) <= set(_ROUND) and not formula.over_sides

    def list_fixed(self, deck_points: int, sides: int) -> list[tuple[Figure, int]]:
        """The figures that every side has alike, whatever it captured, with their points."""
        row = self.settle({SCORE: [0] * sides}, deck_points)[0]
        return [(figure, row[figure.id]) for figure in self.figures if self.is_fixed(figure)]

    def settle(
        self, given: Mapping[str, Sequence[int]], deck_points: int, out: Sequence[int] = ()
    ) -> list[Figures]:
        """The figures of every side, from what is given of all sides and the points of the deck.

        Those of the sides that are `out` are 0, and the others settle the round among themselves.
        """
        count = len(next(iter(given.values())))
        if out:
            playing = [number for number in range(count) if number not in out]
            alone = {key: [each[number] for number in playing] for key, each in given.items()}
            left = iter(self.settle(alone, deck_points))
            nothing = dict.fromkeys([figure.id for figure in self.figures], 0)
            return [nothing if number in out else next(left) for number in range(count)]
        known: dict[str, Sequence[int]] = {**dict.fromkeys(self.given, [0] * count), **given}
        known |= {"deck_points": [deck_points] * count, "sides": [count] * count}
        for name, formula in self.formulas.items():
            for over, figure in formula.over_sides:
                values = known[figure]
                known[f"{over}_{figure}"] = [look_over_sides(over, values, place) for place in range(count)]
            known[name] = formula.evaluate_all(known)
        ids = [figure.id for figure in self.figures]
        rows = zip(*(known[each] for each in ids), strict=True)
        return [dict(zip(ids, row, strict=True)) for row in rows]


@cache
def load_settlements() -> Mapping[str, Settlement]:
    """All settlements by id; raises every fault of the first file that has any."""
    folder = resources.files("companion.rules") / "settlements"
    found = {}
    for path in sorted(folder.iterdir(), key=lambda each: each.name):
        name = path.name.removesuffix(".toml")
        raw = parse_toml(path.read_text(encoding="utf-8"), name)
        with saying_paths(name):
            found[name] = parse_record(Settlement, raw, id=name)
    return found


def get_settlement(settlement_id: str) -> Settlement:
    """The settlement with this id; raises `NotUnderstood`, naming the nearest known one."""
    return get_known(load_settlements(), settlement_id, "there is no settlement")
