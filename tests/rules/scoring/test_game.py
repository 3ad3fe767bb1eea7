"""Totals, the end of a game, and who deals."""

from dataclasses import replace

import pytest

from companion.rules import (
    RULE_SET_IDS,
    EnteredGame,
    Seating,
    Start,
    add_rounds,
    add_up_games,
    begin_game,
    change_seats,
    count_game,
    find_next_dealer,
    find_victory,
    get_rule_set,
    parse_entry,
    parse_game,
    parse_options,
    result_document,
    say_starts,
    say_victory,
    score_game,
    stop_game,
)
from tests.rules.tables import FORMS, POETRY, by_points, stopped

RULES = get_rule_set("kwado-1985")
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva", "Fay")


def play(*rounds, sides=2, seating=None, **options):
    """A game by card points: each round a row of points."""
    chosen = parse_options(RULES, options)
    names = seating.get_side_names() if seating else NAMES[:sides]
    entries = [parse_entry(by_points(*row, names=names), RULES, names) for row in rounds]
    return EnteredGame(RULES, chosen, names, tuple((entry, chosen) for entry in entries), seating)


# The rounds, the options; who wins, and in which round.
WINS = {
    "short of the target": ([[150, 90]], {"target": 31}, (), None),
    "the target is reached": ([[150, 90]], {"target": 30}, ("Ann",), 1),
    "both reach it, one total is higher": (
        [[130, 110], [115, 125]], {"method": "B", "target": 200}, ("Ann",), 2),
    "an exact tie is shared": (
        [[130, 110], [110, 130]], {"method": "B", "target": 200}, ("Ann", "Ben"), 2),
    "an exact tie is played on": (
        [[120, 120]], {"method": "B", "target": 100, "tie": "play-on"}, (), None),
    "played on until one leads": (
        [[120, 120], [115, 125]], {"method": "B", "target": 100, "tie": "play-on"}, ("Ben",), 2),
    "no target was agreed": ([[240, 0]] * 10, {"method": "B"}, (), None),
}  # fmt: skip


def test_the_side_that_reaches_the_target_with_the_higher_total_wins_and_a_tie_is_shared_or_played_on():
    for what, (rounds, options, *expected) in WINS.items():
        game = score_game(play(*rounds, **options))
        assert [game.winners, game.won_in] == expected, what
        assert game.is_finished is bool(game.winners)


def test_a_game_stopped_early_is_won_by_the_higher_total():
    games = ([[150, 90]], [[120, 120]], [])
    stopped = [stop_game(score_game(play(*rounds))) for rounds in games]
    assert [game.winners for game in stopped] == [("Ann",), ("Ann", "Ben"), ()]
    assert stopped[2].is_stopped
    assert stop_game(score_game(play([160, 80], [0, 240], target=40))).winners == ("Ann",)


# A round in which Cem, or whoever else is not named, sits out: nobody who plays has more than 0.
SITTING_OUT = {
    "by-points": {"points": {"Ann": -5, "Ben": -40}},
    "min-hwatu": by_points(120, 120, names=("Ann", "Ben")),
    "hana-awase": by_points(50, 80, names=("Ann", "Ben")),
    "hana-awase-japanese": by_points(50, 80, names=("Ann", "Ben")),
    "go-stop": {"outcome": "undecided"},
    "go-stop-pmang": {"outcome": "undecided"},
    "go-stop-calculator": {"outcome": "undecided"},
}


@pytest.mark.parametrize("rule_set", [each for each in RULE_SET_IDS if get_rule_set(each).may_sit_out])
def test_who_sat_out_every_round_is_not_ahead_wins_nothing_and_is_in_no_statistics(rule_set):
    raw = SITTING_OUT[rule_set] | {"sits_out": ["Cem"]}
    sides, rules = NAMES[:3], get_rule_set(rule_set)
    game = replace(parse_game({"game": rule_set, "sides": sides, "rounds": [raw]}), is_stopped=True)
    scored = score_game(game)
    tallies = scored.tallies[:2]
    best = tuple(side for side, tally in zip(sides, tallies, strict=False) if tally == max(tallies))
    assert (scored.winners, scored.get_leaders(), scored.best) == (best, best, max(tallies))
    assert [place for _, place in scored.list_ranks()][-1] == 2
    assert find_victory(scored).margin == max(tallies) - min(tallies)
    count = count_game(scored)
    assert (count.winners, [side.has_played for side in count.sides]) == (best, [True, True, False])
    assert [each.name for each in add_up_games([(1, count)]).players] == ["Ann", "Ben"]
    # After the last of the rounds agreed it is the same, and nobody deals next for a round that they sat out.
    if rules.length:
        agreed = score_game(
            parse_game({"game": rule_set, "sides": sides, "options": {"rounds": 1}, "rounds": [raw]})
        )
        assert agreed.winners == best
    assert scored.next_dealer != 2


