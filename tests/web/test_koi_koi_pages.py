"""Koi-Koi on the pages beside its entry screen: the choice of a form, months, sums, yaku that grow."""

import re
from html import unescape
from typing import Any

from companion.reference import compare_editions
from companion.rules import get_rule_set, parse_entry
from companion.store import get_game, record_round
from tests.web.table import Table, read_answers, read_fields, read_notices

FORMS = ("koikoi-modern", "koikoi-nintendo", "koikoi-compendium", "koikoi-hu")
BOAR = ["clover-boar", "maple-deer", "peony-butterflies"]
# Boar, deer, butterflies and two further animals: 5 + 2.
GROWN = [*BOAR, "plum-warbler", "wisteria-cuckoo"]


def start(table: Table, form: str = "koikoi-modern", **fields: Any) -> str:
    return table.start("Ann", "Ben", game=form, **{"fields-of": form, **fields})


def stop(side: str, cards: list[str], **calls: int) -> dict[str, Any]:
    return {"outcome": "shobu", "winner": side, "captured": {side: cards}, "calls": calls}


def keep(table: Table, game: str, *rounds: dict[str, Any]) -> None:
    """Record rounds that a document holds."""
    store = table.client.application.extensions["kwado-store"]
    token = game.rpartition("/")[2]
    with store.writing() as session:
        for raw in rounds:
            kept = get_game(session, token, to="edit")
            entry = parse_entry(raw, kept.rule_set, kept.side_names, players=kept.players)
            record_round(session, kept, entry, f"a-key-of-round-{kept.round_count}")


def read(text: str) -> str:
    """What a reader sees of a page or a part of one, in one line."""
    words = re.sub(r".*<main[^>]*>|<svg.*?</svg>|<[^>]+>", " ", text, flags=re.DOTALL)
    return " ".join(unescape(words).split())


def test_new_game_lists_the_four_forms_of_koi_koi_for_two_and_their_lengths(table: Table) -> None:
    assert "Change Rules 1985 1982" in read(table.get("/games/new"))
    chosen = {"show": "game", "fields-of": "kwado-1985"}
    text = table.post("/games/new", {**chosen, "game": "koikoi-modern"}, status=200).text
    said = read(text)
    for words in (
        "Change Rules Today's rules By Nintendo By the compendium By Hu",
        *("12 rounds", "6 rounds", "3 rounds", "First to 50 points"),
    ):
        assert words in said, words
    for form in FORMS:
        assert re.search(rf'value="{form}" aria-label="{get_rule_set(form).name}', unescape(text)), form
    assert read_fields(text)["length"] == ["12"]
    assert re.findall('player-2|name="preset"', text) == []
    hu = table.post("/games/new", {**chosen, "game": "koikoi-hu"}, status=200).text
    assert "First to 50" not in read(hu)


def test_a_game_may_go_to_the_fifty_points_that_the_rules_offer(table: Table) -> None:
    game = start(table, length="to-50")
    assert "Round 1 Koi-Koi, today's rules · to 50 " in read(table.get(game))
    again = read_fields(table.get(f"{game}/again"))
    assert (again["length"], again["target"]) == (["to-50"], [""])


# koi-koi.md: the month cards are a yaku in games of 12 rounds, unless the table says otherwise.
MONTH_CARDS = {
    ("12", "usual"): "yes",
    ("6", "usual"): "no",
    ("to-50", "usual"): "no",
    ("12", "no"): "no",
    ("6", "yes"): "yes",
}


def test_month_cards_follow_the_length_unless_the_table_says_otherwise(table: Table) -> None:
    misses = []
    for (length, chosen), frozen in MONTH_CARDS.items():
        game = start(table, length=length, option_month_cards=chosen)
        rules, again = (table.get(f"{game}/{page}") for page in ("house-rules", "again"))
        words = {"yes": "All four cards of the month a yaku of 4 ", "no": "of the month not a yaku "}[frozen]
        # What a running game plays is frozen with it.
        shown = [*(read_fields(page)["options/month-cards"] for page in (rules, again)), words in read(rules)]
        if shown != [[frozen], [chosen], True]:
            misses.append((length, chosen, shown))
    assert misses == []


