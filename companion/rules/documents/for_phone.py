"""The rules of one game as JSON, for the figures that a phone shows while a round is being entered.

Only what the sums need: the deck, the values, the yaku in play, the figures with their words, the wild card.
The phone's module reads it instead of having numbers and sentences of its own; the server counts again from
the rule set.

    >>> from companion.rules.records.options import parse_options
    >>> from companion.rules.records.files import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> live = phone_document(rules, parse_options(rules, {"yaku": "month"}))
    >>> live["deck_points"], [yaku["id"] for yaku in live["yaku"]]
    (240, ['four-iris', 'four-maple', 'four-willow'])
    >>> live["figures"][2]["formula"]
    ['max', 0, ['-', 'card_points', 'floor']]

Sources: the rule set's own records.
"""

from collections.abc import Iterator
from dataclasses import astuple
from typing import Any

from companion.rules.entries.claimed import POINTS_LIMIT
from companion.rules.entries.race import count_most_calls
from companion.rules.figures.settlement import name_given
from companion.rules.records.cards import needs_took
from companion.rules.records.options import Options
from companion.rules.records.rule_set import RuleSet
from companion.rules.records.yaku import Yaku
from companion.rules.scoring.breakdown import CarriedFigures, RoundContext
from companion.rules.scoring.holdings import LACKING
from companion.rules.scoring.scorer import Scorer, get_finders, get_scorer
from companion.rules.text.numbers import TYPED_FAULTS
from companion.rules.text.reader import leave_out_none
from companion.rules.words.lines import (
    CARDS_WORDS,
    FURTHER_WORDS,
    JOINED_WORDS,
    UNDECLARED_WORDS,
    get_undeclared_ruling,
    get_words,
    say_joined,
)

_EXTRA_KEYS = ("id", "words", "points", "sides", "ruling", "asks")


def phone_document(
    rule_set: RuleSet, options: Options, month: int = 1, before: CarriedFigures = ()
) -> dict[str, Any]:
    """What a phone needs to count a round by these rules under these options.

    The month is from 1 to 12; `before` are the figures of the round before.
    """
    scorer = get_scorer(rule_set, options)
    gaji = rule_set.gaji and {
        "brings": options.brings,
        "needs_took": needs_took(options.brings),
        "card": rule_set.gaji.wild.id,
        "suit": rule_set.gaji.suit.id,
    }
    readings = [
        [_yaku_document(yaku, yaku.id in scorer.declared_ids) for yaku in finder.yaku]
        for finder in get_finders(scorer, month)
    ]
    beside = [
        group
        for group in rule_set.values
        if group not in (rule_set.counting.point_groups or rule_set.counting.picked_groups)
    ]
    rows = [(group.plural, group.cards & scorer.picked) for group in beside]
    document = {
        "deck_points": rule_set.counting.deck_points,
        "point_step": rule_set.counting.point_step,
        "values": [
            [group.id, group.name, group.points, list(group.cards.ids)]
            for group in (rule_set.counting.point_groups or rule_set.counting.picked_groups)
        ],
        "cards": [
            [card.id, card.suit.id, card.kind.value, card.english, rule_set.counting.get_points(card)]
            + ([card.short_name] if card.short_name != card.english else [])
            for card in rule_set.cards
        ],
        "cards_words": CARDS_WORDS,
        "further_words": FURTHER_WORDS,
        "joined_words": JOINED_WORDS,
        "undeclared_words": UNDECLARED_WORDS,
        "figures": list(_write_figures(rule_set, options, scorer)),
        "shown": [figure.id for figure in scorer.settlement.lines],
        "decides": scorer.settlement.decides,
        "selling": scorer.settlement.selling and astuple(scorer.settlement.selling),
        "zero_sum": options.is_zero_sum,
        "tenths": options.has_tenths,
        "most_points": POINTS_LIMIT,
        "typed_faults": {} if rule_set.has_cards else TYPED_FAULTS,
        "most_playing": rule_set.most_playing,
        # What is picked beside the values, as for a yaku of the table.
        **(
            {"rows": [[name, list(cards.ids)] for name, cards in rows if cards]}
            if any(cards for _, cards in rows)
            else {}
        ),
        "penalties": scorer.settlement.has_penalties,
        "numbered": rule_set.counting.numbered and rule_set.counting.numbered.id,
        "yaku": readings[0],
        # The question for whom they are is left out where it is the dealer.
        "extras": [
            leave_out_none({key: getattr(extra, key) for key in _EXTRA_KEYS}) for extra in scorer.extras
        ],
        "gaji": gaji,
        "alike": scorer.list_given(RoundContext(before=before)),
        "numbers": [
            leave_out_none(
                {
                    "id": each.id,
                    "key": each.key,
                    "word": each.word or None,
                    "given": name_given(each.id),
                    "asks": each.asks or None,
                    "where": each.where or None,
                    "per_side": each.is_per_side or None,
                    "side": each.is_side or None,
                    "out": each.is_sitting_out or None,
                    "chaff": each.most if each.is_chaff else None,
                    "words": each.words if each.without else None,
                    "without": list((each.without & rule_set.cards).ids) or None,
                }
            )
            for each in rule_set.list_numbers(options.choices)
        ],
    }
    return document if rule_set.race is None else document | _write_race(rule_set, options, scorer, readings)


