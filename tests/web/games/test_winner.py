"""The winner's screen of a game, the picture of it, and the way back to the game."""

import html
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from companion.printing import Press, PrintedGame, compose_picture
from companion.rules import score_game
from companion.rules.documents.document import parse_game
from tests.printing.conftest import note_warnings
from tests.waiting import wait_until
from tests.web.pages import LONG_NAMES, RACE, Poster
from tests.web.paper.test_print_sheets import fonts_folder, one_press_for_all, press, read_text
from tests.web.phone import SIZES
from tests.web.table import Table, by_cards, by_points, read_words

__all__ = ["fonts_folder", "one_press_for_all", "press"]
SAKURA_1 = ("pine-crane", "plum-warbler", "cherry-curtain")


def play(table: Table, game: str, *rounds: dict[str, Any]) -> str:
    """What the page of the game says after these rounds."""
    for each in rounds:
        table.record(game, each)
    return table.get(game)


def read_won(text: str) -> str:
    return read_words(text[text.index('<section class="won ') : text.index("</section>")])


def test_a_won_game_opens_with_the_winner_the_margin_and_the_cards_that_decided(table: Table) -> None:
    game = table.start("Ann", "Ben", target="150")
    assert "Save the picture" not in play(table, game, by_points(130, 110))
    text = play(table, game, by_cards({"Ann": SAKURA_1, "Ben": "rest"}))
    said = read_won(text)
    totals = table.totals(game)
    assert f"Ben wins {totals[1]} Won by {totals[1] - totals[0]} in 2 rounds" in said
    assert '<section class="won won--new owner--2"' in text
    pictures = re.findall(r'class="card" .*?aria-label="([^"]+)"', text[: text.index("</section>")])
    assert 3 <= len(pictures) <= 12
    # Ann's yaku decided nothing.
    assert "Sakura 1 " not in said
    assert text.count("Rematch") == 1


VICTORIES = {"game": "sakura", "fields-of": "sakura", "options/count": "victories", "length": "target"}
MODERN = {"game": "koikoi-modern", "fields-of": "koikoi-modern", "length": "rounds"}
YAKU = [by_points(130, 110, yaku_0=["dragon"]), by_points(130, 110, yaku_0=["sakura-1"]), by_points(200, 40)]
BOTH = by_points(120, 120, yaku_0=["sakura-1"], yaku_1=["sakura-4"])
# Who plays by which rules, the rounds, what is said of the win.
WON: list[tuple[str, dict[str, str], list[dict[str, Any]], str]] = [
    ("Ann Ben", {"target": "100"}, YAKU, "Best round: 2 Sakura 1 30"),
    ("Ann Ben", {"target": "25"}, [BOTH], "Ann and Ben share the win 30 All level after 1 round"),
    (
        "Ann Ben Cem",
        {"target": "25"},
        [by_points(110, 110, 20)],
        "share the win 30 Ahead by 30 after 1 round",
    ),
    # Two names win where one wins.
    ("Dora Emil Fiona Gerd", {"sides": "2", "target": "50"}, [by_points(200, 40)], "Fiona win 80"),
    (
        "Ann Ben",
        {**VICTORIES, "target": "2"},
        [by_points(140, 100, yaku_0=[], yaku_1=[])] * 2,
        "Ann wins 2 victories Won by 2 victories in 2 rounds",
    ),
    ("Ann Ben", {**MODERN, "rounds": "1"}, [RACE], "in 1 round"),
    ("Ann Ben", {**MODERN, "rounds": "1"}, [RACE], "Four brights"),
]


def test_how_a_game_was_won_is_said_rightly(table: Table) -> None:
    misses = []
    for names, fields, rounds, words in WON:
        said = read_won(play(table, table.start(*names.split(), **fields), *rounds))
        # Where the last round had no yaku, the best round with one is shown.
        if words not in said or "Dragon" in said:
            misses.append((words, said))
    assert misses == []


def test_the_chart_holds_totals_below_zero(table: Table) -> None:
    rounds = [by_points(40, 80, 120, yaku_0=[], yaku_1=[], yaku_2=["hongdan", "cheongdan"])] * 2
    text = play(table, table.start("Ann", "Ben", "Cem", game="min-hwatu", fields_of="min-hwatu"), *rounds)
    assert "\u2212" in text
    lines = re.findall(r'<polyline[^>]* points="([^"]+)"', text)
    assert len(lines) == 3
    heights = [float(point.split(",")[1]) for point in " ".join(lines).split()]
    assert 0 <= min(heights) < max(heights) <= 240 - 26
    assert "chart__zero" in text


def test_a_won_game_has_its_result_as_text(table: Table) -> None:
    game = table.start("Ann", "<b>Ben", "Cem", target="20")
    assert "as text" not in table.get(game)
    table.record(game, by_points(150, 60, 30, yaku_0=["dragon"]))
    page = table.client.get(game).data.decode()
    assert html.unescape(re.findall(r"<textarea[^>]*>([^<]*)", page)[0]).split("\n") == [
        "Ann wins. Won by 95 in 1 round.", "1. Ann 95", "2. <b>Ben 0", "2. Cem 0", "Kwa-Dō (1985)",
    ]  # fmt: skip


