"""The small pictures on the print page."""

import pytest

from companion.printing import SHEETS, read_miniature
from companion.printing.sheet_list import Sheet


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.id)
def test_each_sheet_has_a_small_picture_in_millimetres(sheet: Sheet) -> None:
    picture = read_miniature(sheet.id)
    assert picture.startswith('<svg viewBox="0 0 ')
    assert 'aria-hidden="true"' in picture
    assert "<script" not in picture


def test_all_pictures_together_are_small() -> None:
    assert sum(len(read_miniature(sheet.id)) for sheet in SHEETS) < 4 * 1024 * len(SHEETS)
