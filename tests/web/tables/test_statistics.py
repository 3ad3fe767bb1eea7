"""The statistics of a table as phones without scripts see them, and the files that they save."""

import csv
import io
import re
from typing import Any

import time_machine

from companion.store import scores, write_csv
from companion.web.badges import get_badges
from tests.web.pages import RACE
from tests.web.table import Table, by_points, expect_words, read_fields, read_words, to_table


def play_two_games(table: Table, first: str = "Ann", second: str = "Ben") -> str:
    """Method A to 30: Ann has 5 + 25 and wins; then a round of 0 and 0, and one of 0 and 20."""
    game = table.start(first, second, target="30")
    table.record(game, by_points(125, 115, yaku_0=["dragon"], yaku_1=[]))
    later = table.rematch(game)
    for points in ((120, 120), (100, 140)):
        table.record(later, by_points(*points))
    return game


def read_parts(page: str) -> dict[str, list[str]]:
    """The items of each list of the page, as words."""
    sections = re.findall(r'<section [^>]*aria-labelledby="([a-z]+)">(.*?)</section>', page, re.S)
    return {
        name: [
            " ".join(read_words(item).split()) for item in re.findall(r"<li[^>]*>(.*?)</li>", section, re.S)
        ]
        for name, section in sections
    }


def read_bars(page: str) -> list[tuple[str, str]]:
    """Colour and length of each part of a bar, in percent of the page."""
    return re.findall(r'<svg class="(owner[^"]*)" width="([0-9.]+)%"', page)


def test_two_games_by_hand(table: Table) -> None:
    empty = table.get(to_table(table.start("Ann", "Ben"), "/statistics"))
    expect_words(empty, "No round yet.", never=["<rect", "CSV", "Choose games"])
    game = play_two_games(table)
    path = to_table(game, "/statistics")
    home = to_table(game)
    page = table.get(path)
    assert read_parts(page) == {
        "won": [
            "A Ann 10.0 Best score in 1 of 3 rounds · won 1 of 1 game Best round: 30 , Ann",
            "B Ben 6.7 Best score in 1 of 3 rounds · won 0 of 1 game Best round: 20 , Ben",
        ],
        "yaku": ["Dragon bonus 25 points A Ann 1 ×"],
    }
    why = f'href="{game}/rounds/1/why"'
    back = f'href="{home}" aria-label="Back to table"'
    expect_words(page, "1 game · 3 rounds", why, f'href="{game}~2/rounds/2/why"', back)
    expect_words(table.get(home), f'href="{path}"')
    assert read_bars(page) == [("owner--1", "100.0")]
    # Who may only view gets links to view only.
    seen = table.get(to_table(table.view_link(game), "/statistics"))
    expect_words(seen, "1 game · 3 rounds", 'href="/v/', '/rounds/1/why"', never=["/g/"])
    # A corrected round counts at once, an archived game as before, a deleted one not at all.
    table.correct(game, 1, by_points(135, 105, yaku_0=["dragon"], yaku_1=[]))
    first = read_parts(table.get(path))["won"][0]
    assert first.startswith("A Ann 13.3 Best score in 1 of 3 rounds · won 1 of 1 game Best round: 40")
    for press, said in (("archive", "1 game · 3 rounds"), ("delete", "1 game · 1 round<")):
        table.post(f"{game}~2/{press}", {})
        expect_words(table.get(path), said)


