"""Our rules: what the form makes of a rule set, what it says of that, and that games keep their copy."""

import json
import re
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from companion.rules.rule_set_files import get_own_rule_set, get_rule_set
from tests.web.phone import entry_screen, expect_totals
from tests.web.table import Table, read_faults, read_fields
from tests.web.test_print_sheets import fonts_folder, one_press_for_all, press, read_text

__all__ = ["fonts_folder", "one_press_for_all", "press"]

PAGE = "/rules/koikoi-modern/ours"
HEAD = ("name", "target", "rounds")
NEW = "rules/yaku/+"
BIRDS = ("plum-warbler", "wisteria-cuckoo", "susuki-geese")
BIRDS_BY_THE_BRIDGE = {
    f"{NEW}/name": "Birds by the bridge",
    f"{NEW}/points": "3",
    f"{NEW}/at_least/n": "3",
    f"{NEW}/extra/points": "1",
    "card-iris-bridge": "all",
    **{f"card-{bird}": "of" for bird in (*BIRDS, "pine-crane")},
}
RAIN = {
    "rules/yaku/moon-viewing/unless": ["willow-rain-man"],
    "rules/yaku/flower-viewing/unless": ["willow-rain-man"],
}
VIEWING = ("susuki-moon", "chrysanthemum-cup", "cherry-curtain")


def fill(table: Table, path: str = PAGE) -> dict[str, Any]:
    """The fields as the page shows them."""
    return read_form(table.get(path))


def read_form(page: str) -> dict[str, Any]:
    """What a browser sends of the form: nothing for a list in which nothing is chosen."""
    fields = read_fields(page)
    return {
        name: values
        for name, values in fields.items()
        if name != "file" and not (values == [""] and name.endswith("/unless"))
    }


def show(table: Table, path: str = PAGE, **typed: Any) -> str:
    """The address that the button “Show” leads to."""
    fields = fill(table, path) | {
        f"rules/{name}" if name in HEAD else name: value for name, value in typed.items()
    }
    return str(table.post(path, fields).location)


def read_own(address: str) -> Any:
    return json.loads(parse_qs(urlsplit(address).query)["own"][0])


def link(own: Any, path: str = PAGE) -> str:
    return f"{path}?own={quote(json.dumps(own))}"


def read_examples(page: str) -> list[tuple[str, ...]]:
    """The words of each example, and its points before and after, or the one where both are the same."""
    found = r'<span class="bonus__name">(.*?)</span> <span class="bonus__points">(.*?)</span> <span class="b'
    rows = re.findall(found, page)
    plain = [
        (words, re.sub(r'<span class="heard">\w+</span>|<[^>]*>', " ", points)) for words, points in rows
    ]
    return [(unescape(words), *points.split()) for words, points in plain]


def test_two_rules_are_added_and_the_page_says_what_they_mean(table: Table) -> None:
    address = show(table, name="Ann's table", **BIRDS_BY_THE_BRIDGE, **RAIN)
    own = read_own(address)
    assert own["yaku"]["moon-viewing"] == {"unless": ["willow-rain-man"]}
    birds = get_own_rule_set("koikoi-modern", own).get_yaku("birds-by-the-bridge")
    assert (birds.points, birds.at_least.n, birds.extra.points) == (3, 3, 1)  # type: ignore[union-attr]
    page = table.get(address)
    assert "<h1>Koi-Koi, Ann&#39;s table</h1>" in page
    assert read_examples(page) == [
        ("Moon viewing (moon, cup)", "5"),
        ("Moon viewing with the rain man", "5", "0"),
        ("Flower viewing (curtain, cup)", "5"),
        ("Flower viewing with the rain man", "5", "0"),
        ("Birds by the bridge", "new:", "3"),
    ]
    assert "Birds by the bridge: 3 points, +1 for each further card." in page


def test_what_is_shown_again_is_the_same_rules(table: Table) -> None:
    address = show(
        table,
        name="Ours",
        **{"rules/yaku/moon-viewing/points": "4"},
        rounds="6",
        **BIRDS_BY_THE_BRIDGE,
        **RAIN,
    )
    assert read_own(show(table, address)) == read_own(address)
    assert (read_own(address)["rounds"], read_own(address)["yaku"]["moon-viewing"]["points"]) == (6, 4)


