"""What scores a round of one rule set under one set of options, made once for both.

Sources: the rule set's own records.
"""

from dataclasses import replace
from functools import lru_cache

from companion.cards import CardSet, get_suit_cards
from companion.rules.entries.reading import Ticked
from companion.rules.figures.settlement import name_given
from companion.rules.records.options import Options
from companion.rules.records.rule_set import RuleSet
from companion.rules.records.yaku import amend_yaku
from companion.rules.scoring.breakdown import RoundContext
from companion.rules.scoring.finder import YakuFinder, YakuScore


class Scorer:
    """The yaku in play, settlement, wild card and extra points of a rule set under one set of options."""

    def __init__(self, rule_set: RuleSet, options: Options) -> None:
        self.rule_set, self.options = rule_set, options
        in_play = tuple(yaku for yaku in rule_set.yaku if yaku.id in options.yaku)
        self.readings = amend_yaku(in_play, rule_set.amendments, options.choices)
        self.finder = YakuFinder(self.readings[0])
        self.played = {yaku.id: yaku for yaku in self.finder.yaku}
        # What the table agreed may name further cards: “not with the lightning”.
        self.picked = rule_set.counting.picked | CardSet.of(
            card for each in self.finder.yaku for card in each.named
        )
        self.declared_ids = frozenset(
            yaku.id for yaku in in_play if yaku.is_declared and options.is_declaring
        )
        self.settlement = rule_set.get_method(options.method).settlement.with_choices(options.choices)
        chosen = {
            option.id: option.get_value(options.choice(option.id) or option.default)
            for option in rule_set.options
        }
        # What formulas are given of each option that has numbers.
        self.agreed = {
            name_given(f"agreed_{option_id}"): value.number
            for option_id, value in chosen.items()
            if value.number is not None
        }
        # The points that no yaku brings, as the table agreed them.
        self.awards = {
            award.id: award
            if (value := chosen.get(award.option or "")) is None or value.award is None
            else replace(award, points=value.award)
            for award in (rule_set.race.awards if rule_set.race else ())
        }
        self.extras = [extra for extra in rule_set.extras if extra.when.items() <= set(options.choices)]

    def find_ticked(self, side: str, ticked: Ticked, warnings: list[str]) -> list[YakuScore]:
        """The yaku in play of those that a side ticked; warns of the others."""
        left_out = self.rule_set.left_out
        warnings += [
            f"{each if each in left_out else self.rule_set.get_yaku(each).short_name} is not played here,"
            f" so {side}'s does not count."
            for each, _ in ticked
            if each not in self.played
        ]
        return [
            YakuScore(yaku, yaku.count(further), yaku.all_of)
            for each, further in ticked
            if (yaku := self.played.get(each))
        ]

    def list_given(self, context: RoundContext) -> dict[str, int]:
        """What formulas are given of all sides alike: what the table agreed, and of the round before."""
        return self.agreed | {f"before_{each}": value for each, value in context.before}

    def find_best(self, pile: CardSet) -> list[YakuScore]:
        """The yaku of a pile that belongs to no round, without those of a month, read to score most."""
        best = max(
            (finder.find(pile) for finder in get_finders(self, month=1)),
            key=lambda found: sum([score.points for score in found]),
        )
        return [score for score in best if not score.yaku.is_of_month]


@lru_cache(maxsize=256)
def get_finders(scorer: Scorer, month: int) -> tuple[YakuFinder, ...]:
    """What finds the yaku of a month, from 1: a finder for each way to read a pile."""
    cards = get_suit_cards(scorer.rule_set.months[month - 1])
    return tuple(
        YakuFinder(replace(one, all_of=cards) if one.is_of_month else one for one in reading)
        for reading in scorer.readings
    )


@lru_cache(maxsize=256)
def get_scorer(rule_set: RuleSet, options: Options) -> Scorer:
    """The scorer for a rule set and options; the same ones give the same scorer."""
    return Scorer(rule_set, options)
