"""Two phones enter the next round: the second is asked whether it is the same round or the next one."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from companion.rules import Entry
from companion.store import (
    KeptRound,
    SavedMeanwhile,
    StaleRound,
    Store,
    change_options,
    correct_round,
    end_game,
    find_unseen,
    get_game,
    name_seen,
    open_store,
    record_round,
    redo,
    remove_round,
    resume_game,
    score_kept_game,
    undo,
)
from tests.store.tables import Table, ann_points, lay_table, new_key, often, options, points

PAIRS = 200


def look(table: Table) -> str:
    """What a page that is opened now has seen."""
    with table.store.reading() as session:
        game = get_game(session, table.links.edit, to="edit")
        return name_seen(game.revision, score_kept_game(session, game))


def save(table: Table, ann: int, seen: str, key: str | None = None) -> KeptRound:
    kept: KeptRound = table.do(record_round, points(ann), key or new_key(), seen=seen)
    return kept


def test_the_second_of_two_phones_is_asked_and_nothing_is_saved(table: Table) -> None:
    seen = look(table)
    save(table, 125, seen)
    with pytest.raises(SavedMeanwhile) as asked:
        save(table, 130, seen)
    assert asked.value.message == (
        "Round 1 was saved meanwhile on another phone. Is this round 1, or is it the next one, round 2?"
    )
    assert asked.value.current is not None
    assert ann_points(asked.value.current) == 125
    assert (asked.value.number, asked.value.is_same) == (2, False)
    assert table.points() == [125]


def test_whoever_answers_that_it_is_the_next_round_saves_it_once(table: Table) -> None:
    seen, key = look(table), new_key()
    save(table, 125, seen)
    with pytest.raises(SavedMeanwhile) as asked:
        save(table, 130, seen, key)
    for _ in range(2):
        assert save(table, 130, asked.value.seen, key).number == 2
    assert table.points() == [125, 130]


def test_choosing_the_same_round_corrects_it_as_it_was_shown(table: Table) -> None:
    seen = look(table)
    save(table, 125, seen)
    with pytest.raises(SavedMeanwhile) as asked:
        save(table, 130, seen)
    assert asked.value.current
    version = asked.value.current.version
    table.do(correct_round, version, points(130))
    assert table.points() == [130]
    with pytest.raises(StaleRound):
        table.do(correct_round, version, points(135))


def test_a_retry_after_a_lost_answer_is_no_second_round_and_asks_nothing(table: Table) -> None:
    seen = look(table)
    first = save(table, 125, seen, "the-same-key")
    save(table, 120, look(table))
    assert save(table, 125, seen, "the-same-key") == first
    assert table.points() == [125, 120]


def test_of_several_rounds_the_one_that_is_the_same_is_shown(table: Table) -> None:
    seen = look(table)
    for ann in (100, 110, 120):
        save(table, ann, look(table))
    with pytest.raises(SavedMeanwhile, match="Rounds 1, 2 and 3 were saved meanwhile") as asked:
        save(table, 110, seen)
    assert asked.value.current
    assert (asked.value.current.number, asked.value.is_same, asked.value.number) == (2, True, 4)
    with pytest.raises(SavedMeanwhile) as other:
        save(table, 115, seen)
    assert other.value.current
    assert other.value.current.number == 1


def change_house_rules(table: Table) -> None:
    changed = options(bonus="before-floor", target=table.get().options.target)
    table.do(change_options, changed, for_all_rounds=False)


def correct_the_first(table: Table) -> None:
    table.do(correct_round, table.rounds()[0].version, points(135))


def remove_the_last(table: Table) -> None:
    table.do(remove_round, table.rounds()[-1].version)


def undo_and_redo(table: Table) -> None:
    table.do(undo)
    table.do(redo)


def end_and_go_on(table: Table) -> None:
    table.do(end_game)
    table.do(resume_game)


@pytest.mark.parametrize(
    "change",
    [change_house_rules, correct_the_first, remove_the_last, undo_and_redo, end_and_go_on],
    ids=lambda change: change.__name__,
)
def test_a_change_that_adds_no_round_asks_nothing(table: Table, change: Callable[[Table], None]) -> None:
    save(table, 100, look(table))
    save(table, 110, look(table))
    seen = look(table)
    change(table)
    before = len(table.rounds())
    assert save(table, 125, seen).number == before + 1
    assert table.points()[-1] == 125


def test_a_round_that_came_back_by_redo_was_not_seen(table: Table) -> None:
    save(table, 100, look(table))
    save(table, 110, look(table))
    table.do(undo)
    seen = look(table)
    table.do(redo)
    with pytest.raises(SavedMeanwhile, match="Round 2 was saved meanwhile"):
        save(table, 125, seen)
    assert table.points() == [100, 110]


def test_a_round_in_the_place_of_a_removed_one_was_not_seen(table: Table) -> None:
    save(table, 100, look(table))
    seen = look(table)
    remove_the_last(table)
    save(table, 110, look(table))
    with pytest.raises(SavedMeanwhile, match="Round 1 was saved meanwhile"):
        save(table, 125, seen)


def test_a_round_that_came_and_went_asks_nothing(table: Table) -> None:
    seen = look(table)
    save(table, 100, look(table))
    table.do(undo)
    assert save(table, 125, seen).number == 1


def test_nothing_is_added_silently_to_a_game_that_a_correction_has_won(store: Store) -> None:
    table = lay_table(store, target=20)
    save(table, 125, look(table))
    seen, key = look(table), new_key()
    table.do(correct_round, table.rounds()[0].version, points(150))
    with pytest.raises(SavedMeanwhile) as asked:
        save(table, 100, seen, key)
    assert asked.value.message == "Ann has won meanwhile. Save this as round 2 anyway?"
    assert asked.value.current is None
    assert table.points() == [150]
    assert save(table, 100, asked.value.seen, key).number == 2


def test_a_round_that_won_the_game_is_told_with_its_winner(store: Store) -> None:
    table = lay_table(store, target=20)
    seen = look(table)
    save(table, 90, seen)
    with pytest.raises(SavedMeanwhile, match=r"Round 1 was saved .* Ben has won meanwhile\. Is this round 1"):
        save(table, 100, seen)


def test_a_page_that_showed_the_winner_is_not_asked_about_it(store: Store) -> None:
    table = lay_table(store, target=20)
    save(table, 150, look(table))
    seen = look(table)
    change_house_rules(table)
    assert save(table, 100, seen).number == 2


@pytest.mark.parametrize("seen", ["", "nothing", "999999-open", "0-open", "1-open-open", "１-open"])
def test_a_form_without_seen_is_asked_about_the_last_round(table: Table, seen: str) -> None:
    """As do the forms and drafts of releases that had no such field."""
    first = save(table, 100, seen)
    assert first.number == 1
    save(table, 110, look(table))
    with pytest.raises(SavedMeanwhile, match="Round 2 was saved meanwhile"):
        save(table, 125, seen)
    assert table.points() == [100, 110]


def test_a_draft_learns_that_its_round_was_saved_and_which_others_were(table: Table) -> None:
    seen = look(table)
    save(table, 100, seen, "a-key-of-ours")
    save(table, 110, look(table))
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
    store = open_store(url)
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
    edits = [(table.links.edit, look(table)) for table in tables]
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
