"""The rules of a rule set: every number from the rule data, every silent place marked, options as agreed."""

import re
from html import unescape
from itertools import product

import pytest
from flask.testing import FlaskClient

from companion.reference import (
    find_game,
    find_rulings,
    get_example,
    get_readings,
    get_ruling,
    get_source,
    load_page,
    load_sources,
    score_example,
)
from companion.rules import RULE_SET_IDS, RuleSet, get_rule_set, make_lines
from companion.rules.text.reader import LABELS, Provenance
from tests.web.conftest import Reused
from tests.web.table import Table, drop_languages, drop_terms, expect_words, read_words

TABLE = re.compile(r"<table.*?>(.*?)</table>", re.S)


def read_text(html: str) -> str:
    return unescape(read_words(html)).strip()


def read_rows(table: str) -> list[list[str]]:
    """The cells of each row of a table, without its head."""
    rows = re.findall(r"<tr.*?>(.*?)</tr>", table.partition("<tbody>")[2], re.S)
    return [[read_text(cell) for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.S)] for row in rows]


@pytest.fixture(scope="module", params=RULE_SET_IDS)
def rules(request: pytest.FixtureRequest) -> RuleSet:
    return get_rule_set(request.param)


@pytest.fixture(scope="module")
def page(rules: RuleSet, reused: Reused) -> str:
    """The page of the rules, opened once for the tests that only read it."""
    return reused.app.test_client().get(f"/rules/{rules.id}").text


