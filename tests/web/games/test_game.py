"""The page of a game: its menu, rounds, undo and redo; what it says of a game: test_games.py."""

import re

from flask import Flask

from companion.web.badges import get_badges
from tests.web.table import Table, by_points, expect_words, read_notices, read_totals


def read_menu(text: str) -> str:
    return text.partition('class="menu"')[2].partition("</details>")[0]


def test_undo_names_its_step_and_redo_brings_it_back(table: Table) -> None:
    game = table.start("Ann", "Ben")
    # Where nobody scored, no player is named.
    table.record(game, by_points(120, 120))
    text = table.get(game)
    assert ">Undo: round 1</button>" in text
    assert "Score details of round 1, <bdi>Ben</bdi>" in text
    table.record(game, by_points(125, 115, yaku_0=["dragon"]))
    assert "Undo: round 2, Ann +30" in table.get(game)
    for press, totals, said, offered in (
        ("undo", [0, 0], "Undone: round 2, Ann +30.", "Redo: round 2"),
        ("redo", [30, 0], "Redone: round 2, Ann +30.", "Undo: round 2, Ann +30"),
    ):
        table.press(game, press)
        text = table.get(game)
        assert read_totals(text) == totals
        assert said in read_notices(text)
        assert offered in text


def test_undo_takes_back_only_the_step_that_its_button_named(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for points in ((125, 115), (130, 110)):
        table.record(game, by_points(*points))
    seen = re.findall(r'name="seen" value="([\d-]+)"', table.get(game))[0]
    for _ in range(2):
        table.post(f"{game}/undo", {"seen": seen})
        assert table.totals(game) == [5, 0]
    table.post(f"{game}/undo", {"seen": "the last"})
    expect_words(table.get(game), "Which change? Please open the game again.")
    assert table.totals(game) == [5, 0]


OF_A_GAME = (
    "", "/rounds/new", "/rounds/1", "/rounds/1/why", "/players", "/share", "/history", "/house-rules",
    "/rules", "/rulings/four-on-field", "/print", "/copies", "/delete", "/again",
)  # fmt: skip


def test_every_page_of_a_game_has_one_header_back_menu_search(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(150, 90))
    view = table.view_link(game)
    kept = game.replace("/g/", "/t/")
    ways = ["rules", "print", "copies", "history"]
    pages = [(game + page, game) for page in OF_A_GAME] + [(view, view), (f"{view}/rounds/1/why", view)]
    for page, link in [
        *pages,
        (kept, game),
        (f"{kept}/statistics", game),
        (view.replace("/v/", "/t/"), view),
    ]:
        bar = table.get(page).partition('class="bar"')[2].partition("</header>")[0]
        way_back = "/" if page == link else kept if page.startswith(kept + "/") else link
        assert re.findall(r'class="bar__back" href="([^"]+)"', bar) == [way_back], page
        assert 'aria-label="Search"' in bar, page
        lines = re.findall(r'<a href="([^"]+)"', read_menu(bar))
        assert [f"{link}/{way}" for way in ways if f"{link}/{way}" not in lines] == [], page
        assert len(lines) == (8 if link == game else 6), page
        assert (f"{link}/players" in lines) is (link == game), page


def test_what_left_the_menu_is_on_the_page_it_belongs_to(table: Table) -> None:
    game = table.start("Ann", "Ben")
    view = table.view_link(game)
    for link in (game, view):
        assert f'href="{link}/house-rules"' in table.get(f"{link}/rules")
    for part in ("end", "archive", "delete"):
        assert f'"{game}/{part}"' in table.get(f"{game}/history")
        assert f"/{part}" not in table.get(f"{view}/history")
    table.post(f"{game}/end", {})
    assert f'"{game}/end"' not in table.get(f"{game}/history")


def test_a_new_round_is_shown_large_once_and_where_a_page_follows(table: Table) -> None:
    """A correction is none, nor is what was saved before this page asked."""
    game = table.start("Ann", "Ben")
    begun = table.client.get(game, headers={"X-Follow": "-"})
    assert begun.status_code == 200
    assert "total__gain" not in begun.text
    table.record(game, by_points(150, 90))
    # A page that only follows leaves the message to the one that it is for.
    assert 'class="notice' not in table.client.get(game, headers={"X-Follow": "1"}).text
    text = table.get(game)
    assert "Round 1 is saved" in read_notices(text)
    assert re.findall(r'class="total__gain">(.*?)</b>', text) == ["+30", "0"]
    follows = [
        table.client.get(game, headers={"X-Follow": round_}).text.count("total__gain") for round_ in "-12"
    ]
    assert [table.get(game).count("total__gain"), *follows] == [0, 0, 2, 0]


def test_the_last_score_and_what_is_left_to_go_are_heard_apart(table: Table) -> None:
    """The finding: "+5" and "155 to go" ran together for a screen reader."""
    game = table.start("Ann", "Ben", target="160")
    table.record(game, by_points(125, 115))
    text = re.sub(r'<span class="total__dot" aria-hidden="true">.*?</span>', "", table.get(game))
    notes = re.findall(r'<span class="total__note total__notes"[^>]*>(.*?)</li>', text, re.DOTALL)
    heard = [re.sub(r"<.*?>|\n *", "", one) for one in notes]
    assert [one for one in heard if "to go" in one and not re.search(r"\d.*, .*to go", one)] == []
    assert "to go" in "".join(heard)


def test_rounds_stand_newest_first_and_come_in_pages(table: Table) -> None:
    game = table.start("Ann", "Ben", target="100000")
    for number in range(23):
        key = {"key": f"round-{number:04}", "seen": str(number + 1)}
        table.post(f"{game}/rounds/new", {**by_points(130, 110), **key})
    listed = re.compile(rf'href="{game}/rounds/(\d+)/why["?]')
    text = table.get(game)
    assert list(dict.fromkeys(listed.findall(text))) == [str(number) for number in range(23, 3, -1)]
    assert f'href="{game}?below=4"' in text
    earlier = table.get(f"{game}?below=4")
    # The totals lead to the last round.
    assert list(dict.fromkeys(listed.findall(earlier))) == ["23", "3", "2", "1"]
    assert re.findall(rf'href="{game}\?below=(\d+)">(.*?)</a>', earlier) == [("24", "Later rounds")]
    for odd in ("0", "-3", "99999999999999999999", "x", ""):
        table.get(f"{game}?below={odd}")


def test_who_looks_on_sees_totals_and_why_and_is_offered_nothing_to_press(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(130, 110))
    view, viewer = table.view_link(game), Table(app.test_client())
    text = viewer.get(view)
    assert read_totals(text) == [10, 0]
    why = viewer.get(f"{view}/rounds/1/why")
    assert "Card points" in why
    assert not re.search(f"Enter round|Correct round|{game.rsplit('/', 1)[1]}", text + why)
    # Light and dark in the menu are for everybody.
    assert re.findall(r'<form[^>]* action="([^"]+)', text + why) == ["/theme"] * 2


def test_seats_without_a_name_have_their_number() -> None:
    assert [badge.initial for badge in get_badges(["", "", "1", "Ann"])] == ["1", "2", "13", "A"]


def test_initials_of_sides_are_never_the_same(table: Table) -> None:
    text = table.get(table.start("Ann", "Abe", "Anton", "Åsa", "A", "Ann Lee"))
    initials = re.findall(r'<span class="badge owner--\d" aria-hidden="true">([^<]+)<', text)
    assert len(set(initials)) == 6


def test_a_correction_that_leaves_the_winner_says_what_the_winner_won_with(table: Table) -> None:
    """And not what this side has by now; what the page says of such a game: test_games.py."""
    game = table.start("Ann", "Ben", target="50")
    for points in ((30, 210), (220, 20)):
        table.record(game, by_points(*points))
    table.correct(game, 2, {"points/0": "200", "points/1": "40"})
    notices = re.sub("[\u2068\u2069]", "", read_notices(table.get(game)))
    assert "Ben had already won with 90." in notices
