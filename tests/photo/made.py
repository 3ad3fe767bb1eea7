"""Made photos for tests: a deck that is taught, and piles of it."""

from functools import cache

import numpy as np

from benchmarks.photos import MadePhoto, load_deck, make_layout, make_lying, make_pile
from companion.cards import DECK, MONTH_ORDERS, DeckStyle

NAME = "black-frame"


@cache
def get_layout(start: int, style: DeckStyle = "japanese") -> bytes:
    """A photo of four months of the deck, laid out by the months of such a deck."""
    suits = [suit.index for suit in MONTH_ORDERS[style][start : start + 4]]
    return make_layout(load_deck(NAME), np.random.default_rng(start), suits, table="walnut").content


@cache
def make(seed: int, count: int, table: str = "green cloth") -> MadePhoto:
    """A photo of so many cards on a table."""
    return make_pile(load_deck(NAME), np.random.default_rng(seed), count, table=table)


@cache
def make_columns() -> MadePhoto:
    """A photo of fourteen cards in columns: each lies over the next, which shows by 60 % and more."""
    name, photo = make_lying(108)
    assert name == NAME
    return photo


def list_ids(photo: MadePhoto) -> list[str]:
    """The cards that lie there, in deck order."""
    lying = {card.id for card in photo.cards}
    return [card.id for card in DECK if card.id in lying]
