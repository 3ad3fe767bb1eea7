"""The words that yaku are made of, on the yaku of Kwa-Dō, Koi-Koi (nintendo, compendium) and Min-Hwatu."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import (
    ANIMALS,
    BRIGHTS,
    CHAFF,
    DECK,
    NAMED_SETS,
    POETRY_RIBBONS,
    RIBBONS,
    CardSet,
    get_card,
)
from companion.rules import Yaku, YakuFinder, get_rule_set
from companion.rules.yaku import AtLeast, FurtherPoints

DRY = NAMED_SETS["dry-brights"]
RAIN_MAN = CardSet.from_ids(["willow-rain-man"])
BOAR_DEER_BUTTERFLIES = CardSet.from_ids(["clover-boar", "maple-deer", "peony-butterflies"])
CUP = CardSet.from_ids(["chrysanthemum-cup"])
CURTAIN = CardSet.from_ids(["cherry-curtain"])
MOON = CardSet.from_ids(["susuki-moon"])
NONE = CardSet()

# koi-koi.md, "Yaku", column nintendo; the viewings and their replacement from the compendium.
KOI_KOI = YakuFinder(
    [
        Yaku("five-brights", "Five brights", 10, BRIGHTS, group="brights"),
        Yaku("four-brights", "Four brights", 8, DRY, group="brights"),
        Yaku("rainy-four-brights", "Rainy four", 7, RAIN_MAN, AtLeast(3, DRY), group="brights"),
        Yaku("three-brights", "Three brights", 5, NONE, AtLeast(3, DRY), group="brights"),
        Yaku(
            "boar-deer-butterflies", "Boar, deer, butterflies", 5, BOAR_DEER_BUTTERFLIES,
            extra=FurtherPoints(1, ANIMALS), group="animals",
        ),
        Yaku("animals", "Animals", 1, NONE, AtLeast(5, ANIMALS), FurtherPoints(1, ANIMALS), group="animals"),
        Yaku("poetry-ribbons", "Poetry", 5, POETRY_RIBBONS, extra=FurtherPoints(1, RIBBONS), group="ribbons"),
        Yaku("ribbons", "Ribbons", 1, NONE, AtLeast(5, RIBBONS), FurtherPoints(1, RIBBONS), group="ribbons"),
        Yaku("moon-viewing", "Moon viewing", 5, MOON | CUP),
        Yaku("flower-viewing", "Flower viewing", 5, CURTAIN | CUP),
        Yaku(
            "moonlit-blossoms", "Moonlit blossoms", 10, CURTAIN | MOON | CUP,
            replaces=("moon-viewing", "flower-viewing"),
        ),
        Yaku("chaff", "Chaff", 1, NONE, AtLeast(10, CHAFF), FurtherPoints(1, CHAFF)),
    ]
)  # fmt: skip


def first(cards: CardSet, count: int) -> CardSet:
    return CardSet.of(itertools.islice(cards, count))


def find(pile: CardSet) -> dict[str, int]:
    return {score.yaku.id: score.points for score in KOI_KOI.find(pile)}


@pytest.mark.parametrize(
    ("pile", "found"),
    [
        pytest.param(BRIGHTS, {"five-brights": 10}, id="all five: only the best of the group"),
        pytest.param(DRY, {"four-brights": 8}, id="the dry four"),
        pytest.param(first(DRY, 3) | RAIN_MAN, {"rainy-four-brights": 7}, id="rain man and three"),
        pytest.param(first(DRY, 3), {"three-brights": 5}, id="three dry"),
        pytest.param(first(DRY, 2) | RAIN_MAN, {}, id="the rain man does not count for three"),
        pytest.param(first(ANIMALS, 4), {}, id="four animals"),
        pytest.param(first(ANIMALS, 5), {"animals": 1}, id="five animals"),
        pytest.param(first(ANIMALS - BOAR_DEER_BUTTERFLIES, 6), {"animals": 2}, id="six animals"),
        pytest.param(BOAR_DEER_BUTTERFLIES, {"boar-deer-butterflies": 5}, id="boar, deer, butterflies"),
        pytest.param(ANIMALS, {"boar-deer-butterflies": 11}, id="and six further animals"),
        pytest.param(POETRY_RIBBONS, {"poetry-ribbons": 5}, id="poetry"),
        pytest.param(RIBBONS, {"poetry-ribbons": 12}, id="poetry and seven further ribbons"),
        pytest.param(RIBBONS - POETRY_RIBBONS, {"ribbons": 3}, id="seven ribbons without poetry"),
        pytest.param(MOON | CUP, {"moon-viewing": 5}, id="moon viewing"),
        pytest.param(MOON | CUP | CURTAIN, {"moonlit-blossoms": 10}, id="one replaces the viewings"),
        pytest.param(first(CHAFF, 12), {"chaff": 3}, id="twelve chaff"),
    ],
)
def test_a_pile_makes_these_yaku(pile, found):
    assert find(pile) == found


def test_a_grown_yaku_shows_every_card_that_earned_points():
    score = KOI_KOI.find(ANIMALS)[0]
    assert score.cards == ANIMALS


KWADO = get_rule_set("kwado-1985")
FINDER = YakuFinder(KWADO.yaku)


@pytest.mark.parametrize("yaku", KWADO.yaku, ids=lambda yaku: yaku.id)
def test_a_yaku_of_kwado_needs_every_one_of_its_cards(yaku):
    assert yaku in [score.yaku for score in FINDER.find(yaku.all_of)]
    for card in yaku.all_of:
        short = yaku.all_of - CardSet.of([card])
        assert yaku not in [score.yaku for score in FINDER.find(short)]


piles = st.sets(st.sampled_from(DECK)).map(CardSet.of)


@given(piles)
def test_a_pile_of_kwado_makes_exactly_the_yaku_whose_cards_it_holds(pile):
    held = {yaku.id for yaku in KWADO.yaku if all(card in pile for card in yaku.all_of)}
    assert {score.yaku.id for score in FINDER.find(pile)} == held


@given(piles, st.sampled_from(DECK))
def test_one_more_card_never_takes_points_away_in_koi_koi(pile, card):
    fewer = sum(score.points for score in KOI_KOI.find(pile))
    more = sum(score.points for score in KOI_KOI.find(pile | CardSet.of([card])))
    assert more >= fewer


def test_one_card_may_serve_in_several_yaku():
    pile = CardSet.of(
        get_card(card_id)
        for card_id in ("pine-crane", "plum-warbler", "cherry-curtain", "susuki-moon", "chrysanthemum-cup")
    )
    assert [score.yaku.id for score in FINDER.find(pile)] == ["sakura-1", "sakura-2"]
