"""Scoring a round: every option's every value, Gaji, declaring, and what is unusual but allowed."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import DECK, POINT_CARDS
from companion.errors import CompanionError
from companion.rules import (
    RULE_SET_IDS,
    get_rule_set,
    make_lines,
    parse_entry,
    parse_options,
    score_document,
    score_round,
)
from tests.rules.tables import IRIS, MAPLE, WILLOW, score, side_of, yaku_of

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva", "Fay")
SAKURA_1 = ["pine-crane", "plum-warbler", "cherry-curtain"]


def by_points(*rows, yaku=()):
    claims = dict(yaku)
    return {
        "points": {
            name: {"card_points": points, "yaku": claims.get(name, [])}
            for name, points in zip(NAMES, rows, strict=False)
        }
    }


def get_figure(breakdown, figure_id):
    return [breakdown.get_figures(number)[figure_id] for number in range(len(breakdown.sides))]


# kwado.md, "Method A": the floor by number of sides.
@pytest.mark.parametrize(("sides", "floor"), [(2, 120), (3, 80), (4, 60), (5, 48), (6, 40)])
def test_the_floor_is_240_divided_by_the_number_of_sides(sides, floor):
    breakdown = score(by_points(*[0] * sides), sides=NAMES[:sides])
    assert set(get_figure(breakdown, "floor")) == {floor}


def test_a_negative_net_counts_as_zero():
    assert get_figure(score(by_points(100, 140)), "net") == [0, 20]


def test_method_b_adds_card_points_and_bonuses_and_knows_no_floor():
    breakdown = score(by_points(125, 115, yaku={"Ann": ["dragon"]}), method="B")
    assert [breakdown.get_figures(number) for number in (0, 1)] == [
        {"card_points": 125, "bonus": 25, "score": 150},
        {"card_points": 115, "bonus": 0, "score": 115},
    ]


@pytest.mark.parametrize(("bonus", "scores"), [("after-floor", [0, 55]), ("before-floor", [0, 25])])
def test_a_bonus_before_the_floor_only_fills_what_is_missing(bonus, scores):
    breakdown = score(by_points(150, 90, yaku={"Ben": ["dragon", "four-iris"]}), bonus=bonus)
    assert [side.score for side in breakdown.sides] == [30, scores[1]]


def test_only_yaku_in_play_count():
    raw = {"captured": {"Ann": [*IRIS, *SAKURA_1], "Ben": "rest"}, "declared": None}
    assert yaku_of(score(raw, yaku="none")) == []
    assert yaku_of(score(raw, yaku="month")) == ["four-iris"]
    assert yaku_of(score(raw, yaku=["sakura-1"])) == ["sakura-1"]
    assert yaku_of(score(raw, yaku="all")) == ["four-iris", "sakura-1"]


def test_in_1982_no_sakura_yaku_but_the_eighth_counts():
    raw = {"captured": {"Ann": [*SAKURA_1, "pine-ribbon", "plum-ribbon", "cherry-ribbon"], "Ben": "rest"}}
    assert yaku_of(score(raw, rule_set="kwado-1982")) == ["sakura-8"]


# --- Declaring ------------------------------------------------------------------------------------

DECLARED_ROUND = {"captured": {"Ann": [*SAKURA_1, *IRIS], "Ben": "rest"}}


def test_with_declaring_a_sakura_yaku_that_was_not_declared_scores_nothing_and_is_listed():
    ann = side_of(score({**DECLARED_ROUND, "declared": {}}, declare=True))
    assert [one.yaku.id for one in ann.yaku] == ["four-iris"]
    assert [one.yaku.id for one in ann.undeclared] == ["sakura-1"]
    assert ann.bonus == 30


def test_with_declaring_a_declared_sakura_yaku_counts():
    raw = {**DECLARED_ROUND, "declared": {"Ann": ["sakura-1"]}}
    assert yaku_of(score(raw, declare=True)) == ["four-iris", "sakura-1"]


def test_declaring_for_another_side_is_of_no_use():
    raw = {**DECLARED_ROUND, "declared": {"Ben": ["sakura-1"]}}
    assert yaku_of(score(raw, declare=True)) == ["four-iris"]


def test_a_round_without_declarations_counts_all_as_declared_and_says_so():
    breakdown = score(DECLARED_ROUND, declare=True)
    assert yaku_of(breakdown) == ["four-iris", "sakura-1"]
    assert any("what Ann announced: Sakura 1 counts" in warning for warning in breakdown.warnings)


def test_without_declaring_every_complete_sakura_yaku_counts():
    breakdown = score({**DECLARED_ROUND, "declared": {}}, declare=False)
    assert yaku_of(breakdown) == ["four-iris", "sakura-1"]
    assert side_of(breakdown).undeclared == ()


def test_a_declared_yaku_whose_third_card_another_side_captured_scores_nothing():
    raw = {
        "captured": {"Ann": SAKURA_1[:2], "Ben": "rest"},
        "declared": {"Ann": ["sakura-1"], "Ben": []},
    }
    assert yaku_of(score(raw)) == []


# --- Gaji -----------------------------------------------------------------------------------------


def gaji_round(took="susuki-geese", left=("willow-swallow", "susuki-chaff-1")):
    """Ann used the Gaji; all cards but those left lie with her or with Ben."""
    ann = ["willow-rain-man", "willow-ribbon", "willow-lightning", "susuki-geese", "susuki-moon"]
    ben = [card.id for card in DECK if card.id not in (*ann, *left)]
    return {"captured": {"Ann": ann, "Ben": ben}, "gaji": {"by": "Ann", "took": took}, "declared": {}}


def test_gaji_as_in_kwado_brings_the_willow_left_over_and_the_mate_stays():
    breakdown = score(gaji_round(), gaji="kwado")
    ann = side_of(breakdown)
    assert ann.gaji.ids == ("willow-swallow",)
    assert breakdown.uncaptured.ids == ("susuki-chaff-1",)
    assert yaku_of(breakdown) == ["four-willow"]
    assert breakdown.warnings == ()


def test_gaji_as_in_sakura_brings_the_mate_and_the_willow_stays():
    breakdown = score(gaji_round(), gaji="sakura")
    assert side_of(breakdown).gaji.ids == ("susuki-chaff-1",)
    assert breakdown.uncaptured.ids == ("willow-swallow",)
    assert yaku_of(breakdown) == []
    assert breakdown.warnings == ()


def test_without_gaji_the_card_brings_nothing_and_what_is_left_is_told():
    breakdown = score(gaji_round(), gaji="off")
    assert not side_of(breakdown).gaji
    assert breakdown.uncaptured.ids == ("susuki-chaff-1", "willow-swallow")
    assert len(breakdown.warnings) == 2


def test_what_gaji_brings_counts_for_card_points():
    points = {way: side_of(score(gaji_round(), gaji=way)).card_points for way in ("off", "kwado", "sakura")}
    assert points == {"off": 55, "kwado": 65, "sakura": 55}


def test_the_gaji_itself_is_worth_nothing():
    with_it = side_of(score({"captured": {"Ann": ["willow-lightning"], "Ben": []}}))
    assert with_it.card_points == 0


@pytest.mark.parametrize("way", ["kwado", "sakura"])
def test_a_gaji_that_took_a_willow_card_was_an_ordinary_match(way):
    raw = gaji_round(took="willow-ribbon")
    breakdown = score(raw, gaji=way)
    assert not side_of(breakdown).gaji
    assert any("ordinary match" in warning for warning in breakdown.warnings)


@pytest.mark.parametrize("way", ["kwado", "sakura"])
def test_a_round_in_which_nobody_used_the_gaji_brings_nothing(way):
    raw = {key: value for key, value in gaji_round().items() if key != "gaji"}
    assert score(raw, gaji=way).uncaptured.ids == ("susuki-chaff-1", "willow-swallow")
    assert score({**raw, "gaji": None}, gaji=way) == score(raw, gaji=way)
    assert score({**raw, "gaji": {"by": None}}, gaji=way) == score(raw, gaji=way)


def test_gaji_as_in_kwado_need_not_say_what_it_took():
    raw = {**gaji_round(), "gaji": {"by": "Ann"}}
    assert side_of(score(raw, gaji="kwado")).gaji.ids == ("willow-swallow",)


# --- Cards left over, chaff not entered -----------------------------------------------------------


def test_cards_of_nobody_are_told_not_refused():
    breakdown = score(
        {"captured": {"Ann": ["pine-crane"], "Ben": [card.id for card in DECK[1:47]]}}, yaku="none"
    )
    assert breakdown.uncaptured.ids == ("paulownia-chaff-3",)
    assert breakdown.warnings[-1] == "Nobody captured Paulownia chaff 3."


def test_a_round_without_any_chaff_leaves_no_chaff_over():
    raw = {"captured": {"Ann": ["pine-crane", "willow-lightning"], "Ben": "rest-of-points"}}
    breakdown = score(raw, yaku="none")
    assert not breakdown.uncaptured
    assert breakdown.warnings == ()
    assert [side.card_points for side in breakdown.sides] == [20, 220]


def test_where_chaff_was_not_entered_gaji_brings_in_none():
    ann = [card.id for card in POINT_CARDS if card.suit.id != "maple"]
    raw = {
        "captured": {"Ann": [*ann, "willow-lightning", "maple-deer"], "Ben": []},
        "gaji": {"by": "Ann", "took": "maple-deer"},
    }
    breakdown = score(raw, gaji="sakura", yaku="month")
    assert side_of(breakdown).gaji.ids == ("maple-ribbon",)
    assert yaku_of(breakdown) == ["four-willow"]


def test_a_side_said_to_have_all_four_has_the_month_yaku_though_no_chaff_is_entered():
    raw = {"captured": {"Ann": MAPLE[:2], "Ben": "rest-of-points"}}
    without = score(raw)
    assert yaku_of(without) == []
    assert any(
        "Ann may have Four maples: nobody said whether all of its cards are there." in warning
        for warning in without.warnings
    )
    answered = score({**raw, "all_four": {"maple": "Ann"}})
    assert yaku_of(answered) == ["four-maple"]
    assert not answered.uncaptured


def test_all_four_willows_need_the_lightning():
    assert yaku_of(score({"captured": {"Ann": WILLOW[:3], "Ben": "rest"}})) == []
    assert yaku_of(score({"captured": {"Ann": WILLOW, "Ben": "rest"}})) == ["four-willow"]


def test_the_phoenix_counts_for_the_dragon_and_for_the_five_brights():
    raw = {"counts": {"Ann": {"brights": 5, "animals": 0, "ribbons": 0, "yaku": ["dragon", "five-brights"]},
                      "Ben": {"brights": 0, "animals": 9, "ribbons": 10, "yaku": []}}}  # fmt: skip
    ann = side_of(score(raw))
    assert (ann.card_points, ann.bonus) == (100, 125)


# --- Counts and points ----------------------------------------------------------------------------


def test_counts_are_worth_20_10_and_5_each():
    raw = {"counts": {"Ann": {"brights": 3, "animals": 5, "ribbons": 4, "yaku": ["dragon"]},
                      "Ben": {"brights": 2, "animals": 4, "ribbons": 6, "yaku": []}}}  # fmt: skip
    breakdown = score(raw)
    assert list(breakdown.get_figures(0).values()) == [130, 120, 10, 25, 35]
    assert list(breakdown.get_figures(1).values()) == [110, 120, 0, 0, 0]


def test_counts_that_make_a_yaku_for_certain_ask_why_it_is_not_ticked():
    raw = {"counts": {"Ann": {"brights": 5, "animals": 0, "ribbons": 0, "yaku": ["dragon"]},
                      "Ben": {"brights": 0, "animals": 9, "ribbons": 10, "yaku": []}}}  # fmt: skip
    warnings = " ".join(score(raw).warnings)
    assert "Ann's cards make Five brights" in warnings
    assert "Dragon" not in warnings
    assert "Ben's cards make Sakura 6," in warnings


def test_card_points_of_nobody_are_told():
    assert "15 of the 240 card points are nobody's." in score(by_points(125, 100)).warnings


def test_a_claimed_yaku_that_is_not_in_play_does_not_count_and_is_told():
    breakdown = score(by_points(125, 115, yaku={"Ann": ["dragon"]}), yaku="month")
    assert side_of(breakdown).bonus == 0
    assert any("Dragon bonus is not played here" in warning for warning in breakdown.warnings)


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
    for number, side in enumerate(breakdown.sides):
        assert side.bonus == sum(one.points for one in side.yaku)
        lines = make_lines(breakdown, number)
        assert sum(line.points for line in lines if line.id in ("brights", "animals", "ribbons")) == (
            side.card_points
        )
        if choices["method"] == "B":
            assert side.score == side.card_points + side.bonus
        elif choices["bonus"] == "after-floor":
            assert side.score == max(0, side.card_points - 240 // len(sides)) + side.bonus
        else:
            assert side.score == max(0, side.card_points + side.bonus - 240 // len(sides))
        assert lines[-1].points == side.score


@given(deals)
def test_the_order_in_which_cards_are_listed_never_matters(deal):
    piles = divide(*deal)
    sides = NAMES[: len(piles)]
    rules = get_rule_set("kwado-1985")
    options = parse_options(rules, {})
    one = parse_entry({"captured": dict(zip(sides, piles, strict=True))}, rules, sides)
    turned = [list(reversed(pile)) for pile in piles]
    other = parse_entry({"captured": dict(reversed(list(zip(sides, turned, strict=True))))}, rules, sides)
    assert score_round(rules, options, one) == score_round(rules, options, other)


@given(deals)
def test_what_is_printed_of_a_round_reads_back_as_the_same_round(deal):
    piles = divide(*deal)
    sides = NAMES[: len(piles)]
    rules = get_rule_set("kwado-1985")
    entry = parse_entry({"captured": dict(zip(sides, piles, strict=True))}, rules, sides)
    assert parse_entry(entry.document(), rules, sides) == entry


@pytest.mark.parametrize("rule_set_id", [each for each in RULE_SET_IDS if get_rule_set(each).race is None])
def test_every_side_with_rest_gets_what_nobody_else_has(rule_set_id):
    breakdown = score({"captured": {"Ann": ["pine-crane"], "Ben": "rest"}}, rule_set=rule_set_id)
    assert len(side_of(breakdown, "Ben").pile) == 47
    breakdown = score({"captured": {"Ann": ["pine-crane"], "Ben": "rest-of-points"}}, rule_set=rule_set_id)
    assert len(side_of(breakdown, "Ben").pile) == len(get_rule_set(rule_set_id).point_cards) - 1
    assert side_of(breakdown, "Ben").pile <= get_rule_set(rule_set_id).point_cards


def test_every_line_of_a_breakdown_names_its_rule_and_its_source():
    breakdown = score({**DECLARED_ROUND, "declared": {}})
    ids = [line.id for line in make_lines(breakdown, 0)]
    assert ids == [
        "brights", "animals", "ribbons", "card_points", "floor", "net", "yaku", "undeclared", "score",
    ]  # fmt: skip
    for line in make_lines(breakdown, 0):
        assert line.ruling
        assert line.provenance.label
        assert line.provenance.source
    before = score({**DECLARED_ROUND, "declared": {}}, bonus="before-floor")
    assert [line.id for line in make_lines(before, 0)][-2:] == ["floor", "score"]


@pytest.mark.parametrize(
    ("suit", "pile", "took", "card"),
    [
        ("maple", ["maple-deer", "maple-ribbon"], "maple-chaff-1", "maple-chaff-1"),
        ("willow", ["willow-rain-man", "willow-swallow", "willow-ribbon"], "pine-crane", "willow-lightning"),
    ],
)
def test_nobody_has_all_four_of_a_suit_of_which_another_has_the_gaji_or_what_it_took(suit, pile, took, card):
    round_ = {
        "captured": {"Ann": pile, "Ben": []},
        "all_four": {suit: "Ann"},
        "gaji": {"by": "Ben", "took": took},
    }
    document = {
        "game": "kwado-1985",
        "sides": ["Ann", "Ben"],
        "options": {"gaji": "kwado"},
        "rounds": [round_],
    }
    said = f"Ben used the Gaji, so that {card} cannot lie with Ann."
    with pytest.raises(CompanionError) as caught:
        score_document(document)
    assert caught.value.message == said
    # A round that was kept before this was refused still opens.
    assert said in score(round_, gaji="kwado").warnings
    round_["gaji"]["by"] = "Ann"
    score_document(document)
