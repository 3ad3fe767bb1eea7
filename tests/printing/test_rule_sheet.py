"""The rule sheet: the whole game on two full pages, whatever a table agreed."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion.printing import PrintedGame
from companion.reference import find_rulings, get_readings
from companion.rules import get_rule_set
from tests.printing.conftest import THOROUGH, LaySheet, make_printed_game, order_job, read_html
from tests.printing.reading import squeeze
from tests.rules.tables import CARD_GAMES


def agree_on_everything(rules: str) -> PrintedGame:
    """A game of a table that agreed on the longest reading of every option and of every ruling."""
    rule_set = get_rule_set(rules)
    options: dict[str, Any] = {
        option.id: max(option.values, key=lambda value: len(value[1]))[0] for option in rule_set.options
    }
    options["house_rules"] = {
        ruling.house.option: max(get_readings(ruling, rule_set), key=lambda reading: len(reading[1]))[0]
        for ruling in find_rulings(rule_set_id=rules)
        if ruling.house and ruling.house.is_table
    }
    sides = ["Ann", "Ben", "Cem"][: rule_set.side_counts[-1]]
    return make_printed_game(2, sides, options=options, rules=rules)


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_a_rule_sheet_with_the_longest_agreements_is_two_pages_and_leaves_out_no_rule(
    rules: str, lay_sheet: LaySheet
) -> None:
    """On Letter, which is shorter. Blank sheets are proven by `test_sheets`."""
    game = agree_on_everything(rules)
    for paper in ("letter", "a4")[: 1 + THOROUGH]:
        laid = lay_sheet("rule-sheet", game, paper=paper)
        assert len(laid.heights_mm) == 2
        for height, lines in zip(laid.heights_mm, laid.baselines_mm, strict=True):
            assert max(lines) < height - 8
        # What a full first page leaves out are open questions.
        last = read_html("rule-sheet", game, paper=paper).partition("<h2>End of the game</h2>")[2]
        said = re.sub(r"<[^>]*>", "", last.partition("</section>")[0])
        assert squeeze(unescape(said)) in squeeze(laid.texts[0])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pages_of_the_rule_sheet_are_full(paper: str, lay_sheet: LaySheet) -> None:
    laid = lay_sheet("rule-sheet", paper=paper)
    text, names = (
        max(lines) / height for height, lines in zip(laid.heights_mm, laid.baselines_mm, strict=True)
    )
    assert text > 0.9
    # Below the last names stand their cards.
    assert names > 0.7


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_nothing_lies_in_the_margins_in_large_print(rules: str, lay_sheet: LaySheet) -> None:
    assert lay_sheet("rule-sheet", rules=rules, large="yes").faults == []


@pytest.mark.parametrize(("sheet", "paper"), [("rule-sheet", "a4"), ("player-card", "a6")])
def test_nine_cards_fit_one_row_where_few_yaku_leave_much_room(
    sheet: str, paper: str, lay_sheet: LaySheet
) -> None:
    yaku = "seven-ribbons,six-ribbons"
    assert lay_sheet(sheet, rules="hana-awase", paper=paper, yaku=yaku).faults == []


@pytest.mark.parametrize("rules", ["kwado-1985", "koikoi-compendium"])
def test_large_print_is_four_full_pages(rules: str, lay_sheet: LaySheet) -> None:
    """Yaku by agreement may begin a fifth."""
    laid = lay_sheet("rule-sheet", rules=rules, large="yes")
    assert laid.faults == []
    assert len(laid.heights_mm) in (4, 5)
    for height, lines in list(zip(laid.heights_mm, laid.baselines_mm, strict=True))[:4]:
        # Below the last names stand their cards.
        assert max(lines) > 0.6 * height
        # The number of the page stands above its text.
        number, text, *_ = sorted({round(line, 1) for line in lines})
        assert text - number > 2


@pytest.mark.parametrize("rules", ["koikoi-modern", "hana-awase", "go-stop", "kwado-1985"])
def test_pictures_are_no_smaller_in_large_print_and_no_page_is_nearly_empty(
    rules: str, fonts_folder: Path
) -> None:
    from companion.printing.setter import lay_out

    widths = []
    for large in ("no", "yes"):
        job = order_job("rule-sheet", rules=rules, large=large)
        pages = [page._page_box for page in lay_out(job).pages]
        pictures = [[box for box in page.descendants() if box.element_tag == "img"] for page in pages]
        widths.append(job.zoom * max(box.width for page in pictures for box in page))
    assert widths[1] >= widths[0] - 0.1
    # On the last page are pictures, to its middle at least.
    assert max(box.position_y + box.height for box in pictures[-1]) > 0.5 * pages[-1].height
