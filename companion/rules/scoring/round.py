"""Scoring a round: from what was entered to a breakdown in which every number explains itself.

    >>> from companion.rules.entries.entry import parse_entry
    >>> from companion.rules.records.options import parse_options
    >>> from companion.rules.records.files import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> raw = {"points": {"Ann": {"card_points": 125, "yaku": ["dragon"]}, "Ben": {"card_points": 115}}}
    >>> breakdown = score_round(rules, parse_options(rules, {}), parse_entry(raw, rules, ("Ann", "Ben")))
    >>> breakdown.sides[0].figures
    {'card_points': 125, 'floor': 120, 'net': 5, 'bonus': 25, 'score': 30}

Sources: KD85 (methods, bonuses, declaring, Gaji), SAK (Gaji as in Sakura).
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.cards import Card, CardSet, get_suit_cards
from companion.rules.entries.captured import CapturedEntry
from companion.rules.entries.claimed import ClaimedEntry, Counts, sum_counts
from companion.rules.entries.entry import Entry
from companion.rules.entries.race import RaceEntry
from companion.rules.figures.settlement import SCORE
from companion.rules.records.cards import GajiRule, needs_took
from companion.rules.records.options import Options
from companion.rules.records.round_numbers import Extra
from companion.rules.records.rule_set import RuleSet
from companion.rules.scoring.breakdown import RoundBreakdown, RoundContext, SideBreakdown
from companion.rules.scoring.check import find_clash
from companion.rules.scoring.finder import YakuScore, cancel_yaku, keep_best
from companion.rules.scoring.race_round import score_race
from companion.rules.scoring.scorer import Scorer, get_scorer
from companion.rules.text.names import and_list

_NOTHING = CardSet()
# A round that stands alone.
FIRST_ROUND = RoundContext()


def score_round(
    rule_set: RuleSet, options: Options, entry: Entry, context: RoundContext = FIRST_ROUND
) -> RoundBreakdown:
    """The breakdown of one round, by what its table agreed and by its place in the game.

    Source: KD85 (rulebook); what is silent there follows the options.
    """
    if isinstance(entry, RaceEntry):
        return score_race(rule_set, options, entry, context)
    scorer = get_scorer(rule_set, options)
    warnings: list[str] = []
    if isinstance(entry, CapturedEntry):
        read = _read_captured(scorer, entry, warnings)
    else:
        read = _read_claimed(scorer, entry, warnings)
    complete, undeclared = _choose_yaku(scorer, entry, read.complete, warnings)
    bonuses = [sum([score.points for score in found]) for found in complete]
    extras = _give_extras(scorer, entry, context, warnings)
    given = {
        **entry.list_given(),
        "card_points": read.card_points,
        "bonus": bonuses,
        "extra": [sum([extra.points for extra in each]) for each in extras],
    }
    settled = scorer.settlement.settle(given, rule_set.counting.deck_points, entry.sitting_out)
    gaji_side = entry.gaji.by if read.brought and entry.gaji is not None else -1
    sides = [
        SideBreakdown(
            side=entry.sides[number],
            pile=read.piles[number],
            counts=read.counts[number],
            card_points=read.card_points[number],
            yaku=tuple(complete[number]),
            undeclared=undeclared[number],
            bonus=bonuses[number],
            gaji=read.brought if number == gaji_side else _NOTHING,
            figures=figures,
            score=figures[SCORE],
            extras=extras[number],
            is_known=number not in entry.sitting_out,
        )
        for number, figures in enumerate(settled)
    ]
    return RoundBreakdown(
        rule_set=rule_set,
        options=options,
        context=context,
        settlement=scorer.settlement,
        sides=tuple(sides),
        uncaptured=read.uncaptured,
        warnings=tuple(warnings),
        sitting_out=entry.sitting_out,
    )


class _Reading(NamedTuple):
    """What an entry says of the sides, as far as it goes."""

    complete: list[list[YakuScore]]
    """Their yaku, whether or not they count."""
    card_points: list[int]
    piles: Sequence[CardSet | None]
    counts: Sequence[Counts | None]
    brought: CardSet = _NOTHING
    """What the Gaji brought."""
    uncaptured: CardSet = _NOTHING
    """What is nobody’s."""


def _read_captured(scorer: Scorer, entry: CapturedEntry, warnings: list[str]) -> _Reading:
    """What the sides have by their cards."""
    rule_set = scorer.rule_set
    piles, brought, uncaptured = _divide(scorer, entry, warnings)
    counts: Sequence[Counts | None] = (None,) * len(piles)
    card_points = [rule_set.counting.count_points(pile) for pile in piles]
    if entry.unlisted:
        counts = counted = _count_groups(rule_set, entry, piles, warnings)
        card_points = [sum_counts(rule_set, each) for each in counted]
    complete = [scorer.finder.find(pile) for pile in piles]
    for side, pile in zip(entry.sides, piles, strict=True):
        warnings += scorer.finder.say_spoilt(side, pile)
    return _Reading(complete, card_points, piles, counts, brought=brought, uncaptured=uncaptured)


def _read_claimed(scorer: Scorer, entry: ClaimedEntry, warnings: list[str]) -> _Reading:
    """What the sides have by their counts or points, and by the yaku that they ticked."""
    rule_set, nobody = scorer.rule_set, (None,) * len(entry.sides)
    card_points = [sum_counts(rule_set, each) for each in entry.numbers]
    complete = [
        keep_best(scorer.find_ticked(side, ticked, warnings))
        for side, ticked in zip(entry.sides, entry.ticked, strict=True)
    ]
    if rule_set.has_cards and (rest := rule_set.counting.deck_points - sum(card_points)):
        warnings.append(f"{rest} of the {rule_set.counting.deck_points} card points are nobody's.")
    return _Reading(complete, card_points, nobody, entry.numbers if entry.way == "counts" else nobody)


def _choose_yaku(
    scorer: Scorer, entry: Entry, complete: list[list[YakuScore]], warnings: list[str]
) -> tuple[list[list[YakuScore]], list[tuple[YakuScore, ...]]]:
    """The complete yaku that count, and those that were to be declared and were not."""
    undeclared: list[tuple[YakuScore, ...]] = [()] * len(complete)
    if scorer.declared_ids:
        complete, undeclared = _strike_undeclared(scorer, entry, complete, warnings)
    elif entry.declared is not None and any(entry.declared):
        warnings.append("Yaku need not be announced in this game: every complete one counts.")
    complete, cancelling = cancel_yaku(complete)
    if cancelling is not None:
        warnings.append(f"{cancelling.yaku.short_name} cancels yaku, as agreed.")
    return complete, undeclared


def _give_extras(
    scorer: Scorer, entry: Entry, context: RoundContext, warnings: list[str]
) -> list[tuple[Extra, ...]]:
    """The extra points of each side."""
    rule_set = scorer.rule_set
    given: list[tuple[Extra, ...]] = [()] * len(entry.sides)
    said = dict(entry.extras)
    dealer = context.dealer
    if dealer is None and entry.dealer in entry.sides:
        dealer = entry.sides.index(entry.dealer)
    # They make the points of all at the table even.
    count = 0 if entry.sitting_out else len(entry.sides)
    for extra in [each for each in scorer.extras if each.sides == count]:
        side = said.pop(extra.id, None) if extra.asks else dealer
        if side is not None:
            given[side] += (extra,)
        else:
            warnings.append(f"{extra.words}: given to nobody, so {extra.points} points are left out.")
    for extra_id in said:
        words = next(extra.words for extra in rule_set.extras if extra.id == extra_id)
        warnings.append(f"{words}: not played here, so it does not count.")
    return given


def _count_groups(
    rule_set: RuleSet, entry: CapturedEntry, piles: Sequence[CardSet], warnings: list[str]
) -> list[Counts]:
    """How many cards of each value group the sides have. Those given as a number are among them."""
    counts = [
        {group.id: pile.count(group.cards) for group in rule_set.counting.point_groups} for pile in piles
    ]
    group = rule_set.counting.numbered
    assert group is not None
    for each, unlisted in zip(counts, entry.unlisted, strict=True):
        each[group.id] += unlisted
    if rest := len(group.cards) - sum(each[group.id] for each in counts):
        warnings.append(f"{rest} of the {len(group.cards)} {group.plural} are nobody's.")
    return counts


def _divide(
    scorer: Scorer, entry: CapturedEntry, warnings: list[str]
) -> tuple[tuple[CardSet, ...], CardSet, CardSet]:
    """The piles with what the Gaji brought, what it brought, and the cards that are still nobody's."""
    rule_set, brings = scorer.rule_set, scorer.options.brings
    piles = entry.piles
    uncaptured = entry.uncaptured
    brought = _NOTHING
    took = None
    if entry.gaji is not None and rule_set.gaji is not None:
        by, took = entry.gaji
        user, suit_cards = entry.sides[by], rule_set.gaji.suit_cards
        if brings is None:
            warnings.append(f"This game is played without Gaji: what {user} did with it does not count.")
        elif took is not None and took in suit_cards:
            warnings.append(f"{user}'s Gaji took {took.id}: an ordinary match, which brings nothing.")
        elif took is None and needs_took(brings):
            warnings.append(f"Nobody said what {user}'s Gaji took, so it brings nothing.")
        else:
            if entry.is_chaff_entered and not rule_set.gaji.card <= piles[by]:
                warnings.append(f"{user} used the Gaji, but willow-lightning is not in {user}'s pile.")
            if (
                took is not None
                and took not in piles[by]
                and (entry.is_chaff_entered or took in rule_set.counting.picked)
            ):
                warnings.append(f"{user}'s Gaji took {took.id}, but it is not in {user}'s pile.")
            # A round that was kept before this was refused.
            if clash := find_clash(rule_set, entry):
                warnings.append(clash)
            brought = rule_set.gaji.list_brought(brings, took, uncaptured)
            if brought:
                piles = (*piles[:by], piles[by] | brought, *piles[by + 1 :])
                uncaptured -= brought
            if brings == "mate":
                piles, uncaptured = _give_last(rule_set.gaji, piles, uncaptured)
    if uncaptured and (unexpected := uncaptured - _find_expected(rule_set, brings, took)):
        warnings.append(f"Nobody captured {_say_cards(unexpected)}.")
    if not entry.is_chaff_entered and entry.all_four is None:
        _ask_all_four(scorer, entry, piles, warnings)
    return piles, brought, uncaptured


