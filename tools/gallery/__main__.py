"""`./run gallery DIR [NAME …]`: pictures of every page, at four sizes, light and dark.

Writes `DIR/<page>-<width>-<light or dark>.png` and `DIR/index.html`, which shows them side by side. A name
chooses the pages that begin with it. Compare the folder of before with the folder of after.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from companion.store import migrate
from companion.web.app import create_app
from tests.conftest import launch_settings
from tests.in_thread import serve_in_thread
from tests.web.pages import PAGES, Phone, play_games
from tests.web.phone import EntryScreen
from tests.web.photo_reader import StandIn

# The part of a phone's screen that a page has, a tablet, a laptop: width and height in CSS pixels.
SIZES = ((390, 664), (360, 640), (820, 1180), (1280, 800))
SCHEMES = ("light", "dark")
REFERENCE = {
    "rules": "/rules",
    "rules kwado": "/rules/kwado-1985",
    "rules koi-koi": "/rules/koikoi-modern",
    "learn": "/learn",
    "learn kwado": "/learn/kwado",
    "learn koi-koi": "/learn/koi-koi",
    "compare": "/rules/compare",
    "yaku": "/rules/kwado-1985/yaku/sakura-2",
    "rulings": "/rulings",
    "ruling": "/rulings/four-on-field",
    "cards": "/cards",
    "card": "/cards/maple-deer",
    "words": "/glossary",
    "sources": "/sources",
    "search": "/search?q=tie",
    "print": "/print",
}
HALF = ("pine-crane", "cherry-curtain", "plum-warbler", "iris-bridge", "maple-ribbon", "peony-ribbon")
BOAR = ("clover-boar", "maple-deer", "peony-butterflies", "plum-warbler", "susuki-moon")


def show_half(phone: Phone, game: str) -> None:
    """The entry screen, with some cards given to the first two sides."""
    screen = EntryScreen(phone.page, phone.server)
    screen.open(phone.server + game if game.startswith("/") else game)
    screen.way("cards")
    screen.choose(0)
    screen.give(HALF[:4])
    screen.choose(1)
    screen.give(HALF[4:])
    screen.wait_for_figures()


def show_summary(phone: Phone) -> None:
    show_half(phone, phone.played.begun)
    phone.page.locator('[data-owner="1"]').tap()
    phone.page.locator("[data-rest]").tap()
    EntryScreen(phone.page, phone.server).save()
    phone.page.locator("[data-summary][open]").wait_for()


def show_race(phone: Phone) -> None:
    screen = EntryScreen(phone.page, phone.server)
    screen.open(phone.server + phone.played.race)
    screen.tap('label.end:has([value="0"])')
    screen.tap('[data-call="0"] .call__add')
    screen.give(BOAR)
    screen.wait_for_figures()


STATES: dict[str, Callable[[Phone], None]] = {
    "round half": lambda phone: show_half(phone, phone.played.begun),
    "round of six half": lambda phone: show_half(phone, phone.played.six),
    "summary": show_summary,
    "round of a race half": show_race,
}


def show(phone: Phone, name: str) -> None:
    """Open a page, or bring it into a state, by its name."""
    if name in STATES:
        STATES[name](phone)
    elif name in REFERENCE:
        phone.page.goto(phone.server + REFERENCE[name])
    else:
        phone.show(name)
    if phone.page.locator("form[data-round]").count():
        phone.page.locator("form[data-ready]").wait_for()


def write_gallery(browser: Browser, server: str, folder: Path, wanted: list[str]) -> None:
    played = play_games(browser, server)
    names = [name for name in (*PAGES, *STATES, *REFERENCE) if name.startswith(tuple(wanted) or "")]
    for width, height in SIZES:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            storage_state=played.memory,
            reduced_motion="reduce",
            has_touch=True,
        )
        phone = Phone(context.new_page(), server, played)
        for name in names:
            show(phone, name)
            for scheme in SCHEMES:
                take(phone.page, folder / f"{name.replace(' ', '-')}-{width}-{scheme}.png", scheme)
            sys.stdout.write(f"{width} {name}\n")
            sys.stdout.flush()
        context.close()
    (folder / "index.html").write_text(write_index(names), encoding="utf-8")


# A picture far below the screen is not drawn yet.
DRAW_ALL = """() => document.querySelectorAll(".card").forEach((card) => {
  card.style.contentVisibility = "visible";
})"""


def take(page: Page, file: Path, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.evaluate(DRAW_ALL)
    page.screenshot(path=file, full_page=True)


def write_index(names: list[str]) -> str:
    rows = "".join(f"<h2>{name}</h2><p>{''.join(write_pictures(name))}</p>" for name in names)
    style = "body{background:#888}p{white-space:nowrap}img{vertical-align:top;margin:4px}"
    return f"<!doctype html><meta charset=utf-8><title>Gallery</title><style>{style}</style>{rows}"


def write_pictures(name: str) -> Iterator[str]:
    for width, _ in SIZES:
        for scheme in SCHEMES:
            file = f"{name.replace(' ', '-')}-{width}-{scheme}.png"
            yield f'<img src="{file}" width="{width // 2}" alt="{width} px, {scheme}">'


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("Where to? ./run gallery DIR [NAME …]")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="kwado-gallery-") as instance:
        app = create_app({"INSTANCE_PATH": instance, "WRITE_LIMIT": 10**6, "NEW_GAME_LIMIT": 10**6})
        app.extensions["photo_reader"] = StandIn()
        migrate(app.config["DATABASE_URL"])
        with serve_in_thread(app) as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_settings(Path(instance)))
            write_gallery(browser, f"http://127.0.0.1:{port}", folder, sys.argv[2:])
            browser.close()


if __name__ == "__main__":
    main()
