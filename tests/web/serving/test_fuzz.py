"""No input makes a 500: every form with every kind of text in every field, every address, every document.

Two thousand examples of each in a thorough run (KWADO_TEST_PROFILE=thorough), some dozens in a normal one.
"""

import io
import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cards import POINT_CARDS
from tests.photo.hostile_decks import DECK_FILE, NAMES, flip, pack
from tests.store.tables import often
from tests.web.conftest import MakeApp, close
from tests.web.photo_reader import StandIn
from tests.web.table import Table, by_points, read_fields

ODD = [
    "", " ", "0", "1", "-1", "6", "7", "240", "2147483648", "1000000000", "9" * 400, "NaN", "１２", "true",
    "1e9", "null", "\x00", "a\x00b", "\ud7ff", "\u202e", "\u2066", "\ufeff", "e\u0301" * 9, "김", "ｱ", "محمد",
    "\U0001f469\u200d\U0001f467" * 20, "<b>", "%00", "../..", "cards", "counts", "points", "table", "rest",
    "nobody", "pine-crane", "dragon", "yes", "no", "ticked", "all", "kwado-1985", "kwado-1982", "sakura",
    "x" * 10_000,
]  # fmt: skip
texts = st.sampled_from(ODD) | st.text(max_size=50)
# Half letters too, which JSON can say and nothing can keep.
json_texts = texts | st.sampled_from(["\ud800", "a\udfffb"])
# Beyond what a column of PostgreSQL holds, one of SQLite, and any whole number of a script.
numbers = st.sampled_from([2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1, 2**63]) | st.integers(-(2**70), 2**70)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | json_texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(json_texts, inner, max_size=4),
    max_leaves=12,
)
ROUND_FIELDS = [
    "way", "order", "show", "key", "version", "rest", "gaji/by", "gaji/took", "undeclared", "sure/left",
    "all_four/iris", "all_four/willow", "points/0", "points/1", "yaku/0", "yaku/1", "counts/0/brights",
    "counts/1/ribbons", "captured/pine-crane", "captured/oak", "seen", "reach", "csrf_token",
]  # fmt: skip
GAME_FIELDS = [
    *(f"player-{seat}" for seat in range(6)), "team-0", "team-1", "sides", "game", "fields-of",
    "first-dealer", "method", "target", "preset", "yaku", "options/gaji", "options/bonus", "options/declare",
    "options/tie", "show",
]  # fmt: skip


