"""Min-Hwatu as min-hwatu.md has it: its tables, its settlement, its length, its extra points."""

import random

import pytest

from companion.cards import DECK, CardSet, Kind, get_suit
from companion.errors import NotAllowedHere
from companion.rules import get_rule_set, parse_options, score_document
from companion.rules.lines import make_lines
from tests.rules.tables import score

RULES = get_rule_set("min-hwatu")
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")


# min-hwatu.md: players, to each player, to the field; the draw pile of next-games.md; the text.
DEALS = [
    (2, 10, 8, 20, "MH21"),
    (3, 7, 6, 21, "MH21"),
    (4, 5, 8, 20, "MH25"),
    (5, 4, 8, 20, "MH25"),
    (6, 3, 12, 18, "MH25"),
    (7, 3, 6, 21, "MH25"),
]


def test_players_deal_turn_and_months_are_those_of_the_texts():
    assert [
        (deal.players, deal.hand, deal.field, deal.draw_pile, deal.provenance.source) for deal in RULES.deals
    ] == DEALS
    assert [RULES.get_sides(deal.players) for deal in RULES.deals] == [(n,) for n in range(2, 8)]
    with pytest.raises(NotAllowedHere, match="2 to 7 players, not 8"):
        RULES.get_deal(8)
    assert (RULES.turn.starts, RULES.turn.direction) == ("dealer", "counter-clockwise")
    assert [RULES.months.index(get_suit(suit)) + 1 for suit in ("pine", "paulownia", "willow")] == [1, 11, 12]


def test_cards_are_worth_what_they_are_in_kwado():
    values = {Kind.BRIGHT: 20, Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.CHAFF: 0}
    assert all(RULES.get_points(card) == values[card.kind] for card in DECK)
    assert RULES.deck_points == 240


# min-hwatu.md, "Yaku": id, Korean name, points, cards.
YAKU = [
    ("hongdan", "홍단", 30, "pine-ribbon plum-ribbon cherry-ribbon"),
    ("cheongdan", "청단", 30, "peony-ribbon chrysanthemum-ribbon maple-ribbon"),
    ("chodan", "초단", 30, "wisteria-ribbon iris-ribbon clover-ribbon"),
    ("choyak", "초약", 20, "iris-bridge iris-ribbon iris-chaff-1 iris-chaff-2"),
    ("pungyak", "풍약", 20, "maple-deer maple-ribbon maple-chaff-1 maple-chaff-2"),
    ("biyak", "비약", 20, "willow-rain-man willow-swallow willow-ribbon willow-lightning"),
    ("godori", "고도리", 50, "plum-warbler wisteria-cuckoo susuki-geese"),
    ("ogwang", "오광", 50, "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"),
    ("ttongyak", "똥약", 20, "paulownia-phoenix paulownia-chaff-1 paulownia-chaff-2 paulownia-chaff-3"),
    ("five-brights-200", "", 200, "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"),
    ("springtime", "", 150, "pine-crane plum-warbler cherry-curtain"),
    ("grand-views", "", 150, "pine-crane cherry-curtain susuki-moon chrysanthemum-cup"),
    ("views", "", 100, "cherry-curtain susuki-moon chrysanthemum-cup"),
    ("boar-deer-butterflies", "", 50, "clover-boar maple-deer peony-butterflies"),
]


def test_a_yaku_is_that_of_the_table():
    for yaku_id, korean, points, cards in YAKU:
        yaku = RULES.get_yaku(yaku_id)
        assert (yaku.points, yaku.all_of) == (points, CardSet.from_ids(cards.split()))
        assert korean in yaku.name


def test_there_are_no_other_yaku_and_core_is_the_default():
    assert [yaku.id for yaku in RULES.yaku] == [row[0] for row in YAKU]
    assert parse_options(RULES, {}).yaku == tuple(row[0] for row in YAKU[:6])
    assert parse_options(RULES, {"yaku": "all"}).yaku == tuple(row[0] for row in YAKU[:9])


