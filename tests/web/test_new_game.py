"""Starting a game: two names and one tap, or everything that a table may agree."""

from __future__ import annotations

import itertools
import math
import re

import pytest
from markupsafe import escape
from playwright.sync_api import Browser, Page, expect

from companion.rules import RULE_SET_IDS, get_rule_set
from tests.web.phone import open_phone
from tests.web.table import Table, by_points, read_faults, read_fields, read_words


def start_refused(table: Table, names: list[str], **fields: object) -> tuple[list[str], str]:
    players = {f"player-{seat}": name for seat, name in enumerate(names)}
    typed = {key.replace("_", "-"): value for key, value in fields.items()}
    text = table.post("/games/new", {**players, **typed}, 422).text
    return read_faults(text), text


def read_deal(text: str) -> str:
    """What the table in the middle of the page says of the deal."""
    shown = re.findall(r'data-deal="\w+">(.*?)</p>', text)
    return "; ".join(re.sub(r"<[^>]+>", "", words) for words in shown)


def test_two_names_and_one_tap_start_a_game_by_the_rules_of_1985(table: Table) -> None:
    text = table.get(table.start("Ann", "Ben"))
    assert "Kwa-Dō (1985) · method A · to 200" in text
    assert "Ann deals: 10 cards each, 8 to the field. Ben starts." in read_words(text)
    assert "Enter round 1" in text


@pytest.mark.parametrize(
    ("players", "hand", "field"), [(2, 10, 8), (3, 7, 6), (4, 5, 8), (5, 4, 8), (6, 3, 12)]
)
def test_the_deal_follows_the_number_of_players(table: Table, players: int, hand: int, field: int) -> None:
    names = ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay"][:players]
    assert f"deals: {hand} cards each, {field} to the field" in table.get(table.start(*names))


def test_partners_of_two_teams_sit_opposite_and_the_seating_is_drawn(table: Table) -> None:
    names = {f"player-{seat}": name for seat, name in enumerate(["Ann", "Ben", "Cem", "Dee"])}
    text = table.post("/games/new", {**names, "sides": "2", "first-dealer": "1", "show": "seating"}, 200).text
    assert 'class="seats" data-seats data-players="4" data-way="clockwise"' in text
    assert read_deal(text) == "5 each, 8 to the field, 20 to draw"
    assert (
        re.findall(r"mark--small (owner--\d)[^>]*>(\w)<", text)[:4]
        == [("owner--1", "A"), ("owner--2", "B")] * 2
    )
    assert re.search(r'name="first-dealer" value="1" checked', text)
    game = table.start("Ann", "Ben", "Cem", "Dee", sides="2")
    text = table.get(game)
    assert "<bdi>Ann &amp; Cem</bdi>" in text
    assert "<bdi>Ben &amp; Dee</bdi>" in text


def test_the_games_keep_their_places_whichever_was_played_last(table: Table) -> None:
    tiles = re.findall(r'name="game" value="([^"]+)"', table.get("/games/new"))
    table.start("Ann", "Ben", game="min-hwatu", **{"fields-of": "min-hwatu"})
    shown = table.get("/games/new")
    assert re.findall(r'name="game" value="([^"]+)"', shown) == tiles
    assert re.search(r'name="game" value="min-hwatu" checked', shown)


@pytest.mark.parametrize(("players", "is_offered"), [(2, False), (4, False), (5, True), (7, True)])
def test_extra_points_of_five_or_seven_players_are_offered_to_them_only(
    table: Table, players: int, is_offered: bool
) -> None:
    names = ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil"][:players]
    game = table.start(*names, game="min-hwatu", **{"fields-of": "min-hwatu"})
    for page in ("/house-rules", "/again"):
        field = re.search('<fieldset[^>]* id="option-round-up"[^>]*>', table.get(game + page))
        assert field
        assert field[0].endswith("hidden>") is not is_offered


