"""Any game by points: what a table enters is the score, and the highest or the lowest total wins.

Whole games: tests/golden.
"""

import pytest

from companion.errors import NotUnderstood
from companion.rules import find_outcome, get_rule_set, parse_game, parse_rule_set, score_game


def document(*rounds, sides=("Ann", "Ben"), **options):
    return {"game": "by-points", "options": options, "sides": [*sides], "rounds": [*rounds]}


def play(*scores, **options):
    rounds = [{"points": dict(zip(("Ann", "Ben"), each, strict=True))} for each in scores]
    return score_game(parse_game(document(*rounds, **options)))


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
