"""Which cards of a photo are believed, by their sizes: the pictures on a box are smaller than cards."""

import numpy as np
import pytest

from companion.photo.sizes import find_odd


def lay(count: int, size: float) -> list[np.ndarray]:
    card = np.float32([(0, 0), (33, 0), (33, 54), (0, 54)]) * size
    return [card + np.float32((40 * n, 100)) for n in range(count)]


@pytest.mark.parametrize(
    ("larger", "smaller", "are_larger_believed"),
    [(2, 4, False), (4, 4, False), (1, 9, False), (6, 4, False), (12, 4, True), (5, 0, True), (4, 1, True)],
)
def test_cards_are_believed_only_where_most_are_of_the_largest_size(
    larger: int, smaller: int, are_larger_believed: bool
) -> None:
    cards = [*lay(larger, 3), *lay(smaller, 1.8)]
    odd = find_odd(cards, [True] * len(cards))
    assert odd == [not are_larger_believed] * larger + [True] * smaller
