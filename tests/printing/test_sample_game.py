"""The whole game on a rule sheet: decks that can be dealt, and rows that `score` prints for them."""

import re
from collections import Counter
from html import unescape

import pytest

from companion.cards import CardSet
from companion.printing import compose
from companion.printing.worked_row import load_sample_games, score_sample
from companion.rules import get_rule_set, score_document
from tests.printing.conftest import LaySheet, order_sheet, read_html
from tests.rules.tables import CARD_GAMES

# Games whose rounds can end below 0.
WITH_LOSSES = ["sakura", "min-hwatu", "hana-awase", "hana-awase-japanese", "mushi", "go-stop"]


def list_choices(rules: str) -> list[dict[str, str]]:
    """Each value of each option, method and preset alone."""
    rule_set, said = get_rule_set(rules), {True: "on", False: "off"}
    options = [
        {option.id: str(said.get(each.value, each.value))}
        for option in rule_set.options
        for each in option.listed
    ]
    return [
        *({"method": each.id} for each in rule_set.methods),
        *({"yaku": each.id} for each in rule_set.presets),
        *options,
    ]


def read_rows(html: str) -> list[list[str]]:
    """The cells of each row of the sample, from its name on."""
    table = html.partition('class="sample"')[2].partition("</table>")[0].partition("</thead>")[2]
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.S)
    cells = [
        re.findall(r'<t[hd](?: class="(?!no)[^"]*")?(?: scope="row")?>(.*?)</t[hd]>', row) for row in rows
    ]
    return [[unescape(cell).strip() for cell in row] for row in cells]


def find_score(html: str) -> int:
    """The place of the score of a round in the rows of the sample."""
    heads = re.findall(r"<th[^>]*>(.*?)</th>", html.partition('class="sample"')[2].partition("</thead>")[0])
    return heads.index("Round") - 1


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_every_round_of_a_sample_game_can_be_dealt(rules: str) -> None:
    """Cards lie in one pile only, and a month is taken by pairs: by three besides a wild card of Mushi."""
    rule_set = get_rule_set(rules)
    [game] = [each for each in load_sample_games() if rules in each["rules"]]
    for each in game["round"]:
        listed = {side: pile for side, pile in each["captured"].items() if pile != "rest"}
        ids = [card for pile in listed.values() for card in pile]
        assert len(set(ids)) == len(ids)
        assert CardSet.from_ids(ids) <= rule_set.cards
        assert len(listed) == (1 if rule_set.race is None else 2)
        for side, pile in listed.items():
            months = Counter(card.partition("-")[0] for card in pile)
            odd = {month for month, count in months.items() if count % 2}
            assert odd <= ({"willow"} if rules == "mushi" else set()), (side, odd)


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_the_rows_of_a_sample_game_are_what_score_prints(rules: str) -> None:
    shown = 0
    for chosen in [{}, *list_choices(rules)]:
        order = order_sheet("rule-sheet", rules=rules, **chosen)
        game, html = score_sample(order), compose(order).html
        rows = read_rows(html)
        # Without yaku a rule sheet has one page.
        if game is None or not order.options.yaku:
            assert rows == [], chosen
            continue
        shown += 1
        entries = [each.entry.document() for each in game.breakdown.rounds]
        document = {"game": rules, "sides": game.sides, "options": game.options.document(), "rounds": entries}
        result = score_document(document)
        printed = [
            scored["sides"][side] | {"side": side} for scored in result["rounds"] for side in game.sides
        ]
        totals = dict.fromkeys(game.sides, 0)
        for row, scored in zip(rows, printed, strict=True):
            totals[scored["side"]] += scored["score"]
            assert row[0].split()[1] == scored["side"]
            # Behind the score of a round may stand victories.
            scores = [row[place].replace("−", "-") for place in (find_score(html), -1)]
            assert scores == [
                str(scored["score"]),
                str(totals[scored["side"]]),
            ], (chosen, row)
        [winner] = game.breakdown.winners
        assert f"{winner} won in round {len(game.breakdown.rounds)}, with" in html
    # A few options leave so short a game without a winner.
    assert shown >= 0.8 * len([{}, *list_choices(rules)])


@pytest.mark.parametrize("rules", WITH_LOSSES)
def test_a_sample_game_has_a_loss_where_a_game_has_losses(rules: str) -> None:
    assert any(row[-2].startswith("−") for row in read_rows(read_html("rule-sheet", rules=rules)))


def test_a_game_to_a_target_that_nobody_reaches_is_left_out() -> None:
    assert "A whole game" in read_html("rule-sheet", target="150")
    assert "A whole game" not in read_html("rule-sheet", target="5000")


def test_a_sample_game_ends_with_the_round_that_wins_it() -> None:
    short, usual = (score_sample(order_sheet("rule-sheet", target=target)) for target in ("60", "200"))
    assert short is not None
    assert usual is not None
    assert len(short.breakdown.rounds) < len(usual.breakdown.rounds)


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_a_whole_game_stands_below_the_yaku_on_the_second_page(rules: str, lay_sheet: LaySheet) -> None:
    laid = lay_sheet("rule-sheet", rules=rules)
    assert len(laid.heights_mm) == 2
    assert "A whole game" in laid.texts[1]
    assert laid.faults == []
