"""What rounds of every shape have: sides, the use of the Gaji, declared yaku; and how a document is read.

Sources: scoring-io.md.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import GenericAlias
from typing import Annotated, Any, Literal, NamedTuple, NewType, Self, get_origin

from companion.cards import Card, CardSet
from companion.errors import (
    CompanionError,
    FaultList,
    NotAllowedHere,
    NotPossible,
    NotUnderstood,
    Where,
    say_nearest,
    say_path,
)
from companion.rules.figures.settlement import name_given
from companion.rules.records.round_numbers import SIDE_KEYS, Number
from companion.rules.records.rule_set import RuleSet
from companion.rules.text.names import NOTE_LIMIT, parse_name
from companion.rules.text.numbers import read_number
from companion.rules.text.reader import Bounds, Reader, leave_out_none

Declared = tuple[tuple[str, ...], ...]
Extras = tuple[tuple[str, int], ...]
# Numbers of the rule set by id: that for all, or that of each side, None where nobody said.
Told = tuple[tuple[str, int | tuple[int | None, ...]], ...]
# Yaku by id, each with the number of further cards.
Ticked = tuple[tuple[str, int], ...]
# Suits by id, each with the side that has all its four cards.
AllFour = tuple[tuple[str, int], ...]
# A side by its name or, from a form, by its place.
Side = NewType("Side", int)
YakuId = NewType("YakuId", str)
# What a table notes of a round.
Note = NewType("Note", str)
# What a side lists, read by `captured.py`.
Listing = NewType("Listing", object)
# More than any side has of anything that is counted.
AMOUNT_LIMIT = 999
Amount = Annotated[int, Bounds(0, AMOUNT_LIMIT)]


class GajiUse(NamedTuple):
    """A use of the Gaji as a wild card."""

    by: int
    """The side."""
    took: Card | None
    """The card that it took, where that was said."""


@dataclass(frozen=True, slots=True)
class EntryOfSides:
    """What an entry of every shape holds."""

    sides: tuple[str, ...]
    """Their names."""
    gaji: GajiUse | None
    declared: Declared | None
    """The yaku that were declared, by sides; None where nobody said so."""
    dealer: str | None
    """The player or side that dealt, where somebody said so."""
    extras: Extras
    """The side that has extra points, or that a number names, by the id of the extra or number."""
    sitting_out: tuple[int, ...] = field(default=(), kw_only=True)
    """The places of the sides that did not play this round."""
    told: Told = field(default=(), kw_only=True)
    """The numbers that the rule set has (`Number`) and somebody told."""
    note: str = field(default="", kw_only=True)
    """What the table wrote down; no score depends on it."""

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
        agreed: dict[str, object] = {
            "gaji": gaji and leave_out_none(gaji),
            "declared": declared,
            "dealer": self.dealer,
            "sits_out": [self.sides[number] for number in self.sitting_out] or None,
            "note": self.note or None,
        }
        extras = {extra_id: self.sides[side] for extra_id, side in self.extras}
        return leave_out_none(self._own_document() | self._write_told() | agreed | extras)

    def _write_told(self) -> dict[str, Any]:
        """The numbers; those that are words of a list under its key."""
        told: dict[str, Any] = {}
        for number_id, value in self.told:
            key, _, word = number_id.partition("/")
            if not word:
                told[key] = self._by_side(value) if isinstance(value, tuple) else value
            elif not isinstance(value, tuple):
                told.setdefault(key, []).append(word)
            else:
                for side, held in zip(self.sides, value, strict=True):
                    if held:
                        told.setdefault(key, {}).setdefault(side, []).append(word)
        return told

    def list_told(self, number: Number) -> list[tuple[str, int | None]]:
        """The fields of a number, each with what it was told; None where nobody said."""
        paths = number.list_paths(len(self.sides))
        value: Any = {**dict(self.told), **dict(self.extras)}.get(number.id)
        return list(zip(paths, value if isinstance(value, tuple) else [value] * len(paths), strict=True))

    def list_given(self) -> Mapping[str, Sequence[int]]:
        """What formulas may ask of each side: its numbers, and 1 where a field of the round names it."""
        count = len(self.sides)
        told = {
            name_given(key): [one or 0 for one in each] if isinstance(each, tuple) else [each] * count
            for key, each in self.told
        }
        named = {key: [int(number == side) for number in range(count)] for key, side in self.extras}
        return told | named

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


def list_by_side(rule_set: RuleSet) -> tuple[str, ...]:
    """What a document of this game has for each side."""
    return (*SIDE_KEYS, *(number.key for number in rule_set.numbers if number.is_per_side))


def place_sides(where: Where, sides: Sequence[str], rule_set: RuleSet) -> Where:
    """A path with the place of a side in place of its name: counts/Ann/animals is counts/0/animals."""
    if len(where) > 1 and where[0] in list_by_side(rule_set) and where[1] in sides:
        return (where[0], str(sides.index(str(where[1]))), *where[2:])
    return where


def one_of(words: Iterable[str]) -> Any:
    """The type of a value that is one of these words."""
    literal: Any = Literal
    return literal[tuple(words)]


def refuse_nothing(listing: Any) -> Any:
    """What a side lists, as it is written; null lists nothing, not no cards."""
    if listing is None:
        raise NotUnderstood("what is captured is a list of card ids, which is empty for none.")
    return listing


@dataclass(frozen=True, slots=True)
class WrittenGaji:
    """The use of the Gaji as a document has it."""

    by: Side | None = None
    took: Card | None = None


class RoundReader(Reader):
    """Reads a document of a round for a rule set and sides, and notes every fault with its path of keys.

    `asked` are the extras and numbers of the rule set that name a side in a document. One that a form made
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
        super().__init__(
            FaultList(),
            {
                Side: self._find_side,
                # One that the table left out was played when the round was written, and counts no more.
                YakuId: lambda word: word if word in rule_set.left_out else rule_set.get_yaku(word).id,
                Listing: refuse_nothing,
                Note: lambda text: parse_name(text, "note", NOTE_LIMIT),
            },
        )
        if not isinstance(raw, Mapping):
            raise NotUnderstood("A round is an object with what each side captured.", where)
        self.raw = raw
        self.rule_set = rule_set
        self.sides = sides
        self.where = where
        self.is_typed = is_typed
        self.keys = tuple(map(str, range(len(sides)))) if is_typed else sides
        self.asked = (
            *(extra.id for extra in rule_set.extras if extra.asks),
            *(number.id for number in rule_set.numbers if number.is_side),
        )
        self.sitting_out = tuple(sorted(set(self.read_key(tuple[Side, ...], "sits_out") or ()) - {None}))
        if len(sides) - len(self.sitting_out) < 2:
            self.fail(NotPossible, "At least two sides play a round; the others may sit out.", "sits_out")
        if len(sides) - len(self.sitting_out) > rule_set.most_playing:
            message = f"{rule_set.most_playing} at most play a round of {rule_set.name}: who sits out?"
            self.fail(NotPossible, message, "sits_out")
        self.note = self.read_key(Note, "note") or ""
        self.declared: Declared | None = None
        if raw.get("declared") is not None:
            declared = self.read_sides("declared", tuple[YakuId, ...], everyone=False)
            self.declared = tuple(self.sort_yaku(each or ()) for each in declared)
        self.dealer = raw.get("dealer")
        if self.dealer is not None and self.dealer not in players:
            number = self.read_key(Side, "dealer")
            self.dealer = None if number is None else sides[number]
        given = {each: self.read_key(Side, each) for each in self.asked if raw.get(each)}
        self.extras: Extras = tuple((each, side) for each, side in given.items() if side is not None)
        told = [row for key, each in rule_set.number_keys.items() for row in self._read_told(key, *each)]
        self.told: Told = tuple((number_id, value) for number_id, value in told if value is not None)

    def fail(self, kind: type[CompanionError], message: str, *where: str | int) -> None:
        found = place_sides(where, self.sides, self.rule_set) if self.is_typed else where
        self.faults.append(kind(message, (*self.where, *found)))

    def head(self, where: Where) -> str:
        """The side that is spoken of: “Ann: ”; nothing where none is."""
        key, *keys = where[len(self.where) :]
        if key not in list_by_side(self.rule_set) or not keys or keys[0] not in self.keys:
            return ""
        return f"{self.sides[self.keys.index(str(keys[0]))]}: "

    def name(self, where: Where) -> str:
        """What a sentence calls the value at this path: Ann: “card points”."""
        key, *keys = where[len(self.where) :]
        if not self.head(where):
            return f"“{say_path((key, *keys))}”"
        words = [each for each in (key, *keys[1:]) if isinstance(each, str)]
        return f"{self.head(where)}“{words[-1].replace('_', ' ')}”"

    def read(self, hint: Any, value: Any, where: Where) -> Any:
        """A value of this type; None, with the fault noted, for one that is not."""
        if self.is_typed and isinstance(value, str) and (hint is int or get_origin(hint) is Annotated):
            number = read_number(value)
            value = value if number is None else number
        return super().read(hint, value, where)

    def read_key(self, hint: Any, key: str) -> Any:
        """What the round has under a key that may be null; None for null, for nothing and for a fault."""
        return None if self.raw.get(key) is None else self.read(hint, self.raw[key], (*self.where, key))

    def read_sides(self, key: str, hint: Any, everyone: bool = True) -> list[Any]:
        """What a key of the round holds for each side, in the order of the sides; None for nothing."""
        raw = self.raw.get(key, {})
        found = self.read(GenericAlias(dict, (Side, hint)), raw, (*self.where, key)) or {}
        for number, side in enumerate(self.sides):
            if everyone and number not in {*found, *self.sitting_out} and isinstance(raw, Mapping):
                nothing = "[]" if key == "captured" else "0"
                message = f"Nothing is entered for {side}. Enter {nothing} for none."
                self.fail(NotUnderstood, message, key, side)
        return [found.get(number) for number in range(len(self.sides))]

    def _read_told(
        self, key: str, *numbers: Number
    ) -> Iterator[tuple[str, int | tuple[int | None, ...] | None]]:
        """What was told of the numbers under a key; None for nothing, and for 0 that need not be said."""
        first, words = numbers[0], [each.word for each in numbers]
        if first.is_side:
            return
        hint = GenericAlias(tuple, (one_of(words), ...)) if first.word else first.hint
        rows = self.read_sides(key, hint, everyone=False) if first.is_per_side else [self.read_key(hint, key)]
        for number in numbers:
            found = [int(number.word in (row or ())) for row in rows] if number.word else rows
            if all(each is None or not (each or number.asks) for each in found):
                yield number.id, None
            else:
                yield number.id, tuple(found) if number.is_per_side else found[0]

    def _find_side(self, name: Any) -> Side:
        """The index of a side; raises for one that does not play."""
        with suppress(CompanionError, ValueError):
            return Side(self.keys.index(str(name) if self.is_typed else parse_name(name)))
        said = name[:80] if isinstance(name, str) else "that"
        raise NotUnderstood(f"No side “{said}” plays here{say_nearest(said, self.sides)}.")

    def sort_yaku(self, yaku_ids: Collection[str]) -> tuple[str, ...]:
        """These yaku, each once, in the order of the rule set."""
        left_out = set(yaku_ids) & self.rule_set.left_out
        return (*(yaku.id for yaku in self.rule_set.yaku if yaku.id in yaku_ids), *sorted(left_out))

    def sort_ticked(self, further: Mapping[str, int | None]) -> Ticked:
        """These yaku with their further cards, without those that cannot be read."""
        rows = ((yaku_id, further[yaku_id]) for yaku_id in self.sort_yaku(further))
        return tuple((yaku_id, count) for yaku_id, count in rows if count is not None)

    def read_gaji(self, piles: Sequence[CardSet] = ()) -> GajiUse | None:
        written = self.read_key(WrittenGaji, "gaji")
        if written is None:
            return None
        if self.rule_set.gaji is None:
            self.fail(NotAllowedHere, f"{self.rule_set.name} has no Gaji.", "gaji")
            return None
        if written.by is None:
            if written.took is not None:
                message = "The Gaji took a card, but nobody is said to have used it."
                self.fail(NotUnderstood, message, "gaji", "by")
            return None
        if written.took is not None and written.took in self.rule_set.gaji.card:
            self.fail(NotPossible, "The Gaji cannot take itself.", "gaji", "took")
        for card in (*self.rule_set.gaji.card, *((written.took,) if written.took else ())):
            for side, pile in zip(self.sides, piles, strict=False):
                if card in pile and side != self.sides[written.by]:
                    user = self.sides[written.by]
                    message = f"{user} used the Gaji, so that {card.id} cannot lie with {side}."
                    self.fail(NotPossible, message, "gaji", "by")
        return GajiUse(written.by, written.took)
