"""The table's page, players who change, games put away: as phones without scripts see them."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from companion.web.filters import ago
from tests.web.games.test_copies import bring_in, save
from tests.web.pages import RACE
from tests.web.table import Table, by_points, expect_words, read_fields, read_words, to_table

WON = by_points(220, 20)


def play_to_the_end(table: Table, game: str) -> None:
    """Ann wins to 200 by method A: two rounds of 100 above the floor."""
    for _ in range(2):
        table.record(game, WON)


def read_part(page: str, part: str) -> dict[str, str | list[str]]:
    """What a part of “Players and seats” holds."""
    form = re.search(rf'<form[^>]*id="{part}">.*?</form>', page, re.S)
    assert form, f"this game has no part {part}"
    return read_fields(form[0])


def change(table: Table, game: str, part: str, status: int = 302, **fields: str | list[str]) -> str:
    """The page that answers to a part of “Players and seats”, with these fields typed."""
    typed = {name.replace("_", "-"): value for name, value in fields.items()}
    shown = read_part(table.get(f"{game}/players"), part)
    return table.post(f"{game}/players", shown | typed, status).text


def read_tallies(page: str) -> list[tuple[str, str, str]]:
    """Each player with the games won and the points."""
    tally = (
        r'<bdi>(\w+)</bdi></span> <b class="tallies__won">(\d+)</b> <span class="tallies__points">([^<]+)<'
    )
    return re.findall(tally, page)


def test_a_rematch_stays_at_the_table_which_counts_who_won_and_a_viewer_sees_it(table: Table) -> None:
    first = table.start("Ann", "Ben")
    play_to_the_end(table, first)
    expect_words(table.get(first), ">Rematch<")
    second = table.rematch(first)
    assert second == f"{first}~2"
    # An earlier game leads to the one that is played.
    expect_words(table.get(first), f'href="{second}">Game 2 of this table', never=[">Rematch<"])
    page = table.get(to_table(second))
    expect_words(page, f'href="{first}"', f'href="{second}"', "Continue game 2")
    assert read_tallies(page) == [("Ann", "1", "200 points"), ("Ben", "0", "0 points")]
    # Who may only look sees the table and changes nothing.
    view = table.view_link(second)
    expect_words(table.get(to_table(view)), "Follow game 2", never=["Rematch", "/g/"])
    play_to_the_end(table, second)
    page = table.get(to_table(first))
    expect_words(page, ">Rematch<", never=["<b>Ann</b>"])
    assert read_tallies(page)[0] == ("Ann", "2", "400 points")
    assert re.search(r"Games won</a>: .*Ann</bdi> <b>2</b>.*Ben</bdi> <b>0</b>", table.get(second))


def test_points_of_different_games_are_not_added_up(table: Table) -> None:
    """Games won are counted over all of them. A game without a round adds nothing."""
    game = table.start("Ann", "Ben", target="30")
    table.record(game, by_points(150, 90))
    expect_words(table.get(to_table(game)), "30 points", "Points are those of all games together.")
    typed = {"game": "koikoi-modern", "fields-of": "koikoi-modern", "player-0": "Ann", "player-1": "Ben"}
    table.post(f"{game}/again", typed)
    expect_words(table.get(to_table(game)), "30 points")
    table.record(f"{game}~2", RACE)
    page = table.get(to_table(game))
    expect_words(page, "Points of different games are not added up.", never=["tallies__points"])
    assert re.findall(r'tallies__won">(\d)<', page) == ["1", "0"]


def test_who_sat_out_every_round_won_no_game_and_who_came_in_with_points_played_for_them(
    table: Table,
) -> None:
    """Ann −5, Ben −40, Cleo out of every round: Ann wins, and has a place before both."""
    game = table.start("Ann", "Ben", "Cleo", game="by-points")
    table.record(game, {"points/0": "-5", "points/1": "-40", "sits_out": "2"})
    expect_words(read_words(table.get(game)), "last round −5 , · leads", "Undo: round 1, Ann −5")
    table.post(f"{game}/end", {})
    page = read_words(table.get(to_table(game)))
    expect_words(page, "Ann 1 −5 points", "Cleo 0 0 points", "−5 won −40 did not play")
    places = re.findall(r'total__place">(\d)\..*?<bdi>(\w+)<', table.get(game), re.S)
    assert places == [("1", "Ann"), ("2", "Ben"), ("3", "Cleo")]
    expect_words(table.get(to_table(game, "/statistics")), ">Ann<", never=[">Cleo<"])
    # Dan comes in with 50, and sits out all rounds that are left: he wins, with no best round.
    second = table.start("Ann", "Ben", game="by-points")
    table.record(second, {"points/0": "5", "points/1": "4"})
    change(table, second, "players", stays=["0", "1"], join_0="Dan", points_0="50")
    table.record(f"{second}~2", {"points/0": "5", "points/1": "4", "sits_out": "2"})
    table.post(f"{second}~2/end", {})
    expect_words(read_words(table.get(to_table(f"{second}~2"))), "Dan 1 0 points")
    expect_words(read_words(table.get(to_table(second, "/statistics"))), "of 0 rounds · won 1 of 1 game")


def test_a_long_evening_is_shown_in_pages_of_twenty_games(table: Table) -> None:
    first = game = table.start("Ann", "Ben", target="30")
    for _ in range(22):
        table.record(game, WON)
        game = table.rematch(game)
    latest = table.get(to_table(first))
    [address] = re.findall(r'href="([^"]+)#games">Earlier games', latest)
    earliest = table.get(address)
    expect_words(latest, never=["Latest games"])
    expect_words(earliest, "Continue game 23", "Latest games", never=["Earlier games"])
    for page, numbers in ((latest, range(23, 3, -1)), (earliest, range(3, 0, -1))):
        assert re.findall(r'rounds__number">(\d+)<', page) == [*map(str, numbers)]
        assert read_tallies(page)[0][:2] == ("Ann", "22")


def test_new_names_the_dealer_and_the_seats_are_said_and_can_be_undone(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem")
    table.record(game, by_points(150, 60, 30))
    for typed, said in (
        ({"name_0": "Anna"}, ["Names saved.", "Undo: new names", "Anna"]),
        (
            {"place_0": "2", "place_1": "1", "place_2": "3", "dealer": "2"},
            ["Cem deals the next round.", "<b><bdi>Cem</bdi></b> deals", "<b><bdi>Ben</bdi></b> starts"],
        ),
        (
            {"name_0": "Annie", "dealer": "1"},
            ["Names saved. Ben deals the next round.", "<b><bdi>Ben</bdi></b> deals", "Annie"],
        ),
    ):
        change(table, game, "names", **typed)
        expect_words(table.get(game), *said)
    expect_words(table.get(f"{game}/rounds/1/why"), "Annie")
    said = ("Names were changed: Ann is now Anna.", "Seats or dealer were changed")
    expect_words(table.get(f"{game}/history"), *said)
    for _ in range(4):
        table.press(game, "undo")
    expect_words(table.get(game), "<b><bdi>Ann</bdi></b> deals", never=["Anna"])


def test_names_that_two_phones_change_at_once_are_asked_about(table: Table) -> None:
    game = table.start("Ann", "Ben")
    typed = read_part(table.get(f"{game}/players"), "names")
    change(table, game, "names", name_0="Anna")
    answer = table.post(f"{game}/players", {**typed, "name-0": "Hanna"}, 422).text
    expect_words(answer, "Names were changed on another phone.", 'value="Hanna"')
    expect_words(table.get(game), never=["Hanna"])


def test_names_seats_and_players_that_do_not_do_are_refused_at_their_field_and_nothing_is_saved(
    table: Table,
) -> None:
    game = table.start("Ann", "Ben", "Cem")
    teams = table.start("Ann", "Ben", "Cem", "Dee", sides="2")
    before = read_words(table.get(game))
    for part, typed, said in (
        ("names", {"name_0": "Ben"}, ("Two players are called", "name-1-fault")),
        ("names", {"name_0": ""}, ("name-0-fault",)),
        ("names", {"name_0": "x" * 41}, ("40", "name-0-fault")),
        ("names", {"place_0": "2"}, ("Give each player another place, from 1 to 3.",)),
        # Of two faults, or one, nothing is saved by halves.
        ("names", {"name_0": "Ben", "dealer": "1"}, ("Two players are called",)),
        ("names", {"name_0": "Annie", "dealer": "7"}, ()),
        ("players", {"stays": ["0", "1", "2"]}, ("Untick who leaves",)),
        ("players", {"stays": ["0"]}, ("is not for 1 players",)),
        ("players", {"join_0": "Dee", "points_0": "ten"}, ("“ten” is not a number",)),
        ("players", {"join_0": "Ann"}, ("Two players are called",)),
        # All faults at once, each at its field, and what was typed comes back.
        (
            "players",
            {"stays": ["0"], "points_0": "99999999", "points_1": "\u2212x"},
            (
                "is not for 1 players",
                "Points: “99999999” is too large",
                "points-0-fault",
                "points-1-fault",
                "99999999",
            ),
        ),
    ):
        expect_words(change(table, game, part, 422, **typed), *said)
    assert read_words(table.get(game)) == before
    answer = change(table, teams, "names", 422, place_1="3", place_2="2")
    expect_words(answer, "partners do not sit together", "Teams cannot change during a game.")
    # A team keeps the name that was typed, and else follows its players.
    change(table, teams, "names", name_0="Annie", team_1="Foxes")
    expect_words(read_words(table.get(teams)), "Annie &amp; Cem", "Foxes")


def read_colours(page: str) -> str:
    """The numbers of the colours of the badges of a page."""
    return "".join(re.findall(r'class="badge owner--(\d)', page))


def test_a_side_has_one_colour_on_all_pages_of_its_table(table: Table) -> None:
    """Teams, all alone, two of them, and the teams again: every page shows what the game does."""
    four = ("Ann", "Ben", "Cem", "Dan")
    teams = {"sides": "2", "team-0": "Cranes", "team-1": "Moons"}
    game = table.start(*four, **teams)
    table.record(game, by_points(150, 90))
    for names, sides, colours in (
        (four, {"sides": "alone"}, "3456"),
        (four[2:], {"sides": "alone"}, "56"),
        (four, teams, "1212"),
    ):
        players = {f"player-{seat}": name for seat, name in enumerate(names)}
        typed = {"first-dealer": "0", **players, **sides}
        asked = table.post(f"{game}/again", {**typed, "show": "seating"}, 200).text
        game = urlsplit(table.post(f"{game}/again", typed).location).path
        for page in (asked, table.get(f"{game}/players")):
            assert read_colours(page).startswith(colours), names
    # They came in the order of the teams.
    assert read_colours(table.get(to_table(game))).startswith("3546")
    said = table.get(to_table(game) + "/statistics")
    assert re.search(r"badge owner--6[^>]*>D<", said)
    assert not re.search(r"badge owner--[12]", said)


def test_how_long_ago_is_said_in_words() -> None:
    now = datetime.now(UTC)
    for minutes, said in (
        (1, "just now"),
        (59, "59 minutes ago"),
        (60, "1 hour ago"),
        (47 * 60, "47 hours ago"),
    ):
        assert ago(now - timedelta(minutes=minutes, seconds=1)) == said
    assert ago(datetime(2026, 1, 2, tzinfo=UTC)) == "2 January 2026"


def test_a_player_leaves_another_joins_with_points_and_the_game_goes_on(table: Table) -> None:
    """Three sides have a floor of 80: 150 card points are a net of 70."""
    game = table.start("Ann", "Ben", "Cem")
    table.record(game, by_points(150, 60, 30))
    change(table, game, "players", stays=["0", "1"], join_0="Dee", points_0="25")
    page = table.get(f"{game}~2")
    expect_words(page, "The game goes on with")
    assert table.totals(f"{game}~2") == [70, 0, 25]
    # Dee has a colour of her own, and not that of Cem.
    assert re.findall(r"badge[^\"]* owner--(\d)", page)[:3] == ["1", "2", "4"]
    expect_words(table.get("/"), "No round yet with these players")
    first = table.get(game)
    expect_words(first, "Went on with other players", "Game 2 of this table", never=["Enter round"])
    table.record(f"{game}~2", by_points(150, 60, 30))
    expect_words(table.get(f"{game}~2"), "From the game before: Ann 70, Dee 25.")
    [seen] = re.findall(r'name="seen" value="([\d-]+)"><button class="button">Undo: the change of', first)
    expect_words(table.post(f"{game}/undo", {"seen": seen}, 409).text, "Game 2 has rounds already.")
    expect_words(table.get(to_table(game)), "went on with other players", "140 points")


def test_points_with_a_decimal_place_go_out_and_come_in_again_exact(table: Table) -> None:
    fields = {"game": "by-points", "fields-of": "by-points", "options/tenths": "yes"}
    game = table.start("Ann", "Ben", **fields)
    for ann, ben in (("12,5", "\u22120.5"), ("0.1", "-0.7"), ("0,1", "3")):
        table.record(game, {"points/0": ann, "points/1": ben})
    page = table.get(game)
    expect_words(read_words(page), "12.7", "+0.1 total 12.6", "+3 total 1.8", "Totals by round")
    again = urlsplit(bring_in(table, save(table, game).data).location).path
    assert save(table, again, "csv").data == save(table, game, "csv").data
    # Who joins another game of theirs brings along what was exact.
    for address in (game, again):
        change(table, address, "players", stays=["0"], join_0="Cem")
        table.record(f"{address}~2", {"points/0": "0.3", "points/1": "0"})
        expect_words(read_words(table.get(f"{address}~2")), "From the game before: Ann 12.7", "total 13")
    once_more = urlsplit(bring_in(table, save(table, f"{again}~2").data).location).path
    assert save(table, once_more, "csv").data == save(table, f"{again}~2", "csv").data


def test_a_deleted_game_says_so_and_comes_back(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(170, 70))
    view = table.view_link(game)
    expect_words(table.get(f"{game}/delete"), "Delete this game?")
    table.post(f"{game}/delete", {})
    for page, status, said, never in (
        (game, 410, ["This game was deleted", "Bring it back"], []),
        (view, 410, [], ["Bring it back"]),
        ("/", 200, ["Tap to bring it back."], []),
        (to_table(game), 200, ["All games of this table were deleted."], []),
        (f"{view}/news", 410, [], []),
    ):
        expect_words(table.get(page, status), *said, never=never)
    table.post(f"{game}/rounds/new", by_points(1, 239), 410)
    table.post(f"{game}/recover", {})
    expect_words(table.get(game), "The game is back.", "After round 1", "Undo: round 1", never=["Redo"])


def test_an_archived_game_stands_apart_on_home(table: Table) -> None:
    game, other = table.start("Ann", "Ben"), table.start("Cem", "Dee")
    table.post(f"{game}/archive", {})
    playing, _, apart = table.get("/").partition("Archived and deleted")
    expect_words(apart, game)
    expect_words(playing, other, never=[game])
    expect_words(table.get(to_table(game)), "archived")
    table.post(f"{game}/unarchive", {})
    expect_words(table.get("/"), never=["Archived and deleted"])
