"""What photos of a deck did not show is named by where it lies."""

import pytest

from companion.cards import DECK, DeckStyle
from companion.photo import name_missing


@pytest.mark.parametrize(
    ("style", "named"),
    [
        ("korean", ["January", "November, third card", "December, second card"]),
        ("japanese", ["January", "November, second card", "December, third card"]),
    ],
)
def test_a_missing_card_is_named_by_month_and_place_and_a_missing_month_as_one(
    style: DeckStyle, named: list[str]
) -> None:
    missing = {"willow-swallow", "paulownia-chaff-2", *(card.id for card in DECK[:4])}
    assert name_missing({card.id for card in DECK} - missing, style) == named
