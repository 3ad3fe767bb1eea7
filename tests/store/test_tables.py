"""Tables, and who plays at them: games after games, other names, other seats, players who come and go."""

from __future__ import annotations

import datetime

import pytest
import time_machine

from companion.errors import CompanionError, NotAllowedHere, NotPossible
from companion.rules import get_rule_set, parse_entry, parse_options
from companion.store import (
    GameDeleted,
    KeptSide,
    Links,
    NoSuchGame,
    Store,
    archive_game,
    change_players,
    correct_round,
    delete_game,
    end_game,
    find_games,
    find_later_game,
    find_undo,
    get_game,
    get_game_token,
    get_round,
    get_table,
    list_changes,
    list_outcomes,
    make_view_token,
    open_table,
    outcomes,
    play_again,
    record_round,
    recover_game,
    redo,
    remove_round,
    rename_players,
    replace_links,
    score_kept_game,
    seat_players,
    start_game,
    undo,
)
from companion.store.models import CARD_TABLES, GAMES
from tests.store.tables import RULES, Table, lay_table, new_key, options, points

FOUR = ("Ann", "Ben", "Cem", "Dee")


def play_on(table: Table, players: tuple[str, ...] = ("Ann", "Ben")) -> Table:
    """The rematch of a table's game."""
    started = table.do(play_again, table.links.edit, rule_set=RULES, options=options(), players=players)
    return Table(table.store, started.links)


def score(table: Table) -> dict[str, int]:
    scored = table.ask(score_kept_game)
    return dict(zip(scored.sides, scored.totals, strict=True))


def list_dealers(table: Table) -> list[str]:
    """Who dealt each round, and who deals the next."""
    game, scored = table.get(), table.ask(score_kept_game)
    return [game.players[seat] for seat in (*[each.dealer for each in scored.rounds], scored.next_dealer)]


def find_table_games(store: Store, token: str) -> list[int]:
    with store.reading() as session:
        return [game.number for game in get_table(session, token).games]


def test_a_rematch_is_opened_by_the_link_of_its_table_and_a_number(store: Store) -> None:
    table = lay_table(store)
    second = play_on(table)
    third = play_on(second)
    assert second.links.edit == f"{table.links.edit}~2"
    assert third.links.view == f"{table.links.view}~3" == make_view_token(third.links.edit)
    assert [table.get().number, second.get().number, third.get().number] == [1, 2, 3]
    assert find_table_games(store, table.links.edit) == [1, 2, 3]
    assert find_table_games(store, third.links.view) == [1, 2, 3]
    assert table.ask(find_later_game) == 3
    assert third.ask(find_later_game) is None


def test_a_view_link_of_a_table_edits_none_of_its_games(store: Store) -> None:
    table = lay_table(store)
    play_on(table)
    with store.reading() as session:
        assert get_table(session, table.links.edit).may_edit
        seen = get_table(session, table.links.view)
        assert not seen.may_edit
        assert not any(game.may_edit for game in seen.games)
        for number in (1, 2):
            with pytest.raises(NoSuchGame):
                get_game(session, get_game_token(table.links.view, number), to="edit")
    with pytest.raises(NoSuchGame):
        play_on(Table(store, Links(edit=table.links.view, view=table.links.view)))


@pytest.mark.parametrize("token", ["", "~2", "x~2", "~", "{}~0", "{}~1", "{}~02", "{}~-2", "{}~9", "{}~2~2"])
def test_a_link_with_another_number_opens_nothing(store: Store, token: str) -> None:
    table = lay_table(store)
    play_on(table)
    with store.reading() as session, pytest.raises(NoSuchGame):
        get_game(session, token.format(table.links.edit), to="edit")


