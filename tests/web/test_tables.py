"""The table's page, players who change, games put away: as phones without scripts see them."""

from __future__ import annotations

import re

import pytest

from tests.web.table import Table, by_points, read_fields

WON = by_points(240, 0)


def play_to_the_end(table: Table, game: str) -> None:
    """Ann wins to 200 by method A: two rounds of 120 above the floor."""
    for _ in range(2):
        table.record(game, WON)


def play_rematch(table: Table, game: str) -> str:
    answer = table.post(f"{game}/again", read_fields(table.get(f"{game}/again")))
    return str(answer.location).removeprefix("http://localhost")


def to_table(game: str) -> str:
    return re.sub(r"^/[gv]/([^~]*).*", r"/t/\1", game)


def change(table: Table, game: str, part: str, status: int = 302, **fields: str | list[str]) -> str:
    """The page that answers to a part of “Players and seats”, with these fields typed."""
    page = table.get(f"{game}/players")
    name = "players" if part == "players" else "names"
    form = re.search(rf'<form[^>]*id="{name}">.*?</form>', page, re.S)
    assert form, f"this game has no part {part}"
    typed = read_fields(form[0]) | {name.replace("_", "-"): value for name, value in fields.items()}
    return table.post(f"{game}/players", typed, status).text


def test_a_rematch_stays_at_the_table_which_counts_who_won(table: Table) -> None:
    first = table.start("Ann", "Ben")
    play_to_the_end(table, first)
    second = play_rematch(table, first)
    assert second == f"{first}~2"
    page = table.get(to_table(second))
    assert f'href="{first}"' in page
    assert f'href="{second}"' in page
    assert re.search(
        r'Ann</bdi></span> <b class="tallies__won">1</b><span class="tallies__points">240 points', page
    )
    assert re.search(r'Ben</bdi></span> <b class="tallies__won">0</b>', page)
    assert "Continue game 2" in page
    play_to_the_end(table, second)
    page = table.get(to_table(first))
    assert re.search(
        r'Ann</bdi></span> <b class="tallies__won">2</b><span class="tallies__points">480 points', page
    )
    assert ">Rematch<" in page
    assert "<b>Ann</b>" not in page
    assert re.search(r"Games won</a>: .*Ann</bdi> <b>2</b>.*Ben</bdi> <b>0</b>", table.get(second))


def test_a_long_evening_is_shown_in_pages_of_twenty_games(table: Table) -> None:
    first = game = table.start("Ann", "Ben", target="30")
    for _ in range(22):
        table.record(game, WON)
        game = play_rematch(table, game)
    page = table.get(to_table(first))
    assert [int(number) for number in re.findall(r'rounds__number">(\d+)<', page)] == list(range(23, 3, -1))
    assert re.search(r'Ann</bdi></span> <b class="tallies__won">22</b>', page)
    assert "Latest games" not in page
    earlier = re.search(r'href="([^"]+)#games">Earlier games', page)
    assert earlier
    page = table.get(earlier[1])
    assert re.findall(r'rounds__number">(\d+)<', page) == ["3", "2", "1"]
    assert re.search(r'Ann</bdi></span> <b class="tallies__won">22</b>', page)
    assert "Continue game 23" in page
    assert "Earlier games" not in page
    assert "Latest games" in page


def test_an_earlier_game_leads_to_the_one_that_is_played(table: Table) -> None:
    first = table.start("Ann", "Ben")
    play_to_the_end(table, first)
    assert ">Rematch<" in table.get(first)
    second = play_rematch(table, first)
    page = table.get(first)
    assert f'href="{second}">Game 2 of this table' in page
    assert ">Rematch<" not in page


def test_whoever_may_only_look_sees_the_table_and_changes_nothing(table: Table) -> None:
    first = table.start("Ann", "Ben")
    play_to_the_end(table, first)
    second = play_rematch(table, first)
    view = table.view_link(second)
    page = table.get(to_table(view))
    assert "Follow game 2" in page
    assert "Rematch" not in page
    assert "/g/" not in page
    table.get(view)
    for path in ("players", "delete"):
        table.get(f"{view}/{path}", 404)
        table.get(f"{view.replace('/v/', '/g/')}/{path}", 404)


def test_a_table_that_nobody_knows_is_not_found(table: Table) -> None:
    for token in ("A" * 32, "x", "A" * 32 + "~2"):
        assert "There is no game here" in table.get(f"/t/{token}", 404)


def test_a_new_name_stands_in_every_round_and_can_be_undone(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(170, 70))
    change(table, game, "names", name_0="Anna")
    page = table.get(game)
    assert "Names saved." in page
    assert "Anna" in page
    assert "Undo: new names" in page
    assert "Anna" in table.get(f"{game}/rounds/1/why")
    assert "Names were changed: Ann is now Anna." in table.get(f"{game}/history")
    table.correct(game, 1, by_points(180, 60))
    table.press(game, "undo")
    table.press(game, "undo")
    assert "Anna" not in table.get(game)


def test_names_that_two_phones_change_at_once_are_asked_about(table: Table) -> None:
    game = table.start("Ann", "Ben")
    page = table.get(f"{game}/players")
    form = re.search(r'<form[^>]*id="names">.*?</form>', page, re.S)
    assert form
    typed = read_fields(form[0])
    change(table, game, "names", name_0="Anna")
    answer = table.post(f"{game}/players", {**typed, "name-0": "Hanna"}, 422).text
    assert "Names were changed on another phone." in answer
    assert 'value="Hanna"' in answer
    assert "Hanna" not in table.get(game)


