"""Access: every route × every person against one table; and headers of private answers."""

import logging
import os
import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from sqlalchemy import make_url

from companion.cards import DECK
from companion.photo import pack_deck
from companion.printing import Press
from companion.printing.job import Printed
from companion.store import add_photo_deck, export_game, get_game, get_round
from companion.web.serving import secret_key
from tests.web.conftest import MakeApp, close, start_anew
from tests.web.table import Table, by_points, expect_words, read_fields

# What each person is answered, in the order of PEOPLE. A route about a game that is missing here fails.
PEOPLE = ("stranger", "view", "edit", "other edit", "other view", "replaced edit", "replaced view")
SHOWN = (404, 404, 200, 200, 404, 404, 404)
LOOKED_AT = (404, 200, 404, 404, 200, 404, 404)
CHANGED = (404, 404, 302, 302, 404, 404, 404)
# The other game has no round 1: its owner finds nothing there.
OF_ROUND = (404, 404, 200, 404, 404, 404, 404)
OF_ROUND_LOOKED_AT = (404, 200, 404, 404, 404, 404, 404)
OF_ROUND_CHANGED = (404, 404, 302, 404, 404, 404, 404)

# A table has one address for both of its links.
OF_TABLE = (404, 200, 200, 200, 200, 404, 404)

