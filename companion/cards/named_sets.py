"""Sets of cards that rules refer to by name.

    >>> get_named_set("grass-ribbons").ids
    ('wisteria-ribbon', 'iris-ribbon', 'clover-ribbon')

Sources: deck.md (kinds, the three sets of ribbons), KKC (the brights without the rain man).
"""

from companion.cards.cardset import CardSet
from companion.cards.deck import DECK, SUITS, Kind, Suit
from companion.errors import get_known


def _of_kind(kind: Kind) -> CardSet:
    return CardSet.of(card for card in DECK if card.kind is kind)


def _of_ribbon(ribbon: str) -> CardSet:
    return CardSet.of(card for card in DECK if card.ribbon == ribbon)


def get_suit_cards(suit: Suit) -> CardSet:
    return CardSet.of(card for card in DECK if card.suit is suit)


BRIGHTS = _of_kind(Kind.BRIGHT)
ANIMALS = _of_kind(Kind.ANIMAL)
RIBBONS = _of_kind(Kind.RIBBON)
CHAFF = _of_kind(Kind.CHAFF)
POINT_CARDS = CardSet.of(DECK) - CHAFF
POETRY_RIBBONS = _of_ribbon("poetry")
BLUE_RIBBONS = _of_ribbon("blue")
# The willow ribbon is plain but never one of the grass ribbons.
GRASS_RIBBONS = CardSet.from_ids(["wisteria-ribbon", "iris-ribbon", "clover-ribbon"])

NAMED_SETS: dict[str, CardSet] = {
    "deck": CardSet.of(DECK),
    "brights": BRIGHTS,
    "dry-brights": BRIGHTS - CardSet.from_ids(["willow-rain-man"]),
    "animals": ANIMALS,
    "ribbons": RIBBONS,
    "chaff": CHAFF,
    "point-cards": POINT_CARDS,
    "poetry-ribbons": POETRY_RIBBONS,
    "blue-ribbons": BLUE_RIBBONS,
    "grass-ribbons": GRASS_RIBBONS,
    **{f"suit-{suit.id}": get_suit_cards(suit) for suit in SUITS},
}


def get_named_set(name: str) -> CardSet:
    """The set with this name; raises `NotUnderstood`, naming the nearest known one."""
    return get_known(NAMED_SETS, name, "There is no set of cards")


def group_by_kind() -> list[tuple[str, CardSet]]:
    """Headings and cards of the kinds, and of the three kinds of ribbons."""
    shown = ("brights", "animals", "poetry-ribbons", "blue-ribbons", "plain-ribbons", "chaff")
    cards = {**NAMED_SETS, "plain-ribbons": RIBBONS - POETRY_RIBBONS - BLUE_RIBBONS}
    return [(each.replace("-", " ").capitalize(), cards[each]) for each in shown]
