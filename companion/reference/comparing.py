"""Editions and games compared, row by row.

    >>> [row.what for row in compare_editions("kwado-1982", "kwado-1985") if row.differs][:2]
    ['Players', 'Players as sides']

Sources: the rule sets, and rulings for what they do not hold.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.cards import Kind
from companion.reference.rulings import get_ruling, say_meanwhile
from companion.reference.yaku_names import name_fully, say_further
from companion.rules import (
    RULE_SET_IDS,
    RuleSet,
    Yaku,
    and_list,
    get_rule_set,
    group,
    parse_options,
    say_both_dealt,
    say_range,
    say_run_out,
)

# What is said of a choice of the table.
DEFAULT = "this app’s default"
# What is said of rules of ours, after the names of the editions.
OUR_CHOICE = "{}: not in the rules, our choice"


@dataclass(frozen=True, slots=True)
class Row:
    """One compared thing, with a cell for each edition or game.

    `note` says of a whole row, or of some editions, where it does not come from their rulebooks.
    """

    what: str
    cells: tuple[str, ...]
    note: str = ""

    @property
    def differs(self) -> bool:
        return len(set(self.cells)) > 1

    @property
    def shared(self) -> tuple[tuple[tuple[int, ...], str], ...]:
        """The different cells, each with the places of the games that have it."""
        places = group((cell, place) for place, cell in enumerate(self.cells))
        return tuple((tuple(found), cell) for cell, found in places.items())


def compare_editions(*rule_set_ids: str) -> tuple[Row, ...]:
    """Rule sets of one game compared: features, values, yaku, options."""
    editions = [get_rule_set(rule_set_id) for rule_set_id in rule_set_ids]
    newest = sorted(editions, key=lambda rules: RULE_SET_IDS.index(rules.id))
    rows = [
        Row("Players", tuple(say_range(rules.sides) for rules in editions)),
        Row(
            "Players as sides",
            tuple(map(_say_sides, editions)),
            _note(
                editions,
                "inferred for {}",
                lambda rules: any(each.provenance.label == "inferred" for each in rules.seats),
            ),
        ),
        Row("First to play", tuple(_say_turn(rules) for rules in editions)),
    ]
    if any(rules.length for rules in editions):
        note = _note(
            editions,
            OUR_CHOICE,
            lambda rules: rules.length is not None and rules.length.provenance.label == "house",
        )
        rows.append(Row("Length", tuple(map(_say_length, editions)), note))
    if any(rules.race for rules in editions):
        rows += [
            Row("First dealer", tuple(rules.race.first_dealer if rules.race else "no" for rules in editions)),
            Row(
                "Field dealt again",
                tuple(
                    f"with {rules.turn.void}" if rules.turn.void else "not in the rules" for rules in editions
                ),
            ),
            Row("Of three on the field the fourth takes", tuple(rules.turn.of_three for rules in editions)),
            *_compare_hands(editions),
            Row(
                "The hands ran out",
                tuple(map(_say_exhausted, editions)),
                _note(editions, OUR_CHOICE, _is_silent("kk-exhausted")),
            ),
        ]
    groups = {group.id: group.name for rules in editions for group in rules.counting.point_groups}
    worth = [{group.id: str(group.points) for group in rules.values} for rules in editions]
    rows += [
        Row(f"{name.capitalize()}, points", tuple(points.get(group_id, "no") for points in worth))
        for group_id, name in groups.items()
    ]
    if all(len(rules.methods) == 1 for rules in editions):
        rows.append(Row("Round score", tuple(rules.methods[0].settlement.summary for rules in editions)))
    else:
        method_ids = dict.fromkeys(method.id for rules in editions for method in rules.methods)
        rows += [
            Row(f"Method {method_id}", tuple(_say_method(rules, method_id) for rules in editions))
            for method_id in method_ids
        ]
    order = dict.fromkeys(yaku.id for rules in newest for yaku in rules.yaku)
    rows += [_compare_yaku(editions, yaku_id) for yaku_id in order]
    # What awards an option decides has a row already.
    decided = {award.option for rules in editions if rules.race for award in rules.race.awards}
    titles = {option.id: option.title for rules in editions for option in rules.options}
    rows += [
        Row(title, tuple(_say_option(rules, option_id) for rules in editions), DEFAULT)
        for option_id, title in titles.items()
        if option_id not in decided
    ]
    if any(rules.presets for rules in editions):
        steps = tuple(" → ".join(preset.id for preset in rules.presets) for rules in editions)
        rows.append(Row("Steps for learners", steps))
    return tuple(rows)


def _note(editions: Sequence[RuleSet], words: str, is_so: Callable[[RuleSet], bool]) -> str:
    """These words with the editions where it is so; empty where there is none."""
    forms = [rules.form for rules in editions if is_so(rules)]
    return words.format(and_list(forms)) if forms else ""


def _is_silent(ruling_id: str) -> Callable[[RuleSet], bool]:
    return lambda rules: get_ruling(ruling_id, rules.id).label == "silent"


def _say_length(rules: RuleSet) -> str:
    if rules.length is None:
        return "no"
    others = [str(each) for each in rules.length.offered if each != rules.length.rounds]
    others += [f"to {target} points" for target in rules.length.targets]
    usual = f"{rules.length.rounds} rounds"
    return f"{usual}; also {', '.join(others)}" if others else usual


def _compare_hands(editions: Sequence[RuleSet]) -> list[Row]:
    """The dealt hands that end a round, and what holds if both sides have one."""
    words = {hand.id: hand.words for rules in editions if rules.race for hand in rules.race.hands}
    rows = [
        Row(said, tuple(_say_hand(rules, hand_id) for rules in editions)) for hand_id, said in words.items()
    ]
    both = tuple(say_both_dealt(rules.race.both_dealt if rules.race else None) or "no" for rules in editions)
    return [
        *rows,
        Row("Both dealt such a hand", both, _note(editions, OUR_CHOICE, _is_silent("kk-both-dealt"))),
    ]


def _say_hand(rules: RuleSet, hand_id: str) -> str:
    hand = next((each for each in rules.race.hands if each.id == hand_id), None) if rules.race else None
    if hand is None:
        return "no"
    option = rules.find_option(hand.option or "")
    awards = [each.award for each in option.listed] if option else [hand.points]
    return " or ".join(str(award) for award in awards)


def _say_exhausted(rules: RuleSet) -> str:
    """Who scores where nobody stopped; of an option every value, the default first."""
    if rules.race is None:
        return "no"
    award = rules.race.dealer
    option = rules.find_option(award.option or "") if award else None
    if option is None:
        return say_run_out(rules.race)
    return " or ".join(
        dict.fromkeys([option.get_value(option.default).words, *(w for _, w in option.values)])
    )


def _say_sides(rules: RuleSet) -> str:
    teams = [
        f"{players} as {' or '.join(map(str, counts))}"
        for players, counts in sorted(rules.sides.items())
        if list(counts) != [players]
    ]
    return "; ".join([*teams, f"{'else ' if teams else ''}each alone"])


def _say_turn(rules: RuleSet) -> str:
    who = "the dealer" if rules.turn.starts == "dealer" else "the player on the dealer's left"
    who = f"not in the rules ({who})" if rules.turn.provenance.label == "silent" else who
    return f"{who}, {rules.turn.direction}"


def _say_method(rules: RuleSet, method_id: str) -> str:
    method = next((method for method in rules.methods if method.id == method_id), None)
    if method is None:
        return "no"
    return f"{method.name}, to {method.target}" if method.target else f"{method.name}, target as agreed"


def _compare_yaku(editions: Sequence[RuleSet], yaku_id: str) -> Row:
    """What a yaku is worth; where it has not the same name in all, with what its name says of its cards."""
    found = [next((yaku for yaku in rules.yaku if yaku.id == yaku_id), None) for rules in editions]
    names = dict.fromkeys(name_fully(yaku) for yaku in found if yaku)
    what = next(iter(names)) if len(names) == 1 else next(yaku.short_name for yaku in found if yaku)
    cells = [
        _say_yaku(rules, yaku) + name_fully(yaku).removeprefix(what) if yaku else "no"
        for rules, yaku in zip(editions, found, strict=True)
    ]
    return Row(what, tuple(cells))


def _say_yaku(rules: RuleSet, found: Yaku) -> str:
    said = [str(found.points), say_further(rules, found), "must be announced" if found.is_declared else ""]
    if not rules.presets and found.id not in parse_options(rules, {}).yaku:
        said.append("if agreed")
    return ", ".join(filter(None, said))


def _say_option(rules: RuleSet, option_id: str) -> str:
    option = rules.find_option(option_id)
    if option is None:
        return "no choice"
    said = option.get_value(option.default).words
    if option.default_in is None:
        return said
    usual = option.get_value(option.default_in.value).words
    return f"{usual} in games of {option.default_in.rounds} rounds, else {said}"


def compare_games(*games: RuleSet) -> tuple[Row, ...]:
    """Rule sets of several games compared, by their rules and rulings."""
    features = [_say_features(game) for game in games]
    return (
        *(
            Row(f"{kind.value.capitalize()}, points", tuple(_say_kind(game, kind) for game in games))
            for kind in Kind
        ),
        Row("The deck holds", tuple(str(game.counting.deck_points or "none") for game in games)),
        *(Row(what, tuple(cells[what] for cells in features)) for what in features[0]),
    )


def _say_kind(game: RuleSet, kind: Kind) -> str:
    """The points of a kind, and the cards that differ."""
    cards = [card for card in game.cards if card.kind is kind]
    if not game.counting.deck_points:
        return "none"
    points = {card: game.counting.get_points(card) for card in cards}
    usual = max(points.values(), key=list(points.values()).count)
    odd = ", ".join(f"{card.english}: {points[card]}" for card in cards if points[card] != usual)
    return f"{usual}; {odd}" if odd else str(usual)


def _say_features(rules: RuleSet) -> dict[str, str]:
    """What is compared of every game, by the head of its row."""
    teams = [
        f"{players} as {counts}×{players // counts}"
        for players, sides in sorted(rules.sides.items())
        for counts in sides
        if counts < players
    ]
    method = rules.methods[0]
    by_method = f"by method {method.id} " if len(rules.methods) > 1 else ""
    return {
        "Players": say_range(rules.sides),
        "First to play": _say_turn(rules),
        "Teams": ", ".join(teams) or ("not in the rules" if _is_silent("teams")(rules) else "each alone"),
        "Wild card": _say_wild(rules),
        "Four of a month on the field": _say_usual("four-on-field", rules),
        "Three of a month on the field": _say_usual("three-on-field", rules),
        "Four of a month in one hand": _say_usual("four-in-hand", rules),
        "Declaring": _say_declaring(rules),
        "Round score": f"{by_method}{method.settlement.summary}",
        "The game ends": _say_end(rules, by_method),
    }


def _say_wild(rules: RuleSet) -> str:
    """The wild card and what it brings at the end; where it is not wild by default, what may be agreed."""
    if rules.wild is not None:
        return f"the {rules.wild.card.english.lower()}"
    if rules.gaji is None:
        return "none"
    card, option = f"the {rules.gaji.wild.english.lower()}", rules.bringing
    if option is None:
        return card
    usual = option.get_value(option.default)
    if usual.brings:
        return f"{card}. {option.title}: {usual.words}"
    agreed = next(each for each in option.listed if each.brings)
    return f"{card}, if agreed: {agreed.words}"


def _say_declaring(rules: RuleSet) -> str:
    option = rules.declaring
    return f"{option.title}: {option.get_value(option.default).words}" if option else "none"


def _say_end(rules: RuleSet, by_method: str) -> str:
    if rules.length is None:
        return f"{by_method}at {rules.methods[0].target}"
    return get_ruling(rules.length.ruling, rules.id).verdict


def _say_usual(ruling_id: str, rules: RuleSet) -> str:
    """What a table of this game does unless it agrees otherwise; the verdict if there is no choice."""
    ruling, words = get_ruling(ruling_id, rules.id), say_meanwhile(ruling_id, rules)
    return f"not in the rules ({words})" if ruling.house and ruling.label == "silent" else words
