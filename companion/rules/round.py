"""Scoring a round: from what was entered to a breakdown in which every number explains itself.

    >>> from companion.rules.entry import parse_entry
    >>> from companion.rules.options import parse_options
    >>> from companion.rules.rule_set import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> raw = {"points": {"Ann": {"card_points": 125, "yaku": ["dragon"]}, "Ben": {"card_points": 115}}}
    >>> breakdown = score_round(rules, parse_options(rules, {}), parse_entry(raw, rules, ("Ann", "Ben")))
    >>> [(side.net, side.bonus, side.score) for side in breakdown.sides]
    [(5, 25, 30), (0, 0, 0)]

Sources: KD85 (methods, bonuses, declaring, Gaji), SAK (Gaji as in Sakura).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from companion.cards import CHAFF, NAMED_SETS, POINT_CARDS, Card, CardSet, get_suit_cards
from companion.rules.entry import COUNTED_KINDS, CapturedEntry, CountsEntry, Entry, KindCounts
from companion.rules.gaji import find_brought
from companion.rules.lines import Line, make_lines
from companion.rules.options import Options
from companion.rules.rule_set import RuleSet
from companion.rules.settlement import SETTLEMENTS, Settle
from companion.rules.yaku import Yaku, YakuFinder, YakuScore

_NOTHING = CardSet()


class SideBreakdown(NamedTuple):
    """What one side scored in a round and how; points throughout.

    `pile` is all that it captured, with what the Gaji brought (`gaji`); None where the round was not entered
    by cards. `undeclared` are complete yaku that were to be declared and were not.
    """

    side: str
    pile: CardSet | None
    counts: KindCounts | None
    card_points: int
    floor: int | None
    net: int | None
    yaku: tuple[YakuScore, ...]
    undeclared: tuple[YakuScore, ...]
    bonus: int
    gaji: CardSet
    score: int


class RoundBreakdown(NamedTuple):
    """A scored round: each side's breakdown, the cards that are nobody's, and what is unusual about it."""

    rule_set: RuleSet
    options: Options
    sides: tuple[SideBreakdown, ...]
    uncaptured: CardSet
    warnings: tuple[str, ...]

    def get_lines(self, number: int) -> tuple[Line, ...]:
        """The sum of a side, line by line, each with its rule."""
        return make_lines(self, self.sides[number])


class Scorer:
    """The yaku in play, the settlement and the wild card of one rule set under one set of options."""

    __slots__ = ("declared_ids", "finder", "is_bonus_before", "settle", "way_of_gaji", "yaku_ids")

    def __init__(self, rule_set: RuleSet, options: Options) -> None:
        self.yaku_ids = frozenset(options.yaku)
        in_play = tuple(yaku for yaku in rule_set.yaku if yaku.id in self.yaku_ids)
        self.finder = YakuFinder(in_play)
        is_declaring = options.choice("declare") is True
        self.declared_ids = frozenset(yaku.id for yaku in in_play if yaku.is_declared and is_declaring)
        self.settle: Settle = SETTLEMENTS[rule_set.get_method(options.method).settlement]
        self.is_bonus_before = options.choice("bonus") == "before-floor"
        self.way_of_gaji = str(options.choice("gaji") or "off")


@lru_cache(maxsize=256)
def get_scorer(rule_set: RuleSet, options: Options) -> Scorer:
    """The scorer for a rule set and options; the same ones give the same scorer."""
    return Scorer(rule_set, options)


def score_round(rule_set: RuleSet, options: Options, entry: Entry) -> RoundBreakdown:
    """The breakdown of one round, by what its table agreed.

    Source: KD85 (rulebook); what is silent there follows the options.
    """
    scorer = get_scorer(rule_set, options)
    warnings: list[str] = []
    piles: tuple[CardSet | None, ...]
    counts: tuple[KindCounts | None, ...] = (None,) * len(entry.sides)
    brought = uncaptured = _NOTHING
    if isinstance(entry, CapturedEntry):
        captured, brought, uncaptured = _divide(rule_set, scorer, entry, warnings)
        piles = captured
        count, find = rule_set.points.count, scorer.finder.find
        card_points, complete = [], []
        for pile in captured:
            card_points.append(count(pile))
            complete.append(find(pile))
    else:
        piles = (None,) * len(entry.sides)
        if isinstance(entry, CountsEntry):
            counts = entry.counts
            card_points = [_count_points(rule_set, each) for each in entry.counts]
        else:
            card_points = list(entry.card_points)
        complete = _find_claimed(rule_set, scorer, entry, warnings)
        if sum(card_points) < rule_set.deck_points:
            rest = rule_set.deck_points - sum(card_points)
            warnings.append(f"{rest} of the {rule_set.deck_points} card points are nobody's.")
    undeclared: list[tuple[YakuScore, ...]] = [()] * len(complete)
    if scorer.declared_ids:
        complete, undeclared = _strike_undeclared(scorer, entry, complete, warnings)
    elif entry.declared is not None and any(entry.declared):
        warnings.append("Yaku need no declaring in this game: every complete one counts.")
    bonuses = []
    for found in complete:
        bonus = 0
        for score in found:
            bonus += score.points
        bonuses.append(bonus)
    settled = scorer.settle(card_points, bonuses, rule_set.deck_points, scorer.is_bonus_before)
    gaji_side = entry.gaji.by if brought and entry.gaji is not None else -1
    sides = []
    for number, (floor, net, round_score) in enumerate(settled):
        sides.append(
            SideBreakdown(
                entry.sides[number],
                piles[number],
                counts[number],
                card_points[number],
                floor,
                net,
                tuple(complete[number]),
                undeclared[number],
                bonuses[number],
                brought if number == gaji_side else _NOTHING,
                round_score,
            )
        )
    return RoundBreakdown(rule_set, options, tuple(sides), uncaptured, tuple(warnings))


def _count_points(rule_set: RuleSet, counts: KindCounts) -> int:
    values = rule_set.card_values
    return sum(count * values[kind] for kind, count in zip(COUNTED_KINDS, counts, strict=True))


def _divide(
    rule_set: RuleSet, scorer: Scorer, entry: CapturedEntry, warnings: list[str]
) -> tuple[tuple[CardSet, ...], CardSet, CardSet]:
    """The piles with what the Gaji brought, what it brought, and the cards that are still nobody's."""
    piles = entry.piles
    uncaptured = entry.uncaptured
    brought = _NOTHING
    took = None
    if entry.gaji is not None and rule_set.gaji is not None:
        by, took = entry.gaji
        user, suit_cards = entry.sides[by], rule_set.gaji.suit_cards
        if scorer.way_of_gaji == "off":
            warnings.append(f"This game is played without Gaji: what {user} did with it does not count.")
        elif took is not None and took in suit_cards:
            warnings.append(f"{user}'s Gaji took {took.id}: an ordinary match, which brings nothing.")
        elif took is None and scorer.way_of_gaji == "sakura":
            warnings.append(f"Nobody said what {user}'s Gaji took, so it brings nothing.")
        else:
            if entry.is_chaff_entered and not rule_set.gaji.card <= piles[by]:
                warnings.append(f"{user} used the Gaji, but willow-lightning is not in {user}'s pile.")
            if took is not None and took not in piles[by] and (entry.is_chaff_entered or took in POINT_CARDS):
                warnings.append(f"{user}'s Gaji took {took.id}, but it is not in {user}'s pile.")
            brought = find_brought(scorer.way_of_gaji, suit_cards, took, uncaptured)
            if brought:
                piles = (*piles[:by], piles[by] | brought, *piles[by + 1 :])
                uncaptured -= brought
    if uncaptured and (unexpected := uncaptured - _find_expected(rule_set, scorer.way_of_gaji, took)):
        warnings.append(f"Nobody captured {_say_cards(unexpected)}.")
    if not entry.is_chaff_entered and entry.all_four is None:
        _ask_all_four(scorer, entry, piles, warnings)
    return piles, brought, uncaptured


