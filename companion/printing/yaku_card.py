"""The yaku card: every bonus in play, its pictures as large as the card allows."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.cards import Kind
from companion.cards.pictures import HEIGHT, WIDTH
from companion.printing.columns import get_signs, get_yaku_in_play
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, share_out
from companion.printing.words import measure
from companion.rules import RuleSet, Yaku

_PICTURE_GAP_MM = 0.5
_LARGEST_PICTURE_MM = 22.0


class Grid(NamedTuple):
    """Yaku in columns: the width of a column and of a picture."""

    columns: int
    column_mm: float
    picture_mm: float

    @property
    def picture_height_mm(self) -> float:
        """The height of a picture of a card."""
        return self.picture_mm * HEIGHT / WIDTH


def fit_grid(yaku: tuple[Yaku, ...], width_mm: float, height_mm: float, name_mm: float) -> Grid:
    """The grid with the largest pictures for these yaku in this space; `name_mm` is the line over them."""
    most = max([len(each.pool) for each in yaku], default=1)
    best = Grid(1, width_mm, 0.0)
    for columns in (1, 2, 3, 4):
        column = width_mm / columns
        rows = -(-max(1, len(yaku)) // columns)
        wide = (column - 2.0) / most - _PICTURE_GAP_MM
        high = (height_mm / rows - name_mm) * WIDTH / HEIGHT
        picture = min(wide, high, _LARGEST_PICTURE_MM)
        if picture > best.picture_mm:
            best = Grid(columns, column, picture)
    return best


def make_grid_style(grid: Grid, gap_mm: float) -> str:
    """The measures of a grid in CSS."""
    return (
        f":root{{--picture:{grid.picture_mm:.2f}mm;--picture-height:{grid.picture_height_mm:.2f}mm;"
        f"--yaku:{grid.column_mm - 0.01:.2f}mm;--yaku-gap:{gap_mm:g}mm}}"
    )


def say_values(rule_set: RuleSet) -> str:
    """What each kind of card is worth: "bright 20 · animal 10 …"."""
    return " · ".join(f"{kind.value} {rule_set.card_values[kind]}" for kind in Kind)


def describe_yaku_card(order: Order) -> dict[str, Any]:
    """What the template of the yaku card shows."""
    cell = share_out(order.paper, order.up, is_wide=order.up == 2)
    yaku = get_yaku_in_play(order.rule_set, order.options)
    signs = get_signs(order.rule_set)
    scale = min(1.0, cell.inner_width_mm / 180 + 0.15)
    title_mm, name_pt = 6.0 * scale + 1.5, 5.2 + 4.0 * max(0.0, scale - 0.64)
    foot_mm = 3 * name_pt * 0.353 * 1.3 + 1
    gap_mm, line_mm = 1.2, name_pt * 0.353 * 1.25 + 1.3
    grid = fit_grid(
        yaku, cell.inner_width_mm, cell.inner_height_mm - title_mm - foot_mm - 1.5, line_mm + gap_mm
    )
    longest = max([measure(each.name) + 4.5 for each in yaku], default=1.0)
    name_pt = min(name_pt * 1.25, (grid.column_mm - 3.5) / longest / 0.353)
    declared = [signs[each.id] for each in yaku if each.is_declared]
    return {
        "style": make_page_style(cell)
        + make_grid_style(grid, gap_mm)
        + f":root{{--title:{title_mm / 1.3:.2f}mm;--name:{name_pt:.2f}pt}}",
        "sheets": ("common/yaku.css",),
        "cell": cell,
        "yaku": yaku,
        "signs": signs,
        "declared": "".join(declared) if order.options.choice("declare") is True else "",
        "values": say_values(order.rule_set),
    }
