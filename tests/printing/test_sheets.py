"""Every sheet on every paper, for every number of sides, with every sort of names, read back.

A normal run lays out few cases in which each sheet meets each paper, rule set, number of sides, sort of
names, method and look, and sets those that bring each of them once; `KWADO_TEST_THOROUGH=1` lays out all
and sets every tenth.
"""

import random
from collections.abc import Callable, Iterator
from itertools import chain, product
from typing import Any, NamedTuple

import pypdfium2
import pytest

from companion.printing import SHEETS, compose, find_unset, get_paper, parse_order
from companion.printing.orders import Order
from companion.printing.score_pad import plan_pad
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.conftest import THOROUGH, LaySheet, PrintSheet, make_printed_game, order_job, order_sheet
from tests.printing.engines import find_differences
from tests.printing.reading import (
    has_attachments,
    list_bookmarks,
    list_fonts,
    open_pdf,
    read_pages,
    read_sizes,
    read_spots,
    squeeze,
)
from tests.rules.tables import CARD_GAMES

NAMES = {
    "blank": [],
    "short": ["Al", "B", "Cy", "Di", "Ed", "Fi", "Gu"],
    "long": [
        "Maximiliane von Hohenstein-Wittgenstein A",
        "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
        "Łukasz Żółć-Brzęczyszczykiewicz z Łękołod",
        "Þórður Ægisson Straumfjörð Guðmundsson 4",
        "Ann Mary Lou Beth Jane Sue Kate Rose Eve",
        "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
        "Gilgamesch von Uruk-Warka und Umgebung 7",
    ],
    "CJK and Arabic": [
        "山田太郎左衛門尉源朝臣義経之助兵衛",
        "김민수이영희박철수최지우정다은강하늘윤서준",
        "محمد بن عبد الله بن عبد المطلب الهاشمي",
        "ゆうこ",
        "桜",
        "서연",
        "花子",
    ],
    # No font of the sheets has them: a line to write on, or words.
    "Thai and emoji": ["สมชาย", "😀🎴", "Ann 🌸", "ประเสริฐ", "👩‍👩‍👧", "นก", "🎏"],
}
NAMES["long"] = [name[:40].strip() for name in NAMES["long"]]
# How an order looks, and with what it is asked for.
LOOKS = {"plain": {}, "ink": {"ink_saving": "yes"}, "large": {"large": "yes"}}
LOOK_TAKES = {"plain": "paper", "ink": "ink_saving", "large": "large"}


class Case(NamedTuple):
    sheet: str
    paper: str
    rules: str
    sides: int
    names: str
    method: str
    look: str


def list_cases() -> Iterator[Case]:
    for sheet in SHEETS:
        has_sides = "sides" in sheet.takes or sheet.needs_game
        looks = [look for look, word in LOOK_TAKES.items() if word in sheet.takes]
        for rule_set in map(get_rule_set, CARD_GAMES if sheet.needs_cards else RULE_SET_IDS):
            methods = [method.id for method in rule_set.methods][: None if has_sides else 1]
            sides = rule_set.side_counts if has_sides else (2,)
            names = [*NAMES][sheet.needs_game :] if has_sides else ["blank"]
            for paper, *others, look in product(sheet.papers, sides, names, methods, looks):
                if look != "large" or paper in ("a4", "letter"):
                    yield Case(sheet.id, paper, rule_set.id, *others, look)


def choose_pairs(cases: list[Case]) -> list[Case]:
    """Few cases with every pair of `PAIRS` that any case has: first those that bring many new ones."""
    known = {case: {((one, case[one]), (other, case[other])) for one, other in PAIRS} for case in cases}
    left = set(chain.from_iterable(known.values()))
    chosen: list[Case] = []
    for least in range(len(PAIRS), 0, -1):
        for case in random.Random(1).sample(cases, len(cases)):
            if len(known[case] & left) >= least:
                chosen.append(case)
                left -= known[case]
    return chosen


# Each sheet with each value of all else; each rule set with its sides and methods. Rules and names are no
# pair: what a name does to a sheet is the same in all rules.
PAIRS = [*((0, place) for place in range(1, len(Case._fields))), (2, 3), (2, 5)]
# One for each kind of game.
FEW_RULES = ("kwado-1985", "koikoi-compendium", "sakura")
# A ledger and a tent say of the rules little but their name. The rule sheet of each rule set is tried at its
# longest by `test_rule_sheet`, and a booklet has its text.
FEW_RULES_FOR = ("booklet", "ledger", "rule-sheet", "table-tent")
CASES = list(list_cases())
# Of an evening set, each sheet is tried alone; `test_evening_set` proves that it has the pages of its sheets.
NORMAL = [
    case
    for case in CASES
    if case.sheet != "evening-set" and (case.rules in FEW_RULES or case.sheet not in FEW_RULES_FOR)
]
TRIED = CASES if THOROUGH else choose_pairs(NORMAL)


