"""What may be entered for a round: every impossible or unreadable state is refused by name."""

import pytest

from companion.errors import CompanionError
from companion.rules import get_rule_set, parse_entry
from companion.rules.rule_set_files import get_own_rule_set
from tests.rules.tables import list_unrefused

RULES = get_rule_set("kwado-1985")


def parse(raw, sides=("Ann", "Ben")):
    return parse_entry(raw, RULES, sides)


def counts(ann=(0, 0, 0), ben=(0, 0, 0), yaku=()):
    claims = dict(yaku)
    kinds = ("brights", "animals", "ribbons")
    return {
        "counts": {
            name: {**dict(zip(kinds, row, strict=True)), "yaku": claims.get(name, [])}
            for name, row in (("Ann", ann), ("Ben", ben))
        }
    }


def points(ann, ben, yaku=()):
    claims = dict(yaku)
    return {
        "points": {
            "Ann": {"card_points": ann, "yaku": claims.get("Ann", [])},
            "Ben": {"card_points": ben, "yaku": claims.get("Ben", [])},
        }
    }


FAULTS = [
    ({"captured": {"Ann": ["pine-crain"], "Ben": []}}, "the nearest is pine-crane"),
    ({"captured": {"Ann": [7], "Ben": []}}, "“captured” must be a card, not 7"),
    ({"captured": {"Ann": [["pine-crane"]], "Ben": []}}, "must be a card"),
    ({"captured": {"Ann": ["pine-crane", "pine-crane"], "Ben": []}}, "Ann has pine-crane twice"),
    ({"captured": {"Ann": ["pine-crane"], "Ben": ["pine-crane"]}}, "pine-crane is held by Ann and Ben"),
    ({"captured": {"Ann": "rest", "Ben": "rest-of-points"}}, "Only one side can have the rest"),
    ({"captured": {"Ann": "resr", "Ben": []}}, "the nearest is rest"),
    ({"captured": {"Ann": 5, "Ben": []}}, "is a list of card ids"),
    ({"captured": {"Ann": []}}, "Nothing is entered for Ben"),
    ({"captured": {"Ann": [], "Ben": [], "Bem": []}}, "No side “Bem” plays here; the nearest is Ben"),
    ({"captured": []}, "must be an object"),
    ([], "A round is an object"),
    ({}, "has none of them"),
    ({"captured": {}, "counts": {}}, "“captured” and “counts”"),
    ({"captured": {"Ann": [], "Ben": []}, "gajy": {}}, "no “gajy”; the nearest is gaji"),
    (counts((6, 0, 0)), "The deck has 5 brights, not 6"),
    (counts((3, 0, 0), (3, 0, 0)), "The deck has 5 brights, not 6"),
    (counts((0, 5, 0), (0, 5, 0)), "The deck has 9 animals, not 10"),
    (counts((0, 0, 11)), "The deck has 10 ribbons, not 11"),
    (counts((-1, 0, 0)), "“brights” is a whole number from 0 to 999, not -1"),
    (counts((True, 0, 0)), "“brights” is a whole number from 0 to 999"),
    (counts((1.0, 0, 0)), "“brights” is a whole number from 0 to 999"),
    (counts(("3", 0, 0)), "“brights” is a whole number from 0 to 999"),
    (counts((10**30, 0, 0)), "“brights” is a whole number from 0 to 999"),
    (counts((None, 0, 0)), "Ann: “brights” is a whole number from 0 to 999."),
    ({"counts": {"Ann": {"brights": 0}, "Ben": 3}}, "Ben: “counts” must be an object, not 3."),
    (counts(yaku={"Ann": ["dragon"]}), "Ann cannot have Dragon bonus: it takes 1 bright, not 0"),
    (
        counts((4, 0, 0), yaku={"Ann": ["five-brights"]}),
        "cannot have Five brights: it takes 5 brights, not 4",
    ),
    (
        counts((2, 2, 0), yaku={"Ann": ["sakura-1", "sakura-2"]}),
        "cannot have Sakura 2 beside the other yaku: it takes",
    ),
    (
        counts((1, 0, 0), (1, 0, 0), yaku={"Ann": ["dragon"], "Ben": ["dragon"]}),
        "Dragon bonus of Ben needs paulownia-phoenix, which Ann has by another yaku",
    ),
    (
        counts((2, 1, 0), (2, 1, 0), yaku={"Ann": ["sakura-1"], "Ben": ["sakura-2"]}),
        "needs cherry-curtain, which Ann has",
    ),
    (counts(yaku={"Ann": ["dragoon"]}), "no yaku “dragoon”; the nearest is dragon"),
    (counts(yaku={"Ann": "dragon"}), "“yaku” must be a list"),
    (points(125, 120), "The deck has 240 card points, not 245"),
    (points(123, 100), "card points come in steps of 5, so not 123"),
    (points(-5, 100), "“card points” is a whole number from 0 to 999, not -5"),
    (points(float("nan"), 100), "is a whole number from 0 to 999"),
    (points(None, 100), "Ann: “card points” is a whole number from 0 to 999."),
    (points(15, 100, {"Ann": ["dragon"]}), "its cards alone are 20 card points, not 15"),
    (
        {"points": {"Ann": {"card_points": 5, "brights": 1}, "Ben": {"card_points": 5}}},
        "there is no key “brights”",
    ),
    (
        {"captured": {"Ann": [], "Ben": []}, "gaji": {"by": "Cem", "took": "maple-deer"}},
        "No side “Cem” plays here",
    ),
    (
        {"captured": {"Ann": [], "Ben": []}, "gaji": {"by": "Ann", "took": "maple-dear"}},
        "the nearest is maple-deer",
    ),
    (
        {"captured": {"Ann": [], "Ben": []}, "gaji": {"by": "Ann", "took": "willow-lightning"}},
        "cannot take itself",
    ),
    ({"captured": {"Ann": [], "Ben": []}, "gaji": {"took": "maple-deer"}}, "nobody is said to have used it"),
    ({"captured": {"Ann": [], "Ben": []}, "gaji": "Ann"}, "“gaji” must be an object"),
    (
        {"captured": {"Ann": [], "Ben": []}, "gaji": {"by": "Ann", "tok": "x"}},
        "unknown key “tok”; the nearest is took",
    ),
    (
        {"captured": {"Ann": [], "Ben": ["willow-lightning"]}, "gaji": {"by": "Ann"}},
        "Ann used the Gaji, so that willow-lightning cannot lie with Ben",
    ),
    (
        {"captured": {"Ann": [], "Ben": ["maple-deer"]}, "gaji": {"by": "Ann", "took": "maple-deer"}},
        "maple-deer cannot lie with Ben",
    ),
    ({"captured": {"Ann": [], "Ben": []}, "declared": {"Cem": []}}, "No side “Cem” plays here"),
    ({"captured": {"Ann": [], "Ben": []}, "declared": {"Ann": ["sakura-9"]}}, "no yaku “sakura-9”"),
    ({"captured": {"Ann": [], "Ben": []}, "declared": []}, "must be an object"),
    ({"captured": {"Ann": [], "Ben": []}, "all_four": {"maple": "Ann"}}, "is not in that pile"),
    (
        {"captured": {"Ann": ["maple-deer"], "Ben": ["maple-ribbon"]}, "all_four": {"maple": "Ann"}},
        "cannot have all four of Maple: Ben has maple-ribbon",
    ),
    ({"captured": {"Ann": [], "Ben": []}, "all_four": {"oak": "Ann"}}, "no suit “oak”"),
    ({"captured": {"Ann": [], "Ben": []}, "all_four": ["maple"]}, "must be an object"),
    ({**counts(), "all_four": {}}, "no “all_four”"),
]