def test_new_links_open_every_game_of_the_table_and_the_old_ones_none(store: Store) -> None:
    table = lay_table(store)
    second = play_on(table)
    links = second.do(replace_links)
    for number in (1, 2):
        with store.reading() as session:
            assert get_game(session, get_game_token(links.edit, number), to="edit").number == number
            assert get_game(session, get_game_token(links.view, number), to="view").number == number
            for old in (table.links.edit, table.links.view):
                with pytest.raises(NoSuchGame):
                    get_game(session, get_game_token(old, number), to="view")
                with pytest.raises(NoSuchGame):
                    get_table(session, old)
    assert find_table_games(store, links.view) == [1, 2]


def test_the_history_of_a_game_tells_of_its_rematch_and_undo_skips_it(store: Store) -> None:
    table = lay_table(store)
    table.record(100)
    play_on(table)
    assert [change.kind for change in table.ask(list_changes)] == ["rematch", "add", "start"]
    table.do(undo)
    assert table.points() == []


def test_two_tables_have_no_game_in_common(store: Store) -> None:
    first, other = lay_table(store), lay_table(store)
    play_on(first)
    assert find_table_games(store, other.links.edit) == [1]


def test_a_renamed_player_has_the_name_in_every_round(store: Store) -> None:
    table = lay_table(store)
    table.record(170)
    table.do(rename_players, ["Anna", "Ben"])
    assert score(table) == {"Anna": 50, "Ben": 0}
    assert table.rounds()[0].document["points"]["Anna"]["card_points"] == 170
    assert table.rounds()[0].entry.sides == ("Anna", "Ben")
    table.record(150)
    assert score(table) == {"Anna": 80, "Ben": 0}
    corrected = points(180, ("Anna", "Ben"))
    table.do(correct_round, table.rounds()[0].version, corrected)
    assert score(table) == {"Anna": 90, "Ben": 0}
    assert [change.kind for change in table.ask(list_changes)][:3] == ["correct", "add", "names"]
    assert table.ask(list_changes)[0].before["points"]["Anna"]["card_points"] == 170


def test_two_players_may_swap_their_names(store: Store) -> None:
    table = lay_table(store)
    table.record(170)
    table.do(rename_players, ["Ben", "Ann"])
    assert score(table) == {"Ben": 50, "Ann": 0}
    assert not table.rounds()[0].removed


def test_a_rename_is_undone_and_redone(store: Store) -> None:
    table = lay_table(store)
    table.record(170)
    table.do(rename_players, ["Anna", "Ben"])
    table.record(120)
    table.do(undo)
    table.do(undo)
    assert score(table) == {"Ann": 50, "Ben": 0}
    table.do(redo)
    assert score(table) == {"Anna": 50, "Ben": 0}
    table.do(rename_players, ["Ann", "Ben"])
    assert table.get().first_names == (("Ann", "Ben"), ("Ann", "Ben"))
    assert not table.get().is_renamed


def test_the_name_of_a_dealer_changes_with_the_player(store: Store) -> None:
    table = lay_table(store)
    document = points(170).document() | {"dealer": "Ben"}
    with store.writing() as session:
        game = get_game(session, table.links.edit, to="edit")
        record_round(session, game, parse_entry(document, RULES, game.side_names), new_key())
    table.do(rename_players, ["Ann", "Bea"])
    assert table.rounds()[0].document["dealer"] == "Bea"
    assert list_dealers(table)[0] == "Bea"


