"""The yaku card: every bonus in play, with the largest pictures that fit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from companion.cards import Card
from companion.cards.pictures import HEIGHT, WIDTH
from companion.printing.columns import get_signs, get_yaku_in_play
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.words import measure, say_dealt
from companion.rules import RuleSet, Yaku, get_scorer, list_rivals

_PICTURE_GAP_MM = 0.5
_LARGEST_PICTURE_MM = 22.0
# The gap between two yaku in a row; the style sheet uses the same.
_BESIDE_MM = 1.2
# Sign and points beside the name of a yaku, in em.
_SIGN_AND_POINTS = 4.2
_SMALLEST_NAME_PT = 5.0
_LINE_HEIGHT = 1.25
# The line over a name, and the space around the name.
_NAME_FRAME_MM = 1.3
_FOOT_LINES, _RACE_FOOT_LINES = 2, 4
_WIDEST_GAP_MM = 4.0
# More cards than these are not shown one by one.
_LARGEST_POOL, _SAMPLE = 12, 5


class Block(NamedTuple):
    """A yaku as a sheet shows it: its name on two lines, and the cards that stand under it."""

    yaku: Yaku
    first: str
    second: str
    cards: tuple[Card, ...]

    @property
    def name(self) -> str:
        return f"{self.first} {self.second}"


class Shelf(NamedTuple):
    """Yaku side by side, with their widths and the lines of their names."""

    yaku: tuple[Block, ...]
    widths_mm: tuple[float, ...]
    name_lines: int


class Shelves(NamedTuple):
    """Rows of yaku, with the sizes of pictures and names."""

    rows: tuple[Shelf, ...]
    picture_mm: float
    name_pt: float
    gap_mm: float

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The yaku in the order of the rows."""
        return tuple(each for row in self.rows for each in row.yaku)

    @property
    def picture_height_mm(self) -> float:
        return self.picture_mm * HEIGHT / WIDTH

    @property
    def height_mm(self) -> float:
        return sum(
            self.get_name_height_mm(row) + _NAME_FRAME_MM + self.picture_height_mm + self.gap_mm
            for row in self.rows
        )

    def get_name_height_mm(self, row: Shelf) -> float:
        return row.name_lines * self.name_pt * 0.353 * _LINE_HEIGHT


def make_blocks(rule_set: RuleSet, yaku: Iterable[Yaku]) -> tuple[Block, ...]:
    """The blocks of these yaku."""
    return tuple(Block(each, *split_name(rule_set, each), _choose_cards(each)) for each in yaku)


def _choose_cards(yaku: Yaku) -> tuple[Card, ...]:
    """The cards that a yaku asks for; of a large pool a few, each of another month."""
    if yaku.at_least is not None and len(yaku.at_least.of) > _LARGEST_POOL:
        suits = {card.suit: card for card in yaku.at_least.of}
        return tuple(suits.values())[:_SAMPLE]
    return tuple(yaku.required_pool)


# Hundreds of trials: without it they are nearly all the time of a sheet that was set before.
@lru_cache(maxsize=64)
def fit_shelves(
    yaku: tuple[Block, ...],
    width_mm: float,
    height_mm: float,
    name_pt: float,
    gap_mm: float,
    *,
    may_move: bool,
    least_pt: float = _SMALLEST_NAME_PT,
) -> Shelves:
    """The rows with the largest pictures for these yaku in this space, in the order of the rule set.

    Names have `name_pt`, or less, down to `least_pt`, if that makes larger pictures possible. Where they
    `may_move`, a yaku may fill the end of an earlier row, if pictures grow by a tenth.
    """
    steps = max(1, int((name_pt - least_pt) / 0.25) + 1)
    sizes = [name_pt - step * 0.25 for step in range(steps)]
    in_order = _fit(yaku, width_mm, height_mm, sizes, gap_mm, is_packed=False)
    packed = _fit(yaku, width_mm, height_mm, sizes, gap_mm, is_packed=True) if may_move else in_order
    return packed if packed.picture_mm > 1.1 * in_order.picture_mm else in_order


def _fit(
    yaku: tuple[Block, ...],
    width_mm: float,
    height_mm: float,
    name_sizes: list[float],
    gap_mm: float,
    *,
    is_packed: bool,
) -> Shelves:
    tried = []
    for size in name_sizes:
        least, most = 0.0, _LARGEST_PICTURE_MM
        for _ in range(12):
            picture = (least + most) / 2
            shelves = _fill_shelves(yaku, width_mm, picture, size, gap_mm, is_packed)
            if shelves is not None and shelves.height_mm <= height_mm:
                least = picture
            else:
                most = picture
        tried.append(
            _fill_shelves(yaku, width_mm, least, size, gap_mm, is_packed) or Shelves((), least, size, gap_mm)
        )
    largest = max(each.picture_mm for each in tried)
    return next(each for each in tried if each.picture_mm >= 0.95 * largest)


def _fill_shelves(
    yaku: tuple[Block, ...],
    width_mm: float,
    picture_mm: float,
    name_pt: float,
    gap_mm: float,
    is_packed: bool,
) -> Shelves | None:
    """The yaku in rows with names of this size; None if one is wider than a row."""
    rows: list[list[tuple[Block, float]]] = []
    for each in yaku:
        name_mm = max(measure(each.first) + _SIGN_AND_POINTS, measure(each.second)) * name_pt * 0.353
        wanted = max(len(each.cards) * (picture_mm + _PICTURE_GAP_MM), name_mm) + _BESIDE_MM
        if wanted > width_mm:
            return None
        open_rows = rows if is_packed else rows[-1:]
        row = next((row for row in open_rows if sum(used for _, used in row) + wanted <= width_mm), None)
        if row is None:
            rows.append(row := [])
        row.append((each, wanted))
    return Shelves(tuple(_share(row, width_mm, name_pt) for row in rows), picture_mm, name_pt, gap_mm)


