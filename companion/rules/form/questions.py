"""What is still open in a round that a form wrote: questions, each at the field that answers it.

Nothing that is left empty is taken for zero: it is asked about where it can matter, and the answer is a field
of the same form. The phone asks the same (static/js/entry/look.js, race/look.js).

    >>> from companion.rules.records.files import get_rule_set
    >>> from companion.rules.records.options import parse_options
    >>> rules = get_rule_set("kwado-1985")
    >>> fields = {"way": ["points"], "points/0": ["125"], "points/1": [""]}
    >>> written = WrittenRound(rules, parse_options(rules, {}), ("Ann", "Ben"), fields)
    >>> [question.words for question in list_questions(written) if not is_answered(written, question)]
    ['Ben: how many card points? Enter 0 for none.']

Sources: scoring-io.md (the paths of fields).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.cards import CardSet, get_suit_cards
from companion.rules.entries.claimed import POINTS_LIMIT, Counts, find_unclaimed, sum_counts
from companion.rules.form.document import write_points
from companion.rules.form.fields import DEALT, NO, NOBODY, YES, name_number
from companion.rules.form.written import WrittenRound
from companion.rules.text.names import and_list, isolate
from companion.rules.text.numbers import read_whole_number, say_typed_fault


class Question(NamedTuple):
    """What must be said before the round can be saved."""

    path: str
    """The field that says it."""
    words: str
    answers: tuple[str, ...] = ()
    """Those to choose from; without any, a number."""


def is_answered(written: WrittenRound, question: Question) -> bool:
    said = written.get(question.path).strip()
    return said in question.answers if question.answers else said != ""


def list_questions(written: WrittenRound) -> list[Question]:
    """What is asked of the round as far as it is written, answered or not."""
    if written.rule_set.race is not None:
        asked = _ask_of_race(written)
    elif not written.rule_set.has_cards:
        asked = _ask_points(written, write_points(written))
    else:
        asked = _ask_of_cards(written) if written.way == "cards" else _ask_of_counted(written)
    return [*asked, *_ask_of_all(written)]


def _ask_of_cards(written: WrittenRound) -> Iterator[Question]:
    unplaced, piles = CardSet() if written.get("rest") else written.unplaced, written.list_piles()
    if unplaced == written.picked:
        yield Question("captured", "No card was given to anybody yet.")
        return
    if unplaced:
        names = and_list([card.english for card in unplaced])
        were = "1 card was" if len(unplaced) == 1 else f"{len(unplaced)} cards were"
        yield _ask_whether("unplaced", f"{were} given to nobody: {names}. Left on the table?")
    # As long as cards are still to be given, nobody has nothing, and none is left over for the Gaji.
    if not unplaced or written.get("sure/unplaced") == YES:
        for place, pile in zip(written.places, piles, strict=True):
            if not pile and place in written.playing:
                words = f"{_say(written, place)} has no card with points: is that right?"
                yield _ask_whether(f"nothing/{place}", words)
        if written.has_gaji and sum(map(len, piles)) < len(written.picked):
            words = "Cards are left over: did anybody use the Gaji as a wild card?"
            yield Question("gaji/by", words, (*written.places, NOBODY))
    if (group := written.rule_set.counting.numbered) is not None:
        for place in written.playing:
            yield _ask_number(written, name_number(place, group.id), place, group.id)
    yield from _ask_all_four(written)


def _ask_of_counted(written: WrittenRound) -> Iterator[Question]:
    keys = written.counted_keys
    for place in written.playing:
        for key in keys:
            yield _ask_number(written, name_number(place, key), place, key)
    numbers = [_read_numbers(written, place, keys) for place in written.playing]
    claimed = {yaku for place in written.places for yaku in written.fields.get(f"yaku/{place}", ())}
    for yaku in find_unclaimed(written.rule_set, written.yaku, numbers, claimed):
        names = and_list([card.english for card in yaku.all_of])
        words = f"{yaku.name}: somebody has {names}, but nobody ticked it. Save without it?"
        yield _ask_whether(f"holder/{yaku.id}", words)
    left = written.rule_set.counting.deck_points - sum(sum_counts(written.rule_set, each) for each in numbers)
    if left > 0 and all(len(each) == len(keys) for each in numbers):
        words = (
            f"{left} of the {written.rule_set.counting.deck_points} card points are nobody's: is that right?"
        )
        yield _ask_whether("left", words)


def _ask_of_race(written: WrittenRound) -> Iterator[Question]:
    if written.get("winner") == DEALT:
        if not written.by_side("dealt/{}"):
            yield Question("dealt/0", "Who was dealt which hand? Please choose.")
        return
    words = "Who stopped? Choose a side, or how the round ended without."
    yield Question("winner", words, tuple(written.ends))
    asked, piles = written.list_asked(), written.list_piles()
    if written.way == "cards":
        for place in asked:
            if not piles[int(place)] and not written.get(f"chaff/{place}"):
                yield Question("captured", f"No card of {_say(written, place)} is entered yet.")
        yield from _ask_all_four(written)
        for yaku in written.list_rained():
            words = f"{yaku.short_name}: was it rained out?"
            yield Question(f"rained_out/{yaku.rained_out}", words, (YES, NO))
    elif written.way == "points":
        for place in asked:
            yield _ask_number(written, f"points/{place}", place, "points of the yaku")


def _ask_points(written: WrittenRound, points: Mapping[str, str]) -> Iterator[Question]:
    """The points that are missing, or what is wrong with them as typed, which the phone says as well."""
    for place in written.playing:
        typed = points.get(place, "")
        fault = say_typed_fault(
            _say(written, place), typed, POINTS_LIMIT, has_tenths=written.options.has_tenths
        )
        if not typed:
            yield _ask_number(written, f"points/{place}", place, "points")
        elif fault:
            yield Question(f"points/{place}", fault, ("0",))


def _ask_all_four(written: WrittenRound) -> Iterator[Question]:
    """All four of a suit? Asked where one side holds the cards of it that are picked."""
    whole = dict(written.list_whole())
    for suit in written.month_suits:
        path, head = f"all_four/{suit.id}", f"All four of {suit.english}"
        holder = whole.get(suit)
        names = and_list([card.english for card in get_suit_cards(suit) & written.picked])
        if written.is_of_gaji(suit, holder):
            if holder is not None and str(holder) != written.get("gaji/by") and written.get(path) == YES:
                words = f"{head}: whoever used the Gaji has a card of it."
                yield Question(path, words, (NO,))
        elif holder is not None:
            words = f"{_say(written, str(holder))} has {names}: all four of {suit.english}?"
            yield Question(path, words, (YES, NO))
        elif written.get(path) == YES:
            yield Question(path, f"{head}: no side has {names}.", (NO,))


def _ask_number(written: WrittenRound, path: str, place: str, what: str) -> Question:
    return Question(path, f"{_say(written, place)}: how many {what.replace('_', ' ')}? Enter 0 for none.")


def _ask_of_all(written: WrittenRound) -> Iterator[Question]:
    """The numbers of the rule set, and who has the extra points."""
    for number in written.numbers:
        for place, path in enumerate(number.list_paths(len(written.sides))):
            head = f"{_say(written, str(place))}: " if number.is_per_side else ""
            if number.asks and not number.where and (not head or str(place) in written.playing):
                yield Question(path, head + number.asks)
    for extra in written.asked_extras:
        yield Question(extra.id, str(extra.asks), (*written.places, NOBODY))


def _read_numbers(written: WrittenRound, place: str, keys: Sequence[str]) -> Counts:
    """The numbers of a side, as far as they are numbers."""
    read = {key: read_whole_number(written.get(name_number(place, key))) for key in keys}
    return {key: number for key, number in read.items() if number is not None}


def _say(written: WrittenRound, place: str) -> str:
    return isolate(written.sides[int(place)])


def _ask_whether(name: str, words: str) -> Question:
    """A question that has one answer: that it is right."""
    return Question(f"sure/{name}", words, (YES,))