def test_games_are_chosen_by_rules_and_by_number(table: Table) -> None:
    game = play_two_games(table)
    race = {"game": "koikoi-modern", "fields-of": "koikoi-modern", "player-0": "Ann", "player-1": "Ben"}
    table.post(f"{game}~2/again", race)
    table.record(f"{game}~3", RACE)
    path = to_table(game, "/statistics")
    for query, said in (
        ("", "1 game · 4 rounds"),
        ("?rules=kwado-1985", "1 game · 3 rounds"),
        ("?rules=koikoi-modern", "0 games · 1 round"),
        ("?rules=koikoi-modern&rules=kwado-1985", "1 game · 4 rounds"),
        ("?game=2", "0 games · 2 rounds"),
        ("?game=3&game=1", "1 game · 2 rounds"),
        ("?game=3&rules=kwado-1985", "0 games · 0 rounds"),
        # An address of a game that was deleted since, or is no number.
        ("?game=7&game=x&rules=none", "1 game · 4 rounds"),
    ):
        assert re.search(rf'statistics__of">{said}\b', table.get(path + query)), query
    # Points of Kwa-Dō and of a multiplied race are no sum, on the page or in files.
    expect_words(table.get(path), "Rounds won", never=["Points a round", "Best round", "Who gains"])
    assert read_parts(table.get(path))["won"][0].startswith("A Ann 2 of 4 rounds")
    expect_words(table.get(path + "?rules=kwado-1985"), "Points a round", never=["Rounds won"])
    ann = read_csv(table, game, "statistics.csv")[0]
    assert [head for head, cell in ann.items() if not cell] == [
        *("points", "average", "best round", "in game", "in round")
    ]
    assert {row["points"] for row in read_csv(table, game, "yaku.csv")} == {""}
    told = table.client.get(f"{path}.json").json
    first = told["players"][0]
    assert [first["points"], first["average"], *first["best"].values()] == [None] * 5
    assert {each["points"] for each in (*told["yaku"], *first["yaku"])} == {None}
    page = table.get(path + "?game=1&game=3&rules=kwado-1985")
    assert read_fields(page) == {"rules": ["kwado-1985"], "game": ["1", "3"]}
    assert "Kwa-Dō (1985) · Games 1, 3" in read_words(page)
    expect_words(page, f'href="{path}.csv?rules=kwado-1985&amp;game=1&amp;game=3"')


def test_games_that_have_not_changed_are_not_scored_again(table: Table, monkeypatch: Any) -> None:
    path = to_table(play_two_games(table), "/statistics")
    table.get(path)
    # Whoever calls it now fails.
    monkeypatch.setattr(scores, "score_kept_game", None)
    assert "A Ann 10.0" in read_parts(table.get(path))["won"][0]


# --- Bars ----------------------------------------------------------------------------------------


def test_the_bar_of_a_yaku_is_divided_among_the_players_who_had_it(table: Table) -> None:
    """Cem wins, so he stands first. The dragon is 25 points, four maples 30 (KD85)."""
    game = table.start("Ann", "Ben", "Cem", target="500")
    for winner, points in ((0, (140, 50, 50)), (2, (40, 50, 150)), (2, (30, 60, 150))):
        table.record(game, by_points(*points, **{f"yaku_{winner}": ["dragon"]}))
    page = table.get(to_table(game, "/statistics"))
    assert read_parts(page)["yaku"] == ["Dragon bonus 75 points A Ann 1 × C Cem 2 ×"]
    assert read_bars(page) == [("owner--1", "33.3"), ("owner--3", "66.7")]


def test_an_eighth_player_of_a_table_has_a_colour_too() -> None:
    styles = [badge.style for badge in get_badges([f"Player {number}" for number in range(9)])]
    assert styles[:8] == [*(f"owner--{number}" for number in range(1, 8)), "owner--1"]


# --- Files ---------------------------------------------------------------------------------------


def read_csv(table: Table, game: str, path: str) -> list[dict[str, str]]:
    answer = table.client.get(to_table(game, f"/{path}"))
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="kwado-')
    assert answer.data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"), newline="")))


def read_columns(rows: list[dict[str, str]], *names: str) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in names) for row in rows]


