"""The page of the 48 cards, by month or kind, in either deck, and a page for each card."""

from functools import cache

from flask import Blueprint, abort, render_template, request, url_for
from markupsafe import Markup

from companion.cards import (
    DECK,
    DECK_STYLES,
    MONTH_ORDERS,
    DeckStyle,
    find_deck_style,
    get_card,
    get_month,
    get_suit_cards,
    group_by_kind,
)
from companion.cards.pictures import KIND_MARKS, picture_svg
from companion.errors import CompanionError
from companion.reference import find_rulings, get_ruling, list_homes
from companion.rules import RULE_SET_IDS, get_rule_set, group
from companion.web import known_games
from companion.web.known_games import find_deck

blueprint = Blueprint("deck", __name__)

ORDERS_OF_CARDS = ("month", "kind")


@blueprint.get("/cards")
def cards() -> str:
    """All 48 cards. `?by=kind` and `?deck=japanese` change the order and the deck."""
    deck = find_deck_style(request.args.get("deck")) or find_deck()
    by = next((order for order in ORDERS_OF_CARDS if order == request.args.get("by")), ORDERS_OF_CARDS[0])
    rule_set = known_games.list_rule_sets()[0]
    months = enumerate(MONTH_ORDERS[deck], start=1)
    by_month = [(f"{month} · {suit.english}", get_suit_cards(suit)) for month, suit in months]
    points = {card.kind.value: rule_set.counting.get_points(card) for card in DECK}
    return render_template(
        "reference/cards.html",
        groups=group_by_kind() if by == "kind" else by_month,
        deck=deck,
        by=by,
        decks=DECK_STYLES,
        orders=ORDERS_OF_CARDS,
        # The marks at the cards' edges with the points of their kind.
        marks={mark: points[mark.rpartition("-")[2]] for mark in KIND_MARKS},
        rule_set=rule_set,
    )


@blueprint.get("/cards/<card_id>")
def card(card_id: str) -> str:
    """One card: its picture in both decks, its names, what it is worth where, and the rulings about it."""
    try:
        shown = get_card(card_id)
    except CompanionError:
        abort(404)
    played = known_games.list_rule_sets()[0]
    games = group(
        ((rule_set.game, rule_set.counting.get_points(shown)), rule_set)
        for rule_set in map(get_rule_set, RULE_SET_IDS)
        if rule_set.has_cards
    )
    return render_template(
        "reference/card.html",
        card=shown,
        deck_shown=find_deck(),
        decks=DECK_STYLES,
        pictures={deck: drawn_picture(shown.id, deck) for deck in DECK_STYLES},
        months={deck: get_month(shown.suit, deck) for deck in DECK_STYLES},
        games=games.values(),
        homes=list_homes(shown),
        mates=[mate for mate in DECK if mate.suit is shown.suit and mate is not shown],
        rule_set_id=played.id,
        rulings=[
            get_ruling(ruling.id, played.id if played.id in ruling.rule_sets else None)
            for ruling in find_rulings(card_id=card_id)
        ],
    )


@blueprint.app_template_global()
@cache
def drawn_picture(card_id: str, deck: DeckStyle) -> Markup:
    """A card drawn into the page: a whole deck for a card or two would weigh too much."""
    return Markup(picture_svg(get_card(card_id), deck, titled=False))  # noqa: S704


@blueprint.app_template_global()
def deck_url(deck: DeckStyle = DECK_STYLES[0]) -> str:
    """The address of a deck's drawings; add `#card-id`."""
    return url_for("static", filename=f"cards/deck-{deck}.svg")
