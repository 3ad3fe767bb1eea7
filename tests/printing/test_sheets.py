"""Every sheet on every paper, for every number of sides, with every sort of names, read back.

A normal run tries each sheet on each paper and a fixed part of the rest; `KWADO_TEST_THOROUGH=1` tries all,
and draws every tenth with three engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from companion.printing import SHEETS, compose, find_unset, get_paper, parse_order
from companion.printing.score_pad import measure_pad
from companion.printing.sheet_list import get_sheet
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.conftest import THOROUGH, make_printed_game
from tests.printing.engines import find_differences
from tests.printing.reading import (
    has_attachments,
    list_fonts,
    read_pages,
    read_sizes,
    read_spots,
    squeeze,
)

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
    # No font of the sheets has them: a line to write on.
    "Thai and emoji": ["สมชาย", "😀🎴", "Ann 🌸", "ประเสริฐ", "👩‍👩‍👧", "นก", "🎏"],
}
NAMES["long"] = [name[:40].strip() for name in NAMES["long"]]
PAGES = {"rule-sheet": 2}


class Case(NamedTuple):
    sheet: str
    paper: str
    sides: int
    names: str
    up: int
    rules: str
    method: str

    def __str__(self) -> str:
        return f"{self.sheet}-{self.paper}-{self.up}up-{self.sides}-{self.names}-{self.rules}-{self.method}"


def list_cases() -> Iterator[Case]:
    for sheet in SHEETS:
        has_sides = "sides" in sheet.takes or sheet.needs_game
        for paper in sheet.papers:
            ups = (1, 2, 4) if "up" in sheet.takes and paper in ("a4", "letter") else (1,)
            for up in ups:
                for rules in RULE_SET_IDS:
                    rule_set = get_rule_set(rules)
                    if not sheet.is_for(rule_set):
                        continue
                    for sides in rule_set.side_counts if has_sides else (2,):
                        for names in NAMES if has_sides else ("blank",):
                            if sheet.needs_game and names == "blank":
                                continue
                            for method in rule_set.methods if has_sides else rule_set.methods[:1]:
                                yield Case(sheet.id, paper, sides, names, up, rules, method.id)


CASES = list(list_cases())


def choose_cases() -> list[Case]:
    """Every sheet with every paper, all sorts of names, and what else a normal run has time for."""
    first = {(case.sheet, case.paper): case for case in reversed(CASES)}
    named = {case.names: case for case in reversed(CASES)}
    return list(dict.fromkeys([*first.values(), *named.values(), *CASES[:: len(CASES) // 14]]))


TRIED = CASES if THOROUGH else choose_cases()


def choose_compared() -> set[Case]:
    """What is drawn by three engines: each sheet, each paper, each number on a page, and all sorts of names.

    Other cases have no glyph, line or picture that these do not have.
    """
    if THOROUGH:
        return {*choose_cases(), *TRIED[::10]}
    chosen: dict[Case, None] = {}
    for facts in (
        lambda case: (case.sheet, case.names),
        lambda case: case.paper,
        lambda case: case.up,
    ):
        known = {facts(case) for case in chosen}
        for case in TRIED:
            if facts(case) not in known:
                known.add(facts(case))
                chosen[case] = None
    return set(chosen)


COMPARED = choose_compared()


def make_order(case: Case) -> Any:
    names = NAMES[case.names][: case.sides]
    raw: dict[str, Any] = {"paper": case.paper}
    takes = next(sheet.takes for sheet in SHEETS if sheet.id == case.sheet)
    if "up" in takes:
        raw["up"] = str(case.up)
    if get_sheet(case.sheet).needs_game:
        options = {"method": case.method, "target": 90_000}
        return parse_order(case.sheet, raw, make_printed_game(5, names, case.sides, options, case.rules))
    raw |= {"rules": case.rules, "method": case.method}
    if "names" in takes:
        raw |= {"sides": str(case.sides), "names": names}
    return parse_order(case.sheet, raw)


@pytest.mark.parametrize("case", TRIED, ids=str)
def test_a_sheet_is_whole_on_its_paper(case: Case, set_here: Callable[..., Any]) -> None:
    order = make_order(case)
    job = compose(order)
    result = set_here(job)
    assert result.warnings == ()
    assert result.refused == ()
    assert result.laid.escaped_texts == []
    assert result.laid.clipped_boxes == []
    sizes = read_sizes(result.content)
    assert len(sizes) == result.page_count
    check_page_count(case, order, result.page_count)
    paper = get_paper(case.paper)
    assert {tuple(sorted(size)) for size in sizes} == {
        tuple(sorted((round(paper.width_mm), round(paper.height_mm))))
    }
    assert_within_margins(result.content, sizes)
    fonts = list_fonts(result.content)
    assert fonts
    assert all(fonts.values()), fonts
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
    if case in COMPARED:
        assert find_differences(result.content) == []


def check_page_count(case: Case, order: Any, count: int) -> None:
    if case.sheet == "rule-sheet":
        assert count <= 2
    elif case.sheet == "deck-guide":
        assert count == (2 if case.paper == "a5" else 1)
    elif case.sheet == "house-rules":
        assert count <= (2 if case.paper == "a5" else 1)
    elif case.sheet == "game-record":
        assert count <= 2 + (case.paper == "a5")
    elif case.sheet == "booklet":
        assert count % 2 == 0
    elif case.sheet == "score-pad" and order.options.rounds is not None:
        fitting = measure_pad(replace(order, options=replace(order.options, rounds=None))).rounds
        # Without the worked row a page may hold one more.
        fewest, most = (-(-order.options.rounds // rounds) for rounds in (fitting + 1, fitting))
        assert fewest <= count <= most
    elif case.sheet == "evening-set":
        assert 7 <= count <= 15
    elif case.sheet == "column-pad":
        assert count == 1 + (order.options.rounds or 0) // 11
    else:
        assert count == 1


def assert_within_margins(pdf: bytes, sizes: list[tuple[int, int]]) -> None:
    """Nothing that is to be read stands in the 8 millimetres that home printers may not reach."""
    for (width, height), spots in zip(sizes, read_spots(pdf), strict=True):
        outside = [
            spot
            for spot in spots
            if spot.left < 7.8 or spot.top < 7.8 or spot.right > width - 7.3 or spot.foot > height - 7.3
        ]
        assert outside == []


def test_each_sheet_meets_each_paper_in_a_normal_run() -> None:
    assert {(case.sheet, case.paper) for case in TRIED} == {
        (sheet.id, paper) for sheet in SHEETS for paper in sheet.papers
    }
    assert {case.names for case in TRIED} == set(NAMES)
    assert {(case.sheet, case.names) for case in COMPARED} == {(case.sheet, case.names) for case in TRIED}
    assert {case.paper for case in COMPARED} == {case.paper for case in TRIED}


@pytest.mark.parametrize("sheet", [sheet.id for sheet in SHEETS])
def test_a_sheet_says_its_title_its_language_and_its_bookmarks(
    sheet: str, set_here: Callable[..., Any]
) -> None:
    import io

    import pypdf

    from companion.printing import load_example_game

    game = load_example_game() if get_sheet(sheet).needs_game else None
    pdf = set_here(compose(parse_order(sheet, {}, game))).content
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    root = reader.trailer["/Root"].get_object()
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]["/K"]
    assert reader.metadata is not None
    assert "Kwa-Dō (1985)" in str(reader.metadata.title)
    assert reader.outline


@pytest.mark.parametrize("sheet", ["score-pad", "yaku-card", "booklet"])
def test_the_same_order_gives_the_same_bytes(sheet: str, set_here: Callable[..., Any]) -> None:
    from companion.printing.setter import set_sheet

    job = compose(parse_order(sheet, {}))
    assert set_sheet(job).content == set_here(job).content


@pytest.mark.parametrize("sheet", ["deck-guide", "yaku-card", "rule-sheet"])
def test_to_save_ink_nothing_is_filled(sheet: str, set_here: Callable[..., Any]) -> None:
    import pypdfium2

    # Several cards on a page are as dark as one.
    alone = {"up": "1"} if sheet == "yaku-card" else {}

    def darkness(saving: str) -> float:
        document = pypdfium2.PdfDocument(
            set_here(compose(parse_order(sheet, {"ink_saving": saving, "paper": "a4", **alone}))).content
        )
        image = document[len(document) - 1].render(scale=4, grayscale=True).to_pil()
        document.close()
        histogram = image.histogram()
        return sum((255 - shade) * count for shade, count in enumerate(histogram)) / sum(histogram)

    assert darkness("yes") < 0.62 * darkness("no")


def test_the_native_names_have_their_own_glyphs(set_here: Callable[..., Any]) -> None:
    pdf = set_here(compose(parse_order("score-pad", {}))).content
    assert "花札 화투" in read_pages(pdf)[0]
    assert any("Kwado-Sans" in name for name in list_fonts(pdf))
