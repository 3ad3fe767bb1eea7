"""A name never runs: sixty payloads as names on every page, and some in a real browser."""

import re

import pytest
from playwright.sync_api import Browser

from tests.store.tables import SHARE
from tests.web.pages import Poster
from tests.web.table import Table, by_points, expect_words

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
HTML = re.compile("<")
EIGHTS = [PAYLOADS[first : first + 8] for first in (*range(0, len(PAYLOADS) - 8, 8), len(PAYLOADS) - 8)]
# Of each shape one, which is as many as two games of six players in two teams have names.
SHOWN = [shape.format(CALLS[place % len(CALLS)])[:40] for place, shape in enumerate(SHAPES)]
PATHS = ("", "/rounds/new", "/rounds/1", "/rounds/1/why", "/house-rules", "/history", "/share", "/again")


def test_a_payload_as_a_name_is_text_on_every_page(table: Table) -> None:
    """Every page that a test fetches has no script or handler of its own: here all sixty payloads."""
    assert len(PAYLOADS) >= 58
    for first in range(0, len(PAYLOADS), 6):
        names = PAYLOADS[first : first + 6]
        teams = {"sides": "2", "team_0": names[0], "team_1": names[-1]} if len(names) in (4, 6) else {}
        game = table.start(*names, **teams)
        sides = 2 if teams else len(names)
        table.record(game, by_points(*[240 // sides] * sides))
        for path in PATHS:
            expect_words(table.get(game + path), never=['href="javascript', *filter(HTML.search, names)])


@pytest.mark.parametrize("names", EIGHTS if SHARE == 1 else [SHOWN[:8], SHOWN[-8:]])
def test_a_payload_as_a_name_is_shown_as_it_was_typed_and_never_runs(
    browser: Browser, live_server: str, names: list[str]
) -> None:
    """In a real browser: a payload of each shape as a player's or a team's name, all in a thorough run."""
    context = browser.new_context(viewport={"width": 390, "height": 664})
    phone = Poster(context.new_page(), live_server)
    page = phone.page
    ran: list[str] = []
    page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    page.on(
        "console",
        lambda message: ran.append(message.text) if "Content Security Policy" in message.text else None,
    )
    teams, players = names[:2], names[2:]
    game = phone.start(*players, **{"sides": "2", "team-0": teams[0], "team-1": teams[1]})
    phone.record(game, by_points(120, 120))
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
    assert re.sub(r"\s+", " ", teams[0]) in re.sub(r"\s+", " ", shown)
    assert ran == []
    context.close()


def test_what_comes_back_in_a_refused_form_is_text(table: Table) -> None:
    game = table.start("Ann", "Ben", option_gaji="sakura")
    payload = '"><script>alert(1)</script>'
    fields = {
        "csrf_token": table.get_token(),
        "way": "points",
        "points/0": "1",
        "points/1": "1",
        "key": "a-good-key",
    }
    for field in ("target", "points/0", "gaji/took", "key", "version", "way", "order", "show"):
        text = table.client.post(f"{game}/rounds/new", data=fields | {field: payload}).text
        assert "<script>alert" not in text, field
