"""Tables, and who plays at them: games after games, other names, other seats, players who come and go."""

import datetime
import itertools
from contextlib import suppress
from typing import Any

import pytest
import time_machine
from sqlmodel import Session, select

from companion.errors import NotAllowedHere
from companion.rules import get_rule_set, parse_entry
from companion.store import (
    GameDeleted,
    NoSuchGame,
    Store,
    archive_game,
    change_players,
    correct_round,
    delete_game,
    end_game,
    find_games,
    find_later_game,
    get_game,
    get_game_token,
    get_round,
    list_changes,
    list_outcomes,
    list_table_games,
    make_view_token,
    open_table,
    play_again,
    record_round,
    recover_game,
    remove_round,
    rename_players,
    replace_links,
    score_kept_game,
    scores,
    seat_players,
    undo_or_redo,
)
from companion.store.models import Game
from companion.store.models import Table as TableRow
from tests.store.tables import RULES, SIDES, Table, lay_table, new_key, options, points

FOUR = ("Ann", "Ben", "Cem", "Dee")
TEAMS = {"sides": ["Reds", "Blues"]}
NOW = datetime.datetime(2026, 11, 23, 20, tzinfo=datetime.UTC)


def play_on(table: Table, players: tuple[str, ...] = SIDES) -> Table:
    """The rematch of a table's game."""
    started = table.do(play_again, rule_set=RULES, options=options(), players=players)
    return Table(table.store, started.token)


def go_on_with(table: Table, *players: str, dealer: int = 0, **joining: int) -> Table:
    """The game that goes on with other players."""
    chosen = {"players": list(players), "joining": joining, "dealer": dealer}
    return Table(table.store, table.do(change_players, **chosen).token)


def list_dealers(table: Table) -> list[str]:
    """Who dealt each round, and who deals the next."""
    game, scored = table.get(), table.ask(score_kept_game)
    return [game.players[seat] for seat in (*[each.dealer for each in scored.rounds], scored.next_dealer)]


def find_table_games(store: Store, token: str) -> list[int]:
    """The numbers of the games of a link's table: none where the link opens nothing."""
    with suppress(NoSuchGame), store.reading() as session:
        return [game.number for game in list_table_games(session, open_table(session, token), 1, 99)]
    return []


def open_game(store: Store, token: str, to: Any = "view") -> int | None:
    """The number of the game that a link opens."""
    with suppress(NoSuchGame), store.reading() as session:
        return get_game(session, token, to=to).number
    return None


def test_a_rematch_is_opened_by_the_link_of_its_table_and_a_number(store: Store) -> None:
    table, other = lay_table(store), lay_table(store)
    table.record(100)
    second = play_on(table)
    third = play_on(second)
    assert second.token == f"{table.token}~2"
    assert third.view == f"{table.view}~3" == make_view_token(third.token)
    assert [each.get().number for each in (table, second, third)] == [1, 2, 3]
    tokens = (table.token, third.view, other.token)
    assert [find_table_games(store, token) for token in tokens] == [[1, 2, 3], [1, 2, 3], [1]]
    assert (table.ask(find_later_game), third.ask(find_later_game)) == (3, None)
    # The history tells of it, and undo skips it.
    assert table.kinds() == ["rematch", "add", "start"]
    table.do(undo_or_redo, "undo")
    assert table.points() == []


def test_a_view_link_edits_no_game_of_its_table_and_another_number_opens_nothing(store: Store) -> None:
    table = lay_table(store)
    play_on(table)
    edit, view = table.token, table.view
    with store.reading() as session:
        assert open_table(session, edit).may_edit
        seen = open_table(session, view)
        games = list_table_games(session, seen, 1, 99)
        assert [seen.may_edit, *(game.may_edit for game in games)] == [False] * 3
    tried = [view, get_game_token(view, 2), "", "~2", "x~2", "~"]
    tried += [edit + number for number in ("~0", "~1", "~02", "~-2", "~9", "~2~2")]
    assert [token for token in tried if open_game(store, token, to="edit")] == []
    with pytest.raises(NoSuchGame):
        play_on(Table(store, view))


