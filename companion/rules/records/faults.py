"""What is wrong with a rule set as a whole, though each of its records can be read.

Sources: none; it holds for every rule set.
"""

from itertools import chain

from companion.cards import DECK, MONTH_ORDERS
from companion.errors import CompanionError, NotUnderstood
from companion.rules.records.dealing import PLAYER_LIMIT
from companion.rules.records.round_numbers import ROUND_KEYS
from companion.rules.records.rule_set import RuleSet
from companion.rules.text.reader import find_unknown


def find_faults(rule_set: RuleSet) -> list[CompanionError]:
    """What shows only when the whole is read: names that lead nowhere, cards in two value groups."""
    faults: list[str | CompanionError] = [*find_unknown([rule_set.month_order], MONTH_ORDERS, "month order")]
    held = [card for group in rule_set.values for card in group.cards]
    faults += [f"{card.id} has two values." for card in DECK if held.count(card) > 1]
    faults += [
        f"{yaku.name} asks for {', '.join(left.ids)}: not in its deck."
        for yaku in rule_set.yaku
        if (left := yaku.required_pool - rule_set.cards)
    ]
    named = [preset.yaku for preset in rule_set.presets] + [yaku.replaces for yaku in rule_set.yaku]
    named += [amendment.yaku for amendment in rule_set.amendments]
    # A table may leave out a yaku whose cards its settlement counts.
    figures = () if rule_set.own else chain(*(method.settlement.figures for method in rule_set.methods))
    named += [(*([figure.pool] if figure.pool else []), *figure.worth) for figure in figures]
    faults += find_unknown(dict.fromkeys(chain(*named)), {yaku.id for yaku in rule_set.yaku}, "yaku")
    if rule_set.presets and rule_set.default_preset not in {preset.id for preset in rule_set.presets}:
        faults.append(f"“default_preset” must be one of its presets, not {rule_set.default_preset}.")
    if not rule_set.methods or not rule_set.sides:
        faults.append("it needs a method, and must say how many play.")
    dealt = {deal.players for deal in rule_set.deals}
    for players, counts in rule_set.sides.items():
        if not 2 <= players <= PLAYER_LIMIT or (
            rule_set.has_cards and min(players, rule_set.most_playing) not in dealt
        ):
            faults.append(f"nothing can be dealt to {players} players.")
        if not counts or any(not 2 <= count <= players or players % count for count in counts):
            faults.append(f"{players} players do not form {' or '.join(map(str, counts)) or 'no'} sides.")
    for deal in rule_set.deals:
        if deal.hand < 1 or deal.field < 0 or (rule_set.has_cards and rule_set.count_draw_pile(deal) < 0):
            faults.append(f"{deal.players} players cannot be dealt so many cards.")
        if deal.players not in rule_set.sides:
            faults.append(f"nothing says how {deal.players} players form sides.")
    offered = {(option.id, value) for option in rule_set.options for value, _ in option.values}
    faults += [
        f"the number “{number.id}” is asked for by “{option}”, which has no such value."
        for number in rule_set.numbers
        for option, value in (*number.when.items(), *number.unless.items())
        if (option, value) not in offered
    ]
    faults += [
        NotUnderstood("a round has something else of this name.", ("number", number.id))
        for number in rule_set.numbers
        if number.id in ROUND_KEYS
    ]
    of_cards = (
        rule_set.deals,
        rule_set.yaku,
        rule_set.gaji,
        rule_set.extras,
        rule_set.race,
        rule_set.numbers,
    )
    if not rule_set.has_cards and any(of_cards):
        faults.append(
            "without values of cards it has points only: no deal, yaku, Gaji, extra, number or race."
        )
    return [NotUnderstood(each) if isinstance(each, str) else each for each in faults]
