"""The page of the 48 cards, by month or by kind, in the Korean or the Japanese deck."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for

from companion.cards import DECK, SUITS, Card, Kind
from companion.cards.pictures import DECK_STYLES, DeckStyle, get_month
from companion.rules import RULE_SET_IDS, RuleSet, get_rule_set

blueprint = Blueprint("deck", __name__)

ORDERS = ("month", "kind")
RIBBON_SORTS = ("poetry", "blue", "plain")


@blueprint.get("/cards")
def cards() -> str:
    """All 48 cards; `?by=kind` and `?deck=japanese` show them otherwise."""
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
    """The marks at the edges of the cards, each with the points of its kind, in the order of kinds."""
    points = {card.kind: rule_set.get_points(card) for card in DECK}
    ribbons = {f"{sort}-ribbon": points[Kind.RIBBON] for sort in RIBBON_SORTS}
    return {
        "bright": points[Kind.BRIGHT],
        "animal": points[Kind.ANIMAL],
        **ribbons,
        "chaff": points[Kind.CHAFF],
    }


def group_by_month(deck: DeckStyle) -> list[tuple[str, list[Card]]]:
    """The suits as this deck's months have them, each with its heading and its four cards."""
    months = sorted((get_month(suit, deck), suit) for suit in SUITS)
    return [
        (f"{month} · {suit.english}", [card for card in DECK if card.suit is suit]) for month, suit in months
    ]


def group_by_kind() -> list[tuple[str, list[Card]]]:
    """The kinds, ribbons by their sort, each with its heading and its cards."""
    groups = [
        (Kind.BRIGHT.plural.capitalize(), [card for card in DECK if card.kind is Kind.BRIGHT]),
        (Kind.ANIMAL.plural.capitalize(), [card for card in DECK if card.kind is Kind.ANIMAL]),
    ]
    for sort in RIBBON_SORTS:
        groups.append((f"{sort.capitalize()} ribbons", [card for card in DECK if card.ribbon == sort]))
    return [*groups, (Kind.CHAFF.plural.capitalize(), [card for card in DECK if card.kind is Kind.CHAFF])]


@blueprint.app_template_global()
def deck_url(deck: DeckStyle = DECK_STYLES[0]) -> str:
    """The address of a deck's drawings, for the picture macros; a card's id follows it after a "#"."""
    return url_for("static", filename=f"cards/deck-{deck}.svg")