def test_who_only_sold_brights_and_reaches_the_target_ends_no_game():
    """A round found by the second scorer: the seller had 30 of 17, and a side with −32 won."""
    raw = {"outcome": "three-ppeoks", "winner": "Ann", "sits_out": ["Cem"], "sold": {"Cem": 5}}
    options = {"target": 7, "selling": "all", "sold-card": "3"}
    document = {"game": "go-stop", "sides": NAMES[:3], "options": options, "rounds": [raw]}
    scored = score_game(parse_game(document))
    assert (scored.totals[2] >= 7 > max(scored.totals[:2]), scored.winners, scored.won_in) == (True, (), None)


def test_who_came_in_with_points_and_sits_out_plays_for_them_and_is_in_the_statistics():
    raw = {"points": {"Ann": 5, "Ben": 40}, "sits_out": ["Cem"]}
    game = parse_game({"game": "by-points", "sides": NAMES[:3], "rounds": [raw]})
    scored = score_game(replace(game, starts=(Start(), Start(), Start(50, 50)), is_stopped=True))
    assert (scored.winners, [place for _, place in scored.list_ranks()]) == (("Cem",), [2, 1, 0])
    cem = add_up_games([(1, count_game(scored))]).players[-1]
    assert (cem.name, cem.games_won, cem.rounds, cem.average, cem.best.round) == ("Cem", 1, 0, 0, 0)


def test_adding_a_round_gives_the_same_as_scoring_the_whole_game():
    seating = Seating(NAMES[:3], 3, 1)
    game = play([100, 80, 60], [60, 100, 80], [80, 60, 100], seating=seating)
    step = begin_game(game)
    for each in game.rounds:
        step = add_rounds(step, [each])
    assert step == score_game(game)


def test_options_of_a_round_are_those_it_was_played_by():
    before, after = parse_options(RULES, {}), parse_options(RULES, {"method": "B"})
    entry = play([150, 90]).rounds[0][0]
    game = score_game(EnteredGame(RULES, after, ("Ann", "Ben"), ((entry, before), (entry, after))))
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
def test_sides_sit_as_the_rulebook_says_and_are_called_by_their_players(players, sides, seats):
    seating = Seating(NAMES[:players], sides)
    assert [seating.get_seats(side) for side in range(sides)] == seats
    assert [[seating.get_side(seat) for seat in members] for members in seats] == [
        [side] * len(members) for side, members in enumerate(seats)
    ]
    assert seating.get_side_names()[0] == " & ".join(NAMES[seat] for seat in seats[0])


def test_the_player_on_the_dealers_left_starts():
    seating = Seating(NAMES[:3], 3)
    found = [seating.get_starter(dealer, RULES.turn.starts) for dealer in (1, 2)]
    assert [*found, seating.get_starter(1, "dealer")] == [2, 0, 1]


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
    scored = dict(enumerate(scores))
    assert find_next_dealer(Seating(NAMES[:3], 3), dealer, scored, way, [None] * 3) == expected


# koi-koi.md, "Round" (next dealer, hands run out, both dealt): a round that Ben dealt, and who deals next.
TESHI = {"Ann": "teshi", "Ben": "teshi"}
NEXT_DEALERS = [
    *(
        (form, raw, following)
        for form in FORMS
        for raw, following in [
            (stopped(), "Ann"),
            (stopped(winner="Ben", captured={"Ben": POETRY}), "Ben"),
            ({"outcome": "dealt", "dealt": {"Ann": "teshi"}}, "Ann"),
            ({"outcome": "dealt", "dealt": {"Ben": "kuttsuki"}}, "Ben"),
        ]
    ),
    *((form, {"outcome": "exhausted"}, "Ben") for form in FORMS if form != "koikoi-compendium"),
    ("koikoi-compendium", {"outcome": "exhausted", "points": {"Ann": 5, "Ben": 1}}, "Ann"),
    ("koikoi-compendium", {"outcome": "exhausted", "points": {"Ann": 5, "Ben": 5}}, "Ben"),
    ("koikoi-compendium", {"outcome": "exhausted", "points": {"Ann": 0, "Ben": 0}}, "Ben"),
    *((form, {"outcome": "dealt", "dealt": TESHI}, "Ben") for form in FORMS if form != "koikoi-hu"),
]


