"""A whole game on a phone of 390 pixels, with scripts and without: from New game to the winner."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.phone import FIGURES_ARE_SHOWN, EntryScreen, enter_by_cards, expect_totals
from tests.web.table import by_cards


def enter(page: Page, fields: dict[str, Any]) -> None:
    """Press what the fields say, as a thumb does: only what can be seen."""
    for name, value in fields.items():
        if name in ("way", "gaji-took"):
            continue
        choice = page.locator(f'[name="{name}"][value="{value}"]')
        if choice.count() and choice.is_visible():
            choice.check(force=True)
    if fields.get("gaji-took"):
        page.locator('[name="gaji-took"]').select_option(fields["gaji-took"])


def save(page: Page) -> None:
    if page.locator("form.is-live").count():
        page.evaluate(FIGURES_ARE_SHOWN)
    page.locator(".round__save button").click()
    summary = page.locator("dialog[open] [data-summary-save], .summary ~ .stack .button--main")
    expect(summary.or_(page.locator(".total__number")).first).to_be_visible()
    if summary.count():
        summary.click()
    page.wait_for_url(re.compile(r"/g/[^/]+$"))


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_two_players_play_to_the_winner_and_a_correction_moves_the_totals_there_and_back(
    browser: Browser, live_server: str, example: Any, scripts: bool
) -> None:
    given, expected = example("two-players-method-a")
    context = browser.new_context(
        viewport={"width": 390, "height": 664}, java_script_enabled=scripts, has_touch=True
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)

    page.goto(live_server)
    page.get_by_role("link", name="Start a game").click()
    for seat, name in enumerate(given["sides"]):
        page.locator(f"#player-{seat}").fill(name)
    page.get_by_text("House rules").click()
    page.locator('[name="option-gaji"][value="kwado"]').check()
    page.get_by_role("button", name="Start the game").first.click()
    expect_totals(page, [0, 0])

    for number, (entered, figures) in enumerate(zip(given["rounds"], expected["rounds"], strict=True), 1):
        page.get_by_role("link", name=f"Enter round {number}").click()
        if scripts:
            enter_by_cards(EntryScreen(page, live_server), entered)
        else:
            enter(page, by_cards(entered["captured"], entered.get("gaji")))
        save(page)
        expect_totals(page, [figures[side]["total"] for side in given["sides"]])

    totals = [expected["totals"][side] for side in given["sides"]]
    expect_totals(page, totals)
    expect(page.locator("h1")).to_have_text(f"{expected['winners'][0]} wins")

    # The warbler of round 1 lay with Ben: Ann loses 10 card points and Sakura 1.
    page.locator(".rounds__link").last.click()
    page.get_by_role("link", name="Correct round 1").click()
    if scripts:
        screen = EntryScreen(page, live_server)
        screen.wait()
        screen.choose(1)
        screen.give(["plum-warbler"])
    else:
        page.locator('[name="card-plum-warbler"][value="1"]').check(force=True)
    save(page)
    expect(page.locator(".notice").first).to_contain_text("Round 1: Ann 85 → 45.")
    expect_totals(page, [totals[0] - 40, totals[1]])
    expect(page.locator("h1")).to_have_text("Ben wins")
    page.get_by_role("button", name="Undo: correction of round 1").click()
    expect_totals(page, totals)
    expect(page.locator("h1")).to_have_text("Ann wins")
    # The browser calls the summary of a plain form, which is not saved yet, an error.
    assert [words for words in complaints if scripts or "422" not in words] == []
    context.close()
