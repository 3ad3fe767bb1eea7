import json
from pathlib import Path
from typing import Any

import pytest
import time_machine

from companion.errors import CompanionError
from companion.rules import (
    get_rule_set,
    parse_entry,
    parse_options,
    result_document,
    score_again,
    score_document,
)
from companion.store import (
    Store,
    change_options,
    correct_round,
    end_game,
    get_round,
    record_round,
    score_kept_game,
    seat_players,
    undo_or_redo,
)
from companion.store import scores as scores_module
from tests.store.tables import Table, lay_table, new_key, points

EXAMPLE: dict[str, Any] = {
    "game": "kwado-1985",
    "options": {"method": "A", "target": 50, "gaji": "kwado"},
    "sides": ["Ann", "Ben"],
    "rounds": [
        {
            "points": {
                "Ann": {"card_points": 125, "yaku": ["dragon"]},
                "Ben": {"card_points": 115, "yaku": []},
            }
        },
        {"captured": {"Ann": ["pine-crane", "plum-warbler", "cherry-curtain"], "Ben": "rest"}},
        {
            "counts": {
                "Ann": {"brights": 3, "animals": 5, "ribbons": 4},
                "Ben": {"brights": 2, "animals": 4, "ribbons": 6},
            }
        },
    ],
}


def test_a_kept_game_scores_as_its_document_does(store: Store) -> None:
    rules = get_rule_set(EXAMPLE["game"])
    kept = lay_table(store, tuple(EXAMPLE["sides"]), rules=rules, **EXAMPLE["options"])
    for document in EXAMPLE["rounds"]:
        kept.do(record_round, parse_entry(document, rules, EXAMPLE["sides"]), new_key())
    assert result_document(kept.ask(score_kept_game)) == score_document(EXAMPLE)


GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.in.json"))


def keep_changed_game(store: Store, raw: dict[str, Any], *, ended: bool) -> Table:
    """The rounds of a document as a table might play them: after the first one other seats, and a dealer whom
    the table named; before the last one other options; ended early or not.
    """
    rules, sides = get_rule_set(raw["game"]), tuple(raw["sides"])
    table = lay_table(store, sides, rules=rules, **{**raw.get("options", {}), "target": None})
    rounds = [{key: each for key, each in row.items() if key != "dealer"} for row in raw["rounds"]]
    for number, row in enumerate(rounds):
        if number == len(rounds) - 1:
            option = rules.options[0]
            usual = table.get().options.document()
            [other, *_] = [value for value, _ in option.values if value != usual[option.id]]
            changed = parse_options(rules, {**usual, option.id: other})
            table.do(change_options, changed, for_all_rounds=False)
        table.do(record_round, parse_entry(row, rules, sides), new_key())
        if number == 0:
            following = table.ask(score_kept_game).next_dealer
            table.do(seat_players, tuple(range(len(sides)))[::-1], (following + 1) % len(sides))
    if ended:
        table.do(end_game)
    return table


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_forecast_is_what_adopting_gives_whoever_was_named_to_deal(
    store: Store, path: Path, ended: bool
) -> None:
    table = keep_changed_game(store, json.loads(path.read_text(encoding="utf-8")), ended=ended)
    now, game = table.ask(score_kept_game), table.get()
    rules, usual = game.rule_set, game.options.document()
    assert score_again(now, rules, lambda options: options) == now
    for option in rules.options:
        for value, _ in option.values:
            chosen = parse_options(rules, {**usual, option.id: value})
            table.do(change_options, chosen, for_all_rounds=True)
            forecast = score_again(now, rules, lambda _, chosen=chosen: chosen)
            assert forecast == table.ask(score_kept_game), (option.id, value)
            assert (forecast.is_stopped, bool(forecast.winners) or not ended) == (ended, True)


def count_scored(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rounds each scoring read, from now on."""
    scored: list[int] = []
    original = scores_module.read_rounds

    def counting(*arguments: Any, **known: Any) -> Any:
        found = original(*arguments, **known)
        scored.append(len(found))
        return found

    monkeypatch.setattr(scores_module, "read_rounds", counting)
    return scored


def test_a_game_is_scored_once_for_each_state(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(5):
        table.record(130)
    scored = count_scored(monkeypatch)
    for _ in range(3):
        assert table.ask(score_kept_game).totals == (50, 0)
    assert scored == [5]
    table.record(140)
    assert table.ask(score_kept_game).totals == (70, 0)
    assert scored == [5, 6]
    table.do(correct_round, table.ask(get_round, 1).version, points(120))
    assert table.ask(score_kept_game).totals == (60, 0)
    table.do(undo_or_redo, "undo")
    assert table.ask(score_kept_game).totals == (70, 0)
    assert scored == [5, 6, 6, 6]


def test_what_is_rolled_back_leaves_no_score_behind(table: Table) -> None:
    """Two changes in the same millisecond, the first of them taken back before it was saved."""

    def record_score_and_fail(session: Any, game: Any) -> None:
        record_round(session, game, points(200), new_key())
        assert score_kept_game(session, game).totals == (80, 0)
        raise CompanionError("never mind")

    with time_machine.travel("2026-11-21 20:00 +0000", tick=False):
        with pytest.raises(CompanionError, match="never mind"):
            table.do(record_score_and_fail)
        table.record(130)
    assert table.get().revision == 2
    assert table.ask(score_kept_game).totals == (10, 0)


def test_scores_are_remembered_for_some_rounds_and_not_without_end(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scores_module, "MAX_SCORED_ROUNDS", 6)
    monkeypatch.setattr(scores_module, "LEAST_ROUNDS", 1)
    tables = [lay_table(store) for _ in range(4)]
    for table in tables:
        for _ in range(2):
            table.record(130)
        table.ask(score_kept_game)
    assert sum(len(scored.rounds) for _, scored, _ in store.scored.values()) == 6
    assert [game_id for _, game_id in store.scored] == [table.get().id for table in tables[1:]]
    assert tables[0].ask(score_kept_game).totals == (20, 0)


def test_teams_deal_in_turn(store: Store) -> None:
    teams = ["Ann & Cem", "Ben & Dee"]
    table = lay_table(store, ("Ann", "Ben", "Cem", "Dee"), table={"sides": teams, "first_dealer": 1})
    for dealer in (1, 2, 0):
        assert table.ask(score_kept_game).next_dealer == dealer
        table.record(200)
    assert [each.dealer for each in table.ask(score_kept_game).rounds] == [1, 2, 0]


def test_a_game_read_or_scored_before_a_change_of_any_process_is_scored_as_it_is_now(
    table: Table, store: Store
) -> None:
    former = table.get()
    table.record(130)
    with store.reading() as session:
        assert score_kept_game(session, former).totals == (10, 0)
    assert table.ask(score_kept_game).totals == (10, 0)
    other = Table(Store(store.url), table.token)
    other.do(correct_round, other.ask(get_round, 1).version, points(150))
    other.store.close()
    assert table.ask(score_kept_game).totals == (30, 0)
