"""Yaku in words: a name without a picture beside it, and what a yaku is worth.

    >>> from companion.rules import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> name_fully(rules.get_yaku("dragon"))
    'Dragon bonus (phoenix on paulownia)'
    >>> name_fully(rules.get_yaku("sakura-6")), name_fully(rules.get_yaku("four-iris"))
    ('Sakura 6 (grass ribbons)', 'Four irises')
    >>> say_worth(rules, rules.get_yaku("sakura-6"))
    '30 points'
    >>> say_worth(get_rule_set("sakura"), get_rule_set("sakura").get_yaku("sakura-6"))
    '50 off each opponent'

Sources: the rule sets, the deck.
"""

from __future__ import annotations

from companion.rules import RuleSet, Yaku


def name_fully(yaku: Yaku) -> str:
    """The name of a yaku, with its card in brackets if it is one that the name does not tell."""
    if len(yaku.pool) != 1 or yaku.name != yaku.short_name:
        return yaku.name
    (card,) = yaku.pool
    return f"{yaku.name} ({card.english[:1].lower()}{card.english[1:]})"


def say_worth(rules: RuleSet, yaku: Yaku) -> str:
    """What a yaku does to the score: points for its holder, or points off each opponent."""
    is_penalty = rules.methods[0].settlement.has_penalties
    return f"{yaku.points} off each opponent" if is_penalty else f"{yaku.points} points"
