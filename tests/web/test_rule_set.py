"""The rules of a rule set: every number from the rule data, every silent place marked, options as agreed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.reference import (
    PAGE_RULE_SETS,
    find_game,
    find_rulings,
    get_readings,
    get_ruling,
    load_page,
    load_sources,
    score_example,
)
from companion.rules import Method, get_rule_set, make_lines
from tests.web.table import Table, by_points, drop_terms

TABLE = re.compile(r"<table.*?>(.*?)</table>", re.S)
ROW = re.compile(r"<tr.*?>(.*?)</tr>", re.S)
CELL = re.compile(r"<t[hd].*?>(.*?)</t[hd]>", re.S)


def read_text(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html))).strip()


def read_tables(html: str) -> dict[str, list[list[str]]]:
    """The rows of each table, by the first word of its caption."""
    tables: dict[str, list[list[str]]] = {}
    for table in TABLE.findall(html):
        caption = re.search(r"<caption.*?>(.*?)</caption>", table, re.S)
        name = read_text(caption[1]) if caption else ""
        body = re.search(r"<tbody>(.*?)</tbody>", table, re.S)
        assert body
        rows = [[read_text(cell) for cell in CELL.findall(row)] for row in ROW.findall(body[1])]
        tables.setdefault(name.split(".")[0], rows)
    return tables


@pytest.fixture(params=PAGE_RULE_SETS)
def rule_set_id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_deal_the_values_and_the_floors_are_those_of_the_rule_data(
    client: FlaskClient, rule_set_id: str
) -> None:
    rules = get_rule_set(rule_set_id)
    tables = read_tables(drop_terms(client.get(f"/rules/{rule_set_id}").text))
    assert tables["The deal"] == [
        [str(deal.players), str(deal.hand), str(deal.field), str(deal.draw_pile)] for deal in rules.deals
    ]
    worth = [
        [f"{group.name} {group.words}".strip(), str(len(group.cards)), str(group.points)]
        for group in rules.values
    ]
    # Where no card has points, there is nothing to list.
    assert tables.get("What the cards are worth", []) == (worth if rules.counted else [])
    floors = [rows for name, rows in tables.items() if name.startswith("Floor")]
    # kwado.md: the floor is 240 divided by the number of sides; no other game has one.
    expected = [[str(count), str(rules.deck_points // count)] for count in rules.side_counts]
    assert floors == ([expected] if find_game(rule_set_id) == "kwado" else [])


def test_every_bonus_is_there_with_its_points_and_its_pictures(client: FlaskClient, rule_set_id: str) -> None:
    text = client.get(f"/rules/{rule_set_id}").text
    bonuses = text.split('<ul class="bonuses">')[1].split("</ul>")[0].split("<li")[1:]
    rules = get_rule_set(rule_set_id)
    assert len(bonuses) == len(rules.yaku)
    for html, yaku in zip(bonuses, rules.yaku, strict=True):
        assert yaku.name in unescape(html)
        points = re.search(r'bonus__points">\s*(\d+)', html)
        assert points
        assert int(points[1]) == yaku.points
        # The cards that it asks for, then those of which it asks for some.
        pictures = [*yaku.all_of.ids, *(yaku.at_least.of.ids if yaku.at_least else ())]
        assert re.findall(r"svg[?v=0-9a-f]*#([a-z0-9-]+)", html) == pictures


def list_examples(rule_set_id: str) -> list[str]:
    blocks = [block for section in load_page(rule_set_id) for block in section.blocks]
    return [block.word for block in blocks if block.kind == "example"]


def test_a_worked_example_is_scored_by_the_rules(client: FlaskClient, rule_set_id: str) -> None:
    text = client.get(f"/rules/{rule_set_id}").text
    shown = re.split("<h3>Example", text)[1:]
    examples = list_examples(rule_set_id)
    assert len(shown) == len(examples)
    scored = [score_example(get_rule_set(rule_set_id), example) for example in examples]
    assert {one.options.method for one in scored} == {one.id for one in get_rule_set(rule_set_id).methods}
    for html, example in zip(shown, examples, strict=True):
        breakdown = score_example(get_rule_set(rule_set_id), example)
        for number, table in enumerate(TABLE.findall(html)[: len(breakdown.sides)]):
            body = re.search(r"<tbody>(.*?)</tbody>", table, re.S)
            assert body
            rows = [[read_text(cell) for cell in CELL.findall(row)] for row in ROW.findall(body[1])]
            assert [words for words, _ in rows] == [line.words for line in make_lines(breakdown, number)]
            assert [points.replace("−", "-") for _, points in rows] == [
                f"× {line.points}" if line.is_factor else str(line.points)
                for line in make_lines(breakdown, number)
            ]


@pytest.mark.parametrize(
    ("rule_set_id", "example", "scores"),
    [
        # kwado.md: 125 and the phoenix against 115 is 30 to 0; by method B 150 to 115.
        ("kwado-1985", "kwado-a", [30, 0]),
        ("kwado-1982", "kwado-a", [30, 0]),
        ("kwado-1985", "kwado-b", [150, 115]),
        ("kwado-1982", "kwado-b", [150, 115]),
        # min-hwatu.md, "Settlement": 100, 80 and 60, the third with the blue ribbons.
        ("min-hwatu", "min-hwatu", [70, 50, 120]),
        # sakura.md: 150 and 90; next-games.md, "C. Sakura": 100, 80 and 60, the second with two yaku.
        ("sakura", "sakura-two", [100, 90]),
        ("sakura", "sakura-three", [0, 80, -40]),
        # next-games.md, "B. Koi-Koi": 7 points and a call of the other; by Nintendo the call alone counts.
        ("koikoi-modern", "koi-koi", [28, 0]),
        ("koikoi-nintendo", "koi-koi", [14, 0]),
        ("koikoi-compendium", "koi-koi", [28, 0]),
        ("koikoi-hu", "koi-koi", [28, 0]),
    ],
)
def test_a_worked_example_has_the_scores_of_its_source(
    rule_set_id: str, example: str, scores: list[int]
) -> None:
    breakdown = score_example(get_rule_set(rule_set_id), example)
    assert [side.score for side in breakdown.sides] == scores
    assert example in list_examples(rule_set_id)


def test_every_number_in_the_text_is_a_number_of_the_rule_data(client: FlaskClient, rule_set_id: str) -> None:
    rules = get_rule_set(rule_set_id)
    text = drop_terms(client.get(f"/rules/{rule_set_id}").text).split('<nav class="contents"')[1]
    # What to do where the rules are silent are words of rulings, which name other games.
    text = re.sub(r'<div class="meanwhile">.*?</div>', "", text, flags=re.S)
    text = re.sub(r'<span class="rule">.*?</span>', "", text, flags=re.S)
    prose = read_text(TABLE.sub("", text.split("</nav>")[1].split('aria-label="Further"')[0]))
    known = {rules.deck_points, 48, min(rules.sides), max(rules.sides), 0}
    known |= {method.target for method in rules.methods if method.target}
    known |= {rules.length.rounds} if rules.length else set()
    known |= {
        int(number)
        for option in rules.options
        for words in (option.title, *(words for _, words in option.values))
        for number in re.findall(r"\d+", words)
    }
    known |= {group.points for group in rules.values} | {yaku.points for yaku in rules.yaku}
    known |= {yaku.at_least.n for yaku in rules.yaku if yaku.at_least}
    # Years of editions and texts, the numbers of the Sakura yaku.
    bare = re.sub(r"\b19(82|85)\b|\b20(21|25) text|Sakura \d", "", prose)
    assert {int(number) for number in re.findall(r"\d+", bare)} - known == set()


def test_every_silent_place_is_marked_and_leads_to_its_ruling(client: FlaskClient, rule_set_id: str) -> None:
    text = client.get(f"/rules/{rule_set_id}").text
    links = re.findall(r'<a class="silent" href="(/rulings/[^"]+)">', text)
    marked = {link.removeprefix("/rulings/").partition("?")[0] for link in links}
    silent = {ruling.id for ruling in find_rulings(rule_set_id=rule_set_id) if ruling.label == "silent"}
    if rule_set_id == "kwado-1982":
        # Without declaring nothing can be declared in vain.
        silent.remove("declare-broken")
    # What has no readings is advice; most of it is about accidents, and the page does not tell of those.
    assert {each for each in silent if get_ruling(each, rule_set_id).house} <= marked <= silent
    assert marked == {ruling for section in load_page(rule_set_id) for ruling in section.silent}
    for link in links:
        assert "not in the rules" in client.get(link).text.split('class="ruling__from"')[1].split("</p>")[0]


def test_each_silent_place_says_without_a_tap_what_to_do(client: FlaskClient, rule_set_id: str) -> None:
    rules = get_rule_set(rule_set_id)
    text = client.get(f"/rules/{rule_set_id}").text
    places = re.findall(
        r'<li><a class="silent" href="/rulings/([^"?]+)[^"]*">(.*?)</a>: (.*?)</li>', text, re.S
    )
    assert [ruling for ruling, _, _ in places] == [
        ruling for section in load_page(rule_set_id) for ruling in section.silent
    ]
    assert "Not in the rules: " not in re.sub(r"<[^>]+>", "", text)
    for ruling_id, words, said in places:
        ruling = get_ruling(ruling_id, rule_set_id)
        plain = " ".join(unescape(re.sub(r"<[^>]+>", "", drop_terms(said))).split())
        known = [ruling.verdict, *(reading for _, reading in get_readings(ruling, rules))]
        assert plain in known, (words, plain)


def test_a_table_reads_there_what_it_agreed(table: Table) -> None:
    game = table.start("Ann", "Ben", **{"option-dealer": "left", "option-tie": "play-on"})
    text = unescape(re.sub(r"<[^>]+>", "", drop_terms(table.get(f"{game}/rules"))))
    assert "equal totals: play on until one leads" in text
    assert "until you agree" not in text.lower()


def test_every_option_stands_with_its_readings_and_leads_to_its_ruling(
    client: FlaskClient, rule_set_id: str
) -> None:
    text = unescape(drop_terms(client.get(f"/rules/{rule_set_id}").text))
    for option in get_rule_set(rule_set_id).options:
        assert re.search(rf'href="/rulings/{option.ruling}[^"]*">{option.title}', text)
        assert all(words in text for _, words in option.values)


def test_the_booklet_of_1982_has_no_declaring(client: FlaskClient) -> None:
    assert "Announcing." in client.get("/rules/kwado-1985").text
    assert "Announcing." not in client.get("/rules/kwado-1982").text
    assert client.get("/rules/kwado-1959").status_code == 404


@pytest.mark.parametrize("method", get_rule_set("kwado-1985").methods, ids=lambda method: method.id)
def test_only_the_method_of_the_table_is_marked_in_its_rules(table: Table, method: Method) -> None:
    game = table.start("Ann", "Ben", method=method.id, target="300")
    marked = re.findall(r'<h2 id="([^"]+)">[^<]*<strong class="chosen">', table.get(f"{game}/rules"))
    assert marked == [method.ruling]


def test_a_game_reads_its_rules_as_its_table_plays_them(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="month", **{"option-bonus": "before-floor"})
    text = table.get(f"{game}/rules")
    assert len(re.findall("counts at your table", text)) == 3
    assert len(re.findall("not at your table", text)) == len(get_rule_set("kwado-1985").yaku) - 3
    chosen = [
        read_text(line)
        for line in re.findall(r"<li>(?:(?!</li>).)*your table(?:(?!</li>).)*</li>", text, re.S)
    ]
    assert "before the floor is taken off your table" in chosen
    assert "after the floor is taken off your table" not in chosen
    assert re.findall(r'href="(/rulings/(?!labels)[^"]+)"', text) == []
    table.post(f"{game}/rulings/team-talk", {"reading": "open"})
    assert "partners may show their hands" in table.get(f"{game}/rules")


def test_a_game_of_1982_reads_the_rules_of_1982(table: Table) -> None:
    game = table.start("Ann", "Ben", game="kwado-1982")
    table.record(game, by_points(125, 115))
    assert "<h1>Kwa-Dō (1982)</h1>" in table.get(f"{game}/rules")
    assert "Rules" in table.get(game)


def test_a_game_without_a_page_of_its_own_leads_to_its_rulings(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.start("Ann", "Ben")
    monkeypatch.setattr("companion.web.rules.views.PAGE_RULE_SETS", ())
    text = table.get(f"{game}/rules")
    assert f'href="{game}/rulings/exact-tie"' in text
    assert "kk-sake-cup" not in text


def test_who_says_so_is_said_in_words(client: FlaskClient, rule_set_id: str) -> None:
    codes = re.compile(rf"\b({'|'.join(load_sources())})\b")
    text = client.get(f"/rules/{rule_set_id}").text
    assert codes.findall(read_text(text.partition("<main")[2])) == []
    for ruling_id in ("values", "how-to-play"):
        said = client.get(f"/rulings/{ruling_id}?rules={rule_set_id}").text.split('class="ruling__from"')[1]
        assert codes.findall(read_text(said.partition("</p>")[0])) == []


@pytest.mark.parametrize(
    ("rule_set_id", "said"),
    [
        # kwado.md: 5, 9, 10 and 24 cards; teams of 3 in 1985 only; shuffle and cut.
        (
            "kwado-1985",
            (
                "bright 5 20",
                "chaff 24 0",
                "3 teams of 2 or 2 teams of 3",
                "teams of three",
                "Shuffle and cut",
            ),
        ),
        ("kwado-1982", ("bright 5 20", "4 each alone or 2 teams of 2", "Shuffle and cut")),
        ("kwado-1985", ("crane, curtain, moon, rain man and phoenix", "you cannot leave them lying")),
    ],
)
def test_a_newcomer_finds_the_cards_the_teams_and_the_shuffle(
    client: FlaskClient, rule_set_id: str, said: tuple[str, ...]
) -> None:
    html = drop_terms(client.get(f"/rules/{rule_set_id}").text)
    for words in said:
        assert words in read_text(html)
    assert 'href="/cards"' in html


def test_the_booklet_of_1982_has_no_teams_of_three(client: FlaskClient) -> None:
    assert "three alternate" not in read_text(client.get("/rules/kwado-1982").text)
