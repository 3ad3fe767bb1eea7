"""What photos of a deck teach, and what has to be asked before it is stored."""

from calendar import month_name
from collections.abc import Container, Mapping
from typing import NamedTuple

from companion.cards import MONTH_ORDERS, DeckStyle, Suit, get_month, get_suit_cards

PLACES = ("first", "second", "third", "fourth")


class Lesson(NamedTuple):
    """The pictures of the cards that were seen, by card id.

    `looks` has the rows that look like another month's: the id of that suit by the id of the one whose row it
    is by its place.
    """

    pictures: dict[str, bytes]
    looks: Mapping[str, str]


def name_month(suit: Suit, style: DeckStyle) -> str:
    return month_name[get_month(suit, style)]


def name_missing(pictures: Container[str], style: DeckStyle) -> list[str]:
    """Where the cards lie that have no picture, as in: November, third card. A whole month is one."""
    named = []
    for suit in MONTH_ORDERS[style]:
        places = [
            place for card, place in zip(get_suit_cards(suit), PLACES, strict=True) if card.id not in pictures
        ]
        month = name_month(suit, style)
        named += [month] if len(places) == len(PLACES) else [f"{month}, {place} card" for place in places]
    return named
