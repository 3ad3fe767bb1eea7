"""Two phones enter the next round: the second is asked whether it is the same round or the next one."""

import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from companion.rules import Entry
from companion.store import (
    Round,
    SavedMeanwhile,
    StaleRound,
    Store,
    change_options,
    correct_round,
    end_game,
    find_unseen,
    get_game,
    name_seen,
    record_round,
    remove_round,
    score_kept_game,
    undo_or_redo,
)
from tests.store.tables import Table, ann_points, lay_table, new_key, often, options, points

PAIRS = 200


def look(table: Table) -> str:
    """What a page that is opened now has seen."""
    return str(table.ask(lambda session, game: name_seen(game, score_kept_game(session, game))))


def save(table: Table, ann: int, seen: str | None = None, key: str | None = None) -> Round:
    """A saved round; without `seen` by a phone that has seen everything."""
    kept: Round = table.do(record_round, points(ann), key or new_key(), seen=seen or look(table))
    return kept


def is_asked(
    table: Table, ann: int, seen: str, match: str = "meanwhile", key: str | None = None
) -> SavedMeanwhile:
    """The question that a phone is asked when it saves a round: nothing is saved."""
    before = table.points()
    with pytest.raises(SavedMeanwhile, match=match) as asked:
        table.do(record_round, points(ann), key or new_key(), seen=seen)
    assert table.points() == before
    return asked.value


def test_the_second_of_two_phones_is_asked_and_saves_the_same_round_or_the_next_once(
    table: Table,
) -> None:
    seen, key = look(table), new_key()
    save(table, 125, seen)
    asked = is_asked(table, 130, seen, key=key)
    assert asked.message == (
        "Round 1 was saved meanwhile on another phone. Is this round 1, or is it the next one, round 2?"
    )
    assert asked.current is not None
    assert (ann_points(asked.current), asked.number, asked.is_same) == (125, 2, False)
    table.do(correct_round, asked.current.version, points(135))
    with pytest.raises(StaleRound):
        table.do(correct_round, asked.current.version, points(140))
    for _ in range(2):
        assert save(table, 130, asked.seen, key).number == 2
    assert table.points() == [135, 130]


def test_a_retry_after_a_lost_answer_is_no_second_round_and_asks_nothing(table: Table) -> None:
    seen = look(table)
    first = save(table, 125, seen, "the-same-key")
    save(table, 120)
    assert save(table, 125, seen, "the-same-key") == first
    assert table.points() == [125, 120]


def test_of_several_rounds_the_one_that_is_the_same_is_shown(table: Table) -> None:
    seen = look(table)
    for ann in (100, 110, 120):
        save(table, ann)
    for ann, number, is_same in ((110, 2, True), (115, 1, False)):
        asked = is_asked(table, ann, seen, "Rounds 1, 2 and 3 were saved meanwhile")
        assert asked.current
        assert (asked.current.number, asked.is_same, asked.number) == (number, is_same, 4)


def change_house_rules(table: Table) -> None:
    changed = options(bonus="before-floor", target=table.get().options.target)
    table.do(change_options, changed, for_all_rounds=False)


def correct_the_first(table: Table) -> None:
    table.do(correct_round, table.rounds()[0].version, points(135))


def remove_the_last(table: Table) -> None:
    table.do(remove_round, table.rounds()[-1].version)


def undo_and_redo(table: Table) -> None:
    table.do(undo_or_redo, "undo")
    table.do(undo_or_redo, "redo")


def end_and_go_on(table: Table) -> None:
    table.do(end_game)
    table.do(end_game, ended=False)


def test_a_change_that_adds_no_round_asks_nothing(table: Table) -> None:
    for change in (change_house_rules, correct_the_first, remove_the_last, undo_and_redo, end_and_go_on):
        save(table, 100)
        save(table, 110)
        seen = look(table)
        change(table)
        before = len(table.rounds())
        assert save(table, 125, seen).number == before + 1, change.__name__
        assert table.points()[-1] == 125