@pytest.mark.parametrize(("form", "raw", "following"), NEXT_DEALERS)
def test_in_koi_koi_the_winner_deals_next_and_after_no_score_the_same_dealer(form, raw, following):
    document = {"game": form, "sides": ["Ann", "Ben"], "rounds": [raw | {"month": 12, "dealer": "Ben"}]}
    assert ("Ann", "Ben")[score_game(parse_game(document)).next_dealer] == following


@pytest.mark.parametrize("form", FORMS)
def test_in_koi_koi_the_first_side_deals_first(form):
    rounds = [stopped(winner="Ben", captured={"Ben": POETRY}), stopped()]
    scored = score_game(parse_game({"game": form, "sides": ["Ann", "Ben"], "rounds": rounds}))
    assert [*(each.dealer for each in scored.rounds), scored.next_dealer] == [0, 1, 0]


def test_the_members_of_a_winning_team_take_turns_to_deal():
    seating = Seating(NAMES[:4], 2, first_dealer=0)
    game = score_game(play([150, 90], [150, 90], [90, 150], [90, 150], [90, 150], [150, 90], seating=seating))
    dealers = [seating.players[each.dealer] for each in game.rounds]
    assert dealers == ["Ann", "Cem", "Ann", "Ben", "Dee", "Ben"]
    assert seating.players[game.next_dealer] == "Cem"


@pytest.mark.parametrize(("players", "sides"), [(4, 2), (6, 2), (6, 3)])
def test_of_a_team_that_has_not_dealt_deals_who_sits_next_after_the_dealer(players, sides):
    """kwado.md (house): it depends on who sits where, not on whose name was typed first."""
    for dealer in range(players):
        seating = Seating(NAMES[:players], sides)
        for side in {*range(sides)} - {seating.get_side(dealer)}:
            last_dealers = [None] * sides
            last_dealers[seating.get_side(dealer)] = dealer
            scores = {number: 10 * (number == side) for number in range(sides)}
            found = find_next_dealer(seating, dealer, scores, "most-points", last_dealers)
            after = [(dealer + step) % players for step in range(1, players)]
            assert found == next(seat for seat in after if seating.get_side(seat) == side)


def test_the_order_in_which_the_names_are_typed_decides_no_dealer():
    """The same table, its names typed from each seat on: the same players deal."""
    scores = {"Ann & Cem": [90, 100, 90, 100, 150, 90], "Ben & Dee": [150, 140, 150, 140, 90, 150]}
    dealers = set()
    for first in range(4):
        names = NAMES[first:4] + NAMES[:first]
        seating = Seating(names, 2, first_dealer=names.index("Cem"))
        sides = [" & ".join(sorted(side.split(" & "))) for side in seating.get_side_names()]
        game = score_game(play(*zip(*(scores[side] for side in sides), strict=True), seating=seating))
        dealers.add((*(names[each.dealer] for each in game.rounds), names[game.next_dealer]))
    assert dealers == {("Cem", "Dee", "Ben", "Dee", "Ben", "Ann", "Dee")}


def test_of_a_team_that_is_said_to_have_dealt_it_is_whoever_the_table_chose_or_sits_next():
    for first, said, dealt in [
        (3, "Ben & Dee", 3),
        (1, "Ben & Dee", 1),
        (1, "Ann & Cem", 2),
        (3, "Ann & Cem", 0),
    ]:
        game = play([150, 90], seating=Seating(NAMES[:4], 2, first))
        ((entry, options),) = game.rounds
        scored = score_game(replace(game, rounds=((replace(entry, dealer=said), options),)))
        assert scored.rounds[0].dealer == dealt


def test_the_members_of_a_team_take_turns_in_the_order_in_which_they_sit_now():
    """Six in two teams change places: after Ann, Eva sits next of her team, then Cem."""
    seating = Seating(NAMES[:6], 2)
    game = play([150, 90], [150, 90], [150, 90], seating=seating)
    seated = change_seats(begin_game(game), (0, 1, 4, 3, 2, 5), 0)
    assert [seating.players[each.dealer] for each in add_rounds(seated, game.rounds).rounds] == [
        "Ann",
        "Eva",
        "Cem",
    ]


