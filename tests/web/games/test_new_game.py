"""Starting a game: two names and one tap, or everything that a table may agree."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from markupsafe import escape
from playwright.sync_api import Browser, Page, expect

from companion.rules import RULE_SET_IDS, get_rule_set
from tests.web.phone import open_phone
from tests.web.table import Table, expect_words, name_field, read_faults, read_fields, read_words

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")
FOUR = NAMES[:4]


def by_seat(names: Any) -> dict[str, str]:
    return {f"player-{seat}": name for seat, name in enumerate(names)}


def show(table: Table, what: str, names: Any = (), **fields: str) -> str:
    """New game after a press that starts nothing: another game, the seating, a player more."""
    typed = {name_field(key): value for key, value in fields.items()}
    return table.post("/games/new", {**by_seat(names), "show": what, **typed}, 200).text


def read_deal(text: str) -> str:
    """What the table in the middle of the page says of the deal."""
    shown = re.findall(r'data-deal="\w+">(.*?)</p>', text)
    return "; ".join(re.sub(r"<[^>]+>", "", words) for words in shown)


def test_one_tap_starts_a_game_by_the_rules_of_1985_and_empty_seats_have_a_name(table: Table) -> None:
    dealt = "Ann deals: 10 cards each, 8 to the field. Ben starts."
    said = ("Kwa-Dō (1985) · method A · to 200", dealt, "Enter round 1")
    expect_words(read_words(table.get(table.start("Ann", "Ben"))), *said)
    for typed, players in (
        ([], ["Player 1", "Player 2"]),
        (["", ""], ["Player 1", "Player 2"]),
        (["", "", ""], ["Player 1", "Player 2", "Player 3"]),
        (["Ann", "  "], ["Ann", "Player 2"]),
        (["Ann", "", "Cem"], ["Ann", "Player 2", "Cem"]),
        # A seat after the last of two names is nobody's.
        (["Ann", "Ben", ""], ["Ann", "Ben"]),
    ):
        shown = read_fields(table.get(table.start(*typed) + "/again"))
        seated = [shown[f"player-{seat}"][0] for seat in range(6)]
        assert [name for name in seated if name] == players, typed
    assert 'placeholder="Player 2"' in table.get("/games/new")
    # Such a name is nobody's, and is not offered to the next game.
    assert "Player" not in "".join(re.findall(r'data-known="([^"]+)"', table.get("/games/new")))
    # A game of two, chosen where six seats were shown.
    page = show(table, "game", [""] * 6, game="koikoi-modern", fields_of="kwado-1985")
    assert re.findall(r'class="seats" data-seats="(\d)"', page) == ["2"]


MIN_HWATU = {"game": "min-hwatu", "fields_of": "min-hwatu"}
DEALS: list[tuple[int, dict[str, str], str]] = [
    (2, {}, "10 each, 8 to the field, 20 to draw"),
    (3, {}, "7 each, 6 to the field, 21 to draw"),
    (4, {}, "5 each, 8 to the field, 20 to draw"),
    (6, {}, "3 each, 12 to the field, 18 to draw"),
    # min-hwatu.md: with a joker 49 cards, 4 to each of five players and 8 to the field.
    (5, MIN_HWATU, "4 each, 8 to the field, 20 to draw"),
    (5, {**MIN_HWATU, "option_round_up": "joker"}, "4 each, 8 to the field, 21 to draw"),
    (4, {"game": "koikoi-hu", "fields_of": "koikoi-hu"}, "Koi-Koi by Hu is for 2 players"),
]


def test_the_deal_follows_the_number_of_players(table: Table) -> None:
    said = [read_deal(show(table, "seating", NAMES[:players], **rules)) for players, rules, _ in DEALS]
    assert said == [words for *_, words in DEALS]
    game = table.start(*NAMES[:5], option_round_up="joker", **MIN_HWATU)
    assert "<td>21</td>" in table.get(f"{game}/rules")


def test_partners_of_two_teams_sit_opposite_under_the_name_of_their_team(table: Table) -> None:
    badges = r"badge (owner--\d) badge--small[^>]*>(\w)<"
    text = show(table, "seating", FOUR, sides="2", first_dealer="1")
    expect_words(text, 'class="seats" data-seats="4" data-way="clockwise"')
    assert re.findall(badges, text)[:4] == [("owner--1", "A"), ("owner--2", "B")] * 2
    assert re.search(r'name="first-dealer" value="1" checked', text)
    game = table.start("Dora", "Emil", "Finn", "Gerd", sides="2", team_0="The Cranes")
    assert re.search(r"The Cranes\b.*Dora and Finn.*Emil &amp; Gerd", read_words(table.get(game)))
    seated = re.findall(badges, table.get(f"{game}/players"))[:4]
    assert seated == [("owner--1", "D"), ("owner--2", "E"), ("owner--1", "F"), ("owner--2", "G")]


def test_extra_points_of_five_or_seven_players_are_offered_to_them_only(table: Table) -> None:
    for players in (4, 5, 7):
        game = table.start(*NAMES[:players], game="min-hwatu", fields_of="min-hwatu")
        for page in ("/house-rules", "/again"):
            [field] = re.findall('<fieldset[^>]* id="options/round-up"[^>]*>', table.get(game + page))
            assert field.endswith("hidden>") is (players == 4)


REFUSED: list[tuple[Any, dict[str, Any], str]] = [
    (["Player 2", ""], {}, "Two players are called Player 2; give each another name."),
    (["Ann", "Ann"], {}, "Two players are called Ann; give each another name."),
    (["Ann", "B\x00en"], {}, "A name has no control characters."),
    (["Ann", "\u200b"], {}, "A name has at least one letter."),
    (["Ann", "花" * 40 + "札"], {}, "A name has at most 40 characters; this one has 41."),
    (["A" * 40, "Ben", "C" * 40, "Dee"], {"sides": "2"}, "too long for a team"),
    (NAMES[:2], {"target": "0"}, "target"),
    (NAMES[:2], {"target": "100001"}, "target"),
    (NAMES[:2], {"target": "true"}, "target"),
    (NAMES[:5], {"game": "kwado-1982"}, "Kwa-Dō (1982) is for 2 to 4 players, not 5."),
    (NAMES[:2], {"game": "poker"}, "Please choose one of these games."),
    (NAMES[:2], {"game": "by-points", "rules/name": "7"}, "A name has a letter in it, not only “7”."),
    (NAMES[:2], {"game": "by-points", "rules/name": "T" * 25}, "of own rules has at most 24 letters"),
    (NAMES[:3], {"sides": "2"}, "3 players do not form 2 teams in Kwa-Dō (1985)."),
    (NAMES[:2], {"sides": "3"}, "2 players do not form 3 teams in Kwa-Dō (1985)."),
    (FOUR, {"sides": "3"}, "4 players do not form 3 teams in Kwa-Dō (1985)."),
    (
        FOUR,
        {"sides": "2", "team-0": "Cranes", "team-1": " Cranes "},
        "Two teams are called Cranes; give each another name.",
    ),
    (FOUR, {"sides": "2", "team-0": "Cranes", "team-1": " Cranes "}, 'id="team-1-fault"'),
    (NAMES[:2], {"options/tie": "toss"}, 'id="options/tie-fault"'),
    (NAMES[:2], {"first-dealer": "3"}, "The first dealer must be one of the players."),
]


def test_what_cannot_be_played_is_refused_in_a_sentence_and_nothing_is_stored(table: Table) -> None:
    for names, fields, fault in REFUSED:
        text = table.post("/games/new", {**by_seat(names), **fields}, 422).text
        expect_words(text if "-fault" in fault else " ".join(read_faults(text)), fault)
    assert "Go on" not in table.get("/")


def test_a_refused_form_comes_back_with_all_that_was_typed(table: Table) -> None:
    typed = {
        "player-0": ["Ann"],
        "player-1": ["Ann"],
        "target": ["77"],
        "method": ["B"],
        "preset": ["ticked"],
        "yaku": ["dragon"],
        "options/tie": ["play-on"],
    }
    shown = read_fields(table.post("/games/new", typed, 422).text)
    assert {name: shown[name] for name in typed} == typed


def test_every_value_of_every_option_can_be_chosen(table: Table) -> None:
    """The first values of all options together, then the second ones, and so on. Slow: every rule set."""
    words = {True: "yes", False: "no"}
    for rule_set in map(get_rule_set, RULE_SET_IDS):
        turns = [({"preset": each.id}, [each.words]) for each in rule_set.presets]
        for turn in range(max(len(option.values) for option in rule_set.options)):
            chosen = [(option.id, option.values[turn % len(option.values)]) for option in rule_set.options]
            typed = {f"options/{option}": words.get(value, value) for option, (value, _) in chosen}
            turns.append((typed, [said for _, (_, said) in chosen]))
        for typed, said in turns:
            text = table.get(table.start("Ann", "Ben", game=rule_set.id, **typed) + "/house-rules")
            expect_words(text, *map(escape, said))


def test_the_same_table_plays_again_with_one_tap(table: Table) -> None:
    fields = {"sides": "2", "method": "B", "target": "300", "options/gaji": "sakura"}
    shown = read_fields(table.get(table.start(*FOUR, team_0="Cranes", **fields) + "/again"))
    typed = {**by_seat(FOUR), **fields, "team-0": "Cranes"}
    assert {name: shown[name] for name in typed} == {name: [value] for name, value in typed.items()}


def test_any_game_may_have_a_name_of_its_own_which_a_rematch_keeps(table: Table) -> None:
    assert 'name="rules/name"' not in table.get("/games/new")
    assert 'name="rules/name"' in show(table, "game", game="by-points", fields_of="kwado-1985")
    named = {"game": "by-points", "fields_of": "by-points", "rules/name": " Tichu "}
    game = table.start("Ann", "Ben", **named)
    expect_words(read_words(table.get(game)), "Any game, Tichu")
    again = table.get(f"{game}/again")
    assert read_fields(again)["rules/name"] == ["Tichu"]
    # On a later evening it is one tap.
    assert ">Any game, Tichu<" in table.get("/games/new")
    expect_words(read_words(table.get(table.start("Ann", "Ben", game="by-points"))), never=["Tichu"])


# Where the fold of the rules begins.
LINE = "<summary><span>"
WHY = "ethod B has no floor: bonuses are simply added"
# The pages of a game that was started by a table, and what they say.
PLAYED_BY: list[tuple[Any, dict[str, Any], dict[str, str]]] = [
    # Without a target, the easy method is played to five floors.
    (NAMES[:2], {"method": "B"}, {"": "to 600", "/house-rules": "<dd>600</dd>"}),
    (NAMES[:3], {"method": "B"}, {"": "to 400", "/house-rules": "<dd>400</dd>"}),
    (NAMES[:4], {"method": "B"}, {"": "to 300", "/house-rules": "<dd>300</dd>"}),
    (NAMES[:4], {"method": "B", "sides": "2"}, {"": "to 600", "/house-rules": "<dd>600</dd>"}),
    (NAMES[:3], {"method": "B", "target": "321"}, {"": "to 321", "/house-rules": "<dd>321</dd>"}),
    # By method B it does no harm when bonuses are said to be added.
    (
        NAMES[:2],
        {"method": "B", "target": "500", "option_bonus": "before-floor"},
        {
            "/house-rules": f"<dd>m{WHY}</dd>",
            "/rules": f"Not at your table: m{WHY}.",
            "/rulings/bonus-before-or-after": f"This changes nothing in your game: m{WHY}.",
        },
    ),
    (
        NAMES[:2],
        {"preset": "ticked", "yaku": ["dragon", "sakura-8"]},
        {"/house-rules": "<dd>Dragon bonus (phoenix on paulownia), Sakura 8 (poetry ribbons)</dd>"},
    ),
    # One line says what the game is played by.
    (NAMES[:2], {}, {"/again": f"{LINE}1985 · all bonuses · to 200 · Gaji off"}),
    (
        NAMES[:2],
        {"preset": "ribbons", "target": "300", "option_gaji": "sakura", "option_tie": "play-on"},
        {"/again": f"{LINE}1985 · standard bonuses · to 300 · Gaji on · 1 other house rule"},
    ),
    (
        NAMES[:2],
        {"method": "B", "preset": "none", "target": "500"},
        {"/again": f"{LINE}1985 · method B · no bonuses · to 500 · Gaji off"},
    ),
    (
        NAMES[:2],
        {"preset": "ticked", "yaku": ["dragon", "sakura-8"]},
        {"/again": f"{LINE}1985 · 2 bonuses · to 200 · Gaji off"},
    ),
    (NAMES[:2], {"game": "koikoi-modern"}, {"/again": f"{LINE}Today&#39;s rules · 12 rounds"}),
    (
        NAMES[:2],
        {"game": "sakura", "option_count": "victories", "length": "target", "target": "5"},
        {"/again": f"{LINE}All bonuses · to 5 victories · Gaji on · 1 other house rule"},
    ),
]


def test_pages_say_what_a_game_is_played_by(table: Table) -> None:
    for names, chosen, pages in PLAYED_BY:
        game = table.start(*names, **chosen)
        for page, said in pages.items():
            expect_words(table.get(game + page).replace("\u00a0", " "), said)


def test_a_game_with_a_floor_says_nothing_of_bonuses_that_are_simply_added(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for page in ("house-rules", "rules", "rulings/bonus-before-or-after"):
        text = table.get(f"{game}/{page}").partition("<main")[2]
        expect_words(text.split("<form")[0], never=["has no floor"])


def test_what_is_chosen_says_what_it_brings(table: Table) -> None:
    text = table.get("/games/new?game=kwado-1985")
    expect_words(
        read_words(text),
        "counts. Target: 200. Method B: the easy method",
        "All captured card points count. Agree on a target, say 600 for 2 sides, 400 for 3, "
        "300 for 4, 240 for 5, 200 for 6.",
        "Learner Yaku of iris, maple and willow Standard Month and ribbon yaku All Every bonus in the rules",
        "Dragon bonus (phoenix on paulownia)",
    )
    assert "terms" not in text.split("Start the game</button>")[1].split("</main>")[0]


def test_each_form_of_a_game_is_told_apart_and_has_its_length_in_the_fold(table: Table) -> None:
    forms = [get_rule_set(id_) for id_ in RULE_SET_IDS]
    hints = {each.hint for each in forms if sum(each.game == other.game for other in forms) > 1}
    assert len(hints - {""}) == len(hints) == 12
    for rule_set in forms:
        text = show(table, "game", fields_of="", game=rule_set.id, form=rule_set.id)
        titles = {preset.title for preset in rule_set.presets} & {"Learner", "Standard", "All", "Bakappana"}
        expect_words(read_words(text), rule_set.hint, *titles, never=sorted(hints - {rule_set.hint}))
        assert ['name="target"' in part for part in text.split("<summary>")] == [False, True]


def test_the_game_that_the_phone_played_last_stands_first_in_its_form(table: Table) -> None:
    games = [get_rule_set(id_) for id_ in RULE_SET_IDS]
    table.start("Ann", "Ben", game="koikoi-hu", fields_of="koikoi-hu")
    shown = re.findall(r'name="game" value="([^"]+)"( checked)?', table.get("/games/new"))
    others = dict.fromkeys(each.game for each in games if each.game != "Koi-Koi")
    assert shown[0] == ("koikoi-hu", " checked")
    assert [get_rule_set(id_).game for id_, _ in shown[1:]] == list(others)


def test_another_game_shows_its_own_options_and_its_form_without_losing_the_names(table: Table) -> None:
    for game, form, shown in (
        ("kwado-1985", "kwado-1982", "kwado-1982"),
        ("koikoi-modern", "kwado-1982", "koikoi-modern"),
        ("sakura", "poker", "sakura"),
    ):
        text = show(table, "game", ["Ann", "Ben"], fields_of="kwado-1985", game=game, form=form)
        fields = read_fields(text)
        assert [fields[name] for name in ("fields-of", "game", "player-0")] == [[shown], [shown], ["Ann"]]
        assert "options/declare" not in text


def test_the_players_of_earlier_evenings_sit_down_at_a_tap(table: Table) -> None:
    offered = re.compile(r'data-known="(\w+)">')
    assert offered.findall(table.get("/games/new")) == []
    older, newer = table.start("Ann", "Ben"), table.start("Cem", "Ann")
    for game in (older, newer):
        table.get(game)
    assert offered.findall(table.get("/games/new")) == ["Cem", "Ann", "Ben"]
    # Pressed twice, it seats Ann once.
    for first in ("", "Ann"):
        text = show(table, "name:Ann", [first, "Ben"])
        seated = [read_fields(text)[f"player-{seat}"] for seat in (0, 1)]
        assert (seated, offered.findall(text)) == ([["Ann"], ["Ben"]], ["Cem"])
    assert offered.findall(table.get(f"{older}/again")) == ["Cem"]


def ask_for_table(table: Table, names: Any, **fields: str) -> dict[str, Any]:
    """The fields of the page that asks whether these people go on with their table."""
    text = table.post("/games/new", {**by_seat(names), **fields}, 200).text
    expect_words(read_words(text), "The same table?", "Yours plays with the Japanese deck.")
    return read_fields(text)


def test_the_same_people_on_the_same_evening_are_asked_whether_they_go_on_with_their_table(
    table: Table,
) -> None:
    def answer(fields: dict[str, Any], which: str) -> str:
        return urlsplit(table.post("/games/new", fields | {"table": which}).location).path

    game = table.start("Ann", "Ben", "Cem", deck="japanese")
    typed = {"first-dealer": "2", "game": "sakura", "fields-of": "kwado-1985", "deck": "korean"}
    # As people read them, in any order; the statistics know them by the spelling of the table.
    shown = ask_for_table(table, ["cem", "  BEN", "Ann"], **typed)
    kept = {"player-0": ["Cem"], "player-1": ["Ben"], "player-2": ["Ann"], "first-dealer": ["2"]}
    assert shown | kept | {"game": ["sakura"]} == shown
    # Pressed again without an answer, it asks again, and nobody has joined anything.
    ask_for_table(table, ["Cem", "Ben", "Ann"], **typed)
    assert "~2" not in table.get("/")
    again = answer(shown, "same")
    assert (again, read_fields(table.get(f"{again}/again"))["deck"]) == (f"{game}~2", ["japanese"])
    apart = answer(shown, "new")
    assert not apart.startswith(game)
    # The last one is gone on with; "same" for other people is a table of their own.
    assert answer(shown, "same") == f"{apart}~2"
    assert "~" not in answer(by_seat(FOUR), "same")


def test_nobody_is_asked_of_other_people_of_another_day_or_of_a_game_that_they_may_only_watch(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    three = by_seat(NAMES[:3])
    game = table.start(*three.values())
    watcher = Table(table.client.application.test_client())
    watcher.get(table.view_link(game))
    for phone, people in ((table, by_seat(NAMES[:2])), (table, by_seat(FOUR)), (watcher, three)):
        phone.post("/games/new", people)
    monkeypatch.setattr("companion.web.games.games.EVENING", timedelta(0))
    table.post("/games/new", three)


# --- Under the finger -----------------------------------------------------------------------------


@pytest.fixture
def page(browser: Browser, live_server: str) -> Iterator[Page]:
    """New game on a phone of a new player."""
    context = open_phone(browser, "360", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{live_server}/games/new")
    yield page
    context.close()


IS_ONE_LINE = """(one) => (one.clientHeight || one.offsetHeight) < 20
  && one.scrollWidth <= one.parentElement.clientWidth"""
# Four more games, two with long names; then each name that leaves its tile, and each tile of another width.
MORE_GAMES = """() => {
  const games = document.querySelector(".games");
  for (const name of ["Hwatu of Kwangju and Cheju", "Hanafuda-Sechsundsechzig", "Six", "Eight"]) {
    const one = games.lastElementChild.cloneNode(true);
    one.querySelector(".games__tile span").textContent = name;
    games.append(one);
  }
  const tiles = [...games.querySelectorAll(".games__tile")];
  const width = tiles[0].getBoundingClientRect().width;
  return tiles.filter((tile) => {
    const [box, name] = [tile, tile.querySelector("span")].map((one) => one.getBoundingClientRect());
    return name.left < box.left || name.right > box.right || Math.abs(box.width - width) > 1;
  }).map((tile) => tile.textContent.trim());
}"""


def test_names_of_games_fit_on_the_smaller_phone_the_long_ones_of_ten_games_too(page: Page) -> None:
    """The findings: "Kwa-" and "Dō", and "Roppyakk" and "en" once chosen; long names under others."""
    for game in page.locator(".games__game").all():
        name = game.locator(".games__tile > span")
        for _ in ("as it is", "chosen"):
            assert name.evaluate(IS_ONE_LINE), name.inner_text()
            game.locator("input").check(force=True)
    assert page.evaluate(MORE_GAMES) == []


def fill_names(page: Page, *names: str) -> None:
    for seat, name in enumerate(names):
        if not page.locator(f"#player-{seat}").is_visible():
            page.get_by_role("button", name="Add seat").click()
        page.locator(f"#player-{seat}").fill(name)


def start_game(page: Page) -> None:
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/g/*")


# The badge of each seat, its name, and whether it deals or starts.
READ_SEATS = """() => [...document.querySelectorAll("[data-seat]:not([hidden])")].map((seat) => {
  const [badge, role] = [".badge", ".seats__role"].map((one) => seat.querySelector(one).innerText);
  return [badge, seat.querySelector(".input").value, role].filter(Boolean).join(" ");
})"""


def expect_seats(page: Page, *seats: str) -> None:
    assert page.evaluate(READ_SEATS) == list(seats)


def stands_above_start(page: Page, selector: str) -> bool:
    part, start = (page.locator(each).bounding_box() for each in (selector, ".set-up__start"))
    return part["y"] + part["height"] <= start["y"]


# The angle of each seat, by 0 for the first; whether it sits nearest to whoever holds the phone, and whether
# no two seats are one over the other.
READ_PLACES = """(direction) => {
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = middle(document.querySelector("[data-seats]"));
  const seats = [...document.querySelectorAll("[data-seat]:not([hidden])")].map(middle);
  const angles = seats.map(([left, top]) => Math.atan2(top - y, left - x) * direction);
  const round = 2 * Math.PI;
  return {
    turns: angles.map((angle) => (angle - angles[0] + 2 * round) % round),
    isFirstBelow: Math.abs(seats[0][0] - x) < 1 && seats[0][1] - y > 1,
    areApart: seats.every(([left, top], n) => seats.slice(n + 1).every(([other, below]) => (
      Math.abs(left - other) > 40 || Math.abs(top - below) > 40))),
    teams: [...document.querySelectorAll("[data-teams]:not([hidden]) [data-count]:not([hidden])")]
      .map((chip) => chip.dataset.count),
  };
}"""


def test_the_drawn_table_is_in_the_order_of_play_and_teams_are_offered_to_those_who_can_form_them(
    page: Page,
) -> None:
    teams = {2: [], 3: [], 4: ["2"], 5: [], 6: ["2", "3"]}
    for rule_set_id, direction, width in (("kwado-1985", 1, 360), ("sakura", -1, 1280)):
        page.set_viewport_size({"width": width, "height": 664})
        page.goto(page.url)
        page.locator(f'[name="game"][value="{rule_set_id}"]').check(force=True)
        page.locator(f'[name="fields-of"][value="{rule_set_id}"]').wait_for(state="attached")
        for count in teams:
            fill_names(page, *"ABCDEF"[:count])
            found = page.evaluate(READ_PLACES, direction)
            assert len(found["turns"]) == count
            in_order = {"turns": sorted(found["turns"]), "isFirstBelow": True, "areApart": True}
            assert found == in_order | {"teams": teams[count]}


DRAWN = """() => [...document.querySelectorAll("[data-seat]:not([hidden])")].map((seat) => [
  seat.innerText.replace(/\\s+/g, " "), seat.querySelector(".input").value,
  seat.querySelector(".badge").className, seat.className])"""
ASK_THE_SERVER = """() => document.querySelector("form[data-fields]")
  .requestSubmit(document.querySelector("[value=seating]"))"""


def test_the_script_draws_the_table_that_the_server_draws(page: Page) -> None:
    for names, teams in (
        (("", "Ben"), ""),
        (("Ann", "Alf", "Ben"), ""),
        (FOUR, "2"),
        (("花子", "e\u0301mile", "김", "Øystein", "محمد", "Øyvind"), "3"),
    ):
        page.goto(page.url)
        fill_names(page, *names)
        if teams:
            page.locator(f'[name="sides"][value="{teams}"]').check(force=True)
            page.locator("[data-rules] > summary").click()
            page.locator("#team-1").fill("Winds")
        deal = page.locator("[data-deal]:visible")
        drawn = (page.evaluate(DRAWN), deal.inner_text())
        assert len(drawn[0]) == len(names)
        page.evaluate(ASK_THE_SERVER)
        page.wait_for_load_state()
        page.locator("[data-shows]").first.wait_for(state="attached")
        assert (page.evaluate(DRAWN), deal.inner_text()) == drawn


def test_a_press_on_a_badge_chooses_the_first_dealer_and_one_on_a_known_name_takes_a_seat(page: Page) -> None:
    new_game = page.url
    fill_names(page, "", "Ben")
    expect_seats(page, "1 deals", "B Ben starts")
    fill_names(page, "Ann", "Ben", "Cem")
    expect_seats(page, "A Ann deals", "B Ben starts", "C Cem")
    page.locator(".seats__badge").nth(2).click()
    expect_seats(page, "A Ann starts", "B Ben", "C Cem deals")
    # Whoever leaves the table cannot deal.
    page.locator("#player-2").fill("")
    expect_seats(page, "A Ann deals", "B Ben starts", "3")
    fill_names(page, "Ann", "Ben", "Cem")
    page.locator("[name=first-dealer]").first.focus()
    page.keyboard.press("ArrowRight")
    expect_seats(page, "A Ann", "B Ben deals", "C Cem starts")
    start_game(page)
    assert "Ben deals" in page.locator("main").inner_text().replace("\n", " ")
    page.goto(new_game)
    known = {name: page.locator(f'[data-known="{name}"]') for name in ("Ann", "Ben", "Cem")}
    for name in ("Cem", "Ben"):
        known[name].click()
        expect(known[name]).to_be_hidden()
    page.locator("#player-1").fill("")
    expect(known["Ben"]).to_be_visible()
    known["Ann"].click()
    expect_seats(page, "C Cem deals", "A Ann starts")


def test_players_change_seats_by_a_drag_or_an_arrow_and_who_deals_still_deals(page: Page) -> None:
    fill_names(page, "Ann", "Ben", "Cem")
    page.locator("[data-seats]").evaluate("(seats) => seats.scrollIntoView()")
    badges, end = page.locator(".seats__badge"), page.locator("#player-2").bounding_box()
    # A drag that ends beside the table changes nothing, nor who deals.
    for seat, y in ((0, end["y"] + 20), (1, 4)):
        start = badges.nth(seat).bounding_box()
        page.mouse.move(start["x"] + 20, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(end["x"] + 20, y, steps=4)
        page.mouse.up()
        expect_seats(page, "C Cem starts", "B Ben", "A Ann deals")
    page.locator("#player-2").focus()
    page.keyboard.press("ArrowUp")
    expect_seats(page, "C Cem", "A Ann deals", "B Ben starts")
    expect(page.locator("#player-1")).to_be_focused()


def test_the_line_follows_when_the_rules_are_closed_and_players_stay(page: Page) -> None:
    fill_names(page, "Ann", "Ben")
    rules, line = page.locator("[data-rules]"), page.locator("[data-rules] > summary")
    line.click()
    expect(rules.get_by_text("all bonuses")).to_be_hidden()
    page.get_by_label("Standard").check()
    line.click()
    expect(line).to_contain_text("1985 · standard bonuses · to 200 · Gaji off")
    expect(rules.get_by_text("standard bonuses")).to_be_visible()
    expect_seats(page, "A Ann deals", "B Ben starts")
    # Another form of the game leaves them open, with its own choices.
    line.click()
    page.get_by_label("Kwa-Dō (1982)").check(force=True)
    expect(line).to_contain_text("1982 · all bonuses")
    expect(page.get_by_label("Learner")).to_be_visible()


def test_new_game_asks_for_two_names_and_for_one_more_at_a_tap(table: Table, page: Page) -> None:
    shown = re.compile(r'<input(?![^>]* disabled)[^>]* id="(player-\d)"')
    assert shown.findall(table.get("/games/new")) == ["player-0", "player-1"]
    assert len(shown.findall(show(table, "player", ["Ann", ""]))) == 3
    names = page.locator("[data-seat]:not([hidden]) .input")
    for count in (3, 4, 5, 6):
        expect(names).to_have_count(count - 1)
        page.get_by_role("button", name="Add seat").tap()
        expect(names.last).to_be_focused()
        assert stands_above_start(page, f"#player-{count - 1}"), count
    expect(names).to_have_count(6)
    expect(page.locator("[data-add]")).to_be_disabled()
    # The choice of teams comes into view.
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(page.url)
    fill_names(page, *FOUR)
    expect(page.locator("[data-teams]")).to_be_in_viewport(ratio=1)
    assert stands_above_start(page, "[data-teams]")


def test_target_and_questions_follow_the_method_until_a_target_is_typed(page: Page) -> None:
    target = page.locator("#target")
    page.locator("[data-rules] > summary").click()
    before = page.get_by_label("Before the floor is taken off")
    no_floor = page.get_by_role("group", name="Bonuses are added").get_by_text("bonuses are simply added")
    a, b = (page.get_by_label(name) for name in ("Method A: the floor method", "Method B: the easy method"))
    for method, filled, shown, hidden in ((b, "600", no_floor, before), (a, "200", before, no_floor)):
        method.check()
        expect(target).to_have_value(filled)
        expect(shown).to_be_visible()
        expect(hidden).to_be_hidden()
    b.check()
    fill_names(page, *NAMES[:3])
    expect(target).to_have_value("400")
    fill_names(page, *FOUR)
    page.get_by_role("radio", name="Two teams").check()
    expect(target).to_have_value("600")
    target.fill("321")
    a.check()
    fill_names(page, *NAMES[:5])
    b.check()
    expect(target).to_have_value("321")


def test_what_is_asked_for_stands_beside_what_asks_and_above_the_start(page: Page) -> None:
    """The single bonuses below their choice, and a fault where its link leads."""
    page.locator("[data-rules] > summary").click()
    choice = page.get_by_label("Custom: choose each bonus")
    choice.evaluate("one => one.scrollIntoView({ block: 'end' })")
    choice.check()
    expect(choice).to_be_in_viewport(ratio=1)
    assert stands_above_start(page, ".ticks label >> nth=2")
    fill_names(page, "Ann", "Ben")
    page.locator("#target").fill("0")
    page.get_by_role("button", name="Start the game").click()
    page.locator("#faults a").click()
    for part in ('label[for="target"]', "#target-fault", "#target"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert stands_above_start(page, "#target")


def test_names_come_back_when_new_game_is_loaded_anew_and_nothing_moves(page: Page) -> None:
    fill_names(page, "Ann", "", "Cem")
    page.reload()
    assert [page.locator(f"#player-{seat}").input_value() for seat in range(3)] == ["Ann", "", "Cem"]
    expect(page.locator("#player-2")).to_be_visible()
    expect(page.locator("#player-3")).to_be_hidden()
    # Who comes by a link begins anew.
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => {"
        " list.getEntries().forEach(one => { shift += one.value }) })"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    page.goto(page.url, wait_until="networkidle")
    assert page.locator("#player-0").input_value() == ""
    assert page.evaluate("shift") == 0


# How often a form is sent: tapped three times, and once more when the page is gone back to.
SENT = """(button) => {
  const sent = [];
  button.form.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) sent.push(event.submitter.textContent);
    event.preventDefault();
  });
  for (let tap = 0; tap < 3; tap += 1) button.click();
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  button.click();
  return sent;
}"""


def test_a_game_is_started_once_however_often_it_is_tapped(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/games/new")
    assert page.get_by_role("button", name="Start the game").evaluate(SENT) == ["Start the game"] * 2
