"""The page of the 48 cards, by month or kind, in either deck."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for

from companion.cards import DECK, SUITS, Card, Kind
from companion.cards.pictures import DECK_STYLES, DeckStyle, get_month
from companion.rules import RULE_SET_IDS, RuleSet, get_rule_set

blueprint = Blueprint("deck", __name__)

ORDERS = ("month", "kind")
RIBBONS = ("poetry", "blue", "plain")


@blueprint.get("/cards")
def cards() -> str:
    """All 48 cards. `?by=kind` and `?deck=japanese` change the order and the deck."""
    deck = next((style for style in DECK_STYLES if style == request.args.get("deck")), DECK_STYLES[0])
    by = next((order for order in ORDERS if order == request.args.get("by")), ORDERS[0])
    rule_set = get_rule_set(RULE_SET_IDS[0])
    groups = group_by_kind() if by == "kind" else group_by_month(deck)
    return render_template(
        "cards.html",
        groups=groups,
        deck=deck,
        by=by,
        decks=DECK_STYLES,
        orders=ORDERS,
        marks=list_marks(rule_set),
        rule_set=rule_set,
    )


def list_marks(rule_set: RuleSet) -> dict[str, int]:
    """The marks at the cards' edges with the points of their kind."""
    points = {card.kind: rule_set.get_points(card) for card in DECK}
    ribbons = {f"{ribbon}-ribbon": points[Kind.RIBBON] for ribbon in RIBBONS}
    return {
        "bright": points[Kind.BRIGHT],
        "animal": points[Kind.ANIMAL],
        **ribbons,
        "chaff": points[Kind.CHAFF],
    }


def group_by_month(deck: DeckStyle) -> list[tuple[str, list[Card]]]:
    """Headings and cards of the twelve months, in this deck's order."""
    months = sorted((get_month(suit, deck), suit) for suit in SUITS)
    return [
        (f"{month} · {suit.english}", [card for card in DECK if card.suit is suit]) for month, suit in months
    ]


def group_by_kind() -> list[tuple[str, list[Card]]]:
    """Headings and cards of the kinds."""
    groups = [
        (Kind.BRIGHT.plural.capitalize(), [card for card in DECK if card.kind is Kind.BRIGHT]),
        (Kind.ANIMAL.plural.capitalize(), [card for card in DECK if card.kind is Kind.ANIMAL]),
    ]
    for ribbon in RIBBONS:
        groups.append((f"{ribbon.capitalize()} ribbons", [card for card in DECK if card.ribbon == ribbon]))
    return [*groups, (Kind.CHAFF.plural.capitalize(), [card for card in DECK if card.kind is Kind.CHAFF])]


@blueprint.app_template_global()
def deck_url(deck: DeckStyle = DECK_STYLES[0]) -> str:
    """The address of a deck's drawings; add `#card-id`."""
    return url_for("static", filename=f"cards/deck-{deck}.svg")
