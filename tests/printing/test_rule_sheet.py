"""The rule sheet: the whole game on two full pages, whatever a table agreed."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest

from companion.printing import PrintedGame, compose, parse_order
from companion.reference import find_rulings, get_readings
from companion.rules import get_rule_set
from tests.printing.conftest import make_printed_game, order_job, read_words
from tests.printing.reading import Laid, squeeze
from tests.rules.tables import CARD_GAMES

LayOut = Callable[..., Laid]


def list_tables(rules: str) -> Iterator[tuple[str, PrintedGame | None]]:
    """Tables that agreed on nothing, on the longest reading of every option, and of every ruling too."""
    yield "nothing", None
    rule_set = get_rule_set(rules)
    options: dict[str, Any] = {
        option.id: max(option.values, key=lambda value: len(value[1]))[0] for option in rule_set.options
    }
    sides = ["Ann", "Ben"] if rule_set.race else ["Ann", "Ben", "Cem"]
    yield "options", make_printed_game(2, sides, options=options, rules=rules)
    options["house_rules"] = {
        ruling.house.option: max(get_readings(ruling, rule_set), key=lambda reading: len(reading[1]))[0]
        for ruling in find_rulings(rule_set_id=rules)
        if ruling.house and ruling.house.is_table
    }
    yield "everything", make_printed_game(2, sides, options=options, rules=rules)


def lay_rule_sheet(lay_out: LayOut, rules: str, game: PrintedGame | None = None, **raw: str) -> Laid:
    return lay_out(compose(parse_order("rule-sheet", raw if game else raw | {"rules": rules}, game)))


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_a_rule_sheet_is_two_pages_whose_text_keeps_to_the_margins(rules: str, lay_out: LayOut) -> None:
    """Blank ones are proven by `test_sheets`; of what was agreed, the longest."""
    *_, (said, game) = list_tables(rules)
    for paper in ("a4", "letter"):
        laid = lay_rule_sheet(lay_out, rules, game, paper=paper)
        assert len(laid.heights_mm) == 2, said
        for height, lines in zip(laid.heights_mm, laid.baselines_mm, strict=True):
            assert max(lines) < height - 8, said


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pages_of_the_rule_sheet_are_full(paper: str, lay_out: LayOut) -> None:
    laid = lay_rule_sheet(lay_out, "kwado-1985", paper=paper)
    text, names = (
        max(lines) / height for height, lines in zip(laid.heights_mm, laid.baselines_mm, strict=True)
    )
    assert text > 0.9
    # Below the last names stand their cards.
    assert names > 0.7


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_a_full_first_page_leaves_out_open_questions_and_no_rule(rules: str, lay_out: LayOut) -> None:
    """Of the tables that agreed on most, where the text is longest."""
    *_, (_, game) = list_tables(rules)
    for paper in ("a4", "letter"):
        first = squeeze(lay_rule_sheet(lay_out, rules, game, paper=paper).texts[0])
        last = order_job("rule-sheet", game, paper=paper).html.partition("<h2>End of the game</h2>")[2]
        said = re.sub(r"<[^>]*>", "", last.partition("</section>")[0])
        assert squeeze(unescape(said)) in first


@pytest.mark.parametrize("rules", ["kwado-1985", "koikoi-compendium"])
def test_large_print_is_four_full_pages(rules: str, lay_out: LayOut) -> None:
    laid = lay_rule_sheet(lay_out, rules, large="yes")
    assert laid.faults == []
    assert len(laid.heights_mm) == 4
    for height, lines in zip(laid.heights_mm, laid.baselines_mm, strict=True):
        assert max(lines) > 0.7 * height


def test_the_rule_sheet_tells_who_deals_first_how_to_announce_and_what_to_call(lay_out: LayOut) -> None:
    first, second = map(squeeze, lay_rule_sheet(lay_out, "kwado-1985").texts)
    assert squeeze("Who deals first? Anyone may.") in first
    assert squeeze("When do I say “Kwa-Dō!”? When you capture a bright.") in first
    assert squeeze("say that you are building a yaku before you play the first of its three cards") in second
    assert squeeze("then capture all three in that round") in second
    # kwado.md: paulownia-phoenix, on top of its 20.
    assert squeeze("Dragon bonus on top of its 20") in second
    assert squeeze("right the kind. bright · animal · poetry ribbon") in second


def test_every_rule_sheet_tells_who_deals_first() -> None:
    first = {rules: "Who deals first?" in read_words("rule-sheet", rules=rules) for rules in CARD_GAMES}
    assert all(first.values()), first


def test_only_where_yaku_are_announced_does_the_rule_sheet_say_how(lay_out: LayOut) -> None:
    said = squeeze("building a yaku")
    assert said not in squeeze(lay_rule_sheet(lay_out, "kwado-1982").texts[1])
    assert said not in squeeze(lay_rule_sheet(lay_out, "kwado-1985", declare="no").texts[1])
    assert said not in squeeze(lay_rule_sheet(lay_out, "kwado-1985", yaku="month").texts[1])


def test_the_rule_sheet_of_sakura_says_hiki_four_on_the_field_and_what_a_yaku_costs() -> None:
    html = compose(parse_order("rule-sheet", {"rules": "sakura"})).html
    said = " ".join(re.sub(r"<[^>]*>", "", html).split())
    for words in (
        "Captured cards count points; sets of them are yaku. Each yaku costs every opponent its points.",
        "you may take them instead of playing a hand card; then turn up a pile card as usual.",
        "Four cards of one month were dealt to the field. The dealer takes the four at once.",
        "For learners: no yaku, then the eight yaku.",
    ):
        assert words in said, words
