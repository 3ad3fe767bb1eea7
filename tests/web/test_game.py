"""The page of a game: totals, the next deal, rounds, undo and redo, the end, the winner."""

import re
from urllib.parse import urlsplit

from flask import Flask

from companion.rules import get_rule_set
from tests.web.table import Table, by_points, expect_words, read_notices, read_totals, read_words


def read_side(text: str, side: int) -> str:
    """What the totals say of a side, in the order of the page."""
    return read_words(re.findall(r'<li class="total .*?</li>', text, re.DOTALL)[side])


def read_menu(text: str) -> str:
    return text.partition('class="menu"')[2].partition("</details>")[0]


def test_totals_distance_and_the_next_deal_follow_a_round(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(115, 125, yaku_1=["dragon"]))
    text = table.get(game)
    assert read_totals(text) == [0, 30]
    assert "leads · 170 to go" in text
    assert "leads" not in read_side(text, 0)
    # Ben had the most points in the round, and deals.
    for words in ("last round +30 Dragon bonus", "Ben deals"):
        assert words in read_side(text, 1)
    assert "Ben deals: 10 cards each, 8 to the field. Ann starts." in read_words(text)
    assert "Enter round 2" in text
    assert "Round 1 is saved: Ann 0 · Ben +30." in read_notices(text)


def test_undo_names_its_step_and_redo_brings_it_back(table: Table) -> None:
    game = table.start("Ann", "Ben")
    # Where nobody scored, no player is named.
    table.record(game, by_points(120, 120))
    text = table.get(game)
    assert ">Undo: round 1</button>" in text
    assert "Score details of round 1, <bdi>Ben</bdi>" in text
    table.record(game, by_points(125, 115, yaku_0=["dragon"]))
    assert "Undo: round 2, Ann +30" in table.get(game)
    for press, totals, said, offered in (
        ("undo", [0, 0], "Undone: round 2, Ann +30.", "Redo: round 2"),
        ("redo", [30, 0], "Redone: round 2, Ann +30.", "Undo: round 2, Ann +30"),
    ):
        table.press(game, press)
        text = table.get(game)
        assert read_totals(text) == totals
        assert said in read_notices(text)
        assert offered in text


