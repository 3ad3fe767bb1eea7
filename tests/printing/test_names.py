"""Names and texts on paper: in page rules they stay texts, and what no font has is a line to write on."""

import pytest
import tinycss2

from companion.printing import SHEETS, compose, find_unset, parse_order
from companion.printing.compose import isolate
from companion.printing.fonts import keep_set
from companion.printing.papers import get_paper, make_flow_style, split_page, write_css_text
from tests.printing.conftest import PrintSheet, make_printed_game, read_html, read_words
from tests.printing.reading import read_pages, squeeze

# --- In CSS -----------------------------------------------------------------------------------------

NAMES = (
    "Kwa-Dō (1985)", 'a";}*{display:none}@page{size:1mm}"', "a\\", 'a\\"', "a\nb", "a\r\fb", "</style>",
    "花札 화투", "\0", "url(https://evil.example/)", "'", "/*", "😀 1",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_never_ends_the_text_that_it_stands_in(name: str) -> None:
    [token] = tinycss2.parse_component_value_list(write_css_text(name))
    assert token.type == "string"
    assert token.value == name.replace("\0", "\ufffd")


def list_rules(style: str) -> list[tuple[str, str]]:
    rules = tinycss2.parse_stylesheet(style)
    return [(rule.type, tinycss2.serialize(rule.prelude)) for rule in rules if rule.type != "error"]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_rule_with_any_name_has_the_same_parts(name: str) -> None:
    cell = split_page(get_paper("a4"), 1, False)
    style = make_flow_style(cell, name)
    assert list_rules(style) == list_rules(make_flow_style(cell, "a"))
    page = tinycss2.parse_stylesheet(style)[0]
    parts = tinycss2.parse_blocks_contents(page.content, skip_whitespace=True)
    assert [part.type for part in parts] == ["declaration", "declaration", "at-rule", "at-rule"]


# --- Without glyphs ---------------------------------------------------------------------------------

THAI = "สมชาย"


def test_a_name_without_glyphs_is_known_and_becomes_a_line() -> None:
    assert [name for name in (THAI, "मीरा", "Ann 🎴") if not find_unset(name)] == []
    known = ("Ann", "Þórður", "山田太郎", "김민수", "محمد", "O’Neil", "😀", "a\u200db")
    assert [name for name in known if find_unset(name)] == []
    game = make_printed_game(3, [THAI, "Ben"], options={"target": 1})
    for sheet in ("score-pad", "house-rules", "game-record"):
        html = read_html(sheet, game)
        assert "name-line" in html
        assert THAI not in html


def test_in_a_sentence_a_letter_stands_for_a_name_that_cannot_be_set() -> None:
    for seed in range(20):
        game = make_printed_game(3, [THAI, "Ben"], seed, options={"target": 1})
        if game.breakdown.winners == (THAI,):
            break
    html = compose(parse_order("game-record", {}, game)).html
    assert "<b>A won in round" in html


def test_a_date_that_cannot_be_set_is_a_line() -> None:
    for sheet in SHEETS:
        if "date" in sheet.takes:
            html = compose(parse_order(sheet.id, {"date": "๒๓ พ.ย."})).html
            assert html == compose(parse_order(sheet.id, {})).html


def test_a_name_says_what_emoji_it_has_and_so_does_a_team() -> None:
    kept = {
        "Ann 🌸": "Ann (cherry blossom)",
        "👩‍👩‍👧": "(woman, woman, girl)",
        "Ben👩‍👩‍👧": "Ben (woman, woman, girl)",
        "Cy 👍🏽": "Cy (thumbs up sign)",
        "🎏" * 40: "(carp streamer, carp streamer, carp…",
        THAI: "",
        f"Ann {THAI}": "",
        "Cem 1️⃣": "Cem 1",
        "😀 Di": "😀 Di",
    }
    assert {name: keep_set(name) for name in kept} == kept
    assert isolate("Ann 🌸 & Ben Lee") == "Ann (cherry blossom) &amp; Ben\u00a0Lee"
    assert isolate(f"{THAI} & Ben") == '<span class="name-line"></span> &amp; Ben'
    game = make_printed_game(3, ["Zoë 🎴", "Ben"], options={"target": 1})
    for sheet in ("score-pad", "house-rules", "game-record", "table-tent", "evening-set"):
        words = read_words(sheet, game)
        assert "Zoë (flower playing cards)" in words
        assert "🎴" not in words
    record = read_html("game-record", game)
    assert "name-line" not in record


def test_a_name_that_is_cut_ends_with_a_sign(print_sheet: PrintSheet) -> None:
    names = ["Maximilian", "Ann Lee", "Jean-Luc", "Ben"]
    for paper in ("a4", "a5"):
        pad = print_sheet("score-pad", name=names, sides="4-2", paper=paper)
        assert pad.faults == []
        # The head has each name in full; each row its beginning, or all that two lines hold.
        drawn = squeeze("".join(read_pages(pad.content)))
        assert drawn.count(squeeze("A Maximilian & Jean-Luc")) == 1
        assert drawn.count(squeeze("B Ann Lee & Ben")) > 2