def test_without_a_change_the_rules_are_the_published_ones(table: Table) -> None:
    assert "What it means" not in table.get(PAGE)
    address = show(table)
    assert read_own(address) == {}
    assert "Nothing is changed: these are the published rules." in table.get(address)
    # So a table goes back to them.
    game = play(table)
    assert "Koi-Koi, today&#39;s rules" in table.get(play(table, own={}, path=f"{game}/again"))


def test_a_yaku_without_a_tick_is_off_and_one_of_the_table_goes(table: Table) -> None:
    address = show(table, **BIRDS_BY_THE_BRIDGE)
    on = [each for each in fill(table, address)["on"] if each not in ("moon-viewing", "birds-by-the-bridge")]
    assert read_own(show(table, address, on=on)) == {"yaku": {"moon-viewing": {"off": True}}}


def test_the_cards_of_a_yaku_of_the_table_are_changed(table: Table) -> None:
    address = show(table, **BIRDS_BY_THE_BRIDGE)
    asked = table.post(address, fill(table, address) | {"show": "edit:birds-by-the-bridge"}, 200).text
    fields = read_form(asked)
    assert (fields[f"{NEW}/points"], fields[f"{NEW}/at_least/n"], fields["card-iris-bridge"]) == (
        ["3"],
        ["3"],
        ["all"],
    )
    changed = {
        **fields,
        "card-iris-bridge": "",
        f"{NEW}/at_least/n": "4",
        f"{NEW}/name": "Four birds",
    }
    own = read_own(table.post(address, changed).location)
    assert list(own["yaku"]) == ["birds-by-the-bridge"]
    four = own["yaku"]["birds-by-the-bridge"]
    assert (four["name"], four["at_least"]["n"], "all_of" in four) == ("Four birds", 4, False)


def test_values_of_cards_and_the_target_are_changed_where_the_game_has_them(table: Table) -> None:
    page = "/rules/kwado-1985/ours"
    address = show(table, page, **{"rules/values/brights": "25"}, target="150")
    assert read_own(address) == {"values": {"brights": 25}, "target": 150}
    assert "Each bright is worth 25, not 20." in table.get(address)
    assert "values/brights" not in table.get(PAGE)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"rules/name": "A" * 25}, "The name of own rules has at most 24 letters."),
        ({"rules/yaku/moon-viewing/name": "123"}, "A name has a letter in it"),
        (
            {"rules/yaku/moon-viewing/points": "1000000"},
            "Points are a whole number from 1 to 1\u202f000, not ",
        ),
        ({"rules/yaku/moon-viewing/points": ""}, "Points are a whole number"),
        ({"rules/yaku/moon-viewing/points": "five"}, "Points are a whole number from 1 to 1\u202f000, not "),
        ({"rules/yaku/moon-viewing/unless": ["susuki-moon"]}, "what spoils it is one of its own cards"),
        ({"rules/yaku/moon-viewing/unless": ["willow-rain-dog"]}, "There is no card “willow-rain-dog”"),
        ({"rules/rounds": "many"}, "The number of rounds: “many” is not a whole number."),
        ({"rules/rounds": "100"}, "is a whole number from 1 to 99"),
        ({f"{NEW}/name": "Nothing"}, "Mark the cards that this yaku needs."),
        (
            BIRDS_BY_THE_BRIDGE | {f"{NEW}/at_least/n": "5"},
            "How many of those marked “one of” (4) are needed?",
        ),
        (
            BIRDS_BY_THE_BRIDGE | {f"{NEW}/at_least/n": ""},
            "How many of those marked “one of” (4) are needed?",
        ),
        (BIRDS_BY_THE_BRIDGE | {f"{NEW}/name": "…"}, "A name has a letter in it"),
        (
            BIRDS_BY_THE_BRIDGE | {f"{NEW}/points": "0"},
            "Points are a whole number from 1 to 1\u202f000, not ",
        ),
        (
            BIRDS_BY_THE_BRIDGE | {f"{NEW}/extra/points": "0"},
            "Points are a whole number from 1 to 1\u202f000, not ",
        ),
        (
            {f"{NEW}/name": "A", "card-iris-bridge": "all", f"{NEW}/at_least/n": "1"},
            "How many of those marked “one of” (0)",
        ),
    ],
)
def test_what_cannot_be_is_said_at_its_field(table: Table, typed: dict[str, Any], words: str) -> None:
    said = read_faults(table.post(PAGE, fill(table) | typed, 422).text)
    assert [each for each in said if words in each]


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ("[", "Own rules cannot be read. This is not JSON"),
        ('{"\\ud800": 1}', "Own rules cannot be read. A text in this JSON has half a letter"),
        ('{"target": 1e999}', "1e999 is too large a number"),
        ("5", "must be an object"),
        ('{"name": "123"}', "A name has a letter in it"),
        (
            json.dumps({"yaku": {"a": {"name": "A", "points": 1, "all_of": ["nope"]}}}),
            "There is no card “nope”",
        ),
        (json.dumps({"yaku": {f"y{n}": {} for n in range(50)}}), "at most 40 yaku"),
        (json.dumps({"yaku": {"moon-viewing": {"replaces": ["moon-viewing"]}}}), "counts instead of itself"),
    ],
)
def test_a_link_that_cannot_be_read_says_why_and_is_neither_a_game_nor_a_file(
    table: Table, own: str, words: str
) -> None:
    assert words in " ".join(read_faults(table.get(f"{PAGE}?own={quote(own)}", 422)))
    sent = {
        "game": "koikoi-modern",
        "own-of": "koikoi-modern",
        "own": own,
        "player-0": "Ann",
        "player-1": "Ben",
    }
    assert words in " ".join(read_faults(table.post("/games/new", sent, 422).text))
    assert table.client.get(f"{PAGE}.json?own={quote(own)}").status_code == 400


