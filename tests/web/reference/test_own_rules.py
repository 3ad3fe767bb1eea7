"""Our rules: what the form makes of a rule set, what it says of that, and that games keep their copy.

A number that a table changed is its own wherever it is shown; no text says the published one for it.
"""

import json
import re
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from companion.cards import DECK
from companion.printing.house_rules import describe_house_rules
from companion.printing.orders import parse_order
from companion.reference import find_rulings, get_ruling, load_page
from companion.rules import RULE_SET_IDS
from companion.rules.records.files import get_own_rule_set, get_rule_set
from companion.rules.text.reader import OWN as OF_THE_TABLE
from tests.web.paper.test_print_sheets import fonts_folder, one_press_for_all, press, read_text
from tests.web.phone import open_phone
from tests.web.table import Table, expect_words, read_faults, read_fields, read_words, to_table

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
    own, page = read_own(address), table.get(address)
    assert own["yaku"]["moon-viewing"] == {"unless": ["willow-rain-man"]}
    said = "Birds by the bridge: 3 points, +1 for each further card."
    expect_words(page, "<h1>Koi-Koi, Ann&#39;s table</h1>", said)
    assert read_examples(page) == [
        ("Moon viewing (moon, cup)", "5"),
        ("Moon viewing with the rain man", "5", "0"),
        ("Flower viewing (curtain, cup)", "5"),
        ("Flower viewing with the rain man", "5", "0"),
        ("Birds by the bridge", "new:", "3"),
    ]
    # What is shown again is the same rules.
    again = show(table, address, **{"rules/yaku/flower-viewing/points": "4"}, rounds="6")
    own["yaku"]["flower-viewing"]["points"] = 4
    assert read_own(again) == own | {"rounds": 6}


def test_the_points_of_a_yaku_are_without_what_others_change(table: Table) -> None:
    own = {"yaku": {"five-brights": {"points": 120}, "dragon": {"off": True}}}
    examples = read_examples(table.get(link(own, "/rules/kwado-1985/ours")))
    assert [points for _, *points in examples] == [["100", "120"], ["25", "0"]]


def test_a_worked_example_has_the_figures_of_the_table_or_is_left_out(table: Table) -> None:
    figures = {}
    for yaku in ("dragon", "five-brights"):
        game = play(table, own={"values": {"brights": 25}, "yaku": {yaku: {"off": True}}}, game="kwado-1985")
        figures[yaku] = re.findall("[0-9]+ card points bring [0-9]+", read(table, f"{game}/rulings/method-a"))
    # Two brights and the phoenix are 75, five animals 50, three ribbons 15; the floor is 265 ÷ 2.
    assert figures == {"dragon": [], "five-brights": ["140 card points bring 8"]}


def test_without_a_change_the_rules_are_the_published_ones(table: Table) -> None:
    expect_words(table.get(PAGE), never=["What it means", "values/brights"])
    address = show(table)
    assert read_own(address) == {}
    expect_words(table.get(address), "Nothing is changed: these are the published rules.")
    # So a table goes back to them.
    game = play(table)
    expect_words(table.get(play(table, own={}, path=f"{game}/again")), "Koi-Koi, today&#39;s rules")
    assert "own" not in read_fields(table.get("/games/new"))
    table.get("/rules/poker/ours", 404)


def test_a_yaku_without_a_tick_is_off_and_one_of_the_table_goes(table: Table) -> None:
    address = show(table, **BIRDS_BY_THE_BRIDGE)
    on = [each for each in fill(table, address)["on"] if each not in ("moon-viewing", "birds-by-the-bridge")]
    assert read_own(show(table, address, on=on)) == {"yaku": {"moon-viewing": {"off": True}}}


def test_the_cards_of_a_yaku_of_the_table_are_changed(table: Table) -> None:
    address = show(table, **BIRDS_BY_THE_BRIDGE)
    asked = table.post(address, fill(table, address) | {"show": "edit:birds-by-the-bridge"}, 200)
    fields = read_form(asked.text)
    shown = {f"{NEW}/points": ["3"], f"{NEW}/at_least/n": ["3"], "card-iris-bridge": ["all"]}
    assert fields | shown == fields
    typed = {"card-iris-bridge": "", f"{NEW}/at_least/n": "4", f"{NEW}/name": "Four birds"}
    own = read_own(table.post(address, fields | typed).location)
    assert list(own["yaku"]) == ["birds-by-the-bridge"]
    four = own["yaku"]["birds-by-the-bridge"]
    assert (four["name"], four["at_least"]["n"], "all_of" in four) == ("Four birds", 4, False)


