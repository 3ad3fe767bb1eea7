"""What rounds of every shape have: sides, the use of the Gaji, declared yaku; and how a document is read.

Sources: scoring-io.md.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self, TypeVar

from companion.cards import Card, CardSet, get_card
from companion.errors import (
    CompanionError,
    FaultList,
    NotAllowedHere,
    NotPossible,
    NotUnderstood,
    Where,
    say_nearest,
)
from companion.rules.names import parse_name
from companion.rules.records import leave_out_none
from companion.rules.rule_set import RuleSet

Declared = tuple[tuple[str, ...], ...]
Extras = tuple[tuple[str, int], ...]
# Suits by id, each with the side that has all its four cards.
AllFour = tuple[tuple[str, int], ...]
Found = TypeVar("Found")
# What a document has for each side.
BY_SIDE = ("captured", "counts", "points", "chaff", "calls", "ticked", "dealt", "declared")


class GajiUse(NamedTuple):
    """Which side used the Gaji as a wild card, and the card that it took where that was said."""

    by: int
    took: Card | None


@dataclass(frozen=True, slots=True)
class EntryOfSides:
    """What an entry of every shape holds.

    `dealer` is the player or side that dealt, where somebody said so; `extras` are the sides that have extra
    points, by the id of the extra.
    """

    sides: tuple[str, ...]
    gaji: GajiUse | None
    declared: Declared | None
    dealer: str | None
    extras: Extras

    def rename(self, sides: Sequence[str], players: Mapping[str, str]) -> Self:
        """The same round under other names: of the sides in their order, of a player by the former name."""
        named = {**dict(zip(self.sides, sides, strict=True)), **players}
        dealer = None if self.dealer is None else named[self.dealer]
        return replace(self, sides=tuple(sides), dealer=dealer)

    def document(self) -> dict[str, object]:
        """The round as a document writes it, which `parse_entry` reads back."""
        gaji = self.gaji and {"by": self.sides[self.gaji.by], "took": self.gaji.took and self.gaji.took.id}
        rows = zip(self.sides, self.declared or (), strict=False)
        declared = self.declared and {side: list(yaku) for side, yaku in rows if yaku}
        agreed = {"gaji": gaji and leave_out_none(gaji), "declared": declared, "dealer": self.dealer}
        extras = {extra_id: self.sides[side] for extra_id, side in self.extras}
        return leave_out_none(self._own_document() | agreed | extras)

    def _own_document(self) -> dict[str, object]:
        """What only rounds of this shape have; None for what was not said."""
        raise NotImplementedError

    def _by_side(self, values: Iterable[object]) -> dict[str, object]:
        """A value of each side, without the sides that nothing was said of."""
        return leave_out_none(dict(zip(self.sides, map(_write_value, values), strict=True)))

    def _write_all_four(self, all_four: AllFour | None) -> dict[str, object] | None:
        return None if all_four is None else {suit: self.sides[side] for suit, side in all_four}


def _write_value(value: object) -> object:
    if isinstance(value, CardSet):
        return list(value.ids)
    return dict(value) if isinstance(value, tuple) else value


def place_sides(where: Where, sides: Sequence[str]) -> Where:
    """A path with the place of a side in place of its name: counts/Ann/animals is counts/0/animals."""
    if len(where) > 1 and where[0] in BY_SIDE and where[1] in sides:
        return (where[0], str(sides.index(str(where[1]))), *where[2:])
    return where


class RoundReader:
    """Reads a document of a round for a rule set and sides, and notes every fault with its path of keys.

    `asked` are the extras of the rule set that a document may give to a side. One that a form made
    (`is_typed`) calls the sides by their places, and its numbers are text.
    """

    def __init__(
        self,
        raw: object,
        rule_set: RuleSet,
        sides: tuple[str, ...],
        where: Where,
        players: tuple[str, ...],
        is_typed: bool,
    ) -> None:
        if not isinstance(raw, Mapping):
            raise NotUnderstood("A round is an object with what each side captured.", where)
        self.raw = raw
        self.rule_set = rule_set
        self.sides = sides
        self.where = where
        self.is_typed = is_typed
        self.faults = FaultList()
        self.asked = tuple(extra.id for extra in rule_set.extras if extra.asks)
        self.declared = self._read_declared()
        self.dealer = self._read_dealer(players)
        self.extras = self._read_extras()

    def fail(self, kind: type[CompanionError], message: str, *where: str | int) -> None:
        found = place_sides(where, self.sides) if self.is_typed else where
        self.faults.append(kind(message, (*self.where, *found)))

    def read_sides(self, key: str, everyone: bool = True) -> list[object]:
        """What a key of the round holds for each side, in the order of the sides; ... for a side left out."""
        raw = self.raw.get(key, {})
        rows: list[object] = [...] * len(self.sides)
        if not isinstance(raw, Mapping):
            self.fail(NotUnderstood, f"“{key}” is an object with a value for each side.", key)
            return rows
        for name, value in raw.items():
            number = self.find_side(name, key)
            if number is not None:
                rows[number] = value
        for side, row in zip(self.sides, rows, strict=True):
            if everyone and row is ...:
                nothing = "[]" if key == "captured" else "0"
                message = f"Nothing is entered for {side}. Enter {nothing} for none."
                self.fail(NotUnderstood, message, key, side)
        return rows

    def look_up(self, get: Callable[[str], Found], word: object, before: str, *where: str) -> Found | None:
        """What a word names; notes a fault, with some words `before`, and gives None for an unknown one."""
        try:
            return get(word if isinstance(word, str) else repr(word)[:80])
        except CompanionError as error:
            self.fail(NotUnderstood, f"{before}{error.message}", *where)
            return None

    def find_side(self, name: object, *where: str) -> int | None:
        """The index of a side; notes a fault and gives None for one that does not play."""
        if self.is_typed:
            known = [str(number) for number in range(len(self.sides))]
            parsed = str(name)
        else:
            known = list(self.sides)
            try:
                parsed = parse_name(name)
            except CompanionError:
                parsed = ""
        if parsed in known:
            return known.index(parsed)
        said = str(name)[:80] if isinstance(name, str) else "that"
        self.fail(NotUnderstood, f"No side “{said}” plays here{say_nearest(said, self.sides)}.", *where, said)
        return None

    def read_gaji(self, piles: Sequence[CardSet] = ()) -> GajiUse | None:
        raw = self.raw.get("gaji")
        if raw is None:
            return None
        if not isinstance(raw, Mapping):
            self.fail(NotUnderstood, "“gaji” says who used it (“by”) and what it took (“took”).", "gaji")
            return None
        for key in raw:
            if key not in ("by", "took"):
                self.fail(NotUnderstood, f"“gaji” has no “{str(key)[:80]}”.", "gaji")
        if self.rule_set.gaji is None:
            self.fail(NotAllowedHere, f"{self.rule_set.name} has no Gaji.", "gaji")
            return None
        if raw.get("by") is None:
            if raw.get("took") is not None:
                message = "The Gaji took a card, but nobody is said to have used it."
                self.fail(NotUnderstood, message, "gaji", "by")
            return None
        by = self.find_side(raw["by"], "gaji", "by")
        took = None
        if raw.get("took") is not None:
            took = self.look_up(get_card, raw["took"], "What the Gaji took: ", "gaji", "took")
        if took is not None and took in self.rule_set.gaji.card:
            self.fail(NotPossible, "The Gaji cannot take itself.", "gaji", "took")
        if by is None:
            return None
        for card in (*self.rule_set.gaji.card, *((took,) if took else ())):
            for side, pile in zip(self.sides, piles, strict=False):
                if card in pile and side != self.sides[by]:
                    message = f"{self.sides[by]} used the Gaji, so that {card.id} cannot lie with {side}."
                    self.fail(NotPossible, message, "gaji", "by")
        return GajiUse(by, took)

    def _read_dealer(self, players: tuple[str, ...]) -> str | None:
        name = self.raw.get("dealer")
        if name is None or name in players:
            return name
        number = self.find_side(name, "dealer")
        return None if number is None else self.sides[number]

    def _read_extras(self) -> Extras:
        found = {each: self.find_side(self.raw[each], each) for each in self.asked if self.raw.get(each)}
        return tuple((each, side) for each, side in found.items() if side is not None)

    def _read_declared(self) -> Declared | None:
        if self.raw.get("declared") is None:
            return None
        rows = self.read_sides("declared", everyone=False)
        return tuple(
            () if row is ... else self.read_yaku(row, "declared", side)
            for side, row in zip(self.sides, rows, strict=True)
        )

    def read_yaku(self, row: object, *where: str) -> tuple[str, ...]:
        """The yaku ids of a list, each once, in the order of the rule set."""
        if not isinstance(row, list | tuple):
            self.fail(NotUnderstood, "Yaku are a list of ids.", *where)
            return ()
        wanted = [self.look_up(self.rule_set.get_yaku, yaku_id, "", *where) for yaku_id in row]
        return tuple(yaku.id for yaku in self.rule_set.yaku if yaku in wanted)
