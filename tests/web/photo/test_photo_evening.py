"""The whole way with photos: a deck is taught, two piles are read, one of cards under cards, a round saved.

The photos are made; each step beside it is tested with a stand-in for the reader (`test_photos.py`).
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.cards import Kind, get_card
from tests.in_thread import serve_in_thread
from tests.photo.made import get_layout, list_ids, make, make_columns
from tests.web.conftest import MakeApp, close
from tests.web.phone import EntryScreen, entry_screen

# A game of Kwa-Dō has the Korean deck, whose eleventh month is the paulownia.
# The photos are chosen in the wrong order.
LAYOUTS = [get_layout(start, "korean") for start in (8, 0, 4)]
PILES = (make(25, 6, "oak"), make_columns())

POINTS = {Kind.BRIGHT: 20, Kind.ANIMAL: 10, Kind.RIBBON: 5}


@pytest.fixture
def screen(
    browser: Browser, make_app: MakeApp, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EntryScreen]:
    app = make_app(tmp_path_factory.mktemp("house") / "instance")
    with serve_in_thread(app) as port, entry_screen(browser, f"http://127.0.0.1:{port}", "390") as opened:
        yield opened
    close(app)


def as_file(content: bytes) -> Any:
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": content}


def test_a_deck_is_taught_two_piles_are_read_and_the_round_is_saved(screen: EntryScreen) -> None:
    page = screen.page
    game = screen.start("Ann", "Ben")
    page.goto(f"{game}/decks")
    page.get_by_label("Name of the deck").fill("Ann’s deck")
    page.get_by_label("Photos of the deck").set_input_files([as_file(each) for each in LAYOUTS])
    page.get_by_role("button", name="Teach this deck").click()
    expect(page.locator(".sighting")).to_have_count(48)
    screen.open(game)
    for side, photo in enumerate(PILES):
        screen.choose(side)
        with page.expect_file_chooser() as chooser:
            screen.tap("label:has([data-photo])")
        chooser.value.set_files([as_file(photo.content)])
        panel = page.locator("[data-panel][open]")
        expect(panel.locator(".sighting")).to_have_count(len(photo.cards), timeout=30_000)
        panel.locator(".sightings__do button").tap()
        expect(panel).to_be_hidden()
    points = []
    for side, photo in enumerate(PILES):
        picked = [card for card in list_ids(photo) if page.locator(f'.pick[data-card="{card}"]').count()]
        assert screen.owners_of(picked) == [str(side)] * len(picked) != []
        points.append(sum(POINTS[get_card(card).kind] for card in picked))
    screen.choose("table")
    screen.tap("[data-rest]")
    assert "Round 1 is saved" in screen.save_round()
    # Below the floor of 120 nobody has a score: the card points are on the page of the sums.
    page.goto(f"{game}/rounds/1/why")
    for each in points:
        expect(page.locator("main")).to_contain_text(re.compile(rf"\D{each}\D"))
