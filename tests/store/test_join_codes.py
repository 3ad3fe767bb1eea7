"""Codes to join: kept for ten minutes, a few for each game."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from sqlmodel import select

from companion.store import Store, find_code, keep_code
from companion.store.limits import MAX_JOIN_CODES
from companion.store.models import JoinCode
from tests.store.tables import Table, lay_table


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(1_800_000_300, tick=False) as moment:
        yield moment


def find(store: Store, code_hash: str) -> str | None:
    with store.reading() as session:
        kept = find_code(session, code_hash)
    return kept.sealed_link if kept else None


def count(store: Store) -> int:
    with store.reading() as session:
        return len(session.exec(select(JoinCode)).all())


def test_a_code_is_found_for_ten_minutes(table: Table, clock: Any) -> None:
    assert table.do(keep_code, "hash", "sealed")
    with table.store.reading() as session:
        kept = find_code(session, "hash")
    assert kept
    assert (kept.sealed_link, kept.until.timestamp()) == ("sealed", 1_800_000_300 + 600)
    assert "sealed" not in repr(kept)
    clock.shift(599.999)
    assert find(table.store, "hash") == "sealed"
    clock.shift(0.001)
    assert find(table.store, "hash") is None
    assert find(table.store, "other") is None


def test_a_code_that_another_game_has_is_not_taken_from_it(table: Table, clock: Any) -> None:
    other = lay_table(table.store)
    assert table.do(keep_code, "hash", "first")
    assert not other.do(keep_code, "hash", "second")
    assert find(table.store, "hash") == "first"
    clock.shift(600)
    assert other.do(keep_code, "hash", "second")
    assert find(table.store, "hash") == "second"


def test_codes_whose_time_is_over_are_removed_when_one_is_made(table: Table, clock: Any) -> None:
    other = lay_table(table.store)
    table.do(keep_code, "one", "sealed")
    table.do(keep_code, "two", "sealed")
    clock.shift(600)
    other.do(keep_code, "three", "sealed")
    assert count(table.store) == 1


def test_a_game_has_four_codes_and_a_fifth_ends_its_oldest(table: Table, clock: Any) -> None:
    other = lay_table(table.store)
    other.do(keep_code, "other", "sealed")
    for number in range(MAX_JOIN_CODES + 2):
        table.do(keep_code, f"hash {number}", "sealed")
        clock.shift(1)
    found = [number for number in range(MAX_JOIN_CODES + 2) if find(table.store, f"hash {number}")]
    assert found == [2, 3, 4, 5]
    assert find(table.store, "other") == "sealed"
