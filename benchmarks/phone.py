"""A running server and a phone to press: what the taps and the weights are measured on."""

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from companion.rules import RULE_SET_IDS
from companion.store import migrate
from companion.web.app import create_app

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
UNLIMITED = {"NEW_GAME_LIMIT": 100_000, "GUESS_LIMIT": 100_000}


@contextmanager
def serve() -> Iterator[str]:
    """The address of a server with a database of its own."""
    with tempfile.TemporaryDirectory(prefix="kwado-bench-") as folder:
        app = create_app({"INSTANCE_PATH": folder, **UNLIMITED})
        migrate(app.config["DATABASE_URL"])
        server = make_server("127.0.0.1", 0, app, threaded=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.port}"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
            app.extensions["kwado-store"].close()


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Chromium without a window."""
    chromium = shutil.which(os.environ.get("KWADO_CHROMIUM", "chromium-headless-shell"))
    arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield browser
        browser.close()


def start_game(page: Page, server: str, names: Sequence[str], rule_set_id: str = RULE_SET_IDS[0]) -> str:
    """The address of a new game with these players, each alone."""
    page.goto(f"{server}/games/new")
    typed = {f"player-{seat}": name for seat, name in enumerate(names)}
    typed |= {"game": rule_set_id, "fields-of": rule_set_id, "table": "new"}
    return str(
        page.evaluate(
            """async (typed) => {
              const body = new URLSearchParams(typed);
              body.set("csrf_token", document.querySelector("[name=csrf_token]").value);
              return (await fetch("/games/new", { method: "POST", body })).url;
            }""",
            typed,
        )
    )


def open_round(page: Page, game: str) -> None:
    """The entry screen of the game's next round, ready to be pressed."""
    page.goto(f"{game}/rounds/new")
    page.locator("form[data-ready]").wait_for()


__all__ = ["PHONE", "open_browser", "open_round", "serve", "start_game"]