def test_each_player_of_a_team_has_an_own_initial_in_the_colour_of_the_team(table: Table) -> None:
    game = table.start("Dora", "Emil", "Finn", "Gerd", sides="2")
    badges = re.findall(r"mark (owner--\d) mark--small[^>]*>(\w+)<", table.get(f"{game}/players"))
    assert badges[:4] == [("owner--1", "D"), ("owner--2", "E"), ("owner--1", "F"), ("owner--2", "G")]


def test_a_team_keeps_the_name_that_it_was_given(table: Table) -> None:
    text = table.get(table.start("Ann", "Ben", "Cem", "Dee", sides="2", team_0="The Cranes"))
    assert "<bdi>The Cranes</bdi>" in text
    assert "Ann and Cem" in text


def test_names_too_long_to_be_joined_ask_for_a_name_of_the_team(table: Table) -> None:
    faults, _ = start_refused(table, ["A" * 40, "Ben", "C" * 40, "Dee"], sides="2")
    assert any("too long for a team" in fault for fault in faults)


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        (["", ""], "Player 1 has no name yet."),
        (["Ann", "   "], "Player 2 has no name yet."),
        (["Ann", "", "Cem"], "Player 2 has no name yet."),
        (["Ann", "Ann"], "Two players are called Ann; give each another name."),
        (["Ann", "A" * 41], "A name has at most 40 characters; this one has 41."),
        (["Ann", "B\x00en"], "A name has no control characters."),
        (["Ann", "B\u202een"], "A name has no control characters."),
        (["Ann", "\u200b"], "A name has at least one letter."),
        (["Ann", "花" * 40 + "札"], "A name has at most 40 characters; this one has 41."),
    ],
)
def test_a_name_that_is_none_is_named_at_its_field(table: Table, names: list[str], fault: str) -> None:
    faults, _ = start_refused(table, names)
    assert fault in faults


@pytest.mark.parametrize(
    "target", ["0", "-5", "1000000000", "100001", "２００", "1e3", "NaN", "true", "2000000000000"]
)
def test_a_target_that_nobody_can_play_to_is_refused(table: Table, target: str) -> None:
    faults, text = start_refused(table, ["Ann", "Ben"], target=target)
    assert len(faults) == 1
    assert "target" in faults[0]
    assert f'value="{target}"' in text


def test_method_b_asks_for_the_target_that_the_table_agreed(table: Table) -> None:
    faults, _ = start_refused(table, ["Ann", "Ben"], method="B")
    assert faults == ["With the easy method, agree on a target: a number from 1 to 100\u202f000."]
    assert "method B · to 500" in table.get(table.start("Ann", "Ben", method="B", target="500"))


def test_a_number_of_players_that_the_booklet_of_1982_does_not_know_is_refused(table: Table) -> None:
    faults, _ = start_refused(table, ["Ann", "Ben", "Cem", "Dee", "Eve"], game="kwado-1982")
    assert faults == ["Kwa-Dō (1982) is for 2 to 4 players, not 5."]


@pytest.mark.parametrize(
    ("names", "teams"), [(["Ann", "Ben", "Cem"], 2), (["Ann", "Ben"], 3), (list("ABCD"), 3)]
)
def test_teams_that_the_players_cannot_form_are_refused(table: Table, names: list[str], teams: int) -> None:
    faults, _ = start_refused(table, names, sides=str(teams))
    assert faults == [f"{len(names)} players do not form {teams} teams in Kwa-Dō (1985)."]


def test_two_teams_of_one_name_are_refused_at_the_second(table: Table) -> None:
    teams = {"sides": "2", "team_0": "Cranes", "team_1": " Cranes "}
    faults, text = start_refused(table, ["Ann", "Ben", "Cem", "Dee"], **teams)
    assert faults == ["Two teams are called Cranes; give each another name."]
    assert 'id="team-1-fault"' in text


def test_a_first_dealer_who_does_not_play_is_refused(table: Table) -> None:
    faults, _ = start_refused(table, ["Ann", "Ben"], first_dealer="3")
    assert faults == ["The first dealer must be one of the players."]