def choose_printed() -> list[Case]:
    """What is set and drawn by three engines: cases that together have each value of each fact.

    Other cases have no glyph, line or picture that these do not have.
    """
    chosen, known = [], set()
    for least, case in product((4, 3, 2, 1), TRIED):
        # The rules, sides and methods are seen in the laid-out words.
        facts = {fact for fact in enumerate(case) if fact[0] not in (2, 3, 5)}
        if len(facts - known) >= least:
            chosen.append(case)
            known |= facts
    return chosen + TRIED[::10] * THOROUGH


PRINTED = choose_printed()


def make_order(case: Case) -> Order:
    names = NAMES[case.names][: case.sides]
    takes = next(sheet.takes for sheet in SHEETS if sheet.id == case.sheet)
    raw: dict[str, Any] = {"paper": case.paper, **LOOKS[case.look]}
    if "first" in takes or case.sheet == "table-tent":
        options = {"method": case.method, "target": 90_000}
        return parse_order(case.sheet, raw, make_printed_game(5, names, case.sides, options, case.rules))
    raw |= {"rules": case.rules, "method": case.method}
    return parse_order(
        case.sheet, raw | ({"sides": str(case.sides), "name": names} if "name" in takes else {})
    )


# The fewest and the most pages of a sheet that may have another number than one.
PAGES = {
    "rule-sheet": (2, 2),
    # Backs, and fronts for two to seven players; several of these with names stand on one sheet.
    "player-card": (2, 12),
    "deck-guide": (1, 2),
    "house-rules": (1, 2),
    "game-record": (1, 3),
    "booklet": (7, 12),
    "evening-set": (7, 15),
}
# The smallest text, in points: 8.5 where the paper is not full; a record on A5 has heads of many columns.
LEAST_PT = {
    "rule-sheet": 8.49,
    "booklet": 8.49,
    "score-pad": 7.49,
    "house-rules": 7.99,
    "player-card": 7.49,
    "deck-guide": 6.99,
    "game-record": 5.99,
}
ROOMY = ("rule-sheet", "player-card", "house-rules", "booklet")
LEAST_LARGE_PT = {"score-pad": 12.99, "rule-sheet": 12.99}
# Cards to cut apart, and a set of sheets that have their own numbers.
UNNUMBERED = ("player-card", "evening-set")


def find_faults(order: Order, lay_out: Callable[..., Any]) -> Iterator[str]:
    laid = lay_out(compose(order))
    yield from laid.faults
    least_pt = LEAST_LARGE_PT if order.zoom > 1 else LEAST_PT
    if laid.least_pt * order.zoom < least_pt.get(order.sheet.id, 0):
        yield f"{laid.least_pt} pt"
    fewest, most = PAGES.get(order.sheet.id, (1, 1))
    pages = len(laid.heights_mm)
    if order.sheet.id == "score-pad":
        # A whole game may take several; one without a known length a round less than a page.
        most = plan_pad(order).pages
    elif order.zoom > 1:
        most = 5 if order.sheet.id == "rule-sheet" else 4
    elif order.sheet.id in ("deck-guide", "house-rules", "game-record"):
        # Only the small paper has the last of these pages, and the deck guide always.
        most -= order.paper.id != "a5"
        fewest = most if order.sheet.id == "deck-guide" else 1
    if not fewest <= pages <= most:
        yield f"{pages} pages"
    if pages > 1 and order.sheet.id not in UNNUMBERED:
        # A booklet begins with its cover.
        of_pages = [*enumerate(laid.texts, 1)][order.sheet.id == "booklet" :]
        yield from (f"page {n} has no number" for n, text in of_pages if f"Page {n} of {pages}" not in text)
    elif "Page 1 of 1" in laid.texts[0]:
        yield "a number on the only page"
    text = squeeze("".join(laid.texts))
    named = order.players if order.sheet.id == "player-card" else order.sides
    yield from (name for name in named if (squeeze(name) in text) is bool(find_unset(name)))
    if squeeze(order.rule_set.name) not in text:
        yield "no rules"


@pytest.mark.parametrize("sheet", dict.fromkeys(case.sheet for case in TRIED))
def test_everything_stands_whole_on_its_page(sheet: str, lay_out: Callable[..., Any]) -> None:
    """A dozen layouts: the one place that proves a sheet whole for all papers, rules, sides and names."""
    cases = [case for case in TRIED if case.sheet == sheet]
    misses = {case: faults for case in cases if (faults := [*find_faults(make_order(case), lay_out)])}
    assert misses == {}


@pytest.mark.parametrize("rules", ["kwado-1985", "koikoi-compendium"])
def test_what_has_room_is_set_in_8_and_a_half_points(rules: str, lay_sheet: LaySheet) -> None:
    """Smaller type is for what would not fit: many columns, or more than four cards on a sheet."""
    sizes = {sheet: lay_sheet(sheet, rules=rules).least_pt for sheet in ROOMY}
    assert {sheet: size for sheet, size in sizes.items() if size < 8.49} == {}


