"""What is always true of a pile and of a round of Kwa-Dō; single rounds: cases.py."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import DECK, CardSet
from companion.rules import (
    YakuFinder,
    get_rule_set,
    make_lines,
    parse_entry,
    parse_options,
    score_round,
)
from tests.rules.tables import NAMES, score

KWADO, KOI_KOI = get_rule_set("kwado-1985"), get_rule_set("koikoi-compendium")
FINDER = YakuFinder(KWADO.yaku)
GROWING = YakuFinder([yaku for yaku in KOI_KOI.yaku if yaku.id != "month-cards"])
piles = st.sets(st.sampled_from(DECK)).map(CardSet.of)


def list_yaku(pile):
    """The ids of the yaku of Kwa-Dō in a pile."""
    return [score.yaku.id for score in FINDER.find(pile)]


@pytest.mark.parametrize("yaku", KWADO.yaku, ids=lambda yaku: yaku.id)
def test_a_yaku_of_kwado_needs_every_one_of_its_cards(yaku):
    assert yaku.id in list_yaku(yaku.all_of)
    assert not any(yaku.id in list_yaku(yaku.all_of - CardSet.of([card])) for card in yaku.all_of)


@given(piles)
def test_a_pile_of_kwado_makes_exactly_the_yaku_whose_cards_it_holds(pile):
    held = {yaku.id for yaku in KWADO.yaku if all(card in pile for card in yaku.all_of)}
    assert set(list_yaku(pile)) == held


@given(piles, st.sampled_from(DECK))
def test_one_more_card_never_takes_points_away_in_koi_koi(pile, card):
    fewer, more = (
        sum(score.points for score in GROWING.find(each)) for each in (pile, pile | CardSet.of([card]))
    )
    assert more >= fewer


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
    sides, rules = tuple(captured), KWADO
    entry, other = (parse_entry({"captured": each}, rules, sides) for each in (captured, turned))
    assert parse_entry(entry.document(), rules, sides) == entry
    options = parse_options(rules, {})
    assert score_round(rules, options, entry) == score_round(rules, options, other)
