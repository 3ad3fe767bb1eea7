"""From paper to the screen: five rounds of each pad are typed by counts, column by column."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from companion.printing.columns import get_columns
from companion.rules import get_rule_set
from tests.printing.conftest import make_printed_game
from tests.web.phone import NAMES, EntryScreen, open_phone

# Each game whose cards are counted, and its numbers of sides.
GAMES = [
    ("kwado-1985", 2),
    ("kwado-1985", 3),
    ("kwado-1985", 6),
    ("kwado-1982", 4),
    ("min-hwatu", 3),
    ("sakura", 3),
]


@pytest.mark.parametrize(("rules", "sides"), GAMES)
def test_five_rounds_of_a_pad_are_typed_column_by_column(
    rules: str, sides: int, browser: Browser, live_server: str
) -> None:
    names = NAMES[:sides]
    goal = {"target": 5000} if get_rule_set(rules).length is None else {"rounds": 5}
    written = make_printed_game(5, list(names), options={"yaku": [], **goal}, rules=rules)
    groups = {
        column.id: group.cards
        for column in get_columns(written.rule_set, written.options, sides)
        for group in written.rule_set.counted
        if column.kind == "group" and column.id == group.id
    }
    context = open_phone(browser)
    screen = EntryScreen(context.new_page(), live_server)
    game = screen.start(
        *names, game=rules, fields_of=rules, preset="ticked", target="5000", length="rounds", rounds="5"
    )
    for played in written.breakdown.rounds:
        screen.open(game)
        screen.way("counts")
        # The rows of the screen are the columns of the pad, in their order.
        assert screen.page.locator("[data-chips]").evaluate_all(
            "(all) => all.map((one) => one.dataset.chips)"
        ) == [*groups]
        for place, side in enumerate(played.breakdown.sides[:-1]):
            screen.choose(place)
            for group, cards in groups.items():
                assert side.pile is not None
                count = len(side.pile & cards)
                screen.tap(f'[data-chips="{group}"] .count-chip:text-is("{count}")')
        screen.save_round()
        assert screen.totals() == list(played.totals)
    context.close()
    assert screen.complaints == []