CELLS: dict[tuple[str, str, str], tuple[int, ...]] = {
    ("games.game", "GET", "g"): SHOWN,
    ("games.game", "GET", "v"): LOOKED_AT,
    ("games.history", "GET", "g"): SHOWN,
    ("games.history", "GET", "v"): LOOKED_AT,
    ("copies.copies", "GET", "g"): SHOWN,
    ("copies.copies", "GET", "v"): LOOKED_AT,
    ("copies.game_json", "GET", "g"): SHOWN,
    ("copies.game_json", "GET", "v"): LOOKED_AT,
    ("copies.game_csv", "GET", "g"): SHOWN,
    ("copies.game_csv", "GET", "v"): LOOKED_AT,
    ("news.news", "GET", "g"): SHOWN,
    ("news.news", "GET", "v"): LOOKED_AT,
    ("games.house_rules", "GET", "g"): SHOWN,
    ("games.house_rules", "GET", "v"): LOOKED_AT,
    ("games.house_rules", "POST", "g"): CHANGED,
    ("games.again", "GET", "g"): SHOWN,
    ("games.again", "POST", "g"): CHANGED,
    ("games.undo_change", "POST", "g"): (404, 404, 302, 409, 404, 404, 404),
    ("games.redo_change", "POST", "g"): (404, 404, 302, 409, 404, 404, 404),
    ("games.end", "POST", "g"): CHANGED,
    ("games.resume", "POST", "g"): CHANGED,
    ("rounds.new_round", "GET", "g"): SHOWN,
    ("rounds.new_round", "POST", "g"): CHANGED,
    ("rounds.edit_round", "GET", "g"): OF_ROUND,
    ("rounds.edit_round", "POST", "g"): OF_ROUND_CHANGED,
    ("rounds.delete_round", "POST", "g"): OF_ROUND_CHANGED,
    ("rounds.adjustments", "GET", "g"): OF_ROUND,
    ("rounds.adjustments", "POST", "g"): OF_ROUND_CHANGED,
    ("rounds.breakdown", "GET", "g"): OF_ROUND,
    ("rounds.breakdown", "GET", "v"): OF_ROUND_LOOKED_AT,
    ("printing.print_game", "GET", "g"): SHOWN,
    ("printing.print_game", "GET", "v"): LOOKED_AT,
    ("printing.preview_game_sheet", "GET", "g"): SHOWN,
    ("printing.preview_game_sheet", "GET", "v"): LOOKED_AT,
    # Neither game is won: there is no picture yet (tests/web/games/test_winner.py).
    ("printing.game_picture", "GET", "g"): (404,) * len(PEOPLE),
    ("printing.game_picture", "GET", "v"): (404,) * len(PEOPLE),
    ("printing.print_game_sheet", "GET", "g"): SHOWN,
    ("printing.print_game_sheet", "GET", "v"): LOOKED_AT,
    ("rules.game_rules", "GET", "g"): SHOWN,
    ("rules.game_rules", "GET", "v"): LOOKED_AT,
    ("own_rules.game_own_rules", "GET", "g"): SHOWN,
    ("own_rules.game_own_rules", "GET", "v"): LOOKED_AT,
    ("own_rules.game_own_rules", "POST", "g"): CHANGED,
    # It changes nothing: it leads to the page with what was typed.
    ("own_rules.game_own_rules", "POST", "v"): (404, 302, 404, 404, 302, 404, 404),
    ("rulings.game_ruling", "GET", "g"): SHOWN,
    ("rulings.game_ruling", "GET", "v"): LOOKED_AT,
    ("rulings.game_ruling", "POST", "g"): CHANGED,
    ("piles.pile", "GET", "g"): SHOWN,
    # Nobody says whose pile it is: the page asks.
    ("piles.pile", "POST", "g"): SHOWN,
    ("piles.piles", "GET", "g"): SHOWN,
    ("players.players", "GET", "g"): SHOWN,
    ("players.players", "POST", "g"): (404, 404, 302, 422, 404, 404, 404),
    ("archive.archive", "POST", "g"): CHANGED,
    ("archive.unarchive", "POST", "g"): CHANGED,
    ("archive.delete", "GET", "g"): SHOWN,
    ("archive.delete", "POST", "g"): CHANGED,
    ("archive.recover", "POST", "g"): CHANGED,
    ("tables.table", "GET", "t"): OF_TABLE,
    ("tables.statistics", "GET", "t"): OF_TABLE,
    ("tables.statistics_csv", "GET", "t"): OF_TABLE,
    ("tables.statistics_json", "GET", "t"): OF_TABLE,
    ("tables.games_csv", "GET", "t"): OF_TABLE,
    ("tables.rounds_csv", "GET", "t"): OF_TABLE,
    ("tables.yaku_csv", "GET", "t"): OF_TABLE,
    ("photos.photo_decks", "GET", "g"): SHOWN,
    # No photo is sent: the form says so.
    ("photos.photo_decks", "POST", "g"): (404, 404, 422, 422, 404, 404, 404),
    ("photos.new_deck", "POST", "g"): (404, 404, 422, 422, 404, 404, 404),
    ("photo_piles.photo", "POST", "g"): (404, 404, 422, 422, 404, 404, 404),
    # The table of the other game has no such deck.
    ("photos.photo_deck", "GET", "g"): OF_ROUND,
    ("photos.photo_deck", "POST", "g"): OF_ROUND_CHANGED,
    ("photos.delete_deck", "POST", "g"): OF_ROUND_CHANGED,
    ("photos.photo_deck_file", "GET", "g"): OF_ROUND,
    ("share.share", "GET", "g"): SHOWN,
    ("share.new_links", "POST", "g"): CHANGED,
    ("share.new_code", "POST", "g"): CHANGED,
    # No game has this code: its owner is led back to where a new one is made.
    ("share.code", "GET", "g"): CHANGED,
}
# What leads to a page that no template names.
LED_TO_OTHERWISE = {
    "assets.face": "the style sheet",
    "games.last_game": "`find_way_to_game`, in the head of a page",
    "health.health": "whoever runs the server",
    "health.robots": "robots ask for it",
    "offline.certificate": "the QR code of `./run https`",
    "offline.offline": "the service worker",
    "offline.service_worker": "table/main.js",
    "photos.linked_deck": "the link that a table sends",
    "printing.print_game_sheet": "the answer to the form of print_game",
    "share.code": "the answer to new_code",
}
PRIVATE_HEADERS = {
    "Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer",
}  # fmt: skip
# What a form has where it is no round.
OWN_FIELDS: dict[str, dict[str, Any]] = {
    "games.again": {"player-0": "Gil", "player-1": "Hal"},
    "players.players": {"part": "names", "known": "Ann\nBen\nAnn\nBen", "name-0": "Gil", "name-1": "Ben"},
    "games.house_rules": {"target": "150", "reach": "for-all"},
    "rulings.game_ruling": {"reading": "kwado", "reach": "for-all"},
    "photos.photo_deck": {"name": "Ann’s deck", "card": ["pine-chaff-1", "pine-chaff-2"]},
    "rounds.adjustments": {"seen": "2", "points-0": "-5", "points-1": "", "reason": "tea"},
    "games.undo_change": {"seen": "2"},
    "games.redo_change": {"seen": "2"},
}


class Route(NamedTuple):
    endpoint: str
    method: str
    access: str
    path: str


def list_private_routes(app: Flask) -> list[Route]:
    routes = []
    for rule in app.url_map.iter_rules():
        if "token" not in rule.arguments:
            continue
        accesses = ("g", "v") if rule.rule.startswith("/<any") else (rule.rule[1],)
        for method in sorted(set(rule.methods or ()) & {"GET", "POST"}):
            for access in accesses:
                path = rule.rule.replace("<any(g, v):access>", access).replace("<int:number>", "1")
                path = path.replace("<sheet_id>", "player-card").replace("<ruling_id>", "gaji-what")
                path = path.replace("<letters>", "BCDFGH").replace("<int:deck_id>", "1")
                routes.append(Route(rule.endpoint, method, access, path))
    return routes


class Links(NamedTuple):
    """The app, a copy of its database, the phone's cookie and each person's token."""

    app: Flask
    database: Path
    cookie: str
    tokens: dict[str, str]


