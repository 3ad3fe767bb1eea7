"""A round entered by cards.

Sources: scoring-io.md (`captured`, `rest`, `rest-of-points`); `all_four` and `chaff` are our additions to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from companion.cards import DECK, NAMED_SETS, SUITS, Card, CardSet, Suit, get_suit_cards
from companion.errors import NotPossible, NotUnderstood, raise_all, say_nearest
from companion.rules.entries.reading import AllFour, EntryOfSides, RoundReader, Side
from companion.rules.records.rule_set import say_absent
from companion.rules.text.reader import Bounds

RESTS = ("rest", "rest-of-points")
# The cards of a side, the word for the rest of them, None where nothing was said.
Listed = CardSet | str | None


@dataclass(frozen=True, slots=True)
class CapturedEntry(EntryOfSides):
    """A round entered by cards."""

    listed: tuple[Listed, ...]
    """What the document names, by sides."""
    all_four: AllFour | None
    """The suits whose four cards a side was said to hold, each with that side, where chaff was not entered;
    None where nobody was asked, empty where the answer was no.
    """
    piles: tuple[CardSet, ...]
    """What is listed, with the rest given out."""
    uncaptured: CardSet
    """Cards that no side has, without chaff where chaff was not entered."""
    is_chaff_entered: bool
    chaff: tuple[int | None, ...] = ()
    """How many cards each side has of a group that is numbered, where it has numbers."""
    unlisted: tuple[int, ...] = ()
    """How many of these no pile lists."""

    def _own_document(self) -> dict[str, object]:
        return {
            "captured": self._by_side(self.listed),
            "chaff": self._by_side(self.chaff) if self.chaff else None,
            "all_four": self._write_all_four(self.all_four),
        }


def read_captured(reader: RoundReader, rows: list[object]) -> CapturedEntry:
    rule_set = reader.rule_set
    has_numbers = rule_set.counting.numbered is not None and reader.raw.get("chaff") is not None
    # The rest of all cards would be chaff too, which has numbers.
    rests = RESTS[1:] if has_numbers else RESTS
    listed = list_piles(reader, [() if row is None else row for row in rows], rests)
    gaji = reader.read_gaji([pile if isinstance(pile, CardSet) else CardSet() for pile in listed])
    all_four = read_all_four(reader, listed)
    point_cards = rule_set.counting.picked if has_numbers else rule_set.counting.point_cards
    piles = [pile or CardSet() for pile in fill_piles(listed, all_four, rule_set.cards, point_cards)]
    chaff = rule_set.cards - rule_set.counting.picked - (rule_set.gaji.card if rule_set.gaji else CardSet())
    is_chaff_listed = any(isinstance(pile, CardSet) and pile & chaff for pile in listed)
    is_chaff_entered = not has_numbers and (is_chaff_listed or "rest" in listed)
    limit = Annotated[int, Bounds(0, len(rule_set.counting.chaff))]
    numbers = tuple(reader.read_sides("chaff", limit)) if has_numbers else ()
    unlisted = check_chaff(reader, tuple(piles), numbers) if has_numbers else ()
    captured = CardSet.of(card for pile in piles for card in pile)
    raise_all(reader.faults)
    return CapturedEntry(
        sides=reader.sides,
        gaji=gaji,
        declared=reader.declared,
        dealer=reader.dealer,
        extras=reader.extras,
        sitting_out=reader.sitting_out,
        told=reader.told,
        note=reader.note,
        listed=listed,
        all_four=all_four,
        piles=tuple(piles),
        uncaptured=(rule_set.cards if is_chaff_entered else point_cards) - captured,
        is_chaff_entered=is_chaff_entered,
        chaff=numbers,
        unlisted=unlisted,
    )


def list_piles(reader: RoundReader, rows: list[object], rests: tuple[str, ...]) -> tuple[Listed, ...]:
    """What the sides list; notes every card that two of them hold, and a rest that two of them have."""
    listed = tuple(
        None if row is None else _read_pile(reader, side, row, rests)
        for side, row in zip(reader.sides, rows, strict=True)
    )
    for card in DECK:
        owners = [
            side
            for side, pile in zip(reader.sides, listed, strict=True)
            if isinstance(pile, CardSet) and card in pile
        ]
        if len(owners) > 1:
            message = f"{card.id} is held by {' and '.join(owners)}: a card has one owner."
            reader.fail(NotPossible, message, "captured", owners[-1])
    with_rest = [side for side, pile in zip(reader.sides, listed, strict=True) if isinstance(pile, str)]
    if len(with_rest) > 1:
        message = f"Only one side can have the rest, not {' and '.join(with_rest)}."
        reader.fail(NotPossible, message, "captured")
    return listed


def _read_pile(reader: RoundReader, side: str, row: object, rests: tuple[str, ...]) -> CardSet | str:
    """The cards of a list, or the word for those that no other side has."""
    if isinstance(row, str):
        if row in rests:
            return row
        known = " or ".join(["a list of cards", *(f"“{rest}”" for rest in rests)])
        message = f"{side} has {known}, not “{row[:80]}”{say_nearest(row, rests)}."
        reader.fail(NotUnderstood, message, "captured", side)
    elif not isinstance(row, list | tuple):
        reader.fail(NotUnderstood, f"What {side} captured is a list of card ids.", "captured", side)
    cards: list[Card] = []
    key = reader.keys[reader.sides.index(side)]
    for card_id in row if isinstance(row, list | tuple) else ():
        card = reader.read(Card, card_id, (*reader.where, "captured", key))
        if card in cards:
            reader.fail(NotPossible, f"{side} has {card.id} twice.", "captured", side)
        elif card is not None and card not in reader.rule_set.cards:
            reader.fail(NotPossible, say_absent(card, reader.rule_set), "captured", side)
        elif card is not None:
            cards.append(card)
    return CardSet.of(cards)


def fill_piles(
    listed: Sequence[Listed], all_four: AllFour | None, deck: CardSet, point_cards: CardSet
) -> list[CardSet | None]:
    """The piles with what follows from “all four” and from the rest; None where nothing is listed."""
    piles = [CardSet() if isinstance(pile, str) else pile for pile in listed]
    for suit, number in all_four or ():
        pile = piles[number]
        if pile is not None:
            piles[number] = pile | NAMED_SETS[f"suit-{suit}"]
    rests = {"rest": deck, "rest-of-points": point_cards}
    for number, word in enumerate(listed):
        if isinstance(word, str):
            others = piles[:number] + piles[number + 1 :]
            taken = CardSet.of(card for pile in others for card in pile or ())
            piles[number] = ((piles[number] or CardSet()) | rests[word]) - taken
    return piles


def read_all_four(reader: RoundReader, listed: Sequence[Listed]) -> AllFour | None:
    """The suits whose four cards one side is said to have, each with that side."""
    found: dict[Suit, int | None] | None = reader.read_key(dict[Suit, Side], "all_four")
    if found is None:
        return None
    for suit, number in found.items():
        if number is None:
            continue
        cards = get_suit_cards(suit)
        for card in cards - reader.rule_set.cards:
            reader.fail(NotPossible, say_absent(card, reader.rule_set), "all_four", suit.id)
            break
        beyond = f"{reader.sides[number]} cannot have all four of {suit.english}: "
        for other, pile in enumerate(listed):
            theirs = cards & pile if isinstance(pile, CardSet) else CardSet()
            missing = (cards & reader.rule_set.counting.picked) - theirs
            if other != number and theirs:
                message = f"{beyond}{reader.sides[other]} has {', '.join(theirs.ids)}."
                reader.fail(NotPossible, message, "all_four", suit.id)
            if other == number and missing and not isinstance(pile, str):
                message = f"{beyond}{', '.join(missing.ids)} is not in that pile."
                reader.fail(NotPossible, message, "all_four", suit.id)
    return tuple((suit.id, number) for suit in SUITS if (number := found.get(suit)) is not None)


def check_chaff(
    reader: RoundReader, piles: tuple[CardSet | None, ...], chaff: tuple[int | None, ...]
) -> tuple[int, ...]:
    """How many chaff cards each side does not list; notes a number that cannot be, beside what is listed."""
    total, unlisted, most = 0, [], reader.rule_set.counting.count_chaff(reader.rule_set.cards)
    for side, pile, number in zip(reader.sides, piles, chaff, strict=True):
        listed = reader.rule_set.counting.count_chaff(pile or CardSet())
        if number is not None and pile is None:
            reader.fail(NotUnderstood, f"{side}: chaff is counted, but no card is listed.", "chaff", side)
        elif number is not None and number < listed:
            message = f"{side} lists {listed} chaff cards, so it cannot have {number}."
            reader.fail(NotPossible, message, "chaff", side)
        total += listed if number is None else number
        unlisted.append(0 if number is None else number - listed)
    if total > most:
        reader.fail(NotPossible, f"The deck has {most} chaff cards, not {total}.", "chaff")
    return tuple(unlisted)
