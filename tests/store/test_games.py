import json
from pathlib import Path

import pytest

from companion.cards import DECK_STYLES
from companion.errors import CompanionError, NotAllowedHere
from companion.rules import get_rule_set, parse_game, parse_options, parse_rule_set
from companion.store import (
    Store,
    change_deck,
    change_options,
    end_game,
    play_again,
    record_round,
    score_kept_game,
)
from tests.store.tables import RULES, SIDES, Table, count_rows, lay_table, new_key, options


def test_a_game_keeps_its_table(store: Store) -> None:
    teams = ["Ann & Cém", "Ben & Kin"]
    players = ("  Ann ", "Ben", "Ce\u0301m", "金さん")
    chosen = {"target": 300, "gaji": "kwado"}
    game = lay_table(store, players, table={"sides": teams, "first_dealer": 3}, **chosen).get()
    assert game.players == ("Ann", "Ben", "Cém", "金さん")
    assert game.side_names == tuple(teams)
    assert (game.first_dealer, game.round_count, game.ended, game.revision) == (3, 0, False, 1)
    assert game.options == options(**chosen)
    assert game.started_at.utcoffset() is not None
    assert game.seating.get_seats(1) == (1, 3)


REFUSED: list[tuple[list[str], list[str] | None, int, str]] = [
    (["Ann"], None, 0, "2 to 6 players, not 1"),
    ([f"P{n}" for n in range(8)], None, 0, "2 to 6 players, not 8"),
    (["Ann", ""], None, 0, "letter"),
    (["Ann", "  "], None, 0, "letter"),
    (["Ann", "Ann"], None, 0, "Two players are called Ann;"),
    (["Ann", " Ann "], None, 0, "Two players are called Ann;"),
    (["Zoe\u0301", "Zo\u00e9"], None, 0, "Two players are called Zoé;"),
    (["Ann", "B\0b"], None, 0, "control"),
    (["Ann", "B\udc80b"], None, 0, "control"),
    (["Ann", "B\u202eb"], None, 0, "control"),
    (["Ann", "x" * 41], None, 0, "40 characters"),
    (["Ann", "👨‍👩‍👧‍👦" * 6], None, 0, "40 characters|too long"),
    (["Ann", "Ben"], None, 2, "first dealer"),
    (["Ann", "Ben"], None, -1, "first dealer"),
    (
        ["Ann", "Ben", "Cem"],
        ["X", "Y"],
        0,
        "3 players do not form 2 teams",
    ),
    (list("ABCDEFG"), None, 0, "2 to 6 players, not 7"),
    (list("ABCD"), ["X", "X"], 0, "Two teams are called X;"),
]


def test_a_table_that_cannot_be_is_refused_and_nothing_is_kept(store: Store) -> None:
    for players, sides, dealer, told in REFUSED:
        with pytest.raises(CompanionError, match=told):
            lay_table(store, tuple(players), table={"sides": sides, "first_dealer": dealer})
    assert count_rows(store, "game") == 0


def test_names_of_every_script_are_kept_as_they_are(store: Store) -> None:
    names = [
        "x" * 40,
        "Zoë",
        "李小龍",
        "박지성",
        "محمد",
        "נועה",
        "👩🏽‍🦰",
        "O'Brien",
        "=1+1",
        "<b>",
        "\u200fעדי",
    ]
    # Six sides can play, and the longest name has 160 bytes.
    six = ("金" * 40, *(f"P{number}" for number in range(4)), "𠮷" * 40)
    for players in (*((name, "Ben") for name in names), six):
        assert lay_table(store, players).get().players == players


def test_a_game_keeps_its_rules_when_the_rule_file_changes(store: Store) -> None:
    changed = RULES.text.replace("points = 100", "points = 90")
    tables = [lay_table(store), lay_table(store), lay_table(store, rules=parse_rule_set(changed))]
    kept = [table.get().rule_set.get_yaku("five-brights").points for table in tables]
    assert kept == [100, 100, 90]
    # A rule set is kept once for all its games.
    assert count_rows(store, "rule_set") == 2