@pytest.fixture(autouse=True)
def blank_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sheet is empty: what stands on them is seen in tests/web/paper/test_print_sheets.py."""
    monkeypatch.setattr(Press, "set", lambda *_: Printed(b"", 1))


@pytest.fixture(scope="module")
def links(make_app: MakeApp, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Links]:
    """Two games with all their links, and one whose links were replaced."""
    app = make_app(tmp_path_factory.mktemp("house") / "instance")
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    with app.extensions["kwado-store"].writing() as session:
        edited = get_game(session, game.rsplit("/", 1)[-1], to="edit")
        add_photo_deck(session, edited, "Ann’s deck", pack_deck({card.id: b"taken" for card in DECK}))
    other = table.start("Cem", "Dee")
    replaced = table.start("Eve", "Fay")
    table.record(replaced, by_points(125, 115))
    addresses = {
        "stranger": "A" * 32,
        "view": table.view_link(game),
        "edit": game,
        "other edit": other,
        "other view": table.view_link(other),
        "replaced edit": replaced,
        "replaced view": table.view_link(replaced),
    }
    table.post(f"{replaced}/links", {})
    cookie = table.client.get_cookie("kwado")
    assert cookie
    store = app.extensions["kwado-store"]
    store.close()
    database = shutil.copy(make_url(store.url).database or "", tmp_path_factory.mktemp("left"))
    tokens = {person: address.rsplit("/", 1)[-1] for person, address in addresses.items()}
    yield Links(app, Path(database), cookie.value, tokens)
    close(app)


class House:
    """The games and links of a house as they were left, and the phone that keeps its score."""

    def __init__(self, links: Links) -> None:
        self.app, self.tokens = links.app, links.tokens
        start_anew(self.app, links.database)
        self.game = f"/g/{self.tokens['edit']}"
        self.table = Table(self.app.test_client())
        self.table.client.set_cookie("kwado", links.cookie)
        # Of games that it knows the phone offers the names.
        with self.table.client.session_transaction() as kept:
            kept.pop("games", None)
        with self.open() as session:
            own = get_game(session, self.tokens["edit"], to="edit")
            self.version = get_round(session, own, 1).version

    def open(self) -> Any:
        return self.app.extensions["kwado-store"].reading()

    def export(self) -> str:
        with self.open() as session:
            return export_game(session, get_game(session, self.tokens["edit"], to="edit"))

    def fields(self, endpoint: str) -> dict[str, Any]:
        token = self.table.get_token()
        form: dict[str, Any] = {"csrf_token": token, "version": self.version, "key": "a-good-key"}
        if endpoint == "rounds.new_round":
            form |= {"seen": read_fields(self.table.get(f"{self.game}/rounds/new"))["seen"]}
        return form | OWN_FIELDS.get(endpoint, by_points(130, 110))


@pytest.fixture
def house(links: Links) -> House:
    return House(links)


def test_every_route_about_a_game_is_in_the_table(app: Flask) -> None:
    known = {(route.endpoint, route.method, route.access) for route in list_private_routes(app)}
    assert known == set(CELLS)


def test_a_template_leads_to_every_page(app: Flask, repo: Path) -> None:
    """Its own does not count: who sees it is there already."""
    led = {
        endpoint
        for file in (repo / "templates").rglob("*.html")
        for endpoint in re.findall(r"""url_for\(["']([\w.]+)""", file.read_text("utf-8"))
        if file.parent.name == "macros" or endpoint.split(".")[-1] != file.stem
    }
    shown = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    known = LED_TO_OTHERWISE.keys()
    assert sorted(shown - led - known) == [], "Link to it in the template of the page before it."
    assert sorted(known - (shown - led)) == [], "A template leads to it: take it out of LED_TO_OTHERWISE."


@pytest.mark.parametrize("person", PEOPLE)
def test_nobody_gets_in_where_they_do_not_belong(links: Links, person: str) -> None:
    """Each address of a game, as somebody with this link: what is answered, and that nothing else changes."""
    misses: list[object] = []
    house = House(links)
    for route in list_private_routes(links.app):
        expected = CELLS[route[:3]][PEOPLE.index(person)]
        path = route.path.replace("<token>", house.tokens[person])
        if route.endpoint == "games.redo_change" and person == "edit":
            house.table.post(f"{house.game}/undo", {"seen": "2"})
        before = house.export()
        sent = None if route.method == "GET" else house.fields(route.endpoint)
        answer = house.table.client.open(path, method=route.method, data=sent)
        told = [answer.headers.get(name) for name in PRIVATE_HEADERS]
        is_told = answer.mimetype == "text/html" and re.search(r"\bAnn\b", answer.text)
        tells = person != "edit" and (house.export() != before or (person != "view" and is_told))
        if (answer.status_code, told, bool(tells)) != (expected, [*PRIVATE_HEADERS.values()], False):
            misses.append((route, answer.status_code, told, "tells or changes the game" if tells else ""))
        if answer.status_code == 302:
            house = House(links)
    assert misses == []