def test_a_refused_form_comes_back_with_all_that_was_typed_and_nothing_is_stored(table: Table) -> None:
    _, text = start_refused(
        table, ["Ann", ""], target="77", method="B", preset="ticked", yaku=["dragon"], option_tie="play-on"
    )
    assert 'value="Ann"' in text
    assert 'value="77"' in text
    for name, value in (("method", "B"), ("preset", "ticked"), ("yaku", "dragon"), ("option-tie", "play-on")):
        assert f'name="{name}" value="{value}" checked' in text
    assert "Go on" not in table.get("/")


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_every_value_of_every_option_can_be_chosen(table: Table, rule_set_id: str) -> None:
    rule_set = get_rule_set(rule_set_id)
    words = {True: "yes", False: "no"}
    for option in rule_set.options:
        for value, meaning in option.values:
            chosen = words[value] if isinstance(value, bool) else value
            game = table.start("Ann", "Ben", game=rule_set_id, **{f"option-{option.id}": chosen})
            assert escape(meaning) in table.get(f"{game}/house-rules"), (option.id, value)
    for preset in rule_set.presets:
        game = table.start("Ann", "Ben", game=rule_set_id, preset=preset.id)
        assert escape(preset.words) in table.get(f"{game}/house-rules")


def test_single_yaku_may_be_ticked(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["dragon", "sakura-8"])
    text = table.get(f"{game}/house-rules")
    assert "<dd>Dragon bonus (phoenix on paulownia), Sakura 8 (poetry ribbons)</dd>" in text


def test_another_game_shows_its_own_options_without_losing_the_names(table: Table) -> None:
    fields = {"player-0": "Ann", "player-1": "Ben", "game": "kwado-1982", "fields-of": "kwado-1985"}
    text = table.post("/games/new", {**fields, "show": "game"}, 200).text
    assert 'value="Ann"' in text
    assert "option-declare" not in text
    assert "sakura-8" in text
    assert "sakura-1" not in text


def test_the_same_table_plays_again_with_one_tap(table: Table) -> None:
    game = table.start(
        "Ann", "Ben", "Cem", "Dee", sides="2", team_0="Cranes", method="B", target="300", option_gaji="sakura"
    )
    text = table.get(f"{game}/again")
    for name in ("Ann", "Ben", "Cem", "Dee", "Cranes"):
        assert f'value="{name}"' in text
    assert 'name="option-gaji" value="sakura" checked' in text
    assert 'name="sides" value="2" checked' in text
    assert 'value="300"' in text


def test_an_unknown_game_is_refused(table: Table) -> None:
    faults, _ = start_refused(table, ["Ann", "Ben"], game="poker")
    assert faults[0] == "Please choose one of these games."


def test_a_method_without_a_floor_is_not_asked_when_bonuses_are_added_to_it(
    browser: Browser, live_server: str
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 664})
    page.goto(f"{live_server}/games/new")
    page.get_by_text("House rules").click()
    question = page.get_by_role("group", name="Bonuses are added")
    reason = question.get_by_text("Method B has no floor: bonuses are simply added")
    before = question.get_by_label("Before the floor is taken off")
    expect(before).to_be_visible()
    expect(reason).to_be_hidden()
    page.get_by_label("Method B: the easy method").check()
    expect(before).to_be_hidden()
    expect(reason).to_be_visible()
    page.get_by_label("Method A: the floor method").check()
    expect(before).to_be_visible()
    page.close()


@pytest.mark.parametrize("when", ["after-floor", "before-floor"])
def test_by_method_b_it_does_no_harm_when_bonuses_are_said_to_be_added(table: Table, when: str) -> None:
    game = table.start("Ann", "Ben", method="B", target="500", option_bonus=when)
    table.record(game, by_points(115, 125, yaku_0=["dragon"]))
    assert table.totals(game) == [140, 125]
    why = "method B has no floor: bonuses are simply added"
    assert f"<dd>{why}</dd>" in table.get(f"{game}/house-rules")
    assert f"Not at your table: {why}." in table.get(f"{game}/rules")
    assert f"This changes nothing in your game: {why}." in table.get(f"{game}/rulings/bonus-before-or-after")


