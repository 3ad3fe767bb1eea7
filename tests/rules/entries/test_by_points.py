"""Any game by points: what a table enters is the score, and the highest or the lowest total wins.

Whole games: tests/golden.
"""

import re
from decimal import Decimal

import pytest

from companion.errors import NotPossible, NotUnderstood
from companion.rules import (
    get_rule_set,
    parse_game,
    parse_options,
    parse_rule_set,
    say_outcome,
    score_game,
    write_number,
)
from companion.rules.form.document import write_document
from companion.rules.form.score import score_written
from companion.rules.form.written import WrittenRound
from companion.rules.scoring.statistics import add_up_games, count_game
from tests.rules.form.written_rounds import list_open


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


SKAT = ("Uwe", "Ina", "Heike")
HEIKE_DEALS = {"points": {"Uwe": 8, "Ina": 5}, "sits_out": ["Heike"]}


def test_who_sat_out_every_round_does_not_win_where_the_lowest_does():
    game = score_game(parse_game(document(HEIKE_DEALS, sides=SKAT, wins="lowest", rounds=1)))
    assert (game.totals, game.winners, game.get_leaders()) == ((8, 5, 0), ("Ina",), ("Ina",))
    played = {"points": {"Uwe": 8, "Ina": 5, "Heike": 0}}
    assert score_game(parse_game(document(played, sides=SKAT, wins="lowest", rounds=1))).winners == ("Heike",)


def test_who_sits_out_has_no_round_in_statistics():
    played = {"points": {"Uwe": -2, "Ina": 1, "Heike": 7}}
    game = score_game(parse_game(document(HEIKE_DEALS, played, sides=SKAT)))
    heike = add_up_games([(1, count_game(game))]).players[-1]
    assert (heike.rounds, heike.rounds_won, heike.points, heike.best) == (1, 1, 7, (7, 1, 2))


def test_who_sits_out_has_no_points_and_two_are_left():
    for points, out, words in (
        ({"Uwe": 8, "Ina": 5, "Heike": 3}, ["Heike"], "Heike sits out this round"),
        ({"Uwe": 8}, ["Ina", "Heike"], "At least two sides play a round"),
    ):
        with pytest.raises((NotPossible, NotUnderstood), match=words):
            score_game(parse_game(document({"points": points, "sits_out": out}, sides=SKAT)))


def test_the_last_of_those_who_play_is_filled_in_where_scores_add_up_to_0():
    options = parse_options(get_rule_set("by-points"), {"zero-sum": True})
    fields = {"points/0": ["8"], "points/2": ["3"], "sits_out": ["2"]}
    written = WrittenRound(get_rule_set("by-points"), options, SKAT, fields)
    assert write_document(written)["points"] == {"0": "8", "1": "-8"}


def test_what_a_round_does_names_the_lowest_as_leader_with_no_way_to_go():
    before, after = play(wins="lowest", target=50), play((30, -4), wins="lowest", target=50)
    [(_, options)] = parse_game(document({"points": {"Ann": 0, "Ben": 0}}, wins="lowest", target=50)).rounds
    assert say_outcome(before, after, options) == "Ben leads with −4."


@pytest.mark.parametrize(
    ("typed", "minus", "expected"),
    [
        (("12", "5", ""), (1,), [12, -5, -7]),
        (("", "5", "3"), (), [-8, 5, 3]),
        (("0", "", "0"), (), [0, 0, 0]),
        (("12", "5", "7"), (1, 2), [12, -5, -7]),
        (("１２", "−5", "7."), (1, 2), [12, -5, -7]),
    ],
)
def test_where_scores_add_up_to_0_the_last_one_follows_from_the_others(typed, minus, expected):
    written = write(typed, minus)
    assert list_open(written) == []
    assert [side.score for side in score_written(written)[1].sides] == expected


