"""The words of sheets, as a printer sets them."""

import re

from companion.printing.compose import curl_quotes
from companion.printing.sheet_list import list_sheets
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.conftest import make_printed_game, read_words


def test_quotes_and_apostrophes_are_curly_on_every_sheet() -> None:
    found = {
        (sheet.id, rules): re.findall(r".{0,20}['\"].{0,20}", read_words(sheet.id, rules=rules))
        for rules in RULE_SET_IDS
        for sheet in list_sheets(get_rule_set(rules))
    }
    assert {where: said for where, said in found.items() if said} == {}


def test_a_name_keeps_its_own_apostrophe() -> None:
    assert curl_quotes('the "Dragon" on the dealer\'s left') == "the “Dragon” on the dealer’s left"
    assert "A O'Neil" in read_words("score-pad", make_printed_game(1, ["O'Neil", "Ben"]))


def test_only_where_sakura_yaku_are_played_does_a_pad_say_that_they_are_announced() -> None:
    for yaku, is_said in (("month", False), ("none", False), ("ribbons", True), ("all", True)):
        assert ("announce Sakura yaku" in read_words("score-pad", yaku=yaku)) is is_said
