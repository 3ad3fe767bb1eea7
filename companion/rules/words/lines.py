"""The lines of a breakdown: the sum of a side in words, each line with its rule and where that comes from.

They are the figures of the settlement; a factor that changes nothing has no line, nor a quiet one that is 0.
One that lists cards has its cards by value group before it; one that lists yaku or extra points has a line
for each of them in its place.

Sources: the rule set and the settlement; each line carries theirs.
"""

from collections.abc import Iterator, Sequence
from itertools import product, takewhile
from typing import NamedTuple

from companion.cards import Card, CardSet
from companion.rules.figures.figure import Figure
from companion.rules.figures.settlement import SCORE
from companion.rules.records.options import Options
from companion.rules.records.rule_set import RuleSet
from companion.rules.records.yaku import Yaku
from companion.rules.scoring.breakdown import RoundBreakdown, SideBreakdown
from companion.rules.scoring.finder import YakuScore
from companion.rules.text.reader import OWN, Provenance

CARDS_WORDS = "{cards} × {points}"
# A yaku with further cards: “Five ribbons: 1 + 2”.
FURTHER_WORDS = "{yaku}: {points} + {further}"
# Behind a yaku of chaff with a card that counts as chaff: “Ten chaff (11 + sake cup = 12)”.
JOINED_WORDS = " ({count} + {cards} = {all})"
UNDECLARED_WORDS = "{yaku}: complete, but not announced"
_NOTHING = CardSet()


class Line(NamedTuple):
    """One line of a breakdown."""

    id: str
    """What it is."""
    words: str
    points: int
    cards: CardSet
    ruling: str
    """The id of the ruling that explains it."""
    provenance: Provenance
    is_sum: bool = False
    """It adds up those above it."""
    yaku: str | None = None
    """The id of the yaku that it is about."""
    is_factor: bool = False
    """It multiplies those above it."""


def make_lines(round_: RoundBreakdown, number: int) -> tuple[Line, ...]:
    """The sum of a side, from its cards to its round score; of one that sits out what it sold."""
    side, settlement, playing = round_.sides[number], round_.settlement, round_.playing
    known = _list_known(round_, number)
    lines: list[Line] = []
    of_out = (settlement.selling.net, SCORE) if settlement.selling and side.score else ()
    for figure in settlement.lines:
        if number not in playing and figure.id not in of_out:
            continue
        if side.figures[figure.id] == figure.unsaid or (figure.is_summed and not side.is_known):
            continue
        times = settlement.times[figure.id].evaluate(known)
        plain = _make_line(round_, number, figure)
        match figure.lists:
            case "cards":
                lines += [*_list_cards(round_.rule_set, side, plain.ruling), plain]
            case "yaku":
                lines += _list_yaku(round_, figure, [side], times=times, plain=plain)
                lines += _list_undeclared(round_.rule_set, side, plain.ruling)
                lines += [plain] if figure.is_summed else []
            case "yaku-of-others":
                others = [each for each in round_.sides if each is not side]
                lines += _list_yaku(round_, figure, others, times=times, plain=plain)
            case "extras":
                lines += [
                    Line(
                        id="extra",
                        words=extra.words,
                        points=extra.points,
                        cards=_NOTHING,
                        ruling=extra.ruling,
                        provenance=extra.provenance,
                    )
                    for extra in side.extras
                ]
            case _:
                lines.append(plain)
    return tuple(lines)


def list_payments(round_: RoundBreakdown) -> list[tuple[int, int, int, list[Line]]]:
    """The place of who pays, of who receives, the points, and the lines that make them up.

    A side pays who won, each side that gets something of all, and each that sold cards.
    """
    settlement, selling, found = round_.settlement, round_.settlement.selling, []
    for receiver, payer in product(range(len(round_.sides)), round_.playing):
        paid, got = round_.sides[payer].figures, round_.sides[receiver].figures
        owed: dict[str, int] = {
            settlement.pays or "": got.get(settlement.pays or "", 0),
            **({selling.worth: got[selling.worth] * paid[selling.buys]} if selling else {}),
        }
        won = got.get("winner", 0) * paid.get(settlement.pays_winner or "", 0)
        if payer != receiver and (points := won + sum(owed.values())):
            own = make_lines(round_, payer) if won else ()
            of_won = takewhile(lambda line: line.id != settlement.pays_winner, own)
            of_owed = [_make_line(round_, receiver, each) for each in settlement.figures if owed.get(each.id)]
            found.append((payer, receiver, points, [*of_won, *of_owed]))
    return found


def _list_known(round_: RoundBreakdown, number: int) -> dict[str, int]:
    """What a line of this side may ask about: its figures, and what is the same for all."""
    return {
        "deck_points": round_.rule_set.counting.deck_points,
        "sides": len(round_.playing),
        **round_.sides[number].figures,
    }