def test_new_links_open_every_game_of_the_table_and_the_old_ones_none(store: Store) -> None:
    table = lay_table(store)
    old = (table.token, table.view)
    edit = play_on(table).do(replace_links)
    view = make_view_token(edit)
    for number in (1, 2):
        new = (get_game_token(edit, number), get_game_token(view, number))
        assert [open_game(store, new[0], "edit"), open_game(store, new[1])] == [number, number]
        assert [open_game(store, get_game_token(token, number)) for token in old] == [None, None]
    assert [find_table_games(store, token) for token in (view, *old)] == [[1, 2], [], []]


def test_a_renamed_player_has_the_name_in_every_round(store: Store) -> None:
    table = lay_table(store)
    table.record(170, dealer="Ben")
    table.do(rename_players, ["Anna", "Bea"])
    [kept] = table.rounds()
    assert kept.document["points"]["Anna"]["card_points"] == 170
    assert (kept.entry.sides, kept.document["dealer"]) == (("Anna", "Bea"), "Bea")
    assert (table.scores(), list_dealers(table)[0]) == ({"Anna": 50, "Bea": 0}, "Bea")
    table.record(150)
    table.do(correct_round, table.rounds()[0].version, points(180, ("Anna", "Bea")))
    assert table.scores() == {"Anna": 90, "Bea": 0}
    assert table.kinds()[:3] == ["correct", "add", "names"]
    assert table.ask(list_changes)[0].before["points"]["Anna"]["card_points"] == 170


def test_a_rename_is_undone_and_redone_and_two_players_may_swap_their_names(store: Store) -> None:
    table = lay_table(store)
    table.record(170)
    table.do(rename_players, ["Anna", "Ben"])
    table.record(120)
    for way, name in (("undo", "Anna"), ("undo", "Ann"), ("redo", "Anna")):
        table.do(undo_or_redo, way)
        assert table.scores() == {name: 50, "Ben": 0}
    table.do(rename_players, ["Ann", "Ben"])
    assert (table.get().first_names, table.get().is_renamed) == ((SIDES, SIDES), False)
    table.do(rename_players, ["Ben", "Ann"])
    assert table.scores() == {"Ben": 50, "Ann": 0}


def test_a_team_is_renamed_apart_from_its_players_and_partners_stay_partners(store: Store) -> None:
    table = lay_table(store, FOUR, table=TEAMS)
    table.record(170)
    table.do(rename_players, ["Ann", "Ben", "Cem", "Eve"], ["Reds", "Greens"])
    assert table.scores() == {"Reds": 50, "Greens": 0}
    assert table.get().players == ("Ann", "Ben", "Cem", "Eve")
    table.record(120, dealer="Eve")
    table.do(rename_players, ["Ann", "Ben", "Cem", "Eva"], ["Reds", "Greens"])
    assert list_dealers(table)[1] == "Eva"
    assert "partners" in table.refuse(seat_players, (0, 2, 1, 3), 0).message
    table.do(seat_players, (0, 3, 2, 1), 3)
    assert list_dealers(table)[-1] == "Eva"


def test_names_and_seats_that_cannot_be_or_stay_change_nothing(store: Store) -> None:
    """A new name is one that a new game takes, and everybody sits once."""
    table = lay_table(store, FOUR)
    for names in (["Ann"], *(["Ann", name, "Cem", "Dee"] for name in ("Ann", "", "x" * 41))):
        table.refuse(rename_players, names)
    assert "This game has 4 players, not 3" in table.refuse(rename_players, list(FOUR[:3])).message
    for order in ((0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 4), (0, 1, 2, 3, 0)):
        table.refuse(seat_players, order, 0)
    table.refuse(seat_players, (0, 1, 2, 3), 4)
    table.do(rename_players, list(FOUR))
    table.do(seat_players, (0, 1, 2, 3), 0)
    assert (table.get().players, table.get().revision) == (FOUR, 1)


def test_new_seats_count_from_the_next_round_on(store: Store) -> None:
    """By the option `dealer` = left the deal passes round the table. Of two changes the last counts."""
    table = lay_table(store, FOUR, dealer="left")
    for _ in range(2):
        table.record(100)
    table.do(seat_players, (3, 2, 1, 0), 2)
    table.do(seat_players, (0, 2, 1, 3), 1)
    assert list_dealers(table) == ["Ann", "Ben", "Ben"]
    assert [dealer for _serial, _order, dealer in table.get().seatings] == [1]
    for _ in range(4):
        table.record(100)
    assert list_dealers(table) == ["Ann", "Ben", "Ben", "Dee", "Ann", "Cem", "Ben"]
    table.do(remove_round, table.rounds()[2].version)
    assert list_dealers(table) == ["Ann", "Ben", "Ben", "Dee", "Ann", "Cem"]
    for _ in range(5):
        table.do(undo_or_redo, "undo")
    assert list_dealers(table) == ["Ann", "Ben", "Ben"]
    for _ in range(2):
        table.do(undo_or_redo, "undo")
    assert list_dealers(table) == ["Ann", "Ben", "Cem"]