def test_changed_options_count_the_rounds_of_a_race_again(table: Table) -> None:
    game = start(table)
    keep(table, game, stop("Ann", ["susuki-moon", "chrysanthemum-cup"]))
    page = table.get(f"{game}/house-rules")
    assert "Moon and flower viewing count" in read(page)
    assert "Bonuses" not in read(page)
    table.post(f"{game}/house-rules", {**read_fields(page), "options/viewing": "off", "reach": "for-all"})
    text = table.get(game)
    assert "House rules changed for all rounds. Totals: Ann 5 → 0." in read_notices(text)
    assert "Ann stopped without a yaku, so nobody scores." in read(table.get(f"{game}/rounds/1/why"))


def test_a_game_of_twelve_rounds_shows_twelve_months_and_how_its_rounds_ended(table: Table) -> None:
    game = start(table)
    keep(table, game, stop("Ann", GROWN, Ann=1, Ben=1), {"outcome": "exhausted"})
    text = table.get(game)
    assert "Round 3 · March, cherry blossom Nobody scored. Ann deals again. Ann deals" in read(text)
    months = re.findall(r'<li class="(month[^"]*)"(.*?)</li>', text, re.DOTALL)
    assert [name for name, _ in months] == ["month"] * 2 + ["month month--now"] + ["month month--later"] * 9
    words = [read(words.partition(">")[2]) for _, words in months]
    for month, ending in {
        0: "Jan January, pine: A Ann +28",
        1: "Feb February, plum blossom: 0",
        2: "Mar March, cherry blossom: now",
        10: "Nov November, willow: to come",
        11: "Dec December, paulownia: to come",
    }.items():
        assert words[month].endswith(ending)
    assert f'href="{game}/rounds/2/why"' in months[1][1]
    dealt = {"outcome": "dealt", "dealt": {"Ben": "kuttsuki"}}
    august = {**stop("Ann", GROWN, Ben=2), "month": 8}
    keep(table, game, {"outcome": "exhausted", "calls": {"Ann": 3}}, dealt, august)
    text = read(table.get(game))
    for words in (
        "Nobody stopped. Ann called koi-koi 3 times.",
        "Ben was dealt four pairs.",
        "Ann stopped. Ben called koi-koi twice.",
        # A round by another month is shown in that month.
        "Aug August, susuki grass: A Ann +",
    ):
        assert words in text
    assert "Round 5 August, susuki grass" in read(table.get(f"{game}/rounds/5/why"))


def test_a_game_of_another_length_names_the_month_without_a_strip_and_another_game_names_none(
    table: Table,
) -> None:
    text = table.get(start(table, length="6"))
    assert "Round 1 · January, pine" in read(text)
    assert 'class="months"' not in text
    assert "January" not in table.get(start(table, "min-hwatu"))


# koi-koi.md, yaku and multipliers: each side has called koi-koi once.
DOUBLED = [("× 2", "for 7 or more"), ("× 2", "Ben called koi-koi"), ("28", "Round score")]
COUNTED = [("× 3", "for one and each call of koi-koi"), ("21", "Round score")]
BASE = [("7", "Boar, deer, butterflies: 5 + 2"), ("7", "Points of the yaku")]
BASE_BY_HU = [("6", "Boar, deer, butterflies"), ("1", "Five animals"), ("7", "Points of the yaku")]


SUMS = {
    "koikoi-modern": BASE + DOUBLED,
    "koikoi-compendium": BASE + DOUBLED,
    "koikoi-nintendo": BASE + COUNTED,
    "koikoi-hu": BASE_BY_HU + DOUBLED,
}


def test_a_child_can_follow_the_sum(table: Table) -> None:
    found = {}
    for form in FORMS:
        game = start(table, form)
        keep(table, game, stop("Ann", GROWN, Ann=1, Ben=1))
        text = unescape(table.get(f"{game}/rounds/1/why"))
        ann, ben = re.findall(r'<details class="sum.*?</details>', text, re.DOTALL)
        row = r'<th scope="row">.*?<span>(.*?)</span>.*?</th><td>(.*?)</td>'
        rows = re.findall(row, ann.partition("<tfoot")[0], re.DOTALL)
        found[form] = [(points, words) for words, points in rows]
        # Nobody listed the cards of the side that did not score.
        assert read(ben).endswith("0 Did not score. Total after this round 0")
    assert found == SUMS


