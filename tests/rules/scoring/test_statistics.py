"""What counts in the statistics of a table, and that a second count agrees."""

import dataclasses
import json
from collections import Counter
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
    is_mixed,
    parse_game,
    result_document,
    score_game,
    stop_game,
)
from companion.rules.scoring.statistics import Best, YakuCount, divide_in_tenths
from tests.rules.scoring.second_statistics import TableGame, count
from tests.rules.second_scorer import koikoi_rounds, rounds
from tests.rules.second_scorer.rounds import NAMES


def kwado(*rounds: dict[str, int], sides: tuple[str, ...] = ("Ann", "Ben")) -> GameBreakdown:
    """A game of Kwa-Dō by method B, in which card points are the score."""
    entered = [
        {"points": {side: {"card_points": number} for side, number in each.items()}} for each in rounds
    ]
    options = {"method": "B", "target": 500}
    document = {"game": "kwado-1985", "sides": list(sides), "options": options, "rounds": entered}
    return score_game(parse_game(document))


def add_up(*games: GameBreakdown) -> Statistics:
    return add_up_games([(number, count_game(game)) for number, game in enumerate(games, 1)])


def test_five_rounds_of_method_b_by_hand(repo: Path) -> None:
    """Rounds Ann, Ben, Cem: 110 115 75, 125 45 100, 90 115 125, 95 30 115, 105 45 120 (tests/golden)."""
    raw = (repo / "tests" / "golden" / "three-players-method-b-to-500.in.json").read_text(encoding="utf-8")
    statistics = add_up(score_game(parse_game(json.loads(raw))))
    # Games, won, rounds, won, points, average in tenths.
    told = [
        (one.name, one.games, one.games_won, one.rounds, one.rounds_won, one.points, one.average)
        for one in statistics.players
    ]
    assert told == [
        ("Ann", 1, 0, 5, 1, 525, 1050),
        ("Ben", 1, 0, 5, 1, 350, 700),
        ("Cem", 1, 1, 5, 3, 535, 1070),
    ]
    best = [each.best for each in statistics.players]
    assert best == [Best(125, 1, 2), Best(115, 1, 1), Best(125, 1, 3)]
    assert [each.yaku for each in statistics.players] == [
        (YakuCount("Four willows", 1, 30), YakuCount("Sakura 8", 1, 30)),
        (YakuCount("Four willows", 1, 30), YakuCount("Sakura 6", 1, 30)),
        (YakuCount("Four irises", 1, 30), YakuCount("Four maples", 1, 30), YakuCount("Sakura 7", 1, 30)),
    ]
    assert statistics.yaku[0] == YakuCount("Four willows", 2, 60)


def test_a_running_game_counts_by_its_rounds_and_a_shared_win_for_each_but_a_shared_round_for_nobody() -> (
    None
):
    running, nothing = kwado({"Ann": 140, "Ben": 100}), stop_game(kwado())
    statistics = add_up(running, stop_game(kwado({"Ann": 120, "Ben": 120})), nothing)
    assert (statistics.games, statistics.rounds) == (1, 2)
    told = [(each.games, each.games_won, each.rounds, each.rounds_won) for each in statistics.players]
    assert told == [(1, 1, 2, 1), (1, 1, 2, 0)]


def test_points_at_once_make_nobody_the_winner_of_a_round_nor_the_next_dealer() -> None:
    """go-stop.md: the winner of a round deals next, after a round without a winner the same dealer."""
    stop = {"outcome": "stop", "winner": "Ann", "points": {"Ann": 3}, "at_once": {"Cho": 7}}
    undecided = {"outcome": "undecided", "at_once": {"Cho": 7}}
    won = []
    for entered_rounds in ([undecided], [stop], [stop, undecided]):
        names = ("Ann", "Ben", "Cho")
        entered = parse_game({"game": "go-stop", "sides": [*names], "options": {}, "rounds": entered_rounds})
        game = score_game(dataclasses.replace(entered, seating=Seating(names, 3, first_dealer=1)))
        won.append(([side.rounds_won for side in count_game(game).sides], game.next_dealer))
    assert won == [([0, 0, 0], 1), ([1, 0, 0], 0), ([1, 0, 0], 0)]