def test_what_cannot_be_on_a_table_is_refused_by_name():
    assert list_unrefused(FAULTS, parse) == []


def test_all_faults_of_a_round_are_told_at_once_with_their_place():
    raw = {"captured": {"Ann": ["pine-crain", "plum-warbler"], "Ben": ["plum-warbler"], "Cem": []}}
    with pytest.raises(CompanionError) as caught:
        parse(raw)
    assert [fault.where for fault in caught.value.faults] == [
        ("captured", "Cem"),
        ("captured", "Ann"),
        ("captured", "Ben"),
    ]


@pytest.mark.parametrize(
    "raw",
    [
        {"captured": {"Ann": [], "Ben": "rest"}},
        {
            "captured": {"Ann": ["maple-deer", "maple-ribbon"], "Ben": "rest-of-points"},
            "all_four": {"maple": "Ann"},
        },
        {"captured": {"Ann": ["willow-lightning"], "Ben": []}, "gaji": {"by": "Ann", "took": "maple-deer"}},
        {"captured": {"Ann": [], "Ben": []}, "declared": {"Ann": ["sakura-1"]}},
        {"captured": {"Ann": [], "Ben": []}, "declared": {}},
        counts((3, 5, 4), (2, 4, 6), {"Ann": ["dragon"]}),
        points(125, 115, {"Ben": ["four-iris"]}),
    ],
)
def test_what_is_printed_of_an_entry_reads_back_as_the_same_entry(raw):
    entry = parse(raw)
    assert entry.document() == raw
    assert parse(entry.document()) == entry


def test_names_in_a_round_are_those_of_the_sides_however_they_are_composed():
    entry = parse({"captured": {"Jose\u0301": [], "Ben": "rest"}}, ("Jos\u00e9", "Ben"))
    assert entry.sides == ("Jos\u00e9", "Ben")


def test_a_side_with_the_rest_may_have_all_four():
    entry = parse({"captured": {"Ann": [], "Ben": "rest-of-points"}, "all_four": {"iris": "Ben"}})
    assert {"iris-chaff-1", "iris-chaff-2"} <= set(entry.piles[1].ids)


def test_card_points_come_in_steps_that_all_values_of_the_table_share():
    rules = get_own_rule_set("kwado-1985", {"values": {"ribbons": 6}})
    assert (rules.point_step, get_rule_set("by-points").point_step) == (2, 1)
    parse_entry(points(16, 100), rules, ("Ann", "Ben"))
    with pytest.raises(CompanionError, match="steps of 2, so not 15"):
        parse_entry(points(15, 100), rules, ("Ann", "Ben"))
