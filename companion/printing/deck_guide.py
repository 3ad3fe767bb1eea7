"""The deck guide: the cards by month, with names and points; or the twelve flowers in strips to cut.

Sources: deck.md (month orders), KD85 (the names in its booklet).
"""

from typing import Any

from companion.cards import DECK_STYLES, MONTH_ORDERS, WILLOW_LIGHTNING, DeckStyle, get_month, get_suit_cards
from companion.cards.pictures import KIND_MARKS
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, number_pages, split_page
from companion.printing.words import say_kinds, say_values
from companion.rules import RuleSet

# The names of the booklet where they differ, by the game whose booklet it is.
BOOKLET_NAMES = {"kwado": {"wisteria": "bush clover", "clover": "colored bush clover"}}


def list_months(rule_set: RuleSet, deck: DeckStyle) -> list[dict[str, Any]]:
    """The flowers of a game in the order of a deck; `others` are their numbers in the other decks."""
    return [
        {
            "number": number,
            "suit": suit,
            "cards": tuple(get_suit_cards(suit)),
            # The last of a month, but never the lightning: a strip shows a plain card.
            "shown": [card for card in get_suit_cards(suit) if card is not WILLOW_LIGHTNING][-1],
            "others": [
                (other.capitalize(), theirs)
                for other in DECK_STYLES
                if (theirs := get_month(suit, other)) != number
            ],
        }
        for number, suit in enumerate(MONTH_ORDERS[deck], 1)
        if get_suit_cards(suit) & rule_set.cards
    ]


def describe_deck_guide(order: Order) -> dict[str, Any]:
    """The data of the template."""
    rule_set = order.rule_set
    return {
        "style": make_page_style(split_page(order.paper, 1, is_wide=order.is_strip)) + number_pages(),
        "sheets": ("common/yaku.css",),
        "marks": KIND_MARKS,
        "months": list_months(rule_set, order.deck),
        "values": say_values(rule_set).capitalize()
        or " · ".join(group.say(len(group.cards)) for group in rule_set.values),
        "kinds": say_kinds(rule_set),
        "booklet_names": BOOKLET_NAMES.get(rule_set.page, {}),
        # As many as fit.
        "strips": 2 if order.paper.id == "a5" else 3,
    }
