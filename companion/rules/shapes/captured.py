"""A round entered by cards.

Sources: scoring-io.md (`captured`, `rest`, `rest-of-points`); `all_four` is our addition to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.cards import DECK, NAMED_SETS, SUITS, Card, CardSet, Suit, get_card, get_suit, get_suit_cards
from companion.errors import CompanionError, NotPossible, NotUnderstood, raise_all, say_nearest
from companion.rules.shapes.reading import EntryOfSides, RoundReader

RESTS = ("rest", "rest-of-points")
DECK_SET = CardSet.of(DECK)


@dataclass(frozen=True, slots=True)
class CapturedEntry(EntryOfSides):
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


def read_captured(reader: RoundReader, rows: list[object]) -> CapturedEntry:
    listed = [read_pile(reader, side, row) for side, row in zip(reader.sides, rows, strict=True)]
    piles = [CardSet() if isinstance(pile, str) else pile for pile in listed]
    check_owners(reader, piles)
    with_rest = [number for number, pile in enumerate(listed) if isinstance(pile, str)]
    if len(with_rest) > 1:
        names = " and ".join(reader.sides[number] for number in with_rest)
        reader.fail(NotPossible, f"Only one side can have the rest, not {names}.", "captured")
    gaji = reader.read_gaji(piles)
    lightning = reader.rule_set.gaji.card if reader.rule_set.gaji else CardSet()
    point_cards = reader.rule_set.point_cards
    is_chaff_listed = any(pile - point_cards - lightning for pile in piles)
    all_four = read_all_four(reader, piles, with_rest)
    for suit, number in all_four or ():
        piles[number] |= NAMED_SETS[f"suit-{suit.id}"]
    for number in with_rest:
        taken = CardSet()
        for pile in piles:
            taken |= pile
        piles[number] |= (DECK_SET if listed[number] == "rest" else point_cards) - taken
    is_chaff_entered = is_chaff_listed or "rest" in listed
    uncaptured = DECK_SET if is_chaff_entered else point_cards
    for pile in piles:
        uncaptured -= pile
    raise_all(reader.faults)
    return CapturedEntry(
        sides=reader.sides,
        gaji=gaji,
        declared=reader.declared,
        dealer=reader.dealer,
        extras=reader.extras,
        listed=tuple(listed),
        all_four=None if all_four is None else tuple((suit.id, number) for suit, number in all_four),
        piles=tuple(piles),
        uncaptured=uncaptured,
        is_chaff_entered=is_chaff_entered,
    )


def read_pile(reader: RoundReader, side: str, row: object, rests: tuple[str, ...] = RESTS) -> CardSet | str:
    """The cards of a list, or the word for those that no other side has."""
    if row is ...:
        return CardSet()
    if isinstance(row, str):
        if row in rests:
            return row
        known = " or ".join(["a list of cards", *(f"“{rest}”" for rest in rests)])
        message = f"{side} has {known}, not “{row[:80]}”{say_nearest(row, rests)}."
        reader.fail(NotUnderstood, message, "captured", side)
        return CardSet()
    if not isinstance(row, list | tuple):
        reader.fail(NotUnderstood, f"What {side} captured is a list of card ids.", "captured", side)
        return CardSet()
    cards: list[Card] = []
    for card_id in row:
        try:
            card = get_card(card_id if isinstance(card_id, str) else repr(card_id)[:80])
        except CompanionError as error:
            reader.fail(NotUnderstood, f"{side}: {error.message}", "captured", side)
            continue
        if card in cards:
            reader.fail(NotPossible, f"{side} has {card.id} twice.", "captured", side)
        cards.append(card)
    return CardSet.of(cards)


def check_owners(reader: RoundReader, piles: Sequence[CardSet]) -> None:
    """Notes every card that two sides hold."""
    for card in DECK:
        owners = [side for side, pile in zip(reader.sides, piles, strict=True) if card in pile]
        if len(owners) > 1:
            message = f"{card.id} is held by {' and '.join(owners)}: a card has one owner."
            reader.fail(NotPossible, message, "captured", owners[-1])


def read_all_four(
    reader: RoundReader, piles: Sequence[CardSet], with_rest: list[int]
) -> list[tuple[Suit, int]] | None:
    """The suits of which a side is said to have all four cards, each with that side."""
    raw = reader.raw.get("all_four")
    if raw is None:
        return None
    if not isinstance(raw, Mapping):
        reader.fail(NotUnderstood, "“all_four” names a side for a suit.", "all_four")
        return []
    found = []
    for suit_id, name in raw.items():
        try:
            suit = get_suit(suit_id if isinstance(suit_id, str) else repr(suit_id)[:80])
        except CompanionError as error:
            reader.fail(NotUnderstood, error.message, "all_four")
            continue
        number = reader.find_side(name, "all_four", suit.id)
        if number is None:
            continue
        for other, pile in zip(reader.sides, piles, strict=True):
            theirs = pile & get_suit_cards(suit)
            if theirs and other != reader.sides[number]:
                message = (
                    f"{reader.sides[number]} cannot have all four of {suit.english}: "
                    f"{other} has {', '.join(theirs.ids)}."
                )
                reader.fail(NotPossible, message, "all_four", suit.id)
        missing = (get_suit_cards(suit) & reader.rule_set.picked) - piles[number]
        if missing and number not in with_rest:
            message = (
                f"{reader.sides[number]} cannot have all four of {suit.english}: "
                f"{', '.join(missing.ids)} is not in that pile."
            )
            reader.fail(NotPossible, message, "all_four", suit.id)
        found.append((suit, number))
    return sorted(found, key=lambda pair: SUITS.index(pair[0]))