def test_a_round_of_a_team_has_a_row_for_each_of_its_players(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", "Dee", sides="2", team_0="Moon", team_1="Wind")
    assert read_csv(table, game, "rounds.csv") == []
    table.record(game, by_points(150, 90))
    assert read_columns(read_csv(table, game, "rounds.csv"), "side", "player", "score") == [
        ("Moon", "Ann", "30"),
        ("Moon", "Cem", "30"),
        ("Wind", "Ben", "0"),
        ("Wind", "Dee", "0"),
    ]


def test_a_name_that_begins_like_a_formula_is_a_text_for_a_spreadsheet(table: Table) -> None:
    for sign in "=+-@＝＋－＠\t\r":
        [_, row] = csv.reader(io.StringIO(write_csv(["a"], [[f"{sign}x"]]), newline=""))
        assert row == [f"'{sign}x"]
    game = play_two_games(table, '=HYPERLINK("x";"y"),1', "Ben")
    files = [to_table(game, f"/{name}.csv") for name in ("statistics", "yaku", "games", "rounds")]
    for file in (*files, f"{game}/copies/game.csv"):
        cells = [cell for row in csv.reader(io.StringIO(table.client.get(file).text)) for cell in row]
        assert any(cell.startswith("'=HYPERLINK") for cell in cells), file
        assert [cell for cell in cells if cell.startswith("=")] == [], file


def test_numbers_below_zero_stay_numbers(table: Table) -> None:
    """Min-Hwatu: Ben's two yaku cost Ann 60, so that her 20 card points are −40."""
    game = table.start("Ann", "Ben", "Cem", game="min-hwatu", fields_of="min-hwatu")
    table.record(game, by_points(20, 30, 190, yaku_1=["hongdan", "cheongdan"]))
    counted = read_columns(read_csv(table, game, "statistics.csv"), "points", "average", "best round")
    assert counted[0] == ("-40", "-40.0", "-40")
    assert read_csv(table, game, "rounds.csv")[0]["score"] == "-40"
    last = read_parts(table.get(to_table(game, "/statistics")))["won"][-1]
    expect_words(last, "−40.0 Best score in 0 of 1 round Best round: −40")


@time_machine.travel("2026-11-27T21:00Z")
def test_the_statistics_read_back_from_csv_and_json(table: Table) -> None:
    game = play_two_games(table)
    ann, ben = read_csv(table, game, "statistics.csv")
    assert ann == {
        "player": "Ann", "games": "1", "games won": "1", "rounds": "3", "rounds won": "1", "points": "30",
        "average": "10.0", "best round": "30", "in game": "1", "in round": "1", "last played": "2026-11-27",
    }  # fmt: skip
    assert (ben["points"], ben["average"], ben["in game"]) == ("20", "6.7", "2")
    yaku = [{"player": "Ann", "yaku": "Dragon bonus", "times": "1", "points": "25"}]
    assert read_csv(table, game, "yaku.csv") == yaku
    answer = table.client.get(to_table(game, "/statistics.json"))
    assert answer.mimetype == "application/json"
    of_game = {"rule_set": "kwado-1985", "name": "Kwa-Dō (1985)", "date": "2026-11-27", "first_dealer": "Ann"}
    dragon = {"name": "Dragon bonus", "times": 1, "points": 25}
    assert (answer.json["games"], answer.json["yaku"]) == (
        [
            {"number": 1, "rounds": 1, "decided": True, "winners": ["Ann"], **of_game},
            {"number": 2, "rounds": 2, "decided": False, "winners": [], **of_game},
        ],
        [dragon],
    )
    assert answer.json["players"][0] == {
        "name": "Ann", "games": 1, "games_won": 1, "rounds": 3, "rounds_won": 1, "points": 30,
        "average": 10.0, "best": {"score": 30, "game": 1, "round": 1}, "gaji_cards": 0, "yaku": [dragon],
    }  # fmt: skip
    rows = read_csv(table, game, "rounds.csv")
    columns = ("game", "rule set", "round", "dealer", "side", "player", "score", "total", "game winner")
    assert set(rows[0]) == {*columns, "date", "reason"}
    assert {row["date"] for row in rows} == {"2026-11-27"}
    assert read_columns(rows, *columns) == [
        ("1", "Kwa-Dō (1985)", "1", "Ann", "Ann", "Ann", "30", "30", "Ann"),
        ("1", "Kwa-Dō (1985)", "1", "Ann", "Ben", "Ben", "0", "0", "Ann"),
        ("2", "Kwa-Dō (1985)", "1", "Ann", "Ann", "Ann", "0", "0", ""),
        ("2", "Kwa-Dō (1985)", "1", "Ann", "Ben", "Ben", "0", "0", ""),
        ("2", "Kwa-Dō (1985)", "2", "Ann", "Ann", "Ann", "0", "0", ""),
        ("2", "Kwa-Dō (1985)", "2", "Ann", "Ben", "Ben", "20", "20", ""),
    ]
    columns = ("game", "date", "rule set", "rounds", "first dealer", "winner")
    assert read_columns(read_csv(table, game, "games.csv"), *columns) == [
        ("1", "2026-11-27", "Kwa-Dō (1985)", "1", "Ann", "Ann"),
        ("2", "2026-11-27", "Kwa-Dō (1985)", "2", "Ann", ""),
    ]
    # Files have the games that were chosen.
    assert read_csv(table, game, "statistics.csv?game=2")[0]["points"] == "0"
    assert read_csv(table, game, "yaku.csv?game=2") == []
    assert read_columns(read_csv(table, game, "rounds.csv?game=1"), "game") == [("1",)] * 2
    chosen = table.client.get(to_table(game, "/statistics.json?game=2")).json
    assert [each["number"] for each in chosen["games"]] == [2]