def test_undo_takes_back_only_the_step_that_its_button_named(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for points in ((125, 115), (130, 110)):
        table.record(game, by_points(*points))
    seen = re.findall(r'name="seen" value="(\d+)"', table.get(game))[0]
    for _ in range(2):
        table.post(f"{game}/undo", {"seen": seen})
        assert table.totals(game) == [5, 0]
    table.post(f"{game}/undo", {"seen": "the last"})
    expect_words(table.get(game), "Which change? Please open the game again.")
    assert table.totals(game) == [5, 0]


def test_the_higher_total_wins_and_the_page_says_so(table: Table) -> None:
    game = table.start("Ann", "Ben", target="50")
    table.record(game, by_points(175, 65))
    text = table.get(game)
    assert "Round 1 is saved: Ann +55 · Ben 0." in read_notices(text)
    for words in ("<bdi>Ann</bdi> wins", "Rematch", "Final scores"):
        assert words in text
    assert "to go" not in text


OF_A_GAME = (
    "", "/rounds/new", "/rounds/1", "/rounds/1/why", "/players", "/share", "/history", "/house-rules",
    "/rules", "/rulings/four-on-field", "/print", "/copies", "/delete", "/again",
)  # fmt: skip


def test_every_page_of_a_game_has_one_header_back_menu_search(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(150, 90))
    view = table.view_link(game)
    kept = game.replace("/g/", "/t/")
    ways = ["rules", "print", "copies", "history"]
    pages = [(game + page, game) for page in OF_A_GAME] + [(view, view), (f"{view}/rounds/1/why", view)]
    for page, link in [
        *pages,
        (kept, game),
        (f"{kept}/statistics", game),
        (view.replace("/v/", "/t/"), view),
    ]:
        bar = table.get(page).partition('class="bar"')[2].partition("</header>")[0]
        way_back = "/" if page == link else kept if page.startswith(kept + "/") else link
        assert re.findall(r'class="bar__back" href="([^"]+)"', bar) == [way_back], page
        assert 'aria-label="Search"' in bar, page
        lines = re.findall(r'<a href="([^"]+)"', read_menu(bar))
        assert [f"{link}/{way}" for way in ways if f"{link}/{way}" not in lines] == [], page
        assert len(lines) == (7 if link == game else 5), page
        assert (f"{link}/players" in lines) is (link == game), page


def test_what_left_the_menu_is_on_the_page_it_belongs_to(table: Table) -> None:
    game = table.start("Ann", "Ben")
    view = table.view_link(game)
    for link in (game, view):
        assert f'href="{link}/house-rules"' in table.get(f"{link}/rules")
    for part in ("end", "archive", "delete"):
        assert f'"{game}/{part}"' in table.get(f"{game}/history")
        assert f"/{part}" not in table.get(f"{view}/history")
    table.post(f"{game}/end", {})
    assert f'"{game}/end"' not in table.get(f"{game}/history")


def test_a_new_round_is_shown_large_once_and_where_a_page_follows(table: Table) -> None:
    """A correction is none, nor is what was saved before this page asked."""
    game = table.start("Ann", "Ben")
    begun = table.client.get(game, headers={"X-Follow": "-"})
    assert begun.status_code == 200
    assert "total__gain" not in begun.text
    table.record(game, by_points(150, 90))
    text = table.get(game)
    assert re.findall(r'class="total__gain">(.*?)</b>', text) == ["+30", "0"]
    follows = [
        table.client.get(game, headers={"X-Follow": round_}).text.count("total__gain") for round_ in "-12"
    ]
    assert [table.get(game).count("total__gain"), *follows] == [0, 0, 2, 0]


def test_the_last_score_and_what_is_left_to_go_are_heard_apart(table: Table) -> None:
    """The finding: "+5" and "155 to go" ran together for a screen reader."""
    game = table.start("Ann", "Ben", target="160")
    table.record(game, by_points(125, 115))
    text = re.sub(r'<span class="total__dot" aria-hidden="true">.*?</span>', "", table.get(game))
    notes = re.findall(r'<span class="total__note total__notes">(.*?)</li>', text, re.DOTALL)
    heard = [re.sub(r"<.*?>|\n *", "", one) for one in notes]
    assert [one for one in heard if "to go" in one and not re.search(r"\d.*, .*to go", one)] == []
    assert "to go" in "".join(heard)


def test_method_b_has_no_floor_among_its_words(table: Table) -> None:
    for method in "AB":
        game = table.start("Ann", "Ben", method=method, target="50")
        table.record(game, by_points(150, 90))
        pages = table.get(game).lower() + table.get(f"{game}/rounds/1/why").lower()
        assert ("floor" in pages) is (method == "A")


def test_equal_totals_share_the_win_and_the_chart_has_a_line_for_each_side(table: Table) -> None:
    game = table.start("Ann", "Ben", target="25")
    table.record(game, by_points(130, 110))
    table.record(game, by_points(110, 130, yaku_0=["sakura-1"], yaku_1=["sakura-4"]))
    text = table.get(game)
    assert "<bdi>Ann and Ben</bdi> share the win" in text
    assert text.count("<polyline") == 2
    assert 'aria-label="Totals of Ann and Ben after each round' in text


def test_a_team_is_shown_with_its_players_where_its_name_does_not_say_them(table: Table) -> None:
    for teams, shown in (("Moon", "Wind"), ["Ann and Cem", "Ben and Dee"]), (("Ann & Cem", "Ben & Dee"), []):
        named = {f"team_{place}": name for place, name in enumerate(teams)}
        game = table.start("Ann", "Ben", "Cem", "Dee", sides="2", target="40", **named)
        table.record(game, by_points(130, 110))
        assert re.findall(r'total__note"><bdi>(.*?)<', table.get(game)) == shown
        table.record(game, by_points(240, 0))
        assert re.findall(r'total__note"><bdi>(.*?)<', table.get(game)) == shown


def test_a_game_may_be_ended_early_and_taken_up_again(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(130, 110))
    table.post(f"{game}/end", {})
    text = table.get(game)
    assert "<bdi>Ann</bdi> wins" in text
    assert "Continue this game" in text
    assert "Undo: " not in text
    assert "Enter round" not in text
    table.post(f"{game}/resume", {})
    assert "Enter round 2" in table.get(game)


def test_rounds_stand_newest_first_and_come_in_pages(table: Table) -> None:
    game = table.start("Ann", "Ben", target="100000")
    for number in range(23):
        key = {"key": f"round-{number:04}", "seen": str(number + 1)}
        table.post(f"{game}/rounds/new", {**by_points(130, 110), **key})
    listed = re.compile(rf'href="{game}/rounds/(\d+)/why["?]')
    text = table.get(game)
    assert list(dict.fromkeys(listed.findall(text))) == [str(number) for number in range(23, 3, -1)]
    assert f'href="{game}?below=4"' in text
    earlier = table.get(f"{game}?below=4")
    # The totals lead to the last round.
    assert list(dict.fromkeys(listed.findall(earlier))) == ["23", "3", "2", "1"]
    assert re.findall(rf'href="{game}\?below=(\d+)">(.*?)</a>', earlier) == [("24", "Later rounds")]
    for odd in ("0", "-3", "99999999999999999999", "x", ""):
        table.get(f"{game}?below={odd}")


def test_who_looks_on_sees_totals_and_why_and_is_offered_nothing_to_press(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(130, 110))
    view, viewer = table.view_link(game), Table(app.test_client())
    text = viewer.get(view)
    assert read_totals(text) == [10, 0]
    why = viewer.get(f"{view}/rounds/1/why")
    assert "Card points" in why
    assert not re.search(f"<form|Enter round|Correct round|{game.rsplit('/', 1)[1]}", text + why)


def test_a_rematch_is_dealt_by_whoever_would_deal_next(table: Table) -> None:
    game = table.start("Ann", "Ben", target="20")
    table.record(game, by_points(100, 140))
    assert re.search(r'name="first-dealer" value="1" checked', table.get(f"{game}/again"))
    rematch = {"player-0": "Ann", "player-1": "Ben", "first-dealer": "1"}
    again = urlsplit(table.post(f"{game}/again", rematch).location).path
    assert again != game
    assert "Ben deals: 10 cards" in read_words(table.get(again))


def test_initials_of_sides_are_never_the_same(table: Table) -> None:
    text = table.get(table.start("Ann", "Abe", "Anton", "Åsa", "A", "Ann Lee"))
    initials = re.findall(r'<span class="badge owner--\d" aria-hidden="true">([^<]+)<', text)
    assert len(set(initials)) == 6


def test_a_game_says_its_rule_set_and_what_its_target_counts(table: Table) -> None:
    assert get_rule_set("kwado-1982").name in table.get(table.start("Ann", "Ben", game="kwado-1982"))
    rules = {"game": "sakura", "fields-of": "sakura", "length": "target", "options/count": "victories"}
    assert "Sakura · to 5 victories<" in table.get(table.start("Ann", "Ben", target="5", **rules))


def test_the_winner_stands_first_when_play_goes_on_after_the_end(table: Table) -> None:
    """Ben wins with 345; then Ann makes 325. Heading, standing, chart, record and data say the same."""
    bright_yaku = ["five-brights", "dragon", "sakura-1", "sakura-2", "sakura-3", "sakura-4"]
    game = table.start("Ann", "Ben")
    table.record(game, by_points(155, 85, yaku_0=["four-iris", "sakura-6", "sakura-7", "sakura-8"]))
    table.record(game, by_points(50, 190, yaku_1=[*bright_yaku, "four-maple"]))
    assert not re.search("played after the end|chart__end", table.get(game))
    table.record(game, by_points(200, 40, yaku_0=bright_yaku))
    text = table.get(game)
    assert read_totals(text) == [155, 345]
    assert "<bdi>Ben</bdi> wins</h1>" in text
    assert "chart__end" in text
    words = read_words(text)
    for said in (
        "1 round was played after the end. The winner stays Ben .",
        "1. B Ben 345 with all 3 rounds 345 2. A Ann 480 with all 3 rounds 155",
        "The game was won by Ben in round 2; this round came after it.",
    ):
        assert said in words
    # A correction that leaves the winner says what Ben won with, not what Ann has by now.
    table.correct(game, 3, {"points/0": "210", "points/1": "30"})
    notices = re.sub("[\u2068\u2069]", "", read_notices(table.get(game)))
    assert "Ben had already won with 345." in notices


def test_after_a_tie_the_page_says_why_who_deals(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem")
    for points, said in (
        ((100, 100, 40), "Ann and Ben tied in the last round. Ann deals again."),
        ((40, 100, 100), "Ben and Cem tied in the last round. The next player after the dealer deals."),
    ):
        table.record(game, by_points(*points))
        assert said in read_words(table.get(game))
    table.record(game, by_points(100, 80, 60))
    assert " tied in" not in table.get(game)
