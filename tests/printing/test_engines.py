"""Every program that draws PDFs draws all of a sheet: digits, rings, kanji, what was typed."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from companion.printing import fonts
from companion.printing.job import Job
from tests.printing.conftest import PrintSheet
from tests.printing.engines import find_differences

# Besides those that `test_sheets` looks at.
SHEETS = ("deck-guide", "rule-sheet")


@pytest.mark.parametrize("sheet", SHEETS)
def test_three_engines_draw_the_same_outlines(sheet: str, print_sheet: PrintSheet) -> None:
    assert find_differences(print_sheet(sheet, ink_saving="yes").content) == []


@pytest.mark.parametrize("text", ["山田太郎", "2 0 5 ○ Ⓐ −"])
def test_glyphs_with_the_cids_of_noto_are_found_missing(
    text: str, set_here: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.printing.setter import set_sheet

    monkeypatch.setattr(fonts, "_number_cids", lambda content: content)
    fonts._cut_further_fonts.cache_clear()
    monkeypatch.setattr(fonts, "get_own_characters", frozenset)
    style = "p{font-family:'Kwado Names'}"
    job = Job(html=f"<!DOCTYPE html><html lang=en><title>x</title><p>{text}", style=style, sheets=())
    assert find_differences(set_sheet(job).content)
    monkeypatch.undo()
    fonts._cut_further_fonts.cache_clear()


def test_the_cid_of_a_glyph_is_its_number(fonts_folder: Path) -> None:
    cut = list(fonts.find_setting(fonts_folder).parent.glob("*.otf"))
    assert {path.stem for path in cut} == {"kwado-sans-regular", "kwado-sans-bold"}
    contents = [path.read_bytes() for path in cut]
    contents += [content for _, _, content in fonts.find_further_fonts("山田ก") if content[:4] == b"OTTO"]
    assert len(contents) == 4
    for content in contents:
        with TTFont(io.BytesIO(content)) as font:
            [*names] = font["CFF "].cff.topDictIndex[0].charset
            assert names[1:] == [f"cid{number:05}" for number in range(1, len(names))]


def test_fonts_cut_in_another_way_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    today = fonts.find_setting(tmp_path)
    other = tmp_path / "fonts.py"
    other.write_bytes(Path(fonts.__file__).read_bytes() + b"\n")
    monkeypatch.setattr(fonts, "__file__", str(other))
    assert fonts.find_setting(tmp_path) != today