def test_a_game_goes_on_with_other_players_and_their_points(store: Store) -> None:
    """Three players have a floor of 80: Ann 100 has net 20, Ben 140 has 60."""
    table = lay_table(store, ("Ann", "Ben", "Cem"), target=120)
    table.record(100)
    assert table.scores() == {"Ann": 20, "Ben": 60, "Cem": 0}
    later = go_on_with(table, "Ben", "Ann", "Dee", "Eve", dealer=2, Dee=15)
    assert later.scores() == {"Ben": 60, "Ann": 20, "Dee": 15, "Eve": 0}
    assert list_dealers(later) == ["Dee"]
    assert (later.get().number, later.get().continued, table.get().continued) == (2, False, True)
    # Ann reaches the target only with the points that she brought along.
    later.record(75)
    assert later.scores() == {"Ben": 60 + 15, "Ann": 20 + 105, "Dee": 15, "Eve": 0}
    assert later.ask(score_kept_game).winners == ("Ann",)
    with pytest.raises(NotAllowedHere, match="next game"):
        table.record(120)
    assert not table.ask(score_kept_game).winners


def record_race(table: Table, **race: Any) -> None:
    """Record a round of a race as a document has it."""

    def record(session: Session, game: Game) -> None:
        entry = parse_entry(race, game.rule_set, game.side_names, players=game.players)
        record_round(session, game, entry, new_key())

    table.do(record)


def test_undecided_rounds_double_the_next_one_also_where_the_game_goes_on_with_another_player(
    store: Store,
) -> None:
    table = lay_table(store, ("Ann", "Ben", "Cho"), rules=get_rule_set("go-stop"))
    record_race(table, outcome="undecided")
    record_race(table, outcome="undecided")
    later = go_on_with(table, "Ann", "Ben", "Dan", Dan=2)
    assert later.scores() == {"Ann": 0, "Ben": 0, "Dan": 2}
    # Dan was not there, and his points are doubled twice as well: go-stop.md, “The winner's amount”.
    record_race(later, outcome="stop", winner="Dan", points={"Dan": 3})
    assert later.scores() == {"Ann": -12, "Ben": -12, "Dan": 26}
    record_race(later, outcome="stop", winner="Ann", points={"Ann": 3})
    assert later.scores() == {"Ann": -6, "Ben": -15, "Dan": 23}


def test_a_player_has_one_colour_in_all_games_of_a_table(store: Store) -> None:
    rows: list[tuple[list[tuple[str, ...]], tuple[int, ...]]] = [
        ([("Ann", "Ben"), ("Ben", "Ann")], (1, 0)),
        ([("Ann", "Ben", "Cem"), ("Cem", "Ann"), ("Cem", "Ben")], (2, 1)),
        # A table where more have played than there are colours: two at one table never share one.
        ([tuple("ABCDEF"), tuple("AG"), tuple("HBA"), tuple("CH")], (2, 0)),
    ]
    for games, colours in rows:
        table = lay_table(store, games[0])
        for players in games[1:]:
            table = play_on(table, players)
        assert table.get().colours == colours
    # Chie was green, and became Ben's purple.
    later = go_on_with(lay_table(store, ("Ann", "Ben", "Chie")), "Ann", "Chie", "Dee", Dee=0)
    later.do(rename_players, ["Ann", "Chieko", "Dee"])
    assert later.get().colours == (0, 2, 3)


def test_undo_takes_a_change_of_players_back_while_the_next_game_has_no_round(store: Store) -> None:
    table = lay_table(store)
    table.record(150)
    later = go_on_with(table, "Ann", "Cem")
    for way, games in (("undo", [1]), ("redo", [1, 2])):
        table.do(undo_or_redo, way)
        assert (table.get().continued, find_table_games(store, table.token)) == (len(games) == 2, games)
    later.record(150)
    assert "Game 2 has rounds" in table.refuse(undo_or_redo, "undo").message
    assert table.get().continued


