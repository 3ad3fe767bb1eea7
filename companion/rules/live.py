"""The rules of one game as JSON, for the figures that a phone shows while a round is being entered.

Only what the sums need: the deck, the values, the yaku in play, the settlement, the wild card. The phone's
module reads it instead of having numbers of its own; the server counts again from the rule set.

    >>> from companion.rules.options import parse_options
    >>> from companion.rules.rule_set import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> live = live_document(rules, parse_options(rules, {"yaku": "month"}))
    >>> live["deck_points"], [yaku["id"] for yaku in live["yaku"]]
    (240, ['four-iris', 'four-maple', 'four-willow'])

Sources: the rule set's own records.
"""

from __future__ import annotations

from typing import Any

from companion.cards import DECK
from companion.rules.options import Options
from companion.rules.round import get_scorer
from companion.rules.rule_set import RuleSet
from companion.rules.yaku import Yaku


def live_document(rule_set: RuleSet, options: Options) -> dict[str, Any]:
    """What a phone needs to count a round by these rules under these options."""
    scorer = get_scorer(rule_set, options)
    gaji = None
    if rule_set.gaji is not None:
        gaji = {
            "way": scorer.way_of_gaji,
            "card": rule_set.gaji.card.ids[0],
            "suit": rule_set.gaji.suit.id,
        }
    return {
        "deck_points": rule_set.deck_points,
        "values": {kind.value: value for kind, value in rule_set.card_values.items()},
        "cards": [[card.id, card.suit.id, card.kind.value, card.english] for card in DECK],
        "settlement": rule_set.get_method(options.method).settlement,
        "is_bonus_before": scorer.is_bonus_before,
        "yaku": [_yaku_document(yaku, yaku.id in scorer.declared_ids) for yaku in scorer.finder.yaku],
        "gaji": gaji,
    }


def _yaku_document(yaku: Yaku, is_to_declare: bool) -> dict[str, Any]:
    """One yaku; what it does not ask for is left out."""
    written: dict[str, Any] = {
        "id": yaku.id,
        "name": yaku.name,
        "points": yaku.points,
        "all_of": list(yaku.all_of.ids),
    }
    if yaku.at_least is not None:
        written["at_least"] = {"n": yaku.at_least.n, "of": list(yaku.at_least.of.ids)}
    if yaku.extra is not None:
        written["extra"] = {"points": yaku.extra.points, "of": list(yaku.extra.of.ids)}
    if yaku.group is not None:
        written["group"] = yaku.group
    if yaku.replaces:
        written["replaces"] = list(yaku.replaces)
    if is_to_declare:
        written["declare"] = True
    return written
