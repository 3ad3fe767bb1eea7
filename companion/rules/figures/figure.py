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
    """What the line of a figure says otherwise where a formula is not 0."""

    test: str = keyed("if")
    """The formula."""
    words: str | None = None
    """In place of those of the figure."""
    ruling: str | None = None
    """The id of a ruling, in place of that of the figure."""
    option: str | None = None
    """The id of an option, whose ruling the line then has."""


@dataclass(frozen=True, slots=True)
class Clause:
    """What a figure adds to the sentences of the rule, or to the foot of a pad.

    A part may be for so many players only (`say_for`).
    """

    opens: str | None = None
    """Begins a sentence."""
    joins: str | None = None
    """Goes on with the sentence that was begun last."""
    before: str | None = None
    """A sentence of its own, before all that are begun."""
    after: str | None = None
    """A sentence of its own, after all that are begun."""

    def read_for(self, players: int) -> Clause:
        """The clause as so many players read it."""
        return Clause(*(text and say_for(text, players) for text in astuple(self)))


@dataclass(frozen=True, slots=True)
class Under:
    """What a choice of the table changes in a figure: the keys that differ (`Figure`)."""

    when: dict[str, Choice]
    """It holds where these options have these values …"""
    unless: dict[str, Choice] = field(default_factory=dict)
    """… and none of these has this value."""
    before: str | None = None
    """The id of the figure before which this one is moved."""
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
    """A named sum, worked out for each side."""

    id: str
    words: str
    """Stand in a breakdown."""
    head: str
    """Stands over a column."""
    formula: str | None = None
    """Over the figures before it; without one it is given."""
    lists: Literal["cards", "yaku", "yaku-of-others", "extras"] | None = None
    """It has a line for each thing of this kind that it adds up."""
    each: str = "{yaku}"
    """The words of such a line."""
    times: str = "1"
    """What each point of a yaku counts, a formula over `deck_points` and `sides`."""
    name: str | None = None
    """One of what it counts, where it counts no points; its id is their plural."""
    pool: str | None = None
    """The id of a yaku: it is how many cards of the pool a pile has."""
    worth: tuple[str, ...] = ()
    """Ids of yaku: it is what they score."""
    refuse: str | None = None
    """A round where it is not 0 is refused by this sentence."""
    is_taken_off: bool = False
    """It is subtracted from what stands above it."""
    is_factor: bool = keyed("factor", default=False)
    """It multiplies the figure above it, and has a line where it is not 1."""
    is_quiet: bool = keyed("quiet", default=False)
    """It has a line only where it is not 0."""
    is_summed: bool = keyed("summed", default=False)
    """It has a line of its sum below those that it lists, as cards always have."""
    ruling: str | None = None
    """The id of the ruling on it, where that is not the method’s."""
    variants: tuple[Variant, ...] = ()
    """What its line says otherwise."""
    provenance: Provenance | None = None
    when: dict[str, Choice] = field(default_factory=dict)
    """It is in force where these options have these values; else it is 0, a factor 1."""
    unless: dict[str, Choice] = field(default_factory=dict)
    """It is not in force where one of these options has this value."""
    before: str | None = None
    """The id of the figure before which a choice moved it."""
    shown: tuple[Place, ...] = ("breakdown", "pad", "result")
    """Where it stands."""
    rule: Clause = Clause()
    """What it adds to the sentences of the rule."""
    foot: Clause = Clause()
    """What it adds to the foot of a pad."""
    of_yaku: str | None = None
    """What it counts as a factor of yaku, but of no dealt hand: “calls”."""
    check: str | None = None
    """What the scores of a round add up to, “[…]” where that is 0."""
    decides: bool = False
    """Its sums say who wins the game."""
    is_lowest: bool = keyed("lowest", default=False)
    """The lowest of these sums wins."""
    changes: tuple[Under, ...] = keyed("under", default=())
    """What choices of options change in it."""

    def with_choices(self, chosen: Mapping[str, Choice]) -> Figure:
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
