"""The page of the deck: every card there, in either order and either deck, and the icons that go with it."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from flask.testing import FlaskClient
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page

from companion.cards import DECK
from companion.photo.months import DRAWINGS
from tests.waiting import wait_until
from tests.web.table import expect_words, read_words
from tools.deck import ICONS, write_drawings, write_icons

LAST_IS_DRAWN = """() => [...document.querySelectorAll(".card use")].at(-1)
  .checkVisibility({ contentVisibilityAuto: true })"""
# kwado.md: bright 20, animal 10, ribbon 5, chaff 0.
WORTH = [
    "Bright 20 points",
    "Animal 10 points",
    *(f"{ribbon} ribbon 5 points" for ribbon in ("Poetry", "Blue", "Plain")),
    "Chaff 0 points",
]
SHOWN_CARD = re.compile(r'<a class="deck__card"\s+href="/cards/([a-z0-9-]+)"')
HEADING = re.compile(r"<h2[^>]*>([^<]+)</h2>")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 390, "height": 664})
    yield page
    page.close()


def read(client: FlaskClient, query: str = "") -> str:
    # A soft hyphen is where a narrow phone may break a long word.
    return client.get(f"/cards{query}").text.replace("\u00ad", "")


def test_all_48_cards_are_shown_and_lead_to_their_own_pages(client: FlaskClient) -> None:
    for query, current, deck in (
        ("", ["By month", "Korean deck"], "korean"),
        ("?by=kind&deck=japanese", ["By kind", "Japanese deck"], "japanese"),
        # What is unknown is the first.
        ("?deck=french&by=weight", ["By month", "Korean deck"], "korean"),
    ):
        page = read(client, query)
        assert re.findall(r'<a class="button"[^>]*aria-current="true"[^>]*>([^<]+)</a>', page) == current
        assert sorted(SHOWN_CARD.findall(page)) == sorted(card.id for card in DECK)
        pictures = (f"deck-{deck}.svg#{card.id}" for card in DECK)
        names = (f"<span>{card.english}</span>" for card in DECK)
        expect_words(re.sub(r"\?v=\w+", "", page), *names, *pictures)
        expect_words(page, "Points in Kwa-Dō (1985):")
        legend = page.split('class="deck-legend"')[1].split("</ul>")[0]
        assert [read_words(item).strip() for item in legend.split("<li>")[1:]] == WORTH


def test_paulownia_and_willow_come_in_the_order_of_the_deck(client: FlaskClient) -> None:
    assert HEADING.findall(read(client))[-2:] == ["11 · Paulownia", "12 · Willow"]
    assert HEADING.findall(read(client, "?deck=japanese"))[-2:] == ["11 · Willow", "12 · Paulownia"]


def test_by_kind_there_are_5_brights_9_animals_10_ribbons_and_24_chaff(client: FlaskClient) -> None:
    counts = {
        heading: len(SHOWN_CARD.findall(section))
        for section in read(client, "?by=kind").split("<section")[1:]
        for heading in HEADING.findall(section)
    }
    ribbons = {"Poetry ribbons": 3, "Blue ribbons": 3, "Plain ribbons": 4}
    assert counts == {"Brights": 5, "Animals": 9, **ribbons, "Chaff": 24}


# Flask-Compress streams a file and leaves closing it to the garbage collector.
@pytest.mark.filterwarnings("ignore:.*<_io.FileIO:pytest.PytestUnraisableExceptionWarning")
def test_a_browser_shows_every_picture_under_the_policy_of_the_pages(page: Page, live_server: str) -> None:
    """Every picture has colours beyond the page's own: an SVG that may not be fetched shows nothing."""
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(f"{live_server}/cards", wait_until="networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    # A screen as high as the page: what is far below a screen is not drawn.
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 390, "height": height})
    wait_until(page, LAST_IS_DRAWN)
    boxes = [place.bounding_box() for place in page.locator(".deck .card").all()]
    shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
    assert (refused, len(boxes)) == ([], 48)
    for card, box in zip(DECK, boxes, strict=True):
        left, top = int(box["x"]), int(box["y"])
        picture = shot.crop((left, top, left + int(box["width"]), top + int(box["height"])))
        assert box["width"] >= 56
        assert len(picture.getcolors(maxcolors=100_000)) > 40, card.id


