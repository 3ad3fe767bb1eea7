"""Scoring a pile against a bare loop over thirteen integer masks."""

import random
from collections.abc import Iterator

from benchmarks.measure import Row, compare, timed
from companion.cards import DECK, CardSet
from companion.rules import get_rule_set, get_scorer, parse_options

RULES = get_rule_set("kwado-1985")
OPTIONS = parse_options(RULES, {"declare": False})
DEALS = 200


def rows() -> Iterator[Row]:
    """The names and points of a pile."""
    chance = random.Random(1959)
    # The bare thing: thirteen masks with names and points, five kinds of sums over plain integers.
    bit = {card.id: 1 << card.index for card in DECK}
    masks = [(sum(bit[card.id] for card in yaku.all_of), yaku.id, yaku.points) for yaku in RULES.yaku]
    kinds = [
        (sum(1 << card.index for card in group.cards), group.points) for group in RULES.counting.point_groups
    ]

    def score_bare(pile: int) -> tuple[int, list[tuple[str, int]]]:
        found = []
        for mask, name, points in masks:
            if pile & mask == mask:
                found.append((name, points))
        total = 0
        for mask, points in kinds:
            total += (pile & mask).bit_count() * points
        return total, found

    finder, count_points = get_scorer(RULES, OPTIONS).finder, RULES.counting.count_points
    piles = [CardSet.from_ids(card.id for card in DECK if chance.randrange(2)) for _ in range(DEALS)]
    bare_piles = [sum(bit[card.id] for card in pile) for pile in piles]
    for pile, bare_pile in zip(piles, bare_piles, strict=True):
        total, found = score_bare(bare_pile)
        assert total == count_points(pile)
        assert found == [(score.yaku.id, score.points) for score in finder.find(pile)]

    def ours() -> None:
        for pile in piles:
            count_points(pile)
            finder.find(pile)

    def bare() -> None:
        for pile in bare_piles:
            score_bare(pile)

    yield compare(f"score {DEALS} piles, names and points", timed(ours), timed(bare), 2.0)
