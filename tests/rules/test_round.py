"""Scoring a round: every option's every value, Gaji, declaring, and what is unusual but allowed."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from companion.cards import DECK
from companion.rules import (
    get_rule_set,
    make_lines,
    parse_entry,
    parse_options,
    score_round,
)
from tests.rules.tables import score

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva", "Fay")


# --- Always true ----------------------------------------------------------------------------------

CHOICES = {
    "method": ["A", "B"],
    "yaku": ["none", "month", "ribbons", "all"],
    "bonus": ["after-floor", "before-floor"],
    "declare": [True, False],
    "gaji": ["off", "kwado", "sakura"],
}
ALL_OPTIONS = [dict(zip(CHOICES, row, strict=True)) for row in itertools.product(*CHOICES.values())]
deals = st.permutations(range(48)).flatmap(
    lambda order: st.tuples(st.just(order), st.lists(st.integers(0, 48), min_size=1, max_size=5))
)


def divide(order, cuts):
    cuts = sorted(cuts)
    edges = [0, *cuts, 48]
    return [[DECK[index].id for index in order[start:end]] for start, end in itertools.pairwise(edges)]


@given(deals, st.sampled_from(ALL_OPTIONS))
def test_all_cards_together_are_240_points_and_every_sum_adds_up(deal, choices):
    piles = divide(*deal)
    sides = NAMES[: len(piles)]
    breakdown = score({"captured": dict(zip(sides, piles, strict=True))}, sides=sides, **choices)
    assert sum(side.card_points for side in breakdown.sides) == 240
    floor = 240 // len(sides)
    for number, side in enumerate(breakdown.sides):
        points, bonus, lines = side.card_points, side.bonus, make_lines(breakdown, number)
        assert bonus == sum(one.points for one in side.yaku)
        assert points == sum(line.points for line in lines if line.id in ("brights", "animals", "ribbons"))
        sums = {"after-floor": max(0, points - floor) + bonus, "before-floor": max(0, points + bonus - floor)}
        expected = points + bonus if choices["method"] == "B" else sums[choices["bonus"]]
        assert side.score == lines[-1].points == expected


@given(deals)
def test_a_round_reads_back_as_printed_and_the_order_of_its_cards_never_matters(deal):
    captured = dict(zip(NAMES, divide(*deal), strict=False))
    turned = {side: pile[::-1] for side, pile in reversed(captured.items())}
    sides, rules = tuple(captured), get_rule_set("kwado-1985")
    entry, other = (parse_entry({"captured": each}, rules, sides) for each in (captured, turned))
    assert parse_entry(entry.document(), rules, sides) == entry
    options = parse_options(rules, {})
    assert score_round(rules, options, entry) == score_round(rules, options, other)
