"""Gaji, the wild card: which cards left on the field it brings its side at the end of a round.

    >>> from companion.cards import CardSet, get_card
    >>> left = CardSet.from_ids(["willow-swallow", "susuki-chaff-1"])
    >>> find_brought("own", CardSet.from_ids(["willow-swallow"]), get_card("susuki-geese"), left).ids
    ('willow-swallow',)
    >>> find_brought("taken", CardSet.from_ids(["willow-swallow"]), get_card("susuki-geese"), left).ids
    ('susuki-chaff-1',)

Sources: KD85 (the willow card left over), SAK (the cards of the month that it took, or all).
"""

from __future__ import annotations

from companion.cards import Card, CardSet, get_suit_cards

# Of which suit the cards are that it brings: its own, that of the card that it took, or any.
BRINGS = ("own", "taken", "all")


def needs_took(brings: str | None) -> bool:
    """Whether what the Gaji brings depends on the card that it took."""
    return brings in ("taken", "all")


def find_brought(brings: str, wild_suit_cards: CardSet, took: Card | None, uncaptured: CardSet) -> CardSet:
    """The uncaptured cards that go to the side that used the Gaji.

    A Gaji that took a card of its own suit was an ordinary match and brings nothing; neither does one while
    nobody said what it took, unless it brings its own suit.
    """
    if took is not None and took in wild_suit_cards:
        return CardSet()
    if brings == "own":
        return uncaptured & wild_suit_cards
    if took is None:
        return CardSet()
    return uncaptured if brings == "all" else uncaptured & get_suit_cards(took.suit)