def play(points, yaku=None, **options):
    """The scores of a round of card points; `yaku` are the claims by name."""
    rows = {
        name: {"card_points": each, "yaku": (yaku or {}).get(name, [])}
        for name, each in zip(NAMES, points, strict=False)
    }
    sides = tuple(rows)
    scored = score({"points": rows}, sides=sides, rule_set="min-hwatu", **{"yaku": "all", **options})
    return [side.score for side in scored.sides]


# min-hwatu.md, "Settlement"; next-games.md, A 16 and 17.
@pytest.mark.parametrize(
    ("points", "yaku", "options", "scores"),
    [
        ((100, 80, 60), {"Cem": ["cheongdan"]}, {}, [70, 50, 120]),
        ((100, 80, 60), {"Cem": ["cheongdan"]}, {"payment": "as-written"}, [70, 50, 150]),
        ((140, 100), {"Ann": ["hongdan"]}, {}, [170, 70]),
        ((140, 100), {"Ann": ["hongdan"]}, {"payment": "as-written"}, [200, 70]),
        ((90, 90, 60), {"Ann": ["hongdan", "biyak"], "Ben": ["pungyak"]}, {}, [170, 80, -10]),
    ],
    ids=["three, zero-sum", "three, as written", "two, zero-sum", "two, as written", "several yaku"],
)
def test_a_worked_example_scores_as_printed(points, yaku, options, scores):
    assert play(points, yaku, **options) == scores


def test_the_joker_counts_10_for_whoever_has_it_with_five_players():
    sides = NAMES[:5]
    points = {name: {"card_points": 45, "yaku": []} for name in sides}
    joker = {"round-up": "joker"}
    scored = score({"points": points, "joker": "Dee"}, sides=sides, rule_set="min-hwatu", **joker)
    assert [side.score for side in scored.sides] == [45, 45, 45, 55, 45]
    assert [line.words for line in make_lines(scored, 3)] == ["Card points", "Joker", "Round score"]
    unsaid = score({"points": points}, sides=sides, rule_set="min-hwatu", **joker)
    assert [side.score for side in unsaid.sides] == [45] * 5
    assert any("Joker: given to nobody, so 10 points" in warning for warning in unsaid.warnings)
    without = score({"points": points, "joker": "Dee"}, sides=sides, rule_set="min-hwatu")
    assert [side.score for side in without.sides] == [45] * 5
    assert any("Joker: not played here" in warning for warning in without.warnings)


def test_a_game_has_twelve_rounds_unless_the_table_agrees_on_others_or_a_target():
    assert (parse_options(RULES, {}).rounds, parse_options(RULES, {}).target) == (12, None)
    assert parse_options(RULES, {"rounds": 6}).rounds == 6
    to_target = parse_options(RULES, {"target": 500})
    assert (to_target.rounds, to_target.target) == (None, 500)
    for options in (parse_options(RULES, {"rounds": 6}), to_target):
        assert parse_options(RULES, options.document()) == options


def test_a_thousand_zero_sum_rounds_add_up_to_240_and_with_round_up_to_250_or_245():
    dice = random.Random(240)
    sums = {"off": dict.fromkeys(range(2, 8), 240)}
    sums["player"] = sums["off"] | {5: 250, 7: 245}
    sums["joker"] = sums["off"] | {5: 250}
    for number in range(1_000):
        sides = NAMES[: dice.randrange(2, 8)]
        owners = {card: dice.choice(sides) for card in DECK}
        captured = {side: [card.id for card, owner in owners.items() if owner == side] for side in sides}
        round_up = ("off", "player", "joker")[number % 3]
        raw = {"captured": captured, "dealer": dice.choice(sides), "joker": dice.choice(sides)}
        document = {
            "game": "min-hwatu", "sides": list(sides), "rounds": [raw],
            "options": {"yaku": [row[0] for row in YAKU], "round-up": round_up},
        }  # fmt: skip
        totals = score_document(document)["totals"]
        assert sum(totals.values()) == sums[round_up][len(sides)], document


def test_five_brights_for_200_untick_those_for_50():
    both = parse_options(RULES, {"yaku": ["ogwang", "five-brights-200", "hongdan"]})
    assert both.yaku == ("hongdan", "five-brights-200")
