"""The words that yaku are made of, on the yaku of Kwa-Dō and of Koi-Koi; single piles: cases.py."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import DECK, CardSet
from companion.rules import YakuFinder, get_rule_set

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
