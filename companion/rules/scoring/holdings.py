"""What is known of the piles of a round: whether all of it can be true at once, and what follows from it.

A table that lists no cards says other things of a side: how many it has of a kind, which yaku, who called,
who has no bright. Each is a `Holding`. Together they are possible where the deck can be dealt so that each is
true. What they leave open is asked, and what they make certain is certain.

    >>> from companion.cards import BLUE_RIBBONS, POETRY_RIBBONS, RIBBONS
    >>> yaku = [hold(0, POETRY_RIBBONS, 3), hold(0, BLUE_RIBBONS, 3)]
    >>> [can_be_dealt([*yaku, hold(0, RIBBONS, count, count)], Patience()) for count in (5, 6)]
    [False, True]

Sources: scoring-io.md (`counts`, `points`, `ticked`, `lacks`). The phone asks
the same (static/js/entry/dealt.js).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from companion.cards import DECK, Card, CardSet
from companion.errors import CompanionError, NotPossible, NotUnderstood, Where
from companion.rules.entries.captured import CapturedEntry
from companion.rules.entries.claimed import POINTS, ClaimedEntry, Counts
from companion.rules.entries.entry import Entry
from companion.rules.entries.race import RaceEntry
from companion.rules.entries.reading import Ticked
from companion.rules.records.round_numbers import Number
from companion.rules.records.rule_set import RuleSet
from companion.rules.records.yaku import Yaku
from companion.rules.scoring.breakdown import RoundBreakdown
from companion.rules.scoring.finder import YakuFinder, YakuScore, keep_best
from companion.rules.scoring.scorer import get_finders, get_scorer
from companion.rules.text.names import and_list

ALL = 99_999
# The chaff of jokers has no index of a card.
_JOKER = len(DECK)


class Holding(NamedTuple):
    """A side has from `least` to `most` of some cards."""

    side: int
    worth: Mapping[int, int]
    """How much each counts, by its index. Chaff that is no card of the deck, as a joker’s, has one beyond the
    deck.
    """
    least: int
    most: int
    words: str = ""
    """What needs the cards: a yaku, a call. A number of cards or points that a table counted has none."""


def hold(
    side: int,
    cards: Iterable[Card],
    least: int,
    most: int = ALL,
    *,
    twice: CardSet = CardSet(),
    jokers: int = 0,
    words: str = "",
) -> Holding:
    """A side has from `least` to `most` of these cards and of joker chaff; those in `twice` count as two."""
    worth = {card.index: 1 + (card in twice) for card in cards}
    worth |= dict.fromkeys(range(_JOKER, _JOKER + jokers), 1)
    return Holding(side, worth, least=least, most=most, words=words)


@dataclass
class Patience:
    """How many deals may still be tried for a round. What takes longer, as by own rules that no table plays,
    counts as possible.
    """

    left: int = 2_000
    """Published rules need 700 at most."""


def can_be_dealt(holdings: Sequence[Holding], patience: Patience) -> bool:
    """Whether the deck can be dealt so that each holding is true: a card lies with one side, or with none."""
    patience.left -= 1
    if patience.left < 0:
        return True
    owners: dict[int, int] = {}
    for each in holdings:
        # All of these cards are asked for.
        if each.least >= sum(each.worth.values()) and any(
            owners.setdefault(card, each.side) != each.side for card in each.worth
        ):
            return False
    left = [_leave_out(each, owners) for each in holdings]
    if any(each.most < 0 or each.least > sum(each.worth.values()) for each in left):
        return False
    asking = {each.side for each in left if each.least > 0}
    return not asking or _deal([each for each in left if each.side in asking], patience)


def _leave_out(holding: Holding, owners: Mapping[int, int]) -> Holding:
    """The holding without the cards that have an owner already."""
    had = sum(worth for card, worth in holding.worth.items() if owners.get(card) == holding.side)
    worth = {card: each for card, each in holding.worth.items() if card not in owners}
    return holding._replace(worth=worth, least=holding.least - had, most=holding.most - had)


def _deal(holdings: Sequence[Holding], patience: Patience) -> bool:
    """The same where no card is known: tries every way, kind of cards by kind, side by side."""
    # Cards are of one kind where they count alike for every holding.
    cards = dict.fromkeys(card for each in holdings for card in each.worth)
    kinds = Counter(tuple(each.worth.get(card, 0) for each in holdings) for card in cards)
    # A step deals cards of a kind to a side: the kind, how many there are, what one adds to each holding.
    steps = [
        (kind, count, [(n, kind[n]) for n, each in enumerate(holdings) if each.side == side and kind[n]])
        # Few cards leave few ways: the first ones decide most.
        for kind, count in sorted(kinds.items(), key=lambda row: row[1])
        for side in dict.fromkeys(each.side for n, each in enumerate(holdings) if kind[n])
    ]
    # What this step and those behind it can add at most.
    reach = [[0] * len(holdings)]
    for _, count, adds in reversed(steps):
        reach.append([*reach[-1]])
        for n, worth in adds:
            reach[-1][n] += worth * count
    reach.reverse()

    @cache
    def deal(step: int, left: int, had: tuple[int, ...]) -> bool:
        if any(has + more < each.least for has, more, each in zip(had, reach[step], holdings, strict=True)):
            return False
        patience.left -= 1
        if step == len(steps) or patience.left < 0:
            return True
        kind, count, adds = steps[step]
        if not step or steps[step - 1][0] != kind:
            left = count
        most = min(left, *[(holdings[n].most - had[n]) // worth for n, worth in adds])
        # Nobody is dealt more than is asked for.
        is_asked = any(had[n] < holdings[n].least for n, _ in adds)
        for dealt in range(most if is_asked else 0, -1, -1):
            has = list(had)
            for n, worth in adds:
                has[n] += worth * dealt
            if deal(step + 1, left - dealt, tuple(has)):
                return True
        return False

    return deal(0, 0, (0,) * len(holdings))


# What is asked where too few cards are left.
LACKING = "Who has {what}? Not enough cards are left for {names}."


def list_holdings(rule_set: RuleSet, finder: YakuFinder, entry: Entry) -> list[Holding]:
    """What was said of the piles, with yaku as this finder reads them.

    Of a round by cards all is known, so that nothing is to be asked.
    """
    found: list[Holding] = []
    if isinstance(entry, CapturedEntry) or not rule_set.has_cards:
        return found
    if isinstance(entry, ClaimedEntry):
        for side, numbers in enumerate(entry.numbers):
            found += list_counted(rule_set, side, numbers)
        if entry.gaji is not None and rule_set.gaji is not None:
            cards = [*rule_set.gaji.card, *([entry.gaji.took] if entry.gaji.took else [])]
            found.append(hold(entry.gaji.by, cards, len(cards), words="Gaji"))
    else:
        call = rule_set.race.call if rule_set.race else ""
        for side, pile in enumerate(entry.piles):
            found += [] if pile is None else [hold(side, pile, len(pile), words="cards")]
            found += [hold(side, rule_set.cards, 1, words=call)] if entry.calls[side] else []
        for number in rule_set.numbers:
            told = [value for _, value in entry.list_told(number)]
            found += [
                hold(side, number.without, 0, 0)
                for side, value in enumerate(told)
                if value and number.without
            ]
    jokers = sum(number.most for number in rule_set.numbers if number.is_chaff)
    yaku = {one.id: one for one in finder.yaku}
    for side, ticked in enumerate(entry.ticked):
        for yaku_id, further in ticked or ():
            if yaku_id in yaku:
                found += list_needed(side, yaku[yaku_id], further, jokers)
    return found


def list_counted(rule_set: RuleSet, side: int, numbers: Counts) -> Iterator[Holding]:
    """The most that a side can have by its numbers: of each value group, or of card points."""
    for group in rule_set.counting.point_groups:
        if group.id in numbers:
            yield hold(side, group.cards, 0, numbers[group.id])
    if POINTS in numbers:
        worth = {card.index: rule_set.counting.get_points(card) for card in rule_set.counting.point_cards}
        yield Holding(side, worth, 0, numbers[POINTS])


def list_needed(side: int, yaku: Yaku, further: int, jokers: int) -> Iterator[Holding]:
    """What a side has that has this yaku, with exactly so many further cards."""
    least, extra, words = yaku.at_least, yaku.extra, yaku.short_name
    # The chaff of jokers counts where all chaff does.
    jokers *= yaku.counts_chaff
    if yaku.all_of:
        yield hold(side, yaku.all_of, len(yaku.all_of), words=words)
    if least is not None:
        yield hold(side, least.of, least.n, twice=yaku.twice, jokers=jokers, words=words)
    if extra is not None:
        count = yaku.required_count + further
        at_least = count if further else 0
        yield hold(side, extra.of, at_least, count, twice=yaku.twice, jokers=jokers, words=words)
    elif further:
        yield hold(side, yaku.all_of, len(yaku.all_of) + further, words=words)
    if yaku.unless:
        yield hold(side, yaku.unless, 0, 0, words=words)


def lacks_certainly(number: Number, holdings: Sequence[Holding], side: int, patience: Patience) -> bool:
    """Whether a side has none of the cards that a number names, because the others have them all."""
    cards = {card.index for card in number.without}
    others = (each for each in holdings if each.least and each.side != side)
    # Most often they need not have so many.
    if not cards or sum(min(each.least, len(cards & each.worth.keys())) for each in others) < len(cards):
        return False
    lacks = [*holdings, hold(side, number.without, 1)]
    return can_be_dealt(holdings, patience) and not can_be_dealt(lacks, patience)


def find_undealt(
    entry: Entry, scored: RoundBreakdown, where: Where, patience: Patience
) -> Iterator[CompanionError]:
    """What cannot be, by the cards that there are: yaku and numbers that they are too few for, a yaku that
    they make and nobody ticked, sides that are said to have more of them than are left.
    """
    if isinstance(entry, CapturedEntry):
        return
    part = entry.way if isinstance(entry, ClaimedEntry) else "ticked" if any(entry.ticked) else "captured"
    month = (entry.month if isinstance(entry, RaceEntry) else None) or scored.context.month
    finders = get_finders(get_scorer(scored.rule_set, scored.options), month)
    all_ways = [list_holdings(scored.rule_set, finder, entry) for finder in finders]
    ways = [each for each in all_ways if can_be_dealt(each, patience)]
    if not ways:
        yield NotPossible(_say_clash(scored.rule_set, entry.sides, all_ways[0]), (*where, part))
        return
    for side, ticked in enumerate(entry.ticked):
        unticked = [] if ticked is None else _list_unticked(finders[0], ticked)
        certain = [one for one in unticked if all(_is_certain(one, each, side, patience) for each in ways)]
        if certain:
            are = "are" if len(certain) > 1 else "is"
            names = and_list(one.short_name for one in certain)
            message = f"{entry.sides[side]}'s cards make {names}, which {are} not ticked."
            yield NotPossible(message, (*where, part, entry.sides[side]))
    for number in scored.rule_set.list_numbers(scored.options.choices):
        having = [side for side in scored.playing if _is_said_to_have(number, scored, entry, side)]
        needed = [
            hold(side, number.without, 1)
            for side in having
            if not lacks_certainly(number, ways[0], side, patience)
        ]
        if needed and not any(can_be_dealt([*each, *needed], patience) for each in ways):
            message = LACKING.format(
                what=number.words, names=and_list(entry.sides[each.side] for each in needed)
            )
            yield NotUnderstood(message, (*where, number.key, entry.sides[needed[0].side]))


def _is_said_to_have(number: Number, scored: RoundBreakdown, entry: Entry, side: int) -> bool:
    """Whether it matters that a side has a card that this number names, and nothing says that it has none."""
    if not number.without or not scored.sides[side].figures[number.where]:
        return False
    # Who has a joker has a card.
    is_of_deck = number.without >= scored.rule_set.cards
    lacked = (
        each
        for each in scored.rule_set.numbers
        if each.without >= number.without or (is_of_deck and each.is_chaff)
    )
    return not any(entry.list_told(each)[side][1] for each in lacked)


def _list_unticked(finder: YakuFinder, ticked: Ticked) -> list[Yaku]:
    """The yaku that would count for a side beside those that it ticked."""
    said = dict(ticked)
    claimed = [YakuScore(one, one.count(said[one.id]), one.all_of) for one in finder.yaku if one.id in said]
    others = [
        YakuScore(one, one.points, one.all_of)
        for one in finder.yaku
        if one.id not in said and not (one.beside_others or one.rained_out)
    ]
    return [score.yaku for score in others if score in keep_best([*claimed, score])]


def _is_certain(yaku: Yaku, holdings: Sequence[Holding], side: int, patience: Patience) -> bool:
    """Whether a side that has all this has the yaku, too."""
    # Its own numbers are exact.
    exact = [
        each._replace(least=each.most) if each.side == side and not each.words else each for each in holdings
    ]
    held = {card for each in exact if each.side == side and each.least for card in each.worth}
    least = yaku.at_least
    if any(card.index not in held for card in yaku.all_of) or (
        least is not None and sum(card.index in held for card in least.of) < least.n
    ):
        return False
    without = [hold(side, [card], 0, 0) for card in yaku.all_of]
    without += [hold(side, least.of, 0, least.n - 1, twice=yaku.twice)] if least else []
    without += [hold(side, yaku.unless, 1)] if yaku.unless else []
    return not any(can_be_dealt([*exact, each], patience) for each in without)


def _say_clash(rule_set: RuleSet, sides: Sequence[str], holdings: list[Holding]) -> str:
    """Which yaku need how many cards and how many there are; nothing that does not matter for that."""
    core, patience = holdings, Patience()
    for each in holdings:
        others = [other for other in core if other is not each]
        core = core if can_be_dealt(others, patience) else others
    # What a table counted is said before what a yaku with its further cards allows.
    for limit in sorted(core, key=lambda each: each.words):
        others = [each for each in core if each is not limit]
        if limit.words and not limit.most:
            return f"{_say_claims(sides, others)} a card that spoils {sides[limit.side]}'s {limit.words}."
        for most in range(limit.most + 1, sum(limit.worth.values()) + 1):
            if can_be_dealt([*others, limit._replace(most=most)], patience):
                has = (
                    f"{sides[limit.side]}'s {limit.words} has" if limit.words else f"{sides[limit.side]} has"
                )
                return (
                    f"{_say_claims(sides, others)} {_say_cards(rule_set, limit, most)}; {has} {limit.most}."
                )
    for group in rule_set.values:
        count = sum(_count_needed(group.cards, side, core, patience) for side in {each.side for each in core})
        if count > len(group.cards):
            return f"{_say_claims(sides, core)} {group.say(count)}; there are {len(group.cards)}."
    both = (
        card.english for card in DECK if len({each.side for each in core if card.index in each.worth}) > 1
    )
    return f"{_say_claims(sides, core)} the same: {and_list(both)}."


def _count_needed(cards: CardSet, side: int, holdings: Sequence[Holding], patience: Patience) -> int:
    """How many of these cards a side needs at least; more than there are where it asks for more."""
    # The sake cup among the chaff makes no animals of it.
    own = [
        each
        for each in holdings
        if each.side == side and 2 * sum(card.index in each.worth for card in cards) > len(each.worth)
    ]
    tried = ((count, [*own, hold(side, cards, 0, count)]) for count in range(len(cards) + 1))
    enough = (count for count, each in tried if can_be_dealt(each, patience))
    return next(enough, max((each.least for each in own), default=0))


def _say_claims(sides: Sequence[str], holdings: Sequence[Holding]) -> str:
    """What needs cards, by side: “Ann's Seven ribbons and Willow row need”."""
    claims = dict.fromkeys((each.side, each.words) for each in holdings if each.words)
    names = [
        f"{sides[side]}'s {and_list(words for owner, words in claims if owner == side)}"
        for side in dict.fromkeys(owner for owner, _ in claims)
    ]
    return f"{and_list(names)} {'need' if len(claims) > 1 else 'needs'}"


def _say_cards(rule_set: RuleSet, holding: Holding, count: int) -> str:
    """So many of the cards of a holding: “8 ribbons”, “25 card points”."""
    if not holding.words and any(worth > 2 for worth in holding.worth.values()):
        return f"{count} card points"
    for group in rule_set.values:
        if holding.worth.keys() <= {card.index for card in group.cards}:
            return group.say(count)
    return f"{count} card{'s' if count > 1 else ''}"