# --- Drawn when near -----------------------------------------------------------------------------

DRAW_ALL = """() => document.querySelectorAll(".card").forEach((card) => {
  card.style.contentVisibility = "visible";
})"""


# Flask-Compress streams a file and leaves closing it to the garbage collector.
@pytest.mark.filterwarnings("ignore:.*<_io.FileIO:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("path", ["/cards", "/rules/kwado-1985"])
def test_a_picture_far_below_is_drawn_when_it_comes_near_and_nothing_moves(
    page: Page, live_server: str, path: str
) -> None:
    page.goto(live_server + path, wait_until="networkidle")
    # Sections are laid out as they come near; here it is the pictures that must move nothing.
    page.evaluate(
        "document.querySelectorAll('section').forEach(one => one.style.contentVisibility = 'visible')"
    )
    last = page.locator(".card").last
    assert page.evaluate(LAST_IS_DRAWN) is False
    if path == "/cards":
        # Paper shows it all the same.
        printed = count_printed(page)
    before = last.bounding_box()
    height = page.evaluate("document.documentElement.scrollHeight")
    last.scroll_into_view_if_needed()
    wait_until(page, LAST_IS_DRAWN)
    after = last.bounding_box()
    assert page.evaluate("document.documentElement.scrollHeight") == height
    assert (before["width"], before["height"]) == (after["width"], after["height"])
    assert before["width"] >= 40
    if path == "/cards":
        page.evaluate(DRAW_ALL)
        assert printed == count_printed(page)


@pytest.mark.filterwarnings("ignore:.*<_io.FileIO:pytest.PytestUnraisableExceptionWarning")
def test_a_jump_leads_to_its_section_past_others_that_were_not_laid_out(page: Page, live_server: str) -> None:
    path = f"{live_server}/rules/kwado-1985"
    page.goto(path)
    for mark in page.evaluate("[...document.querySelectorAll('.contents a')].map(one => one.hash)")[3::4]:
        page.goto("about:blank")
        page.goto(path + mark)
        wait_until(page, "mark => scrollY > 0", mark)
        assert abs(page.locator(mark).bounding_box()["y"]) < 2, mark


def count_printed(page: Page) -> int:
    """How many shapes and letters the page has on paper."""
    paper = pypdfium2.PdfDocument(page.pdf(print_background=True))
    return sum(1 for sheet in paper for _ in sheet.get_objects())


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


def test_the_sheet_by_which_photos_are_ordered_has_our_drawings(tmp_path: Path) -> None:
    """If this fails: ./run deck --write"""
    write_drawings(tmp_path / "drawings.png")
    sheets = [Image.open(file).convert("RGB") for file in (tmp_path / "drawings.png", DRAWINGS)]
    assert max(ImageStat.Stat(ImageChops.difference(*sheets)).mean) < 2


def test_the_manifest_names_icons_that_are_there(client: FlaskClient) -> None:
    """And a page names those for its tab and for a home screen."""
    response = client.get("/static/app.webmanifest")
    manifest = json.loads(response.data)
    assert (response.mimetype, manifest["name"]) == ("application/manifest+json", "Kwa-Dō Companion")
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert sizes >= {(size, use) for size in ("192x192", "512x512") for use in ("any", "maskable")}
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).mimetype == icon["type"]
    links = dict(re.findall(r'<link rel="([a-z-]*icon|manifest)" href="([^"]+)"', client.get("/").text))
    assert list(links) == ["icon", "apple-touch-icon", "manifest"]
    for address in (manifest["start_url"], *links.values()):
        assert client.get(address).status_code == 200