def test_another_site_cannot_change_a_game(house: House) -> None:
    """It has no token, whatever it knows of a form."""
    before = house.export()
    for route in list_private_routes(house.app):
        fields = house.fields(route.endpoint) if route.method == "POST" else {}
        path = route.path.replace("<token>", house.tokens["edit"])
        for token in ("", "x", None) if fields else ():
            house.table.client.post(path, data=fields | {"csrf_token": [token] if token is not None else []})
            assert house.export() == before, (route, token)


@pytest.mark.parametrize(
    ("site", "status"),
    [("cross-site", 403), ("same-site", 403), ("same-origin", 302), ("none", 302), (None, 302)],
)
def test_what_a_browser_says_another_site_has_sent_is_refused_with_a_token_too(
    house: House, site: str | None, status: int
) -> None:
    headers = {"Sec-Fetch-Site": site} if site else {}
    before = house.export()
    sent = house.fields("games.end") | {"csrf_token": [house.table.get_token()]}
    answer = house.table.client.post(f"{house.game}/end", data=sent, headers=headers)
    assert (answer.status_code, house.export() == before) == (status, status == 403)
    assert house.table.client.get(house.game, headers=headers).status_code == 200
    scored = house.table.client.post("/api/score", data="{}", headers=headers)
    assert scored.status_code == (403 if status == 403 else 422)
    assert scored.json["errors"]
    if status == 403:
        expect_words(answer.text, "came from another site", "Nothing was saved")


def test_no_link_is_written_to_any_log(house: House, caplog: Any, monkeypatch: Any) -> None:
    token = house.tokens["edit"]

    def fail(*_: object) -> None:
        raise RuntimeError(f"a fault of ours at {house.game}/rounds and {token!r}") from KeyError(token)

    with caplog.at_level(logging.DEBUG):
        house.table.get(house.game)
        house.table.get(f"{house.game}/rounds/new")
        monkeypatch.setattr("companion.web.games.games.score_kept_game", fail)
        answer = house.table.client.get(house.game)
        logging.getLogger("_granian").error("Exception while serving %s", house.game)
        logging.getLogger("granian.access").error("GET %s", house.game.replace("/g/", "/t/"))
    assert (answer.status_code, answer.headers["Cache-Control"]) == (500, "no-store")
    expect_words(caplog.text, "a fault of ours", "GET /t/", "in fail", never=[token])


def test_every_answer_forbids_what_a_page_of_ours_never_does(house: House) -> None:
    for path in ("/", "/games/new", house.game, "/nothing-here", "/cards/pine-crane", "/g/x"):
        headers = house.table.client.get(path).headers
        policy = headers["Content-Security-Policy"]
        expect_words(policy, "default-src 'none'", "frame-ancestors 'none'", never=["unsafe"])
        assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "no-referrer")
    for part in ("/style.css", "/entry.js"):
        assert house.table.client.get(part).headers["X-Content-Type-Options"] == "nosniff"


def test_the_secret_key_is_made_once_and_read_by_its_owner_only(tmp_path: Path) -> None:
    """Also by processes that start at once, and anew where a power cut left no whole one."""
    file = tmp_path / "secret-key"
    with ThreadPoolExecutor(8) as starting:
        [key] = set(starting.map(secret_key.keep, [tmp_path] * 8))
    for left in (key, "", "\n", "abc", "\x00" * 64):
        file.write_text(left)
        kept = secret_key.keep(tmp_path)
        assert re.fullmatch("[0-9a-f]{64}", kept)
        assert (kept == key, file.stat().st_mode & 0o777) == (left == key, 0o600)
        assert [each.name for each in tmp_path.glob("secret-key*")] == ["secret-key"]


def test_a_secret_key_is_on_the_disk_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, replace = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda number: done.append("sync") or sync(number))
    monkeypatch.setattr(Path, "replace", lambda path, to: done.append("replace") or replace(path, to))
    assert len(secret_key.keep(tmp_path)) == 64
    assert done == ["sync", "replace", "sync"]


def test_static_files_are_kept_by_phones_for_as_long_as_they_stay_the_same(house: House) -> None:
    sheet = re.search(r'href="(/style\.css\?v=[0-9a-f]{12})"', house.table.get("/"))
    assert sheet
    answer = house.table.client.get(sheet[1])
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "\n@layer tokens,base,components,pages,print;" in answer.text
    # They and pages travel compressed.
    for path in (sheet[1], house.game, "/games/new"):
        answer = house.table.client.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.headers["Content-Encoding"] == "gzip"
