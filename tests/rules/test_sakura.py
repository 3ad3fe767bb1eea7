"""Sakura as sakura.md has it: its tables, its settlement, Gaji, victories."""

import itertools

import pytest

from companion.cards import DECK, CardSet, Kind, get_suit
from companion.rules import Seating, find_next_dealer, get_rule_set, parse_options, score_document
from companion.rules.lines import list_payments, make_lines
from tests.rules.tables import list_unrefused, score, side_of

RULES = get_rule_set("sakura")
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")


# sakura.md: players, to each player, to the field, draw pile (next-games.md, C), sides; each plays alone, 4
# also as 2×2, 6 as 3×2 or 2×3.
DEALS = [
    (2, 8, 8, 24, (2,)),
    (3, 7, 6, 21, (3,)),
    (4, 5, 8, 20, (4, 2)),
    (5, 4, 8, 20, (5,)),
    (6, 3, 12, 18, (6, 3, 2)),
    (7, 3, 6, 21, (7,)),
]


def test_players_deal_sides_turn_and_months_are_those_of_the_text():
    deals = [
        (deal.players, deal.hand, deal.field, deal.draw_pile, RULES.get_sides(deal.players))
        for deal in RULES.deals
    ]
    assert deals == DEALS
    assert (RULES.turn.starts, RULES.turn.direction) == ("dealer", "counter-clockwise")
    assert [RULES.months.index(get_suit(suit)) + 1 for suit in ("pine", "willow", "paulownia")] == [1, 11, 12]
    assert list_unrefused([(8, "2 to 7 players, not 8")], RULES.get_sides) == []


# What sakura.md says that a card counts: twenties by name, ribbons 10, animals 5.
NAMED = dict.fromkeys(("pine-crane", "cherry-curtain", "susuki-moon", "paulownia-phoenix"), 20)
NAMED |= {"paulownia-chaff-1": 10, "willow-rain-man": 5}
BY_KIND = {Kind.RIBBON: 10, Kind.ANIMAL: 5, Kind.CHAFF: 0}


def test_ribbons_count_ten_animals_and_the_rain_man_five_and_the_coloured_paulownia_ten():
    points = {card.id: RULES.get_points(card) for card in DECK}
    assert points == {card.id: NAMED[card.id] if card.id in NAMED else BY_KIND[card.kind] for card in DECK}
    groups = {group.id: (len(group.cards), group.points) for group in RULES.values}
    assert groups == {"twenties": (4, 20), "tens": (11, 10), "fives": (10, 5), "chaff": (23, 0)}
    assert (RULES.deck_points, len(RULES.point_cards)) == (240, 25)


# kwado.md, "Bonuses", whose eight sets these are: id, cards, the name in use of sakura.md.
YAKU = [
    ("sakura-1", "pine-crane plum-warbler cherry-curtain", "Spring"),
    ("sakura-2", "cherry-curtain susuki-moon chrysanthemum-cup", "Drinking"),
    ("sakura-3", "peony-butterflies chrysanthemum-cup maple-deer", None),
    ("sakura-4", "clover-boar susuki-geese maple-deer", "Crop pests"),
    ("sakura-5", "wisteria-cuckoo iris-bridge clover-boar", None),
    ("sakura-6", "wisteria-ribbon iris-ribbon clover-ribbon", "Grass ribbons"),
    ("sakura-7", "peony-ribbon chrysanthemum-ribbon maple-ribbon", "Blue ribbons"),
    ("sakura-8", "pine-ribbon plum-ribbon cherry-ribbon", "Poetry ribbons"),
]


def test_a_yaku_is_that_of_kwado_costs_50_and_has_the_name_in_use():
    for yaku_id, cards, name in YAKU:
        yaku = RULES.get_yaku(yaku_id)
        assert (yaku.points, yaku.all_of, yaku.is_declared) == (50, CardSet.from_ids(cards.split()), False)
        assert yaku.all_of == get_rule_set("kwado-1985").get_yaku(yaku_id).all_of
        assert name in (None, yaku.short_name)