def test_a_round_that_came_back_or_took_the_place_of_another_was_not_seen(table: Table) -> None:
    save(table, 100)
    save(table, 110)
    table.do(undo_or_redo, "undo")
    seen = look(table)
    table.do(undo_or_redo, "redo")
    is_asked(table, 125, seen, "Round 2 was saved meanwhile")
    seen = look(table)
    remove_the_last(table)
    save(table, 115)
    is_asked(table, 125, seen, "Round 2 was saved meanwhile")
    # A round that came and went asks nothing.
    seen = look(table)
    save(table, 120)
    table.do(undo_or_redo, "undo")
    assert save(table, 125, seen).number == 3


def test_nothing_is_added_silently_to_a_game_that_was_won_meanwhile(store: Store) -> None:
    table = lay_table(store, target=20)
    save(table, 125)
    seen, key = look(table), new_key()
    table.do(correct_round, table.rounds()[0].version, points(150))
    asked = is_asked(table, 100, seen, key=key)
    assert asked.message == "Ann has won meanwhile. Save this as round 2 anyway?"
    assert asked.current is None
    assert save(table, 100, asked.seen, key).number == 2
    # A page that showed the winner is not asked about it.
    seen = look(table)
    change_house_rules(table)
    assert save(table, 100, seen).number == 3
    other = lay_table(store, target=20)
    seen = look(other)
    save(other, 90)
    is_asked(other, 100, seen, r"Round 1 was saved .* Ben has won meanwhile\. Is this round 1")


def test_a_form_without_seen_is_asked_about_the_last_round(store: Store) -> None:
    """As do the forms and drafts of releases that had no such field."""
    for seen in ("", "nothing", "999999-open", "0-open", "1-open-open", "１-open"):
        table = lay_table(store)
        assert table.do(record_round, points(100), new_key(), seen=seen).number == 1
        save(table, 110)
        is_asked(table, 125, seen, "Round 2 was saved meanwhile")


def test_a_draft_learns_that_its_round_was_saved_and_which_others_were(table: Table) -> None:
    seen = look(table)
    save(table, 100, seen, "a-key-of-ours")
    save(table, 110)
    own, rounds = table.ask(find_unseen, seen, "a-key-of-ours")
    assert (own.number, rounds) == (1, ())
    own, rounds = table.ask(find_unseen, seen, "another-key")
    assert (own, [kept.number for kept in rounds]) == (None, [1, 2])
    assert table.ask(find_unseen, look(table), "another-key") == (None, ())


def test_of_two_threads_that_save_at_once_one_is_asked(
    table: Table, record_property: Callable[[str, object], None]
) -> None:
    asked = 0
    for _ in range(often(PAIRS, 20)):
        seen, barrier = look(table), threading.Barrier(2)

        def post(ann: int, seen: str = seen, barrier: threading.Barrier = barrier) -> bool:
            barrier.wait()
            try:
                save(table, ann, seen)
            except SavedMeanwhile:
                return True
            return False

        with ThreadPoolExecutor(2) as pool:
            asked += sum(pool.map(post, (100, 110)))
    assert asked == len(table.rounds()) == often(PAIRS, 20)
    record_property("figure", f"{often(PAIRS, 20)} pairs, 0 silent doubles")


def save_each(url: str, edits: list[tuple[str, str]], entry: Entry, key: str, meet: Any, told: Any) -> None:
    """In a process of its own: saves the next round of each game at the same moment as another process."""
    store = Store(url)
    for edit, seen in edits:
        meet.wait()
        try:
            with store.writing() as session:
                record_round(session, get_game(session, edit, to="edit"), entry, key, seen=seen)
            told.put("saved")
        except SavedMeanwhile:
            told.put("asked")
    store.close()


def test_of_two_processes_that_save_at_once_one_is_asked(store: Store) -> None:
    tables = [lay_table(store) for _ in range(often(PAIRS, 40))]
    edits = [(table.token, look(table)) for table in tables]
    spawn = multiprocessing.get_context("spawn")
    meet, told = spawn.Barrier(2), spawn.Queue()
    writers = [
        spawn.Process(target=save_each, args=(store.url, edits, points(ann), f"process-{ann}", meet, told))
        for ann in (100, 110)
    ]
    for writer in writers:
        writer.start()
    answers = [told.get(timeout=300) for _ in range(2 * len(tables))]
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert [len(table.rounds()) for table in tables] == [1] * len(tables)
    assert (answers.count("saved"), answers.count("asked")) == (len(tables), len(tables))