def _give_last(
    gaji: GajiRule, piles: tuple[CardSet, ...], uncaptured: CardSet
) -> tuple[tuple[CardSet, ...], CardSet]:
    """The piles and what is left, with the last card of the Gaji's suit given to whoever has the other two.

    Source: HAN (the rules of Mushi).
    """
    last = uncaptured & gaji.suit_cards - gaji.card
    others = gaji.suit_cards - gaji.card - last
    if len(last) != 1:
        return piles, uncaptured
    given = tuple(pile | last if others <= pile else pile for pile in piles)
    return given, uncaptured - CardSet.of(card for pile in given for card in pile)


def _find_expected(rule_set: RuleSet, brings: str | None, took: Card | None) -> CardSet:
    """One of these cards is left over in an ordinary round with a Gaji that took this card.

    Where the Gaji brings its own suit, it is the mate of what it took; else a card of its own suit. None is
    left over where it brings all.
    """
    if took is None or rule_set.gaji is None or brings is None:
        return CardSet()
    return get_suit_cards(took.suit) if brings == "own" else rule_set.gaji.suit_cards


def _say_cards(cards: CardSet) -> str:
    names = [card.english for card in cards]
    return and_list([*names[:5], f"{len(names) - 5} more"] if len(names) > 6 else names)


