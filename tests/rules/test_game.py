"""Totals, the end of a game, and who deals."""

from dataclasses import replace

import pytest

from companion.rules import (
    Game,
    Seating,
    Start,
    add_rounds,
    change_seats,
    find_next_dealer,
    get_rule_set,
    open_game,
    parse_entry,
    parse_game,
    parse_options,
    result_document,
    say_starts,
    score_game,
    stop_game,
)

RULES = get_rule_set("kwado-1985")
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva", "Fay")


def play(*rounds, sides=2, seating=None, **options):
    """A game by card points: each round a row of points."""
    chosen = parse_options(RULES, options)
    names = seating.get_side_names() if seating else NAMES[:sides]
    entries = [
        parse_entry(
            {"points": {name: {"card_points": number} for name, number in zip(names, row, strict=True)}},
            RULES,
            names,
        )
        for row in rounds
    ]
    return Game(RULES, chosen, names, tuple((entry, chosen) for entry in entries), seating)


def test_a_total_is_the_sum_of_the_rounds():
    game = score_game(play([150, 90], [100, 140], [200, 40]))
    assert [each.totals for each in game.rounds] == [(30, 0), (30, 20), (110, 20)]
    assert game.totals == (110, 20)


def test_the_side_that_reaches_the_target_wins():
    assert score_game(play([150, 90], target=31)).winners == ()
    won = score_game(play([150, 90], target=30))
    assert (won.winners, won.is_finished, won.won_in) == (("Ann",), True, 1)


def test_of_two_that_reach_the_target_in_one_round_the_higher_total_wins():
    game = score_game(play([130, 110], [110, 130], method="B", target=200))
    assert game.winners == ("Ann", "Ben")
    game = score_game(play([130, 110], [115, 125], method="B", target=200))
    assert game.winners == ("Ann",)


@pytest.mark.parametrize(("tie", "winners"), [("share", ("Ann", "Ben")), ("play-on", ())])
def test_an_exact_tie_shares_the_win_or_plays_on(tie, winners):
    game = score_game(play([120, 120], method="B", target=100, tie=tie))
    assert game.winners == winners


def test_playing_on_ends_when_one_leads():
    game = score_game(play([120, 120], [115, 125], method="B", target=100, tie="play-on"))
    assert (game.winners, game.won_in) == (("Ben",), 2)


def test_a_round_after_the_game_was_won_counts_on_and_is_told_but_the_winner_stays():
    game = score_game(play([160, 80], [0, 240], target=40))
    assert game.winners == ("Ann",)
    assert game.totals == (40, 120)
    assert game.rounds[1].warnings == ("The game was won by Ann in round 1; this round came after it.",)


def test_without_an_agreed_target_nobody_wins():
    assert score_game(play(*[[240, 0]] * 10, method="B")).winners == ()


def test_a_game_stopped_early_is_won_by_the_higher_total():
    assert stop_game(score_game(play([150, 90]))).winners == ("Ann",)
    assert stop_game(score_game(play([120, 120]))).winners == ("Ann", "Ben")
    nothing_played = stop_game(score_game(play()))
    assert (nothing_played.winners, nothing_played.is_stopped) == ((), True)
    won = score_game(play([160, 80], [0, 240], target=40))
    assert stop_game(won).winners == ("Ann",)


def test_adding_a_round_gives_the_same_as_scoring_the_whole_game():
    seating = Seating(NAMES[:3], 3, 1)
    game = play([100, 80, 60], [60, 100, 80], [80, 60, 100], seating=seating)
    step = open_game(game)
    for each in game.rounds:
        step = add_rounds(step, [each])
    assert step == score_game(game)


def test_options_of_a_round_are_those_it_was_played_by():
    before, after = parse_options(RULES, {}), parse_options(RULES, {"method": "B"})
    entry = play([150, 90]).rounds[0][0]
    game = score_game(Game(RULES, after, ("Ann", "Ben"), ((entry, before), (entry, after))))
    assert [each.totals for each in game.rounds] == [(30, 0), (180, 90)]


# --- Seats and dealers ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "sides", "seats"),
    [
        pytest.param(4, 2, [(0, 2), (1, 3)], id="pairs sit opposite each other"),
        pytest.param(6, 3, [(0, 3), (1, 4), (2, 5)], id="three pairs: A B C A B C"),
        pytest.param(6, 2, [(0, 2, 4), (1, 3, 5)], id="threes alternate"),
        pytest.param(5, 5, [(0,), (1,), (2,), (3,), (4,)], id="each alone"),
    ],
)
def test_sides_sit_as_the_rulebook_says(players, sides, seats):
    seating = Seating(NAMES[:players], sides)
    assert [seating.get_seats(side) for side in range(sides)] == seats
    for side, members in enumerate(seats):
        assert all(seating.get_side(seat) == side for seat in members)


def test_a_team_is_called_by_its_players():
    assert Seating(NAMES[:4], 2).get_side_names() == ("Ann & Cem", "Ben & Dee")


def test_the_player_on_the_dealers_left_starts():
    seating = Seating(NAMES[:3], 3)
    assert seating.get_starter(1, RULES.turn.starts) == 2
    assert seating.get_starter(2, RULES.turn.starts) == 0
    assert seating.get_starter(1, "dealer") == 1