def test_all_eight_yaku_are_played_unless_the_table_plays_none():
    ids = [row[0] for row in YAKU]
    assert [yaku.id for yaku in RULES.yaku] == ids == list(parse_options(RULES, {}).yaku)
    assert parse_options(RULES, {"yaku": "none"}).yaku == ()


# next-games.md, C: curtain, boar, cup and deer serve in two; willow and paulownia in none.
def test_four_cards_serve_in_two_yaku_and_willow_and_paulownia_in_none():
    uses = {card: sum(card in yaku.all_of for yaku in RULES.yaku) for card in RULES.point_cards}
    twice = {card.id for card, count in uses.items() if count == 2}
    assert twice == {"cherry-curtain", "clover-boar", "chrysanthemum-cup", "maple-deer"}
    assert all((count == 0) == (card.suit.id in ("willow", "paulownia")) for card, count in uses.items())


def play(points, claims=None, **options):
    """A round of card points; `claims` are the yaku by name."""
    rows = {
        name: {"card_points": each, "yaku": (claims or {}).get(name, [])}
        for name, each in zip(NAMES, points, strict=False)
    }
    return score({"points": rows}, sides=tuple(rows), rule_set="sakura", **options)


# sakura.md, worked example; next-games.md, C 14 (sk-scoring) and 15 (sk-team-yaku).
@pytest.mark.parametrize(
    ("points", "yaku", "scores"),
    [
        ((150, 90), {"Ben": ["sakura-8"]}, [100, 90]),
        ((100, 80, 60), {"Ben": ["sakura-4", "sakura-8"]}, [0, 80, -40]),
        ((150, 90), {"Ann": ["sakura-8"], "Ben": ["sakura-7"]}, [100, 40]),
        ((150, 90), {}, [150, 90]),
    ],
    ids=["sakura.md", "sk-scoring, three players", "one each", "no yaku"],
)
def test_a_worked_example_scores_as_printed(points, yaku, scores):
    assert [side.score for side in play(points, yaku).sides] == scores


def test_each_yaku_of_an_opponent_is_a_line_with_its_owner():
    scored = play((100, 80, 60), {"Ben": ["sakura-2"], "Cem": ["sakura-8"]})
    assert [(line.words, line.points) for line in make_lines(scored, 0)] == [
        ("Card points", 100),
        ("Ben: Drinking (curtain, moon, cup)", -50),
        ("Cem: Poetry ribbons", -50),
        ("Round score", 0),
    ]
    assert [line.words for line in make_lines(scored, 1)][1:-1] == ["Cem: Poetry ribbons"]
    # Nobody receives what a yaku costs.
    assert list_payments(scored) == ()


def test_without_yaku_nothing_is_taken_off():
    scored = play((100, 140), {"Ben": ["sakura-2"]}, yaku="none")
    assert [side.score for side in scored.sides] == [100, 140]
    assert any("Drinking is not played here" in warning for warning in scored.warnings)


def test_a_coloured_paulownia_alone_does_not_say_that_chaff_was_entered():
    captured = {"Ann": ["paulownia-chaff-1"], "Ben": "rest-of-points"}
    scored = score({"captured": captured}, rule_set="sakura")
    assert (scored.uncaptured.ids, scored.warnings) == ((), ())


def test_a_document_of_a_round_has_the_keys_of_scoring_io():
    rows = {
        "Ann": {"twenties": 0, "tens": 1, "fives": 0},
        "Ben": {"twenties": 0, "tens": 9, "fives": 0, "yaku": ["sakura-8"]},
    }
    document = {"game": "sakura", "sides": ["Ann", "Ben"], "rounds": [{"counts": rows}]}
    plain, counted = (
        score_document(document | {"options": options})["rounds"][0]["sides"]["Ann"]
        for options in ({}, {"count": "victories"})
    )
    keys = {"card_points": 10, "yaku": [], "paid": 50, "gaji": [], "score": -40, "total": -40}
    assert plain == {"cards": None} | keys
    assert counted.keys() == plain.keys() | {"victories"}


