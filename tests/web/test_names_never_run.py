"""A name never runs: sixty payloads in every stored field, on every page, in a real browser."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.web.conftest import find_token
from tests.web.table import Table, by_points

CALLS = ("alert(1)", "ran=1", "ran=1//", "print()")
SHAPES = (
    "<script>{}</script>",
    "<img src=x onerror={}>",
    "<svg onload={}>",
    '"><script>{}</script>',
    "'\"><b onclick={}>",
    "<a href=javascript:{}>x</a>",
    "</title><script>{}</script>",
    '" autofocus onfocus={} x="',
    "' onmouseover='{}",
    "javascript:{}",
    "{{{{{}}}}}",
    "{{% {} %}}",
    "${{{}}}",
    "<!--<script>{}</script>",
    "<style>@import '{}'</style>",
)
PAYLOADS = sorted({shape.format(call)[:40] for shape in SHAPES for call in CALLS})
PATHS = ("", "/rounds/new", "/rounds/1", "/rounds/1/why", "/house-rules", "/history", "/share", "/again")


def test_there_are_sixty_payloads() -> None:
    assert len(PAYLOADS) >= 58


@pytest.mark.parametrize("first", range(0, len(PAYLOADS), 6))
def test_a_payload_as_a_name_is_shown_as_it_was_typed_and_never_runs(
    browser: Browser, live_server: str, first: int
) -> None:
    names = PAYLOADS[first : first + 6]
    names += [f"plain {seat}" for seat in range(max(0, 2 - len(names)))]
    context = browser.new_context(viewport={"width": 390, "height": 664})
    page = context.new_page()
    ran: list[str] = []
    page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    page.on(
        "console",
        lambda message: ran.append(message.text) if "Content Security Policy" in message.text else None,
    )
    page.goto(f"{live_server}/games/new")
    token = find_token(page.content())

    def post(path: str, fields: dict[str, Any]) -> str:
        typed = {"csrf_token": token, **fields}
        answer = page.request.post(live_server + path, form=typed, max_redirects=0)
        assert answer.status == 302, answer.text()
        return urlsplit(str(answer.headers["location"])).path

    players = {f"player-{seat}": name for seat, name in enumerate(names)}
    teams = {"sides": "2", "team-0": names[0], "team-1": names[-1]} if len(names) in (4, 6) else {}
    for fields in (players, players | teams):
        game = post("/games/new", {"table": "new"} | fields)
        sides = 2 if "sides" in fields else len(names)
        share = 240 // sides // 5 * 5
        post(f"{game}/rounds/new", {"key": "a-good-key", **by_points(*[share] * sides)})
        for path in PATHS:
            page.goto(live_server + game + path)
            assert page.evaluate("typeof ran") == "undefined"
        # A refused form gives everything back, in the fields where it was typed.
        page.goto(f"{live_server}{game}/rounds/new")
        page.locator("form[data-round]").evaluate("form => form.submit()")
        page.locator("#faults").wait_for()
        assert page.evaluate("typeof ran") == "undefined"
    page.goto(live_server)
    shown = page.locator("main").inner_text()
    assert re.sub(r"\s+", " ", names[0]) in re.sub(r"\s+", " ", shown)
    assert ran == []
    context.close()


@pytest.mark.parametrize(
    "field", ["target", "points/0", "gaji/took", "key", "version", "way", "order", "show"]
)
def test_what_comes_back_in_a_refused_form_is_text(table: Table, field: str) -> None:
    game = table.start("Ann", "Ben", option_gaji="sakura")
    payload = '"><script>alert(1)</script>'
    fields = {"way": "points", "points/0": "1", "points/1": "1", "key": "a-good-key", field: payload}
    text = table.client.post(f"{game}/rounds/new", data={"csrf_token": table.get_token(), **fields}).text
    assert "<script>alert" not in text
