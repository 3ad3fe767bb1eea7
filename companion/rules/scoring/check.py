"""What keeps a round from being scored by the options of its table.

A side of a race can have called only as often as a yaku was made or grew.

Sources: scoring-io.md, koi-koi.md (Round).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from companion.cards import CardSet
from companion.errors import CompanionError, NotPossible, NotUnderstood, Where, raise_all
from companion.rules.entries.captured import CapturedEntry
from companion.rules.entries.entry import Entry
from companion.rules.entries.race import RaceEntry
from companion.rules.records.cards import needs_took
from companion.rules.records.rule_set import RuleSet
from companion.rules.records.yaku import Yaku
from companion.rules.scoring.breakdown import RoundBreakdown
from companion.rules.scoring.finder import YakuFinder
from companion.rules.scoring.holdings import Patience, find_undealt
from companion.rules.scoring.scorer import get_finders, get_scorer
from companion.rules.text.numbers import write_number
from companion.rules.text.reader import group


def check_entry(
    entry: Entry, scored: RoundBreakdown, where: Where = (), patience: Patience | None = None
) -> None:
    """Raises what an entry lacks that the options it was scored by need, or has that they do not allow.

    The rounds of a document share their `patience`.
    """
    brings = scored.options.brings
    unsaid = [*_find_unsaid(entry, scored, where)] or [
        *find_undealt(entry, scored, where, patience or Patience())
    ]
    if isinstance(entry, RaceEntry):
        _check_race(entry, scored, where, unsaid)
    elif unsaid:
        raise_all(unsaid)
    elif not scored.options.has_tenths and any(side.score % 1 for side in scored.sides):
        message = "The points of a round are whole numbers here: you agreed on no decimal place."
        raise NotPossible(message, (*where, "points"))
    elif scored.options.is_zero_sum and (left := sum(side.score for side in scored.sides)):
        message = f"The scores of a round add up to 0 here; these add up to {write_number(left)}."
        raise NotPossible(message, (*where, "points"))
    elif needs_took(brings) and entry.gaji is not None and entry.gaji.took is None:
        message = "What the Gaji brings depends on the card that it took: the round must say which."
        raise NotUnderstood(message, (*where, "gaji", "took"))
    elif busy := [
        side.side
        for side in scored.sides
        if not side.is_known and (side.pile or side.card_points or side.yaku)
    ]:
        message = f"{busy[0]} sits out this round, so {busy[0]} has no cards and no points."
        raise NotPossible(message, (*where, "sits_out"))
    elif isinstance(entry, CapturedEntry) and brings and (clash := find_clash(scored.rule_set, entry)):
        raise NotPossible(clash, (*where, "gaji", "by"))


def _find_unsaid(entry: Entry, scored: RoundBreakdown, where: Where) -> Iterator[CompanionError]:
    """The numbers that these options ask for and nobody told, and what cannot be by the settlement."""
    for number in scored.rule_set.list_numbers(scored.options.choices):
        for place, (_, told) in enumerate(entry.list_told(number)):
            sides = scored.sides[place : place + 1] if number.is_per_side else scored.sides
            is_asked = not number.where or any(side.figures.get(number.where) for side in sides)
            if number.asks and is_asked and told is None and place not in entry.sitting_out:
                names = [side.side for side in sides] if number.is_per_side else []
                nothing = "" if number.is_side else " Enter 0 for none."
                message = "".join(f"{name}: " for name in names) + number.asks + nothing
                yield NotUnderstood(message, (*where, number.id, *names))
    for figure in scored.settlement.figures:
        for side in scored.sides:
            if figure.refuse and side.figures[figure.id]:
                message = figure.refuse.format(side=side.side, **side.figures)
                yield NotPossible(message, (*where, "winner"))


def find_clash(rule_set: RuleSet, entry: CapturedEntry) -> str | None:
    """Why a side cannot have all four of a suit: another has the Gaji, or the card that it took."""
    if entry.gaji is None or rule_set.gaji is None:
        return None
    by, took = entry.gaji
    all_four = dict(entry.all_four or ())
    for card in (rule_set.gaji.wild, took):
        if card is not None and (holder := all_four.get(card.suit.id, by)) != by:
            return (
                f"{entry.sides[by]} used the Gaji, so that {card.id} cannot lie with {entry.sides[holder]}."
            )
    return None


GROWTH = "after each call a yaku must be made or grow before the next call or the stop."


def _check_race(
    entry: RaceEntry, scored: RoundBreakdown, where: Where, unsaid: Iterable[CompanionError]
) -> None:
    """Raises what keeps a race from being scored by its options: what is `unsaid`, a side that stopped
    without a yaku, a call without one, a pile that is missing.
    """
    race, scorer = scored.rule_set.race, get_scorer(scored.rule_set, scored.options)
    assert race is not None
    ending = race.find_ending(entry.outcome)
    yaku = get_finders(scorer, entry.month or scored.context.month)[0].yaku
    # Else the settlement says what cannot be.
    is_judged = not any(figure.refuse for figure in scored.settlement.figures)
    faults = [
        *unsaid,
        *_find_beaten(entry, scored.rule_set.yaku, {each.id: each.group for each in yaku}, where),
    ]
    for number, side in enumerate(scored.sides):
        name = entry.sides[number]
        if is_judged and number == entry.winner and not side.bonus and ending and ending.has_cards:
            message = f"{name} has no yaku, so {name} cannot have stopped. Is a card missing?"
            if alone := find_held((each for each in yaku if each.beside_others), entry, number):
                message = f"{name} has {alone}, which counts beside another yaku only, and no other yaku."
            faults.append(NotPossible(message, (*where, "winner")))
        elif is_judged and side.lacks_growth and not find_lost(yaku, entry, number):
            message = f"{name} has no yaku, so {name} cannot have called {race.call}."
            if side.bonus:
                message = f"{name} cannot have called {race.call} so often: {GROWTH} Is a card missing?"
            faults.append(NotPossible(message, (*where, "calls", name)))
        if entry.outcome == "exhausted" and race.exhausted == "most-yaku" and not side.is_known:
            message = f"The hands ran out, so the side with more yaku scores: what has {name}?"
            faults.append(NotUnderstood(message, (*where, "captured", name)))
    dealer = scored.context.dealer
    if entry.dealer in entry.sides:
        dealer = entry.sides.index(entry.dealer)
    if entry.dealer is not None and dealer in entry.sitting_out:
        message = f"{entry.dealer} sits out this round, so {entry.dealer} cannot have dealt it."
        faults.append(NotPossible(message, (*where, "dealer")))
    asked = {each.rained_out for each in yaku}
    for word in entry.rained_out:
        if word not in asked:
            message = f"The table did not agree that rain counts, so “{word}” cannot be rained out."
            faults.append(NotPossible(message, (*where, "rained_out")))
    raise_all(faults)


def _find_beaten(
    entry: RaceEntry, yaku: Sequence[Yaku], groups: Mapping[str, str | None], where: Where
) -> Iterator[CompanionError]:
    """The ticked yaku that do not count beside a better one of their side, by the `groups` of this game."""
    for side, row in zip(entry.sides, entry.ticked, strict=True):
        chosen = [each for each in yaku if each.id in dict(row or ())]
        for number, better in enumerate(chosen):
            worse = [each for each in chosen if each.id in better.replaces]
            rivals = groups.get(better.id)
            worse += [each for each in chosen[:number] if rivals and each.group == rivals][:1]
            for each in worse:
                message = f"{side}: of {each.short_name} and {better.short_name} only the better one counts."
                yield NotPossible(message, (*where, "ticked", side))


def lacks_growth(finders: Sequence[YakuFinder], entry: RaceEntry, number: int) -> bool:
    """Whether what a side has cannot have been made or raised as often as its calls, and its stop, need."""
    calls, needed = entry.calls[number], entry.calls[number] + (number == entry.winner)
    return calls > 0 and entry.is_known(number) and needed > find_growths(finders, entry, number)


def find_growths(finders: Sequence[YakuFinder], entry: RaceEntry, number: int) -> int:
    """How many captures of a side, at most, made or raised a yaku: each by a point or more.

    `finders` read a pile in different ways.
    """
    pile, unlisted, rained = entry.piles[number], entry.unlisted[number], entry.rained_out
    if pile is not None:
        complete = [row for each in finders for row in each.list_complete(pile, unlisted)]
        most = max(sum(score.points for score in each.find(pile, unlisted, rained)) for each in finders)
        return min(most, _count_growths(row for row in complete if row[0].rained_out not in rained))
    yaku, ticked = finders[0].yaku, dict(entry.ticked[number] or ())
    within = [row for one in yaku if one.id in ticked for row in _list_within(yaku, one, ticked[one.id])]
    # Nothing says which of these a side had before rain took it.
    spoilt = sum(1 for one in yaku if one.id not in ticked and (one.unless or one.rained_out))
    made = _count_growths(row for row in within if row[0].rained_out not in rained)
    return (entry.points[number] or 0) + made + spoilt


def _list_within(yaku: Iterable[Yaku], one: Yaku, further: int) -> list[tuple[Yaku, int]]:
    """A yaku with its further cards, and those that may have been made on the way to it."""
    size = one.size + further
    less = [
        (each, 0) for each in yaku if each.size <= size and (each.id in one.replaces or _is_less(each, one))
    ]
    # Of other cards: nothing says how many there were.
    beside = [each for each in yaku if each.id in one.replaces and each.size > size]
    return [(one, further), *less, *((each, len(each.pool) - each.size) for each in beside)]


def _is_less(yaku: Yaku, other: Yaku) -> bool:
    """Whether it is of the same group, scores less and needs no other cards."""
    is_of_group = yaku.group is not None and yaku.group == other.group
    return is_of_group and yaku.points < other.points and yaku.is_held(other.pool)


def _count_growths(complete: Iterable[tuple[Yaku, int]]) -> int:
    """How many captures, at most, made or raised these complete yaku, each with its further cards."""
    rows = list(complete)
    cards = {one.id: one.all_of for one, _ in rows}
    sizes = group(
        (one.group or one.id, (one.size + further, one.size))
        for one, further in rows
        if not _is_made_of(one, [cards.get(each, CardSet()) for each in one.replaces])
    )
    return sum(max(each)[0] - min(size for _, size in each) + 1 for each in sizes.values())


def _is_made_of(yaku: Yaku, replaced: Sequence[CardSet]) -> bool:
    """Whether its cards are just those that it replaces: the last capture makes it, too."""
    return bool(replaced) and not yaku.at_least and yaku.all_of == CardSet.of(chain.from_iterable(replaced))


def find_lost(yaku: Iterable[Yaku], entry: RaceEntry, number: int) -> str | None:
    """The name of a yaku that a side has no more, because of rain."""
    pile = entry.piles[number] or CardSet()
    return find_held(
        (one for one in yaku if one.rained_out in entry.rained_out or pile & one.unless), entry, number
    )


def find_held(yaku: Iterable[Yaku], entry: RaceEntry, number: int) -> str | None:
    """The name of the first of these yaku whose cards a side has, whether or not it counts."""
    pile, ticked = entry.piles[number], dict(entry.ticked[number] or ())
    return next(
        (
            one.short_name
            for one in yaku
            if one.id in ticked or (pile is not None and one.is_held(pile, entry.unlisted[number]))
        ),
        None,
    )
