"""Editions and games compared, row by row.

    >>> [row.what for row in compare_editions("kwado-1982", "kwado-1985") if row.differs][:2]
    ['Players', 'Players as sides']

Sources: the rule sets; for the other games their records.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import DECK, Kind, get_card
from companion.reference.other_games import OtherGame, load_other_games
from companion.reference.yaku_names import name_fully
from companion.rules import RuleSet, get_rule_set


@dataclass(frozen=True, slots=True)
class Row:
    """One compared thing, with a cell for each edition or game."""

    what: str
    cells: tuple[str, ...]

    @property
    def differs(self) -> bool:
        return len(set(self.cells)) > 1


def compare_editions(*rule_set_ids: str) -> tuple[Row, ...]:
    """Rule sets of one game compared: features, values, yaku, options."""
    editions = [get_rule_set(rule_set_id) for rule_set_id in rule_set_ids]
    rows = [
        Row("Players", tuple(f"{min(rules.sides)} to {max(rules.sides)}" for rules in editions)),
        Row("Players as sides", tuple(map(_say_sides, editions))),
        Row("First to play", tuple(_say_turn(rules) for rules in editions)),
    ]
    groups = {group.id: group.name for rules in editions for group in rules.values}
    rows += [
        Row(f"{name.capitalize()}, points", tuple(_say_group(rules, group_id) for rules in editions))
        for group_id, name in groups.items()
    ]
    method_ids = dict.fromkeys(method.id for rules in editions for method in rules.methods)
    rows += [
        Row(f"Method {method_id}", tuple(_say_method(rules, method_id) for rules in editions))
        for method_id in method_ids
    ]
    names = {yaku.id: name_fully(yaku) for rules in reversed(editions) for yaku in rules.yaku}
    order = dict.fromkeys(yaku.id for rules in reversed(editions) for yaku in rules.yaku)
    rows += [Row(names[yaku_id], tuple(_say_yaku(rules, yaku_id) for rules in editions)) for yaku_id in order]
    titles = {option.id: option.title for rules in editions for option in rules.options}
    rows += [
        Row(title, tuple(_say_option(rules, option_id) for rules in editions))
        for option_id, title in titles.items()
    ]
    rows.append(
        Row("Steps for learners", tuple(" → ".join(p.id for p in rules.presets) for rules in editions))
    )
    return tuple(rows)


def _say_group(rules: RuleSet, group_id: str) -> str:
    return next((str(group.points) for group in rules.values if group.id == group_id), "no")


def _say_sides(rules: RuleSet) -> str:
    return "; ".join(
        f"{players} as {' or '.join(map(str, counts))}" for players, counts in sorted(rules.sides.items())
    )


def _say_turn(rules: RuleSet) -> str:
    who = "the dealer" if rules.turn.starts == "dealer" else "the player on the dealer's left"
    return f"{who}, {rules.turn.direction}"


def _say_method(rules: RuleSet, method_id: str) -> str:
    method = next((method for method in rules.methods if method.id == method_id), None)
    if method is None:
        return "no"
    return f"{method.name}, to {method.target}" if method.target else f"{method.name}, target as agreed"


def _say_yaku(rules: RuleSet, yaku_id: str) -> str:
    found = next((yaku for yaku in rules.yaku if yaku.id == yaku_id), None)
    if found is None:
        return "no"
    return f"{found.points}, to be declared" if found.is_declared else str(found.points)


def _say_option(rules: RuleSet, option_id: str) -> str:
    option = rules.find_option(option_id)
    return option.get_words(option.default) if option else "not known"


_FEATURES = (
    ("Players", "players"), ("First to play", "direction"), ("Teams", "teams"), ("Wild card", "wild"),
    ("Four of a month on the field", "four_on_field"), ("Three of a month on the field", "three_on_field"),
    ("Declaring", "declaring"), ("Round score", "scoring"), ("The game ends", "ends"),
)  # fmt: skip


def compare_games(rule_set_id: str, *other_ids: str) -> tuple[Row, ...]:
    """A rule set of Kwa-Dō compared with other games."""
    rules = get_rule_set(rule_set_id)
    others = [load_other_games()[other_id] for other_id in other_ids]
    own = _say_own(rules)
    rows = [
        Row(
            f"{kind.value.capitalize()}, points",
            (_say_kind(rules, kind), *(_say_value(o, kind) for o in others)),
        )
        for kind in Kind
    ]
    rows.append(
        Row("The deck holds", (str(rules.deck_points), *(str(o.figures["deck_points"]) for o in others)))
    )
    rows += [Row(what, (own[key], *(o.features[key] for o in others))) for what, key in _FEATURES]
    return tuple(rows)


def _say_kind(rules: RuleSet, kind: Kind) -> str:
    """The points of a kind, and the cards that differ."""
    points = [rules.get_points(card) for card in DECK if card.kind is kind]
    usual = max(points, key=points.count)
    odd = [card for card in DECK if card.kind is kind and rules.get_points(card) != usual]
    return "; ".join([str(usual), *(f"{card.english} {rules.get_points(card)}" for card in odd)])


def _say_value(game: OtherGame, kind: Kind) -> str:
    value = str(game.values[kind.value])
    cards = {get_card(card_id): points for card_id, points in game.exceptions.items()}
    odd = [f"{card.english} {points}" for card, points in cards.items() if card.kind is kind]
    return f"{value}; {', '.join(odd)}" if odd else value


def _say_own(rules: RuleSet) -> dict[str, str]:
    """The features of a rule set, in the words used for other games."""
    teams = [
        f"{players} as {counts}×{players // counts}"
        for players, sides in sorted(rules.sides.items())
        for counts in sides
        if counts < players
    ]
    method = rules.methods[0]
    return {
        "players": f"{min(rules.sides)} to {max(rules.sides)}",
        "direction": _say_turn(rules),
        "teams": ", ".join(teams),
        "wild": "the lightning, if agreed; its user gets the willow left over" if rules.gaji else "none",
        "four_on_field": "not said",
        "three_on_field": "not said: choose one",
        "declaring": "Sakura yaku are announced" if any(y.is_declared for y in rules.yaku) else "none",
        "scoring": f"by method {method.id} {method.settlement.summary}",
        "ends": f"by method {method.id} at {method.target}",
    }
