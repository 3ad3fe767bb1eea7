"""Pages of the app sent to the printer, read back from the PDF: nothing is torn from what it belongs to.

A normal run prints each page on one paper; `KWADO_TEST_THOROUGH=1` prints it on both, with its like.
"""

import re
from collections.abc import Iterator
from io import BytesIO

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.cards import DECK, SUITS
from companion.cards.pictures import get_month
from companion.reference import find_rulings
from tests.printing.conftest import THOROUGH
from tests.web.pages import Poster

PAPERS = ("Letter", "A4")[: 1 + THOROUGH]


@pytest.fixture(scope="module")
def page(browser: Browser, live_server: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 664})
    yield context.new_page()
    context.close()


def print_page(page: Page, address: str, paper: str) -> list[str]:
    """What stands on each sheet of paper, with single spaces."""
    page.goto(address, wait_until="networkidle")
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "12mm")
    content = page.pdf(format=paper, margin=margin)  # type: ignore[arg-type]
    with pypdfium2.PdfDocument(BytesIO(content)) as document:
        return [squeeze(sheet.get_textpage().get_text_bounded()) for sheet in document]


def squeeze(text: str) -> str:
    """The text without spaces, hyphens at ends of lines and marks that join words."""
    return re.sub(r"[\s\u2060\u2010\ufffe\xad-]+", "", text)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_month_stands_on_one_sheet_with_its_cards(page: Page, live_server: str, paper: str) -> None:
    sheets = print_page(page, f"{live_server}/cards", paper)
    assert len(sheets) == 2
    for suit in SUITS:
        heading = squeeze(f"{get_month(suit, 'korean')} · {suit.english}")
        [sheet] = [sheet for sheet in sheets if heading in sheet]
        for card in DECK:
            if card.suit is suit:
                assert squeeze(card.english) in sheet.split(heading)[1], card.english


@pytest.mark.parametrize("paper", PAPERS)
def test_a_ruling_stands_on_one_sheet_with_its_answer(page: Page, live_server: str, paper: str) -> None:
    sheets = print_page(page, f"{live_server}/rulings?game=min-hwatu", paper)
    assert len(sheets) > 2
    for ruling in find_rulings(rule_set_id="min-hwatu"):
        said = squeeze(ruling.say_for("min-hwatu").question)
        answer = squeeze(ruling.say_for("min-hwatu").verdict)
        assert any(said + answer in sheet for sheet in sheets), ruling.id


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("rules", ["kwado-1985", "koikoi-modern"][: 1 + THOROUGH])
def test_the_entry_screen_does_not_print_blank(page: Page, live_server: str, paper: str, rules: str) -> None:
    game = Poster(page, live_server).start("Ann", "Ben", game=rules)
    [sheet] = print_page(page, f"{live_server}{game}/rounds/new", paper)
    assert "Round1" in sheet
    assert "Ann" in sheet
    assert "Ben" in sheet


@pytest.mark.parametrize("paper", PAPERS)
def test_the_page_of_the_sheets_prints_them(page: Page, live_server: str, paper: str) -> None:
    sheets = "".join(print_page(page, f"{live_server}/print", paper))
    for said in ("Evening set", "Score pad", "Player card", "100 %"):
        assert squeeze(said) in sheets


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    "address", ["/rules/sakura", "/rules/kwado-1985", "/cards/pine-crane"][: 1 + 2 * THOROUGH]
)
def test_no_heading_ends_a_sheet(page: Page, live_server: str, paper: str, address: str) -> None:
    sheets = print_page(page, live_server + address, paper)
    # The page's own heading stands first; its words may be the last of a line of text.
    headings = [squeeze(words) for words in page.locator("main :is(h2, h3)").all_text_contents()]
    assert len(headings) > 3
    for sheet in sheets:
        assert not any(sheet.endswith(heading) for heading in headings), sheet[-40:]


def test_the_entry_screen_prints_the_way_that_is_shown(page: Page, live_server: str) -> None:
    game = Poster(page, live_server).start("Ann", "Ben", game="kwado-1985")
    page.goto(f"{live_server}{game}/rounds/new")
    page.locator("form[data-ready]").wait_for()
    page.emulate_media(media="print")
    expect(page.locator(".way--cards")).to_be_visible()
    expect(page.locator(".way--counts")).to_be_hidden()
    page.emulate_media(media="screen")
    page.locator("[data-more] summary").click()
    page.locator('.ways label:has([value="counts"])').click()
    page.emulate_media(media="print")
    expect(page.locator(".way--counts")).to_be_visible()
    expect(page.locator(".way--cards")).to_be_hidden()