@pytest.mark.parametrize(("typed", "asked"), [(("12", "", ""), [1, 2]), (("x", "5", ""), [0, 2])])
def test_a_score_that_does_not_follow_yet_is_asked_for(typed, asked):
    assert [one.path for one in list_open(write(typed))] == [f"points/{n}" for n in asked]


@pytest.mark.parametrize(
    ("typed", "minus", "said"),
    [
        ("12.5", (), "Ann: “12.5” is not a whole number. Whole numbers only."),
        ("12345", (0,), "Ann: “−12345” is too large a number. At most 9\u202f999, above or below 0."),
        ("--5", (0,), "Ann: “--5” is not a number."),
        # Both signs: nobody guesses which is meant.
        ("+5", (0,), "Ann: “−+5” is not a number."),
    ],
)
def test_what_is_wrong_with_points_is_said_of_what_was_typed(typed, minus, said):
    [question] = list_open(write((typed, "0", "0"), minus))
    assert (question.path, re.sub("[\u2066-\u2069]", "", question.words)) == ("points/0", said)


def test_scores_that_do_not_add_up_to_0_are_not_taken():
    with pytest.raises(NotPossible, match="add up to 0 here; these add up to 1"):
        score_written(write(("12", "5", "6"), (1, 2)))
    with pytest.raises(NotPossible, match="these add up to −3"):
        play((5, -8), **{"zero-sum": True})
    assert play((5, -5), **{"zero-sum": True}).totals == (5, -5)
    assert play((5, -8)).totals == (5, -8)


def test_sums_of_tenths_are_exact_and_whole_ones_have_no_place():
    tenths = {"tenths": True}
    game = play(*[(0.1, -0.7)] * 3, **tenths)
    assert [write_number(total) for total in game.totals] == ["0.3", "−2.1"]
    assert [write_number(total) for total in play((12.5, 1), (12.5, 0.5), **tenths).totals] == ["25", "1.5"]
    assert play((12.5, -0.5), target=12, **tenths).winners == ("Ann",)


@pytest.mark.parametrize(
    ("typed", "minus", "expected"),
    [
        (("12,5", "0.3", ""), (), ["12.5", "0.3", "-12.8"]),
        (("12.5", "12,5", "0"), (1,), ["12.5", "-12.5", "0"]),
    ],
)
def test_a_point_or_a_comma_is_typed_before_tenths(typed, minus, expected):
    written = write(typed, minus, tenths=True)
    assert list_open(written) == []
    assert [side.score for side in score_written(written)[1].sides] == list(map(Decimal, expected))


def test_tenths_are_taken_where_they_are_agreed_only():
    with pytest.raises(NotPossible, match="whole numbers here: you agreed on no decimal place"):
        score_written(write(("12.5", "-12.5", "0")))
    for text in ("12.55", "1,2,3", "a.5", "1.٣٣"):
        with pytest.raises(NotUnderstood, match="one decimal place"):
            score_written(write((text, "1", "0"), tenths=True))


def write(typed, minus=(), **options):
    """A round of three as a form has it, where all scores add up to 0."""
    rules = get_rule_set("by-points")
    fields = {f"points/{n}": [text] for n, text in enumerate(typed)} | {f"minus/{n}": ["yes"] for n in minus}
    agreed = parse_options(rules, {"zero-sum": True} | options)
    return WrittenRound(rules, agreed, ("Ann", "Ben", "Cem"), fields)


def test_a_rule_set_without_values_of_cards_has_neither_a_deal_nor_a_wild_card():
    text = get_rule_set("by-points").text
    gaji = '[gaji]\ncard = "willow-lightning"\nsuit = "willow"\nruling = "gaji-what"'
    deal = "[[deal]]\nplayers = 2\nhand = 8\nfield = 8"
    for more in (gaji, deal):
        with pytest.raises(NotUnderstood, match="without values of cards it has points only"):
            parse_rule_set(f'{text}\n{more}\nsource = "APP"\nlabel = "house"\n')