@pytest.fixture(scope="module")
def table(make_app: MakeApp, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    app = make_app(tmp_path_factory.mktemp("instance"))
    yield Table(app.test_client())
    close(app)


@pytest.fixture(scope="module")
def game(table: Table) -> str:
    game = table.start("Ann", "Ben", option_gaji="sakura", target="100000")
    table.record(game, by_points(125, 115))
    return game


def settings_of(count: int) -> Any:
    # The profile of a thorough run looks longer by itself.
    thorough = settings.default is not None and settings.default.max_examples > 100
    return settings(
        max_examples=2_000 if thorough else often(2_000, count),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
        deadline=None,
    )


def post(table: Table, path: str, fields: dict[str, Any], files: dict[str, Any] | None = None) -> None:
    typed = {
        name: [text.encode("utf-8", "replace").decode() for text in values] for name, values in fields.items()
    }
    answer = table.client.post(path, data={"csrf_token": [table.token]} | typed | (files or {}))
    assert answer.status_code in (200, 302, 400, 403, 404, 409, 413, 422, 503), answer.status_code


def some_fields(names: list[str]) -> Any:
    return st.dictionaries(
        st.sampled_from(names) | texts, st.lists(texts, min_size=1, max_size=3), max_size=10
    )


@settings_of(30)
@given(fields=some_fields(GAME_FIELDS), again=st.booleans())
def test_no_table_that_is_typed_makes_a_500(
    table: Table, game: str, fields: dict[str, Any], again: bool
) -> None:
    named = {"player-0": ["Ann"], "player-1": ["Ben"]}
    post(table, f"{game}/again" if again else "/games/new", named | fields)


@settings_of(50)
@given(fields=some_fields(ROUND_FIELDS), page=st.sampled_from(["new", "1"]))
def test_no_round_that_is_typed_makes_a_500(
    table: Table, game: str, fields: dict[str, Any], page: str
) -> None:
    shown = read_fields(table.get(f"{game}/rounds/{page}"))
    cards = {f"captured/{card.id}": ["0"] for card in POINT_CARDS}
    post(table, f"{game}/rounds/{page}", cards | shown | fields)


@settings_of(30)
@given(
    fields=some_fields([*GAME_FIELDS, *ROUND_FIELDS]),
    page=st.sampled_from(["undo", "redo", "end", "resume", "rounds/1/remove", "house-rules"]),
)
def test_no_other_post_makes_a_500(table: Table, game: str, fields: dict[str, Any], page: str) -> None:
    post(table, f"{game}/{page}", fields)


@settings_of(20)
@given(tail=texts, query=texts, page=st.sampled_from(["", "/history", "/rounds/", "/g/", "/v/", "/games/"]))
def test_no_address_makes_a_500(table: Table, game: str, tail: str, query: str, page: str) -> None:
    start = "" if page.count("/") == 2 and page != "/rounds/" else game
    path = f"{start}{page}{quote(tail.encode('utf-8', 'replace').decode())}"
    for name in ("below", "order", "show", "v"):
        assert table.client.get(f"/{path.lstrip('/')}", query_string={name: query}).status_code < 500


NUMBERS_ASKED = ("below", "since", "round", "side", "players", "rounds", "sheets", "seen", "teams")


def list_addresses(app: Flask) -> list[str]:
    """Every address that is read and has a number in its path, or is one of a game, a table or a sheet."""
    routes = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    asked = [rule.rule for rule in routes if "<token>" in rule.rule or "<int" in rule.rule]
    assert len([rule for rule in asked if "<int" in rule]) >= 4
    return [re.sub(r"<any\(([a-z]).*?>", r"\1", rule) for rule in asked]


@settings_of(20)
@given(number=numbers, others=st.dictionaries(st.sampled_from(NUMBERS_ASKED), numbers), data=st.data())
def test_no_number_in_an_address_makes_a_500(
    table: Table, game: str, number: int, others: dict[str, int], data: st.DataObject
) -> None:
    rule = data.draw(st.sampled_from(list_addresses(table.client.application)))
    path = re.sub("<int:.*?>", str(number), rule).replace("<token>", game.rpartition("/")[-1])
    path = re.sub("<.*?>", "score-pad", path)
    answer = table.client.get(path, query_string=others)
    assert answer.status_code < 500, path
    assert answer.status_code == 404 or "<int" not in rule or number < 2**31, path


HEADERS = [
    "Origin", "Referer", "Host", "Cookie", "Accept", "Accept-Encoding", "Accept-Language", "Content-Type",
    "Content-Length", "If-None-Match", "If-Modified-Since", "Range", "Forwarded", "X-Forwarded-For",
    "X-Forwarded-Host", "X-Forwarded-Proto", "Sec-Fetch-Site", "Sec-Fetch-Mode", "User-Agent",
]  # fmt: skip
HEADER_VALUES = [
    "", "http://[", "http://[::1", "http://a]b", "//", "null", "http://localhost:99999", "http://\xe9", ",",
    ";", "=", '"', "W/", "bytes=9-1", "bytes=", "a=b; kwado=x.y.z", "kwado=\xff", "gzip;q=x", "*;q=NaN",
    "text/html;q=", "multipart/form-data", "multipart/form-data; boundary=", "-1", "1e9", "for=[",
    "Thu, 99 Foo 0000", "x" * 9_000,
]  # fmt: skip


@settings_of(75)
@given(
    headers=st.dictionaries(
        st.sampled_from(HEADERS),
        st.sampled_from(HEADER_VALUES)
        | st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=30),
        min_size=1,
        max_size=4,
    ),
    page=st.sampled_from(
        ["/", "/games/new", "/search?q=moon", "GAME", "GAME/rounds/new", "GAME/end", "/api/score"]
    ),
    posted=st.booleans(),
)
def test_no_header_makes_a_500(
    table: Table, game: str, headers: dict[str, str], page: str, posted: bool
) -> None:
    client = table.client.application.test_client()
    if posted:
        headers.pop("Content-Length", None)
    sent = {"method": "POST", "data": {"x": "y"}} if posted else {}
    assert client.open(page.replace("GAME", game), headers=headers, **sent).status_code < 500


@settings_of(40)
@given(document=json_values, rounds=json_values, options=json_values)
def test_no_document_makes_a_500(table: Table, document: Any, rounds: Any, options: Any) -> None:
    game = {"game": "kwado-1985", "sides": ["Ann", "Ben"]}
    for sent in (
        document,
        game | {"rounds": rounds, "options": options},
        game | {"rounds": [{"captured": rounds, "gaji": options}]},
        game | {"rounds": [{"counts": {"Ann": rounds, "Ben": options}}]},
    ):
        assert table.client.post("/api/score", data=json.dumps(sent)).status_code in (200, 422)