def test_a_game_goes_on_for_the_rounds_that_are_left_and_not_when_it_is_over(store: Store) -> None:
    table = lay_table(store, rules=get_rule_set("min-hwatu"), rounds=5)
    for _ in range(2):
        table.record(120)
    later = go_on_with(table, "Ann", "Cem")
    assert later.get().options.rounds == 3
    later.do(end_game)
    with pytest.raises(NotAllowedHere, match="rematch"):
        go_on_with(later, "Ann", "Ben")


def test_a_deleted_game_opens_nowhere_until_it_is_brought_back(store: Store) -> None:
    table = lay_table(store)
    table.record(150)
    second = play_on(table)
    table.do(delete_game)
    for token in (table.token, table.view):
        with pytest.raises(GameDeleted), store.reading() as session:
            get_game(session, token, to="view")
    assert find_table_games(store, second.token) == [2]
    table.do(recover_game)
    assert table.scores() == {"Ann": 30, "Ben": 0}
    assert table.kinds()[:2] == ["recover", "delete"]
    table.do(undo_or_redo, "undo")
    assert table.points() == []


def test_a_deleted_game_is_kept_for_thirty_days_and_the_second_of_its_table_outlives_it(store: Store) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        table, other = lay_table(store), lay_table(store)
        second = play_on(other)
        for each in (play_on(table), table, other):
            each.do(delete_game)
        for days in (1, 1, 28):
            clock.shift(datetime.timedelta(days=days))
            lay_table(store)
        assert table.kinds()
        clock.shift(1)
        third = play_on(second)
        with pytest.raises(NoSuchGame):
            table.kinds()
    assert (third.token, find_table_games(store, third.token)) == (f"{other.token}~3", [2, 3])
    with store.reading() as session:
        left = [session.exec(select(each)).all() for each in (Game, TableRow)]
    assert [len(rows) for rows in left] == [5, 4]


def test_a_clock_that_was_ahead_for_an_evening_removes_no_deleted_game(store: Store) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        table = lay_table(store)
        table.record(150)
        table.do(delete_game)
        clock.shift(60)
        for days in (40, 1):
            clock.shift(datetime.timedelta(days=days))
            for _ in range(3):
                lay_table(store).record(100)
        table.do(recover_game)
    assert table.points() == [150]


def test_an_archived_game_is_as_it_was_and_says_so_in_lists(store: Store) -> None:
    table = lay_table(store)
    table.do(archive_game, archived=True)
    table.record(150)
    with store.reading() as session:
        assert [line.archived for line in find_games(session, [table.token])] == [True]
    table.do(undo_or_redo, "undo")
    table.do(undo_or_redo, "undo")
    assert not table.get().archived


def list_won(table: Table) -> list[str]:
    """The winner of each game of the table, or nobody."""
    with table.store.reading() as session:
        listed = list_outcomes(session, open_table(session, table.view))
    won = [[side.players for side in each.count.sides if side.wins] for each in listed]
    return [", ".join(itertools.chain(*each)) for each in won]


def test_the_outcome_of_a_game_that_has_changed_is_made_anew(store: Store) -> None:
    table = lay_table(store, target=30)
    won = [list_won(table)]
    table.record(150)
    won.append(list_won(table))
    second = play_on(table)
    for action, *given in (
        (second.record, 100),
        (table.do, correct_round, table.ask(get_round, 1).version, points(90)),
        (table.do, rename_players, ["Ann", "Bea"]),
        (second.do, delete_game),
    ):
        action(*given)
        won.append(list_won(table))
    assert won == [[""], ["Ann"], ["Ann", ""], ["Ben", ""], ["Bea", ""], ["Bea"]]


def test_no_more_outcomes_are_remembered_than_there_is_room_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scores, "MAX_SCORED_ROUNDS", 2)
    table = lay_table(store)
    for _ in range(3):
        play_on(table)
    assert [list_won(table), list_won(table), len(store.scored)] == [[""] * 4, [""] * 4, 2]


def test_a_game_keeps_the_link_that_opened_it_when_the_games_of_its_table_are_read(table: Table) -> None:
    """A rematch started after that is at the same table; without the link it would begin another."""
    for token in (table.token, table.view):
        with table.store.reading() as session:
            game = get_game(session, token, to="view")
            [listed] = list_table_games(session, open_table(session, token), 1, 9)
        assert (game.token, game.may_edit) == (listed.token, listed.may_edit) == (token, token == table.token)