def _ask_all_four(
    scorer: Scorer, entry: CapturedEntry, piles: tuple[CardSet, ...], warnings: list[str]
) -> None:
    """Warns of each yaku that only unentered chaff keeps from being complete."""
    for yaku in scorer.finder.yaku:
        with_points = yaku.all_of & scorer.rule_set.counting.picked
        warnings += [
            f"{side} may have {yaku.short_name}: nobody said whether all of its cards are there."
            for side, pile in zip(entry.sides, piles, strict=True)
            if with_points <= pile and not yaku.all_of <= pile
        ]


def _strike_undeclared(
    scorer: Scorer, entry: Entry, complete: list[list[YakuScore]], warnings: list[str]
) -> tuple[list[list[YakuScore]], list[tuple[YakuScore, ...]]]:
    """Parts the complete yaku into those that count and those that were not declared."""
    if entry.declared is None:
        for side, found in zip(entry.sides, complete, strict=True):
            names = [score.yaku.short_name for score in found if score.yaku.id in scorer.declared_ids]
            if names:
                said = f"{and_list(names)} {'count' if names[1:] else 'counts'}"
                warnings.append(f"It was not noted what {side} announced: {said}.")
        return complete, [()] * len(complete)
    missing = [scorer.declared_ids.difference(declared) for declared in entry.declared]
    rows = list(zip(complete, missing, strict=True))
    return (
        [[score for score in found if score.yaku.id not in ids] for found, ids in rows],
        [tuple(score for score in found if score.yaku.id in ids) for found, ids in rows],
    )
