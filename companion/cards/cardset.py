"""Sets of cards: immutable, over one 48-bit integer, in deck order.

    >>> from companion.cards import BRIGHTS, PINE_CRANE
    >>> PINE_CRANE in BRIGHTS, len(BRIGHTS - CardSet.of([PINE_CRANE]))
    (True, 4)
    >>> CardSet.from_ids(["pine-crane", "plum-ribbon"]).ids
    ('pine-crane', 'plum-ribbon')

Sources: deck.md (the order of the deck).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from companion.cards.deck import DECK, Card, get_card

Value = TypeVar("Value")


class CardSet:
    """Some of the 48 cards. Compares, hashes and combines like a frozen set; iterates in deck order."""

    __slots__ = ("_mask",)
    _mask: int

    def __init__(self, _mask: int = 0) -> None:
        self._mask = _mask

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        """The set of these cards; repeated cards count once."""
        mask = 0
        for card in cards:
            mask |= 1 << card.index
        return cls(mask)

    @classmethod
    def from_ids(cls, ids: Iterable[str]) -> CardSet:
        """The set of the cards with these ids; raises `NotUnderstood` for the first unknown id."""
        return cls.of(get_card(card_id) for card_id in ids)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(card.id for card in self)

    def count(self, cards: CardSet) -> int:
        """How many of `cards` are in this set."""
        return (self._mask & cards._mask).bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self._mask >> card.index & 1)

    def __iter__(self) -> Iterator[Card]:
        return (card for card in DECK if self._mask >> card.index & 1)

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self._mask | other._mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self._mask & other._mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self._mask & ~other._mask)

    def __le__(self, other: CardSet) -> bool:
        return self._mask & other._mask == self._mask

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self._mask == other._mask

    def __hash__(self) -> int:
        return hash(self._mask)

    def __repr__(self) -> str:
        return f"CardSet({', '.join(self.ids)})"


class SetFinder(Generic[Value]):
    """Finds which of many sets a pile contains. Made once for a rule set, asked for every pile."""

    __slots__ = ("_rows",)

    def __init__(self, rows: Iterable[tuple[CardSet, Value]]) -> None:
        self._rows = tuple((cards._mask, found) for cards, found in rows)

    def find(self, pile: CardSet) -> list[Value]:
        """The values whose set `pile` contains, in the order given."""
        mask = pile._mask
        return [value for needed, value in self._rows if mask & needed == needed]
