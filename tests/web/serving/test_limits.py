"""Limits of one visitor, which affect nobody else."""

import itertools
import socket
import string
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient

from companion.child_process import Busy
from companion.errors import FAULT_LIMIT, CompanionError
from companion.printing import CannotPrint, Press, parse_order
from companion.printing.job import MISSING_SECONDS, Printed
from companion.web.app import FIELD_LIMIT, FORM_LIMIT
from companion.web.paper import print as printing_views
from companion.web.serving import rate_limits
from tests.store.tables import often
from tests.web.conftest import MakeApp, close, forget_limits
from tests.web.table import Table, by_cards, by_points, read_faults

LIMITED = {
    "ADDRESS_CODES_LIMIT": ("POST", "/join", {"code": "BCD FGH"}),
    "CODE_LIMIT": ("POST", "/join", {"code": "BCD FGH"}),
    "GUESS_LIMIT": ("GET", "/g/" + "A" * 32, None),
    "NEW_GAME_LIMIT": ("POST", "/games/new", {"player-0": "Ann", "player-1": "Ben", "table": "new"}),
    "PHOTO_LIMIT": ("POST", "/g/" + "A" * 32 + "/photo", {}),
    "PRINT_LIMIT": ("GET", "/print/score-pad.pdf?sides=9", None),
    "SCORE_LIMIT": ("POST", "/api/score", "{}"),
    "SEARCH_LIMIT": ("GET", "/search?q=gaji", None),
    "WRITE_LIMIT": ("POST", "/g/" + "A" * 32 + "/undo", {}),
}


@pytest.fixture(autouse=True)
def one_moment() -> Any:
    """The clock stands, so that no window ends while a test counts."""
    with time_machine.travel(1_800_000_300, tick=False) as moment:
        yield moment


def ask(table: Table, method: str, path: str, sent: Any, **where: Any) -> Any:
    if isinstance(sent, dict):
        sent = {"csrf_token": table.get_token(), **sent}
    return table.client.open(path, method=method, data=sent, **where)


