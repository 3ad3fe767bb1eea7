"""The cards that are given to their sides, as they lie on a page: by kind, as in a pile, or by month."""

from typing import NamedTuple

from companion.cards import MONTH_ORDERS, Card, DeckStyle, get_month, get_suit_cards
from companion.rules import RuleSet

ORDERS = ("kind", "month")


class PlacedCard(NamedTuple):
    """A card with its number in a deck, and the points that it has in a rule set."""

    card: Card
    month: int
    points: int


def place(rule_set: RuleSet, deck: DeckStyle, card: Card) -> PlacedCard:
    """The card of this deck as this rule set counts it."""
    return PlacedCard(card, get_month(card.suit, deck), rule_set.get_points(card))


def get_card_rows(rule_set: RuleSet, deck: DeckStyle, order: str) -> list[tuple[str, list[PlacedCard]]]:
    """The cards under their headings, months in the order of the deck."""
    if order == "month":
        return [
            (
                f"{month}. {suit.english}",
                [place(rule_set, deck, card) for card in get_suit_cards(suit) & rule_set.picked],
            )
            for month, suit in enumerate(MONTH_ORDERS[deck], 1)
        ]
    return [
        (
            f"{group.id.capitalize()}, {group.points} each" if group.points else group.id.capitalize(),
            sorted(
                (place(rule_set, deck, card) for card in group.cards),
                key=lambda placed: (placed.month, placed.card.index),
            ),
        )
        for group in rule_set.picked_groups
    ]