def test_a_method_says_its_target_before_it_is_chosen(table: Table) -> None:
    words = read_words(table.get("/games/new?game=kwado-1985"))
    assert "counts. Target: 200. Method B: the easy method" in words
    assert "All captured card points count. Agree on a target, say 500." in words


def test_by_method_a_nothing_is_said_to_have_no_floor(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for page in ("rules", "rulings/bonus-before-or-after"):
        assert "has no floor" not in table.get(f"{game}/{page}"), page
    agreed = table.get(f"{game}/house-rules").split("<form")[0]
    assert "has no floor" not in agreed


def test_with_a_joker_five_players_have_21_cards_to_draw(table: Table) -> None:
    """min-hwatu.md: 49 cards, 4 to each of five players and 8 to the field."""
    players = {f"player-{seat}": name for seat, name in enumerate(("Ann", "Ben", "Cem", "Dee", "Eve"))}
    typed = {**players, "game": "min-hwatu", "fields-of": "min-hwatu", "show": "seating"}
    assert read_deal(table.post("/games/new", typed, 200).text) == "4 each, 8 to the field, 20 to draw"
    typed["option-round-up"] = "joker"
    assert read_deal(table.post("/games/new", typed, 200).text) == "4 each, 8 to the field, 21 to draw"
    game = table.start(*players.values(), game="min-hwatu", **{"option-round-up": "joker"})
    assert "<td>21</td>" in table.get(f"{game}/rules")


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_the_length_of_the_game_stands_above_the_house_rules(table: Table, rule_set_id: str) -> None:
    shown = {"game": rule_set_id, "fields-of": "", "show": "game"}
    above, below = table.post("/games/new", shown, 200).text.split("<summary>House rules</summary>")
    assert 'name="target"' in above
    assert 'name="target"' not in below


def fill_names(page: Page, *names: str) -> None:
    for seat, name in enumerate(names):
        if not page.locator(f"#player-{seat}").is_visible():
            page.get_by_role("button", name="Add player").click()
        page.locator(f"#player-{seat}").fill(name)


def read_seats(page: Page) -> list[str]:
    return [" ".join(text.split()) for text in page.locator("[data-seat]:not([hidden])").all_inner_texts()]


@pytest.mark.parametrize(
    ("rule_set_id", "direction"), [("kwado-1985", 1), ("sakura", -1)], ids=["clockwise", "counter-clockwise"]
)
@pytest.mark.parametrize("width", [360, 1280])
def test_read_round_the_drawn_table_is_in_the_order_of_play(
    browser: Browser, live_server: str, rule_set_id: str, direction: int, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 664})
    page.goto(f"{live_server}/games/new")
    if rule_set_id != "kwado-1985":
        page.locator(f'[name="game"][value="{rule_set_id}"]').check(force=True)
        page.locator(f'[name="fields-of"][value="{rule_set_id}"]').wait_for(state="attached")
    for count in (2, 3, 4, 5, 6):
        fill_names(page, *"ABCDEF"[:count])
        boxes = [seat.bounding_box() for seat in page.locator("[data-seat]:not([hidden])").all()]
        table = page.locator("[data-seats]").bounding_box()
        assert table
        assert len(boxes) == count
        middle = table["x"] + table["width"] / 2, table["y"] + table["height"] / 2
        places = [
            (b["x"] + b["width"] / 2 - middle[0], b["y"] + b["height"] / 2 - middle[1]) for b in boxes if b
        ]
        # The first sits nearest to whoever holds the phone; on a screen y grows downwards.
        assert abs(places[0][0]) < 1 < places[0][1]
        angles = [math.atan2(y, x) * direction for x, y in places]
        turns = [(angle - angles[0]) % math.tau for angle in angles]
        assert turns == sorted(turns), (count, places)
        for one, other in itertools.combinations(places, 2):
            assert abs(one[0] - other[0]) > 40 or abs(one[1] - other[1]) > 40
    page.close()


