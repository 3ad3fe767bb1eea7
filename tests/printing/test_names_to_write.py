"""Names in scripts that our fonts lack: a letter and a line to write on, in no way a box."""

from companion.printing import SHEETS, compose, find_unset, parse_order
from tests.printing.conftest import make_printed_game, read_html

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
