"""A race: who stopped or how else it ended, who called koi-koi, and what is known of the piles.

Sources: scoring-io.md (`outcome`, `winner`, `calls`, `chaff`, `dealt`, `rained_out`); `ticked` and `points`
are our additions to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import NAMED_SETS, Card, CardSet
from companion.errors import NotAllowedHere, NotPossible, NotUnderstood, raise_all, say_nearest
from companion.rules.race import CALLS_LIMIT, OUTCOMES
from companion.rules.shapes.captured import DECK_SET, check_owners, read_all_four, read_pile
from companion.rules.shapes.claims import check_owner, read_amount
from companion.rules.shapes.reading import EntryOfSides, RoundReader

MONTHS = 12
# More than any pile is worth.
BASE_LIMIT = 200
_NOUNS = {"calls": "calls of koi-koi", "chaff": "chaff cards", "points": "points"}
KEYS = ("captured", "ticked", "points")


@dataclass(frozen=True, slots=True)
class RaceEntry(EntryOfSides):
    """A round of which one side may have stopped (`winner`).

    Of each side: how often it called koi-koi; its `piles`, None where they were not listed; how many `chaff`
    cards it has, where they were counted, and how many of them are `unlisted`; the yaku `ticked`, each with
    the number of further cards; the `points` of its yaku; the hand that it was `dealt`. The month is None
    where it is that of the round.
    """

    outcome: str
    winner: int | None
    calls: tuple[int, ...]
    month: int | None
    listed: tuple[CardSet | str | None, ...]
    piles: tuple[CardSet | None, ...]
    chaff: tuple[int | None, ...]
    unlisted: tuple[int, ...]
    all_four: tuple[tuple[str, int], ...] | None
    rained_out: tuple[str, ...]
    ticked: tuple[tuple[tuple[str, int], ...] | None, ...]
    points: tuple[int | None, ...]
    dealt: tuple[str | None, ...]

    def is_known(self, side: int) -> bool:
        """Whether it was said what the yaku of a side come to."""
        is_entered = self.piles[side] is not None or self.ticked[side] is not None
        return is_entered or self.points[side] is not None

    def document(self) -> dict[str, object]:
        """The round as a document writes it, which `parse_entry` reads back."""
        written: dict[str, object] = {"outcome": self.outcome}
        if self.winner is not None:
            written["winner"] = self.sides[self.winner]
        written |= self._write("captured", self.listed)
        written |= self._write("chaff", self.chaff)
        written |= self._write("ticked", self.ticked)
        written |= self._write("points", self.points)
        written |= self._write("dealt", self.dealt)
        if any(self.calls):
            written |= self._write("calls", self.calls)
        if self.all_four is not None:
            written["all_four"] = {suit: self.sides[side] for suit, side in self.all_four}
        if self.rained_out:
            written["rained_out"] = list(self.rained_out)
        if self.month is not None:
            written["month"] = self.month
        return written | self._agreed_document()

    def _write(self, key: str, values: tuple[object, ...]) -> dict[str, object]:
        """What each side has under a key, without sides of which nothing was said."""
        rows = {side: _write_value(each) for side, each in zip(self.sides, values, strict=True)}
        said = {side: each for side, each in rows.items() if each is not None}
        return {key: said} if said else {}


def _write_value(value: object) -> object:
    if isinstance(value, CardSet):
        return list(value.ids)
    return dict(value) if isinstance(value, tuple) else value


def read_race(reader: RoundReader) -> RaceEntry:
    outcome = _read_outcome(reader)
    winner = None
    if reader.raw.get("winner") is not None:
        winner = reader.find_side(reader.raw["winner"], "winner")
        if outcome not in ("shobu", ""):
            reader.fail(NotUnderstood, "Somebody won only where somebody stopped.", "winner")
    elif outcome == "shobu":
        reader.fail(NotUnderstood, "The round was stopped: by whom? “winner” names a side.", "winner")
    found = [key for key in KEYS if key in reader.raw]
    if len(found) > 1:
        said = " and ".join(f"“{key}”" for key in found)
        reader.fail(NotUnderstood, f"A round has one of “captured”, “ticked” and “points”, not {said}.")
    captured, all_four, chaff = _read_piles(reader)
    piles = _fill_piles(reader, captured, all_four)
    unlisted = _check_chaff(reader, piles, chaff)
    entry = RaceEntry(
        sides=reader.sides,
        gaji=None,
        declared=None,
        dealer=reader.dealer,
        extras=(),
        outcome=outcome,
        winner=winner,
        calls=tuple(each or 0 for each in _read_numbers(reader, "calls", CALLS_LIMIT)),
        month=_read_month(reader),
        listed=captured,
        piles=piles,
        chaff=chaff,
        unlisted=unlisted,
        all_four=all_four,
        rained_out=_read_rained_out(reader),
        ticked=_read_ticked(reader),
        points=_read_numbers(reader, "points", BASE_LIMIT),
        dealt=_read_dealt(reader, outcome),
    )
    if not reader.faults:
        _check_outcome(reader, entry)
    raise_all(reader.faults)
    return entry


def _read_outcome(reader: RoundReader) -> str:
    """How the round ended; empty, with the fault noted, where nobody said so."""
    raw = reader.raw.get("outcome")
    if raw in OUTCOMES:
        return str(raw)
    said = f"“{raw[:80]}”{say_nearest(raw, OUTCOMES)}" if isinstance(raw, str) else "that"
    message = "How did the round end? “outcome” is “shobu”, “exhausted” or “dealt”"
    reader.fail(NotUnderstood, f"{message}." if raw is None else f"{message}, not {said}.", "outcome")
    return ""


def _read_piles(
    reader: RoundReader,
) -> tuple[tuple[CardSet | str | None, ...], tuple[tuple[str, int], ...] | None, tuple[int | None, ...]]:
    """What is listed of each pile, who has all four of which suit, and how many chaff cards were counted."""
    rows = reader.read_sides("captured", everyone=False) if "captured" in reader.raw else [...] * 2
    listed = tuple(
        None if row is ... else read_pile(reader, side, row, ("rest",))
        for side, row in zip(reader.sides, rows, strict=True)
    )
    with_rest = [number for number, pile in enumerate(listed) if isinstance(pile, str)]
    piles = [pile if isinstance(pile, CardSet) else CardSet() for pile in listed]
    if len(with_rest) > 1:
        message = "Only one side can have the rest."
        reader.fail(NotPossible, message, "captured")
    check_owners(reader, piles)
    found = read_all_four(reader, piles, with_rest)
    all_four = None if found is None else tuple((suit.id, number) for suit, number in found)
    return listed, all_four, _read_numbers(reader, "chaff", len(DECK_SET - reader.rule_set.picked))


def _fill_piles(
    reader: RoundReader,
    listed: tuple[CardSet | str | None, ...],
    all_four: tuple[tuple[str, int], ...] | None,
) -> tuple[CardSet | None, ...]:
    """The piles with the cards that follow from “all four” and from “rest”."""
    piles = [pile if isinstance(pile, CardSet) else None for pile in listed]
    for suit, number in all_four or ():
        pile = piles[number]
        if pile is not None:
            piles[number] = pile | NAMED_SETS[f"suit-{suit}"]
    for number, row in enumerate(listed):
        if isinstance(row, str):
            others = [pile for pile in piles if pile is not None]
            rest = DECK_SET
            for pile in others:
                rest -= pile
            piles[number] = rest
    return tuple(piles)


def _check_chaff(
    reader: RoundReader, piles: tuple[CardSet | None, ...], chaff: tuple[int | None, ...]
) -> tuple[int, ...]:
    """How many chaff cards each side does not list; notes a number that cannot be, beside what is listed."""
    all_chaff = DECK_SET - reader.rule_set.picked
    total, unlisted = 0, []
    for side, pile, number in zip(reader.sides, piles, chaff, strict=True):
        listed = len((pile or CardSet()) & all_chaff)
        if number is not None and pile is None:
            reader.fail(NotUnderstood, f"{side}: chaff is counted, but no card is listed.", "chaff", side)
        elif number is not None and number < listed:
            message = f"{side} lists {listed} chaff cards, so it cannot have {number}."
            reader.fail(NotPossible, message, "chaff", side)
        total += listed if number is None else number
        unlisted.append(0 if number is None else number - listed)
    if total > len(all_chaff):
        reader.fail(NotPossible, f"The deck has {len(all_chaff)} chaff cards, not {total}.", "chaff")
    return tuple(unlisted)


def _read_numbers(reader: RoundReader, key: str, limit: int) -> tuple[int | None, ...]:
    """A number of each side; None for one of which nothing is said."""
    if key not in reader.raw:
        return (None,) * len(reader.sides)
    rows = reader.read_sides(key, everyone=False)
    found: list[int | None] = []
    for side, row in zip(reader.sides, rows, strict=True):
        number = None if row is ... else read_amount(reader, {key: row}, key, key, side)
        if number is not None and number > limit:
            reader.fail(NotPossible, f"{side}: at most {limit} {_NOUNS[key]}, not {number}.", key, side)
            number = None
        found.append(number)
    return tuple(found)


def _read_month(reader: RoundReader) -> int | None:
    month = reader.raw.get("month")
    if month is None or (type(month) is int and 1 <= month <= MONTHS):
        return month
    said = f", not {month}" if type(month) is int and abs(month) < 10**9 else ""
    reader.fail(NotUnderstood, f"A month is a number from 1 to {MONTHS}{said}.", "month")
    return None


def _read_rained_out(reader: RoundReader) -> tuple[str, ...]:
    raw = reader.raw.get("rained_out", ())
    known = tuple(dict.fromkeys(reader.rule_set.rained_out))
    if not isinstance(raw, list | tuple):
        reader.fail(NotUnderstood, "“rained_out” is a list of words.", "rained_out")
        return ()
    for word in raw:
        if word not in known:
            said = f"“{word[:80]}”{say_nearest(word, known)}" if isinstance(word, str) else "that"
            reader.fail(NotUnderstood, f"What may be rained out is {_list(known)}, not {said}.", "rained_out")
    return tuple(word for word in known if word in raw)


def _list(words: tuple[str, ...]) -> str:
    return " or ".join(f"“{word}”" for word in words) or "nothing in this game"


def _read_ticked(reader: RoundReader) -> tuple[tuple[tuple[str, int], ...] | None, ...]:
    """The yaku that each side ticked, each with the number of further cards."""
    if "ticked" not in reader.raw:
        return (None,) * len(reader.sides)
    rows = reader.read_sides("ticked", everyone=False)
    found: list[tuple[tuple[str, int], ...] | None] = []
    for side, row in zip(reader.sides, rows, strict=True):
        if row is ...:
            found.append(None)
        elif not isinstance(row, Mapping):
            message = f"{side}: an object with the number of further cards of each yaku is needed."
            reader.fail(NotUnderstood, message, "ticked", side)
            found.append(())
        else:
            found.append(_read_tick(reader, side, row))
    owners: dict[Card, int] = {}
    for number, ticked in enumerate(found):
        for yaku_id, _ in ticked or ():
            yaku = reader.rule_set.get_yaku(yaku_id)
            check_owner(reader, owners, yaku, number, "ticked", reader.sides[number])
    return tuple(found)


def _read_tick(reader: RoundReader, side: str, row: Mapping[object, object]) -> tuple[tuple[str, int], ...]:
    ids = reader.read_yaku([str(each) for each in row], "ticked", side)
    groups: dict[str, str] = {}
    ticked = []
    for yaku_id in ids:
        yaku = reader.rule_set.get_yaku(yaku_id)
        further = read_amount(reader, row, yaku_id, "ticked", side)
        if further is None:
            continue
        # The table may have agreed that further cards count.
        limit = max([yaku.furthest, *(each.amend(yaku).furthest for each in reader.rule_set.amendments)])
        if further > limit:
            message = f"{side}: {yaku.short_name} has at most {limit} further cards, not {further}."
            reader.fail(NotPossible, message, "ticked", side)
        worse = [reader.rule_set.get_yaku(each).short_name for each in yaku.replaces if each in ids]
        if yaku.group in groups:
            worse.append(groups[yaku.group])
        elif yaku.group:
            groups[yaku.group] = yaku.short_name
        for name in worse:
            message = f"{side}: of {name} and {yaku.short_name} only the better one counts."
            reader.fail(NotPossible, message, "ticked", side)
        ticked.append((yaku_id, further))
    return tuple(ticked)


def _read_dealt(reader: RoundReader, outcome: str) -> tuple[str | None, ...]:
    """The dealt hand of each side that ended the round."""
    nobody: tuple[str | None, ...] = (None,) * len(reader.sides)
    if "dealt" not in reader.raw:
        if outcome == "dealt":
            reader.fail(NotUnderstood, "Who was dealt which hand? “dealt” names a hand for a side.", "dealt")
        return nobody
    if outcome not in ("dealt", ""):
        reader.fail(NotUnderstood, "A dealt hand ends the round: its “outcome” is “dealt”.", "dealt")
    race = reader.rule_set.race
    known = tuple(hand.id for hand in race.hands) if race else ()
    found: list[str | None] = []
    for side, row in zip(reader.sides, reader.read_sides("dealt", everyone=False), strict=True):
        if row is not ... and row not in known:
            said = f"“{row[:80]}”{say_nearest(row, known)}" if isinstance(row, str) else "that"
            reader.fail(NotUnderstood, f"{side}: a dealt hand is {_list(known)}, not {said}.", "dealt", side)
        found.append(row if isinstance(row, str) else None)
    return tuple(found)


def _check_outcome(reader: RoundReader, entry: RaceEntry) -> None:
    """Notes what does not go with the way in which the round ended."""
    race = reader.rule_set.race
    assert race is not None
    if entry.winner is not None and not entry.is_known(entry.winner):
        side = entry.sides[entry.winner]
        reader.fail(NotUnderstood, f"{side} stopped: with which cards?", "captured", side)
    if entry.outcome != "dealt":
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
        reader.fail(NotPossible, "A dealt hand ends the round before anybody can call koi-koi.", "calls")
    if any(entry.is_known(number) for number in range(len(entry.sides))):
        reader.fail(NotPossible, "A dealt hand ends the round before anybody captures a card.", "captured")
