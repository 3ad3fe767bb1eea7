"""Every program that draws PDFs draws all of a sheet: digits, rings, kanji, what was typed."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from companion.printing import fonts
from tests.printing.conftest import PrintSheet
from tests.printing.engines import find_differences

# Besides those that `test_sheets` looks at.
SHEETS = ("deck-guide", "rule-sheet")


@pytest.mark.parametrize("sheet", SHEETS)
def test_three_engines_draw_the_same_outlines(sheet: str, print_sheet: PrintSheet) -> None:
    assert find_differences(print_sheet(sheet, ink_saving="yes").content) == []


@pytest.mark.parametrize("text", ["花札", "2 0 5 ○ Ⓐ −"])
def test_glyphs_with_the_cids_of_noto_are_found_missing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcherResponse

    monkeypatch.setattr(fonts, "_number_cids", lambda content: content)
    font = URLFetcherResponse("kwado:font", fonts.cut_font("regular"), {"Content-Type": "font/otf"})
    style = "<style>@font-face{font-family:x;src:url(kwado:font)}p{font-family:x}</style>"
    page = f"<!DOCTYPE html><html lang=en><title>x</title>{style}<p>{text}"
    html = weasyprint.HTML(string=page, base_url="kwado:", url_fetcher=lambda _: font)
    assert find_differences(html.write_pdf(font_config=FontConfiguration()))


def test_the_cid_of_a_glyph_is_its_number(fonts_folder: Path) -> None:
    cut = list(fonts.find_setting(fonts_folder).parent.glob("*.otf"))
    assert {path.stem for path in cut} == {"kwado-sans-regular", "kwado-sans-bold"}
    for path in cut:
        with TTFont(path) as font:
            [*names] = font["CFF "].cff.topDictIndex[0].charset
            assert names[1:] == [f"cid{number:05}" for number in range(1, len(names))]


def test_fonts_cut_in_another_way_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    today = fonts.find_setting(tmp_path)
    other = tmp_path / "fonts.py"
    other.write_bytes(Path(fonts.__file__).read_bytes() + b"\n")
    monkeypatch.setattr(fonts, "__file__", str(other))
    assert fonts.find_setting(tmp_path) != today
