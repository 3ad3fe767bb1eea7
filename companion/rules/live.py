"""The rules of one game as JSON, for the figures that a phone shows while a round is being entered.

Only what the sums need: the deck, the values, the yaku in play, the figures with their words, the wild card.
The phone's module reads it instead of having numbers and sentences of its own; the server counts again from
the rule set.

    >>> from companion.rules.options import parse_options
    >>> from companion.rules.rule_set import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> live = live_document(rules, parse_options(rules, {"yaku": "month"}))
    >>> live["deck_points"], [yaku["id"] for yaku in live["yaku"]]
    (240, ['four-iris', 'four-maple', 'four-willow'])
    >>> live["figures"][2]["formula"]
    ['max', 0, ['-', 'card_points', 'floor']]

Sources: the rule set's own records.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.cards import DECK, Card
from companion.rules.gaji import needs_took
from companion.rules.lines import (
    CARDS_WORDS,
    FURTHER_WORDS,
    JOINED_WORDS,
    UNDECLARED_WORDS,
    get_undeclared_ruling,
    get_words,
    say_joined,
)
from companion.rules.options import Options
from companion.rules.race import CALLS_LIMIT
from companion.rules.race_round import agree_award
from companion.rules.rule_set import Extra, RuleSet
from companion.rules.scorer import Scorer, get_scorer
from companion.rules.yaku import Yaku


def live_document(rule_set: RuleSet, options: Options, month: int = 1) -> dict[str, Any]:
    """What a phone needs to count a round by these rules under these options, in a month from 1 to 12."""
    scorer = get_scorer(rule_set, options)
    gaji = None
    if rule_set.gaji is not None:
        gaji = {
            "brings": scorer.brings,
            "needs_took": needs_took(scorer.brings),
            "card": rule_set.gaji.wild.id,
            "suit": rule_set.gaji.suit.id,
        }
    readings = [
        [_yaku_document(yaku, yaku.id in scorer.declared_ids) for yaku in finder.yaku]
        for finder in scorer.get_finders(month)
    ]
    document = {
        "deck_points": rule_set.deck_points,
        "values": [
            [group.id, group.name, group.points, list(group.cards.ids)] for group in rule_set.picked_groups
        ],
        "cards": [_write_card(rule_set, card) for card in DECK],
        "cards_words": CARDS_WORDS,
        "further_words": FURTHER_WORDS,
        "joined_words": JOINED_WORDS,
        "undeclared_words": UNDECLARED_WORDS,
        "figures": list(_write_figures(rule_set, options, scorer)),
        "shown": [figure.id for _, figure in scorer.settlement.lines],
        "decides": scorer.settlement.decides,
        "penalties": scorer.settlement.has_penalties,
        "yaku": readings[0],
        "extras": [_write_extra(extra) for extra in scorer.extras],
        "gaji": gaji,
    }
    return document if rule_set.race is None else document | _write_race(rule_set, options, scorer, readings)


def _write_race(
    rule_set: RuleSet, options: Options, scorer: Scorer, readings: list[list[dict[str, Any]]]
) -> dict[str, Any]:
    """What a race needs besides."""
    race = rule_set.race
    assert race is not None
    awards = [agree_award(rule_set, options, award) for award in rule_set.awards]
    joined = {
        card.short_name.lower() for reading in scorer.readings for one in reading for card in one.joined
    }
    without = f" without the {' and '.join(sorted(joined))}" if joined else ""
    return {
        "readings": readings,
        "race": {
            "chaff": list(race.chaff.ids),
            "chaffWords": f"chaff cards{without}",
            "chaffSign": f"chaff, no {without.split()[-1]}" if joined else "chaff",
            "exhausted": race.exhausted,
            "bothDealt": race.both_dealt,
            "awards": [[award.id, award.words, award.points, award.ruling] for award in awards],
            "mostCalls": CALLS_LIMIT,
        },
    }


def _write_extra(extra: Extra) -> dict[str, Any]:
    """Extra points; `asks` is the question for whom they are, which is left out where it is the dealer."""
    written = {key: getattr(extra, key) for key in ("id", "words", "points", "sides", "ruling")}
    return written | ({"asks": extra.asks} if extra.asks else {})


def _write_card(rule_set: RuleSet, card: Card) -> list[str | int]:
    row = [card.id, card.suit.id, card.kind.value, card.english, rule_set.get_points(card)]
    return row if card.short_name == card.english else [*row, card.short_name]


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
        written: dict[str, Any] = {"id": figure.id, "head": figure.head, "line": list(plain)}
        if figure.is_taken_off:
            written["off"] = True
        if figure.is_factor:
            written["factor"] = True
        if figure.is_summed:
            written["summed"] = True
        if figure.lists is not None:
            written["lists"] = figure.lists
        if figure.lists in ("yaku", "yaku-of-others"):
            written |= {"each": figure.each, "times": settlement.times[figure.id].document}
        if figure.lists == "yaku" and scorer.declared_ids:
            written["undeclared"] = get_undeclared_ruling(rule_set, plain[1])
        if figure.id in settlement.formulas:
            written["formula"] = settlement.formulas[figure.id].document
        written["variants"] = []
        for place, test in enumerate(settlement.tests[figure.id]):
            other = get_words(rule_set, options, figure, [*nothing[:place], True, *nothing[place + 1 :]])
            # What a variant says as the figure does is left to the variants before it.
            changed = [new if new != old else "" for old, new in zip(plain, other, strict=False)]
            written["variants"].append([test.document, *changed])
        yield written


def _yaku_document(yaku: Yaku, is_to_declare: bool) -> dict[str, Any]:
    """One yaku; what it does not ask for is left out."""
    written: dict[str, Any] = {
        "id": yaku.id,
        "name": yaku.name,
        "short": yaku.short_name,
        "points": yaku.points,
        "all_of": list(yaku.all_of.ids),
    }
    if yaku.tag is not None:
        written["tag"] = yaku.tag
    if yaku.at_least is not None:
        written["at_least"] = {"n": yaku.at_least.n, "of": list(yaku.at_least.of.ids)}
    if yaku.extra is not None:
        written["extra"] = {"points": yaku.extra.points, "of": list(yaku.extra.of.ids)}
        written["furthest"] = yaku.furthest
    if yaku.group is not None:
        written["group"] = yaku.group
    if yaku.replaces:
        written["replaces"] = list(yaku.replaces)
    if yaku.twice:
        written["twice"] = list(yaku.twice.ids)
    if yaku.joined:
        written["joined"] = [
            [card.id, 1 + (card in yaku.twice), say_joined(yaku, card)] for card in yaku.joined
        ]
    if yaku.unless:
        written["unless"] = list(yaku.unless.ids)
    if yaku.rained_out:
        written["rained_out"] = yaku.rained_out
    if yaku.beside_others:
        written["beside_others"] = True
    if is_to_declare:
        written["declare"] = True
    return written
