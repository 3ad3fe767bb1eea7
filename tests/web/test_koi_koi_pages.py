"""Koi-Koi on the pages beside its entry screen: the choice of a form, months, sums, yaku that grow."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.reference import compare_editions
from companion.rules import get_rule_set, parse_entry
from companion.store import get_game, record_round
from tests.web.table import Table, drop_terms, read_answers, read_fields, read_notices

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
    for raw in rounds:
        with store.writing() as session:
            kept = get_game(session, token, to="edit")
            entry = parse_entry(raw, kept.rule_set, kept.side_names, players=kept.players)
            record_round(session, kept, entry, f"a-key-of-round-{kept.round_count}")


def read(text: str) -> str:
    """What a reader sees of a page or a part of one, in one line."""
    words = re.sub(r".*<main[^>]*>|<svg.*?</svg>|<[^>]+>", " ", text, flags=re.DOTALL)
    return " ".join(unescape(words).split())


def test_new_game_lists_the_four_forms_once_koi_koi_is_chosen(client: FlaskClient, table: Table) -> None:
    text = client.get("/games/new").text
    assert "Kwa-Dō Min-Hwatu Sakura Koi-Koi Rules 1985 1982" in read(text)
    text = table.post("/games/new", {"show": "game", "game": FORMS[-1]}, status=200).text
    assert "Koi-Koi Rules Today's rules By Nintendo By the compendium By Hu" in read(text)
    for form in FORMS:
        assert re.search(rf'value="{form}" aria-label="{get_rule_set(form).name}', unescape(text)), form


def test_koi_koi_is_for_two_and_its_options_say_which_yaku_count(table: Table) -> None:
    chosen = {"show": "game", "fields-of": "kwado-1985"}
    shown = table.post("/games/new", {**chosen, "game": "koikoi-modern"}, status=200).text
    assert read_fields(shown)["length"] == ["12"]
    assert "player-2" not in shown
    assert 'name="preset"' not in shown
    for length in ("12 rounds", "6 rounds", "3 rounds", "First to 50 points"):
        assert length in read(shown)
    hu = table.post("/games/new", {**chosen, "game": "koikoi-hu"}, status=200).text
    assert "First to 50" not in read(hu)


def test_a_game_may_go_to_the_fifty_points_that_the_rules_offer(table: Table) -> None:
    game = start(table, length="to-50")
    assert "Round 1 Koi-Koi, today's rules · to 50 " in read(table.get(game))
    again = read_fields(table.get(f"{game}/again"))
    assert (again["length"], again["target"]) == (["to-50"], [""])


# koi-koi.md: the month cards are a yaku in games of 12 rounds, unless the table says otherwise.
@pytest.mark.parametrize(
    ("length", "chosen", "said"),
    [
        ("12", "usual", "a yaku of 4"),
        ("6", "usual", "not a yaku"),
        ("to-50", "usual", "not a yaku"),
        ("12", "no", "not a yaku"),
        ("6", "yes", "a yaku of 4"),
    ],
)
def test_month_cards_follow_the_length_unless_the_table_says_otherwise(
    table: Table, length: str, chosen: str, said: str
) -> None:
    fields = {"length": length, "option-month-cards": chosen}
    game = start(table, **fields)
    rules = table.get(f"{game}/house-rules")
    assert f"All four cards of the month {said} " in read(rules)
    # What a running game plays is frozen with it.
    assert read_fields(rules)["option-month-cards"] == ["yes" if said == "a yaku of 4" else "no"]
    again = read_fields(table.get(f"{game}/again"))["option-month-cards"]
    assert again == ([chosen] if chosen != "usual" else ["usual"])


def test_the_house_rules_of_a_race_name_no_yaku_preset(table: Table) -> None:
    text = read(table.get(f"{start(table)}/house-rules"))
    assert "Bonuses" not in text
    assert "Moon and flower viewing count" in text


def test_changed_options_count_the_rounds_of_a_race_again(table: Table) -> None:
    game = start(table)
    keep(table, game, stop("Ann", ["susuki-moon", "chrysanthemum-cup"]))
    fields = read_fields(table.get(f"{game}/house-rules"))
    table.post(f"{game}/house-rules", {**fields, "option-viewing": "off", "reach": "for-all"})
    text = table.get(game)
    assert table.totals(game) == [0, 0]
    assert "House rules changed for all rounds. Totals: Ann 5 → 0." in read_notices(text)
    assert "Ann stopped without a yaku, so nobody scores." in read(table.get(f"{game}/rounds/1/why"))


def test_a_game_of_twelve_rounds_shows_twelve_months(table: Table) -> None:
    game = start(table)
    keep(table, game, stop("Ann", GROWN, Ann=1, Ben=1), {"outcome": "exhausted"})
    text = table.get(game)
    assert "Round 3 · March, cherry blossom Nobody scored. Ann deals again. Ann deals" in read(text)
    months = re.findall(r'<li class="(month[^"]*)"(.*?)</li>', text, re.DOTALL)
    assert [name for name, _ in months] == ["month"] * 2 + ["month month--now"] + ["month month--later"] * 9
    words = [read(words.partition(">")[2]) for _, words in months]
    assert words[0].endswith("Jan January, pine: A Ann +28")
    assert words[1].endswith("Feb February, plum blossom: 0")
    assert words[2].endswith("Mar March, cherry blossom: now")
    assert words[10].endswith("Nov November, willow: to come")
    assert words[11].endswith("Dec December, paulownia: to come")
    assert f'href="{game}/rounds/2/why"' in months[1][1]


@pytest.mark.parametrize("length", ["6", "3", "to-50"])
def test_a_game_of_another_length_names_the_month_without_a_strip(table: Table, length: str) -> None:
    game = start(table, length=length)
    text = table.get(game)
    assert "Round 1 · January, pine" in read(text)
    assert 'class="months"' not in text


def test_other_games_name_no_months(table: Table) -> None:
    text = table.get(table.start("Ann", "Ben", game="min-hwatu", **{"fields-of": "min-hwatu"}))
    assert "January" not in text


def test_the_rounds_say_who_stopped_and_who_called_koi_koi(table: Table) -> None:
    game = start(table)
    dealt = {"outcome": "dealt", "dealt": {"Ben": "kuttsuki"}}
    keep(table, game, stop("Ann", GROWN, Ben=2), {"outcome": "exhausted", "calls": {"Ann": 3}}, dealt)
    text = read(table.get(game))
    assert "Ann stopped. Ben called koi-koi twice." in text
    assert "Nobody stopped. Ann called koi-koi 3 times." in text
    assert "Ben was dealt four pairs." in text


def test_a_round_by_another_month_is_shown_in_that_month(table: Table) -> None:
    game = start(table)
    keep(table, game, {**stop("Ann", GROWN), "month": 8})
    assert "Aug August, susuki grass: A Ann +14" in read(table.get(game))
    assert "Round 1 August, susuki grass" in read(table.get(f"{game}/rounds/1/why"))


# koi-koi.md, yaku and multipliers: each side has called koi-koi once.
DOUBLED = [("× 2", "for 7 or more"), ("× 2", "Ben called koi-koi"), ("28", "Round score")]
COUNTED = [("× 3", "for one and each call of koi-koi"), ("21", "Round score")]
BASE = [("7", "Boar, deer, butterflies: 5 + 2"), ("7", "Points of the yaku")]
BASE_BY_HU = [("6", "Boar, deer, butterflies"), ("1", "Five animals"), ("7", "Points of the yaku")]


@pytest.mark.parametrize(
    ("form", "sums"),
    [
        ("koikoi-modern", BASE + DOUBLED),
        ("koikoi-compendium", BASE + DOUBLED),
        ("koikoi-nintendo", BASE + COUNTED),
        ("koikoi-hu", BASE_BY_HU + DOUBLED),
    ],
)
def test_a_child_can_follow_the_sum(table: Table, form: str, sums: list[tuple[str, str]]) -> None:
    game = start(table, form)
    keep(table, game, stop("Ann", GROWN, Ann=1, Ben=1))
    text = table.get(f"{game}/rounds/1/why")
    ann, ben = re.findall(r'<section class="sum.*?</section>', text, re.DOTALL)
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td>', ann.partition("<tfoot")[0], re.DOTALL)
    first = [(points, re.findall(r"<span>(.*?)</span>", line)[0]) for line, points in rows]
    assert [(points, unescape(words)) for points, words in first] == sums
    # Nobody listed the cards of the side that did not score.
    assert read(ben).endswith("0 Did not score. Total after this round 0")


def test_a_removed_round_moves_the_months_and_dealers_of_later_ones_and_says_so(table: Table) -> None:
    game = start(table)
    keep(table, game, stop("Ben", GROWN), stop("Ann", GROWN), stop("Ben", GROWN), stop("Ben", GROWN))
    version = read_fields(table.get(f"{game}/rounds/2/why"))["version"]
    table.post(f"{game}/rounds/2/remove", {"version": version})
    said = read_notices(table.get(game))
    assert "Round 2 is now February, round 3 is now March." in said
    # Round 3 was dealt by Ann, who had won the second round.
    assert "New dealers: round 2 Ben." in said
    table.press(game, "undo")
    said = read_notices(table.get(game))
    assert "Round 3 is now March, round 4 is now April." in said
    assert "New dealers: round 3 Ann." in said


def test_three_or_more_moved_rounds_are_named_from_the_first_to_the_last(table: Table) -> None:
    game = start(table)
    keep(table, game, *[stop("Ben", GROWN)] * 5)
    version = read_fields(table.get(f"{game}/rounds/1/why"))["version"]
    table.post(f"{game}/rounds/1/remove", {"version": version})
    assert "Rounds 1 to 4 are now January to April." in read_notices(table.get(game))


def test_undo_of_the_last_round_says_nothing_of_months(table: Table) -> None:
    game = start(table)
    keep(table, game, stop("Ben", GROWN), {"outcome": "exhausted"})
    assert "Undo: round 2, no score" in table.get(game)
    table.press(game, "undo")
    assert "now" not in read_notices(table.get(game))


@pytest.mark.parametrize(
    ("form", "yaku", "said"),
    [
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
    ],
)  # fmt: skip
def test_a_yaku_says_what_it_asks_for_and_what_further_cards_bring(
    client: FlaskClient, form: str, yaku: str, said: str
) -> None:
    assert said in read(drop_terms(client.get(f"/rules/{form}/yaku/{yaku}").text))


def test_a_card_has_no_card_points_in_koi_koi(client: FlaskClient) -> None:
    text = read(client.get("/cards/chrysanthemum-cup").text)
    assert re.search(r"Koi-Koi rulebook, FudaWiki on Koi-Koi .*? no card points", text)
    # koi-koi.md: at once an animal and chaff in two forms, one of both in the compendium, an animal by Hu.
    assert "Ten chaff , Koi-Koi (today's rules, by Nintendo, by the compendium)" in text


def test_the_legend_of_the_cards_has_no_points_for_who_plays_koi_koi(table: Table) -> None:
    table.get(start(table))
    assert "point" not in read(table.get("/cards")).partition("1 · Pine")[0]


def test_the_four_forms_stand_side_by_side(client: FlaskClient) -> None:
    text = client.get("/rules/compare").text
    forms = text.partition("The forms of Koi-Koi")[2].partition('id="games"')[0]
    rows = read_answers(forms, ["today's rules", "by Nintendo", "by the compendium", "by Hu"])
    # koi-koi.md, yaku and round.
    assert rows["Five brights"] == ["15", "10", "10", "10"]
    assert [each[0] for each in rows["Three brights"]] == ["6", "5", "6", "6"]
    assert rows["Poetry and blue ribbons"][3] == "no"
    assert rows["Month cards (all four of the month)"] == ["4", "no", "4, if agreed", "no"]
    assert rows["Dealt both in one hand"] == ["6 or 12", "6", "6", "6"]
    assert rows["Both dealt such a hand by Nintendo: not in the rules, our choice"] == [
        "nobody scores", "nobody scores", "the dealer scores", "both are ignored"
    ]  # fmt: skip
    assert (
        "without a yaku the dealer has 6" in rows["The hands ran out by Hu: not in the rules, our choice"][2]
    )
    assert "calls of koi-koi in the round" in rows["Round score"][1]
    assert "Bright, points" not in rows


def test_a_void_field_and_our_own_choices_are_told_of_each_form() -> None:
    rows = {row.what: row for row in compare_editions(*FORMS)}
    void = "with four cards of a month, or four pairs"
    assert rows["Field dealt again"].cells == (void, "not in the rules", void, "not in the rules")
    assert rows["First dealer"].cells[3] == "Each draws a card: the earliest month deals."
    assert rows["Both dealt such a hand"].note == "by Nintendo: not in the rules, our choice"
    assert rows["The hands ran out"].note == "by Hu: not in the rules, our choice"