def test_the_deal_the_values_and_the_floors_are_those_of_the_rule_data(rules: RuleSet, page: str) -> None:
    tables: dict[str, list[list[str]]] = {}
    for table in TABLE.findall(drop_terms(page)):
        caption = read_text(table.partition("</caption>")[0]) if "<caption" in table else ""
        tables.setdefault(caption.split(".")[0], read_rows(table))
    assert tables.get("The deal", []) == [
        list(map(str, (deal.players, deal.hand, deal.field, rules.count_draw_pile(deal))))
        for deal in rules.deals
    ]
    assert ("The deal" in tables) is rules.has_cards
    worth = [
        [f"{group.name} {group.words}".strip(), str(len(group.cards)), str(group.points)]
        for group in rules.values
    ]
    # Where no card has points, there is nothing to list.
    assert tables.get("What the cards are worth", []) == (worth if rules.counting.point_groups else [])
    floors = [rows for name, rows in tables.items() if name.startswith("Floor")]
    # kwado.md: the floor is 240 divided by the number of sides; no other game has one.
    expected = [[str(count), str(rules.counting.deck_points // count)] for count in rules.side_counts]
    assert floors == ([expected] if find_game(rules.id) == "kwado" else [])


def test_every_bonus_is_there_with_its_points_and_its_pictures(rules: RuleSet, page: str) -> None:
    bonuses = "".join(page.split('<ul class="bonuses">')[1:]).split("</ul>")[0].split("<li")[1:]
    for html, yaku in zip(bonuses, rules.yaku, strict=True):
        assert yaku.name_in_letters in unescape(drop_languages(html))
        assert re.findall(r'bonus__points">\s*(\d+)', html) == [str(yaku.points)]
        # The cards that it asks for, then those that it asks some of.
        pictures = [*yaku.all_of.ids, *(yaku.at_least.of.ids if yaku.at_least else ())]
        assert re.findall(r"svg[?v=0-9a-f]*#([a-z0-9-]+)", html) == pictures


def list_examples(rule_set_id: str) -> list[str]:
    blocks = [block for section in load_page(rule_set_id) for block in section.blocks]
    return [block.word for block in blocks if block.kind == "example"]


def test_a_worked_example_is_scored_by_the_rules(rules: RuleSet, page: str) -> None:
    scored = [score_example(rules, get_example(each)) for each in list_examples(rules.id)]
    assert {one.options.method for one in scored} == {one.id for one in rules.methods}
    for html, breakdown in zip(re.split("<h3>Example", page)[1:], scored, strict=True):
        for number, table in enumerate(TABLE.findall(html)[: len(breakdown.sides)]):
            rows = [
                (words, re.sub(r"\s", "", points.replace("−", "-"))) for words, points in read_rows(table)
            ]
            assert rows == [
                (line.words, f"×{line.points}" if line.is_factor else str(line.points))
                for line in make_lines(breakdown, number)
            ]


def test_a_worked_example_has_the_scores_of_its_source() -> None:
    for rule_set_id, example, scores in (
        # kwado.md: 125 and the phoenix against 115 is 30 to 0; by method B 150 to 115.
        ("kwado-1985", "kwado-a", [30, 0]),
        ("kwado-1982", "kwado-a", [30, 0]),
        ("kwado-1985", "kwado-b", [150, 115]),
        ("kwado-1982", "kwado-b", [150, 115]),
        # min-hwatu.md, "Settlement": 100, 80 and 60, the third with the blue ribbons.
        ("min-hwatu", "min-hwatu", [70, 50, 120]),
        # hana-awase.md: 100, 90 and 74, with poetry ribbons and moon viewing.
        ("hana-awase", "hana-awase", [72, -58, -14]),
        # sakura.md: 150 and 90; next-games.md, "C. Sakura": 100, 80 and 60, the second with two yaku.
        ("sakura", "sakura-two", [100, 90]),
        ("sakura", "sakura-three", [0, 80, -40]),
        # next-games.md, "B. Koi-Koi": 7 points and a call of the other; by Nintendo the call alone counts.
        ("koikoi-modern", "koi-koi", [28, 0]),
        ("koikoi-nintendo", "koi-koi", [14, 0]),
        ("koikoi-compendium", "koi-koi", [28, 0]),
        ("koikoi-hu", "koi-koi", [28, 0]),
        # go-stop.md, "By hand": (6 + 2) from each; 7 × 2 × 2; 5 and 10, which the caller pays.
        ("go-stop", "go-stop", [16, -8, -8]),
        ("go-stop", "go-stop-two", [28, -28]),
        ("go-stop", "go-stop-liable", [15, -15, 0]),
    ):
        breakdown = score_example(get_rule_set(rule_set_id), get_example(example))
        assert [side.score for side in breakdown.sides] == scores, (rule_set_id, example)
        assert example in list_examples(rule_set_id)


def test_every_number_in_the_text_is_a_number_of_the_rule_data(rules: RuleSet, page: str) -> None:
    text = drop_terms(page).split('<nav class="contents"')[1]
    # What to do where the rules are silent are words of rulings, which name other games.
    # How many sides an example has is its own.
    said = r'<details class="meanwhile">.*?</details>|<span class="rule">.*?</span>|<summary>.*?</summary>'
    text = re.sub(said, "", text, flags=re.S)
    prose = read_text(TABLE.sub("", text.split("</nav>")[1].split('aria-label="Further"')[0]))
    chosen = [words for option in rules.options for words in (option.title, *dict(option.values).values())]
    known = {
        *(rules.counting.deck_points, len(rules.cards) or 48, min(rules.sides), max(rules.sides), 0),
        *(method.target for method in rules.methods),
        rules.length.rounds if rules.length else 0,
        *map(int, re.findall(r"\d+", " ".join(chosen))),
        *(group.points for group in rules.values),
        *(yaku.points for yaku in rules.yaku),
        *(yaku.at_least.n for yaku in rules.yaku if yaku.at_least),
        *(rules.length.offered if rules.length else ()),
        len(rules.yaku),
    }
    known |= {
        points
        for method, count in product(rules.methods, rules.side_counts)
        for _, points in method.settlement.plain.list_fixed(rules.counting.deck_points, count)
    }
    # Years of editions and texts, the numbers of the Sakura yaku.
    bare = re.sub(r"\b19(82|85)\b|\b20(21|25) text|Sakura \d", "", prose)
    assert {int(number) for number in re.findall(r"\d+", bare)} - known == set()


def test_every_silent_place_is_marked_and_leads_to_its_ruling(
    client: FlaskClient, rules: RuleSet, page: str
) -> None:
    links = re.findall(r'<a class="silent" href="(/rulings/[^"]+)">', page)
    marked = {link.removeprefix("/rulings/").partition("?")[0] for link in links}
    # Without declaring, in 1982, nothing can be declared in vain.
    vain = {"declare-broken"} if rules.id == "kwado-1982" else set()
    silent = {each.id for each in find_rulings(rule_set_id=rules.id) if each.label == "silent"} - vain
    # What has no readings is advice; most of it is about accidents, and the page does not tell of those.
    assert {each for each in silent if get_ruling(each, rules.id).house} <= marked <= silent
    for link in set(links):
        assert "not in the rules" in client.get(link).text.split('class="ruling__from"')[1].split("</p>")[0]


def test_each_silent_place_says_what_to_do_where_it_stands(rules: RuleSet, page: str) -> None:
    places = re.findall(
        r'<li><a class="silent" href="/rulings/([^"?]+)[^"]*">(.*?)</a>: (.*?)</li>', page, re.S
    )
    silent = [ruling for section in load_page(rules.id) for ruling in section.silent]
    assert [ruling for ruling, _, _ in places] == silent
    assert "Not in the rules: " not in re.sub(r"<[^>]+>", "", page)
    for ruling_id, words, said in places:
        ruling = get_ruling(ruling_id, rules.id)
        plain = " ".join(unescape(re.sub(r"<[^>]+>", "", drop_terms(said))).split())
        assert plain in [ruling.verdict, *dict(get_readings(ruling, rules)).values()], (words, plain)


def name_sources(provenance: Provenance) -> str:
    return ", ".join(get_source(key).name for key in provenance.source.split(", "))


def test_every_option_stands_with_its_readings_and_leads_to_its_ruling(rules: RuleSet, page: str) -> None:
    text = unescape(drop_terms(page))
    for option in rules.options:
        assert re.search(rf'href="/rulings/{option.ruling}[^"]*">{re.escape(option.title)}', text)
        # A value with a source of its own names it; one that is ours says so.
        owned = [
            f"{each.words} {LABELS[each.provenance.label]}, {name_sources(each.provenance)}"
            for each in option.listed
            if each.provenance
        ]
        expect_words(text + read_text(page), *dict(option.values).values(), *owned)


def test_only_the_method_of_the_table_is_marked_in_its_rules(table: Table) -> None:
    for year, method in (("1985", "A"), ("1985", "B"), ("1982", "A")):
        game = table.start("Ann", "Ben", game=f"kwado-{year}", method=method, target="300")
        text = table.get(f"{game}/rules")
        expect_words(text, f"<h1>Kwa-Dō ({year})</h1>")
        marked = re.findall(r'<h2 id="([^"]+)">[^<]*<strong class="chosen">', text)
        assert marked == [f"method-{method.lower()}"]


def test_a_game_reads_its_rules_as_its_table_plays_them(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    agreed = {"options/bonus": "before-floor", "options/tie": "play-on"}
    game = table.start("Ann", "Ben", preset="month", **agreed)
    text = table.get(f"{game}/rules")
    counts = (text.count("counts at your table"), text.count("not at your table"))
    assert counts == (3, len(get_rule_set("kwado-1985").yaku) - 3)
    lines = re.findall(r"<li>(?:(?!</li>).)*your table(?:(?!</li>).)*</li>", text, re.S)
    chosen = " ".join(map(read_text, lines))
    expect_words(
        chosen, "before the floor is taken off your table", never=["after the floor is taken off your"]
    )
    plain = unescape(re.sub(r"<[^>]+>", "", text)).lower()
    expect_words(plain, "equal totals: play on until one leads", never=["until you agree"])
    assert re.findall(r'href="(/rulings/(?!labels)[^"]+)"', text) == []
    table.post(f"{game}/rulings/team-talk", {"reading": "open"})
    assert "partners may show their hands" in table.get(f"{game}/rules")
    # A game without a page of its own leads to its rulings.
    monkeypatch.setattr("companion.web.reference.rules.RULE_SET_IDS", ())
    text = table.get(f"{game}/rules")
    expect_words(text, f'href="{game}/rulings/exact-tie"', never=["kk-sake-cup"])


def test_who_says_so_is_said_in_words(client: FlaskClient, rules: RuleSet, page: str) -> None:
    said = [page.partition("<main")[2]]
    for ruling in ("values", "how-to-play"):
        text = client.get(f"/rulings/{ruling}?rules={rules.id}").text
        said.append(text.split('class="ruling__from"')[1].partition("</p>")[0])
    codes = re.compile(rf"\b({'|'.join(load_sources())})\b")
    assert codes.findall(" ".join(map(read_text, said))) == []


def test_a_newcomer_finds_the_cards_the_teams_and_the_shuffle_of_each_edition(client: FlaskClient) -> None:
    # kwado.md: 5, 9, 10 and 24 cards; teams of 3 and declaring in 1985 only; shuffle and cut.
    for year, said, never in (
        (
            1985,
            (
                *("bright 5 20", "chaff 24 0", "3 teams of 2 or 2 teams of 3", "teams of three"),
                *("Shuffle and cut", "crane, curtain, moon, rain man and phoenix"),
                *("you cannot leave them lying", "Announcing."),
            ),
            (),
        ),
        (
            1982,
            ("bright 5 20", "4 each alone or 2 teams of 2", "Shuffle and cut"),
            ("three alternate", "Announcing."),
        ),
    ):
        text = drop_terms(client.get(f"/rules/kwado-{year}").text)
        expect_words(text + read_text(text), 'href="/cards"', *said, never=never)
    assert client.get("/rules/kwado-1959").status_code == 404