@pytest.mark.parametrize(
    ("names", "fields"),
    [
        (["Ann", "Ben"], {}),
        (["Ann", "Alf", "Ben"], {}),
        (["", "Ben"], {}),
        (["Ann", "Ben", "Cem", "Dee"], {"sides": "2", "team-1": "Winds"}),
        (["Ann", "Ben", "Cem", "Dee", "Eve"], {"sides": "2"}),
        (["花子", "e\u0301mile", "김", "Øystein", "محمد", "Øyvind"], {"sides": "3"}),
    ],
)
def test_the_script_draws_the_table_that_the_server_draws(
    page: Page, live_server: str, names: list[str], fields: dict[str, str]
) -> None:
    page.goto(f"{live_server}/games/new")
    fill_names(page, *names)
    for name, value in fields.items():
        if name == "sides" and page.locator("[data-teams]").is_visible():
            page.locator(f'[name="sides"][value="{value}"]').check(force=True)
        elif name != "sides":
            page.locator(f"#{name}").fill(value)
    read = """() => [...document.querySelectorAll("[data-seat]:not([hidden])")].map(seat => [
      seat.innerText.replace(/\\s+/g, " "), seat.querySelector(".mark").className, seat.className])"""
    drawn = page.evaluate(read)
    deal = page.locator("[data-deal]:visible").inner_text()
    assert len(drawn) == len(names)
    page.evaluate(
        "document.querySelector('form[data-fields]').requestSubmit(document.querySelector('[value=seating]'))"
    )
    page.wait_for_load_state()
    page.locator("[data-shows]").wait_for(state="attached")
    assert page.evaluate(read) == drawn
    assert page.locator("[data-deal]:visible").inner_text() == deal