@pytest.mark.parametrize(("way", "dealers"), [("left", [1, 2, 0]), ("fixed", [1, 1, 1])])
def test_a_game_follows_the_dealer_option(way, dealers):
    seating = Seating(NAMES[:3], 3, first_dealer=1)
    game = score_game(play(*[[100, 80, 60]] * 3, seating=seating, dealer=way))
    assert [each.dealer for each in game.rounds] == dealers


@pytest.mark.parametrize(("way", "following"), [("fixed", 2), ("left", 3)])
def test_who_sits_out_passes_the_deal_to_the_next_who_plays(way, following):
    raw = {"outcome": "undecided", "calls": {}, "sits_out": ["Ben"]}
    game = parse_game({"game": "go-stop", "sides": NAMES[:4], "options": {"dealer": way}, "rounds": [raw]})
    scored = score_game(replace(game, seating=Seating(NAMES[:4], 4, first_dealer=1)))
    assert (scored.rounds[0].dealer, scored.next_dealer) == (2, following)


def test_the_winner_and_the_final_standing_stay_when_play_goes_on_after_the_end():
    """Ben wins with 345 against 155; then Ann makes 325, which changes her total and nothing else.

    Source: KD85 (the game ends when a side reaches the target; that side wins).
    """
    brights = ["five-brights", "dragon", "sakura-1", "sakura-2", "sakura-3", "sakura-4"]
    rounds = [
        (155, ["four-iris", "sakura-6", "sakura-7", "sakura-8"], 85, []),
        (50, [], 190, [*brights, "four-maple"]),
        (200, brights, 40, []),
    ]
    entered = [
        {"points": {"Ann": {"card_points": ann, "yaku": hers}, "Ben": {"card_points": ben, "yaku": his}}}
        for ann, hers, ben, his in rounds
    ]
    game = score_game(parse_game({"game": "kwado-1985", "sides": ["Ann", "Ben"], "rounds": entered}))
    assert [each.totals for each in game.rounds] == [(155, 0), (155, 345), (480, 345)]
    assert (game.winners, game.won_in, game.final.totals) == (("Ben",), 2, (155, 345))
    assert [each.number for each in game.rounds_after_end] == [3]
    result = result_document(game)
    assert (result["finished"], result["winners"]) == (True, ["Ben"])
    assert result["totals"] == {"Ann": 480, "Ben": 345}
    said = "The game was won by Ben in round 2; this round came after it."
    assert result["rounds"][2]["warnings"][-1] == said


def test_points_brought_along_count_towards_the_total_and_the_target():
    game = play([150, 90], [150, 90], target=100)
    scored, brought = (
        score_game(replace(game, starts=starts)) for starts in ((), (Start(50, 50), Start(10, 10)))
    )
    assert [each.totals for each in brought.rounds] == [(80, 10), (110, 10)]
    assert brought.list_tallies(None) == [(50, 10), (80, 10), (110, 10)]
    assert (brought.winners, scored.winners) == (("Ann",), ())
    assert [say_starts(each) for each in (brought, scored)] == ["From the game before: Ann 50, Ben 10.", ""]


def test_victories_brought_along_are_added_to_those_that_decide():
    """Sakura counted by victories: the points brought along decide nothing."""
    options = {"count": "victories", "target": 3}
    entered = [{"points": {"Ann": {"card_points": 140}, "Ben": {"card_points": 100}}}]
    document = {"game": "sakura", "sides": ["Ann", "Ben"], "options": options, "rounds": entered}
    game = replace(parse_game(document), starts=(Start(30, 2), Start(90, 0)))
    scored = score_game(game)
    assert (scored.start_tallies, begin_game(game).tallies, scored.tallies) == ((2, 0), (2, 0), (3, 0))
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


@pytest.mark.parametrize(
    ("several", "winner", "best", "said"),
    [
        ("yaku", "Ann", 950, "Won by Four brights in 1 round"),
        ("total", "Ben", 1000, "Won by 50 in 1 round"),
    ],
)
def test_four_brights_win_against_a_higher_total_if_that_is_agreed(several, winner, best, said):
    """roppyakken.md: of several at the target."""
    round_ = by_points(
        200, 200, Ann=["four-brights", "pine-paulownia-moon"], Ben=["seven-ribbons", "four-rains"]
    )
    raw = {"game": "roppyakken", "options": {"several": several}, "sides": ["Ann", "Ben"], "rounds": [round_]}
    game = score_game(parse_game(raw))
    victory = find_victory(game)
    assert (game.winners, game.best, victory.best, say_victory(victory)) == ((winner,), best, best, said)
