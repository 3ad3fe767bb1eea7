"""Scoring a round: every option's every value, Gaji, declaring, and what is unusual but allowed."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import DECK, POINT_CARDS
from companion.rules import (
    get_rule_set,
    make_lines,
    parse_entry,
    parse_options,
    score_document,
    score_round,
)
from tests.rules.tables import IRIS, MAPLE, list_unrefused, score, side_of, yaku_of

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
    return [breakdown.sides[number].figures[figure_id] for number in range(len(breakdown.sides))]


def test_the_floor_is_240_divided_by_the_number_of_sides():
    floors = {
        sides: get_figure(score(by_points(*[0] * sides), sides=NAMES[:sides]), "floor")
        for sides in range(2, 7)
    }
    assert {sides: set(each) for sides, each in floors.items()} == {
        2: {120},
        3: {80},
        4: {60},
        5: {48},
        6: {40},
    }


def test_a_negative_net_counts_as_zero():
    assert get_figure(score(by_points(100, 140)), "net") == [0, 20]


def test_method_b_adds_card_points_and_bonuses_and_knows_no_floor():
    breakdown = score(by_points(125, 115, yaku={"Ann": ["dragon"]}), method="B")
    assert [breakdown.sides[number].figures for number in (0, 1)] == [
        {"card_points": 125, "bonus": 25, "score": 150},
        {"card_points": 115, "bonus": 0, "score": 115},
    ]


def test_a_bonus_before_the_floor_only_fills_what_is_missing():
    raw = by_points(150, 90, yaku={"Ben": ["dragon", "four-iris"]})
    scores = {way: get_figure(score(raw, bonus=way), "score") for way in ("after-floor", "before-floor")}
    assert scores == {"after-floor": [30, 55], "before-floor": [30, 25]}


def test_only_yaku_in_play_count():
    raw = {"captured": {"Ann": [*IRIS, *SAKURA_1], "Ben": "rest"}, "declared": None}
    found = [yaku_of(score(raw, yaku=played)) for played in ("none", "month", ["sakura-1"], "all")]
    assert found == [[], ["four-iris"], ["sakura-1"], ["four-iris", "sakura-1"]]


# --- Declaring ------------------------------------------------------------------------------------


DECLARED_ROUND = {"captured": {"Ann": [*SAKURA_1, *IRIS], "Ben": "rest"}}
# What was declared, whether declaring is played; the yaku that count and those that were not declared.
DECLARING = [
    ({"declared": {}}, True, ["four-iris"], ["sakura-1"]),
    ({"declared": {"Ann": ["sakura-1"]}}, True, ["four-iris", "sakura-1"], []),
    ({"declared": {"Ben": ["sakura-1"]}}, True, ["four-iris"], ["sakura-1"]),
    ({}, True, ["four-iris", "sakura-1"], []),
    ({"declared": {}}, False, ["four-iris", "sakura-1"], []),
    # Another side captured the third card.
    (
        {"captured": {"Ann": SAKURA_1[:2], "Ben": "rest"}, "declared": {"Ann": ["sakura-1"], "Ben": []}},
        True,
        [],
        [],
    ),
]


def test_a_sakura_yaku_that_its_side_did_not_declare_scores_nothing_where_that_is_played():
    for changes, declare, *found in DECLARING:
        scored = score(DECLARED_ROUND | changes, declare=declare)
        ann = side_of(scored)
        assert [yaku_of(scored), [one.yaku.id for one in ann.undeclared]] == found, changes
        assert ann.bonus == 30 * len(found[0])


def test_a_round_without_declarations_counts_all_as_declared_and_says_so():
    told = score(DECLARED_ROUND, declare=True).warnings
    assert any("what Ann announced: Sakura 1 counts" in warning for warning in told)


# --- Gaji -----------------------------------------------------------------------------------------


def gaji_round(took="susuki-geese", left=("willow-swallow", "susuki-chaff-1")):
    """Ann used the Gaji; all cards but those left lie with her or with Ben."""
    ann = ["willow-rain-man", "willow-ribbon", "willow-lightning", "susuki-geese", "susuki-moon"]
    ben = [card.id for card in DECK if card.id not in (*ann, *left)]
    return {"captured": {"Ann": ann, "Ben": ben}, "gaji": {"by": "Ann", "took": took}, "declared": {}}


SWALLOW, CHAFF = "willow-swallow", "susuki-chaff-1"
# The option, what it brings, what stays, the yaku, the card points, how many warnings.
GAJI = [
    ("kwado", (SWALLOW,), (CHAFF,), ["four-willow"], 65, 0),
    ("sakura", (CHAFF,), (SWALLOW,), [], 55, 0),
    ("off", (), (CHAFF, SWALLOW), [], 55, 2),
]


def test_gaji_brings_the_willow_left_over_as_in_kwado_the_mate_as_in_sakura_or_nothing():
    for way, *expected in GAJI:
        scored = score(gaji_round(), gaji=way)
        ann = side_of(scored)
        found = [ann.gaji.ids, scored.uncaptured.ids, yaku_of(scored), ann.card_points, len(scored.warnings)]
        assert found == expected, way
    unsaid = score({**gaji_round(), "gaji": {"by": "Ann"}}, gaji="kwado")
    assert side_of(unsaid).gaji.ids == (SWALLOW,)


@pytest.mark.parametrize("way", ["kwado", "sakura"])
def test_a_gaji_that_took_a_willow_card_or_that_nobody_used_brings_nothing(way):
    ordinary = score(gaji_round(took="willow-ribbon"), gaji=way)
    assert not side_of(ordinary).gaji
    assert any("ordinary match" in warning for warning in ordinary.warnings)
    raw = {key: value for key, value in gaji_round().items() if key != "gaji"}
    unused = score(raw, gaji=way)
    assert unused.uncaptured.ids == (CHAFF, SWALLOW)
    assert unused == score({**raw, "gaji": None}, gaji=way) == score({**raw, "gaji": {"by": None}}, gaji=way)


# --- Cards left over, chaff not entered -----------------------------------------------------------


def test_cards_of_nobody_are_told_not_refused_and_chaff_only_where_some_was_entered():
    captured = {"Ann": ["pine-crane"], "Ben": [card.id for card in DECK[1:47]]}
    breakdown = score({"captured": captured}, yaku="none")
    assert breakdown.uncaptured.ids == ("paulownia-chaff-3",)
    assert breakdown.warnings[-1] == "Nobody captured Paulownia chaff 3."
    raw = {"captured": {"Ann": ["pine-crane", "willow-lightning"], "Ben": "rest-of-points"}}
    without = score(raw, yaku="none")
    assert (without.uncaptured.ids, without.warnings) == ((), ())
    assert [side.card_points for side in without.sides] == [20, 220]


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
    without, answered = score(raw), score({**raw, "all_four": {"maple": "Ann"}})
    said = "Ann may have Four maples: nobody said whether all of its cards are there."
    assert any(said in warning for warning in without.warnings)
    assert [yaku_of(without), yaku_of(answered)] == [[], ["four-maple"]]
    assert not answered.uncaptured


COUNTS = {"Ann": {"brights": 5, "animals": 0, "ribbons": 0, "yaku": ["dragon"]},
          "Ben": {"brights": 0, "animals": 9, "ribbons": 10, "yaku": []}}  # fmt: skip


# --- Counts and points ----------------------------------------------------------------------------


def test_counts_are_worth_20_10_and_5_each():
    raw = {"counts": {"Ann": {"brights": 3, "animals": 5, "ribbons": 4, "yaku": ["dragon"]},
                      "Ben": {"brights": 2, "animals": 4, "ribbons": 6, "yaku": []}}}  # fmt: skip
    breakdown = score(raw)
    assert list(breakdown.sides[0].figures.values()) == [130, 120, 10, 25, 35]
    assert list(breakdown.sides[1].figures.values()) == [110, 120, 0, 0, 0]


def test_counts_that_make_a_yaku_for_certain_ask_why_it_is_not_ticked():
    warnings = " ".join(score({"counts": COUNTS}).warnings)
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


def test_every_side_with_rest_gets_what_nobody_else_has():
    for rules in (get_rule_set("kwado-1985"), get_rule_set("kwado-1982")):
        raws = [{"captured": {"Ann": ["pine-crane"], "Ben": rest}} for rest in ("rest", "rest-of-points")]
        rest, points = (side_of(score(raw, rule_set=rules.id), "Ben").pile for raw in raws)
        assert (len(rest), len(points)) == (47, len(rules.point_cards) - 1)
        assert points <= rules.point_cards


def test_every_line_of_a_breakdown_names_its_rule_and_its_source():
    raw = {**DECLARED_ROUND, "declared": {}}
    lines = make_lines(score(raw), 0)
    assert [line.id for line in lines] == [
        "brights", "animals", "ribbons", "card_points", "floor", "net", "yaku", "undeclared", "score",
    ]  # fmt: skip
    told = [(line.ruling, line.provenance.label, line.provenance.source) for line in lines]
    assert all(map(all, told))
    before = make_lines(score(raw, bonus="before-floor"), 0)
    assert [line.id for line in before][-2:] == ["floor", "score"]


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
    assert list_unrefused([(document, said)], score_document) == []
    # A round that was kept before this was refused still opens.
    assert said in score(round_, gaji="kwado").warnings
    round_["gaji"]["by"] = "Ann"
    score_document(document)
