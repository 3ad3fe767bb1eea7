"""Gaji, the wild card: which cards left on the field it brings its side at the end of a round.

    >>> from companion.cards import CardSet, get_card
    >>> left = CardSet.from_ids(["willow-swallow", "susuki-chaff-1"])
    >>> find_brought("kwado", CardSet.from_ids(["willow-swallow"]), get_card("susuki-geese"), left).ids
    ('willow-swallow',)
    >>> find_brought("sakura", CardSet.from_ids(["willow-swallow"]), get_card("susuki-geese"), left).ids
    ('susuki-chaff-1',)

Sources: KD85 (the willow card left over), SAK (the cards of the month that it took).
"""

from __future__ import annotations

from companion.cards import Card, CardSet, get_suit_cards

# Of which suit the cards are that it brings, by the option `gaji`: its own, or that of the card that it took.
BRINGS = {"kwado": "own", "sakura": "taken"}


def find_brought(way: str, wild_suit_cards: CardSet, took: Card | None, uncaptured: CardSet) -> CardSet:
    """The uncaptured cards that go to the side that used the Gaji, by the option `gaji` (`way`).

    A Gaji that took a card of its own suit was an ordinary match and brings nothing; neither does one in
    the Sakura way of which nobody said what it took.
    """
    if took is not None and took in wild_suit_cards:
        return CardSet()
    if BRINGS.get(way) == "own":
        return uncaptured & wild_suit_cards
    if BRINGS.get(way) == "taken" and took is not None:
        return uncaptured & get_suit_cards(took.suit)
    return CardSet()
