"""What counts in the statistics of a table, and that a second count agrees."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.rules import (
    GameBreakdown,
    Seating,
    Start,
    Statistics,
    add_up_games,
    count_game,
    get_rule_set,
    parse_game,
    result_document,
    score_game,
    stop_game,
)
from companion.rules.statistics import Best, YakuCount, divide_in_tenths
from tests.rules.second_scorer import koikoi_rounds, rounds
from tests.rules.second_scorer.rounds import NAMES
from tests.rules.second_statistics import TableGame, count


def play(document: dict[str, Any], *players: str) -> GameBreakdown:
    """The scored game; with players, those sit around the table in turn, for one side after the other."""
    game = parse_game(document)
    if players:
        game = dataclasses.replace(game, seating=Seating(players, len(game.sides)))
    return score_game(game)


def kwado(*rounds: dict[str, int], sides: tuple[str, ...] = ("Ann", "Ben"), **options: Any) -> GameBreakdown:
    """A game of Kwa-Dō by method B, in which card points are the score."""
    return play(
        {
            "game": "kwado-1985",
            "options": {"method": "B", "target": 500, **options},
            "sides": list(sides),
            "rounds": [
                {"points": {side: {"card_points": points, "yaku": []} for side, points in each.items()}}
                for each in rounds
            ],
        }
    )


def add_up(*games: GameBreakdown) -> Statistics:
    return add_up_games([(number, count_game(game)) for number, game in enumerate(games, 1)])


def golden(repo: Path, name: str) -> Any:
    return json.loads((repo / "tests" / "golden" / f"{name}.in.json").read_text(encoding="utf-8"))


def list_figures(statistics: Statistics) -> list[tuple[Any, ...]]:
    """Of each player: games, won, rounds, won, points, average in tenths, best."""
    return [
        (
            each.name,
            each.games,
            each.games_won,
            each.rounds,
            each.rounds_won,
            each.points,
            each.average,
            each.best,
        )
        for each in statistics.players
    ]


def test_five_rounds_of_method_b_by_hand(repo: Path) -> None:
    """Rounds Ann, Ben, Cem: 110 115 75, 125 45 100, 90 115 125, 95 30 115, 105 45 120 (tests/golden)."""
    statistics = add_up(play(golden(repo, "three-players-method-b-to-500")))
    assert list_figures(statistics) == [
        ("Ann", 1, 0, 5, 1, 525, 1050, Best(125, 1, 2)),
        ("Ben", 1, 0, 5, 1, 350, 700, Best(115, 1, 1)),
        ("Cem", 1, 1, 5, 3, 535, 1070, Best(125, 1, 3)),
    ]
    assert [each.yaku for each in statistics.players] == [
        (YakuCount("Four willows", 1, 30), YakuCount("Sakura 8", 1, 30)),
        (YakuCount("Four willows", 1, 30), YakuCount("Sakura 6", 1, 30)),
        (YakuCount("Four irises", 1, 30), YakuCount("Four maples", 1, 30), YakuCount("Sakura 7", 1, 30)),
    ]
    assert statistics.yaku[0] == YakuCount("Four willows", 2, 60)


def test_what_a_team_does_counts_for_each_of_its_players_and_its_yaku_once(repo: Path) -> None:
    """Rounds Ann & Cem, Ben & Dee: 85 60, 55 40, 0 90, 65 25 (tests/golden)."""
    statistics = add_up(play(golden(repo, "two-teams-of-two-1982"), "Ann", "Ben", "Cem", "Dee"))
    ann, ben = (1, 0, 4, 3, 205, 513, Best(85, 1, 1)), (1, 1, 4, 1, 215, 538, Best(90, 1, 3))
    assert list_figures(statistics) == [("Ann", *ann), ("Cem", *ann), ("Ben", *ben), ("Dee", *ben)]
    irises = {each.name: each for each in statistics.yaku}["Four irises"]
    assert irises == YakuCount("Four irises", 3, 90)
    assert YakuCount("Four irises", 2, 60) in statistics.players[0].yaku


def test_in_koi_koi_a_round_is_won_by_who_scored_and_its_yaku_count_before_they_are_multiplied(
    repo: Path,
) -> None:
    """Ben 5, 6 and 12 of a dealt hand, Ann 5, Ben 44: 11 × 4 (tests/golden)."""
    statistics = add_up(play(golden(repo, "two-players-koikoi-to-50")))
    assert list_figures(statistics) == [
        ("Ann", 1, 0, 5, 1, 5, 10, Best(5, 1, 4)),
        ("Ben", 1, 1, 5, 4, 67, 134, Best(44, 1, 5)),
    ]
    assert statistics.players[1].yaku == (
        YakuCount("Poetry and blue ribbons", 1, 11),
        YakuCount("Moon viewing", 1, 5),
    )


def test_the_yaku_of_who_did_not_stop_and_a_race_that_nobody_won_count_for_nobody() -> None:
    boar = ["peony-butterflies", "clover-boar", "maple-deer"]
    blue = ["peony-ribbon", "chrysanthemum-ribbon", "maple-ribbon"]
    captured = {"Ann": boar, "Ben": blue}
    statistics = add_up(
        play(
            {
                "game": "koikoi-hu",
                "sides": ["Ann", "Ben"],
                "options": {"rounds": 2},
                "rounds": [
                    {"outcome": "shobu", "winner": "Ann", "captured": captured},
                    {"outcome": "exhausted", "captured": captured},
                ],
            }
        )
    )
    assert [each.rounds_won for each in statistics.players] == [1, 0]
    assert [[(yaku.name, yaku.times) for yaku in each.yaku] for each in statistics.players] == [
        [("Boar, deer, butterflies", 1)],
        [],
    ]


def test_nobody_wins_a_round_with_equal_best_scores() -> None:
    statistics = add_up(kwado({"Ann": 90, "Ben": 90, "Cem": 60}, sides=("Ann", "Ben", "Cem")))
    assert [each.rounds_won for each in statistics.players] == [0, 0, 0]


def test_a_score_below_zero_counts_as_it_is() -> None:
    """Min-Hwatu: two yaku of Ben's cost each of the others 60, so that Ann's 20 card points are −40."""
    points = {"Ann": (20, []), "Ben": (30, ["hongdan", "cheongdan"]), "Cem": (190, [])}
    entered = {side: {"card_points": each, "yaku": yaku} for side, (each, yaku) in points.items()}
    document = {
        "game": "min-hwatu",
        "sides": list(points),
        "options": {"rounds": 1},
        "rounds": [{"points": entered}],
    }
    statistics = add_up(play(document))
    assert [(each.points, each.average, each.best.score) for each in statistics.players] == [
        (-40, -400, -40),
        (150, 1500, 150),
        (130, 1300, 130),
    ]


def test_in_sakura_a_double_victory_is_one_round_won() -> None:
    """Won by victories, with chu: 200 to 40 is two victories, 130 to 110 one; points are as captured."""
    counts = [(200, 40), (130, 110), (100, 140)]
    document = {
        "game": "sakura",
        "sides": ["Ann", "Ben"],
        "options": {"count": "victories", "chu": True, "rounds": 3},
        "rounds": [
            {"points": {"Ann": {"card_points": ann, "yaku": []}, "Ben": {"card_points": ben, "yaku": []}}}
            for ann, ben in counts
        ],
    }
    game = play(document)
    assert game.tallies == (3, 1)
    assert list_figures(add_up(game)) == [
        ("Ann", 1, 1, 3, 2, 430, 1433, Best(200, 1, 1)),
        ("Ben", 1, 0, 3, 1, 290, 967, Best(140, 1, 3)),
    ]


def test_a_running_game_counts_by_its_rounds_and_a_shared_win_for_each() -> None:
    running = kwado({"Ann": 140, "Ben": 100})
    shared = stop_game(kwado({"Ann": 120, "Ben": 120}))
    nothing = stop_game(kwado())
    statistics = add_up(running, shared, nothing)
    assert (statistics.games, statistics.rounds) == (1, 2)
    assert [(each.games, each.games_won, each.rounds) for each in statistics.players] == [
        (1, 1, 2),
        (1, 1, 2),
    ]


def test_rounds_after_the_end_do_not_count() -> None:
    game = kwado({"Ann": 140, "Ben": 100}, {"Ann": 10, "Ben": 230}, target=120)
    assert len(game.rounds) == 2
    assert [each.points for each in add_up(game).players] == [140, 100]


def test_points_brought_along_from_an_earlier_game_do_not_count() -> None:
    document = {
        "game": "kwado-1985",
        "sides": ["Ann", "Ben"],
        "options": {"method": "B"},
        "rounds": [
            {"points": {"Ann": {"card_points": 140, "yaku": []}, "Ben": {"card_points": 100, "yaku": []}}}
        ],
    }
    game = score_game(dataclasses.replace(parse_game(document), starts=(Start(1000, 1000), Start())))
    assert game.totals == (1140, 100)
    assert [each.points for each in add_up(game).players] == [140, 100]


def test_the_best_round_is_the_first_with_that_score() -> None:
    games = [
        kwado({"Ann": 100, "Ben": 140}, {"Ann": 130, "Ben": 110}),
        kwado({"Ann": 130, "Ben": 110}),
    ]
    assert [each.best for each in add_up(*games).players] == [Best(130, 1, 2), Best(140, 1, 1)]


def test_players_are_told_apart_by_their_whole_name_and_stand_in_the_order_in_which_they_came() -> None:
    games = [
        kwado({"Ben": 140, "Ann": 100}, sides=("Ben", "Ann")),
        kwado({"Ann": 140, "ann": 100}, sides=("Ann", "ann")),
    ]
    assert [(each.name, each.rounds) for each in add_up(*games).players] == [
        ("Ben", 1),
        ("Ann", 2),
        ("ann", 1),
    ]


@pytest.mark.parametrize(
    ("points", "count", "tenths"),
    [(1, 4, 3), (-1, 4, -3), (3, 20, 2), (-3, 20, -2), (2, 3, 7), (-2, 3, -7), (0, 7, 0), (250, 4, 625)],
)
def test_an_average_has_one_place_and_halves_go_away_from_zero(points: int, count: int, tenths: int) -> None:
    assert divide_in_tenths(points, count) == tenths


# --- A second count ------------------------------------------------------------------------------

GAMES_TO_AGREE_ON = 500
GAMES_OF_A_TABLE = 20
KWADO = ("kwado-1982", "kwado-1985")
OTHERS = ("min-hwatu", "sakura")
RACES = tuple(koikoi_rounds.OPTIONS)


def make_kwado(random: Random, game: str) -> dict[str, Any]:
    """Return a game in which the piles hold some whole yaku; method A has many rounds of 0."""
    sides = random.sample(NAMES, random.randint(2, 4))
    sets = [frozenset(yaku.all_of.ids) for yaku in get_rule_set(game).yaku]
    piles = [rounds.deal(random, sides, sets) for _ in range(random.randint(0, 9))]
    options: dict[str, Any] = {"method": random.choice("AB"), "yaku": random.choice(["all", "month"])}
    entered = [{"captured": {side: sorted(pile) for side, pile in each.items()}} for each in piles]
    return {"game": game, "options": options, "sides": sides, "rounds": entered}


def make_table_game(random: Random, number: int) -> tuple[TableGame, GameBreakdown]:
    """Return a game of any rule set, won, running or ended early, of players or of teams."""
    game = random.choice([*KWADO, *OTHERS, *RACES])
    makers = {**dict.fromkeys(KWADO, make_kwado), **dict.fromkeys(OTHERS, rounds.make_document)}
    document = makers.get(game, koikoi_rounds.make_document)(random, game)
    options, sides = document["options"], document["sides"]
    if "target" not in options and "rounds" not in options:
        if game in KWADO or (game in RACES and random.random() < 0.5):
            options["target"] = random.randint(20, 300)
        else:
            options["rounds"] = random.randint(1, 9)
    players = list(sides)
    if len(sides) in (2, 3) and game not in RACES and random.random() < 0.5:
        # Teams: partners sit opposite each other, and the side keeps a name of its own.
        players = random.sample(NAMES, 6 if len(sides) == 3 else random.choice([4, 6]))
    is_stopped = random.random() < 0.2
    starts = [random.choice([0, 0, 0, random.randint(-50, 150)]) for _ in sides]
    if options.get("count") == "victories":
        starts = [0] * len(sides)
    parsed = dataclasses.replace(
        parse_game(document),
        seating=Seating(tuple(players), len(sides)),
        starts=tuple(Start(each, each) for each in starts),
    )
    scored = score_game(parsed)
    scored = stop_game(scored) if is_stopped else scored
    made = TableGame(
        number,
        document,
        json.loads(json.dumps(result_document(scored))),
        {side: tuple(players[place :: len(sides)]) for place, side in enumerate(sides)},
        dict(zip(sides, starts, strict=True)),
        is_stopped,
    )
    return made, scored


def write_plainly(statistics: Statistics) -> dict[str, Any]:
    """The statistics as the second count gives them."""
    return {
        "games": statistics.games,
        "rounds": statistics.rounds,
        "yaku": [tuple(each) for each in statistics.yaku],
        "players": {
            each.name: {
                "games": each.games,
                "games won": each.games_won,
                "rounds": each.rounds,
                "rounds won": each.rounds_won,
                "points": each.points,
                "average": f"{each.average / 10:.1f}",
                "best": tuple(each.best),
                "yaku": [tuple(yaku) for yaku in each.yaku],
            }
            for each in statistics.players
        },
    }


def test_a_second_count_agrees_over_hundreds_of_games_of_every_kind() -> None:
    random = Random(1985)
    made = [make_table_game(random, number) for number in range(1, GAMES_TO_AGREE_ON + 1)]
    games = [game for game, _ in made]
    counts = {game.number: (game.number, count_game(scored)) for game, scored in made}
    tables = [games[at : at + GAMES_OF_A_TABLE] for at in range(0, len(games), GAMES_OF_A_TABLE)]
    chosen = [random.sample(table, random.randint(1, len(table))) for table in tables]
    for some in [games, *tables, *(sorted(each, key=lambda game: game.number) for each in chosen)]:
        counted = write_plainly(add_up_games([counts[game.number] for game in some]))
        expected = count(some)
        assert counted == expected
        assert list(counted["players"]) == list(expected["players"])
    # What is rare is among them.
    everything = count(games)
    assert {game.document["game"] for game in games} == {*KWADO, *OTHERS, *RACES}
    assert sum(len(players) > 1 for game in games for players in game.players.values()) > 50
    assert sum(game.is_stopped for game in games) > 50
    assert sum(any(game.starts.values()) for game in games) > 50
    assert any(game.document["options"].get("count") == "victories" for game in games)
    scores = [
        [side["score"] for side in each["sides"].values()] for game in games for each in game.result["rounds"]
    ]
    assert any(min(each) < 0 for each in scores)
    assert any(each.count(max(each)) > 1 for each in scores)
    assert any(scored.rounds_after_end for _, scored in made)
    assert 0 < everything["games"] < len(games)
    assert len(everything["yaku"]) > 40