def test_options_changed_from_now_on_leave_played_rounds_alone(table: Table) -> None:
    table.record(150)
    assert table.do(change_options, options(method="B"), for_all_rounds=False)
    table.record(150)
    assert table.get().options.method == "B"
    assert [kept.options.method for kept in table.rounds()] == ["A", "B"]
    assert table.ask(score_kept_game).totals == (30 + 150, 90)


def test_options_changed_for_all_rounds_score_played_rounds_anew_and_are_one_set(table: Table) -> None:
    for target in (300, 400, 500):
        table.do(change_options, options(target=target), for_all_rounds=False)
        table.record(150)
    assert table.ask(score_kept_game).totals == (90, 0)
    table.do(change_options, options(method="B"), for_all_rounds=True)
    assert [kept.options.method for kept in table.rounds()] == ["B"] * 3
    assert table.ask(score_kept_game).totals == (450, 270)
    assert len(table.get().periods) == 1


def test_options_changed_twice_between_two_rounds_count_as_one_change_and_the_same_again_as_none(
    table: Table,
) -> None:
    table.record(100)
    for for_all in (True, False):
        table.do(change_options, options(), for_all_rounds=for_all)
    assert table.get().revision == 2
    for target in (300, 400, 500):
        table.do(change_options, options(target=target), for_all_rounds=False)
    assert [first_serial for first_serial, _ in table.get().periods] == [1, 2]
    table.do(change_options, options(), for_all_rounds=False)
    assert [first_serial for first_serial, _ in table.get().periods] == [1]


def test_every_value_of_every_option_can_be_kept(store: Store) -> None:
    for rules in (get_rule_set("kwado-1985"), get_rule_set("kwado-1982")):
        for option in rules.options:
            for value, _words in option.values:
                kept = lay_table(store, rules=rules, **{option.id: value}).get()
                assert kept.options == parse_options(rules, {option.id: value})


def test_options_cannot_change_without_end(table: Table) -> None:
    for target in range(100, 150):
        table.do(change_options, options(target=target), for_all_rounds=False)
        table.record(100)
    with pytest.raises(NotAllowedHere, match="50 times"):
        table.do(change_options, options(target=150), for_all_rounds=False)
    assert len(table.get().periods) == 50


def test_an_ended_game_takes_no_round_until_it_goes_on(table: Table) -> None:
    table.record(150)
    assert table.do(end_game)
    assert table.get().ended
    with pytest.raises(NotAllowedHere, match="has ended"):
        table.record(100)
    breakdown = table.ask(score_kept_game)
    assert (breakdown.is_stopped, breakdown.winners) == (True, ("Ann",))
    assert table.do(end_game, ended=False)
    assert not table.get().ended
    table.record(100)
    assert table.points() == [150, 100]


def test_a_game_has_the_deck_of_its_rules_until_the_table_chooses_another(store: Store) -> None:
    table = lay_table(store)
    assert table.get().deck == RULES.deck == "korean"
    for deck in ("japanese", "korean", "korean"):
        table.do(change_deck, deck)
        assert table.get().deck == deck
    assert table.kinds() == ["deck", "deck", "start"]
    assert lay_table(store, table={"deck": "japanese"}).get().deck == "japanese"


def test_no_score_depends_on_the_deck(store: Store, repo: Path) -> None:
    for example in ("kwado-1985", "min-hwatu", "sakura", "koikoi-modern", "koikoi-hu"):
        file = repo / "tests" / "printing" / "examples" / f"{example}.json"
        played = parse_game(json.loads(file.read_text(encoding="utf-8")))
        totals = []
        for deck in DECK_STYLES:
            table = lay_table(store, played.sides, rules=played.rule_set, table={"deck": deck})
            table.do(change_options, played.options, for_all_rounds=True)
            for entry, _ in played.rounds:
                table.do(record_round, entry, new_key())
            totals.append(table.ask(score_kept_game).totals)
        assert totals[0] == totals[1], example
        assert any(totals[0]), example


def test_a_rematch_knows_its_game(store: Store) -> None:
    first = lay_table(store)
    again = first.do(play_again, rule_set=RULES, options=options(), players=SIDES)
    assert again.again_of == first.get().id