@pytest.mark.parametrize(
    ("typed", "said"), [("Ben", "Two players are called"), ("", "name"), ("x" * 41, "40")]
)
def test_a_name_that_does_not_do_is_refused_at_its_field(table: Table, typed: str, said: str) -> None:
    game = table.start("Ann", "Ben")
    answer = change(table, game, "names", 422, name_0=typed)
    assert said in answer
    assert "name-0-fault" in answer or "name-1-fault" in answer


def test_the_next_dealer_and_the_seats_are_chosen(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem")
    assert "<b><bdi>Ann</bdi></b> deals" in table.get(game)
    change(table, game, "seats", place_0="2", place_1="1", place_2="3", dealer="2")
    page = table.get(game)
    assert "Cem deals the next round." in page
    assert "<b><bdi>Cem</bdi></b> deals" in page
    assert "<b><bdi>Ben</bdi></b> starts" in page
    assert "Seats or dealer were changed" in table.get(f"{game}/history")
    table.press(game, "undo")
    assert "<b><bdi>Ann</bdi></b> deals" in table.get(game)


def test_a_name_and_the_dealer_are_saved_by_one_button(table: Table) -> None:
    game = table.start("Ann", "Ben")
    change(table, game, "seats", name_0="Anna", dealer="1")
    assert "Names saved. Ben deals the next round." in table.get(game)
    assert "<b><bdi>Ben</bdi></b> deals" in table.get(game)
    assert "Anna" in table.get(game)
    # Of two faults nothing is saved by halves.
    change(table, game, "seats", 422, name_0="Ben", dealer="0")
    assert "<b><bdi>Ben</bdi></b> deals" in table.get(game)
    change(table, game, "seats", 422, name_0="Annie", dealer="7")
    assert "Annie" not in table.get(game)


def test_two_players_in_one_place_are_refused(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem")
    assert "Give each player another place, from 1 to 3." in change(table, game, "seats", 422, place_0="2")


def test_partners_do_not_sit_together(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", "Dee", sides="2")
    answer = change(table, game, "seats", 422, place_1="3", place_2="2")
    assert "partners do not sit together" in answer
    assert "Teams cannot change during a game." in answer


def test_a_player_leaves_another_joins_with_points_and_the_game_goes_on(table: Table) -> None:
    """Three sides have a floor of 80: 150 card points are a net of 70."""
    game = table.start("Ann", "Ben", "Cem")
    table.record(game, by_points(150, 60, 30))
    change(table, game, "players", stays=["0", "1"], join_0="Dee", points_0="25")
    page = table.get(f"{game}~2")
    assert "The game goes on with" in page
    for name, total in (("Ann", 70), ("Ben", 0), ("Dee", 25)):
        assert re.search(rf"<bdi>{name}</bdi>.*?data-side=\"\d\">{total}<", page, re.S), name
    # Dee has a colour of her own, and not that of Cem.
    assert re.findall(r"mark[^\"]* owner--(\d)", page)[:3] == ["1", "2", "4"]
    assert "No round yet with these players" in table.get("/")
    first = table.get(game)
    assert "Went on with other players" in first
    assert "Game 2 of this table" in first
    assert "Enter round" not in first
    table.record(f"{game}~2", by_points(150, 60, 30))
    seen = re.search(r'name="seen" value="(\d+)"><button class="button">Undo: the change of players', first)
    assert seen
    assert "Game 2 has rounds already." in table.post(f"{game}/undo", {"seen": seen[1]}, 409).text
    page = table.get(to_table(game))
    assert "went on with other players" in page
    assert "140 points" in page
    assert "From the game before: Ann 70, Dee 25." in table.get(f"{game}~2")


def test_a_change_of_players_that_changes_nobody_is_refused(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem")
    assert "Untick who leaves" in change(table, game, "players", 422, stays=["0", "1", "2"])
    assert "is not for 1 players" in change(table, game, "players", 422, stays=["0"])
    assert "not a whole number" in change(table, game, "players", 422, join_0="Dee", points_0="ten")
    assert "Two players are called" in change(table, game, "players", 422, join_0="Ann")


def test_a_deleted_game_says_so_and_comes_back(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(170, 70))
    view = table.view_link(game)
    assert "Delete this game?" in table.get(f"{game}/delete")
    table.post(f"{game}/delete", {})
    page = table.get(game, 410)
    assert "This game was deleted" in page
    assert "Bring it back" in page
    seen = table.get(view, 410)
    assert "Bring it back" not in seen
    assert "Tap to bring it back." in table.get("/")
    assert "All games of this table were deleted." in table.get(to_table(game))
    table.get(f"{view}/news", 410)
    answer = table.client.post(f"{game}/rounds/new", data={"csrf_token": table.token, **by_points(1, 239)})
    assert answer.status_code == 410
    table.post(f"{game}/recover", {})
    page = table.get(game)
    assert "The game is back." in page
    assert "After round 1" in page
    assert "Undo: round 1" in page
    assert "Redo" not in page


def test_an_archived_game_stands_apart_on_home(table: Table) -> None:
    game = table.start("Ann", "Ben")
    other = table.start("Cem", "Dee")
    table.post(f"{game}/archive", {})
    home = table.get("/")
    apart = home.split("Archived and deleted")[1]
    assert game in apart
    assert game not in home.split("Archived and deleted")[0]
    assert other in home.split("Archived and deleted")[0]
    assert "archived" in table.get(to_table(game))
    table.post(f"{game}/unarchive", {})
    assert "Archived and deleted" not in table.get("/")
