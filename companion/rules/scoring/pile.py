"""What a pile of cards is worth by itself: its card points, its yaku, and those that lack one card.

    >>> from companion.cards import CardSet
    >>> from companion.rules.records.options import parse_options
    >>> from companion.rules.records.files import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> pile = CardSet.from_ids(["pine-crane", "cherry-curtain", "susuki-moon", "plum-ribbon"])
    >>> counted = count_pile(rules, parse_options(rules, {}), pile)
    >>> [(group.id, count) for group, count in counted.groups], counted.points
    ([('brights', 3), ('animals', 0), ('ribbons', 1)], 65)

What a table must say is left out: a month's own yaku and those that were rained out.
Sources: the rule set's own records; static/js/count/main.js counts the same.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.cards import DECK, SUITS, CardSet, get_card, get_suit_cards
from companion.errors import CompanionError
from companion.rules.records.cards import ValueGroup
from companion.rules.records.options import Options
from companion.rules.records.rule_set import RuleSet, say_absent
from companion.rules.records.yaku import Yaku
from companion.rules.scoring.finder import YakuScore
from companion.rules.scoring.scorer import get_scorer

FAULTS_SHOWN = 3


class CountedPile(NamedTuple):
    """What a pile holds."""

    groups: list[tuple[ValueGroup, int]]
    """Its value groups, with how many cards."""
    yaku: list[YakuScore]
    """Those that it completes."""
    near: list[tuple[Yaku, CardSet]]
    """Others, with the cards that complete them."""

    @property
    def points(self) -> int:
        """Those of the cards and of the yaku together."""
        cards = sum(group.points * count for group, count in self.groups)
        return cards + sum(score.points for score in self.yaku)


def count_pile(rule_set: RuleSet, options: Options, pile: CardSet) -> CountedPile:
    scorer = get_scorer(rule_set, options)
    near = [(yaku, find_missing(yaku, pile)) for yaku in scorer.readings[0] if not yaku.is_of_month]
    return CountedPile(
        [(group, len(group.cards & pile)) for group in rule_set.counting.point_groups],
        scorer.find_best(pile),
        [(yaku, cards) for yaku, cards in near if cards],
    )


def read_pile(rule_set: RuleSet, ids: Sequence[str]) -> tuple[CardSet, list[str]]:
    """The cards of these ids, and a sentence for each that is none, not in the deck or there twice.

    There are at most `FAULTS_SHOWN` sentences.
    """
    cards, faults = [], []
    for card_id in ids[: len(DECK) + FAULTS_SHOWN]:
        try:
            card = get_card(card_id)
        except CompanionError as error:
            faults.append(error.message)
            continue
        if card not in rule_set.cards:
            faults.append(say_absent(card, rule_set))
            continue
        if card in cards:
            faults.append(f"{card.english} was there twice; it is counted once.")
        cards.append(card)
    return CardSet.of(cards), list(dict.fromkeys(faults))[:FAULTS_SHOWN]


def find_missing(yaku: Yaku, pile: CardSet) -> CardSet:
    """The cards that complete a yaku of several, any one of them; none where it lacks more or is spoilt."""
    missing, least = yaku.all_of - pile, yaku.at_least
    short = max(0, least.n - len(least.of & pile)) if least else 0
    if yaku.size < 2 or yaku.unless & pile or len(missing) + short != 1:
        return CardSet()
    return least.of - pile if least and short else missing


def are_alike(rule_set: RuleSet, cards: CardSet) -> bool:
    """Whether it never matters which of these cards one is: no rule names one without the others."""
    return not any(named & cards and not cards <= named for named in _list_named(rule_set))


@lru_cache(maxsize=64)
def _list_named(rule_set: RuleSet) -> list[CardSet]:
    """Each set of cards that some rule names: a month, a value, a part of a yaku or of an amendment."""
    named = [*map(get_suit_cards, SUITS), *(group.cards for group in rule_set.values)]
    named += [rule_set.gaji.card] if rule_set.gaji else []
    for yaku in rule_set.yaku:
        named += [yaku.all_of, yaku.required_pool, yaku.twice, yaku.unless]
        named += [yaku.extra.of] if yaku.extra else []
    for each in rule_set.amendments:
        named += [each.further, each.without, each.twice, each.unless]
    return named
