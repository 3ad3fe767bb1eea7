"""How the sums of a round are formed: figures, each with its words and its formula, in `settlements/*.toml`.

A settlement is named by the methods of rule sets. Its figures are worked out in order, for all sides at once;
`score` is the round score. A figure without a formula is given: what a side's cards, yaku and extras are
worth, whether its yaku score (`scores`), a field of the round (`Entry.give`). What nobody said is 0. Every
other figure has a formula over the figures before it, all that is given, `deck_points` and `sides`.

    >>> from companion.rules.records.files import get_settlement
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
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields, replace
from functools import cached_property
from typing import Literal

from companion.rules.records.formula import Formula, look_over_sides, parse_formula
from companion.rules.text.names import say_for
from companion.rules.text.numbers import write_number
from companion.rules.text.reader import Provenance, keyed

Choice = str | bool
# Where a figure stands: a line of a breakdown, a column of a pad, a key of a result document.
Place = Literal["breakdown", "pad", "result"]
# The sums of a side by their ids.
Figures = dict[str, int]
# What a round adds to the totals.
SCORE = "score"
_ROUND = ("deck_points", "sides")
# What formulas may ask of every side, beside figures and what rule sets name.
OF_SIDES = (
    *("card_points", "bonus", "extra", "scores", "calls", "winner", "dealt", "shobu", "exhausted"),
    *("listed", "typed"),
)


def name_given(written: str) -> str:
    """What formulas call a number, an outcome or an option: “lacks/few-chaff” is lacks_few_chaff."""
    return written.replace("/", "_").replace("-", "_")


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
class Clause:
    """What a figure adds to the sentences of the rule, or to the foot of a pad.

    It `opens` a sentence, `joins` the one that was opened last, or stands as a sentence of its own: `before`
    all that are opened, or `after` them. A part may be for so many players only (`say_for`).
    """

    opens: str | None = None
    joins: str | None = None
    before: str | None = None
    after: str | None = None

    def read_for(self, players: int) -> Clause:
        """The clause as so many players read it."""
        return Clause(*(text and say_for(text, players) for text in astuple(self)))


@dataclass(frozen=True, slots=True)
class Under:
    """What a choice of the table changes in a figure: the keys that differ, and `before` which it moves."""

    when: dict[str, Choice]
    unless: dict[str, Choice] = field(default_factory=dict)
    before: str | None = None
    words: str | None = None
    head: str | None = None
    formula: str | None = None
    each: str | None = None
    times: str | None = None
    ruling: str | None = None
    variants: tuple[Variant, ...] | None = None
    shown: tuple[Place, ...] | None = None
    rule: Clause | None = None
    foot: Clause | None = None
    check: str | None = None
    decides: bool | None = None
    is_lowest: bool | None = keyed("lowest", default=None)


@dataclass(frozen=True, slots=True)
class Figure:
    """A named sum: `words` stand in a breakdown, `head` over a column; its ruling may be the method's.

    It is in force `when` the table chose all this, `unless` it chose any of that; else it is 0, a factor 1.
    `shown` says where it stands, and `rule` and `foot` what it adds there;
    `of_yaku` names a factor that multiplies yaku, but no dealt hand: “calls”. `check` says what the scores of
    a round add up to, “[…]” where that is 0. The sums of the figure that `decides` say who wins the game:
    the highest or, where one in force `is_lowest`, the lowest.

    With `lists` it has a line for each thing that it adds up, in the words `each`; all but cards then have no
    line of the sum, unless it is `summed`. Each point of a yaku counts `times`, a formula over `deck_points`
    and `sides`. A figure that counts no points has a `name` for one of what it counts; its id is their
    plural. A factor multiplies the figure above it, and has a line where it is not 1; what is `quiet` has
    one where it is not 0.

    In place of a formula it may say how many cards of the `pool` of a yaku a pile has, or what the yaku named
    in `worth` score. A round where it is not 0 is refused, if it has a sentence for that (`refuse`).
    """

    id: str
    words: str
    head: str
    formula: str | None = None
    lists: Literal["cards", "yaku", "yaku-of-others", "extras"] | None = None
    each: str = "{yaku}"
    times: str = "1"
    name: str | None = None
    pool: str | None = None
    worth: tuple[str, ...] = ()
    refuse: str | None = None
    is_taken_off: bool = False
    is_factor: bool = keyed("factor", default=False)
    is_quiet: bool = keyed("quiet", default=False)
    is_summed: bool = keyed("summed", default=False)
    ruling: str | None = None
    variants: tuple[Variant, ...] = ()
    provenance: Provenance | None = None
    when: dict[str, Choice] = field(default_factory=dict)
    unless: dict[str, Choice] = field(default_factory=dict)
    before: str | None = None
    shown: tuple[Place, ...] = ("breakdown", "pad", "result")
    rule: Clause = Clause()
    foot: Clause = Clause()
    of_yaku: str | None = None
    check: str | None = None
    decides: bool = False
    is_lowest: bool = keyed("lowest", default=False)
    changes: tuple[Under, ...] = keyed("under", default=())

    def under(self, chosen: Mapping[str, Choice]) -> Figure:
        """The figure as these choices change it, or turn it off."""
        if not _is_chosen(self, chosen):
            nothing = self.formula and ("1" if self.is_factor else "0")
            said = (self.id, self.words, self.head)
            return Figure(*said, nothing, is_factor=self.is_factor, ruling=self.ruling, shown=())
        changes = [each for each in self.changes if _is_chosen(each, chosen)]
        new = {
            each.name: value
            for change in changes
            for each in fields(change)
            if each.name not in ("when", "unless") and (value := getattr(change, each.name)) is not None
        }
        return replace(self, **new)

    @property
    def unsaid(self) -> int | None:
        """The value for which it has no line."""
        return 1 if self.is_factor else 0 if self.is_quiet else None

    @property
    def waits(self) -> list[tuple[str, Choice]]:
        """The choices that it waits for, or that change it."""
        rows = [(self.when, self.unless), *((each.when, each.unless) for each in self.changes)]
        return [pair for each in rows for choices in each for pair in choices.items()]

    def get_noun(self, count: int) -> str:
        """The word for so many of what it counts: “victory”, “victories”."""
        return self.name if self.name is not None and count == 1 else self.id


def _is_chosen(each: Figure | Under, chosen: Mapping[str, Choice]) -> bool:
    return each.when.items() <= chosen.items() and not each.unless.items() & chosen.items()


def _say(clauses: Iterable[Clause], players: int) -> str:
    """The sentences that clauses make. What joins a sentence has a blank before it, but for a comma."""
    said = [each.read_for(players) for each in clauses]
    opened = ""
    for each in said:
        if each.joins:
            opened += each.joins if each.joins.startswith(",") else f" {each.joins}"
        if each.opens:
            opened += f". {each.opens}" if opened else each.opens
    before, after = [each.before for each in said], [each.after for each in said]
    return " ".join(f"{sentence.removesuffix('.')}." for sentence in (*before, opened, *after) if sentence)


@dataclass(frozen=True, eq=False)
class Settlement:
    """A settlement: `summary` compares it, `choice` offers it; its figures explain it by their clauses.

    In the foot of a pad, “{floor}” is the value of a fixed figure. `idle` says of options that change nothing
    here why they do not. `pays` is the figure that each other side pays to a side, `pays_winner` the one that
    a side pays to whoever won. As it is read, every figure seems in force: `under` gives those that are.
    `given` is what its formulas may ask about that a rule set names: its numbers, options, endings.
    """

    id: str
    summary: str
    choice: str
    figures: tuple[Figure, ...] = keyed("figure")
    idle: dict[str, str] = field(default_factory=dict)
    pays: str | None = None
    pays_winner: str | None = None
    given: tuple[str, ...] = ()

    def say_check(self, total: int) -> str:
        """What the scores of a round add up to; whose loss is whose win only where that is 0."""
        said = re.sub(r"\[(.*?)\]", "" if total else r"\1", self.check or "")
        return said.format(sum=write_number(total))

    def under(self, choices: tuple[tuple[str, Choice], ...]) -> Settlement:
        """The settlement as these choices of options change it."""
        chosen = dict(choices)
        figures = [figure.under(chosen) for figure in self.figures]
        for moved in [figure for figure in figures if figure.before]:
            figures.remove(moved)
            figures.insert([each.id for each in figures].index(str(moved.before)), moved)
        return replace(self, figures=tuple(figures))

    @cached_property
    def plain(self) -> Settlement:
        """The settlement of a table that chose nothing."""
        return self.under(())

    def say_rule(self, players: int = 0) -> str:
        """How a round of so many players is counted, in sentences."""
        return _say((figure.rule for figure in self.figures), players)

    def say_foot(self, columns: Collection[str], players: int = 0) -> str:
        """How a row of a pad is worked out: without the yaku and extra points that have no column there."""
        return _say((each.foot for each in self.figures if not each.lists or each.id in columns), players)

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

        Those of the sides that are `out` are 0, and the others settle the round among themselves.
        """
        count = len(next(iter(given.values())))
        if out:
            playing = [number for number in range(count) if number not in out]
            alone = {key: [each[number] for number in playing] for key, each in given.items()}
            left = iter(self.settle(alone, deck_points))
            nothing = dict.fromkeys([figure.id for figure in self.figures], 0)
            return [nothing if number in out else next(left) for number in range(count)]
        ids = [figure.id for figure in self.figures]
        known: dict[str, Sequence[int]] = {
            **dict.fromkeys((*OF_SIDES, *self.given, *ids), [0] * count),
            **given,
        }
        known |= {"deck_points": [deck_points] * count, "sides": [count] * count}
        for name, formula in self.formulas.items():
            for over, figure in formula.over_sides:
                values = known[figure]
                known[f"{over}_{figure}"] = [look_over_sides(over, values, place) for place in range(count)]
            known[name] = formula.evaluate_all(known)
        rows = zip(*(known[each] for each in ids), strict=True)
        return [dict(zip(ids, row, strict=True)) for row in rows]