def test_values_of_cards_and_the_target_are_changed_where_the_game_has_them(table: Table) -> None:
    address = show(table, "/rules/kwado-1985/ours", **{"rules/values/brights": "25"}, target="150")
    assert read_own(address) == {"values": {"brights": 25}, "target": 150}
    assert "Each bright is worth 25, not 20." in table.get(address)


def test_one_card_has_points_of_its_own_and_loses_them(table: Table) -> None:
    path = "/rules/roppyakken/ours"
    deer = {"rules/values/+": "maple-deer", "rules/values/+/points": "50"}
    address = show(table, path, **deer)
    assert read_own(address) == {"values": {"maple-deer": 50}}
    expect_words(read_words(table.get(address)), "The deer is worth 50, not 10.")
    both = show(table, address, **{"rules/values/+": "wisteria-cuckoo", "rules/values/+/points": "50"})
    assert read_own(both) == {"values": {"maple-deer": 50, "wisteria-cuckoo": 50}}
    assert read_own(show(table, address, **{"rules/values/maple-deer": ""})) == {}
    said = read_faults(table.post(path, fill(table, path) | deer | {"rules/values/+/points": "no"}, 422).text)
    assert [each for each in said if "Points are a whole number from 0 to" in each]


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
        ({"rules/rounds": "many"}, "The number of rounds: “many” is not a number."),
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
    asked = {"game": game, "own-of": game, "own": json.dumps(own), "fields-of": "", "show": "game"}
    page = table.post(path, asked, 200).text
    typed = read_fields(page) | {"player-0": "Ann", "player-1": "Ben", "table": "new"} | chosen
    return urlsplit(table.post(path, typed).location).path


def test_a_game_is_begun_with_them_and_keeps_them_in_a_rematch(table: Table) -> None:
    before = table.start("Ann", "Ben", game="koikoi-modern")
    game = play(table)
    again = table.rematch(game)
    for each, total in ((before, 1), (game, 4), (again, 4)):
        table.record(each, ROUND)
        assert table.totals(each) == [total, 0]
    expect_words(table.get(again), "Koi-Koi, Ann&#39;s table")
    # A copy of it brings them along.
    kept = table.client.get(f"{again}/copies/game.json").data
    copy = urlsplit(table.post("/games/bring-in", {"file": (BytesIO(kept), "game.json")}).location).path
    assert (table.totals(copy), fill(table, f"{copy}/ours")["rules/name"]) == ([4, 0], ["Ann's table"])
    expect_words(table.get(f"{copy}/rounds/1/why"), "Birds by the bridge")


def test_a_new_game_offers_the_own_rules_of_earlier_ones_by_name(table: Table) -> None:
    play(table)
    page = table.get("/games/new")
    [value] = re.findall(r'name="show" value="(own:[^"]+)">\s*<bdi>Koi-Koi, Ann&#39;s table</bdi>', page)
    typed = {"player-0": "Cem", "player-1": "Dee", "fields-of": "kwado-1985", "game": "kwado-1985"}
    page = table.post("/games/new", {**typed, "show": unescape(value)}, 200).text
    expect_words(page, "<p>Koi-Koi, Ann&#39;s table</p>")
    game = urlsplit(table.post("/games/new", read_fields(page)).location).path
    table.record(game, ROUND)
    expect_words(table.get(game), "Cem", 'data-side="0" data-tally="4">4<')
    # What is damaged on the way is a sentence.
    for damaged in ("own:", "own:koikoi-modern:{", "own:poker:{}"):
        assert read_faults(table.post("/games/new", {**typed, "show": damaged}, 422).text)
    # They are those of one game only.
    asked = {"own-of": "koikoi-modern", "own": json.dumps(OWN), "show": "game", "game": "kwado-1985"}
    other = read_fields(table.post("/games/new", typed | asked | {"fields-of": ""}, 200).text)
    game = urlsplit(table.post("/games/new", other | {"table": "new"}).location).path
    expect_words(table.get(f"{game}/house-rules"), never=["Ann&#39;s table"])


