import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import Session

from companion.errors import NotAllowedHere, NotUnderstood
from companion.store import (
    CannotKeep,
    Game,
    NoSuchRound,
    StaleRound,
    correct_round,
    end_game,
    get_round,
    list_rounds,
    record_round,
    remove_round,
    undo_or_redo,
)
from companion.store import changes as changes_module
from companion.store.models import TABLES
from tests.store.tables import Table, ann_points, count_rows, lay_table, new_key, points


def at_once(count: int, action: Callable[[int], Any]) -> list[Any]:
    """What each of so many threads comes to that do it at the same moment."""
    barrier = threading.Barrier(count)

    def act(number: int) -> Any:
        barrier.wait()
        return action(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(act, range(count)))


def test_a_recorded_round_is_kept_as_it_was_entered_and_once(table: Table) -> None:
    recorded = table.record(125, "the-same-key")
    assert table.rounds() == [recorded] == [table.record(125, "the-same-key")]
    assert (recorded.document, recorded.entry) == (points(125).document(), points(125))
    assert (recorded.number, recorded.stands, table.get().revision) == (1, True, 2)


def test_scores_are_not_stored() -> None:
    columns = {column.name for stored in TABLES for column in stored.columns}
    assert not {name for name in columns if "score" in name or "total" in name or "points" in name}


def test_twenty_phones_posting_one_key_give_one_round(table: Table) -> None:
    given = at_once(20, lambda _number: table.record(125, "the-same-key"))
    assert count_rows(table.store, "round") == 1
    assert len({(kept.serial, kept.version) for kept in given}) == 1
    assert table.get().revision == 2


def test_a_client_that_retries_lost_answers_records_each_round_once(table: Table) -> None:
    """The answer to every third posting is lost, so the client posts again until one arrives."""
    posted, rounds = 0, 200
    for number in range(rounds):
        key = new_key()
        while True:
            table.record(5 * (number % 40), key)
            posted += 1
            if posted % 3:
                break
    assert posted > rounds
    assert table.points() == [5 * (number % 40) for number in range(rounds)]


def test_a_key_posted_again_with_another_round_is_refused_with_both_but_not_in_another_game(
    table: Table,
) -> None:
    table.record(125, "the-same-key")
    refusal = table.refuse(record_round, points(130), "the-same-key")
    assert isinstance(refusal, StaleRound)
    assert "already saved as round 1" in refusal.message
    assert (ann_points(refusal.current), refusal.yours) == (125, points(130))
    other = lay_table(table.store)
    other.record(50, "the-same-key")
    assert (table.points(), other.points()) == ([125], [50])


def test_a_late_retry_shows_what_became_of_its_round_even_after_the_end(table: Table) -> None:
    removed = table.record(100, "a-removed-key")
    table.do(remove_round, removed.version)
    for points_of_ann in (100, 105):
        stale = table.refuse(record_round, points(points_of_ann), "a-removed-key")
        assert isinstance(stale, StaleRound)
        assert stale.message == "This round was saved as round 1, and removed since."
        assert not stale.current.stands
    recorded = table.record(125, "the-same-key")
    table.do(correct_round, recorded.version, points(130))
    table.do(end_game)
    assert ann_points(table.record(125, "the-same-key")) == 130
    assert table.points() == [130]


def test_a_key_that_no_phone_makes_is_refused(table: Table) -> None:
    keys = ("short", "x" * 65, "with space", "nul\0nul\0nul", "schlüssel", "a\n" * 8, "")
    refused = {type(table.refuse(record_round, points(125), key)) for key in keys}
    assert (refused, count_rows(table.store, "round")) == ({NotUnderstood}, 0)


def test_many_phones_recording_at_once_lose_nothing(table: Table) -> None:
    """Fails where SQLite begins transactions deferred: then most meet a lock that they cannot get."""

    def post_some(phone: int) -> None:
        for number in range(20):
            table.record(5 * ((phone * 20 + number) % 40), f"phone-{phone}-round-{number}")

    at_once(8, post_some)
    assert [kept.number for kept in table.rounds()] == list(range(1, 161))
    assert (table.get().round_count, table.get().revision) == (160, 161)


def test_ten_corrections_of_one_version_one_succeeds_and_nine_see_the_current_values(table: Table) -> None:
    seen = table.record(125).version

    def correct(number: int) -> StaleRound | None:
        try:
            table.do(correct_round, seen, points(5 * number))
        except StaleRound as stale:
            return stale
        return None

    refusals = dict(enumerate(at_once(10, correct)))
    [saved] = [5 * number for number, refusal in refusals.items() if refusal is None]
    assert table.points() == [saved]
    told = {number: (ann_points(each.current), each.yours) for number, each in refusals.items() if each}
    assert told == {number: (saved, points(5 * number)) for number in range(10) if 5 * number != saved}


