"""Koi-Koi on the pages beside its entry screen: months, sums, its forms side by side; else test_games.py."""

import re
from html import unescape
from typing import Any

from companion.reference import compare_editions
from companion.rules import parse_entry
from companion.store import get_game, record_round
from tests.web.table import Table, read_answers, read_words

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
        "Ben was dealt four pairs (くっつき).",
        "Ann stopped. Ben called koi-koi twice.",
        # A round by another month is shown in that month.
        "Aug August, susuki grass: A Ann +",
    ):
        assert words in text
    assert "Round 5 August, susuki grass" in read(table.get(f"{game}/rounds/5/why"))


# koi-koi.md, yaku and multipliers: each side has called koi-koi once.
DOUBLED = [("× 2", "for 7 or more"), ("× 2", "Ben called koi-koi こいこい"), ("28", "Round score")]
COUNTED = [("× 3", "for one and each call of koi-koi こいこい"), ("21", "Round score")]
BASE = [("7", "Boar, deer, butterflies 猪鹿蝶: 5 + 2"), ("7", "Points of the yaku")]
BASE_BY_HU = [
    ("6", "Boar, deer, butterflies 猪鹿蝶"),
    ("1", "Five animals タネ"),
    ("7", "Points of the yaku"),
]


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
        found[form] = [(points, read_words(words)) for words, points in rows]
        # Nobody listed the cards of the side that did not score.
        assert read(ben).endswith("0 Did not score. Total after this round 0")
    assert found == SUMS


def test_the_four_forms_stand_side_by_side(table: Table) -> None:
    text = table.get("/rules/compare")
    forms = text.partition("The forms of Koi-Koi")[2].partition("</details>")[0]
    rows = read_answers(forms, ["today's rules", "by Nintendo", "by the compendium", "by Hu"])
    # koi-koi.md, yaku and round.
    table_of = {
        "Five brights (gokō 五光)": ["15", "10", "10", "10"],
        "Month cards (tsukifuda 月札: all four of the month)": ["4", "no", "4, if agreed", "no"],
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
