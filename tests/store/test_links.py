"""Links that open a game, and codes to join it: kept for ten minutes, a few for each game."""

import base64
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from sqlalchemy import text
from sqlmodel import select

from companion.store import NoSuchGame, Store, find_code, find_games, get_game, keep_code, make_view_token
from companion.store.limits import MAX_JOIN_CODES
from companion.store.models import JoinCode, digest_text
from tests.store.tables import Table, lay_table, often

EDIT_OR_VIEW = ("edit", "view")


def opens(table: Table, token: str, to: Any) -> bool:
    with table.store.reading() as session:
        try:
            get_game(session, token, to=to)
        except NoSuchGame:
            return False
        return True


def test_the_edit_link_edits_and_views_and_the_view_link_only_views(table: Table) -> None:
    ways = [(token, to) for token in (table.token, table.view) for to in EDIT_OR_VIEW]
    assert [opens(table, *way) for way in ways] == [True, True, False, True]
    with table.store.reading() as session:
        assert get_game(session, table.token, to="view").may_edit
        assert not get_game(session, table.view, to="view").may_edit


def test_a_link_holds_192_random_bits(store: Store) -> None:
    tokens = {lay_table(store).token for _ in range(20)}
    assert len(tokens) == 20
    assert {len(base64.urlsafe_b64decode(token)) * 8 for token in tokens} == {192}


def test_the_view_link_follows_from_the_edit_link_and_not_the_other_way(table: Table) -> None:
    assert make_view_token(table.token) == table.view
    assert make_view_token(table.view) != table.token
    assert not opens(table, make_view_token(table.view), "view")


def test_only_hashes_of_links_are_stored(table: Table) -> None:
    with table.store.reading() as session:
        rows = session.connection().execute(text("SELECT * FROM game")).all()
        lines = session.connection().execute(text("SELECT * FROM journal")).all()
    stored = repr((rows, lines))
    assert table.token not in stored
    assert table.view not in stored
    assert digest_text(table.token) in stored


def test_a_link_is_not_shown_where_a_game_is_printed_for_a_log(table: Table) -> None:
    [line] = table.ask(lambda session, game: find_games(session, [table.token]))
    assert table.token not in repr((table, line, table.get()))


def test_what_is_no_link_opens_nothing(table: Table) -> None:
    odd = [
        "",
        "x",
        "a" * 31,
        "a" * 33,
        "a" * 31 + "\0",
        "ａ" * 32,
        "a" * 31 + "\udc80",
        "é" * 32,
        "a" * 10_000,
    ]
    assert not [token for token in odd for to in EDIT_OR_VIEW if opens(table, token, to)]
    with table.store.reading() as session:
        assert find_games(session, odd) == []


def test_a_thousand_guessed_links_open_nothing_and_are_told_the_same(table: Table) -> None:
    told = set()
    ways: list[tuple[str, Any]] = [(table.view, "edit")]
    ways += [(secrets.token_urlsafe(24), EDIT_OR_VIEW[n % 2]) for n in range(often(10_000, 1_000))]
    with table.store.reading() as session:
        for token, to in ways:
            with pytest.raises(NoSuchGame) as refusal:
                get_game(session, token, to=to)
            told.add(str(refusal.value))
    assert len(told) == 1


def test_home_lists_the_games_that_a_phone_knows_last_changed_first(store: Store) -> None:
    first, second, _ = [lay_table(store, ("Ann", name)) for name in ("Ben", "Cem", "Dee")]
    first.record(50)
    known = [second.view, *(secrets.token_urlsafe(24) for _ in range(997)), first.token]
    with store.reading() as session:
        lines = find_games(session, [*known, first.view])
    assert [(line.token, line.players, line.round_count, line.may_edit) for line in lines] == [
        (first.token, ("Ann", "Ben"), 1, True),
        (second.view, ("Ann", "Cem"), 0, False),
    ]


def test_games_are_found_by_an_index_and_never_by_reading_all(store: Store) -> None:
    """Checked on SQLite, which says how it looks; the indices are the same on both."""
    if store.url.startswith("postgresql"):
        return
    with store.reading() as session:
        plans = [
            session.connection().execute(text(f"EXPLAIN QUERY PLAN SELECT id FROM game WHERE {where}")).all()
            for where in (
                "edit_hash = 'x'",
                "edit_hash = 'x' OR view_hash = 'x'",
                "edit_hash IN ('x', 'y') OR view_hash IN ('x', 'y')",
            )
        ]
    assert not [step for plan in plans for step in plan if step[3].startswith("SCAN")]


# --- Codes to join ---------------------------------------------------------------------------------


@pytest.fixture
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
