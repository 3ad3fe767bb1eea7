"""A round that is sent is read once and scored once a request.

Before a save the rounds that stand are read, too: nothing is saved into a game that cannot be read.
"""

from typing import Any

import pytest

from companion.rules.entries.reading import RoundReader
from companion.rules.figures.settlement import Settlement
from tests.web.table import Table, by_points, read_fields

ROUND = by_points(125, 115)
OTHER = by_points(120, 120)
SHOWN = {**by_points(125, 115, yaku_0=["sakura-1"]), "undeclared": []}


class Calls:
    """The documents that were read, and how often a round was scored."""

    def __init__(self) -> None:
        self.read: list[Any] = []
        self.scored = 0


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    found = Calls()
    opened, settle = RoundReader.__init__, Settlement.settle

    def read(reader: RoundReader, raw: Any, *rest: Any, **named: Any) -> None:
        found.read.append(raw)
        opened(reader, raw, *rest, **named)

    def score(settlement: Settlement, *rest: Any) -> Any:
        found.scored += 1
        return settle(settlement, *rest)

    monkeypatch.setattr(RoundReader, "__init__", read)
    monkeypatch.setattr(Settlement, "settle", score)
    return found


def post(table: Table, calls: Calls, path: str, fields: dict[str, Any], status: int) -> tuple[int, int]:
    """How many different rounds were read, and how many scored, for an answer of this status."""
    table.token = table.token or table.get_token()
    calls.read, calls.scored = [], 0
    answer = table.client.post(path, data={"csrf_token": table.token, "key": "one-and-the-same", **fields})
    assert answer.status_code == status
    return len({str(each) for each in calls.read}), calls.scored


def test_a_race_that_is_sent_is_read_once_and_scored_once(table: Table, calls: Calls) -> None:
    game = table.start("Ann", "Ben", game="koikoi-modern", **{"fields-of": "koikoi-modern"})
    stopped = {"winner": "0", "way": "points", "points/0": "5"}
    assert post(table, calls, f"{game}/rounds/new", stopped, 302) == (1, 1)


def test_a_round_that_is_sent_is_read_once_and_scored_once(table: Table, calls: Calls) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1"])
    new = f"{game}/rounds/new"
    # It shows bonuses that were not on the screen, and then they were.
    assert post(table, calls, new, SHOWN, 422) == (1, 1)
    assert post(table, calls, new, {**SHOWN, "shown": "0/sakura-1/30"}, 302) == (1, 1)
    table.get(game)
    fields = read_fields(table.get(f"{game}/rounds/1")) | ROUND | {"yaku/0": [], "undeclared": []}
    assert post(table, calls, f"{game}/rounds/1", fields, 302) == (2, 1)
    table.get(game)
    # Both versions are read and scored, each once.
    assert post(table, calls, f"{game}/rounds/1", fields | OTHER, 409) == (2, 2)
