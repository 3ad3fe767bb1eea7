"""What a first visit weighs: bytes over the wire and requests of each page, pictures included.

Counted by the browser with an empty cache. Compressed by gzip, which is what a phone is given on plain http.
"""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser

from benchmarks.measure import Row
from benchmarks.phone import PHONE, open_browser, serve, start_game

BYTES_LIMIT_KIB = 65
REQUESTS_LIMIT = 8
SCRIPTS_LIMIT_KIB = 17
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")


def weigh(browser: Browser, url: str) -> dict[str, tuple[int, str]]:
    """The bytes and the type of every answer that a first visit to a page asks for."""
    context = browser.new_context(**PHONE, extra_http_headers={"Accept-Encoding": "gzip"})  # type: ignore[arg-type]
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    asked: dict[str, tuple[str, str]] = {}
    weighed: dict[str, tuple[int, str]] = {}

    def note(event: dict[str, Any]) -> None:
        asked[event["requestId"]] = (event["response"]["url"], event["type"])

    def count(event: dict[str, Any]) -> None:
        if event["requestId"] in asked:
            address, kind = asked[event["requestId"]]
            weighed[address] = (int(event["encodedDataLength"]), kind)

    session.on("Network.responseReceived", note)
    session.on("Network.loadingFinished", count)
    page.goto(url, wait_until="networkidle")
    context.close()
    return weighed


def rows() -> Iterator[Row]:
    """The weight of the pages that a table opens, the entry screen of the largest table among them."""
    with serve() as server, open_browser() as browser:
        page = browser.new_context().new_page()
        game = start_game(page, server, NAMES[:6])
        race = start_game(page, server, NAMES[:2], "koikoi-modern")
        of_seven = {each: start_game(page, server, NAMES, each) for each in ("min-hwatu", "sakura")}
        pages = {
            "home": server,
            "new game": f"{server}/games/new",
            "game": game,
            "entry screen of six": f"{game}/rounds/new",
            **{f"entry screen of seven, {each}": f"{one}/rounds/new" for each, one in of_seven.items()},
            "entry screen of a race": f"{race}/rounds/new",
            "count a pile": f"{server}/count/kwado-1985",
            "cards": f"{server}/cards",
            "rules": f"{server}/rules",
            "search": f"{server}/search?q=moon",
        }
        for name, url in pages.items():
            weighed = weigh(browser, url)
            total = sum(size for size, _ in weighed.values()) / 1024
            yield Row(f"first visit: {name}", total, None, BYTES_LIMIT_KIB, "KiB")
            yield Row(f"first visit: {name}", len(weighed), None, REQUESTS_LIMIT, "requests")
            scripts = sum(size for size, kind in weighed.values() if kind == "Script") / 1024
            if scripts:
                yield Row(f"scripts: {name}", scripts, None, SCRIPTS_LIMIT_KIB, "KiB")