@pytest.fixture
def limited(make_app: MakeApp, tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Makes an app with limits of its own."""
    apps: list[Flask] = []

    def make(**limits: int) -> Flask:
        apps.append(make_app(tmp_path / "instance", **limits))
        return apps[-1]

    yield make
    for app in apps:
        close(app)


def list_statuses(app: Flask, path: str, times: int) -> list[int]:
    client = app.test_client()
    return [client.get(path).status_code for _ in range(times)]


def test_while_redis_is_away_a_process_counts_by_itself_and_says_so_once(
    limited: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as closed:
        # Bound and not listening: whoever asks there is refused.
        closed.bind(("127.0.0.1", 0))
        app = limited(SEARCH_LIMIT=3, LIMITS_URL=f"redis://127.0.0.1:{closed.getsockname()[1]}")
        assert list_statuses(app, "/search?q=gaji", 5) == [200] * 3 + [429] * 2
    assert [each.message for each in caplog.records if "storage" in each.message] == [
        "Rate limit storage unreachable - falling back to in-memory storage"
    ]


def test_a_redis_that_hangs_delays_requests_by_less_than_a_second_and_a_half(limited: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        # Whoever connects waits in its queue, and is never answered.
        app = limited(SEARCH_LIMIT=3, LIMITS_URL=f"redis://127.0.0.1:{silent.getsockname()[1]}")
        began = time.monotonic()
        assert list_statuses(app, "/search?q=gaji", 5) == [200] * 3 + [429] * 2
        assert time.monotonic() - began < 1.5


def test_every_limit_has_a_request_here() -> None:
    settings = {limit.setting for limit in rate_limits.LIMITS.values()}
    assert settings == {*LIMITED, "ALL_CODES_LIMIT"}


@pytest.mark.parametrize("setting", sorted(LIMITED))
def test_what_is_too_often_is_refused_until_time_has_passed(
    limited: Any, setting: str, one_moment: Any
) -> None:
    table = Table(limited(**{setting: 3}).test_client())
    answers = [ask(table, *LIMITED[setting]) for _ in range(5)]
    usual, *statuses = [answer.status_code for answer in answers]
    assert (usual != 429, statuses) == (True, [usual] * 2 + [429] * 2)
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 7200
    [message] = [each.message for each in rate_limits.LIMITS.values() if each.setting == setting]
    assert message in answers[-1].text
    # Another address is not concerned, and nor is this one later.
    other = {"environ_base": {"REMOTE_ADDR": "192.168.7.7"}}
    assert ask(table, *LIMITED[setting], **other).status_code == usual
    one_moment.shift(7200)
    assert ask(table, *LIMITED[setting]).status_code == usual


def test_what_counts_or_compares_much_has_the_limit_of_its_kind(limited: Any) -> None:
    of_table = ("statistics", "statistics.json", "statistics.csv", "yaku.csv", "games.csv", "rounds.csv")
    for setting, paths in (
        ("SEARCH_LIMIT", ["/search/answers?q=gaji", "/rules/compare"]),
        ("SCORE_LIMIT", [f"/t/{'A' * 32}/{name}" for name in of_table]),
    ):
        app = limited(**{setting: 1})
        for path in paths:
            forget_limits(app)
            statuses = list_statuses(app, path, 2)
            assert (statuses[0] != 429, statuses[1]) == (True, 429), path


def test_photos_of_a_pile_count_with_those_of_a_round(limited: Any) -> None:
    table = Table(limited(PHOTO_LIMIT=1).test_client())
    paths = ("/g/" + "A" * 32 + "/photo", "/count/sakura/photo")
    assert [ask(table, "POST", path, {}).status_code for path in paths] == [404, 429]


def test_a_home_with_ipv6_is_one_visitor(app: Flask) -> None:
    assert rate_limits.find_network("2001:db8:1:2:3::4") == rate_limits.find_network("2001:db8:1:2:aaaa::9")
    assert rate_limits.find_network("2001:db8:1:2::1") != rate_limits.find_network("2001:db8:1:3::1")
    assert rate_limits.find_network("::ffff:192.168.0.7") == rate_limits.find_network("192.168.0.7")


def test_who_is_told_that_the_press_is_busy_or_the_disk_full_has_printed_nothing(
    limited: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Printed:
        raise CannotPrint("It took all the time that a sheet may have.", retry_after=60)

    def be_busy() -> None:
        raise Busy("The press is busy.")

    app = limited(PRINT_LIMIT=2)
    monkeypatch.setattr(Press, "set", fail)
    monkeypatch.setattr(printing_views, "has_room", lambda _: False)
    assert list_statuses(app, "/print/rule-sheet.pdf", 5) == [503] * 5
    monkeypatch.setattr(printing_views, "get_press", be_busy)
    assert list_statuses(app, "/print/score-pad.pdf", 5) == [503] * 5


@pytest.mark.parametrize(
    ("result", "before_the_limit"),
    [
        (Printed(b"", 1), 20),
        (Printed(b"", 4), 5),
        (Printed(b"", 15), 2),
        (Printed(b"", 300), 1),
        (CannotPrint("It took all the time that a sheet may have.", retry_after=60), 1),
        (CannotPrint("It is too much to set in one go."), 1),
        (CannotPrint("This machine lacks packages.", retry_after=MISSING_SECONDS), 25),
    ],
    ids=["1 page", "4 pages", "15 pages", "300 pages", "given up", "too much", "nothing was set"],
)
def test_each_page_of_a_sheet_counts_as_one_print(
    limited: Any, monkeypatch: pytest.MonkeyPatch, result: Printed | CannotPrint, before_the_limit: int
) -> None:
    def set_nothing(*_: object) -> Printed:
        if isinstance(result, Printed):
            return result
        raise result

    monkeypatch.setattr(Press, "set", set_nothing)
    statuses = list_statuses(limited(PRINT_LIMIT=20), "/print/rule-sheet.pdf", 25)
    assert [*statuses, 429].index(429) == before_the_limit


def test_the_print_limit_is_looked_at_before_the_order_is_read(
    limited: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = limited(PRINT_LIMIT=1)
    assert list_statuses(app, "/print/score-pad.pdf?sides=9", 1) == [422]
    monkeypatch.setattr(printing_views, "parse_order", lambda *_: pytest.fail("the order was read"))
    assert list_statuses(app, "/print/score-pad.pdf?sides=9", 1) == [429]


@pytest.mark.parametrize(("proxies", "guesses"), [(0, often(10_000, 200)), (1, 200)])
def test_many_wrong_guesses_leave_every_valid_link_open(
    limited: Any, proxies: int, guesses: int, record_property: Callable[[str, object], None]
) -> None:
    """Also for a new phone, and behind a proxy that is not configured.

    Ten thousand guesses in a thorough run. In a normal run 200: three times the limit.
    """
    app = limited(GUESS_LIMIT=60, PROXIES=proxies)
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    view = table.view_link(game)
    from_there = {"headers": {"X-Forwarded-For": "203.0.113.9"}}
    guesser = FlaskClient(app)
    answers = [guesser.get(f"/{'gv'[n % 2]}/{n:032d}", **from_there) for n in range(guesses)]
    assert [answer.status_code for answer in answers] == [404] * 60 + [429] * (guesses - 60)
    # Each is told the same, and when to come again.
    assert len({answer.text for answer in answers[:60]}) == 1
    assert int(answers[-1].headers["Retry-After"]) > 0
    for path in (game, f"{game}/rounds/new", view):
        assert app.test_client().get(path, **from_there).status_code == 200
    table.record(game, by_points(125, 115))
    record_property("figure", f"{guesses:,} guesses, 0 valid ones refused")


# --- What a request may cost ----------------------------------------------------------------------


class Cost:
    """The processor time of one request, against that of the plain page of a new game."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.client.get("/games/new")
        self.plain = min(self.measure(lambda: self.client.get("/games/new"))[1] for _ in range(5))

    @staticmethod
    def measure(act: Any) -> tuple[Any, float]:
        before = time.thread_time()
        answer = act()
        return answer, time.thread_time() - before

    def assert_is_small(self, act: Any, times: float = 12) -> Any:
        """Asserts that a request costs at most so many plain pages, and answers in few words."""
        answer, first = self.measure(act)
        cost = min([first, *(self.measure(act)[1] for _ in range(2))])
        assert cost <= times * self.plain, f"{cost / self.plain:.0f} plain pages"
        assert len(answer.data) < 120_000
        return answer


@pytest.fixture
def cost(app: Flask) -> Cost:
    return Cost(app)


@pytest.mark.parametrize("path", ["/print/score-pad.pdf", "/print", "/rules/compare"])
@pytest.mark.parametrize("field", ["name=a{}", "nam{}=a"])
def test_thousands_of_names_in_an_address_cost_a_few_pages(cost: Cost, path: str, field: str) -> None:
    """The server refuses a head of more than 16 KB."""
    many = "&".join(field.format(n) for n in range(1_700))
    answer = cost.assert_is_small(lambda: cost.client.get(f"{path}?{many}"))
    assert answer.status_code in (200, 422)


def test_the_names_of_an_order_are_counted_before_they_are_read() -> None:
    with pytest.raises(CompanionError, match="At most 20 names"):
        parse_order("score-pad", {"name": [f"a{n}" for n in range(50_000)]})


@pytest.mark.parametrize(
    "document",
    [
        {"sides": ["Ann", "Ben"], "rounds": [{"captured": {"Ann": [f"pine-cran{n}" for n in range(3528)]}}]},
        {"sides": ["Ann", "Ben"], "rounds": [{"captured": {f"Anm{n}": [] for n in range(4000)}}]},
        {"game": "nothing", "sides": [f"a{n}" for n in range(7000)]},
        {"sides": ["Ann", "Ben"], "options": {f"gajj{n}": 1 for n in range(3000)}},
        {"sides": ["Ann", "Ben"], "options": {"yaku": [f"dragom{n}" for n in range(4000)]}},
        {f"side{n}": 1 for n in range(3000)},
    ],
    ids=["cards", "piles", "sides", "options", "yaku", "keys"],
)
def test_at_most_twenty_faults_of_a_document_are_reported(cost: Cost, document: dict[str, Any]) -> None:
    sent = {"game": "kwado-1985", **document}
    answer = cost.assert_is_small(lambda: cost.client.post("/api/score", json=sent))
    assert answer.status_code == 422
    assert len(answer.json["errors"]) <= FAULT_LIMIT + 1


@pytest.mark.parametrize("name", ["yaku", "captured/pine-cran", "undeclared", "options/gaji", "sure/left"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_of_thousands_of_fields_is_not_read(app: Flask, name: str, kind: str) -> None:
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    cost = Cost(app)
    count = 3_000 if kind.endswith("urlencoded") else FIELD_LIMIT
    fields = {"csrf_token": table.get_token(), "way": "cards", "preset": "ticked"}
    many = {name: [f"x{n}" for n in range(count)]} if "-" not in name else {}
    many = many or {f"{name}{n}": "x" for n in range(count)}
    for path in ("/games/new", f"{game}/rounds/new", f"{game}/house-rules"):
        answer = cost.assert_is_small(
            lambda path=path: table.client.post(path, data=fields | many, content_type=kind), times=40
        )
        assert answer.status_code == 413
    some = {**fields, f"{name}-0": [f"x{n}" for n in range(FIELD_LIMIT - 10)]}
    answer = table.client.post(f"{game}/rounds/new", data=some, content_type=kind)
    assert len(read_faults(answer.text)) <= FAULT_LIMIT


def test_a_form_as_large_as_may_be_costs_a_few_pages(cost: Cost) -> None:
    """The worst that fits in: thousands of fields, each of another name."""
    token = Table(cost.client).get_token()
    letters = map("".join, itertools.product(string.ascii_letters, repeat=3))
    body = f"csrf_token={token}&player-0=Ann&player-1=Ann&{'&'.join(letters)}"[:FORM_LIMIT]
    kind = "application/x-www-form-urlencoded"
    answer = cost.assert_is_small(lambda: cost.client.post("/games/new", data=body, content_type=kind))
    assert answer.status_code == 422


def test_a_form_shows_no_more_than_twenty_faults(app: Flask) -> None:
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    many = {f"captured/nothing-{n}": "0" for n in range(FIELD_LIMIT - 40)}
    given = by_cards({"Ann": ["pine-crane"], "Ben": "rest"})
    answer = table.post(f"{game}/rounds/new", {**given, **many}, 422)
    # Each stands above the form and at its field.
    assert 0 < answer.text.count("There is no card") <= 2 * FAULT_LIMIT
