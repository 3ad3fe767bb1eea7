"""What is known of the piles of a round: whether all of it can be true at once, and what follows from it.

A table that lists no cards says other things of a side: how many it has of a kind, which yaku, that it has no
bright. Each is a `Holding`. Together they are possible where the deck can be dealt so that each is true.

    >>> from companion.cards import BLUE_RIBBONS, POETRY_RIBBONS, RIBBONS
    >>> yaku = [hold(0, POETRY_RIBBONS, 3), hold(0, BLUE_RIBBONS, 3)]
    >>> [can_be_dealt([*yaku, hold(0, RIBBONS, count, count)], Patience()) for count in (5, 6)]
    [False, True]

Sources: scoring-io.md (`counts`, `points`, `ticked`, `lacks`). The phone asks
the same (static/js/entry/dealt.js).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from companion.cards import DECK, Card, CardSet

ALL = 99_999
# The chaff of jokers has no index of a card.
_JOKER = len(DECK)


class Holding(NamedTuple):
    """A side has from `least` to `most` of some cards. `worth` says how much each counts, by its index.

    Chaff that is no card of the deck, such as a joker's, has an index beyond the deck. `words` say
    what needs the cards: a yaku, a call; a number of cards or points that a table counted has none.
    """

    side: int
    worth: Mapping[int, int]
    least: int
    most: int
    words: str = ""


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
    return Holding(side, worth | dict.fromkeys(range(_JOKER, _JOKER + jokers), 1), least, most, words)


@dataclass
class Patience:
    """How many deals may still be tried for a round: published rules need 700 at most. What takes longer, as
    by own rules that no table plays, counts as possible.
    """

    left: int = 2_000


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
