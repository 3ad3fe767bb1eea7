"""Starting a game: two names and one tap, or everything that a table may agree."""

from __future__ import annotations

import pytest
from markupsafe import escape
from playwright.sync_api import Browser, Page, expect

from companion.rules import RULE_SET_IDS, get_rule_set
from tests.web.table import Table, by_points, read_faults


def start_refused(table: Table, names: list[str], **fields: object) -> tuple[list[str], str]:
    players = {f"player-{seat}": name for seat, name in enumerate(names)}
    typed = {key.replace("_", "-"): value for key, value in fields.items()}
    text = table.post("/games/new", {**players, **typed}, 422).text
    return read_faults(text), text


def test_two_names_and_one_tap_start_a_game_by_the_rules_of_1985(table: Table) -> None:
    text = table.get(table.start("Ann", "Ben"))
    assert "Kwa-Dō (1985) · method A · to 200" in text
    assert "<bdi>Ann</bdi> deals 10 each, 8 to the field. <bdi>Ben</bdi> starts." in text
    assert "Enter round 1" in text


@pytest.mark.parametrize(
    ("players", "hand", "field"), [(2, 10, 8), (3, 7, 6), (4, 5, 8), (5, 4, 8), (6, 3, 12)]
)
def test_the_deal_follows_the_number_of_players(table: Table, players: int, hand: int, field: int) -> None:
    names = ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay"][:players]
    assert f"deals {hand} each, {field} to the field" in table.get(table.start(*names))


def test_partners_of_two_teams_sit_opposite_and_the_seating_is_drawn(table: Table) -> None:
    names = {f"player-{seat}": name for seat, name in enumerate(["Ann", "Ben", "Cem", "Dee"])}
    text = table.post("/games/new", {**names, "sides": "2", "first-dealer": "1", "show": "seating"}, 200).text
    assert "5 each, 8 to the field, 20 to draw. <bdi>Ben</bdi> deals, <bdi>Cem</bdi> starts." in text
    assert 'class="seats seats--4"' in text
    game = table.start("Ann", "Ben", "Cem", "Dee", sides="2")
    text = table.get(game)
    assert "<bdi>Ann &amp; Cem</bdi>" in text
    assert "<bdi>Ben &amp; Dee</bdi>" in text


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
    assert "8 to the field, 20 to draw" in table.post("/games/new", typed, 200).text
    typed["option-round-up"] = "joker"
    assert "8 to the field, 21 to draw" in table.post("/games/new", typed, 200).text
    game = table.start(*players.values(), game="min-hwatu", **{"option-round-up": "joker"})
    assert "<td>21</td>" in table.get(f"{game}/rules")


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_the_length_of_the_game_stands_above_the_house_rules(table: Table, rule_set_id: str) -> None:
    shown = {"game": rule_set_id, "fields-of": "", "show": "game"}
    above, below = table.post("/games/new", shown, 200).text.split("<summary>House rules</summary>")
    assert 'name="target"' in above
    assert 'name="target"' not in below


def test_the_first_dealer_is_named_as_the_players_are_typed(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/games/new")
    page.locator("#player-1").fill("Ben")
    dealers = page.locator("#first-dealer option")
    expect(dealers.nth(0)).to_have_text("Player 1")
    expect(dealers.nth(1)).to_have_text("Ben")
    page.locator("#player-1").fill("")
    expect(dealers.nth(1)).to_have_text("Player 2")
