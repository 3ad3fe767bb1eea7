"""Who is entering which round now, across the processes of a server."""

import time
from collections.abc import Iterator
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


@pytest.fixture
def processes(table: Table) -> Iterator[tuple[Store, Store]]:
    """Two processes of a server, on one database."""
    other = open_store(table.store.url)
    yield table.store, other
    other.close()


def read_rows(store: Store) -> list[Any]:
    with store.reading() as session:
        return list(session.exec(select(Entering)).all())


def test_two_phones_at_one_round_are_told_of_each_other(table: Table, processes: tuple[Store, Store]) -> None:
    one, two = processes
    game = table.get().id
    assert not note_entering(one, game, "phone-a", 4)
    assert not note_entering(one, game, "phone-a", 4)
    assert note_entering(two, game, "phone-b", 4)
    assert note_entering(one, game, "phone-a", 4)


@pytest.mark.parametrize(("mine", "theirs"), [(4, 5), (4, -4), (-2, -3)])
def test_other_rounds_and_corrections_are_not_the_same_round(
    table: Table, processes: tuple[Store, Store], mine: int, theirs: int
) -> None:
    one, two = processes
    game = table.get().id
    note_entering(one, game, "phone-a", mine)
    assert not note_entering(two, game, "phone-b", theirs)
    assert not note_entering(one, game, "phone-a", mine)
    assert note_entering(two, game, "phone-b", mine)


def test_a_round_of_another_game_is_another_round(table: Table) -> None:
    both = table.store
    note_entering(both, table.get().id, "phone-a", 1)
    assert not note_entering(both, lay_table(table.store).get().id, "phone-b", 1)


def test_who_leaves_is_forgotten_at_once(table: Table, processes: tuple[Store, Store]) -> None:
    one, two = processes
    game = table.get().id
    note_entering(one, game, "phone-a", 4)
    assert note_entering(two, game, "phone-b", 4)
    assert not note_entering(one, game, "phone-a", NO_ROUND)
    assert not note_entering(two, game, "phone-b", 4)
    # Its last poll may arrive after that, at another process.
    note_entering(two, game, "phone-a", 4)
    assert not note_entering(two, game, "phone-b", 4)
    # A page that is looked at again takes a new name.
    note_entering(one, game, "phone-a-again", 4)
    assert note_entering(two, game, "phone-b", 4)


def test_who_falls_silent_is_forgotten_after_ten_seconds(
    table: Table, processes: tuple[Store, Store], clock: Any
) -> None:
    one, two = processes
    game = table.get().id
    note_entering(one, game, "phone-a", 4)
    clock.shift(9.9)
    assert note_entering(two, game, "phone-b", 4)
    clock.shift(0.1)
    assert not note_entering(two, game, "phone-b", 4)
    clock.shift(10)
    note_entering(two, game, "phone-c", 4)
    assert [row.phone for row in read_rows(table.store)] == ["phone-c"]


def test_a_phone_is_written_at_most_every_four_seconds(table: Table, clock: Any) -> None:
    one = table.store
    game = table.get().id
    written = []
    for _ in range(10):
        note_entering(one, game, "phone-a", 4)
        written.append(read_rows(table.store)[0].until_ms)
        clock.shift(1)
    assert [until - written[0] for until in written] == [0] * 4 + [4_000] * 4 + [8_000] * 2


def test_a_table_has_no_more_than_sixteen_phones(table: Table) -> None:
    one = table.store
    game = table.get().id
    for number in range(entering.MOST_PHONES + 5):
        note_entering(one, game, f"phone-{number}", 4)
    assert len(read_rows(table.store)) == entering.MOST_PHONES


def test_a_busy_database_holds_nobody_up_and_nobody_is_told(table: Table) -> None:
    one, two = table.store, table.store
    game = table.get().id
    with held(table.store):
        began = time.perf_counter()
        note_entering(one, game, "phone-a", 4)
        told = note_entering(two, game, "phone-b", 4)
        waited = time.perf_counter() - began
    assert not told
    # A save waits for five seconds.
    assert waited < 2
    note_entering(one, game, "phone-a", 4)
    assert note_entering(two, game, "phone-b", 4)


def test_a_read_only_database_only_means_that_nobody_is_told(table: Table) -> None:
    url = make_url(table.store.url)
    if url.get_backend_name() != "sqlite":
        return
    table.store.close()
    reader = open_store(f"sqlite:///file:{url.database}?mode=ro&uri=true")
    one = reader
    game = table.get().id
    assert not note_entering(one, game, "phone-a", 4)
    assert not note_entering(one, game, "phone-b", 4)
    assert read_rows(table.store) == []
    reader.close()


def test_a_game_that_is_gone_does_not_keep_others_from_being_told(table: Table) -> None:
    one = table.store
    game = table.get().id
    assert not note_entering(one, game + 1_000, "phone-z", 1)
    note_entering(one, game, "phone-a", 4)
    assert note_entering(one, game, "phone-b", 4)
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