@settings_of(10)
@given(document=json_values, key=json_texts, value=json_values)
def test_no_own_rules_and_no_file_make_a_500(table: Table, document: Any, key: str, value: Any) -> None:
    client = table.client
    for sent in (document, {key: value}, {"name": value}, {"yaku": {key: {"name": key} | {"all_of": value}}}):
        text = json.dumps(sent)
        for page in ("/rules/kwado-1985/ours", "/rules/kwado-1985/ours.json"):
            assert client.get(page, query_string={"own": text}).status_code < 500
        post(table, "/games/new", {"game": ["kwado-1985"], "own-of": ["kwado-1985"], "own": [text]})
        file = {"csrf_token": table.token, "file": (BytesIO(text.encode()), "game.json")}
        assert client.post("/games/bring-in", data=file).status_code < 500


@settings_of(30)
@given(
    body=st.binary(max_size=300),
    kind=st.sampled_from(
        ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain", "é"]
    ),
)
def test_no_body_makes_a_500(table: Table, game: str, body: bytes, kind: str) -> None:
    assert table.client.post("/api/score", data=body).status_code in (200, 422)
    assert table.client.post(f"{game}/rounds/new", data=body, content_type=kind).status_code < 500


@settings_of(30)
@given(place=st.integers(0), count=st.integers(0, 100), kind=st.sampled_from(["flipped", "many", "bytes"]))
def test_no_file_of_a_deck_makes_a_500(table: Table, game: str, place: int, count: int, kind: str) -> None:
    table.client.application.extensions["photo_reader"] = StandIn()
    content = {
        "flipped": flip(DECK_FILE, place % len(DECK_FILE)),
        "many": pack((name, b"x") for name in (NAMES * 3)[:count]),
        "bytes": DECK_FILE[:count],
    }[kind]
    post(table, f"{game}/decks", {"name": ["Mine"]}, {"file": (io.BytesIO(content), "deck.zip")})


# --- Bodies that are not forms ----------------------------------------------------------------------

BODIES = (
    "5", "true", "null", "[1]", "NaN", '"csrf_token"', '{"csrf_token":5}', '{"csrf_token":[1]}', "{", "",
    '{"player-0":"Ann"}',
)  # fmt: skip
NAMELESS = b"--x\r\nContent-Disposition: form-data\r\n\r\nAnn\r\n--x--\r\n"
NAMELESS_CARDS = (
    b'--x\r\nContent-Disposition: form-data; name="way"\r\n\r\ncards\r\n'
    b'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\nTOKEN\r\n' + NAMELESS
)


def list_post_paths(app: Flask, token: str) -> list[str]:
    """Every address that takes posts, for this game."""
    paths = [rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert len(paths) >= 14
    paths = [re.sub(r"<int:\w+>", "1", path.replace("<token>", token)) for path in paths]
    return [path.replace("<ruling_id>", "gaji-what") for path in paths]


def test_a_body_that_is_no_form_is_no_fault_of_ours_and_changes_nothing(table: Table, game: str) -> None:
    """Each body for a game, some for nobody's."""
    app = table.client.application
    # Below its menu who only views has no tokens of forms, which differ each time.
    history = table.view_link(game) + "/history"
    before = Table(app.test_client()).get(history).partition("<main")[2]
    multipart = "multipart/form-data; boundary=x"
    sent = [(NAMELESS, multipart), (b"--x", multipart), (b"", multipart), (b"5", "text/plain")]
    sent += [(b"%00=%ff&=&&==", "application/x-www-form-urlencoded")]
    # With its token only where the cards have faults, so that nothing is changed.
    cards = (NAMELESS_CARDS.replace(b"TOKEN", table.get_token().encode()), multipart)
    json = [(body.encode(), "application/json") for body in BODIES]
    for token, bodies in ((game.rsplit("/", 1)[-1], [*sent, *json]), ("A" * 32, sent)):
        for path in list_post_paths(app, token):
            for body, kind in [*bodies, *[cards] * ("rounds" in path and "remove" not in path)]:
                answer = table.client.post(path, data=body, content_type=kind)
                assert answer.status_code < 500, (path, kind, body[:40])
    assert Table(app.test_client()).get(history).partition("<main")[2] == before