def _make_line(round_: RoundBreakdown, number: int, figure: Figure) -> Line:
    """The line of a figure, with what the variants that hold say otherwise.

    Its words may have places for the other sides, for who won, and for what is known of this one and of all.
    """
    known = _list_known(round_, number)
    held = [bool(test.evaluate(known)) for test in round_.settlement.tests[figure.id]]
    words, ruling, provenance = get_words(round_.rule_set, round_.options, figure, held)
    others = " and ".join(side.side for place, side in enumerate(round_.sides) if place != number)
    winner = next((side.side for side in round_.sides if side.figures.get("winner")), "")
    words = words.format(**{**known, "others": others, "winner": winner})
    points = known[figure.id] * (-1 if figure.is_taken_off else 1)
    is_sum = not figure.is_taken_off and not figure.is_factor
    return Line(
        id=figure.id,
        words=words,
        points=points,
        cards=_NOTHING,
        ruling=ruling,
        provenance=provenance,
        is_sum=is_sum,
        is_factor=figure.is_factor,
    )


def get_words(
    rules: RuleSet, options: Options, figure: Figure, held: Sequence[bool]
) -> tuple[str, str, Provenance]:
    """The words of a figure's line, its ruling and where it comes from, when these of its variants hold."""
    method = rules.get_method(options.method)
    words, ruling = figure.words, figure.ruling or method.ruling
    provenance = figure.provenance or method.provenance
    if figure.lists == "cards" or ("{deck_points}" in words and rules.counting.points_from == OWN):
        provenance = rules.counting.points_from
    for variant, is_held in zip(figure.variants, held, strict=True):
        if is_held:
            option = rules.find_option(variant.option or "")
            words, ruling = variant.words or words, option.ruling if option else variant.ruling or ruling
    # What a table may choose has the label of its choice.
    for option in rules.options:
        if option.ruling == ruling:
            provenance = option.get_provenance(dict(options.choices)[option.id])
    return words, ruling, provenance


def _list_cards(rules: RuleSet, side: SideBreakdown, ruling: str) -> Iterator[Line]:
    for group in rules.counting.point_groups if side.pile is not None or side.counts is not None else ():
        cards = side.pile & group.cards if side.pile is not None else _NOTHING
        count = side.counts[group.id] if side.counts is not None else len(cards)
        cards = cards if count == len(cards) else _NOTHING
        words = CARDS_WORDS.format(cards=group.say(count), points=group.points)
        yield Line(
            id=group.id,
            words=words,
            points=count * group.points,
            cards=cards,
            ruling=ruling,
            provenance=group.provenance,
        )


def _list_yaku(
    round_: RoundBreakdown, figure: Figure, sides: Sequence[SideBreakdown], times: int, plain: Line
) -> Iterator[Line]:
    for side in sides:
        for score in side.yaku:
            provenance = score.yaku.provenance or OWN
            name = score.yaku.name_in_letters + _say_chaff(score)
            if further := score.points - score.yaku.points:
                name = FURTHER_WORDS.format(yaku=name, points=score.yaku.points, further=further)
            words = figure.each.format(
                yaku=name, points=score.points, side=side.side, sides=len(round_.playing)
            )
            points = score.points * times * (-1 if figure.is_taken_off else 1)
            yield Line(
                id="yaku",
                words=words,
                points=points,
                cards=score.cards,
                ruling=plain.ruling,
                provenance=provenance,
                yaku=score.yaku.id,
            )


def _say_chaff(score: YakuScore) -> str:
    """How many chaff cards it has where another card counts as one; else nothing."""
    yaku, joined = score.yaku, score.cards & score.yaku.joined
    if not joined or yaku.extra is None:
        return ""
    chaff = yaku.required_count + (score.points - yaku.points) // yaku.extra.points
    others = len(joined) + joined.count(yaku.twice)
    cards = " + ".join(say_joined(yaku, card) for card in joined)
    return JOINED_WORDS.format(count=chaff - others, cards=cards, all=chaff)


def say_joined(yaku: Yaku, card: Card) -> str:
    """A card that this yaku counts as chaff: “sake cup”, “sake cup × 2”."""
    return card.short_name.lower() + (" × 2" if card in yaku.twice else "")


def get_undeclared_ruling(rules: RuleSet, ruling: str) -> str:
    """The ruling on a complete yaku that was not declared, where that on yaku is `ruling`."""
    return rules.declaring.ruling if rules.declaring is not None else ruling


def _list_undeclared(rules: RuleSet, side: SideBreakdown, yaku_ruling: str) -> Iterator[Line]:
    provenance = (rules.declaring or rules).provenance
    ruling = get_undeclared_ruling(rules, yaku_ruling)
    for score in side.undeclared:
        words = UNDECLARED_WORDS.format(yaku=score.yaku.name_in_letters)
        yield Line(
            id="undeclared",
            words=words,
            points=0,
            cards=score.cards,
            ruling=ruling,
            provenance=provenance,
            yaku=score.yaku.id,
        )
