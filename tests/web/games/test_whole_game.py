"""A whole game on a phone of 390 pixels, from New game to the winner; without scripts: test_round.py."""

from typing import Any

from playwright.sync_api import Browser, expect

from tests.web.phone import EntryScreen, enter_by_cards, expect_totals, open_phone


def test_two_players_play_to_the_winner_and_a_correction_moves_the_totals_there_and_back(
    browser: Browser, live_server: str, example: Any
) -> None:
    given, expected = example("two-players-method-a")
    context = open_phone(browser)
    page = context.new_page()
    screen = EntryScreen(page, live_server)
    page.on(
        "console",
        lambda message: screen.complaints.append(message.text) if message.type == "error" else None,
    )
    page.goto(live_server)
    page.get_by_role("link", name="Start a game").click()
    for seat, name in enumerate(given["sides"]):
        page.locator(f"#player-{seat}").fill(name)
    page.get_by_text("Change", exact=True).click()
    page.locator('[name="options/gaji"][value="kwado"]').check()
    page.get_by_role("button", name="Start the game").first.click()
    expect_totals(page, [0, 0])

    for number, (entered, figures) in enumerate(zip(given["rounds"], expected["rounds"], strict=True), 1):
        page.get_by_role("link", name=f"Enter round {number}").click()
        enter_by_cards(screen, entered)
        screen.save_round()
        expect_totals(page, [figures[side]["total"] for side in given["sides"]])
    totals = [expected["totals"][side] for side in given["sides"]]
    expect(page.locator("h1")).to_have_text(f"{expected['winners'][0]} wins")

    # The warbler of round 1 lay with Ben: Ann loses 10 card points and Sakura 1.
    page.locator(".rounds__link").last.click()
    page.get_by_role("link", name="Correct round 1").click()
    screen.wait()
    screen.choose(1)
    screen.give(["plum-warbler"])
    assert "Round 1: Ann 85 → 45." in screen.save_round()
    expect_totals(page, [totals[0] - 40, totals[1]])
    expect(page.locator("h1")).to_have_text("Ben wins")
    page.get_by_role("button", name="Undo: correction of round 1").click()
    expect_totals(page, totals)
    expect(page.locator("h1")).to_have_text("Ann wins")
    assert screen.complaints == []
    context.close()
