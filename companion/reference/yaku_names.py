"""Names of yaku without a picture beside them: a yaku of one card names the card.

    >>> from companion.rules import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> name_fully(rules.get_yaku("dragon"))
    'Dragon bonus (phoenix on paulownia)'
    >>> name_fully(rules.get_yaku("sakura-6")), name_fully(rules.get_yaku("four-iris"))
    ('Sakura 6 (grass ribbons)', 'Four irises')

Sources: the rule sets, the deck.
"""

from __future__ import annotations

from companion.rules import Yaku


def name_fully(yaku: Yaku) -> str:
    """The name of a yaku, with its card in brackets if it is one that the name does not tell."""
    if len(yaku.pool) != 1 or yaku.name != yaku.short_name:
        return yaku.name
    (card,) = yaku.pool
    return f"{yaku.name} ({card.english[:1].lower()}{card.english[1:]})"
