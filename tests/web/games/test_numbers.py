"""A number of a round in the form, for each side: by plain posts and on a phone, in rule sets made here."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.rules.records.numbered import ASKS, GAMES, numbered_games
from tests.web.phone import EntryScreen, entry_screen, expect_totals
from tests.web.table import Table, by_points, read_faults, read_fields

ROUNDS = {
    "koikoi-modern": {"winner": "0", "way": "points", "points/0": "5"},
    "kwado-1985": by_points(130, 110),
}
SCORES = {"koikoi-modern": 5, "kwado-1985": 10}


@pytest.fixture
def _asking() -> Iterator[None]:
    with numbered_games(ASKS):
        yield


@pytest.mark.usefixtures("_asking")
@pytest.mark.parametrize("game_id", GAMES)
def test_a_plain_form_asks_each_side_for_a_number_keeps_and_shows_it(table: Table, game_id: str) -> None:
    game = table.start("Ann", "Ben", game=game_id, fields_of=game_id)
    typed = ROUNDS[game_id] | {"tokens/0": "1", "key": "a" * 22}
    refused = table.post(f"{game}/rounds/new", typed, 422).text
    assert [each for each in read_faults(refused) if "tokens" in each] == ["Ben: How many tokens?"]
    assert read_fields(refused)["tokens/0"] == ["1"]
    table.record(game, ROUNDS[game_id] | {"tokens/0": "1", "tokens/1": "2"})
    assert table.totals(game) == [SCORES[game_id] + 10, 20]
    assert read_fields(table.get(f"{game}/rounds/1"))["tokens/1"] == ["2"]


@pytest.fixture
def screen(browser: Browser, live_server: str) -> Iterator[EntryScreen]:
    with entry_screen(browser, live_server, "360") as phone:
        yield EntryScreen(phone.page, live_server)


@pytest.mark.usefixtures("_asking")
@pytest.mark.parametrize("game_id", GAMES)
def test_a_phone_asks_each_side_for_a_number_and_counts_it_at_once(screen: EntryScreen, game_id: str) -> None:
    screen.start_round("Ann", "Ben", game=game_id, fields_of=game_id)
    if game_id == "koikoi-modern":
        screen.tap('label.end:has([value="0"])')
    screen.way("points")
    for side, points in enumerate((5,) if game_id == "koikoi-modern" else (130, 110)):
        screen.page.locator(f"[id='points/{side}']").fill(str(points))
    screen.save()
    expect(screen.summary).to_contain_text("How many tokens?")
    if game_id == "koikoi-modern":
        screen.page.locator("dialog[open] [data-panel-close]").tap()
    for side, count in enumerate((1, 2)):
        chip = screen.page.locator(f'.chip:has([name="tokens/{side}"][value="{count}"])')
        assert min((chip.bounding_box() or {}).get(edge, 0) for edge in ("width", "height")) >= 32
        chip.tap()
    if game_id == "kwado-1985":
        screen.answer("Save without it")
    said = f"Ann +{SCORES[game_id] + 10} · Ben +20"
    expect(
        screen.page.locator("[data-save-words], [data-summary-save]").filter(has_text=said)
    ).not_to_have_count(0)
    screen.save_round() if game_id == "koikoi-modern" else screen.confirm()
    expect_totals(screen.page, [SCORES[game_id] + 10, 20])
