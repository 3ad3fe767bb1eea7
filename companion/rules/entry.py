"""A round as it was entered: by cards, by counts of each kind, or by card points.

What is entered is kept; scores are made from it each time they are asked for. An entry that exists can be on
a table: a card has one owner, counts and points are within the deck, a yaku has the cards that it needs.

    >>> from companion.rules.rule_set import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> raw = {"captured": {"Ann": ["pine-crane"], "Ben": "rest"}}
    >>> entry = parse_entry(raw, rules, ("Ann", "Ben"))
    >>> [len(pile) for pile in entry.piles], entry.document() == raw
    ([1, 47], True)

Sources: scoring-io.md; `all_four` is our addition to it, for rounds entered without chaff.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.cards import (
    CHAFF,
    DECK,
    NAMED_SETS,
    POINT_CARDS,
    SUITS,
    Card,
    CardSet,
    Kind,
    Suit,
    get_card,
    get_suit,
    get_suit_cards,
)
from companion.errors import (
    CompanionError,
    FaultList,
    NotAllowedHere,
    NotPossible,
    NotUnderstood,
    Where,
    raise_all,
    say_nearest,
)
from companion.rules.names import parse_name
from companion.rules.rule_set import RuleSet

RESTS = {"rest": CardSet.of(DECK), "rest-of-points": POINT_CARDS}
COUNTED_KINDS = (Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON)


class GajiUse(NamedTuple):
    """Which side used the Gaji as a wild card, and the card that it took where that was said."""

    by: int
    took: Card | None


class KindCounts(NamedTuple):
    """How many cards of each kind with points a side has captured."""

    brights: int
    animals: int
    ribbons: int


@dataclass(frozen=True, slots=True)
class _Entry:
    sides: tuple[str, ...]
    gaji: GajiUse | None
    declared: tuple[tuple[str, ...], ...] | None

    def _agreed_document(self) -> dict[str, object]:
        written: dict[str, object] = {}
        if self.gaji is not None:
            took = {"took": self.gaji.took.id} if self.gaji.took is not None else {}
            written["gaji"] = {"by": self.sides[self.gaji.by], **took}
        if self.declared is not None:
            written["declared"] = {
                side: list(yaku) for side, yaku in zip(self.sides, self.declared, strict=True) if yaku
            }
        return written


@dataclass(frozen=True, slots=True)
class CapturedEntry(_Entry):
    """A round entered by cards: what was `listed`, and the `piles` with the rest given out.

    `uncaptured` are the cards that no side has, without chaff where chaff was not entered. `all_four` says
    which sides were said to hold all four cards of which suits, in a round whose chaff was not entered; it is
    None where nobody was asked, and empty where the answer was no.
    """

    listed: tuple[CardSet | str, ...]
    all_four: tuple[tuple[str, int], ...] | None
    piles: tuple[CardSet, ...]
    uncaptured: CardSet
    is_chaff_entered: bool

    def document(self) -> dict[str, object]:
        """The round as a document writes it, which `parse_entry` reads back."""
        captured = {
            side: pile if isinstance(pile, str) else list(pile.ids)
            for side, pile in zip(self.sides, self.listed, strict=True)
        }
        written: dict[str, object] = {"captured": captured}
        if self.all_four is not None:
            written["all_four"] = {suit: self.sides[side] for suit, side in self.all_four}
        return written | self._agreed_document()


@dataclass(frozen=True, slots=True)
class CountsEntry(_Entry):
    """A round that the table counted by kinds, with the yaku that each side claims."""

    counts: tuple[KindCounts, ...]
    yaku: tuple[tuple[str, ...], ...]

    def document(self) -> dict[str, object]:
        """The round as a document writes it, which `parse_entry` reads back."""
        rows = zip(self.sides, self.counts, self.yaku, strict=True)
        counts = {side: {**counts._asdict(), "yaku": list(yaku)} for side, counts, yaku in rows}
        return {"counts": counts} | self._agreed_document()


@dataclass(frozen=True, slots=True)
class PointsEntry(_Entry):
    """A round that the table added up itself: card points, and the yaku that each side claims."""

    card_points: tuple[int, ...]
    yaku: tuple[tuple[str, ...], ...]

    def document(self) -> dict[str, object]:
        """The round as a document writes it, which `parse_entry` reads back."""
        rows = zip(self.sides, self.card_points, self.yaku, strict=True)
        points = {side: {"card_points": points, "yaku": list(yaku)} for side, points, yaku in rows}
        return {"points": points} | self._agreed_document()


Entry = CapturedEntry | CountsEntry | PointsEntry
# Says why a pile of this size cannot hold the cards, or None.
_SayBeyond = Callable[[CardSet], str | None]


def parse_entry(raw: object, rule_set: RuleSet, sides: Sequence[str], where: Where = ()) -> Entry:
    """The round that a document holds.

    Raises every fault at once, each with the path of keys to the thing: an unknown side, card or yaku, a card
    with two owners, a side that is left out, counts or points beyond the deck, a yaku that cannot be held.
    The options of the game play no part in it, so that a kept round outlives a change of options.
    """
    return _EntryReader(raw, rule_set, tuple(sides), where).read()


class _EntryReader:
    def __init__(self, raw: object, rule_set: RuleSet, sides: tuple[str, ...], where: Where) -> None:
        if not isinstance(raw, Mapping):
            raise NotUnderstood("A round is an object with what each side captured.", where)
        self.raw = raw
        self.rule_set = rule_set
        self.sides = sides
        self.where = where
        self.faults = FaultList()

    def fail(self, kind: type[CompanionError], message: str, *where: str | int) -> None:
        self.faults.append(kind(message, (*self.where, *where)))

    def read(self) -> Entry:
        ways = [key for key in ("captured", "counts", "points") if key in self.raw]
        if len(ways) != 1:
            said = "has " + " and ".join(f"“{way}”" for way in ways) if ways else "has none of them"
            raise NotUnderstood(
                f"A round is entered by “captured”, “counts” or “points”, one of them; this one {said}.",
                self.where,
            )
        way = ways[0]
        known = (way, "gaji", "declared", *(("all_four",) if way == "captured" else ()))
        for key in self.raw:
            if key not in known:
                nearest = say_nearest(str(key), known)
                self.fail(NotUnderstood, f"A round has no “{str(key)[:80]}”{nearest}.", str(key)[:80])
        rows = self.read_sides(way)
        declared = self.read_declared()
        if way == "captured":
            return self.read_captured(rows, declared)
        if way == "counts":
            return self.read_counts(rows, declared)
        return self.read_points(rows, declared)

    def read_sides(self, key: str, everyone: bool = True) -> list[object]:
        """What a key of the round holds for each side, in the order of the sides; ... for a side left out."""
        raw = self.raw[key]
        rows: list[object] = [...] * len(self.sides)
        if not isinstance(raw, Mapping):
            self.fail(NotUnderstood, f"“{key}” is an object with a value for each side.", key)
            return rows
        for name, value in raw.items():
            number = self.find_side(name, key)
            if number is not None:
                rows[number] = value
        if everyone:
            for side, row in zip(self.sides, rows, strict=True):
                if row is ...:
                    nothing = "[] is none" if key == "captured" else "0 is none"
                    message = f"Nothing is entered for {side}: {nothing}, nothing is not."
                    self.fail(NotUnderstood, message, key, side)
        return rows

    def find_side(self, name: object, *where: str) -> int | None:
        """The index of a side; notes a fault and gives None for one that does not play."""
        try:
            parsed = parse_name(name)
        except CompanionError:
            parsed = ""
        if parsed in self.sides:
            return self.sides.index(parsed)
        said = str(name)[:80] if isinstance(name, str) else "that"
        message = f"No side “{said}” plays here{say_nearest(said, self.sides)}."
        self.fail(NotUnderstood, message, *where, said)
        return None

    def read_captured(
        self, rows: list[object], declared: tuple[tuple[str, ...], ...] | None
    ) -> CapturedEntry:
        listed = [self.read_pile(side, row) for side, row in zip(self.sides, rows, strict=True)]
        piles = [CardSet() if isinstance(pile, str) else pile for pile in listed]
        self.check_owners(piles)
        with_rest = [number for number, pile in enumerate(listed) if isinstance(pile, str)]
        if len(with_rest) > 1:
            names = " and ".join(self.sides[number] for number in with_rest)
            self.fail(NotPossible, f"Only one side can have the rest, not {names}.", "captured")
        gaji = self.read_gaji(piles)
        lightning = self.rule_set.gaji.card if self.rule_set.gaji else CardSet()
        is_chaff_listed = any((pile & CHAFF) - lightning for pile in piles)
        all_four = self.read_all_four(piles, with_rest)
        for suit, number in all_four or ():
            piles[number] |= NAMED_SETS[f"suit-{suit.id}"]
        for number in with_rest:
            taken = CardSet()
            for pile in piles:
                taken |= pile
            piles[number] |= RESTS[str(listed[number])] - taken
        is_chaff_entered = is_chaff_listed or "rest" in listed
        uncaptured = RESTS["rest" if is_chaff_entered else "rest-of-points"]
        for pile in piles:
            uncaptured -= pile
        raise_all(self.faults)
        return CapturedEntry(
            sides=self.sides,
            gaji=gaji,
            declared=declared,
            listed=tuple(listed),
            all_four=None if all_four is None else tuple((suit.id, number) for suit, number in all_four),
            piles=tuple(piles),
            uncaptured=uncaptured,
            is_chaff_entered=is_chaff_entered,
        )

    def read_pile(self, side: str, row: object) -> CardSet | str:
        if row is ...:
            return CardSet()
        if isinstance(row, str):
            if row in RESTS:
                return row
            known = " or ".join(f"“{rest}”" for rest in RESTS)
            message = f"{side} has a list of cards or {known}, not “{row[:80]}”{say_nearest(row, RESTS)}."
            self.fail(NotUnderstood, message, "captured", side)
            return CardSet()
        if not isinstance(row, list | tuple):
            self.fail(NotUnderstood, f"What {side} captured is a list of card ids.", "captured", side)
            return CardSet()
        cards: list[Card] = []
        for card_id in row:
            try:
                card = get_card(card_id if isinstance(card_id, str) else repr(card_id)[:80])
            except CompanionError as error:
                self.fail(NotUnderstood, f"{side}: {error.message}", "captured", side)
                continue
            if card in cards:
                self.fail(NotPossible, f"{side} has {card.id} twice.", "captured", side)
            cards.append(card)
        return CardSet.of(cards)

    def check_owners(self, piles: Sequence[CardSet]) -> None:
        """Notes every card that two sides hold."""
        for card in DECK:
            owners = [side for side, pile in zip(self.sides, piles, strict=True) if card in pile]
            if len(owners) > 1:
                message = f"{card.id} is held by {' and '.join(owners)}: a card has one owner."
                self.fail(NotPossible, message, "captured", owners[-1])

    def read_gaji(self, piles: Sequence[CardSet] | None) -> GajiUse | None:
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
                self.fail(NotUnderstood, "The Gaji took a card, but nobody is said to have used it.", "gaji")
            return None
        by = self.find_side(raw["by"], "gaji", "by")
        took = None
        if raw.get("took") is not None:
            try:
                took = get_card(raw["took"] if isinstance(raw["took"], str) else repr(raw["took"])[:80])
            except CompanionError as error:
                self.fail(NotUnderstood, f"What the Gaji took: {error.message}", "gaji", "took")
        if took is not None and took in self.rule_set.gaji.card:
            self.fail(NotPossible, "The Gaji cannot take itself.", "gaji", "took")
        if by is None:
            return None
        for card in (*self.rule_set.gaji.card, *((took,) if took else ())):
            for side, pile in zip(self.sides, piles or (), strict=False):
                if card in pile and side != self.sides[by]:
                    message = f"{self.sides[by]} used the Gaji, so that {card.id} cannot lie with {side}."
                    self.fail(NotPossible, message, "gaji")
        return GajiUse(by, took)

    def read_all_four(self, piles: Sequence[CardSet], with_rest: list[int]) -> list[tuple[Suit, int]] | None:
        raw = self.raw.get("all_four")
        if raw is None:
            return None
        if not isinstance(raw, Mapping):
            self.fail(NotUnderstood, "“all_four” names a side for a suit.", "all_four")
            return []
        found = []
        for suit_id, name in raw.items():
            try:
                suit = get_suit(suit_id if isinstance(suit_id, str) else repr(suit_id)[:80])
            except CompanionError as error:
                self.fail(NotUnderstood, error.message, "all_four")
                continue
            number = self.find_side(name, "all_four", suit.id)
            if number is None:
                continue
            for other, pile in zip(self.sides, piles, strict=True):
                theirs = pile & get_suit_cards(suit)
                if theirs and other != self.sides[number]:
                    message = (
                        f"{self.sides[number]} cannot have all four of {suit.english}: "
                        f"{other} has {', '.join(theirs.ids)}."
                    )
                    self.fail(NotPossible, message, "all_four", suit.id)
            missing = (get_suit_cards(suit) & POINT_CARDS) - piles[number]
            if missing and number not in with_rest:
                message = (
                    f"{self.sides[number]} cannot have all four of {suit.english}: "
                    f"{', '.join(missing.ids)} is not in that pile."
                )
                self.fail(NotPossible, message, "all_four", suit.id)
            found.append((suit, number))
        return sorted(found, key=lambda pair: SUITS.index(pair[0]))

    def read_declared(self) -> tuple[tuple[str, ...], ...] | None:
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
        wanted = set()
        for yaku_id in row:
            try:
                wanted.add(
                    self.rule_set.get_yaku(yaku_id if isinstance(yaku_id, str) else repr(yaku_id)[:80]).id
                )
            except CompanionError as error:
                self.fail(NotUnderstood, error.message, *where)
        return tuple(yaku.id for yaku in self.rule_set.yaku if yaku.id in wanted)

    def read_number(self, row: Mapping[object, object], key: str, *where: str) -> int | None:
        side = where[-1]
        value = row.get(key)
        if value is None:
            self.fail(NotUnderstood, f"{side}: the {key.replace('_', ' ')} are not entered.", *where, key)
            return None
        if type(value) is not int or not -(10**9) < value < 10**9:
            self.fail(NotUnderstood, f"{side}: the {key.replace('_', ' ')} are no whole number.", *where, key)
            return None
        if value < 0:
            self.fail(NotPossible, f"{side}: the {key.replace('_', ' ')} cannot be less than 0.", *where, key)
            return None
        return value

    def read_row(
        self, row: object, keys: tuple[str, ...], *where: str
    ) -> tuple[list[int | None], tuple[str, ...]]:
        """The numbers under `keys` and the yaku claimed in one side's row."""
        side = where[-1]
        if row is ...:
            return [None] * len(keys), ()
        if not isinstance(row, Mapping):
            words = ", ".join(f"“{key}”" for key in keys)
            self.fail(NotUnderstood, f"{side} needs {words} and “yaku”.", *where)
            return [None] * len(keys), ()
        for key in row:
            if key not in (*keys, "yaku"):
                nearest = say_nearest(str(key), (*keys, "yaku"))
                self.fail(NotUnderstood, f"{side}: there is no “{str(key)[:80]}” here{nearest}.", *where)
        numbers = [self.read_number(row, key, *where) for key in keys]
        return numbers, self.read_yaku(row.get("yaku", []), *where, "yaku")

    def read_counts(self, rows: list[object], declared: tuple[tuple[str, ...], ...] | None) -> CountsEntry:
        keys = tuple(kind.plural for kind in COUNTED_KINDS)
        read = [self.read_row(row, keys, "counts", side) for side, row in zip(self.sides, rows, strict=True)]
        for column, key in enumerate(keys):
            total = sum(numbers[column] or 0 for numbers, _ in read)
            deck = len(NAMED_SETS[key])
            if total > deck:
                self.fail(NotPossible, f"The deck has {deck} {key}, not {total}.", "counts", key)
        claims = [yaku for _, yaku in read]
        counts = tuple(KindCounts(*(number or 0 for number in numbers)) for numbers, _ in read)
        if not self.faults:
            self.check_claims("counts", claims, [self.say_beyond_counts(each) for each in counts])
        gaji = self.read_gaji(None)
        raise_all(self.faults)
        return CountsEntry(self.sides, gaji, declared, counts, tuple(claims))

    def read_points(self, rows: list[object], declared: tuple[tuple[str, ...], ...] | None) -> PointsEntry:
        read = [
            self.read_row(row, ("card_points",), "points", side)
            for side, row in zip(self.sides, rows, strict=True)
        ]
        points = tuple(numbers[0] or 0 for numbers, _ in read)
        for side, number in zip(self.sides, points, strict=True):
            if number % self.point_step:
                message = f"{side}: card points come in steps of {self.point_step}, so not {number}."
                self.fail(NotPossible, message, "points", side, "card_points")
        if sum(points) > self.rule_set.deck_points:
            message = f"The deck has {self.rule_set.deck_points} card points, not {sum(points)}."
            self.fail(NotPossible, message, "points")
        claims = [yaku for _, yaku in read]
        if not self.faults:
            self.check_claims("points", claims, [self.say_beyond_points(number) for number in points])
        gaji = self.read_gaji(None)
        raise_all(self.faults)
        return PointsEntry(self.sides, gaji, declared, points, tuple(claims))

    @property
    def point_step(self) -> int:
        return min(value for value in self.rule_set.card_values.values() if value)

    def say_beyond_counts(self, counts: KindCounts) -> _SayBeyond:
        def say(needed: CardSet) -> str | None:
            for kind, count in zip(COUNTED_KINDS, counts, strict=True):
                wanted = needed.count(NAMED_SETS[kind.plural])
                if wanted > count:
                    return f"it takes {wanted} {kind.plural if wanted > 1 else kind.value}, not {count}"
            return None

        return say

    def say_beyond_points(self, points: int) -> _SayBeyond:
        def say(needed: CardSet) -> str | None:
            wanted = self.rule_set.points.count(needed)
            return f"its cards alone are {wanted} card points, not {points}" if wanted > points else None

        return say

    def check_claims(self, way: str, claims: Sequence[tuple[str, ...]], say: Sequence[_SayBeyond]) -> None:
        """Notes claimed yaku that the numbers cannot hold, and cards that two sides' yaku both need."""
        owners: dict[Card, int] = {}
        for number, (side, yaku_ids) in enumerate(zip(self.sides, claims, strict=True)):
            needed = CardSet()
            for yaku_id in yaku_ids:
                yaku = self.rule_set.get_yaku(yaku_id)
                needed |= yaku.all_of
                beyond = say[number](yaku.all_of)
                together = say[number](needed)
                if beyond:
                    message = f"{side} cannot have {yaku.short_name}: {beyond}."
                    self.fail(NotPossible, message, way, side, "yaku")
                elif together:
                    message = f"{side} cannot have {yaku.short_name} beside the other yaku: {together}."
                    self.fail(NotPossible, message, way, side, "yaku")
                for card in yaku.all_of:
                    owner = owners.setdefault(card, number)
                    if owner != number:
                        other = f"{self.sides[owner]} has by another yaku"
                        message = f"{yaku.short_name} of {side} needs {card.id}, which {other}."
                        self.fail(NotPossible, message, way, side, "yaku")
                        break
