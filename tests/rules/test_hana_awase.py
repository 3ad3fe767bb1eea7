"""Hana-Awase as hana-awase.md has it: its tables, its settlement, its variations, the numbers of chaff."""

import pytest

from companion.cards import CardSet, Kind, get_suit
from companion.errors import CompanionError
from companion.rules import get_rule_set, list_payments, make_lines, parse_entry, parse_options
from tests.rules.tables import list_unrefused, score, side_of, yaku_of

RULES = get_rule_set("hana-awase")
NAMES = ("Ann", "Ben", "Cem")
# hana-awase.md: players, to each player, to the field, draw pile, par.
DEALS = [(2, 8, 8, 24, 132), (3, 7, 6, 21, 88), (4, 5, 8, 20, 66)]


def test_players_deal_turn_months_and_par_are_those_of_the_text():
    par = RULES.methods[0].settlement
    deals = [
        (deal.players, deal.hand, deal.field, deal.draw_pile, par.list_fixed(264, deal.players)[0][1])
        for deal in RULES.deals
    ]
    assert deals == DEALS
    assert {players: RULES.get_sides(players) for players in (2, 3, 4)} == {2: (2,), 3: (3,), 4: (4,)}
    assert (RULES.turn.of_three, RULES.turn.provenance.label) == ("all", "tradition")
    assert [RULES.months.index(get_suit(suit)) + 1 for suit in ("pine", "willow", "paulownia")] == [1, 11, 12]
    assert list_unrefused([(5, "2 to 4 players, not 5")], RULES.get_sides) == []


def test_brights_count_20_animals_10_ribbons_5_and_chaff_1():
    points = {group.id: (len(group.cards), group.points) for group in RULES.values}
    assert points == {"brights": (5, 20), "animals": (9, 10), "ribbons": (10, 5), "chaff": (24, 1)}
    assert (RULES.deck_points, len(RULES.picked), len(RULES.point_cards)) == (264, 24, 48)
    assert not any(card.kind is Kind.CHAFF for card in RULES.picked)


# hana-awase.md, the table: id, points, cards, group. Six and seven ribbons are any of nine.
YAKU = [
    ("five-brights", 100, "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix", "b"),
    ("four-brights", 60, "pine-crane cherry-curtain susuki-moon paulownia-phoenix", "b"),
    ("spring", 30, "pine-crane plum-warbler cherry-curtain", "b"),
    ("pine-paulownia-moon", 20, "pine-crane paulownia-phoenix susuki-moon", "b"),
    ("seven-ribbons", 40, "", "r"),
    ("six-ribbons", 30, "", "r"),
    ("poetry-ribbons", 40, "pine-ribbon plum-ribbon cherry-ribbon", ""),
    ("blue-ribbons", 40, "peony-ribbon chrysanthemum-ribbon maple-ribbon", ""),
    ("grass-ribbons", 20, "wisteria-ribbon iris-ribbon clover-ribbon", ""),
    ("boar-deer-butterflies", 20, "clover-boar maple-deer peony-butterflies", ""),
    ("drinking", 40, "chrysanthemum-cup cherry-curtain susuki-moon", "v"),
    ("flower-viewing", 20, "chrysanthemum-cup cherry-curtain", "v"),
    ("moon-viewing", 20, "chrysanthemum-cup susuki-moon", "v"),
    ("willow-row", 10, "willow-rain-man willow-swallow willow-ribbon willow-lightning", ""),
    ("wisteria-row", 10, "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1 wisteria-chaff-2", ""),
    (
        "paulownia-row", 10,
        "paulownia-phoenix paulownia-chaff-1 paulownia-chaff-2 paulownia-chaff-3", "",
    ),
]  # fmt: skip
GROUPS = {"b": "brights", "r": "ribbons", "v": "viewings", "": None}


def test_the_yaku_are_those_of_the_table():
    assert [yaku.id for yaku in RULES.yaku] == [row[0] for row in YAKU]
    for yaku_id, points, cards, group in YAKU:
        yaku = RULES.get_yaku(yaku_id)
        assert (yaku.points, yaku.group) == (points, GROUPS[group])
        assert yaku.all_of == CardSet.from_ids(cards.split())
    for yaku_id, count in (("seven-ribbons", 7), ("six-ribbons", 6)):
        least = RULES.get_yaku(yaku_id).at_least
        assert least.n == count
        assert len(least.of) == 9
        assert "willow-ribbon" not in least.of.ids


def test_all_yaku_are_played_and_in_bakappana_none():
    assert len(parse_options(RULES, {}).yaku) == 16
    assert parse_options(RULES, {"yaku": "bakappana"}).yaku == ()
    assert parse_options(RULES, {}).rounds == 12
    assert RULES.length.offered == (12, 6, 3)