def test_a_removed_round_moves_the_months_and_dealers_of_later_ones_and_says_so(table: Table) -> None:
    game = start(table)
    keep(
        table,
        game,
        *(stop(winner, GROWN) for winner in ("Ben", "Ann", "Ben", "Ben")),
        {"outcome": "exhausted"},
    )
    assert "Undo: round 5, no score" in table.get(game)
    table.press(game, "undo")
    # No later round has moved.
    assert "now" not in read_notices(table.get(game))

    def remove(number: int) -> str:
        version = read_fields(table.get(f"{game}/rounds/{number}/why"))["version"]
        table.post(f"{game}/rounds/{number}/remove", {"version": version})
        return read_notices(table.get(game))

    # Round 3 was dealt by Ann, who had won the second round.
    assert "Round 2 is now February, round 3 is now March. New dealers: round 2 Ben." in remove(2)
    table.press(game, "undo")
    said = read_notices(table.get(game))
    assert "Round 3 is now March, round 4 is now April. New dealers: round 3 Ann." in said
    assert "Rounds 1 to 3 are now January to March." in remove(1)


YAKU = [
    ("koikoi-modern", "five-brights", "15 points."),
    ("koikoi-nintendo", "three-brights", "5 points. rulebook, the rules of Nintendo 3 of these:"),
    ("koikoi-modern", "rainy-four-brights", "Rain man under willow And 3 of these:"),
    ("koikoi-modern", "boar-deer-butterflies", "5 points, +1 for each further animal."),
    ("koikoi-modern", "boar-deer-butterflies",
     "Only the best one counts: Boar, deer, butterflies or Five animals."),
    ("koikoi-hu", "boar-deer-butterflies", "6 points."),
    ("koikoi-compendium", "month-cards", "The four cards of the month."),
    ("koikoi-compendium", "moonlit-blossoms", "counts in place of Moon viewing and Flower viewing."),
    ("koikoi-nintendo", "three-brights",
     "Koi-Koi (today's rules, by the compendium, by Hu) 6 points"),
]  # fmt: skip


def test_a_yaku_says_what_it_asks_for_and_what_further_cards_bring(table: Table) -> None:
    pages = {(form, yaku): read(table.get(f"/rules/{form}/yaku/{yaku}")) for form, yaku, _ in YAKU}
    assert [row for row in YAKU if row[2] not in pages[row[0], row[1]]] == []


def test_a_card_has_no_card_points_in_koi_koi(table: Table) -> None:
    text = read(table.get("/cards/chrysanthemum-cup"))
    assert re.search(r"Koi-Koi rulebook, FudaWiki on Koi-Koi .*? no card points", text)
    # koi-koi.md: at once an animal and chaff in two forms, one of both in the compendium, an animal by Hu.
    assert "Ten chaff , Koi-Koi (today's rules, by Nintendo, by the compendium)" in text
    table.get(start(table))
    assert "point" not in read(table.get("/cards")).partition("1 · Pine")[0]


def test_the_four_forms_stand_side_by_side(table: Table) -> None:
    text = table.get("/rules/compare")
    forms = text.partition("The forms of Koi-Koi")[2].partition('id="games"')[0]
    rows = read_answers(forms, ["today's rules", "by Nintendo", "by the compendium", "by Hu"])
    # koi-koi.md, yaku and round.
    table_of = {
        "Five brights": ["15", "10", "10", "10"],
        "Month cards (all four of the month)": ["4", "no", "4, if agreed", "no"],
        "Dealt both in one hand": ["6 or 12", "6", "6", "6"],
        "Both dealt such a hand by Nintendo: not in the rules, our choice": [
            "nobody scores", "nobody scores", "the dealer scores", "both are ignored: play on"
        ],
    }  # fmt: skip
    assert {what: rows[what] for what in table_of} == table_of
    assert [each[0] for each in rows["Three brights"]] == ["6", "5", "6", "6"]
    assert rows["Poetry and blue ribbons"][3] == "no"
    ran_out = rows["The hands ran out by Hu: not in the rules, our choice"]
    assert "Nobody has a yaku: the dealer scores 6" in ran_out[2]
    assert "calls of koi-koi in the round" in rows["Round score"][1]
    assert "Bright, points" not in rows
    void = "with four cards of a month, or four pairs"
    differing = {row.what: row for row in compare_editions(*FORMS)}
    assert differing["Field dealt again"].cells == (void, "not in the rules", void, "not in the rules")
    assert differing["First dealer"].cells[3] == "Each draws a card: the earliest month deals."