def test_the_page_of_a_game_begins_with_what_it_plays_and_scores_its_rounds_by_both(table: Table) -> None:
    game = play(table)
    table.record(game, ROUND)
    assert fill(table, f"{game}/ours")["rules/name"] == ["Ann's table"]
    address = show(table, f"{game}/ours", **{"rules/yaku/birds/points": "5"})
    # To play it is a rematch, and the game keeps its scores.
    expect_words(table.get(address), '<s class="quiet">+4</s> +6', f'action="{game}/again"')
    assert table.totals(game) == [4, 0]
    asked = {"own-of": "koikoi-modern", "own": "{}", "fields-of": "", "show": "game", "game": "koikoi-modern"}
    typed = read_fields(table.post(f"{game}/again", asked, 200).text)
    assert (typed["player-0"], typed["player-1"]) == (["Ann"], ["Ben"])
    view = table.view_link(game)
    expect_words(table.get(f"{view}/ours?{urlsplit(address).query}"), never=["Play it"])


def test_they_go_by_file_to_another_table(table: Table) -> None:
    text = table.client.get(link(OWN, f"{PAGE}.json")).data
    assert json.loads(text) == OWN
    back, wrong = (table.post(PAGE, {"file": (BytesIO(each), "ours.json")}).location for each in (text, b"["))
    assert read_own(back) == OWN
    assert read_faults(table.get(wrong, 422))[0].startswith("Own rules cannot be read. This is not JSON")


def test_a_stranger_adds_two_rules_on_a_phone_and_plays_them(browser: Browser, live_server: str) -> None:
    """“Birds by the bridge”, and moon viewing spoilt by rain. Takes some seconds."""
    context = open_phone(browser)
    page = context.new_page()
    page.goto(f"{live_server}/rules/koikoi-modern")
    page.get_by_role("link", name="Our rules").tap()
    page.get_by_label("Name of your rules").fill("Friday")
    row = page.locator('details:has([name="rules/yaku/moon-viewing/name"])')
    row.locator("summary").tap()
    row.get_by_label("Spoilt by").select_option(label="Rain man under willow")
    page.get_by_role("link", name="Add a yaku").tap()
    new = page.locator("#new")
    for label, typed in (("Name", "Birds by the bridge"), ("How many of", "3"), ("each further one", "1")):
        new.get_by_label(label).fill(typed)
    new.get_by_label("Points", exact=True).fill("3")
    # A tap says “needed”, a second one “one of”.
    for card in ("iris-bridge", *BIRDS, *BIRDS):
        new.locator(f".own-card:has([name=card-{card}]) .card").tap()
    page.get_by_role("button", name="Show what it means").tap()
    expect(page.locator(".bonus__points")).to_have_text(["5", "5 becomes 0", "new: 3"])
    page.get_by_role("button", name="Play it").tap()
    page.get_by_role("button", name="Start the game").tap()
    page.wait_for_url(re.compile("/g/[^/]+$"))
    expect(page.locator("main")).to_contain_text("Koi-Koi, Friday")
    context.close()


def test_sheets_and_pages_say_what_the_table_plays(table: Table) -> None:
    game = play(table)
    [pad] = re.findall(r'href="([^"]+)">\s*Score pad', table.get(link(OWN)))
    for address, spoilt in (
        (f"{game}/print/house-rules.pdf", "Moon viewing (tsukimi 月見: moon, cup) 5, spoilt by the rain man"),
        (unescape(pad), "is spoilt by the rain man"),
    ):
        text = read_text(table.client.get(address).data).replace("’", "'").replace("\r\n", " ")
        expect_words(text, "Koi-Koi, Ann's table", "Birds by the bridge 3", spoilt)
    off = play(table, own={"yaku": {"moon-viewing": {"off": True}}})
    agreed = (
        "Moon viewing (tsukimi 月見: moon, cup): 5 points, spoilt by the rain man;"
        " Birds by the bridge: 3 points"
    )
    ruling = "Your table plays: Moon viewing (moon, cup), 5 points, spoilt by the rain man."
    for page, *said in (
        (f"{game}/house-rules", agreed),
        (f"{game}/rules", "Birds by the bridge", "Moon viewing is spoilt by the rain man."),
        (f"{game}/rulings/kk-viewing", ruling),
        (f"{off}/rulings/kk-viewing", "Your table plays without Moon viewing"),
    ):
        expect_words(read_words(table.get(page)), *said)


def test_statistics_keep_the_rules_of_a_table_apart(table: Table) -> None:
    game = play(table)
    table.record(game, ROUND)
    other = play(table, own={"name": "Other"}, path=f"{game}/again")
    table.record(other, ROUND)
    path = to_table(game, "/statistics")
    found = re.findall(r'name="rules"[^>]* value="([^"]*)"', table.get(path))
    assert [unescape(each) for each in found] == ["koikoi-modern/Ann's table", "koikoi-modern/Other"]
    assert "1 round" in table.get(f"{path}?rules=koikoi-modern/Other")