def test_all_faults_are_said_at_once_and_one_at_a_field(table: Table) -> None:
    typed = {
        "rules/name": "…",
        "rules/yaku/moon-viewing/points": "five",
        f"{NEW}/name": "A",
        f"{NEW}/points": "0",
    }
    page = table.post(PAGE, fill(table) | typed, 422).text
    assert read_faults(page) == [
        "A name has a letter in it, not only “…”.",
        "Points are a whole number from 1 to 1\u202f000, not five.",
        "Points are a whole number from 1 to 1\u202f000, not 0.",
        "Mark the cards that this yaku needs.",
    ]
    places = re.findall(r'id="(\S+)-fault"', page)
    assert places == ["rules/name", "rules/yaku/moon-viewing/points", f"{NEW}/points", NEW]


def test_no_game_no_page(table: Table) -> None:
    table.get("/rules/poker/ours", 404)


OWN = {
    "name": "Ann's table",
    "yaku": {
        "birds": {
            "name": "Birds by the bridge",
            "points": 3,
            "all_of": ["iris-bridge"],
            "at_least": {"n": 3, "of": [*BIRDS, "pine-crane"]},
        },
        "moon-viewing": {"unless": ["willow-rain-man"]},
    },
}
ROUND = {
    "way": "cards",
    "winner": "0",
    **{f"captured/{card}": "0" for card in (*BIRDS, "iris-bridge", "maple-deer")},
}


def play(
    table: Table, *, own: Any = OWN, path: str = "/games/new", game: str = "koikoi-modern", **chosen: str
) -> str:
    """A game, of Koi-Koi if none is named, by these rules, begun by way of the button “Play it”."""
    asked = {"game": game, "own-of": game, "own": json.dumps(own), "fields-of": ""}
    page = table.post(path, asked | {"show": "game"}, 200).text
    typed = read_fields(page) | {"player-0": "Ann", "player-1": "Ben", "table": "new"} | chosen
    return urlsplit(table.post(path, typed).location).path