def _write_race(
    rule_set: RuleSet, options: Options, scorer: Scorer, readings: list[list[dict[str, Any]]]
) -> dict[str, Any]:
    """What a race needs besides."""
    race = rule_set.race
    assert race is not None
    joined = {
        card.short_name.lower() for reading in scorer.readings for one in reading for card in one.joined
    }
    without = f" without the {' and '.join(sorted(joined))}" if joined else ""
    chaff, doubles = (
        ("chaff (doubles as two)", ", doubles 2") if rule_set.counting.double_chaff else ("chaff cards", "")
    )
    return {
        "readings": readings,
        "race": {
            "chaff": list(race.chaff.ids),
            "most_chaff": len(race.chaff) + len(rule_set.counting.double_chaff),
            "counts": race.counts,
            "endings": [[each.id, each.by, each.has_cards] for each in race.endings],
            "chaff_words": f"{chaff}{without}",
            "chaff_sign": f"chaff{doubles}" + (f", no {without.split()[-1]}" if joined else ""),
            "exhausted": race.exhausted,
            "both_dealt": options.both_dealt,
            "awards": [
                [award.id, award.words, award.points, award.ruling] for award in scorer.awards.values()
            ],
            "most_calls": count_most_calls(rule_set),
            "lacking_words": LACKING,
        },
    }


def list_rulings(live: dict[str, Any]) -> list[str]:
    """The rulings that lines of these rules lead to."""
    found = [extra["ruling"] for extra in live["extras"]]
    found += [ruling for *_, ruling in live.get("race", {}).get("awards", ())]
    for figure in live["figures"]:
        found += [figure["line"][1], *(ruling for _, _, ruling in figure["variants"] if ruling)]
        found += [figure["undeclared"]] if "undeclared" in figure else []
    return list(dict.fromkeys(found))


def _write_figures(rule_set: RuleSet, options: Options, scorer: Scorer) -> Iterator[dict[str, Any]]:
    settlement = scorer.settlement
    for figure in settlement.figures:
        nothing = [False] * len(figure.variants)
        plain = get_words(rule_set, options, figure, nothing)[:2]
        variants = []
        for place, test in enumerate(settlement.tests[figure.id]):
            other = get_words(rule_set, options, figure, [*nothing[:place], True, *nothing[place + 1 :]])
            # What a variant says as the figure does is left to the variants before it.
            changed = [new if new != old else "" for old, new in zip(plain, other, strict=False)]
            variants.append([test.document, *changed])
        formula = settlement.formulas.get(figure.id)
        is_of_yaku = figure.lists in ("yaku", "yaku-of-others")
        is_declaring = figure.lists == "yaku" and scorer.declared_ids
        yield leave_out_none(
            {
                "id": figure.id,
                "head": figure.head,
                "line": list(plain),
                "off": figure.is_taken_off or None,
                "factor": figure.is_factor or None,
                "unsaid": figure.unsaid,
                "summed": figure.is_summed or None,
                "lists": figure.lists,
                "each": figure.each if is_of_yaku else None,
                "times": settlement.times[figure.id].document if is_of_yaku else None,
                "undeclared": get_undeclared_ruling(rule_set, plain[1]) if is_declaring else None,
                "formula": formula and formula.document,
                "pool": figure.pool,
                "worth": figure.worth or None,
                "refuse": figure.refuse,
                "variants": variants,
            }
        )


def _yaku_document(yaku: Yaku, is_to_declare: bool) -> dict[str, Any]:
    """One yaku; what it does not ask for is left out."""
    least, extra = yaku.at_least, yaku.extra
    joined = [[card.id, 1 + (card in yaku.twice), say_joined(yaku, card)] for card in yaku.joined]
    return leave_out_none(
        {
            "id": yaku.id,
            "name": yaku.name,
            "short": yaku.short_name,
            "native": yaku.native or None,
            "points": yaku.points,
            "all_of": list(yaku.all_of.ids),
            "at_least": least and {"n": least.n, "of": list(least.of.ids)},
            "extra": extra and {"points": extra.points, "of": list(extra.of.ids)},
            "furthest": extra and yaku.furthest,
            "group": yaku.group,
            "replaces": list(yaku.replaces) or None,
            "twice": list(yaku.twice.ids) or None,
            "joined": joined or None,
            "unless": list(yaku.unless.ids) or None,
            "rained_out": yaku.rained_out,
            "beside_others": yaku.beside_others or None,
            "cancels": yaku.cancels,
            "declare": is_to_declare or None,
        }
    )
