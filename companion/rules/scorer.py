"""What scores a round of one rule set under one set of options, made once for both.

Sources: the rule set's own records.
"""

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from companion.cards import CardSet, get_suit_cards
from companion.rules.options import Options
from companion.rules.rule_set import Extra, RuleSet
from companion.rules.yaku import YakuFinder, YakuScore, amend_yaku


class Scorer:
    """The yaku in play, settlement, wild card and extra points of a rule set under one set of options."""

    __slots__ = (
        "_by_month",
        "_months",
        "brings",
        "declared_ids",
        "extras",
        "finder",
        "readings",
        "settlement",
        "yaku_ids",
    )  # fmt: skip

    def __init__(self, rule_set: RuleSet, options: Options) -> None:
        self.yaku_ids = frozenset(options.yaku)
        in_play = tuple(yaku for yaku in rule_set.yaku if yaku.id in self.yaku_ids)
        self.readings = amend_yaku(in_play, rule_set.amendments, options.choices)
        self.finder = YakuFinder(self.readings[0])
        self._by_month: dict[int, tuple[YakuFinder, ...]] = {}
        self._months = rule_set.months
        self.declared_ids = frozenset(
            yaku.id for yaku in in_play if yaku.is_declared and options.is_declaring
        )
        self.settlement = rule_set.get_method(options.method).settlement.under(options.choices)
        self.brings = options.brings
        self.extras = tuple(extra for extra in rule_set.extras if extra.counts(options.choices))

    def get_finders(self, month: int) -> tuple[YakuFinder, ...]:
        """What finds the yaku of a month, from 1: a finder for each way to read a pile."""
        if month not in self._by_month:
            cards = get_suit_cards(self._months[month - 1])
            self._by_month[month] = tuple(
                YakuFinder(replace(one, all_of=cards) if one.is_of_month else one for one in reading)
                for reading in self.readings
            )
        return self._by_month[month]

    def find_best(
        self, pile: CardSet, month: int, unlisted: int, rained_out: Collection[str]
    ) -> list[YakuScore]:
        """The yaku of a pile in a round of this month, from 1, read in the way that scores most."""
        finders = self.get_finders(month)
        if len(finders) == 1:
            return finders[0].find(pile, unlisted, rained_out)
        ways = [finder.find(pile, unlisted, rained_out) for finder in finders]
        return max(ways, key=lambda found: sum([score.points for score in found]))

    def list_extras(self, sides: int) -> list[Extra]:
        """The extra points of a round of so many sides."""
        return [extra for extra in self.extras if extra.sides == sides]


@lru_cache(maxsize=256)
def get_scorer(rule_set: RuleSet, options: Options) -> Scorer:
    """The scorer for a rule set and options; the same ones give the same scorer."""
    return Scorer(rule_set, options)
