"""Pages in their places: several of a sheet on one page, and a booklet that is folded and stapled."""

import io
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pypdf
import pypdfium2
import pytest

from companion.printing import compose, parse_order
from companion.printing.imposition import order_pages
from tests.printing.conftest import THOROUGH, make_printed_game
from tests.printing.reading import list_fonts, open_pdf, read_pages, read_sizes, read_spots

# --- Several on a page ------------------------------------------------------------------------------

# Columns, rows, and the size of the page in millimetres.
GRIDS = [
    ("a4", "2", (1, 2), (210, 297)),
    ("letter", "5", (2, 2), (216, 279)),
    ("a5", "6", (1, 2), (148, 210)),
]


@pytest.mark.parametrize(("paper", "sides", "grid", "size"), GRIDS if THOROUGH else GRIDS[1:2])
def test_each_part_of_a_page_has_the_same_at_the_same_place(
    paper: str,
    sides: str,
    grid: tuple[int, int],
    size: tuple[int, int],
    set_here: Callable[..., Any],
) -> None:
    content = set_here(compose(parse_order("player-card", {"paper": paper, "sides": sides}))).content
    assert set(read_sizes(content)) == {size}
    reader = pypdf.PdfReader(io.BytesIO(content))
    wide, high = (
        float(side) / 72 * 25.4 / count
        for side, count in zip(reader.pages[0].mediabox[2:], grid, strict=True)
    )
    parts: dict[tuple[int, int], Counter[tuple[str, int, int]]] = {}
    for spot in next(iter(read_spots(content))):
        column, row = int(spot.left // wide), int(spot.top // high)
        place = (spot.character, round(spot.left - column * wide), round(spot.top - row * high))
        parts.setdefault((column, row), Counter())[place] += 1
    assert sorted(parts) == [(column, row) for column in range(grid[0]) for row in range(grid[1])]
    first = parts.pop((0, 0))
    assert first.total() > 60
    for part in parts.values():
        # Half a millimetre may round either way.
        assert (first - part).total() <= first.total() * 0.1
        assert part.total() == first.total()


def test_four_cards_on_a_page_take_little_more_room_than_one(set_here: Callable[..., Any]) -> None:
    job = compose(parse_order("player-card", {"sides": "5", "paper": "letter"}))
    one, four = (len(set_here(replace(job, grid=grid)).content) for grid in ((1, 1), job.grid))
    assert job.grid == (2, 2)
    assert four < 1.2 * one


@pytest.mark.parametrize("sheet", ["player-card", "evening-set", "rule-sheet"])
def test_sheets_of_two_sides_are_printed_on_both_and_in_their_own_size(
    sheet: str, set_here: Callable[..., Any]
) -> None:
    root: Any = open_pdf(set_here(compose(parse_order(sheet, {}))).content).trailer["/Root"].get_object()
    asked = {key: root["/ViewerPreferences"][key] for key in ("/PrintScaling", "/Duplex", "/DisplayDocTitle")}
    assert asked == {"/PrintScaling": "/None", "/Duplex": "/DuplexFlipLongEdge", "/DisplayDocTitle": True}


def test_the_cards_of_more_players_take_little_more_room(set_here: Callable[..., Any]) -> None:
    one, two = (
        set_here(compose(parse_order("player-card", {"rules": "hana-awase", "sides": sides})))
        for sides in ("2", "4")
    )
    assert (one.page_count, two.page_count) == (2, 4)
    assert len(two.content) < 1.2 * len(one.content)


# --- The booklet ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(4, 41, 4))
def test_a_folded_stack_reads_from_the_first_page_to_the_last(count: int) -> None:
    sides = order_pages(count)
    # A sheet's front has the outer pages; turned over, its back goes on inwards.
    read = [sides[n][1] if n % 2 == 0 else sides[n][0] for n in range(len(sides))]
    read += [sides[n][0] if n % 2 == 0 else sides[n][1] for n in reversed(range(len(sides)))]
    assert read == list(range(1, count + 1))


@pytest.mark.parametrize(("paper", "size"), [("a4", (297, 210)), ("letter", (279, 216))][: 1 + THOROUGH])
def test_each_side_shows_the_two_pages_of_its_place(
    paper: str, size: tuple[int, int], set_here: Callable[..., Any]
) -> None:
    result = set_here(compose(parse_order("booklet", {"paper": paper})))
    sizes = read_sizes(result.content)
    assert set(sizes) == {size}
    assert len(sizes) == result.page_count
    halves = []
    for spots in read_spots(result.content):
        foot = [spot for spot in spots if spot.top > size[1] - 16]
        # Numbers stand outside, near the edges of the paper.
        text = [
            "".join(spot.character for spot in foot if spot.left < 30),
            "".join(spot.character for spot in foot if spot.left > size[0] - 30),
        ]
        numbers = [re.search(r"(\d+)/(\d+)", half) for half in text]
        halves.append(tuple(int(number[1]) if number else 0 for number in numbers))
    count = len(sizes) * 2
    last = max(max(pair) for pair in halves)
    expected = [tuple(page if 1 < page <= last else 0 for page in pair) for pair in order_pages(count)]
    assert halves == expected


def test_a_folded_booklet_keeps_its_language_and_fonts_and_explains_labels_once(
    set_here: Callable[..., Any],
) -> None:
    content = set_here(compose(parse_order("booklet", {}))).content
    root: Any = open_pdf(content).trailer["/Root"].get_object()
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert all(list_fonts(content).values())
    pages = read_pages(content)
    first = next(text for text in pages if "Rulings" in text.splitlines())
    assert "rulebook the rules say so" in " ".join(first.split())
    assert sum("they do not say" in text for text in pages) == 1


def test_the_outermost_side_shows_where_to_fold_and_staple(set_here: Callable[..., Any]) -> None:
    document = pypdfium2.PdfDocument(set_here(compose(parse_order("booklet", {}))).content)
    try:
        lines = []
        for page in document:
            grey = page.render(scale=4, grayscale=True).to_pil()
            middle = grey.crop((grey.width // 2 - 4, 0, grey.width // 2 + 4, grey.height))
            dark = [y for y in range(middle.height) if min(middle.crop((0, y, 8, y + 1)).tobytes()) < 220]
            lines.append(sum(y + 1 not in dark for y in dark))
    finally:
        document.close()
    assert lines == [4, 0, 0, 0, 0, 0]


PLAYED = {
    "as printed": None,
    "every other reading": {
        "gaji": "sakura",
        "bonus": "before-floor",
        "tie": "play-on",
        "dealer": "fixed",
        "declare": False,
    },
}


# Pairs of paper, yaku and what is played; all of them in a thorough run.
BOOKLETS = [
    ("a4", "kwado-1985", "all", "as printed"),
    ("letter", "kwado-1985", "none", "as printed"),
    ("a4", "kwado-1982", "none", "as printed"),
    ("letter", "kwado-1985", "all", "every other reading"),
]
if THOROUGH:
    BOOKLETS = [
        (paper, rules, yaku, played)
        for paper, yaku in product(("a4", "letter"), ("all", "none"))
        for _, rules, _, played in BOOKLETS[1:4]
    ]


@pytest.mark.parametrize(("paper", "rules", "yaku", "played"), BOOKLETS)
def test_a_booklet_is_three_sheets_with_no_empty_page(
    paper: str, rules: str, yaku: str, played: str, lay_out: Callable[..., Any]
) -> None:
    options = PLAYED[played]
    if options is None:
        order = parse_order("booklet", {"paper": paper, "rules": rules, "yaku": yaku})
    else:
        game = make_printed_game(3, ["Ann", "Ben", "Cem"], options=options | {"yaku": yaku})
        order = parse_order("booklet", {"paper": paper}, game)
    laid = lay_out(compose(order))
    pages = len(laid.heights_mm)
    assert 9 <= pages <= 12
    for number, (height, lines) in enumerate(zip(laid.heights_mm, laid.baselines_mm, strict=True), 1):
        if number == 1:
            continue
        lowest = max(line for line in lines if line < height - 13)
        filled = (lowest - 10) / (height - 25)
        # Bonuses end with pictures, which are no text; the last page may end where it likes.
        assert number == pages or filled > (0.1 if number in (3, 4) else 0.8), number


def test_rulings_begin_on_the_page_where_the_yaku_end(lay_out: Callable[..., Any]) -> None:
    """A page with the last yaku alone is nearly empty, as of Go-Stop."""
    laid = lay_out(compose(parse_order("booklet", {"rules": "go-stop-calculator"})))
    [page] = [text for text in laid.texts if "By agreement only" in text]
    assert "Rulings" in page
