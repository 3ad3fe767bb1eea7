"""A race: who stopped or how else it ended, who called koi-koi, and what is known of the piles.

Sources: scoring-io.md (`outcome`, `winner`, `calls`, `chaff`, `dealt`, `rained_out`); `ticked` and `points`
are our additions to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import GenericAlias
from typing import Annotated

from companion.cards import CardSet
from companion.errors import NotAllowedHere, NotPossible, NotUnderstood, raise_all
from companion.rules.entries.captured import (
    Listed,
    check_chaff,
    fill_piles,
    list_piles,
    read_all_four,
)
from companion.rules.entries.reading import (
    AllFour,
    Amount,
    EntryOfSides,
    Listing,
    RoundReader,
    Side,
    Ticked,
    YakuId,
    one_of,
)
from companion.rules.figures.settlement import name_given
from companion.rules.records.race import Race
from companion.rules.records.rule_set import RuleSet
from companion.rules.text.names import and_list
from companion.rules.text.reader import Bounds

Month = Annotated[int, Bounds(1, 12, "A month is")]
# More than any pile is worth.
BASE_LIMIT = 200
KEYS = ("captured", "ticked", "points")


@dataclass(frozen=True, slots=True)
class RaceEntry(EntryOfSides):
    """A round that one side may have stopped. All but its end and month is by sides."""

    outcome: str
    """The id of an `Ending`."""
    winner: int | None
    """The side that it names."""
    calls: tuple[int, ...]
    """How often a side called koi-koi."""
    month: int | None
    """From 1 to 12; None where it is that of the round."""
    listed: tuple[Listed, ...]
    """What the document names."""
    piles: tuple[CardSet | None, ...]
    """None where they were not listed."""
    chaff: tuple[int | None, ...]
    """How many chaff cards, where they were counted."""
    unlisted: tuple[int, ...]
    """How many of these no pile lists."""
    all_four: AllFour | None
    """The suits whose four cards a side was said to hold, each with that side."""
    rained_out: tuple[str, ...]
    """The words by which the table said that yaku were rained out."""
    ticked: tuple[Ticked | None, ...]
    """Yaku by id, each with the number of further cards."""
    points: tuple[int | None, ...]
    """Of its yaku, as the table counted them."""
    dealt: tuple[str | None, ...]
    """The id of the hand that it was dealt (`Race.hands`)."""

    def is_known(self, side: int) -> bool:
        """Whether it was said what the yaku of a side come to."""
        is_entered = self.piles[side] is not None or self.ticked[side] is not None
        return is_entered or self.points[side] is not None

    def _own_document(self) -> dict[str, object]:
        return {
            "outcome": self.outcome,
            "winner": None if self.winner is None else self.sides[self.winner],
            "captured": self._by_side(self.listed) or None,
            "chaff": self._by_side(self.chaff) or None,
            "ticked": self._by_side(self.ticked) or None,
            "points": self._by_side(self.points) or None,
            "dealt": self._by_side(self.dealt) or None,
            "calls": self._by_side(self.calls) if any(self.calls) else None,
            "all_four": self._write_all_four(self.all_four),
            "rained_out": list(self.rained_out) or None,
            "month": self.month,
        }

    def list_given(self) -> Mapping[str, Sequence[int]]:
        """Of a race also calls, the winner, how a pile is known, and 1 for its outcome."""
        count = len(self.sides)
        return {
            **EntryOfSides.list_given(self),
            "calls": self.calls,
            "winner": [int(number == self.winner) for number in range(count)],
            "listed": [int(pile is not None) for pile in self.piles],
            "typed": [int(points is not None) for points in self.points],
            name_given(self.outcome): [1] * count,
        }


def count_most_calls(rule_set: RuleSet) -> int:
    """How often a side can call in a round: a turn is a card of its hand."""
    return max(deal.hand for deal in rule_set.deals)


def read_race(reader: RoundReader) -> RaceEntry:
    race = reader.rule_set.race
    assert race is not None
    outcome = reader.read_key(one_of(each.id for each in race.endings), "outcome")
    ending = race.find_ending(outcome)
    if reader.raw.get("outcome") is None:
        words = and_list([f"“{each.id}”" for each in race.endings], "or")
        reader.fail(NotUnderstood, f"How did the round end? “outcome” is {words}.", "outcome")
    winner = reader.read_key(Side, "winner")
    if reader.raw.get("winner") is not None:
        if ending is not None and ending.by != "winner":
            reader.fail(NotUnderstood, "Somebody won only where somebody stopped.", "winner")
        if winner in reader.sitting_out:
            message = f"{reader.sides[winner]} sits out this round, and so cannot have won."
            reader.fail(NotPossible, message, "winner")
    elif ending is not None and ending.has_cards:
        reader.fail(NotUnderstood, "The round was stopped: by whom? “winner” names a side.", "winner")
    elif ending is not None and ending.by == "winner":
        reader.fail(NotUnderstood, "Who won the round? “winner” names a side.", "winner")
    found = [key for key in KEYS if key in reader.raw]
    if len(found) > 1 and race.counts == "all":
        said = " and ".join(f"“{key}”" for key in found)
        reader.fail(NotUnderstood, f"A round has one of “captured”, “ticked” and “points”, not {said}.")
    listed = list_piles(reader, reader.read_sides("captured", Listing, everyone=False), ("rest",))
    all_four = read_all_four(reader, listed)
    piles = tuple(fill_piles(listed, all_four, reader.rule_set.cards, CardSet()))
    most = reader.rule_set.counting.count_chaff(reader.rule_set.cards)
    chaff = tuple(reader.read_sides("chaff", Annotated[int, Bounds(0, most)], everyone=False))
    calls = reader.read_sides(
        "calls", Annotated[int, Bounds(0, count_most_calls(reader.rule_set))], everyone=False
    )
    said = reader.raw.get("rained_out", ())
    where = (*reader.where, "rained_out")
    rained = reader.read(GenericAlias(tuple, (one_of(reader.rule_set.rained_out), ...)), said, where) or ()
    entry = RaceEntry(
        sides=reader.sides,
        gaji=None,
        declared=None,
        dealer=reader.dealer,
        extras=reader.extras,
        sitting_out=reader.sitting_out,
        outcome=outcome or "",
        winner=winner,
        calls=tuple(each or 0 for each in calls),
        month=reader.read_key(Month, "month"),
        listed=listed,
        piles=piles,
        chaff=chaff,
        unlisted=check_chaff(reader, piles, chaff),
        all_four=all_four,
        rained_out=tuple(word for word in dict.fromkeys(reader.rule_set.rained_out) if word in rained),
        ticked=_read_ticked(reader),
        points=tuple(reader.read_sides("points", Annotated[int, Bounds(0, BASE_LIMIT)], everyone=False)),
        dealt=_read_dealt(reader, race, outcome),
        told=reader.told,
        note=reader.note,
    )
    if not reader.faults:
        _check_outcome(reader, race, entry)
    raise_all(reader.faults)
    return entry


def _read_ticked(reader: RoundReader) -> tuple[Ticked | None, ...]:
    """The yaku that each side ticked, each with the number of further cards."""
    rows = reader.read_sides("ticked", dict[YakuId, Amount], everyone=False)
    return tuple(None if row is None else reader.sort_ticked(row) for row in rows)


def _read_dealt(reader: RoundReader, race: Race, outcome: str | None) -> tuple[str | None, ...]:
    """The dealt hand of each side that ended the round."""
    if race.hands and "dealt" in reader.raw and outcome not in ("dealt", None):
        reader.fail(NotUnderstood, "A dealt hand ends the round: its “outcome” is “dealt”.", "dealt")
    return tuple(reader.read_sides("dealt", one_of(hand.id for hand in race.hands), everyone=False))


def _check_outcome(reader: RoundReader, race: Race, entry: RaceEntry) -> None:
    """Notes what does not go with the way in which the round ended."""
    ending = next(each for each in race.endings if each.id == entry.outcome)
    if entry.winner is not None and ending.has_cards and not entry.is_known(entry.winner):
        side = entry.sides[entry.winner]
        reader.fail(NotUnderstood, f"{side} stopped: with which cards?", "captured", side)
    playing = {number.id for number in reader.rule_set.numbers if not number.is_sitting_out}
    told = [value for each, value in entry.told if isinstance(value, tuple) and each in playing]
    for n in entry.sitting_out:
        if entry.is_known(n) or entry.calls[n] or any(each[n] for each in told):
            message = f"{entry.sides[n]} sits out this round, so {entry.sides[n]} has no cards and no points."
            reader.fail(NotPossible, message, "sits_out")
    for n, side in enumerate(entry.sides):
        ways = zip(KEYS, (entry.piles[n], entry.ticked[n], entry.points[n]), strict=True)
        known = [f"“{key}”" for key, each in ways if each is not None]
        if len(known) > 1:
            message = f"{side} has one of “captured”, “ticked” and “points”, not {and_list(known)}."
            reader.fail(NotUnderstood, message, "captured", side)
    if ending.by == "winner" and not ending.has_cards and any(map(entry.is_known, range(len(entry.sides)))):
        reader.fail(NotPossible, "Won like this, no pile counts: leave the cards out.", "captured")
    if ending.by != "hand":
        return
    holders = [side for side, hand in zip(entry.sides, entry.dealt, strict=True) if hand]
    if not holders:
        reader.fail(NotUnderstood, "Who was dealt which hand? “dealt” names a hand for a side.", "dealt")
    if len(holders) > 1 and race.both_dealt == "play-on":
        message = (
            f"{reader.rule_set.name}: where both were dealt such a hand, both are ignored and the round is "
            "played on. Enter how it ended."
        )
        reader.fail(NotAllowedHere, message, "dealt")
    if any(entry.calls):
        message = f"A dealt hand ends the round before anybody can call {race.call}."
        reader.fail(NotPossible, message, "calls")
    if any(entry.is_known(number) for number in range(len(entry.sides))):
        reader.fail(NotPossible, "A dealt hand ends the round before anybody captures a card.", "captured")