@pytest.mark.parametrize("case", PRINTED, ids=lambda case: "-".join(map(str, case)))
def test_a_printed_sheet_keeps_its_size_margins_fonts_and_names(
    case: Case, set_here: Callable[..., Any]
) -> None:
    """Three programs draw it: they take longer than the sheet."""
    order = make_order(case)
    result = set_here(compose(order))
    assert result.faults == []
    sizes = read_sizes(result.content)
    assert len(sizes) == result.page_count
    paper = get_paper(case.paper)
    assert {tuple(sorted(size)) for size in sizes} == {(round(paper.width_mm), round(paper.height_mm))}
    assert list_outside(result.content, sizes) == []
    fonts = list_fonts(result.content)
    assert set(fonts.values()) == {True}
    assert not has_attachments(result.content)
    text = squeeze("".join(read_pages(result.content)))
    for name in order.sides:
        # Written from the right, the letters may be read back in another order.
        if find_unset(name):
            assert name not in text, name
        elif any("\u0590" <= letter <= "\u08ff" for letter in name):
            assert not set(squeeze(name)) - set(text), name
        else:
            assert squeeze(name) in text, name
    assert squeeze(order.rule_set.name) in text
    assert find_differences(result.content) == []


def list_outside(pdf: bytes, sizes: list[tuple[int, int]]) -> list[Any]:
    """What is to be read and stands in the 8 millimetres that home printers may not reach."""
    return [
        spot
        for (width, height), spots in zip(sizes, read_spots(pdf), strict=True)
        for spot in spots
        if spot.left < 7.8 or spot.top < 7.8 or spot.right > width - 7.3 or spot.foot > height - 7.3
    ]


def test_each_sheet_meets_each_paper_rule_set_and_sort_of_names_in_a_normal_run() -> None:
    for first, second in PAIRS:
        tried, every = ({(case[first], case[second]) for case in cases} for cases in (TRIED, NORMAL))
        assert tried >= every
    assert {case.sheet for case in PRINTED} == {case.sheet for case in TRIED}
    assert {case.names for case in PRINTED} == {*NAMES}


@pytest.mark.parametrize("sheet", [each.id for each in SHEETS])
def test_a_sheet_says_its_title_its_language_and_its_bookmarks(sheet: str, print_sheet: PrintSheet) -> None:
    pdf = print_sheet(sheet).content
    reader = open_pdf(pdf)
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert reader.metadata is not None
    assert "Kwa-Dō (1985)" in str(reader.metadata.title)
    assert "/StructTreeRoot" in root
    titles = list_bookmarks(pdf)
    assert len(set(titles)) == len(titles) > 0


def test_the_same_order_gives_the_same_bytes(print_sheet: PrintSheet) -> None:
    from companion.printing.setter import list_pictures, set_sheet

    job = order_job("player-card")
    list_pictures.cache_clear()
    pictures_drawn, drawn_before = set_sheet(job), set_sheet(job)
    assert pictures_drawn.content == drawn_before.content == print_sheet("player-card").content


# What share of its ink a page with pictures takes at most that saves it.
INK = {"player-card": 0.62, "deck-guide": 0.62, "rule-sheet": 0.58, "booklet": 0.5}


@pytest.mark.parametrize("sheet", [each.id for each in SHEETS if each.id != "evening-set"])
def test_no_page_takes_more_ink_to_save_it(sheet: str, print_sheet: PrintSheet) -> None:
    def list_darkness(saving: str) -> Iterator[float]:
        with pypdfium2.PdfDocument(print_sheet(sheet, ink_saving=saving).content) as document:
            for page in document:
                histogram = page.render(scale=2, grayscale=True).to_pil().histogram()
                yield sum((255 - shade) * count for shade, count in enumerate(histogram))

    shares = [saved / usual for saved, usual in zip(*map(list_darkness, ("yes", "no")), strict=True)]
    assert max(shares) <= 1
    assert min(shares) < INK.get(sheet, 1.01)


def test_the_native_names_have_their_own_glyphs(print_sheet: PrintSheet) -> None:
    pdf = print_sheet("score-pad").content
    assert "花札 화투" in read_pages(pdf)[0]
    assert any("Kwado-Sans" in name for name in list_fonts(pdf))


@pytest.mark.parametrize(("rules", "paper"), [*product(RULE_SET_IDS, ("a4", "letter"))])
def test_large_print_has_rows_of_11_millimetres(rules: str, paper: str) -> None:
    for sides in get_rule_set(rules).side_counts:
        order = order_sheet("score-pad", rules=rules, sides=str(sides), paper=paper, large="yes")
        assert plan_pad(order).row_mm * order.zoom >= 11.0, (rules, paper, sides)