def test_a_team_is_renamed_apart_from_its_players(store: Store) -> None:
    rules = get_rule_set("kwado-1985")
    with store.writing() as session:
        sides = [KeptSide("Reds", (0, 2)), KeptSide("Blues", (1, 3))]
        links = start_game(
            session, rule_set=rules, options=parse_options(rules, {}), players=FOUR, sides=sides
        ).links
    table = Table(store, links)
    table.record(170)
    table.do(rename_players, ["Ann", "Ben", "Cem", "Eve"], ["Reds", "Greens"])
    assert score(table) == {"Reds": 50, "Greens": 0}
    assert table.get().players == ("Ann", "Ben", "Cem", "Eve")
    document = points(120, ("Reds", "Greens")).document() | {"dealer": "Eve"}
    with store.writing() as session:
        game = get_game(session, table.links.edit, to="edit")
        entry = parse_entry(document, RULES, game.side_names, players=game.players)
        record_round(session, game, entry, new_key())
    table.do(rename_players, ["Ann", "Ben", "Cem", "Eva"], ["Reds", "Greens"])
    assert list_dealers(table)[1] == "Eva"
    table.do(undo)
    table.do(undo)
    with pytest.raises(NotPossible, match="partners"):
        table.do(seat_players, (0, 2, 1, 3), 0)
    table.do(seat_players, (0, 3, 2, 1), 3)
    assert list_dealers(table)[-1] == "Eve"


@pytest.mark.parametrize("names", [["Ann", "Ann"], ["Ann", ""], ["Ann"], ["Ann", "x" * 41]])
def test_a_name_that_a_new_game_refuses_is_no_new_name(store: Store, names: list[str]) -> None:
    table = lay_table(store)
    with pytest.raises(CompanionError):
        table.do(rename_players, names)
    assert table.get().players == ("Ann", "Ben")


def test_names_that_stay_are_no_change(store: Store) -> None:
    table = lay_table(store)
    table.do(rename_players, ["Ann", "Ben"])
    table.do(seat_players, (0, 1), 0)
    assert table.get().revision == 1


def test_new_seats_count_from_the_next_round_on(store: Store) -> None:
    """By the option `dealer` = left the deal passes round the table."""
    table = lay_table(store, FOUR, dealer="left")
    table.record(100)
    table.record(100)
    assert list_dealers(table) == ["Ann", "Ben", "Cem"]
    table.do(seat_players, (0, 2, 1, 3), 1)
    assert list_dealers(table) == ["Ann", "Ben", "Ben"]
    for _ in range(4):
        table.record(100)
    assert list_dealers(table) == ["Ann", "Ben", "Ben", "Dee", "Ann", "Cem", "Ben"]
    table.do(remove_round, table.rounds()[2].version)
    assert list_dealers(table) == ["Ann", "Ben", "Ben", "Dee", "Ann", "Cem"]
    table.do(undo)
    for _ in range(4):
        table.do(undo)
    assert list_dealers(table) == ["Ann", "Ben", "Ben"]
    table.do(undo)
    assert list_dealers(table) == ["Ann", "Ben", "Cem"]


def test_seats_changed_twice_before_a_round_are_one_change_of_seats(store: Store) -> None:
    table = lay_table(store, FOUR, dealer="left")
    table.do(seat_players, (0, 2, 1, 3), 1)
    table.do(seat_players, (3, 2, 1, 0), 2)
    assert [each.dealer for each in table.get().seatings] == [2]
    table.record(100)
    assert list_dealers(table) == ["Cem", "Ben"]


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 4), (0, 1, 2, 3, 0)])
def test_seats_are_refused_unless_everybody_sits_once(store: Store, order: tuple[int, ...]) -> None:
    table = lay_table(store, FOUR)
    with pytest.raises(NotPossible):
        table.do(seat_players, order, 0)
    with pytest.raises(NotPossible):
        table.do(seat_players, (0, 1, 2, 3), 4)


def test_a_game_goes_on_with_other_players_and_their_points(store: Store) -> None:
    """Three players have a floor of 80: Ann 100 has net 20, Ben 140 has 60."""
    table = lay_table(store, ("Ann", "Ben", "Cem"))
    table.record(100)
    assert score(table) == {"Ann": 20, "Ben": 60, "Cem": 0}
    started = table.do(
        change_players, table.links.edit, players=["Ben", "Ann", "Dee", "Eve"], joining={"Dee": 15}, dealer=2
    )
    later = Table(store, started.links)
    assert score(later) == {"Ben": 60, "Ann": 20, "Dee": 15, "Eve": 0}
    assert list_dealers(later) == ["Dee"]
    assert (later.get().number, later.get().continued, table.get().continued) == (2, False, True)
    with store.writing() as session:
        game = get_game(session, later.links.edit, to="edit")
        record_round(session, game, points(100, game.side_names), new_key())
    assert score(later) == {"Ben": 60 + 40, "Ann": 20 + 80, "Dee": 15, "Eve": 0}
    with pytest.raises(NotAllowedHere, match="next game"):
        table.record(120)
    assert not table.ask(score_kept_game).winners


