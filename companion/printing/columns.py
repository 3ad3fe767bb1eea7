"""The columns of pads and records: what a breakdown says of a side, in its order.

They are read from the lines of a breakdown, so that paper, breakdown and counts screen cannot part ways.

    >>> from companion.rules import get_rule_set, parse_options
    >>> rules = get_rule_set("kwado-1985")
    >>> [column.id for column in get_columns(rules, parse_options(rules, {"method": "B"}), 2)]
    ['brights', 'animals', 'ribbons', 'card-points', 'yaku', 'bonus', 'score', 'total']
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import NAMED_SETS
from companion.rules import Options, RuleSet, Yaku, parse_entry, score_round

HEADS = {
    "card-points": "Cards",
    "floor": "Floor",
    "net": "Net",
    "yaku": "Yaku",
    "bonus": "Bonus",
    "score": "Round",
    "total": "Total",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the id of its line, its head, and how many cards of its kind there are to tick off."""

    id: str
    head: str
    cards: int = 0
    value: int | None = None


def get_columns(rule_set: RuleSet, options: Options, side_count: int) -> tuple[Column, ...]:
    """The columns for a game played by these options; the floor's column knows the floor.

    Where bonuses are played, their column follows that of the yaku.
    """
    everything = {kind: len(NAMED_SETS[kind]) for kind in ("brights", "animals", "ribbons")}
    names = [str(number) for number in range(side_count)]
    counts: dict[str, object] = {name: dict.fromkeys(everything, 0) | {"yaku": []} for name in names}
    counts[names[0]] = everything | {"yaku": list(options.yaku[:1])}
    entry = parse_entry({"counts": counts}, rule_set, names)
    lines = score_round(rule_set, options, entry).get_lines(0)
    columns: list[Column] = []
    for line in lines:
        if line.id in everything:
            columns.append(Column(line.id, line.id.capitalize(), everything[line.id]))
        elif line.id == "yaku":
            columns += [Column("yaku", HEADS["yaku"]), Column("bonus", HEADS["bonus"])]
        elif line.id in HEADS:
            columns.append(Column(line.id, HEADS[line.id], value=line.points if line.id == "floor" else None))
    return (*columns, Column("total", HEADS["total"]))


def get_signs(rule_set: RuleSet) -> dict[str, str]:
    """A sign for each yaku, small enough to tick: the number in its id, or a letter of it, in a ring.

    >>> from companion.rules import get_rule_set
    >>> "".join(get_signs(get_rule_set("kwado-1985")).values())
    'ⒾⓂⓌⒷⒹ①②③④⑤⑥⑦⑧'
    """
    signs: dict[str, str] = {}
    for yaku in rule_set.yaku:
        last = yaku.id.rpartition("-")[2]
        letters = [last, yaku.id, "abcdefghijklmnopqrstuvwxyz"]
        candidates = [chr(0x2460 + int(last) - 1)] if last.isdigit() and 1 <= int(last) <= 20 else []
        candidates += [
            chr(0x24B6 + ord(letter) - ord("a"))
            for word in letters
            for letter in word
            if letter.isascii() and letter.isalpha()
        ]
        signs[yaku.id] = next(sign for sign in candidates if sign not in signs.values())
    return signs


def get_yaku_in_play(rule_set: RuleSet, options: Options) -> tuple[Yaku, ...]:
    """The yaku that the table plays, in the order of the rule set."""
    return tuple(yaku for yaku in rule_set.yaku if yaku.id in options.yaku)
