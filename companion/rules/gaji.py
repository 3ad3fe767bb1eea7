"""Gaji, the wild card: which cards left on the field it brings its side at the end of a round.

    >>> from companion.cards import CardSet, get_card
    >>> left = CardSet.from_ids(["willow-swallow", "susuki-chaff-1"])
    >>> find_brought("own", CardSet.from_ids(["willow-swallow"]), get_card("susuki-geese"), left).ids
    ('willow-swallow',)
    >>> find_brought("taken", CardSet.from_ids(["willow-swallow"]), get_card("susuki-geese"), left).ids
    ('susuki-chaff-1',)

Sources: KD85 (the willow card left over), SAK (the cards of the month that it took).
"""

from __future__ import annotations

from companion.cards import Card, CardSet, get_suit_cards

# Of which suit the cards are that it brings: its own, or that of the card that it took.
BRINGS = ("own", "taken")


def find_brought(brings: str, wild_suit_cards: CardSet, took: Card | None, uncaptured: CardSet) -> CardSet:
    """The uncaptured cards that go to the side that used the Gaji.

    A Gaji that took a card of its own suit was an ordinary match and brings nothing; neither does one that
    brings cards of the suit taken while nobody said what it took.
    """
    if took is not None and took in wild_suit_cards:
        return CardSet()
    if brings == "own":
        return uncaptured & wild_suit_cards
    return uncaptured & get_suit_cards(took.suit) if took is not None else CardSet()