@pytest.mark.parametrize(
    ("way", "dealer", "scores", "expected"),
    [
        pytest.param("most-points", 0, [10, 0, 20], 2, id="the round's best scorer"),
        pytest.param("most-points", 0, [20, 20, 0], 0, id="a tie goes to the one who deals"),
        pytest.param("most-points", 0, [0, 20, 20], 1, id="else to the one who sits next"),
        pytest.param("most-points", 1, [20, 0, 20], 2, id="next after the dealer, not first in the list"),
        pytest.param("left", 2, [10, 0, 20], 0, id="the player on the dealer's left"),
        pytest.param("fixed", 1, [10, 0, 20], 1, id="the same player"),
    ],
)
def test_the_next_dealer_is_found_by_the_option(way, dealer, scores, expected):
    assert find_next_dealer(Seating(NAMES[:3], 3), dealer, scores, way, [None] * 3) == expected


def test_the_members_of_a_winning_team_take_turns_to_deal():
    seating = Seating(NAMES[:4], 2, first_dealer=0)
    game = score_game(play([150, 90], [150, 90], [90, 150], [90, 150], [90, 150], [150, 90], seating=seating))
    dealers = [seating.players[each.dealer] for each in game.rounds]
    assert dealers == ["Ann", "Cem", "Ann", "Ben", "Dee", "Ben"]
    assert seating.players[game.next_dealer] == "Cem"


@pytest.mark.parametrize(("way", "dealers"), [("left", [1, 2, 0]), ("fixed", [1, 1, 1])])
def test_a_game_follows_the_dealer_option(way, dealers):
    seating = Seating(NAMES[:3], 3, first_dealer=1)
    game = score_game(play(*[[100, 80, 60]] * 3, seating=seating, dealer=way))
    assert [each.dealer for each in game.rounds] == dealers


def test_the_winner_and_the_final_standing_stay_when_play_goes_on_after_the_end():
    """Ben wins with 345 against 155; then Ann makes 325, which changes her total and nothing else.

    Source: KD85 (the game ends when a side reaches the target; that side wins).
    """
    bright_yaku = ["five-brights", "dragon", "sakura-1", "sakura-2", "sakura-3", "sakura-4"]
    raw = {
        "game": "kwado-1985",
        "sides": ["Ann", "Ben"],
        "rounds": [
            {
                "points": {
                    "Ann": {"card_points": 155, "yaku": ["four-iris", "sakura-6", "sakura-7", "sakura-8"]},
                    "Ben": {"card_points": 85},
                }
            },
            {
                "points": {
                    "Ann": {"card_points": 50},
                    "Ben": {"card_points": 190, "yaku": [*bright_yaku, "four-maple"]},
                }
            },
            {
                "points": {
                    "Ann": {"card_points": 200, "yaku": bright_yaku},
                    "Ben": {"card_points": 40},
                }
            },
        ],
    }
    game = score_game(parse_game(raw))
    assert [each.totals for each in game.rounds] == [(155, 0), (155, 345), (480, 345)]
    assert (game.winners, game.won_in, game.final_totals) == (("Ben",), 2, (155, 345))
    assert [each.number for each in game.rounds_after_end] == [3]
    result = result_document(game)
    assert (result["finished"], result["winners"]) == (True, ["Ben"])
    assert result["totals"] == {"Ann": 480, "Ben": 345}
    assert result["rounds"][2]["warnings"][-1] == (
        "The game was won by Ben in round 2; this round came after it."
    )


def test_points_brought_along_count_towards_the_total_and_the_target():
    game = play([150, 90], [150, 90], target=100)
    brought = score_game(replace(game, starts=(Start(50, 50), Start(10, 10))))
    assert [each.totals for each in brought.rounds] == [(80, 10), (110, 10)]
    assert brought.winners == ("Ann",)
    assert score_game(game).winners == ()
    assert brought.list_tallies(None) == [(80, 10), (110, 10)]
    assert say_starts(brought) == "From the game before: Ann 50, Ben 10."
    assert say_starts(score_game(game)) == ""


def test_victories_brought_along_are_added_to_those_that_decide():
    """Sakura counted by victories: the points brought along decide nothing."""
    rules = get_rule_set("sakura")
    options = parse_options(rules, {"count": "victories", "target": 3})
    entry = parse_entry(
        {"points": {"Ann": {"card_points": 140}, "Ben": {"card_points": 100}}}, rules, NAMES[:2]
    )
    game = Game(rules, options, NAMES[:2], ((entry, options),), starts=(Start(30, 2), Start(90, 0)))
    scored = score_game(game)
    assert scored.start_tallies == (2, 0)
    assert open_game(game).tallies == (2, 0)
    assert scored.tallies == (3, 0)
    assert scored.winners == ("Ann",)
    assert say_starts(scored) == "From the game before: Ann 2 victories, Ben 0 victories."


def test_players_who_change_places_pass_the_deal_in_the_new_order():
    seating = Seating(NAMES[:4], 4)
    game = play([60, 60, 60, 60], seating=seating, dealer="left")
    seated = change_seats(score_game(game), (0, 2, 1, 3), 2)
    assert (seated.next_dealer, seated.seating.get_next(2), seated.seating.get_next(3)) == (2, 1, 0)
    after = add_rounds(seated, game.rounds * 3)
    assert [each.dealer for each in after.rounds] == [0, 2, 1, 3]
    assert after.next_dealer == 0
