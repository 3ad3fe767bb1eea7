"""The player card: in front every yaku in play, on the back a newcomer's turn, what counts, and the round.

Front and back follow each other, as often as the players need, to be turned on the long edge.
"""

from math import ceil, prod
from typing import Any

from companion.cards import (
    CHERRY_CURTAIN,
    CHERRY_RIBBON,
    CLOVER_BOAR,
    IRIS_CHAFF_1,
    MAPLE_CHAFF_1,
    MAPLE_DEER,
    PINE_CHAFF_1,
    PINE_RIBBON,
    SUSUKI_MOON,
)
from companion.cards.pictures import HEIGHT, WIDTH
from companion.printing.columns import get_signs, get_yaku_in_play
from companion.printing.orders import Order
from companion.printing.papers import Cell, make_page_style, split_page
from companion.printing.words import (
    say_endings,
    say_gaji,
    say_goal,
    say_house_rules,
    say_if_agreed,
    say_kinds,
)
from companion.printing.yaku_pictures import list_picture_sizes, list_yaku, say_announced, size_pictures
from companion.reference import get_ruling, list_exclusions
from companion.rules import Option, RuleSet, get_scorer

# More players have smaller cards.
MOST_LARGE = 4
# Below the title and above the notes of the front, about.
_BESIDE_MM = 16.0
_CLOSER = (
    ".small,.small .yaku__name{font-size:7.5pt}.small .yaku__name{line-height:1.08}"
    ".small .yaku{margin-bottom:.6mm}"
)
# So much text on the back of a large card, and it is set smaller; a small one only names the wild card.
_LONG, _LONG_RULE = 60, 500
# Of the back: a line and its letters, also where it is set smaller; the letters of a turn; what its heads and
# the spaces between its steps take; and the largest pictures.
_LINE, _LONG_LINE, _TURN_LETTERS, _BESIDE_STEPS_MM, _LARGEST_MM = (5.1, 42), (4.2, 52), 180, 14.0, 24.0
# One of each kind, in the order of their worth.
_SAMPLES = (SUSUKI_MOON, CLOVER_BOAR, PINE_RIBBON, PINE_CHAFF_1)
# The pictures of a turn: the card that is played, and the one of the field that it takes.
_STEPS = (
    ("1 · From your hand", (MAPLE_CHAFF_1, MAPLE_DEER), "Play a card to one of its month: take both."),
    ("2 · From the pile", (CHERRY_RIBBON, CHERRY_CURTAIN), "Turn up the top card, and do the same."),
    ("No match?", (IRIS_CHAFF_1,), "The card that you played or turned up stays on the field."),
)


def count_players(order: Order) -> int:
    """The players of a table; where nobody is named, one a side."""
    return max(len(order.players), len(order.sides))


def get_card_cell(order: Order) -> Cell:
    """The cell of a card: A5 for up to four players, A6 for more or on paper of this size."""
    is_small = count_players(order) > MOST_LARGE
    up = {"a6": 1, "a5": 1 + is_small}.get(order.paper.id, 2 + 2 * is_small)
    return split_page(order.paper, up, is_wide=up == 2)


def describe_player_card(order: Order) -> dict[str, Any]:
    """The data of the template."""
    rule_set, players, cell = order.rule_set, count_players(order), get_card_cell(order)
    settlement = get_scorer(rule_set, order.options).settlement
    yaku, signs = list_yaku(order), get_signs(rule_set)
    sizes = list_picture_sizes(yaku, cell.inner_width_mm, cell.inner_height_mm - _BESIDE_MM)
    first, *smaller = map(size_pictures, sizes)
    # Small is A6, not A5.
    cards, has_names, is_small = prod(cell.grid), any(order.players), min(cell.width_mm, cell.height_mm) < 120
    names = [*(order.players if has_names else [""] * players), *[""] * cards]
    fronts = [names[place : place + (cards if has_names else 1)] for place in range(0, players, cards)]
    deal = rule_set.get_deal(players)
    listed = [each for each in list_qualifying(rule_set) if each in order.settled]
    agreed = say_house_rules(rule_set, order.options, len(order.sides), listed)
    instead = rule_set.turn.instead and get_ruling(rule_set.turn.instead, rule_set.id, rule_set).verdict
    wild = rule_set.wild.words if rule_set.wild else say_gaji(order) if order.options.brings else ""
    wild = "" if is_small else wild
    is_long = len(instead + wild + agreed) > (0 if is_small else _LONG)
    line_mm, letters = _LONG_LINE if is_long else _LINE
    text_mm = line_mm * ceil((_TURN_LETTERS + len(instead + wild)) / letters)
    # On the back, three steps below each other have the room that the text leaves.
    turn_mm = min(
        _LARGEST_MM, (cell.inner_height_mm - _BESIDE_STEPS_MM - text_mm) / len(_STEPS) * WIDTH / HEIGHT
    )
    rule = settlement.say_rule(order.playing).format(deck_points=rule_set.counting.deck_points)
    # Small and upright cards, and those with a long rule, have columns of their own.
    has_room = not is_small and order.paper.id != "a5" and len(rule) <= _LONG_RULE
    return {
        "style": make_page_style(cell) + first + f":root{{--turn:{turn_mm:.1f}mm}}" * has_room,
        # Of many yaku on a small card the names are smaller and closer too, not only their pictures.
        "tighter": (
            *smaller[:2],
            *(f"{each}{_CLOSER}" for each in smaller[2:]),
        ),
        "page_limit": sum(len(each) + 1 for each in fronts),
        "sheets": ("common/yaku.css",),
        "page_grid": cell.grid,
        "fronts": fronts,
        "fronts_a_sheet": len(fronts[0]),
        "is_small": is_small,
        "yaku": yaku,
        "exclusions": list_exclusions(get_yaku_in_play(rule_set, order.options), signs=signs),
        "declared": say_announced(order),
        "if_declaring": say_if_agreed(order, rule_set.declaring, lambda value: value.is_declaring),
        "steps": _STEPS,
        "worth": [
            (next(card for card in (*_SAMPLES, *group.cards) if card in group.cards), group)
            for group in rule_set.values
        ],
        "deal": deal,
        "pile": rule_set.count_draw_pile(deal, order.options.choices),
        "rule": rule,
        "is_dense": len(rule) > _LONG_RULE,
        "fixed": settlement.list_fixed(rule_set.counting.deck_points, len(order.sides)),
        "endings": say_endings(rule_set, order.options),
        "kinds": say_kinds(rule_set),
        "instead": instead,
        "wild": wild,
        "is_long": is_long,
        "agreed": agreed,
        "goal": say_goal(order.options),
    }


def list_qualifying(rule_set: RuleSet) -> tuple[Option, ...]:
    """The options that say what a yaku or the hands of a round need to count."""
    amending = {key for amendment in rule_set.amendments for key in amendment.when}
    return tuple(
        option
        for option in rule_set.options
        if option.id in amending
        or any(one.brings or one.is_declaring or one.award is not None for one in option.listed)
    )