def test_players_are_told_apart_by_their_whole_name_and_stand_in_the_order_in_which_they_came() -> None:
    first = kwado({"Ben": 140, "Ann": 100}, sides=("Ben", "Ann"))
    statistics = add_up(first, kwado({"Ann": 140, "ann": 100}, sides=("Ann", "ann")))
    assert [(each.name, each.rounds) for each in statistics.players] == [("Ben", 1), ("Ann", 2), ("ann", 1)]


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
        if game in KWADO:
            options["target"] = random.randint(20, 300)
        else:
            # How long a race is may say which of its yaku are played: it is as long as it was made.
            options["rounds"] = 12 if game in RACES else random.randint(1, 9)
    players = list(sides)
    if len(sides) in (2, 3) and game not in RACES and random.random() < 0.5:
        # Teams: partners sit opposite each other, and the side keeps a name of its own.
        players = random.sample(NAMES, 6 if len(sides) == 3 else random.choice([4, 6]))
    is_stopped = random.random() < 0.2
    most = 0 if options.get("count") == "victories" else 150
    starts = [random.choice([0, 0, 0, random.randint(-most // 3, most)]) for _ in sides]
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
                "gaji": each.gaji,
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
        counted, expected = write_plainly(add_up_games([counts[game.number] for game in some])), count(some)
        assert (counted, list(counted["players"])) == (expected, list(expected["players"]))
    # What is rare is among them.
    everything = count(games)
    rounds_played = [each["sides"].values() for game in games for each in game.result["rounds"]]
    scores = [[side["score"] for side in sides] for sides in rounds_played]
    seen = Counter(game.document["game"] for game in games) | Counter(
        {
            "team": sum(len(players) > 1 for game in games for players in game.players.values()),
            "stopped": sum(game.is_stopped for game in games),
            "start": sum(any(game.starts.values()) for game in games),
            "victories": sum(game.document["options"].get("count") == "victories" for game in games),
            "below zero": sum(min(each) < 0 for each in scores),
            "equal": sum(each.count(max(each)) > 1 for each in scores),
            "after the end": sum(bool(scored.rounds_after_end) for _, scored in made),
            "gaji": sum(bool(each["gaji"]) for each in everything["players"].values()),
            "running": len(games) - everything["games"],
        }
    )
    assert {what for what in (*KWADO, *OTHERS, *RACES, *seen) if seen[what] < 5} == set()
    assert len(everything["yaku"]) > 40


def test_the_best_round_of_games_of_both_ways_is_one_of_those_that_the_highest_wins():
    low, high = (
        count_game(score_document_of(points, wins)) for points, wins in ((70, "lowest"), (40, "highest"))
    )
    for games, best in (([low], (70, 1, 1)), ([high], (40, 1, 1)), ([low, high], (40, 2, 1))):
        found = add_up_games(enumerate(games, 1))
        assert (found.players[0].best, found.is_lowest) == (best, games == [low])


def test_points_of_the_forms_of_one_game_add_up_and_those_of_different_games_do_not() -> None:
    """Own rules are a form; *any game* by a name of its own is a game by itself."""
    own = {"name": "Skat"}
    for first, second, expected in (
        ({"game": "kwado-1982"}, {"game": "kwado-1985"}, False),
        ({"game": "koikoi-hu"}, {"game": "koikoi-modern"}, False),
        ({"game": "kwado-1985"}, {"game": "kwado-1985", "rules": own}, False),
        ({"game": "by-points", "rules": own}, {"game": "by-points", "rules": own}, False),
        ({"game": "by-points"}, {"game": "by-points", "rules": own}, True),
        ({"game": "kwado-1985"}, {"game": "mushi"}, True),
    ):
        names = [
            count_game(score_game(parse_game({"sides": ["Ann", "Ben"], **each}))) for each in (first, second)
        ]
        assert is_mixed(each._replace(rounds=1) for each in names) is expected, (first, second)
        assert not is_mixed([names[0]._replace(rounds=1), names[1]])


def score_document_of(points, wins):
    rounds = [
        {"points": {"Ann": points, "Ben": 50}},
        {"points": {"Ann": 90 if wins == "lowest" else 0, "Ben": 1}},
    ]
    raw = {"game": "by-points", "options": {"wins": wins}, "sides": ["Ann", "Ben"], "rounds": rounds}
    return score_game(parse_game(raw))
