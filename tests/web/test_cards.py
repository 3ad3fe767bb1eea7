"""The page of the deck: every card there, in either order and either deck, and the icons that go with it."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page

from companion.cards import DECK, Kind
from companion.cli.deck import ICONS, write_icons
from companion.web import create_app
from tests.in_thread import serve_in_thread
from tests.waiting import wait_until
from tests.web.table import drop_layout

LAST_IS_DRAWN = """() => [...document.querySelectorAll(".card use")].at(-1)
  .checkVisibility({ contentVisibilityAuto: true })"""
SHOWN_CARD = re.compile(r'<a class="deck__card"\s+href="/cards/([a-z0-9-]+)"')
HEADING = re.compile(r"<h2[^>]*>([^<]+)</h2>")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app({"INSTANCE_PATH": str(tmp_path_factory.mktemp("instance")), "TESTING": True})
    yield app
    app.extensions["kwado-store"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    """Serve the app to a browser on a free port of this machine."""
    with serve_in_thread(app) as port:
        yield f"http://127.0.0.1:{port}"


def read(client: FlaskClient, query: str = "") -> str:
    response = client.get(f"/cards{query}")
    assert response.status_code == 200
    return drop_layout(response.get_data(as_text=True))


def test_all_48_cards_are_shown_and_lead_to_their_own_pages(client: FlaskClient) -> None:
    for query, current in (
        ("", ["By month", "Korean deck"]),
        ("?by=kind&deck=japanese", ["By kind", "Japanese deck"]),
    ):
        # A soft hyphen is where a narrow phone may break a long word.
        page = read(client, query).replace("\u00ad", "")
        assert re.findall(r'<a class="button"[^>]*aria-current="true"[^>]*>([^<]+)</a>', page) == current
        assert sorted(SHOWN_CARD.findall(page)) == sorted(card.id for card in DECK)
        assert [card for card in DECK if f"<span>{card.english}</span>" not in page] == []
        pictures = re.findall(r"/static/cards/deck-(\w+)\.svg[^\"#]*#([a-z0-9-]+)\"", page)
        deck = current[1].partition(" ")[0].lower()
        assert {(deck, card.id) for card in DECK} <= set(pictures)
    legend = page.split('class="deck-legend"')[1].split("</ul>")[0].lower()
    assert [kind for kind in Kind if kind.value not in legend] == []


def test_paulownia_and_willow_come_in_the_order_of_the_deck(client: FlaskClient) -> None:
    assert HEADING.findall(read(client))[-2:] == ["11 · Paulownia", "12 · Willow"]
    assert HEADING.findall(read(client, "?deck=japanese"))[-2:] == ["11 · Willow", "12 · Paulownia"]


def test_by_kind_there_are_5_brights_9_animals_10_ribbons_and_24_chaff(client: FlaskClient) -> None:
    page = read(client, "?by=kind")
    counts = {
        heading: len(SHOWN_CARD.findall(section))
        for section in page.split("<section")[1:]
        for heading in HEADING.findall(section)
    }
    assert counts == {
        "Brights": 5,
        "Animals": 9,
        "Poetry ribbons": 3,
        "Blue ribbons": 3,
        "Plain ribbons": 4,
        "Chaff": 24,
    }


def test_an_unknown_deck_or_order_shows_the_first(client: FlaskClient) -> None:
    page = read(client, "?deck=french&by=weight")
    assert HEADING.findall(page)[0] == "1 · Pine"
    assert HEADING.findall(page)[-1] == "12 · Willow"
    assert SHOWN_CARD.findall(page) == SHOWN_CARD.findall(read(client))


# Flask-Compress streams a file and leaves closing it to the garbage collector.
@pytest.mark.filterwarnings("ignore:.*<_io.FileIO:pytest.PytestUnraisableExceptionWarning")
def test_a_browser_shows_every_picture_under_the_policy_of_the_pages(browser: Browser, address: str) -> None:
    """Every picture has colours beyond the page's own: an SVG that may not be fetched shows nothing."""
    page = browser.new_page(viewport={"width": 390, "height": 800})
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    try:
        page.goto(f"{address}/cards", wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        # A screen as high as the page: what is far below a screen is not drawn.
        height = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": 390, "height": height})
        wait_until(page, LAST_IS_DRAWN)
        boxes = [place.bounding_box() for place in page.locator(".deck .card").all()]
        shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
    finally:
        page.close()
    assert refused == []
    assert len(boxes) == 48
    for card, box in zip(DECK, boxes, strict=True):
        assert box is not None
        left, top = int(box["x"]), int(box["y"])
        picture = shot.crop((left, top, left + int(box["width"]), top + int(box["height"])))
        colours = picture.getcolors(maxcolors=100_000)
        assert colours is not None
        assert box["width"] >= 56
        assert len(colours) > 40, card.id


# --- Drawn when near -----------------------------------------------------------------------------

DRAW_ALL = """() => document.querySelectorAll(".card").forEach((card) => {
  card.style.contentVisibility = "visible";
})"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 390, "height": 664})
    yield page
    page.close()


# Flask-Compress streams a file and leaves closing it to the garbage collector.
@pytest.mark.filterwarnings("ignore:.*<_io.FileIO:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("path", ["/cards", "/rules/kwado-1985"])
def test_a_picture_far_below_is_drawn_when_it_comes_near_and_nothing_moves(
    page: Page, address: str, path: str
) -> None:
    page.goto(address + path, wait_until="networkidle")
    # Sections are laid out as they come near; here it is the pictures that must move nothing.
    page.evaluate(
        "document.querySelectorAll('section').forEach(one => one.style.contentVisibility = 'visible')"
    )
    last = page.locator(".card").last
    assert page.evaluate(LAST_IS_DRAWN) is False
    before = last.bounding_box()
    height = page.evaluate("document.documentElement.scrollHeight")
    last.scroll_into_view_if_needed()
    wait_until(page, LAST_IS_DRAWN)
    after = last.bounding_box()
    assert page.evaluate("document.documentElement.scrollHeight") == height
    assert before is not None
    assert after is not None
    assert (before["width"], before["height"]) == (after["width"], after["height"])
    assert before["width"] >= 40


@pytest.mark.filterwarnings("ignore:.*<_io.FileIO:pytest.PytestUnraisableExceptionWarning")
def test_a_jump_leads_to_its_section_past_others_that_were_not_laid_out(page: Page, address: str) -> None:
    path = f"{address}/rules/kwado-1985"
    page.goto(path)
    for mark in page.evaluate("[...document.querySelectorAll('.contents a')].map(one => one.hash)")[3::3]:
        page.goto("about:blank")
        page.goto(path + mark)
        wait_until(page, "mark => scrollY > 0", mark)
        box = page.locator(mark).bounding_box()
        assert box is not None
        assert abs(box["y"]) < 2, mark


def count_printed(page: Page) -> int:
    """How many shapes and letters the page has on paper."""
    paper = pypdfium2.PdfDocument(page.pdf(print_background=True))
    return sum(1 for sheet in paper for _ in sheet.get_objects())


@pytest.mark.filterwarnings("ignore:.*<_io.FileIO:pytest.PytestUnraisableExceptionWarning")
def test_paper_shows_pictures_that_the_screen_has_not_drawn_yet(page: Page, address: str) -> None:
    page.goto(f"{address}/cards", wait_until="networkidle")
    assert page.evaluate(LAST_IS_DRAWN) is False
    printed = count_printed(page)
    page.evaluate(DRAW_ALL)
    assert printed == count_printed(page)


# --- Icons ---------------------------------------------------------------------------------------


def test_every_icon_is_what_the_drawing_says(client: FlaskClient, tmp_path: Path) -> None:
    """If this fails: ./run deck --write"""
    write_icons(tmp_path)
    assert client.get("/static/icons/icon.svg").data == (tmp_path / "icon.svg").read_bytes()
    for name, (size_px, maskable) in ICONS.items():
        response = client.get(f"/static/icons/{name}")
        picture = Image.open(BytesIO(response.data)).convert("RGBA")
        assert (response.mimetype, picture.size) == ("image/png", (size_px, size_px)), name
        # A phone cuts a maskable icon itself: it must be full to its corners.
        assert picture.getpixel((0, 0))[3] == (255 if maskable else 0), name  # type: ignore[index]
        # Another release of the renderer may smooth an edge otherwise.
        unlike = ImageChops.difference(picture, Image.open(tmp_path / name).convert("RGBA"))
        assert max(ImageStat.Stat(unlike).mean) < 2, name


def test_the_manifest_names_icons_that_are_there(client: FlaskClient) -> None:
    response = client.get("/static/app.webmanifest")
    assert response.mimetype == "application/manifest+json"
    manifest = json.loads(response.data)
    assert manifest["name"] == "Kwa-Dō Companion"
    assert client.get(manifest["start_url"]).status_code != 404
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("192x192", "maskable"), ("512x512", "maskable")} <= sizes
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).mimetype == icon["type"]


def test_a_page_names_the_icons_for_its_tab_and_for_a_home_screen(client: FlaskClient) -> None:
    links = dict(re.findall(r'<link rel="([a-z-]*icon|manifest)" href="([^"]+)"', client.get("/").text))
    assert list(links) == ["icon", "apple-touch-icon", "manifest"]
    assert [client.get(address).status_code for address in links.values()] == [200] * 3