def test_a_game_is_begun_with_them_and_keeps_them_in_a_rematch(table: Table) -> None:
    before = table.start("Ann", "Ben", game="koikoi-modern")
    game = play(table)
    again = urlsplit(table.post(f"{game}/again", read_fields(table.get(f"{game}/again"))).location).path
    asked = table.post(
        "/games/new",
        {"game": "koikoi-modern", "own-of": "koikoi-modern", "own": json.dumps(OWN), "show": "game"},
        200,
    )
    assert "<p>Koi-Koi, Ann&#39;s table</p>" in asked.text
    for each, total in ((before, 1), (game, 4), (again, 4)):
        table.record(each, ROUND)
        assert table.totals(each) == [total, 0]
    assert "Koi-Koi, Ann&#39;s table" in table.get(again)
    assert "Birds by the bridge" in table.get(f"{game}/rules")


def test_a_new_game_offers_the_own_rules_of_earlier_ones_by_name(table: Table) -> None:
    play(table)
    page = table.get("/games/new")
    [value] = re.findall(r'name="show" value="(own:[^"]+)">\s*<bdi>Koi-Koi, Ann&#39;s table</bdi>', page)
    typed = {"player-0": "Cem", "player-1": "Dee", "fields-of": "kwado-1985", "game": "kwado-1985"}
    page = table.post("/games/new", {**typed, "show": unescape(value)}, 200).text
    game = urlsplit(table.post("/games/new", read_fields(page)).location).path
    table.record(game, ROUND)
    assert table.totals(game) == [4, 0]
    assert "Cem" in table.get(game)
    # What is damaged on the way is a sentence.
    for damaged in ("own:", "own:koikoi-modern:{", "own:poker:{}"):
        assert read_faults(table.post("/games/new", {**typed, "show": damaged}, 422).text)


def test_the_page_of_a_game_begins_with_what_it_plays_and_scores_its_rounds_by_both(table: Table) -> None:
    game = play(table)
    table.record(game, ROUND)
    assert fill(table, f"{game}/ours")["rules/name"] == ["Ann's table"]
    address = show(table, f"{game}/ours", **{"rules/yaku/birds/points": "5"})
    page = table.get(address)
    assert '<s class="quiet">+4</s> +6' in page
    # To play it is a rematch, and the game keeps its scores.
    assert f'action="{game}/again"' in page
    assert table.totals(game) == [4, 0]
    view = table.view_link(game)
    assert "Play it" not in table.get(f"{view}/ours?{urlsplit(address).query}")


def test_another_game_is_played_by_its_own_rules(table: Table) -> None:
    asked = {"own-of": "koikoi-modern", "own": json.dumps(OWN), "show": "game"}
    page = table.post("/games/new", asked | {"game": "kwado-1985", "fields-of": ""}, 200).text
    game = urlsplit(
        table.post("/games/new", read_fields(page) | {"player-0": "A", "player-1": "B"}).location
    ).path
    assert "Ann&#39;s table" not in table.get(f"{game}/house-rules")


def test_they_go_by_file_to_another_table(table: Table) -> None:
    text = table.client.get(link(OWN, f"{PAGE}.json")).data
    assert json.loads(text) == OWN
    assert read_own(table.post(PAGE, {"file": (BytesIO(text), "ours.json")}).location) == OWN
    wrong = table.post(PAGE, {"file": (BytesIO(b"["), "ours.json")}).location
    assert read_faults(table.get(wrong, 422))[0].startswith("Own rules cannot be read. This is not JSON")


def test_a_new_game_without_own_rules_has_no_field_of_them(table: Table) -> None:
    assert "own" not in read_fields(table.get("/games/new"))
    assert get_rule_set("koikoi-modern").own is None


