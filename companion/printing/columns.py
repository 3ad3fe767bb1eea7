"""The columns of pads and records: the figures of the settlement, as in the breakdown.

>>> from companion.rules import get_rule_set, parse_options
>>> rules = get_rule_set("kwado-1985")
>>> [column.id for column in get_columns(rules, parse_options(rules, {"method": "B"}), 2)]
['brights', 'animals', 'ribbons', 'card_points', 'yaku', 'bonus', 'score', 'total']
"""

from dataclasses import dataclass, replace

from companion.rules import Options, RuleSet, Yaku, get_scorer


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a pad or a record."""

    id: str
    """Of its figure or value group."""
    head: str
    kind: str
    """`deals`, a mark for who deals; `group`, cards of a value group to tick; `count`, the number of cards of
    one that is numbered; `cards`, their points; `yaku`; `fixed`, a figure that is the same for every side;
    `factor`, one that multiplies; `sum`, any other figure; `total`.
    """
    cards: int = 0
    """To tick, of a group."""
    each: int = 0
    """What a card of the group is worth."""
    value: int | None = None
    """Of a fixed figure, with its sign."""
    is_taken_off: bool = False
    """Whether the figure is subtracted."""
    is_of_known: bool = False
    """Whether only a side has it whose cards were said."""


def get_columns(rule_set: RuleSet, options: Options, side_count: int) -> tuple[Column, ...]:
    """The columns for these options.

    Before a figure that lists cards or yaku come the columns of what it lists: the side's own yaku, whoever
    they count for; where their points are headed “Yaku”, their signs are not. A figure that lists what this
    table does not play has none. In a race the dealer is marked, who may score where nobody stopped.
    """
    scorer = get_scorer(rule_set, options)
    settlement = scorer.settlement
    has_extras = any(extra.sides == side_count for extra in scorer.extras)
    played = {
        "yaku": bool(options.yaku),
        "yaku-of-others": bool(options.yaku),
        "extras": has_extras,
        # Only who must sit out sells cards.
        **({settlement.selling.net: side_count > rule_set.most_playing} if settlement.selling else {}),
    }
    fixed = {
        figure.id: points
        for figure, points in settlement.list_fixed(rule_set.counting.deck_points, side_count)
    }
    columns = [Column("deals", "Deals", "deals")] if rule_set.race is not None else []
    for figure in settlement.list_shown("pad"):
        if not played.get(figure.lists or figure.id, True):
            continue
        if figure.lists == "cards":
            columns += [
                Column(
                    group.id,
                    group.plural.capitalize(),
                    "count" if group.is_numbered else "group",
                    len(group.cards),
                    group.points,
                )
                for group in rule_set.counting.point_groups
            ]
        if figure.lists in ("yaku", "yaku-of-others") and not any(each.kind == "yaku" for each in columns):
            columns.append(Column("yaku", "Sign" if figure.head == "Yaku" else "Yaku", "yaku"))
        value = fixed.get(figure.id)
        kind = "cards" if figure.lists == "cards" else "sum" if value is None else "fixed"
        kind = "factor" if figure.is_factor else kind
        if value is not None and figure.is_taken_off:
            value = -value
        columns.append(
            Column(
                figure.id,
                figure.head,
                kind,
                value=value,
                is_taken_off=figure.is_taken_off,
                is_of_known=figure.is_summed,
            )
        )
    return (*columns, Column("total", "Total", "total"))


# On pads: for a dealt hand that ends a race, and for who used the wild card.
DEALT_SIGN, GAJI_SIGN = "Ⓗ", "Ⓙ"


_LETTERS = "abcdefghjklmnpqrstuvwxyz"


def get_signs(rule_set: RuleSet) -> dict[str, str]:
    """A ringed sign for each yaku: its own, or the number in its id, a letter of it, or any that is left.

    Never I or O: in a ring they read as 1, 0 or a stroke of the pen. J is the wild card’s where there is one.

    >>> from companion.rules import get_rule_set
    >>> "".join(get_signs(get_rule_set("kwado-1985")).values())
    'ⓇⓂⓌⒷⒹ①②③④⑤⑥⑦⑧'
    """
    signs: dict[str, str] = {}
    allowed = _LETTERS.replace("j", "") if rule_set.gaji else _LETTERS
    for yaku in rule_set.yaku:
        last = yaku.id.rpartition("-")[2]
        numbers = [str(number) for number in range(1, 21)]
        letters = [each for each in f"{last}{yaku.id}{allowed}" if each in allowed]
        wanted = [yaku.sign, last if last in numbers else None, *letters, *numbers]
        signs_left = (_ring(each) for each in wanted if each and _ring(each) not in signs.values())
        # A table may add more yaku of its own than there are signs.
        signs[yaku.id] = next(signs_left, "+")
    return signs


def _ring(sign: str) -> str:
    """A letter, or a number up to 20, in a ring."""
    return chr(0x2460 + int(sign) - 1) if sign.isdigit() else chr(0x24B6 + ord(sign.lower()) - ord("a"))


def get_yaku_in_play(rule_set: RuleSet, options: Options) -> tuple[Yaku, ...]:
    """The yaku of these options, in the order of the rule set; without a group where all of it count."""
    played = get_scorer(rule_set, options).played
    return tuple(
        replace(yaku, group=played.get(yaku.id, yaku).group)
        for yaku in rule_set.yaku
        if yaku.id in options.yaku
    )