def test_a_tap_on_a_seat_chooses_the_first_dealer(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/games/new")
    fill_names(page, "Ann", "Ben", "Cem")
    assert read_seats(page) == ["A Ann deals", "B Ben starts", "C Cem"]
    page.locator("[data-seat]").nth(2).click()
    assert read_seats(page) == ["A Ann starts", "B Ben", "C Cem deals"]
    # Whoever leaves the table cannot deal.
    page.locator("#player-2").fill("")
    assert read_seats(page) == ["A Ann deals", "B Ben starts"]
    page.locator("[data-seat]").nth(1).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/g/*")
    assert "Ben deals" in page.locator("main").inner_text().replace("\n", " ")


def test_a_seat_says_player_until_a_name_is_typed(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/games/new")
    page.locator("#player-1").fill("Ben")
    assert read_seats(page) == ["1 Player 1 deals", "B Ben starts"]
    page.locator("#player-1").fill("")
    assert read_seats(page) == ["1 Player 1 deals", "2 Player 2 starts"]


def test_new_game_asks_for_two_names_and_for_one_more_at_a_tap(
    table: Table, page: Page, live_server: str
) -> None:
    shown = re.compile(r'data-row>.*?id="(player-\d)"', re.DOTALL)
    assert shown.findall(table.get("/games/new")) == ["player-0", "player-1"]
    typed = {"player-0": "Ann", "player-1": "", "show": "player"}
    assert len(shown.findall(table.post("/games/new", typed, 200).text)) == 3
    page.goto(f"{live_server}/games/new")
    names = page.locator("[data-row]:not([hidden]) input")
    expect(names).to_have_count(2)
    for count in (3, 4, 5, 6):
        page.get_by_role("button", name="Add player").click()
        expect(names).to_have_count(count)
        expect(names.last).to_be_focused()
    expect(page.locator("[data-add]")).to_be_disabled()


@pytest.mark.parametrize("size", ["360", "390"])
def test_the_new_row_and_the_button_that_added_it_stay_above_the_start(
    browser: Browser, live_server: str, size: str
) -> None:
    context = open_phone(browser, size, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{live_server}/games/new")
    names = page.locator("[data-row]:not([hidden]) input")
    for count in (3, 4, 5, 6):
        page.get_by_role("button", name="Add player").tap()
        expect(names).to_have_count(count)
        bar = page.locator(".set-up__start").bounding_box()
        assert bar
        for part in (names.last, page.locator("[data-add]:enabled")):
            if not part.count():
                continue
            box = part.bounding_box()
            assert box
            assert box["y"] + box["height"] <= bar["y"], (count, box, bar)
    context.close()


def test_the_players_of_earlier_evenings_sit_down_at_a_tap(table: Table) -> None:
    assert "data-known" not in table.get("/games/new")
    for names in (("Ann", "Ben"), ("Cem", "Ann")):
        table.get(table.start(*names))
    offered = re.compile(r'data-known="(\w+)">')
    assert offered.findall(table.get("/games/new")) == ["Cem", "Ann", "Ben"]
    typed = {"player-0": "", "player-1": "Ben", "show": "name:Ann"}
    text = table.post("/games/new", typed, 200).text
    assert offered.findall(text) == ["Cem"]
    assert (read_fields(text)["player-0"], read_fields(text)["player-1"]) == (["Ann"], ["Ben"])
    # Pressed twice, it seats Ann once.
    text = table.post("/games/new", {**typed, "player-0": "Ann"}, 200).text
    assert (read_fields(text)["player-0"], read_fields(text)["player-1"]) == (["Ann"], ["Ben"])


def test_a_name_that_sits_is_not_offered_again(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.get(table.start("Cem", "Ann"))
    table.get(game)
    assert re.findall(r'data-known="(\w+)">', table.get(f"{game}/again")) == ["Cem"]


def test_two_taps_on_names_and_one_on_start_are_a_game(page: Page, live_server: str) -> None:
    for _ in range(2):
        page.goto(f"{live_server}/games/new")
        if page.locator("[data-known]").count():
            break
        fill_names(page, "Ann", "Ben", "Cem")
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url("**/g/*")
    for name in ("Cem", "Ben"):
        page.locator(f'[data-known="{name}"]').click()
        expect(page.locator(f'[data-known="{name}"]')).to_be_hidden()
    page.locator("#player-1").fill("")
    expect(page.locator('[data-known="Ben"]')).to_be_visible()
    page.locator('[data-known="Ann"]').click()
    assert read_seats(page) == ["C Cem deals", "A Ann starts"]
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/g/*")
    expect(page.locator(".total__number")).to_have_count(2)


def test_the_target_is_filled_in_and_follows_the_method_until_one_is_typed(
    page: Page, live_server: str
) -> None:
    page.goto(f"{live_server}/games/new")
    target = page.locator("#target")
    expect(target).to_have_value("200")
    page.get_by_text("House rules").click()
    page.get_by_label("Method B: the easy method").check()
    expect(target).to_have_value("500")
    page.get_by_label("Method A: the floor method").check()
    expect(target).to_have_value("200")
    target.fill("321")
    page.get_by_label("Method B: the easy method").check()
    expect(target).to_have_value("321")


def test_the_link_of_a_fault_leads_to_the_label_and_the_fault_stands_beside_it(
    browser: Browser, live_server: str
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 664}, reduced_motion="reduce")
    page.goto(f"{live_server}/games/new")
    fill_names(page, "Ann", "Ben")
    page.locator("#target").fill("0")
    page.get_by_role("button", name="Start the game").click()
    page.locator("#faults a").click()
    for part in (page.locator('label[for="target"]'), page.locator("#target-fault"), page.locator("#target")):
        expect(part).to_be_in_viewport(ratio=1)
    cover = page.locator(".set-up__start").bounding_box()
    field = page.locator("#target").bounding_box()
    assert cover
    assert field
    assert field["y"] + field["height"] <= cover["y"]
    page.close()


def test_presets_have_plain_names_and_a_line_that_says_what_they_bring(table: Table) -> None:
    text = " ".join(re.sub(r"<[^>]+>", " ", table.get("/games/new")).split())
    assert "Learner Yaku of iris, maple and willow Standard Month and ribbon yaku Everything" in text
    for rule_set_id in RULE_SET_IDS:
        titles = [preset.title for preset in get_rule_set(rule_set_id).presets if preset.title]
        assert len(titles) == len(set(titles))
        assert set(titles) <= {"Learner", "Standard", "Everything"}


def test_the_single_bonuses_show_below_their_choice_and_above_the_start(
    browser: Browser, live_server: str
) -> None:
    context = open_phone(browser, "390", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{live_server}/games/new")
    choice = page.get_by_label("Custom: choose each bonus")
    choice.evaluate("one => one.scrollIntoView({ block: 'end' })")
    choice.check()
    expect(choice).to_be_in_viewport(ratio=1)
    start = page.locator(".set-up__start").bounding_box()
    third = page.locator(".ticks label").nth(2).bounding_box()
    assert start
    assert third
    assert third["y"] + third["height"] <= start["y"]
    context.close()


def test_new_game_names_the_choice_of_rules_and_ends_with_its_button(table: Table) -> None:
    text = table.get("/games/new")
    assert re.search(r'aria-labelledby="forms"><span[^>]*>Rules</span>', text)
    below = text.split("Start the game</button>")[1].split("</main>")[0]
    assert "terms" not in below


def test_where_a_game_has_several_forms_a_line_tells_the_chosen_one_apart(table: Table) -> None:
    forms = [get_rule_set(id_) for id_ in RULE_SET_IDS]
    hints = [each.hint for each in forms if sum(each.game == other.game for other in forms) > 1]
    assert len(set(hints)) == 6
    assert all(hints)
    for rule_set in forms:
        fields = {"fields-of": "", "show": "game", "game": rule_set.id, "form": rule_set.id}
        said = read_words(table.post("/games/new", fields, 200).text)
        assert [hint for hint in hints if hint in said] == ([rule_set.hint] if rule_set.hint else [])


def test_names_come_back_when_new_game_is_loaded_anew(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/games/new")
    page.locator("#player-0").fill("Ann")
    page.get_by_role("button", name="Add player").click()
    page.locator("#player-2").fill("Cem")
    page.reload()
    assert [page.locator(f"#player-{seat}").input_value() for seat in range(3)] == ["Ann", "", "Cem"]
    expect(page.locator("#player-2")).to_be_visible()
    expect(page.locator("#player-3")).to_be_hidden()
    # Who comes by a link begins anew.
    page.goto(f"{live_server}/games/new")
    assert page.locator("#player-0").input_value() == ""


def test_the_form_of_a_game_counts_only_with_its_game(table: Table) -> None:
    names = {"player-0": "Ann", "player-1": "Ben", "fields-of": "", "show": "game"}
    for game, form, shown in (
        ("kwado-1985", "kwado-1982", "kwado-1982"),
        ("koikoi-modern", "kwado-1982", "koikoi-modern"),
        ("sakura", "poker", "sakura"),
    ):
        text = table.post("/games/new", {**names, "game": game, "form": form}, 200).text
        assert read_fields(text)["fields-of"] == [shown]
        assert read_fields(text)["game"] == [shown]


def test_nothing_moves_after_new_game_has_loaded(browser: Browser, live_server: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 664})
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => {"
        " list.getEntries().forEach(one => { shift += one.value }) })"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    page.goto(f"{live_server}/games/new", wait_until="networkidle")
    assert page.evaluate("shift") == 0
    page.close()


def test_teams_are_offered_to_those_who_can_form_them(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/games/new")
    for count, offered in ((2, []), (3, []), (4, ["2"]), (5, []), (6, ["2", "3"])):
        fill_names(page, *"ABCDEF"[:count])
        chips = page.locator("[data-teams]:not([hidden]) [data-count]:not([hidden])")
        assert [chip.get_attribute("data-count") for chip in chips.all()] == offered, count


def test_a_game_of_two_says_so_when_more_sit_at_the_table(table: Table) -> None:
    names = {f"player-{seat}": name for seat, name in enumerate("ABC")}
    text = table.post("/games/new", {**names, "game": "koikoi-hu", "show": "game"}, 200).text
    assert read_deal(text) == "Koi-Koi by Hu is for 2 players"
