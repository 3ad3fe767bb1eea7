"""The yaku card: pictures large enough to know a card by, whatever the table plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.printing import compose, parse_order
from companion.printing.yaku_card import split_name
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.reading import find_clipped_boxes, find_escaped_texts, read_pages, squeeze

_MM_PER_PX = 25.4 / 96


def list_pictures(document: Any) -> list[tuple[str, float]]:
    """The cards shown on the first of the cells of a page, with the widths of their pictures in mm."""
    found: list[tuple[str, float]] = []

    def walk(box: Any) -> None:
        box = getattr(box, "_box", box)
        if type(box).__name__.endswith("ReplacedBox"):
            source = box.element.get("src") or ""
            found.append((source.rpartition("/")[2], box.width * _MM_PER_PX))
        for child in getattr(box, "children", ()):
            walk(child)

    walk(document.pages[0]._page_box)
    return found


@pytest.mark.parametrize(("paper", "least_mm"), [("a4", 8.9), ("letter", 8.9)])
def test_on_a_quarter_page_nine_cards_stand_side_by_side(
    paper: str, least_mm: float, lay_out: Callable[..., Any]
) -> None:
    order = parse_order("yaku-card", {"paper": paper, "up": "4", "yaku": "all"})
    pictures = list_pictures(lay_out(compose(order)))
    every = [card.id for yaku in get_rule_set("kwado-1985").yaku for card in yaku.pool]
    assert [card_id for card_id, _ in pictures] == every * 4
    assert min(width for _, width in pictures) >= least_mm


@pytest.mark.parametrize("rules", RULE_SET_IDS)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "a6"])
def test_the_fewer_bonuses_are_played_the_larger_are_their_cards(
    rules: str, paper: str, set_pages: Callable[..., Any]
) -> None:
    widths = []
    for preset in [preset.id for preset in get_rule_set(rules).presets][1:]:
        order = parse_order("yaku-card", {"paper": paper, "rules": rules, "yaku": preset})
        document, result = set_pages(compose(order))
        assert result.warnings == ()
        assert result.page_count == 1
        assert find_clipped_boxes(document) == []
        assert find_escaped_texts(document) == []
        text = squeeze(read_pages(result.content)[0])
        for yaku in order.rule_set.yaku:
            is_there = all(squeeze(part) in text for part in split_name(yaku))
            assert is_there is (yaku.id in order.options.yaku), yaku.name
        widths.append(list_pictures(document)[0][1])
    assert widths == sorted(widths, reverse=True)