def test_a_correction_takes_the_place_of_its_round_even_if_the_number_has_changed(table: Table) -> None:
    first, second = table.record(10), table.record(20)
    table.record(30)
    table.do(remove_round, first.version)
    corrected = table.do(correct_round, second.version, points(25))
    assert (corrected.number, corrected.serial) == (1, second.serial)
    assert corrected.version != second.version
    # A correction that changes nothing is no change.
    assert table.do(correct_round, corrected.version, points(25)) == corrected
    assert (table.points(), table.get().revision) == ([25, 30], 6)
    stale = table.refuse(correct_round, first.version, points(150))
    assert isinstance(stale, StaleRound)
    assert ("removed" in stale.message, stale.current.stands) == (True, False)


def test_a_version_that_no_form_holds_or_of_another_game_is_refused(table: Table) -> None:
    table.record(125)
    versions = ("", "1", "1-", "0-1", "-1-2", "1-2-0", "1-2-3-4", "9999999999-1", "1-9999999999", "１-2")
    assert {type(table.refuse(correct_round, each, points(100))) for each in versions} == {NotUnderstood}
    other = lay_table(table.store)
    other.record(50)
    version = other.record(60).version
    assert isinstance(table.refuse(correct_round, version, points(100)), NoSuchRound)
    assert (table.points(), other.points()) == ([125], [50, 60])


def test_rounds_are_listed_newest_first_page_by_page_without_gaps_after_one_is_removed(table: Table) -> None:
    for ann in range(0, 60, 5):
        table.record(ann)
    removed = table.do(remove_round, table.ask(get_round, 3).version)
    assert (removed.stands, removed.number) == (False, 3)
    pages = [table.ask(list_rounds, limit=4)]
    pages += [table.ask(list_rounds, below=8, limit=4), table.ask(list_rounds, below=4, limit=40)]
    assert [[kept.number for kept in page] for page in pages] == [[11, 10, 9, 8], [7, 6, 5, 4], [3, 2, 1]]
    assert [ann_points(kept) for kept in pages[-1]] == [15, 5, 0]
    with pytest.raises(NoSuchRound):
        table.ask(get_round, 12)
    assert table.record(50).number == 12


def test_a_game_holds_a_thousand_rounds_and_no_more(table: Table) -> None:
    table.record_many(1_000)
    full = "1\u202f000 rounds"
    assert full in table.refuse(record_round, points(100), new_key()).message
    assert table.record(0, "round-number-0").number == 1
    numbers = (-1, 0, 1_001, 2**31, 2**63, 10**30)
    assert {type(table.refuse(get_round, number)) for number in numbers} == {NoSuchRound}
    table.do(remove_round, table.ask(get_round, 1_000).version)
    table.record(100)
    assert full in table.refuse(record_round, points(105), new_key()).message
    assert table.get().round_count == 1_000


def test_recording_needs_no_more_queries_at_three_hundred_rounds(table: Table) -> None:
    def statements_of_a_recording() -> list[str]:
        asked: list[str] = []
        engine = table.store._engine
        listen = lambda _c, _cursor, statement, *_rest: asked.append(statement)  # noqa: E731
        event.listen(engine, "before_cursor_execute", listen)
        table.record(100)
        event.remove(engine, "before_cursor_execute", listen)
        return asked

    at_none = statements_of_a_recording()
    table.record_many(300)
    assert statements_of_a_recording() == at_none
    assert not [statement for statement in at_none if "count(" in statement.lower()]


def test_a_session_for_reading_cannot_write_and_a_block_that_raises_stores_nothing(table: Table) -> None:
    with pytest.raises(RuntimeError, match=r"store\.writing"):
        table.ask(record_round, points(125), new_key())

    def record_and_fail(session: Session, game: Game) -> None:
        record_round(session, game, points(125), new_key())
        raise CannotKeep("the phone fell")

    assert table.refuse(record_and_fail).message == "the phone fell"
    assert (table.points(), table.get().revision) == ([], 1)


def test_a_refusal_caught_inside_the_block_leaves_no_half_change(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = table.record(125)
    monkeypatch.setattr(changes_module, "MAX_CHANGES", 2)
    actions: tuple[tuple[Any, ...], ...] = (
        (record_round, points(100), new_key()),
        (correct_round, recorded.version, points(100)),
        (remove_round, recorded.version),
        (undo_or_redo, "undo"),
    )

    def try_all(session: Session, game: Game) -> None:
        for action, *arguments in actions:
            with pytest.raises(NotAllowedHere, match="no more fit"):
                action(session, game, *arguments)

    table.do(try_all)
    assert (table.rounds(), count_rows(table.store, "round")) == ([recorded], 1)
    assert table.get().revision == 2