def _share(row: list[tuple[Block, float]], width_mm: float, name_pt: float) -> Shelf:
    """A row of full width, in equal parts if they are wide enough."""
    part = width_mm / len(row)
    spare = part - sum(wanted for _, wanted in row) / len(row)
    are_even = all(wanted <= part for _, wanted in row)
    widths = tuple(part if are_even else wanted + spare for _, wanted in row)
    is_short = all(
        (measure(each.name) + _SIGN_AND_POINTS) * name_pt * 0.353 <= width - _BESIDE_MM
        for (each, _), width in zip(row, widths, strict=True)
    )
    return Shelf(tuple(each for each, _ in row), widths, 1 if is_short else 2)


def spread(shelves: Shelves, height_mm: float) -> Shelves:
    """The rows, with the remaining height spread between them."""
    if not shelves.rows:
        return shelves
    spare = (height_mm - shelves.height_mm) / len(shelves.rows)
    return shelves._replace(gap_mm=round(min(_WIDEST_GAP_MM, shelves.gap_mm + max(0.0, spare)) - 0.005, 2))


def split_name(rule_set: RuleSet, yaku: Yaku) -> tuple[str, str]:
    """A name on two lines: "Sakura 6" and "(grass ribbons)".

    The second says how many cards of a pool it asks for, what further ones count, and that a single card
    counts besides.
    """
    parts = [yaku.name.removeprefix(yaku.short_name).strip()]
    if yaku.at_least is not None and yaku.at_least.n < len(yaku.at_least.of):
        parts.append(f"any {yaku.at_least.n}")
    if len(yaku.required_pool) == 1 and (points := rule_set.get_points(*yaku.required_pool)):
        parts.append(f"on top of its {points}")
    if yaku.extra is not None:
        known = (group.name for group in rule_set.values if group.cards <= yaku.extra.of)
        kind = "" if yaku.at_least is not None else f" {next(known, 'card')}"
        parts.append(f"+{yaku.extra.points} each further{kind}")
    return yaku.short_name, " · ".join(filter(None, parts))


def list_exclusions(yaku: Iterable[Yaku], signs: dict[str, str]) -> list[str]:
    """Which yaku do not count beside which, by their signs."""
    in_play = {each.id: each for each in yaku}
    rivals = ["".join(signs[each.id] for each in group) for group in list_rivals(in_play.values())]
    said = [f"Only the best counts of {', of '.join(rivals)}."] if rivals else []
    for each in in_play.values():
        if replaced := "".join(signs[other] for other in each.replaces if other in in_play):
            said.append(f"{signs[each.id]} takes the place of {replaced}.")
    return said


def make_shelf_style(shelves: Shelves) -> str:
    """The sizes of the shelves in CSS."""
    places = "".join(
        f".yaku--{yaku.id}{{width:{width - 0.01:.2f}mm;--over:{shelves.get_name_height_mm(row):.2f}mm}}"
        for row in shelves.rows
        for (yaku, *_), width in zip(row.yaku, row.widths_mm, strict=True)
    )
    return (
        f":root{{--picture:{shelves.picture_mm:.2f}mm;--picture-height:{shelves.picture_height_mm:.2f}mm;"
        f"--yaku-gap:{shelves.gap_mm:g}mm;--name:{shelves.name_pt:.2f}pt}}{places}"
    )


def say_values(rule_set: RuleSet, *, with_words: bool = False) -> str:
    """The values of the cards: "bright 20 · animal 10 …", with words where the names do not say which.

    Nothing where no card has points.
    """
    if not rule_set.deck_points:
        return ""
    return " · ".join(
        f"{group.name} {group.points}" + (f" ({group.words})" if with_words and group.words else "")
        for group in rule_set.values
    )


def describe_yaku_card(order: Order) -> dict[str, Any]:
    """The data of the template."""
    cell = split_page(order.paper, order.up, is_wide=order.up == 2)
    yaku = get_yaku_in_play(order.rule_set, order.options)
    signs = get_signs(order.rule_set)
    scale = min(1.0, cell.inner_width_mm / 180 + 0.15)
    title_mm, name_pt = 4.5 * scale + 1.5, 7.5 + 5.0 * max(0.0, scale - 0.65)
    foot_pt = 0.75 * name_pt
    foot_lines = _FOOT_LINES if order.rule_set.race is None else _RACE_FOOT_LINES
    height_mm = cell.inner_height_mm - title_mm - foot_lines * foot_pt * 0.353 * _LINE_HEIGHT - 2
    blocks = make_blocks(order.rule_set, yaku)
    shelves = fit_shelves(blocks, cell.inner_width_mm, height_mm, name_pt, gap_mm=1.0, may_move=True)
    shelves = spread(shelves, height_mm)
    declared = [signs[each.id] for each in yaku if each.is_declared]
    settlement = get_scorer(order.rule_set, order.options).settlement
    return {
        "style": make_page_style(cell)
        + make_shelf_style(shelves)
        + f":root{{--title:{title_mm / 1.3:.2f}mm;--foot:{foot_pt:.2f}pt}}",
        "sheets": ("common/yaku.css",),
        "page_grid": cell.grid,
        "blocks": shelves.blocks,
        "signs": signs,
        "exclusions": list_exclusions(yaku, signs),
        "sums": settlement.foot if order.rule_set.race is not None else "",
        "dealt": say_dealt(order.rule_set),
        "declared": "".join(declared) if order.options.is_declaring else "",
        "values": say_values(order.rule_set),
    }
