"""Who is entering which round now, across the processes of a server."""

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlmodel import select

from companion.store import NO_ROUND, Store, entering, note_entering, open_store
from companion.store.models import Entering
from tests.store.tables import Table, lay_table
from tests.store.test_database import held


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    """The time stands still."""
    with time_machine.travel(1_800_000_300, tick=False) as moment:
        yield moment


Note = Callable[[str, int], bool]


@pytest.fixture
def note(table: Table) -> Iterator[Note]:
    """Notes a phone at a round of the table's game. Two processes of the server answer by turns."""
    other, game = open_store(table.store.url), table.get().id
    by_turns = itertools.cycle((table.store, other))
    yield lambda phone, number: note_entering(next(by_turns), game, phone, number)
    other.close()


def read_rows(store: Store) -> list[Any]:
    with store.reading() as session:
        return list(session.exec(select(Entering)).all())


# Who is at which round, and whether another phone is there.
NOTED = {
    "two phones at one round": [("a", 4, False), ("a", 4, False), ("b", 4, True), ("a", 4, True)],
    "another round": [("a", 4, False), ("b", 5, False), ("a", 4, False), ("b", 4, True)],
    "a correction": [("a", 4, False), ("b", -4, False), ("a", 4, False), ("b", 4, True)],
    "another correction": [("a", -2, False), ("b", -3, False), ("a", -2, False), ("b", -2, True)],
    "who leaves is forgotten, even if its last poll comes late, and takes a new name where it comes back": [
        *[("a", 4, False), ("b", 4, True), ("a", NO_ROUND, False), ("a", 4, True), ("b", 4, False)],
        *[("a again", 4, True), ("b", 4, True)],
    ],
}


@pytest.mark.parametrize("noted", NOTED.values(), ids=NOTED)
def test_two_phones_at_one_round_are_told_of_each_other(
    note: Note, noted: list[tuple[str, int, bool]]
) -> None:
    assert [(phone, number, note(phone, number)) for phone, number, _ in noted] == noted


def test_a_round_of_another_game_is_another_round(table: Table, note: Note) -> None:
    note("a", 1)
    assert not note_entering(table.store, lay_table(table.store).get().id, "b", 1)


def test_who_falls_silent_is_forgotten_after_ten_seconds(table: Table, note: Note, clock: Any) -> None:
    note("a", 4)
    clock.shift(9.9)
    assert note("b", 4)
    clock.shift(0.1)
    assert not note("b", 4)
    clock.shift(10)
    note("c", 4)
    assert [row.phone for row in read_rows(table.store)] == ["c"]


def test_a_phone_is_written_at_most_every_four_seconds(table: Table, note: Note, clock: Any) -> None:
    written = []
    for _ in range(10):
        note("a", 4)
        written.append(read_rows(table.store)[0].until_ms)
        clock.shift(1)
    assert [until - written[0] for until in written] == [0] * 4 + [4_000] * 4 + [8_000] * 2


def test_a_table_has_no_more_than_sixteen_phones(table: Table, note: Note) -> None:
    for number in range(entering.MOST_PHONES + 5):
        note(f"phone-{number}", 4)
    assert len(read_rows(table.store)) == entering.MOST_PHONES


def test_a_busy_database_holds_nobody_up_and_nobody_is_told(table: Table, note: Note) -> None:
    with held(table.store):
        began = time.perf_counter()
        told = [note("a", 4), note("c", 4)]
        waited = time.perf_counter() - began
    assert told == [False, False]
    # A save waits for five seconds.
    assert waited < 2
    assert [note("a", 4), note("c", 4)] == [False, True]


def test_a_read_only_database_only_means_that_nobody_is_told(table: Table) -> None:
    url = make_url(table.store.url)
    if url.get_backend_name() != "sqlite":
        return
    table.store.close()
    reader = open_store(f"sqlite:///file:{url.database}?mode=ro&uri=true")
    told = [note_entering(reader, table.get().id, phone, 4) for phone in "ab"]
    assert told == [False, False]
    assert read_rows(table.store) == []
    reader.close()


def test_a_game_that_is_gone_does_not_keep_others_from_being_told(table: Table, note: Note) -> None:
    game = table.get().id
    assert not note_entering(table.store, game + 1_000, "z", 1)
    assert [note("a", 4), note("c", 4)] == [False, True]
    assert {row.game_id for row in read_rows(table.store)} == {game}


def test_what_is_noted_does_not_wait_for_the_disk(table: Table) -> None:
    with table.store.noting() as session:
        connection = session.connection()
        if table.store.url.startswith("sqlite"):
            settings = [
                connection.execute(text(f"PRAGMA {name}")).scalar_one()
                for name in ("foreign_keys", "synchronous", "busy_timeout")
            ]
            assert settings == [1, 1, 50]
        else:
            assert connection.execute(text("SHOW synchronous_commit")).scalar_one() == "off"
            assert connection.execute(text("SHOW lock_timeout")).scalar_one() == "50ms"
