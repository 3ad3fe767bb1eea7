"""From paper to the screen: the rounds of each pad are typed by counts, column by column."""

import re

import pytest

from companion.printing.columns import get_columns
from tests.printing.conftest import make_printed_game
from tests.web.table import Table

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay")


# Each game whose cards are counted, and a number of sides.
@pytest.mark.parametrize(
    ("rules", "sides"), [("kwado-1985", 6), ("kwado-1982", 4), ("min-hwatu", 3), ("sakura", 3)]
)
def test_five_rounds_of_a_pad_are_typed_column_by_column(table: Table, rules: str, sides: int) -> None:
    goal = {"rounds": 5} if rules == "sakura" else {"target": 5000}
    names = NAMES[:sides]
    written = make_printed_game(5, list(names), options={"yaku": [], **goal}, rules=rules)
    columns = get_columns(written.rule_set, written.options, sides)
    groups = {group.id: group.cards for group in written.rule_set.counting.point_groups}
    written_down = [column.id for column in columns if column.kind == "group"]
    game = table.start(
        *names, game=rules, fields_of=rules, preset="ticked", target="5000", length="rounds", rounds="5"
    )
    # The rows of the screen are the columns of the pad, in their order.
    rows = re.findall(r'name="counts/0/([^"]+)"', table.get(f"{game}/rounds/new"))
    assert rows == written_down
    for played in written.breakdown.rounds:
        piles = [side.pile for side in played.breakdown.sides]
        typed = {f"counts/{n}/{row}": len(pile & groups[row]) for n, pile in enumerate(piles) for row in rows}
        table.record(game, {"way": "counts", **typed})
        assert table.totals(game) == list(played.totals)