def _find_expected(rule_set: RuleSet, way: str, took: Card | None) -> CardSet:
    """The cards of which one is left over in an ordinary round with a Gaji that took this card.

    As in Kwa-Dō it is the mate of what the Gaji took, as in Sakura the willow card.
    """
    if took is None or rule_set.gaji is None or way == "off":
        return CardSet()
    return get_suit_cards(took.suit) if way == "kwado" else rule_set.gaji.suit_cards


def _say_cards(cards: CardSet) -> str:
    names = [card.english for card in cards]
    return _say_names([*names[:5], f"{len(names) - 5} more"] if len(names) > 6 else names)


def _say_names(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _ask_all_four(
    scorer: Scorer, entry: CapturedEntry, piles: tuple[CardSet, ...], warnings: list[str]
) -> None:
    """Warns of each yaku that only unentered chaff keeps from being complete."""
    for yaku in scorer.finder.yaku:
        if not yaku.all_of & CHAFF:
            continue
        for side, pile in zip(entry.sides, piles, strict=True):
            if not yaku.all_of <= pile and (yaku.all_of & POINT_CARDS) <= pile:
                warnings.append(
                    f"{side} may have {yaku.short_name}: nobody said whether all of its cards are there."
                )


def _find_claimed(
    rule_set: RuleSet, scorer: Scorer, entry: Entry, warnings: list[str]
) -> list[list[YakuScore]]:
    """The yaku that the sides claim in a round counted by hand, as far as they are in play."""
    assert not isinstance(entry, CapturedEntry)
    complete = []
    for number, (side, yaku_ids) in enumerate(zip(entry.sides, entry.yaku, strict=True)):
        claimed = [rule_set.get_yaku(yaku_id) for yaku_id in yaku_ids]
        for yaku in claimed:
            if yaku.id not in scorer.yaku_ids:
                warnings.append(f"{yaku.short_name} is not played here, so {side}'s does not count.")
        if isinstance(entry, CountsEntry):
            for yaku in _find_forced(scorer, entry.counts[number]):
                if yaku not in claimed:
                    warnings.append(f"{side}'s cards make {yaku.short_name}, which is not ticked.")
        complete.append(
            [YakuScore(yaku, yaku.points, yaku.all_of) for yaku in claimed if yaku.id in scorer.yaku_ids]
        )
    return complete


def _find_forced(scorer: Scorer, counts: KindCounts) -> list[Yaku]:
    """The yaku in play that a side has for certain, because it has every card of a kind."""
    certain = CardSet()
    for kind, count in zip(COUNTED_KINDS, counts, strict=True):
        if count == len(NAMED_SETS[kind.plural]):
            certain |= NAMED_SETS[kind.plural]
    return [score.yaku for score in scorer.finder.find(certain)]


def _strike_undeclared(
    scorer: Scorer, entry: Entry, complete: list[list[YakuScore]], warnings: list[str]
) -> tuple[list[list[YakuScore]], list[tuple[YakuScore, ...]]]:
    """Parts the complete yaku into those that count and those that were not declared."""
    if entry.declared is None:
        for side, found in zip(entry.sides, complete, strict=True):
            names = [score.yaku.short_name for score in found if score.yaku.id in scorer.declared_ids]
            if names:
                said = f"{_say_names(names)} {'count' if names[1:] else 'counts'}"
                warnings.append(f"Nobody noted what {side} declared: {said}.")
        return complete, [()] * len(complete)
    counted, struck = [], []
    for found, declared in zip(complete, entry.declared, strict=True):
        missing = scorer.declared_ids.difference(declared)
        counted.append([score for score in found if score.yaku.id not in missing])
        struck.append(tuple(score for score in found if score.yaku.id in missing))
    return counted, struck
