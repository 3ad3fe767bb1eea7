"""The worked examples of kwado.md: method A, bonuses after the floor; the last two before it."""

import pytest

from companion.cards import DECK
from tests.rules.tables import score

# sides, card points, yaku of each side, net, bonus, round score: kwado.md, "Worked examples".
EXAMPLES = [
    pytest.param([125, 115], [["dragon"], []], [5, 0], [25, 0], [30, 0], "after-floor", id="two sides"),
    pytest.param(
        [95, 85, 60], [[], [], ["four-iris"]], [15, 5, 0], [0, 0, 30], [15, 5, 30], "after-floor",
        id="three sides",
    ),
    pytest.param(
        [125, 115], [["dragon"], []], [5, 0], [25, 0], [30, 0], "before-floor", id="two sides, before"
    ),
    pytest.param(
        [95, 85, 60], [[], [], ["four-iris"]], [15, 5, 0], [0, 0, 30], [15, 5, 10], "before-floor",
        id="three sides, before",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("points", "yaku", "net", "bonus", "scores", "where"), EXAMPLES)
def test_the_worked_example_scores_as_printed(points, yaku, net, bonus, scores, where):
    names = ["Ann", "Ben", "Cem"][: len(points)]
    rows = zip(names, points, yaku, strict=True)
    raw = {"points": {name: {"card_points": number, "yaku": ids} for name, number, ids in rows}}
    breakdown = score(raw, sides=names, bonus=where)
    sides = breakdown.sides
    assert [breakdown.sides[number].figures["net"] for number in range(len(sides))] == net
    assert [side.bonus for side in sides] == bonus
    assert [side.score for side in sides] == scores


def test_the_whole_deck_on_one_side_scores_575():
    everything = [card.id for card in DECK]
    breakdown = score({"captured": {"Ann": everything, "Ben": []}, "declared": None})
    assert list(breakdown.sides[0].figures.values()) == [240, 120, 120, 455, 575]
    assert list(breakdown.sides[1].figures.values()) == [0, 120, 0, 0, 0]
    assert len(breakdown.sides[0].yaku) == 13
