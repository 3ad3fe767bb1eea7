"""The day of a game is the day where it is played, wherever it is shown, printed or sent."""

import json
import re
import sys
import zoneinfo
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
import time_machine
from flask import Flask, Response
from playwright.sync_api import Browser, expect

from companion.printing import Job
from companion.store.models import find_zone
from companion.web.filters import say_day
from companion.web.paper import print as printing
from companion.web.serving.assets import bundle_script
from tests.web.games.test_bg_stats import find_play
from tests.web.games.test_copies import bring_in, save
from tests.web.table import Table, by_points, expect_words, read_fields, read_words, to_table

NEW_YORK = "America/New_York"
SHEETS = ("score-pad", "game-record", "ledger", "house-rules")
FILES = ("games.csv", "rounds.csv", "statistics.csv", "statistics.json")


def play_an_evening(table: Table, clock: Any) -> list[str]:
    """Two games of an evening in New York, the second on the next day in UTC; one a week later."""
    games = []
    for began in ("2026-11-27T23:30:00Z", "2026-11-28T02:00:00Z", "2026-12-05T01:00:00Z"):
        clock.move_to(datetime.fromisoformat(began))
        game = (
            table.rematch(games[-1]) if games else table.start("Ann", "Ben", target="30", time_zone=NEW_YORK)
        )
        table.record(game, by_points(150, 90))
        games.append(game)
    return games


def test_every_place_says_the_day_where_the_game_was_played(
    table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "show_file", show_text)
    with time_machine.travel(0, tick=False) as clock:
        _, game, later = play_an_evening(table, clock)
        said = table.get(to_table(game))
        assert re.findall(r"\d+ \w+ 2026", said) == ["4 December 2026", *["27 November 2026"] * 2]
        expect_words(table.get(f"{game}/history"), "27 November 2026, 21:00")
        for sheet in SHEETS:
            expect_words(table.get(f"{game}/print/{sheet}.pdf"), "27 November 2026")
        expect_words(table.get(f"{game}/picture.png"), "27 November 2026")
        assert find_play(table.get(game))["playDate"] == "2026-11-27 21:00:00"
        for ending in ("csv", "json"):
            name = save(table, game, ending).headers["Content-Disposition"]
            assert name == f'attachment; filename="kwado-2026-11-27.{ending}"'
        assert set(read_days(save(table, game, "csv").text)) == {"2026-11-27"}
        evening = "?day=2026-11-27"
        for name in FILES:
            text = table.client.get(to_table(game, f"/{name}") + evening).text
            assert set(read_days(text)) == {"2026-11-27"}, name
        # One evening of several is chosen, and is the statistics' whole.
        page = table.get(to_table(game, "/statistics"))
        expect_words(page, "3 games", 'value="2026-12-04"', ">27 November 2026<")
        page = table.get(to_table(game, "/statistics") + evening)
        expect_words(page, "2 games", f'games.csv{evening}"')
        assert re.search(r'statistics__chosen">\s*27 November 2026\s*<', page)
        # The same game on another server.
        other = Table(app.test_client())
        brought = urlsplit(bring_in(other, save(table, game).data).location).path
        expect_words(other.get(to_table(brought)), "27 November 2026")
        # Home says the day once hours no longer tell it.
        clock.shift(3 * 24 * 60 * 60)
        assert "4 December 2026" in read_words(table.get("/"))
        assert later in table.get("/")


def show_text(job: Job, *_: str) -> Response:
    """The words of a sheet in place of the sheet."""
    return Response(job.html, mimetype="text/plain")


def read_days(text: str) -> list[str]:
    return re.findall(r"2026-\d\d-\d\d", text)


NO_ZONES = ("", "Mars/Olympus", "../../etc/passwd", "America", "x" * 5_000, "\x00", "America/New_York\n")


@pytest.mark.parametrize("zone", NO_ZONES)
def test_a_zone_that_does_not_exist_is_the_servers(table: Table, zone: str) -> None:
    with time_machine.travel("2026-11-28T02:00:00Z", tick=False):
        game = table.start("Ann", "Ben", time_zone=zone)
    expect_words(table.get(to_table(game)), "28 November 2026")
    assert "time_zone" not in json.loads(save(table, game).data)


