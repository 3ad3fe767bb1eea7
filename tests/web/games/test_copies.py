"""A game saved as a file from its page, and brought in again."""

import csv
import io
import random
from urllib.parse import urlsplit

import pytest
import time_machine
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from companion.store import MAX_IMPORT_BYTES, list_games
from tests.web.table import Table, by_points, expect_words, read_faults, to_table


def play(table: Table) -> str:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    table.record(game, by_points(90, 150))
    return game


def save(table: Table, game: str, ending: str = "json") -> TestResponse:
    return table.client.get(f"{game}/copies/game.{ending}")


def bring_in(table: Table, content: bytes, status: int = 302) -> TestResponse:
    # Made here: the test client would put a long body into a file and leave that open.
    file = FileStorage(io.BytesIO(content), "game.json", "file")
    boundary, body = encode_multipart({"csrf_token": table.get_token(), "file": file})
    kind = f"multipart/form-data; boundary={boundary}"
    answer = table.client.post("/games/bring-in", data=body, content_type=kind)
    assert answer.status_code == status
    return answer


def count_games(app: Flask) -> int:
    with app.extensions["kwado-store"].reading() as session:
        return sum(1 for _ in list_games(session))


@pytest.mark.parametrize("access", ["edit", "view"])
def test_a_game_saved_and_brought_in_is_the_same_game(table: Table, access: str) -> None:
    game = play(table)
    saved = save(table, game if access == "edit" else table.view_link(game))
    assert saved.headers["Content-Disposition"].startswith('attachment; filename="kwado-2')
    other = Table(table.client.application.test_client())
    # As large as may be.
    brought = urlsplit(bring_in(other, saved.data.ljust(MAX_IMPORT_BYTES)).location).path
    assert brought != game
    expect_words(other.get(brought), "The game is here, with new links.")
    assert (save(other, brought).data, other.totals(brought)) == (saved.data, table.totals(game))
    expect_words(other.get("/"), f'href="{brought}"')
    # The game goes on, and the old one does not notice.
    other.record(brought, by_points(120, 120))
    assert save(table, game).data == saved.data


def test_both_doors_to_a_copy_are_on_the_pages(table: Table) -> None:
    game = play(table)
    view = table.view_link(game)
    for link in (game, view):
        assert f'<a href="{link}/copies">Keep a copy</a>' in table.get(link)
        files = [f"{link}/copies/game.{ending}" for ending in ("json", "csv")]
        expect_words(table.get(f"{link}/copies"), *map('href="{}"'.format, files))
        # A saved file holds no link.
        saved = "".join(table.client.get(file).text for file in files)
        expect_words(saved, never=[each.rsplit("/", 1)[1] for each in (game, view)])
    assert '<a href="/games/bring-in">Bring in a game from a file</a>' in table.get("/")


@time_machine.travel("2026-11-27T21:00Z")
def test_the_scores_open_in_a_spreadsheet(table: Table) -> None:
    """Ann has most points of round 1 and deals again; when the game is ended by hand, Ben is ahead."""
    game = play(table)
    table.post(f"{game}/end", {})
    answer = save(table, game, "csv")
    assert (answer.mimetype, answer.data[:3]) == ("text/csv", b"\xef\xbb\xbf")
    heads, *rows = csv.reader(io.StringIO(answer.data.decode("utf-8-sig"), newline=""))
    assert [heads, *rows] == [
        ["date", "round", "dealer", "Ann", "Ben", "Ann, total", "Ben, total", "game winner", "reason"],
        ["2026-11-27", "1", "Ann", "5", "0", "5", "0", "Ben", ""],
        ["2026-11-27", "2", "Ann", "0", "30", "5", "30", "Ben", ""],
    ]


@pytest.mark.parametrize(
    ("language", "between"),
    [
        ("", ","),
        ("en-GB,de;q=0.5", ","),
        ("de-AT,en;q=0.5", ";"),
        ("es", ";"),
        ("es-MX,es", ","),
        ("ja", ","),
    ],
)
def test_scores_have_semicolons_where_the_browsers_language_writes_1_5(
    table: Table, language: str, between: str
) -> None:
    game = play(table)
    for file, heads in (
        (f"{game}/copies/game.csv", ["date", "round", "dealer"]),
        (to_table(game, "/statistics.csv"), ["player", "games"]),
        (to_table(game, "/rounds.csv"), ["game", "date"]),
    ):
        answer = table.client.get(file, headers={"Accept-Language": language})
        assert answer.text.startswith("\ufeff" + between.join(heads) + between)
        assert "Accept-Language" in answer.headers["Vary"]


def test_a_damaged_file_changes_nothing(app: Flask, table: Table) -> None:
    whole = save(table, play(table)).data
    chance = random.Random(1985)
    for _ in range(30):
        place = chance.randrange(len(whole) - 1)
        flipped = bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1 :]
        cut = whole[place + chance.randrange(1, 200) :]
        assert read_faults(bring_in(table, whole[:place] + chance.choice([flipped, cut]), 422).text)
    # Nor does a whole one without a token.
    answer = table.client.post("/games/bring-in", data={"file": (io.BytesIO(whole), "game.json")})
    assert (answer.status_code, count_games(app)) == (422, 1)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This is no game that can be brought in."),
        (b"\xff\xfe\x00", "not text"),
        (b"round,Ann,Ben\r\n1,5,0\r\n", "a table of scores cannot"),
        (b'{"format": ', "This is not JSON"),
        (b'{"format": "another"}', "not a game exported by this program"),
        (b" " * (MAX_IMPORT_BYTES + 1), "too large for a game"),
        # Far too long, and not read.
        (b" " * 1_200_000, ""),
    ],
)
def test_what_is_no_saved_game_is_refused_with_its_reason(
    app: Flask, table: Table, content: bytes, said: str
) -> None:
    text = bring_in(table, content, 422 if said else 413).text
    assert said in " ".join(read_faults(text))
    assert count_games(app) == 0
    assert read_faults(table.post("/games/bring-in", {}, 422).text) == ["Choose a file first."]
    # Only this page takes more than a form.
    table.post("/games/new", {"file": (io.BytesIO(b" " * 100_000), "game.json")}, 413)