def test_a_player_keeps_the_colour_when_another_leaves(store: Store) -> None:
    """Chie was green, and became Ben's purple."""
    table = lay_table(store, ("Ann", "Ben", "Chie"))
    assert table.get().colours == (0, 1, 2)
    started = table.do(
        change_players, table.links.edit, players=["Ann", "Chie", "Dee"], joining={"Dee": 0}, dealer=0
    )
    later = Table(store, started.links)
    assert later.get().colours == (0, 2, 3)
    later.do(rename_players, ["Ann", "Chieko", "Dee"])
    assert later.get().colours == (0, 2, 3)


@pytest.mark.parametrize(
    ("games", "colours"),
    [
        ([("Ann", "Ben"), ("Ben", "Ann")], (1, 0)),
        ([("Ann", "Ben", "Cem"), ("Cem", "Ann"), ("Cem", "Ben")], (2, 1)),
        # A table where more have played than there are colours: two at one table never share one.
        ([tuple("ABCDEF"), tuple("AG"), tuple("HBA"), tuple("CH")], (2, 0)),
    ],
)
def test_a_player_has_one_colour_in_all_games_of_a_table(
    store: Store, games: list[tuple[str, ...]], colours: tuple[int, ...]
) -> None:
    table = lay_table(store, games[0])
    for players in games[1:]:
        table = play_on(table, players)
    assert table.get().colours == colours


def test_points_brought_along_count_for_the_target(store: Store) -> None:
    table = lay_table(store, target=50)
    table.record(150)
    later = table.do(change_players, table.links.edit, players=["Ann", "Cem"], joining={"Cem": 0}, dealer=0)
    following = Table(store, later.links)
    with store.writing() as session:
        game = get_game(session, following.links.edit, to="edit")
        record_round(session, game, points(140, game.side_names), new_key())
    assert following.ask(score_kept_game).winners == ("Ann",)


def test_undo_takes_a_change_of_players_back_while_the_next_game_has_no_round(store: Store) -> None:
    table = lay_table(store)
    table.record(150)
    started = table.do(change_players, table.links.edit, players=["Ann", "Cem"], joining={}, dealer=0)
    table.do(undo)
    assert not table.get().continued
    assert find_table_games(store, table.links.edit) == [1]
    table.do(redo)
    assert table.get().continued
    assert find_table_games(store, table.links.edit) == [1, 2]
    with store.writing() as session:
        game = get_game(session, started.links.edit, to="edit")
        record_round(session, game, points(150, game.side_names), new_key())
    with pytest.raises(NotAllowedHere, match="Game 2 has rounds"):
        table.do(undo)
    assert table.get().continued


def test_rounds_that_were_agreed_and_played_are_not_played_again(store: Store) -> None:
    rules = get_rule_set("min-hwatu")
    with store.writing() as session:
        links = start_game(
            session, rule_set=rules, options=parse_options(rules, {"rounds": 5}), players=["Ann", "Ben"]
        ).links
        for _ in range(2):
            game = get_game(session, links.edit, to="edit")
            document = points(120).document()
            record_round(session, game, parse_entry(document, rules, game.side_names), new_key())
    table = Table(store, links)
    started = table.do(change_players, table.links.edit, players=["Ann", "Cem"], joining={}, dealer=0)
    assert started.game.options.rounds == 3