# sakura.md, Gaji: what is left of the month that it took, or all; a willow taken is an ordinary match.
LEFT = ["pine-crane", "pine-chaff-1", "peony-butterflies", "willow-swallow"]


@pytest.mark.parametrize(
    ("leftover", "took", "brought"),
    [
        ("month", "pine-ribbon", ["pine-crane", "pine-chaff-1"]),
        ("all", "pine-ribbon", LEFT),
        ("month", "maple-ribbon", []),
        ("all", "maple-ribbon", LEFT),
        ("month", "willow-ribbon", []),
        ("all", "willow-ribbon", []),
    ],
)
def test_gaji_brings_what_is_left_of_the_month_that_it_took_or_all(leftover, took, brought):
    mine = ["willow-lightning", took]
    theirs = [card.id for card in DECK if card.id not in {*LEFT, *mine}]
    raw = {"captured": {"Ann": mine, "Ben": theirs}, "gaji": {"by": "Ann", "took": took}}
    scored = score(raw, rule_set="sakura", leftover=leftover, yaku="none")
    ann = side_of(scored)
    assert (set(ann.gaji.ids), set(scored.uncaptured.ids)) == (set(brought), {*LEFT} - {*brought})
    assert ann.card_points == RULES.points.count(CardSet.from_ids([*mine, *brought]))


def test_a_game_has_four_rounds_unless_the_table_agrees_on_others():
    options = parse_options(RULES, {})
    assert (options.rounds, options.target, RULES.length.offered) == (4, None, (4, 6, 12))


# sakura.md and scoring-io.md, victories: round scores, plain, with chu, with basa, with both.
VICTORIES = [
    ((120, 75, 10), 1, 1, 1, 1),
    ((120, 70, 10), 1, 2, 1, 2),
    ((110, 15, 0), 1, 2, 1, 2),
    ((115, 15, 0), 1, 2, 2, 3),
    ((120, 120, 0), 0, 0, 0, 0),
    ((80, 80, 80), 0, 0, 0, 0),
]


def test_the_best_score_of_a_round_is_a_victory_and_more_by_chu_and_basa():
    for points, *row in VICTORIES:
        for (with_basa, with_chu), worth in zip(itertools.product((False, True), repeat=2), row, strict=True):
            scored = play(points, count="victories", chu=with_chu, basa=with_basa)
            assert [scored.sides[n].figures["victories"] for n in range(3)] == [worth, 0, 0], points


@pytest.mark.parametrize(
    ("points", "options", "words", "ruling"),
    [
        ((120, 75), {}, "Victories", "sk-victories"),
        ((120, 70), {"chu": True}, "Victories: chu, 50 or more ahead", "sk-chu"),
        ((140, 40), {"basa": True}, "Victories: basa, 100 or more ahead", "sk-basa"),
        ((140, 40), {"chu": True, "basa": True}, "Victories: basa, 100 or more ahead", "sk-basa"),
        ((120, 70), {"chu": True, "basa": True}, "Victories: chu, 50 or more ahead", "sk-chu"),
    ],
)
def test_a_breakdown_names_chu_and_basa(points, options, words, ruling):
    line = make_lines(play(points, count="victories", **options), 0)[-1]
    assert (line.words, line.ruling) == (words, ruling)
    assert "Victories" not in [line.words for line in make_lines(play(points, **options), 0)]


# sakura.md: the round's winner deals next; equal scores: the earlier in turn order, who is the dealer first.
@pytest.mark.parametrize(
    ("scores", "dealer", "following"),
    [([10, 50, 30], 0, 1), ([50, 10, 50], 2, 2), ([50, 10, 50], 1, 2), ([50, 50, 10], 2, 0)],
)
def test_the_winner_of_a_round_deals_the_next_and_of_equals_the_earlier_in_turn(scores, dealer, following):
    seating = Seating(NAMES[:3], 3)
    assert parse_options(RULES, {}).choice("dealer") == "most-points"
    assert find_next_dealer(seating, dealer, scores, "most-points", (None, None, None)) == following