def test_the_picture_is_a_png_of_its_size_and_is_there_once_the_game_is_won(table: Table, app: Flask) -> None:
    game = table.start("Ann", "Ben", target="20")
    table.get(f"{game}/picture.png", 404)
    table.record(game, by_points(150, 90, yaku_0=["dragon"]))
    answer = table.client.get(f"{game}/picture.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.headers["Cache-Control"] == "no-store"
    picture = Image.open(io.BytesIO(answer.data))
    assert (picture.format, picture.size) == ("PNG", (1080, 1350))
    stranger = Table(app.test_client())
    assert stranger.client.get(f"{table.view_link(game)}/picture.png").data == answer.data
    for link in (game.replace("/g/", "/v/"), f"/g/{'A' * 32}"):
        stranger.get(f"{link}/picture.png", 404)
    # The picture has the winner's colour (--indigo of static/css/tokens.css) at its edge, below the pattern.
    red, green, blue = picture.convert("RGB").getpixel((10, 400))
    assert max(abs(red - 0x2C), abs(green - 0x4A), abs(blue - 0x86)) < 12


def test_the_picture_says_names_totals_yaku_game_and_date(press: Press) -> None:
    from companion.printing.setter import lay_out

    names = ["<b>Ann & Co</b>", "山田太郎", "김철수", "محمد علي", "Øystein", "Dee"]
    points = {name: {"card_points": 40, "yaku": []} for name in names}
    points["<b>Ann & Co</b>"] = {"card_points": 40, "yaku": ["dragon", "four-iris"]}
    raw = {"game": "kwado-1985", "sides": names, "options": {"target": 50}, "rounds": [{"points": points}]}
    game = parse_game(raw)
    job = compose_picture(PrintedGame(score_game(game), game.options, game.sides, "5 June 2026"))
    assert "<b>Ann" not in job.html
    # The same layout as a PDF has text.
    job = replace(job, picture_px=None)
    with note_warnings() as said:
        lay_out(job)
    assert said == []
    printed = press.set(job)
    assert printed.page_count == 1
    text = read_text(printed.content)
    for said in (
        "<b>Ann & Co</b> win", "Won by 55 in 1 round", "Four irises 30", "Dragon bonus 25", "山田太郎",
        "김철수", "Kwa-Dō (1985)", "target 50", "5 June 2026",
    ):  # fmt: skip
        assert said in text, said


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
    view = table.view_link(game)
    viewer = Table(app.test_client())
    viewer.get(view)
    for phone, link, parts in ((table, game, (*OF_THE_GAME, "/share")), (viewer, view, OF_THE_GAME)):
        assert phone.client.get("/games/last").location == link
        for part in parts:
            assert phone.get(link + part).count("Back to game") == 1, part
    assert app.test_client().get("/games/last").location == "/"


# --- Under the finger ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(browser: Browser, live_server: str) -> dict[str, str]:
    """Games with long names of six and of seven players, and one that is won."""
    with browser.new_context() as context:
        poster = Poster(context.new_page(), live_server)
        games = {
            "six": poster.start(*LONG_NAMES[:6], method="B", target="1000", game="kwado-1985"),
            "seven": poster.start(*LONG_NAMES, **{"fields-of": "min-hwatu", "game": "min-hwatu"}),
            "won": poster.start("Ann", "Ben", "Cem", target="50", game="kwado-1985"),
        }
        paid = by_points(0, 20, 40, 40, 40, 40, 60, yaku_6=["hongdan"], yaku_5=["cheongdan"])
        rounds = {"six": by_points(65, 35, 35, 35, 35, 35), "seven": paid, "won": by_points(100, 60, 80)}
        for name, game in games.items():
            for _ in range(3):
                poster.record(game, rounds[name])
    return {name: live_server + game for name, game in games.items()}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a phone, 360 px wide."""
    with browser.new_context(viewport={"width": 360, "height": 640}) as context:
        yield context.new_page()


def edges(part: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what a page shows."""
    found = part.evaluate(
        "(one) => { const { left, top, right, bottom } = one.getBoundingClientRect();"
        " return [left, top, right, bottom]; }"
    )
    return tuple(found)


def test_what_a_table_looks_for_is_on_the_first_screen(page: Page, played: dict[str, str]) -> None:
    """Seven totals, the deal and the next round, and of a won game the rematch and the picture."""
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        for game in (played["six"], played["seven"]):
            page.goto(game)
            button = page.locator(".game__enter")
            _, top, _, bottom = edges(button)
            assert bottom <= height + 1
            parts = [*page.locator(".total").all(), page.locator(".game__deal").last]
            assert [part.inner_text() for part in parts if edges(part)[3] > top] == []
            page.mouse.wheel(0, 600)
            expect(button).to_be_in_viewport(ratio=1)
        page.goto(played["won"])
        for words in ("Rematch", "Save the picture"):
            expect(page.get_by_role("link", name=words)).to_be_in_viewport(ratio=1)
    # On a wide screen scores stand left and rounds right.
    for width in (820, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for game, left in ((played["seven"], ".totals"), (played["won"], ".won")):
            page.goto(game)
            assert edges(page.locator(".rounds"))[0] > edges(page.locator(left).first)[2]


def test_a_tap_on_a_figure_or_on_a_total_opens_the_details(page: Page, played: dict[str, str]) -> None:
    page.goto(played["six"])
    page.locator(".total__number").nth(2).click(force=True)
    page.wait_for_url("**/rounds/3/why?side=2")
    page.goto(played["won"])
    # No name is cut in the final scores: “An n” stood there.
    assert all(
        edges(name)[3] - edges(name)[1] < 30 for name in page.locator(".totals--final .total__name bdi").all()
    )
    for number in ("3", "1"):
        row = page.locator(".rounds__row").filter(has=page.get_by_role("link", name=f"Round {number}"))
        row.locator(".rounds__score").last.click(force=True)
        page.wait_for_url(f"**/rounds/{number}/why")
        page.go_back()


def test_the_menu_of_a_game_holds_all_the_rest_and_the_tap_that_closes_it_does_nothing_else(
    page: Page, played: dict[str, str]
) -> None:
    page.goto(played["seven"])
    menu = page.locator(".menu")
    sheet = menu.locator(".menu__sheet")
    menu.locator("summary").click()
    assert menu.locator("a, button").all_inner_texts() == [
        "Join", "Rules, house rules", "Players and seats", "Table and statistics", "Print", "Keep a copy",
        "Without network", "History, end or delete", "Light", "Dark", "System",
    ]  # fmt: skip
    expect(sheet).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    menu.locator("summary").click()
    left, top, *_ = edges(page.locator(".total").nth(1))
    page.mouse.click(left + 60, top + 20)
    expect(sheet).to_be_hidden()
    assert page.url == played["seven"]
    page.mouse.click(left + 60, top + 20)
    page.wait_for_url("**/why?side=1")


def test_the_phone_sends_the_picture_and_without_a_share_sheet_it_is_downloaded(
    page: Page, played: dict[str, str]
) -> None:
    page.goto(played["won"])
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").click()
    assert download.value.suggested_filename == "kwado-game.png"
    assert Path(download.value.path()).read_bytes()[:4] == b"\x89PNG"
    page.add_init_script(
        "navigator.canShare = () => true;"
        "navigator.share = async ({ files }) => {"
        "  const { textContent } = document.querySelector('[data-send-picture]');"
        "  window.sent = [files[0].name, files[0].type, textContent];"
        "};"
    )
    page.reload()
    page.get_by_role("link", name="Send a picture").click()
    wait_until(page, "window.sent")
    assert page.evaluate("window.sent") == ["kwado-game.png", "image/png", "Making the picture …"]
    expect(page.get_by_role("link", name="Send a picture")).to_be_visible()


def test_no_name_and_no_note_is_under_a_total_in_large_text_or_beside_many_yaku(
    page: Page, live_server: str, played: dict[str, str]
) -> None:
    poster = Poster(page, live_server)
    many = by_points(115, 25, 25, 25, 25, 25, yaku_0=["sakura-1", "sakura-4", "sakura-7", "dragon"])
    game = poster.start(*LONG_NAMES[:6], method="B", target="900", game="kwado-1985")
    poster.record(game, many)
    page.goto(live_server + game)
    leader = page.locator(".total").first
    assert leader.locator(".total__last").evaluate("one => one.scrollWidth > one.clientWidth")
    to_go = leader.locator(".total__notes > :last-child")
    assert "to go" in to_go.inner_text()
    assert edges(leader)[0] < edges(to_go)[0]
    assert edges(to_go)[2] <= edges(leader.locator(".total__number"))[0]
    # 200 % zoom of a phone of 390 px.
    page.set_viewport_size({"width": 195, "height": 332})
    for game in (played["six"], played["seven"]):
        page.goto(game)
        over = page.locator(".total").evaluate_all(
            """(totals) => totals.filter((total) => {
              const [number, name, notes] = ["number", "name", "notes"]
                .map((part) => total.querySelector(`.total__${part}`).getBoundingClientRect());
              const isOver = (part) => part.right > number.left && part.left < number.right
                && part.bottom > number.top + 2 && part.top + 2 < number.bottom;
              return isOver(name) || isOver(notes) || notes.right > total.getBoundingClientRect().right;
            }).map(({ innerText }) => innerText)"""
        )
        cells = page.locator(".rounds__row").first.locator("td")
        cut = cells.evaluate_all(
            "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
        )
        assert (over, cut, page.evaluate("document.documentElement.scrollWidth")) == ([], [], 195)