def test_a_stranger_adds_two_rules_on_a_phone_plays_and_prints_them(
    browser: Browser, live_server: str
) -> None:
    """“Birds by the bridge”, and viewings spoilt by rain. Takes some seconds."""
    with entry_screen(browser, live_server) as phone:
        page = phone.page
        before = phone.start("Ann", "Ben", game="koikoi-modern")
        page.goto(f"{live_server}/rules/koikoi-modern")
        page.get_by_role("link", name="Our rules").tap()
        page.get_by_label("Name of your rules").fill("Friday")
        for yaku in ("moon-viewing", "flower-viewing"):
            row = page.locator(f'details:has([name="rules/yaku/{yaku}/name"])')
            row.locator("summary").tap()
            row.get_by_label("Spoilt by").select_option(label="Rain man under willow")
        page.get_by_role("link", name="Add a yaku").tap()
        new = page.locator("#new")
        new.get_by_label("Name").fill("Birds by the bridge")
        new.get_by_label("Points", exact=True).fill("3")
        # A tap says “needed”, a second one “one of”.
        for card, taps in (("iris-bridge", 1), *((bird, 2) for bird in BIRDS)):
            for _ in range(taps):
                new.locator(f".own-card:has([name=card-{card}]) .card").tap()
        new.get_by_label("How many of").fill("3")
        new.get_by_label("Points for each further one").fill("1")
        page.get_by_role("button", name="Show what it means").tap()
        expect(page.locator("h1")).to_have_text("Koi-Koi, Friday")
        expect(page.locator(".bonus__points")).to_have_text(
            ["5", "5 becomes 0", "5", "5 becomes 0", "new: 3"]
        )
        pad = page.get_by_role("link", name="Score pad").get_attribute("href")
        page.get_by_role("button", name="Play it").tap()
        page.locator("#player-0").fill("Ann")
        page.locator("#player-1").fill("Ben")
        page.get_by_role("button", name="Start the game").tap()
        # The table played a game before, by other rules.
        page.get_by_role("button", name="Start a new table").tap()
        page.wait_for_url(re.compile("/g/[^/]+$"))
        phone.open(page.url)
        phone.tap('label.end:has([value="0"])')
        phone.give(("iris-bridge", *BIRDS))
        phone.save_round()
        expect_totals(page, (3, 0))
        text = read_text(page.request.get(f"{live_server}{pad}").body())
        assert "Koi-Koi, Friday" in text
        assert "Birds by the bridge 3 +1" in text
        assert "is spoilt by the rain man" in text
        # The game of before still pays a viewing in the rain.
        phone.open(before)
        phone.tap('label.end:has([value="0"])')
        phone.give((*VIEWING[:2], "willow-rain-man"))
        phone.save_round()
        expect_totals(page, (5, 0))


def test_sheets_and_pages_say_what_the_table_plays(table: Table) -> None:
    game = play(table)
    text = read_text(table.client.get(f"{game}/print/house-rules.pdf").data)
    for words in (
        "Koi-Koi, Ann's table",
        "Birds by the bridge 3",
        "Moon viewing (moon, cup) 5, spoilt by the rain man",
    ):
        assert words in text.replace("’", "'").replace("\r\n", " ")
    agreed = "Moon viewing (moon, cup): 5 points, spoilt by the rain man; Birds by the bridge: 3 points"
    assert agreed in table.get(f"{game}/house-rules")
    rules = table.get(f"{game}/rules")
    assert "Birds by the bridge" in rules
    assert "Moon viewing is spoilt by the rain man." in rules
    ruling = table.get(f"{game}/rulings/kk-viewing")
    assert "Your table plays: Moon viewing (moon, cup), 5 points, spoilt by the rain man." in ruling
    off = play(table, own={"yaku": {"moon-viewing": {"off": True}}})
    assert "Your table plays without Moon viewing" in table.get(f"{off}/rulings/kk-viewing")


def test_statistics_keep_the_rules_of_a_table_apart(table: Table) -> None:
    game = play(table)
    table.record(game, ROUND)
    other = play(table, own={"name": "Other"}, path=f"{game}/again")
    table.record(other, ROUND)
    path = game.replace("/g/", "/t/") + "/statistics"
    found = re.findall(r'name="rules"[^>]* value="([^"]*)"', table.get(path))
    assert [unescape(each) for each in found] == ["koikoi-modern/Ann's table", "koikoi-modern/Other"]
    assert "1 round" in table.get(f"{path}?rules=koikoi-modern/Other")


def test_a_copy_of_a_game_brings_them_along(table: Table) -> None:
    game = play(table)
    table.record(game, ROUND)
    kept = table.client.get(f"{game}/copies/game.json").data
    copy = urlsplit(table.post("/games/bring-in", {"file": (BytesIO(kept), "game.json")}).location).path
    assert table.totals(copy) == [4, 0]
    assert fill(table, f"{copy}/ours")["rules/name"] == ["Ann's table"]
    assert "Birds by the bridge" in table.get(f"{copy}/rounds/1/why")
