"""A figure: a named sum with its words, its formula, and what a choice of the table changes in it.

Sources: the settlement files; docs/decisions/0012-figures.md says why they are data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field, fields, replace
from typing import Literal

from companion.rules.text.names import say_for
from companion.rules.text.reader import Provenance, keyed

Choice = str | bool


# Where a figure stands: a line of a breakdown, a column of a pad, a key of a result document.
Place = Literal["breakdown", "pad", "result"]


# The sums of a side by their ids.
Figures = dict[str, int]


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


def say_clauses(clauses: Iterable[Clause], players: int) -> str:
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
