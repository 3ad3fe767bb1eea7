"""The 24 cards with points as they lie on a page: by kind, as in a pile on the table, or by month."""

from __future__ import annotations

from typing import NamedTuple

from companion.cards import NAMED_SETS, POINT_CARDS, Card, Kind, get_suit_cards
from companion.rules import RuleSet

ORDERS = ("kind", "month")


class PlacedCard(NamedTuple):
    """A card with the month and the points that it has in a rule set."""

    card: Card
    month: int
    points: int


class CardRow(NamedTuple):
    """Cards under one heading."""

    title: str
    cards: tuple[PlacedCard, ...]


def place(rule_set: RuleSet, card: Card) -> PlacedCard:
    """The card as this rule set counts it."""
    return PlacedCard(card, rule_set.get_month(card.suit), rule_set.card_values[card.kind])


def get_card_rows(rule_set: RuleSet, order: str) -> list[CardRow]:
    """The 24 cards in rows, months in the rule set's order."""
    if order == "month":
        return [
            CardRow(
                f"{month}. {suit.english}",
                tuple(place(rule_set, card) for card in get_suit_cards(suit) & POINT_CARDS),
            )
            for month, suit in enumerate(rule_set.months, 1)
        ]
    return [
        CardRow(
            f"{kind.plural.capitalize()}, {rule_set.card_values[kind]} each",
            tuple(
                sorted(
                    (place(rule_set, card) for card in NAMED_SETS[kind.plural]),
                    key=lambda placed: (placed.month, placed.card.index),
                )
            ),
        )
        for kind in (Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON)
    ]