def count(points, yaku=((), (), ()), **options):
    rows = {
        name: {"card_points": each, "yaku": list(own)}
        for name, each, own in zip(NAMES, points, yaku, strict=True)
    }
    return score({"points": rows}, sides=NAMES, rule_set="hana-awase", **options)


# hana-awase.md: the two worked rounds; in the second the yaku come to 80 and 40.
@pytest.mark.parametrize(
    ("points", "yaku", "scores"),
    [
        ((100, 90, 74), (("poetry-ribbons",), (), ("moon-viewing",)), (72, -58, -14)),
        ((103, 72, 89), (("poetry-ribbons", "drinking"), (), ("blue-ribbons",)), (135, -136, 1)),
    ],
)
def test_the_worked_rounds_score_as_printed(points, yaku, scores):
    breakdown = count(points, yaku)
    assert tuple(side.score for side in breakdown.sides) == scores
    lines = make_lines(breakdown, 0)
    assert sum(line.points for line in lines if not line.is_sum or line.id == "card_points") == scores[0]


def test_additive_is_card_points_and_own_yaku_and_nobody_pays():
    yaku = (("poetry-ribbons",), (), ("moon-viewing",))
    breakdown = count((100, 90, 74), yaku, settlement="additive")
    assert [side.score for side in breakdown.sides] == [140, 90, 94]
    assert list_payments(breakdown) == ()
    assert [line.words for line in make_lines(breakdown, 2)][-2:] == [
        "Moon viewing (cup, moon)",
        "Round score",
    ]
    paid = list_payments(count((100, 90, 74), yaku))
    assert sorted(paid) == [(0, 2, 20), (1, 0, 40), (1, 2, 20), (2, 0, 40)]


@pytest.mark.parametrize("settlement", ["par", "additive"])
def test_with_dandruff_a_player_of_20_card_points_voids_the_round(settlement):
    yaku = (("poetry-ribbons",), (), ())
    options = {"settlement": settlement, "dandruff": "on"}
    void = count((200, 44, 20), yaku, **options)
    assert [side.score for side in void.sides] == [0, 0, 0]
    assert list_payments(void) == ()
    assert any(line.is_factor and line.points == 0 for line in make_lines(void, 0))
    for plain in (count((199, 44, 21), yaku, **options), count((200, 44, 20), yaku, settlement=settlement)):
        assert all(side.score for side in plain.sides)
        assert not any(line.is_factor for line in make_lines(plain, 0))


CUP, CURTAIN, MOON = "chrysanthemum-cup", "cherry-curtain", "susuki-moon"


@pytest.mark.parametrize(
    ("pile", "options", "yaku"),
    [
        ([CUP, CURTAIN], {}, ["flower-viewing"]),
        ([CUP, CURTAIN, MOON], {}, ["drinking"]),
        ([CUP, CURTAIN, "willow-rain-man"], {}, ["flower-viewing"]),
        ([CUP, CURTAIN, MOON, "willow-rain-man"], {"rain-spoils-viewings": "on"}, []),
        ([CUP, CURTAIN, MOON], {"rain-spoils-viewings": True}, ["drinking"]),
        ([CUP, CURTAIN, MOON], {"yaku": ["flower-viewing", "moon-viewing"]}, ["flower-viewing"]),
        (["pine-crane", CURTAIN, MOON, "paulownia-phoenix", "plum-warbler"], {}, ["four-brights"]),
        (["pine-crane", CURTAIN, "plum-warbler"], {}, ["spring"]),
    ],
)
def test_of_a_group_the_best_counts_and_rain_spoils_viewings_where_agreed(pile, options, yaku):
    raw = {"captured": {"Ann": pile, "Ben": "rest"}}
    assert yaku_of(score(raw, rule_set="hana-awase", **options)) == yaku


@pytest.mark.parametrize(("form", "owner", "other"), [("off", 2, 1), ("all", 0, 0), ("others", 2, 0)])
def test_the_willow_row_cancels_yaku_where_agreed(form, owner, other):
    willows = ["willow-rain-man", "willow-swallow", "willow-ribbon", "willow-lightning"]
    by_cards = {
        "captured": {
            "Ann": [*willows, CUP, CURTAIN],
            "Ben": [MOON, "pine-ribbon", "plum-ribbon", "cherry-ribbon"],
        }
    }
    by_points = {
        "points": {
            "Ann": {"card_points": 100, "yaku": ["willow-row", "flower-viewing"]},
            "Ben": {"card_points": 164, "yaku": ["poetry-ribbons"]},
        }
    }
    for raw in (by_cards, by_points):
        sides = score(raw, rule_set="hana-awase", **{"willow-row-cancels": form}).sides
        assert [len(side.yaku) for side in sides] == [owner, other]


