"""Any game by points: what a table enters is the score, and the highest or the lowest total wins.

Whole games: tests/golden.
"""

import pytest

from companion.errors import CompanionError, NotUnderstood
from companion.rules import find_outcome, get_rule_set, parse_game, parse_rule_set, score_document, score_game


def document(*rounds, sides=("Ann", "Ben"), **options):
    return {"game": "by-points", "options": options, "sides": [*sides], "rounds": [*rounds]}


def play(*scores, **options):
    rounds = [{"points": dict(zip(("Ann", "Ben"), each, strict=True))} for each in scores]
    return score_game(parse_game(document(*rounds, **options)))


@pytest.mark.parametrize(
    ("round_", "said"),
    [
        (
            {"points": {"Ann": "ten", "Ben": 1}},
            "Ann: “points” is a whole number from −9 999 to 9 999, not ten.",
        ),
        (
            {"points": {"Ann": 3.5, "Ben": 1}},
            "Ann: “points” is a whole number from −9 999 to 9 999, not 3.5.",
        ),
        (
            {"points": {"Ann": True, "Ben": 1}},
            "Ann: “points” is a whole number from −9 999 to 9 999, not true.",
        ),
        (
            {"points": {"Ann": 10**9, "Ben": 1}},
            "Ann: “points” is a whole number from −9 999 to 9 999, not 1000000000.",
        ),
        (
            {"points": {"Ann": -10_000, "Ben": 1}},
            "Ann: “points” is a whole number from −9 999 to 9 999, not -10000.",
        ),
        ({"points": {"Ann": 1}}, "Nothing is entered for Ben. Enter 0 for none."),
        (
            {"points": {"Ann": {"card_points": 5}, "Ben": 1}},
            "Ann: “points” is a whole number from −9 999 to 9 999, not a dict.",
        ),
        ({"points": {"Ann": 1, "Ben": 1}, "gaji": {"by": "Ann"}}, "A round has no “gaji”."),
        ({"points": {"Ann": 1, "Ben": 1}, "captured": {}}, "A round has no “captured”."),
    ],
)
def test_a_round_that_is_no_numbers_is_refused_with_a_sentence(round_, said):
    with pytest.raises(CompanionError) as refused:
        score_document(document(round_))
    assert [fault.message.replace("\u202f", " ") for fault in refused.value.faults] == [said]


def test_the_largest_points_count_and_nothing_is_asked_of_their_sum():
    assert play((9_999, -9_999), (7, 3)).totals == (10_006, -9_996)
    assert play((9_999, -9_999)).rounds[0].warnings == ()


def test_a_round_is_written_as_it_was_read():
    raw = {"points": {"Ann": 12, "Ben": -5}, "dealer": "Ben"}
    assert parse_game(document(raw)).rounds[0][0].document() == raw


def test_where_the_lowest_wins_equal_lowest_totals_share_or_play_on():
    level = ((10, 5), (45, 50))
    assert play(*level, wins="lowest", target=50).winners == ("Ann", "Ben")
    assert play(*level, wins="lowest", target=50, tie="play-on").winners == ()
    assert play(*level, (1, 0), wins="lowest", target=50, tie="play-on").winners == ("Ben",)


def test_what_a_round_does_names_the_lowest_as_leader_with_no_way_to_go():
    before, after = play(wins="lowest", target=50), play((30, -4), wins="lowest", target=50)
    [(_, options)] = parse_game(document({"points": {"Ann": 0, "Ben": 0}}, wins="lowest", target=50)).rounds
    found = find_outcome(before, after, options)
    assert (found.words, found.sides, found.best) == ("{names} leads with {best}.", ("Ben",), -4)


def test_a_rule_set_without_values_of_cards_has_neither_a_deal_nor_a_wild_card():
    text = get_rule_set("by-points").text
    gaji = '[gaji]\ncard = "willow-lightning"\nsuit = "willow"\nruling = "gaji-what"'
    deal = "[[deal]]\nplayers = 2\nhand = 8\nfield = 8"
    for more in (gaji, deal):
        with pytest.raises(NotUnderstood, match="without values of cards it has points only"):
            parse_rule_set(f'{text}\n{more}\nsource = "APP"\nlabel = "house"\n')
