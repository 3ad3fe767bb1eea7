"""The table tent: folded, both faces stand upright and lead to the game."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pypdfium2
import pytest
from PIL import ImageChops

from companion.printing import compose, find_unset, parse_order
from tests.printing.conftest import THOROUGH, make_printed_game
from tests.printing.reading import read_pages, squeeze
from tests.printing.test_sheets import NAMES

LINK = "http://192.168.178.23:5000/v/abcdefghijklmnopqrstuvwxyz012345"


@pytest.mark.parametrize(
    ("paper", "names"),
    list(product(("a4", "letter"), [each for each in NAMES if each != "blank"]))
    if THOROUGH
    else [("a4", "long"), ("letter", "CJK and Arabic")],
)
def test_both_faces_stand_upright_when_folded(paper: str, names: str, set_here: Callable[..., Any]) -> None:
    game = replace(make_printed_game(2, NAMES[names][:6]), address=LINK)
    result = set_here(compose(parse_order("table-tent", {"paper": paper}, game)))
    assert result.faults == []
    document = pypdfium2.PdfDocument(result.content)
    try:
        page = document[0].render(scale=2, grayscale=True).to_pil()
    finally:
        document.close()
    face = round((page.height - 55 * 72 / 25.4 * 2) / 2)
    # Without the marks where to fold.
    lower = page.crop((0, face + 4, page.width, 2 * face - 4))
    upper = page.crop((0, 4, page.width, face - 4)).rotate(180)
    difference = ImageChops.difference(upper, lower).histogram()
    assert sum(difference[100:]) < 0.01 * lower.width * lower.height
    assert sum(lower.histogram()[:60]) > 0.05 * lower.width * lower.height
    text = squeeze(read_pages(result.content)[0])
    assert text.count(squeeze("192.168.178.23:5000/v/abcdefghijklmnopqrstuvwxyz012345")) == 2
    for name in NAMES[names][:6]:
        # Beside Arabic the lines are read back in another order.
        assert find_unset(name) or not set(squeeze(name)) - set(text)


def test_the_code_is_that_of_the_link_on_each_face() -> None:
    game = replace(make_printed_game(2, ["Ann", "Ben"]), address=LINK)
    html = compose(parse_order("table-tent", {}, game)).html
    assert html.count(f"<title>{LINK}</title>") == 2


def test_without_an_address_there_is_room_for_one() -> None:
    html = compose(
        parse_order("table-tent", {}, replace(make_printed_game(2, ["Ann", "Ben"]), address=""))
    ).html
    assert html.count("code--none") == html.count('class="blank"') == 2