def test_a_game_that_is_over_does_not_go_on_with_others(store: Store) -> None:
    table = lay_table(store)
    table.record(150)
    table.do(end_game)
    with pytest.raises(NotAllowedHere, match="rematch"):
        table.do(change_players, table.links.edit, players=["Ann", "Cem"], joining={}, dealer=0)


def test_a_deleted_game_opens_nowhere_until_it_is_brought_back(store: Store) -> None:
    table = lay_table(store)
    table.record(150)
    second = play_on(table)
    table.do(delete_game)
    for token in (table.links.edit, table.links.view):
        with store.reading() as session, pytest.raises(GameDeleted):
            get_game(session, token, to="view")
    assert find_table_games(store, second.links.edit) == [2]
    table.do(recover_game)
    assert score(table) == {"Ann": 30, "Ben": 0}
    assert [change.kind for change in table.ask(list_changes)][:2] == ["recover", "delete"]
    assert table.ask(find_undo).kind == "add"
    table.do(undo)
    assert table.points() == []


def test_a_deleted_game_is_kept_for_thirty_days(store: Store) -> None:
    now = datetime.datetime(2026, 11, 23, 20, tzinfo=datetime.UTC)
    with time_machine.travel(now, tick=False):
        table = lay_table(store)
        second = play_on(table)
        table.do(delete_game)
        second.do(delete_game)
    with time_machine.travel(now + datetime.timedelta(days=30), tick=False):
        lay_table(store)
    assert table.ask(list_changes)
    with time_machine.travel(now + datetime.timedelta(days=30, seconds=1), tick=False):
        lay_table(store)
    with pytest.raises(NoSuchGame):
        table.ask(list_changes)
    with store.reading() as session:
        connection = session.connection()
        assert len(connection.execute(GAMES.select()).all()) == 2
        assert len(connection.execute(CARD_TABLES.select()).all()) == 2


def test_the_second_game_of_a_table_outlives_the_first(store: Store) -> None:
    now = datetime.datetime(2026, 11, 23, 20, tzinfo=datetime.UTC)
    with time_machine.travel(now, tick=False):
        table = lay_table(store)
        second = play_on(table)
        table.do(delete_game)
    with time_machine.travel(now + datetime.timedelta(days=31), tick=False):
        third = play_on(second)
    assert third.links.edit == f"{table.links.edit}~3"
    assert find_table_games(store, table.links.edit) == [2, 3]


def test_an_archived_game_is_as_it_was_and_says_so_in_lists(store: Store) -> None:
    table = lay_table(store)
    table.do(archive_game, archived=True)
    table.record(150)
    with store.reading() as session:
        assert [line.archived for line in find_games(session, [table.links.edit])] == [True]
    table.do(undo)
    table.do(undo)
    assert not table.get().archived


def list_won(table: Table) -> list[tuple[str, ...]]:
    """The winners of each game of the table."""
    with table.store.reading() as session:
        outcomes = list_outcomes(session, open_table(session, table.links.view))
    return [
        tuple(name for side in each.count.sides if side.wins for name in side.players) for each in outcomes
    ]


def test_the_outcome_of_a_game_that_has_changed_is_made_anew(store: Store) -> None:
    table = lay_table(store, target=30)
    assert list_won(table) == [()]
    table.record(150)
    assert list_won(table) == [("Ann",)]
    second = play_on(table)
    second.record(100)
    assert list_won(table) == [("Ann",), ()]
    table.do(correct_round, table.ask(get_round, 1).version, points(90))
    assert list_won(table) == [("Ben",), ()]
    table.do(rename_players, ["Ann", "Bea"])
    assert list_won(table) == [("Bea",), ()]
    second.do(delete_game)
    assert list_won(table) == [("Bea",)]


def test_no_more_outcomes_are_remembered_than_there_is_room_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcomes, "MAX_OUTCOMES", 2)
    table = lay_table(store)
    for _ in range(3):
        play_on(table)
    for _ in range(2):
        assert list_won(table) == [()] * 4
    assert len(store.outcomes) == 2
