"""The winner's screen of a game, the picture of it, and the way back to the game."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.printing import Press, PrintedGame, compose_picture
from companion.rules import score_game
from companion.rules.document import parse_game
from tests.waiting import wait_until
from tests.web.pages import LONG_NAMES, RACE, Played, Poster, play_games
from tests.web.phone import SIZES
from tests.web.table import Table, by_cards, by_points, read_words
from tests.web.test_print_sheets import fonts_folder, one_press_for_all, press, read_text

__all__ = ["fonts_folder", "one_press_for_all", "press"]
SAKURA_1 = ("pine-crane", "plum-warbler", "cherry-curtain")


def read_won(text: str) -> str:
    return read_words(text[text.index('<section class="won ') : text.index("</section>")])


def test_a_won_game_opens_with_the_winner_the_margin_and_the_cards_that_decided(table: Table) -> None:
    game = table.start("Ann", "Ben", target="150")
    table.record(game, by_points(130, 110))
    assert "Save the picture" not in table.get(game)
    table.record(game, by_cards({"Ann": SAKURA_1, "Ben": "rest"}))
    text = table.get(game)
    said = read_won(text)
    totals = table.totals(game)
    assert f"Ben wins {totals[1]} Won by {totals[1] - totals[0]} in 2 rounds" in said
    assert '<section class="won owner--2"' in text
    pictures = re.findall(r'class="card" .*?aria-label="([^"]+)"', text[: text.index("</section>")])
    assert 3 <= len(pictures) <= 12
    # Ann's yaku decided nothing.
    assert "Sakura 1 " not in said
    assert text.count("Rematch") == 1


def test_where_the_last_round_had_no_yaku_the_best_round_with_one_is_shown(table: Table) -> None:
    game = table.start("Ann", "Ben", target="100")
    table.record(game, by_points(130, 110, yaku_0=["dragon"]))
    table.record(game, by_points(130, 110, yaku_0=["sakura-1"]))
    table.record(game, by_points(200, 40))
    said = read_won(table.get(game))
    assert "Best round: 2 Sakura 1 30" in said
    assert "Dragon" not in said


def test_a_shared_win_a_game_ended_early_and_victories_are_said_rightly(table: Table) -> None:
    shared = table.start("Ann", "Ben", target="25")
    table.record(shared, by_points(120, 120, yaku_0=["sakura-1"], yaku_1=["sakura-4"]))
    assert "Ann and Ben share the win 30 All level after 1 round" in read_won(table.get(shared))
    three = table.start("Ann", "Ben", "Cem", target="25")
    table.record(three, by_points(110, 110, 20))
    assert "Ann and Ben share the win 30 Ahead by 30 after 1 round" in read_won(table.get(three))
    early = table.start("Ann", "Ben")
    table.record(early, by_points(130, 110))
    table.post(f"{early}/end", {})
    assert "Ann wins 10 Won by 10 in 1 round, ended early" in read_won(table.get(early))
    rules = {"game": "sakura", "fields-of": "sakura", "option-count": "victories"}
    counted = table.start("Ann", "Ben", length="target", target="2", **rules)
    for _ in range(2):
        table.record(counted, by_points(140, 100, yaku_0=[], yaku_1=[]))
    said = read_won(table.get(counted))
    assert "Ann wins 2 victories Won by 2 victories in 2 rounds" in said


def test_a_team_of_two_names_win_and_lead_where_a_player_wins_and_leads(table: Table) -> None:
    game = table.start("Dora", "Emil", "Fiona", "Gerd", sides="2", target="50")
    table.record(game, by_points(150, 90))
    assert "· lead · 20 to go" in read_words(table.get(game))
    table.record(game, by_points(200, 40))
    assert "Fiona win 110" in read_won(table.get(game))


def test_a_race_is_won_in_its_rounds(table: Table) -> None:
    rules = {"game": "koikoi-modern", "fields-of": "koikoi-modern"}
    game = table.start("Ann", "Ben", length="rounds", rounds="1", **rules)
    table.record(game, RACE)
    said = read_won(table.get(game))
    assert "Ann wins" in said
    assert "in 1 round" in said
    assert "Four brights" in said


def test_nobody_has_far_to_go_once_a_game_is_won(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", target="50")
    table.record(game, by_points(175, 45, 20))
    assert "to go" not in read_words(table.get(game))
    table.record(game, by_points(80, 80, 80))
    assert "to go" not in read_words(table.get(game))


def test_of_equals_nobody_leads(table: Table) -> None:
    game = table.start(*"ABCDEF")
    table.record(game, by_points(40, 40, 40, 40, 40, 40))
    text = table.get(game)
    assert "leads" not in text
    assert "tied first" not in text
    table.record(game, by_points(60, 60, 30, 30, 30, 30))
    assert table.get(game).count("tied first") == 2


def test_the_chart_holds_totals_below_zero(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", game="min-hwatu", **{"fields-of": "min-hwatu"})
    for _ in range(2):
        table.record(game, by_points(40, 80, 120, yaku_0=[], yaku_1=[], yaku_2=["hongdan", "cheongdan"]))
    text = table.get(game)
    assert min(table.totals(game)) < 0
    heights = [
        float(point.split(",")[1])
        for points in re.findall(r'<polyline[^>]* points="([^"]+)"', text)
        for point in points.split()
    ]
    assert heights
    assert all(0 <= height <= 240 - 26 for height in heights)
    assert "chart__zero" in text


def test_the_picture_is_a_png_of_its_size_and_is_there_once_the_game_is_won(table: Table, app: Flask) -> None:
    game = table.start("Ann", "Ben", target="20")
    assert table.client.get(f"{game}/picture.png").status_code == 404
    table.record(game, by_points(150, 90, yaku_0=["dragon"]))
    answer = table.client.get(f"{game}/picture.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.headers["Cache-Control"] == "no-store"
    picture = Image.open(io.BytesIO(answer.data))
    assert (picture.format, picture.size) == ("PNG", (1080, 1350))
    view = table.view_link(game)
    stranger = app.test_client()
    assert stranger.get(f"{view}/picture.png").data == answer.data
    assert stranger.get(f"/v/{game.rsplit('/', 1)[-1]}/picture.png").status_code == 404
    assert stranger.get(f"/g/{'A' * 32}/picture.png").status_code == 404
    # The picture has the winner's colour (--indigo of static/css/tokens.css) at its edge, below the pattern.
    red, green, blue = picture.convert("RGB").getpixel((10, 400))
    assert max(abs(red - 0x2C), abs(green - 0x4A), abs(blue - 0x86)) < 12


def test_the_picture_says_names_totals_yaku_game_and_date(press: Press) -> None:
    names = ["<b>Ann & Co</b>", "山田太郎", "김철수", "محمد علي", "Øystein", "Dee"]
    points = {name: {"card_points": 40, "yaku": []} for name in names}
    points["<b>Ann & Co</b>"] = {"card_points": 40, "yaku": ["dragon", "four-iris"]}
    raw = {"game": "kwado-1985", "sides": names, "options": {"target": 50}, "rounds": [{"points": points}]}
    game = parse_game(raw)
    job = compose_picture(PrintedGame(score_game(game), game.options, game.sides, "5 June 2026"))
    assert "<b>Ann" not in job.html
    # The same layout as a PDF has text.
    printed = press.set(replace(job, picture_px=None))
    assert (printed.page_count, printed.warnings, printed.refused) == (1, (), ())
    text = read_text(printed.content)
    for said in (
        "<b>Ann & Co</b> win", "Won by 55 in 1 round", "Four irises 30", "Dragon bonus 25", "山田太郎",
        "김철수", "Kwa-Dō (1985)", "target 50", "5 June 2026",
    ):  # fmt: skip
        assert said in text, said


@pytest.fixture(scope="module")
def played(browser: Browser, live_server: str) -> Played:
    return play_games(browser, live_server)


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser, played: Played) -> Iterator[Page]:
    """A page of a phone that played these games, 360 px wide where a test names no other of SIZES."""
    width, height = SIZES[getattr(request, "param", "360")]
    context = browser.new_context(viewport={"width": width, "height": height}, storage_state=played.memory)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("page", SIZES, indirect=True)
def test_seven_totals_the_deal_and_the_next_round_are_on_the_first_screen(
    page: Page, live_server: str, played: Played
) -> None:
    for game in (played.six, played.seven):
        page.goto(live_server + game)
        button = page.locator(".game__enter")
        box = button.bounding_box()
        assert box
        assert box["y"] + box["height"] <= page.evaluate("innerHeight") + 1
        for part in (*page.locator(".total").all(), page.locator(".game__deal").last):
            inside = part.bounding_box()
            assert inside
            assert inside["y"] + inside["height"] <= box["y"]
        page.mouse.wheel(0, 600)
        expect(button).to_be_in_viewport(ratio=1)


def test_scores_stand_left_and_rounds_right_on_a_wide_screen(
    browser: Browser, live_server: str, played: Played
) -> None:
    context = browser.new_context(storage_state=played.memory)
    page = context.new_page()
    for width in (820, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for game, left in ((played.seven, ".totals"), (played.finished, ".won")):
            page.goto(live_server + game)
            scores, rounds = page.locator(left).first.bounding_box(), page.locator(".rounds").bounding_box()
            assert scores
            assert rounds
            assert rounds["x"] > scores["x"] + scores["width"]
    context.close()


def test_a_tap_on_a_figure_or_on_a_total_opens_the_details(
    page: Page, live_server: str, played: Played
) -> None:
    page.goto(live_server + played.six)
    page.locator(".total__number").nth(2).click(force=True)
    page.wait_for_url("**/rounds/21/why")
    page.goto(live_server + played.finished)
    for number in ("3", "1"):
        row = page.locator(".rounds__row").filter(has=page.get_by_role("link", name=f"Round {number}"))
        row.locator(".rounds__score").last.click(force=True)
        page.wait_for_url(f"**/rounds/{number}/why")
        page.go_back()


def test_no_name_is_cut_in_the_final_scores(page: Page, live_server: str, played: Played) -> None:
    """“An n” stood there."""
    page.goto(live_server + played.finished)
    for name in page.locator(".totals--final .total__name bdi").all():
        box = name.bounding_box()
        assert box
        assert box["height"] < 30


def test_the_phone_sends_the_picture_and_without_a_share_sheet_it_is_downloaded(
    browser: Browser, live_server: str
) -> None:
    context = browser.new_context(accept_downloads=True)
    page = context.new_page()
    poster = Poster(page, live_server)
    game = poster.start("Ann", "Ben", target="20", game="kwado-1985")
    poster.record(game, by_points(150, 90))
    page.goto(live_server + game)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").click()
    assert download.value.suggested_filename == "kwado-game.png"
    assert Path(download.value.path()).read_bytes()[:4] == b"\x89PNG"
    context.add_init_script(
        "navigator.canShare = () => true;"
        "navigator.share = async ({ files }) => {"
        "  const { textContent } = document.querySelector('[data-send-picture]');"
        "  window.sent = [files[0].name, files[0].type, textContent];"
        "};"
    )
    page.goto(live_server + game)
    page.get_by_role("link", name="Send a picture").click()
    wait_until(page, "window.sent")
    assert page.evaluate("window.sent") == ["kwado-game.png", "image/png", "Making the picture …"]
    expect(page.get_by_role("link", name="Send a picture")).to_be_visible()
    context.close()


@pytest.mark.parametrize("page", SIZES, indirect=True)
def test_rematch_and_the_picture_are_on_the_first_screen_of_a_won_game(
    page: Page, live_server: str, played: Played
) -> None:
    page.goto(live_server + played.finished)
    for words in ("Rematch", "Save the picture"):
        expect(page.get_by_role("link", name=words)).to_be_in_viewport(ratio=1)


def test_what_is_to_go_is_never_cut_by_the_names_of_yaku(browser: Browser, live_server: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    poster = Poster(page, live_server)
    game = poster.start(*LONG_NAMES[:6], method="B", target="900", game="kwado-1985")
    many = ["sakura-1", "sakura-4", "sakura-7", "dragon"]
    poster.record(game, by_points(115, 25, 25, 25, 25, 25, yaku_0=many))
    page.goto(live_server + game)
    leader = page.locator(".total").first
    assert leader.locator(".total__last").evaluate("one => one.scrollWidth > one.clientWidth")
    row, to_go = leader.bounding_box(), leader.locator(".total__notes > :last-child").bounding_box()
    assert row
    assert to_go
    assert row["x"] < to_go["x"]
    assert "to go" in leader.locator(".total__notes > :last-child").inner_text()
    number = leader.locator(".total__number").bounding_box()
    assert number
    assert to_go["x"] + to_go["width"] <= number["x"]
    context.close()


REFERENCE = (
    "/search?q=tie", "/rules", "/rules/kwado-1985", "/rules/compare", "/rulings", "/rulings/four-on-field",
    "/cards", "/cards/maple-deer", "/glossary", "/sources", "/print", "/rules/kwado-1985/yaku/sakura-2",
)  # fmt: skip
OF_THE_GAME = ("/rounds/1/why", "/history", "/house-rules", "/print", "/rules", "/rulings/four-on-field")


def test_every_page_has_one_way_back_to_the_game(table: Table, app: Flask) -> None:
    for page in REFERENCE:
        assert "Back to the game" not in table.get(page), page
    table.start("Cem", "Dee")
    game = table.start("Ann", "Ben")
    table.record(game, by_points(130, 110))
    table.get(game)
    for page in REFERENCE:
        text = table.get(page)
        assert text.count("Back to the game") == 1, page
        if "/rulings/" not in page:
            assert game not in text
    assert table.client.get("/games/last").location == game
    for part in (*OF_THE_GAME, "/share"):
        assert table.get(game + part).count(f'<a href="{game}">Back to the game') == 1, part
    view = table.view_link(game)
    viewer = Table(app.test_client())
    viewer.get(view)
    assert viewer.client.get("/games/last").location == view
    for part in OF_THE_GAME:
        assert viewer.get(view + part).count(f'<a href="{view}">Back to the game') == 1, part
    assert app.test_client().get("/games/last").location == "/"


def test_the_tap_that_closes_the_menu_does_nothing_else(page: Page, live_server: str, played: Played) -> None:
    page.goto(live_server + played.seven)
    menu = page.locator(".menu")
    menu.locator("summary").click()
    assert menu.evaluate("one => one.open")
    box = page.locator(".total").nth(1).bounding_box()
    assert box
    beside = (box["x"] + 60, box["y"] + 20)
    page.mouse.click(*beside)
    assert not menu.evaluate("one => one.open")
    assert page.url == live_server + played.seven
    page.mouse.click(*beside)
    page.wait_for_url("**/why")


def test_large_text_puts_no_name_and_no_note_of_six_sides_under_a_total(
    browser: Browser, live_server: str, played: Played
) -> None:
    """200 % zoom of a phone of 390 px."""
    context = browser.new_context(viewport={"width": 195, "height": 332})
    page = context.new_page()
    for game in (played.six, played.seven):
        page.goto(live_server + game)
        over = page.locator(".total").evaluate_all(
            """(totals) => totals.filter((total) => {
              const [number, name, notes] = ["number", "name", "notes"]
                .map((part) => total.querySelector(`.total__${part}`).getBoundingClientRect());
              const isOver = (part) => part.right > number.left && part.left < number.right
                && part.bottom > number.top + 2 && part.top + 2 < number.bottom;
              return isOver(name) || isOver(notes) || notes.right > total.getBoundingClientRect().right;
            }).map(({ innerText }) => innerText)"""
        )
        assert over == []
        cells = page.locator(".rounds__row").first.locator("td")
        boxes = [cell.evaluate("(cell) => [cell.scrollWidth, cell.clientWidth]") for cell in cells.all()]
        assert all(held <= room for held, room in boxes)
        assert page.evaluate("document.documentElement.scrollWidth") == 195
    context.close()


def test_the_menu_of_a_game_holds_all_the_rest(page: Page, live_server: str, played: Played) -> None:
    page.goto(live_server + played.seven)
    menu = page.locator(".menu")
    menu.locator("summary").click()
    held = menu.locator("a, button").all_inner_texts()
    assert held == [
        "Rules of this game", "House rules", "Players and seats", "Games of this table", "History", "Print",
        "Keep a copy", "New game", "End game", "Archive", "Delete game",
    ]  # fmt: skip
    box = menu.locator(".menu__sheet").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 640
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    page.keyboard.press("Escape")
    expect(menu.locator(".menu__sheet")).to_be_hidden()
    assert len(LONG_NAMES) == page.locator(".total").count()