# --- Numbers that the table changed -----------------------------------------------------------------


CHANGED = {
    "values": {"brights": 25},
    "yaku": {"dragon": {"points": 40}, "five-brights": {"off": True}},
}
BRIGHT, POINTS, DRAGON = (
    f"{now} (your table; {was} in the rules)" for now, was in ((25, 20), (265, 240), (40, 25))
)
COUNTS = {"brights": (3, 2), "animals": (5, 4), "ribbons": (5, 5)}
ROUND_OF_KWADO = {
    "way": "counts",
    "yaku-0-dragon": "on",
    "yaku/0": ["dragon"],
    **{f"counts/{n}/{group}": str(row[n]) for group, row in COUNTS.items() for n in (0, 1)},
}


def read(table: Table, address: str) -> str:
    return unescape(read_words(table.get(address)))


def test_ruling_rules_breakdown_and_sheets_say_what_the_table_plays(table: Table) -> None:
    game = play(table, own=CHANGED, game="kwado-1985", preset="all")
    table.record(game, ROUND_OF_KWADO)
    for page, *said in (
        ("rulings/values", f"Brights {BRIGHT}, animals 10,", f"The whole deck holds {POINTS} points."),
        (
            "rulings/floor",
            f"{POINTS} divided by the number of sides: two 132 (your table; 120 in the rules),",
            "rounds it down",
        ),
        ("rulings/which-yaku", f"Dragon {DRAGON}", "(not at your table)"),
        (
            "rules",
            f"hold {POINTS} points together",
            "5 your table 25",
            "265 ÷ the number of sides. house rule, your table",
        ),
        ("house-rules", f"bright {BRIGHT}", f"Dragon bonus {DRAGON}", "(not at your table)"),
        ("rounds/1/why", "3 brights × 25 your table 75", "Floor: 265 ÷ 2 sides, rounded down"),
    ):
        expect_words(read(table, f"{game}/{page}"), *said)
    # The published rules stay what they are.
    assert "your table;" not in read(table, "/rulings/values") + read(table, "/rules/kwado-1985")


def test_the_printed_house_rules_name_what_was_changed() -> None:
    order = parse_order("house-rules", {"rules": "kwado-1985", "own": json.dumps(CHANGED)})
    bright, five, dragon = describe_house_rules(order)["changes"]
    assert bright == f"bright {BRIGHT}"
    assert (five.split(" (")[-1], dragon.split(" (")[-1]) == (
        "not at your table)",
        "your table; 25 in the rules)",
    )


def test_what_a_table_changed_is_labelled_as_its_own() -> None:
    rules = get_own_rule_set("kwado-1985", CHANGED)
    assert [group.id for group in rules.values if group.provenance == OF_THE_TABLE] == ["brights"]
    assert rules.get_yaku("dragon").provenance == OF_THE_TABLE == rules.counting.points_from
    assert get_rule_set("kwado-1985").counting.points_from != OF_THE_TABLE


def find_typed(rule_set_id: str) -> list[tuple[str, str]]:
    """The deck and the shares that texts state as digits though all values of cards are other ones."""
    usual = get_rule_set(rule_set_id)
    rules = get_own_rule_set(rule_set_id, {"values": {group.id: group.points + 7 for group in usual.values}})
    shares = {usual.counting.deck_points // sides for sides in (1, *usual.side_counts)} - {len(DECK)}
    texts = [
        (ruling.id, words)
        for each in find_rulings(rule_set_id=rule_set_id)
        for ruling in [get_ruling(each.id, rule_set_id, rules)]
        for words in (ruling.question, ruling.verdict, ruling.reason)
        # The numbers of “target-b” are targets.
        if not words.startswith("Example: ") and ruling.id != "target-b"
    ]
    texts += [(part.id, block.markdown) for part in load_page(rule_set_id, rules) for block in part.blocks]
    plain = ((place, re.sub(r"\(your table; \d+ in the rules\)", "", words)) for place, words in texts)
    return [(place, words) for place, words in plain if shares & set(map(int, re.findall(r"\b\d+", words)))]


@pytest.mark.parametrize(
    "rule_set_id", [each for each in RULE_SET_IDS if get_rule_set(each).counting.deck_points]
)
def test_no_text_has_the_deck_or_a_share_of_it_typed_as_digits(rule_set_id: str) -> None:
    assert find_typed(rule_set_id) == []
