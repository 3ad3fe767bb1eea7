"""Editions and games compared, row by row.

    >>> [row.what for row in compare_editions("kwado-1982", "kwado-1985") if row.differs][:2]
    ['Players', 'Players as sides']

Sources: the rule sets, and rulings for what they do not hold.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import DECK, Kind
from companion.reference.rulings import get_ruling
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
    ("Four of a month in one hand", "four_in_hand"), ("Declaring", "declaring"), ("Round score", "scoring"),
    ("The game ends", "ends"),
)  # fmt: skip


def compare_games(*games: RuleSet) -> tuple[Row, ...]:
    """Rule sets of several games compared, by their rules and rulings."""
    features = [_say_features(game) for game in games]
    return (
        *(
            Row(f"{kind.value.capitalize()}, points", tuple(_say_kind(game, kind) for game in games))
            for kind in Kind
        ),
        Row("The deck holds", tuple(str(game.deck_points) for game in games)),
        *(Row(what, tuple(cells[key] for cells in features)) for what, key in _FEATURES),
    )


def _say_kind(game: RuleSet, kind: Kind) -> str:
    """The points of a kind, and the cards that differ."""
    cards = [card for card in DECK if card.kind is kind]
    points = {card: game.get_points(card) for card in cards}
    usual = max(points.values(), key=list(points.values()).count)
    odd = ", ".join(f"{card.english}: {points[card]}" for card in cards if points[card] != usual)
    return f"{usual}; {odd}" if odd else str(usual)


def _say_features(rules: RuleSet) -> dict[str, str]:
    teams = [
        f"{players} as {counts}×{players // counts}"
        for players, sides in sorted(rules.sides.items())
        for counts in sides
        if counts < players
    ]
    method = rules.methods[0]
    by_method = f"by method {method.id} " if len(rules.methods) > 1 else ""
    return {
        "players": f"{min(rules.sides)} to {max(rules.sides)}",
        "direction": _say_turn(rules),
        "teams": ", ".join(teams) or "not said",
        "wild": _say_wild(rules),
        "four_on_field": _say_usual("four-on-field", rules),
        "three_on_field": _say_usual("three-on-field", rules),
        "four_in_hand": _say_usual("four-in-hand", rules),
        "declaring": _say_declaring(rules),
        "scoring": f"{by_method}{method.settlement.summary}",
        "ends": _say_end(rules, by_method),
    }


def _say_wild(rules: RuleSet) -> str:
    """The wild card and what it brings at the end; where it is not wild by default, what may be agreed."""
    if rules.gaji is None:
        return "none"
    card = f"the {rules.gaji.wild.english.lower()}"
    for option in rules.options:
        bringing = [value for value in option.listed if value.brings]
        if bringing:
            usual = option.get_value(option.default)
            if usual.brings:
                return f"{card}. {option.title}: {usual.words}"
            return f"{card}, if agreed: {bringing[0].words}"
    return card


def _say_declaring(rules: RuleSet) -> str:
    option = rules.declaring
    return f"{option.title}: {option.get_words(option.default)}" if option else "none"


def _say_end(rules: RuleSet, by_method: str) -> str:
    if rules.length is None:
        return f"{by_method}at {rules.methods[0].target}"
    return get_ruling(rules.length.ruling, rules.id).verdict


def _say_usual(ruling_id: str, rules: RuleSet) -> str:
    """What a table of this game does unless it agrees otherwise; the verdict if there is no choice."""
    ruling = get_ruling(ruling_id, rules.id)
    if ruling.house is None:
        return ruling.verdict
    words = next(words for value, words in ruling.house.readings if value == ruling.house.default)
    return f"not said ({words})" if ruling.label == "silent" else words