def test_a_machine_without_time_zones_has_its_own() -> None:
    zoneinfo.reset_tzpath(to=())
    zoneinfo.ZoneInfo.clear_cache()
    try:
        assert find_zone(NEW_YORK) is None
    finally:
        zoneinfo.reset_tzpath()
    assert find_zone(NEW_YORK) == ZoneInfo(NEW_YORK)


def test_neither_is_one_that_the_package_of_zones_cannot_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without zones of the machine Python reads `tzdata`: a folder and a long name are errors of the disk."""
    for folder in ("tzdata", "tzdata/zoneinfo", "tzdata/zoneinfo/America"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    try:
        assert [zone for zone in NO_ZONES if find_zone(zone)] == []
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "tzdata"]:
            del sys.modules[name]


def test_a_rematch_begun_elsewhere_is_of_the_same_table_and_keeps_its_zone(table: Table) -> None:
    first = table.start("Ann", "Ben", target="30", time_zone=NEW_YORK)
    shown = read_fields(table.get(f"{first}/again"))
    away = table.post(f"{first}/again", shown | {"time-zone": "Asia/Tokyo"})
    table.record(urlsplit(away.location).path, by_points(120, 120))
    goes_on = table.rematch(first)
    for game in (urlsplit(away.location).path, goes_on):
        assert json.loads(save(table, game).data)["time_zone"] == NEW_YORK


def test_the_phone_says_its_zone(browser: Browser, live_server: str) -> None:
    context = browser.new_context(timezone_id="Pacific/Auckland")
    page = context.new_page()
    page.goto(f"{live_server}/games/new")
    expect(page.locator('[name="time-zone"]')).to_have_value("Pacific/Auckland")
    context.close()


# Moments: in the morning, in the afternoon, at noon, at midnight; days of one and of two figures.
MOMENTS = [
    (datetime(2026, month, day, hour, minute, tzinfo=UTC), zone)
    for month, day, hour, minute in (
        (11, 28, 1, 5),
        (1, 2, 15, 20),
        (9, 30, 12, 0),
        (3, 1, 0, 0),
        (2, 28, 23, 59),
    )
    for zone in ("UTC", NEW_YORK, "Asia/Kolkata")
]
WRITE = """async ([source, moments]) => {
  const { writeDay, writeTime } = await import(URL.createObjectURL(
    new Blob([source], { type: "text/javascript" })));
  return moments.map((at) => [writeDay(new Date(at)), writeTime(new Date(at))]);
}"""


@pytest.mark.parametrize("zone", sorted({zone for _, zone in MOMENTS}))
def test_phone_and_server_write_a_day_and_a_time_alike(browser: Browser, repo: Any, zone: str) -> None:
    """Whatever language the phone speaks."""
    source = bundle_script(repo / "static" / "js" / "phone" / "moments.js")
    source += "\nexport { writeDay, writeTime };"
    moments = [moment for moment, of in MOMENTS if of == zone]
    here = [moment.astimezone(ZoneInfo(zone)) for moment in moments]
    context = browser.new_context(locale="en-US", timezone_id=zone)
    written = context.new_page().evaluate(WRITE, [source, [moment.isoformat() for moment in moments]])
    assert written == [[say_day(moment), f"{moment:%H:%M}"] for moment in here]
    context.close()


# A line that compares two moments writes none.
WRITES = re.compile(
    r"toLocale(Date|Time)?String|DateTimeFormat\([^)]|to(ISO|UTC|Date|Time)String"
    r"|\.get(UTC)?(FullYear|Month|Date|Day|Hours|Minutes|Seconds)\("
)


def test_no_script_writes_a_day_or_a_time_by_itself(repo: Any) -> None:
    found = {
        file.name
        for file in (repo / "static" / "js").rglob("*.js")
        for line in file.read_text("utf-8").splitlines()
        if WRITES.search(line) and "===" not in line
    }
    assert found == {"moments.js"}