def test_a_seventh_ribbon_takes_the_place_of_six_and_the_willows_is_none():
    ribbons = [card.id for card in RULES.get_yaku("six-ribbons").at_least.of]
    # Peony, clover and chrysanthemum last: no set of three but poetry and blue can be complete.
    for pile, wanted in (
        (ribbons[1:7], "six-ribbons"),
        ([*ribbons[1:6], "willow-ribbon"], None),
        (ribbons[1:8], "seven-ribbons"),
        ([*ribbons[1:7], "willow-ribbon"], "six-ribbons"),
    ):
        raw = {"captured": {"Ann": pile, "Ben": "rest"}}
        found = [
            each
            for each in yaku_of(score(raw, rule_set="hana-awase"))
            if each.endswith("n-ribbons") or each.startswith("six")
        ]
        assert found == ([wanted] if wanted else [])


def test_claims_of_one_group_count_once_and_what_the_numbers_cannot_hold_is_refused():
    counted = count((150, 60, 54), (("drinking", "moon-viewing"), (), ()))
    assert yaku_of(counted) == ["drinking"]
    rows = [
        ({"ribbons": 5}, ["six-ribbons"], {}, [], "Ann cannot have Six ribbons: it takes 6 ribbons, not 5."),
        ({"ribbons": 6}, ["seven-ribbons"], {}, [], "it takes 7 ribbons, not 6."),
        ({"ribbons": 3}, ["poetry-ribbons"], {"ribbons": 6}, ["poetry-ribbons"], "has by another yaku"),
    ]
    nothing = {"brights": 0, "animals": 0, "ribbons": 0, "chaff": 0}

    def read(ann, own, ben, theirs):
        counts = {"Ann": nothing | ann | {"yaku": own}, "Ben": nothing | ben | {"yaku": theirs}}
        return parse_entry({"counts": counts}, RULES, ("Ann", "Ben"))

    assert list_unrefused(rows, read) == []
    assert read({"ribbons": 6}, ["six-ribbons"], {"ribbons": 3}, ["poetry-ribbons"])


ROUND = {
    "captured": {"Ann": ["wisteria-cuckoo", "wisteria-ribbon", "pine-crane"], "Ben": "rest-of-points"},
    "chaff": {"Ann": 9, "Ben": 15},
}


def test_chaff_is_a_number_beside_the_cards_and_all_four_of_a_month_are_asked():
    entry = parse_entry(ROUND | {"all_four": {"wisteria": "Ann"}}, RULES, ("Ann", "Ben"))
    assert parse_entry(entry.document(), RULES, ("Ann", "Ben")) == entry
    breakdown = score(ROUND | {"all_four": {"wisteria": "Ann"}}, rule_set="hana-awase")
    ann, ben = breakdown.sides
    assert (ann.card_points, ben.card_points) == (20 + 10 + 5 + 9, 264 - 44)
    assert yaku_of(breakdown) == ["wisteria-row"]
    assert breakdown.warnings == ()
    assert [line.words for line in make_lines(breakdown, 0)][3] == "9 chaff × 1"
    [warning] = [each for each in score(ROUND, rule_set="hana-awase").warnings if "Ann" in each]
    assert "Ann may have Wisteria row" in warning


def test_chaff_of_nobody_is_told_and_numbers_that_cannot_be_are_refused():
    left = score(ROUND | {"chaff": {"Ann": 9, "Ben": 13}}, rule_set="hana-awase")
    assert "2 of the 24 chaff are nobody's." in left.warnings
    assert side_of(left, "Ben").card_points == 264 - 44 - 2
    rows = [
        ({"Ann": 9, "Ben": 16}, "The deck has 24 chaff cards, not 25."),
        ({"Ann": 25, "Ben": 0}, "“chaff” is a whole number from 0 to 24, not 25"),
        ({"Ann": 9}, "Nothing is entered for Ben."),
        ({"Ann": -1, "Ben": 9}, "from 0 to 24, not -1"),
    ]
    assert (
        list_unrefused(rows, lambda chaff: parse_entry(ROUND | {"chaff": chaff}, RULES, ("Ann", "Ben"))) == []
    )
    raw = ROUND | {"all_four": {"wisteria": "Ann"}, "chaff": {"Ann": 1, "Ben": 23}}
    with pytest.raises(CompanionError, match="lists 2 chaff cards"):
        parse_entry(raw, RULES, ("Ann", "Ben"))
    with pytest.raises(CompanionError, match="rest-of-points"):
        parse_entry(ROUND | {"captured": {"Ann": [], "Ben": "rest"}}, RULES, ("Ann", "Ben"))
    with pytest.raises(CompanionError, match="no “chaff”"):
        parse_entry(ROUND, get_rule_set("min-hwatu"), ("Ann", "Ben"))
