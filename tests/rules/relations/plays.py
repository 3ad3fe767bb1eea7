"""Rounds that people can have played, as documents: any rule set, options, own rules, seats and endings.

All that a round says comes from one division of the cards, entered card by card; `entered.py` says the same
in other ways. Who stops or calls in a race has made or raised a yaku in that turn, counted by the better
reading. Own rules come from a few that are made beforehand, since to read one takes long.

Sources: scoring-io.md, koi-koi.md, go-stop.md.
"""

import json
import os
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.cards import CardSet, get_suit_cards
from companion.rules import RULE_SET_IDS, Options, RuleSet, get_own_rule_set, get_rule_set, parse_options
from companion.rules.scoring.scorer import get_finders, get_scorer

THOROUGH = os.environ.get("KWADO_TEST_THOROUGH") == "1"
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")
RACES = [each for each in RULE_SET_IDS if get_rule_set(each).race]
GO_STOP = [each for each in RACES if get_rule_set(each).race.counts == "winner"]
KOI_KOI = [each for each in RACES if each not in GO_STOP]
# Card points count, or the game has none.
COUNTED = [each for each in RULE_SET_IDS if get_rule_set(each).counting.deck_points]
OWN_RULES = 60 if THOROUGH else 6
Document = dict[str, Any]


@cache
def _read_rules(game: str, written: str) -> RuleSet:
    return get_own_rule_set(game, json.loads(written))


def read_rules(game: str, own: object) -> RuleSet:
    """The rules of a document, read once."""
    return _read_rules(game, json.dumps(own))


@st.composite
def documents(draw: Any, games: list[str] = RULE_SET_IDS, own: bool | None = None, most: int = 1) -> Document:
    """A game of one to so many rounds; `own` says whether the table has rules of its own, None: a third."""
    # Bits: of numbers Hypothesis now and then takes one that stands in a module that a worker has imported.
    bits = draw(st.lists(st.booleans(), min_size=32, max_size=32))
    dice = Random(sum(bit << place for place, bit in enumerate(bits)))
    game = dice.choice(games)
    has_own = dice.randrange(3) == 2 if own is None else own
    rules = {"rules": make_own_rules(game, dice.randrange(OWN_RULES))} if has_own else {}
    rule_set = read_rules(game, rules.get("rules"))
    sides = list(NAMES[: dice.choice(rule_set.side_counts)])
    chosen = choose_options(dice, rule_set)
    options = parse_options(rule_set, chosen)
    rounds = [play_round(dice, rule_set, options, sides) for _ in range(dice.randint(1, most))]
    return {"game": game, **rules, "options": chosen, "sides": sides, "rounds": rounds}


@cache
def make_own_rules(game: str, number: int) -> Document:
    """A yaku that a table adds, and now and then one that is off or worth something else, or a card is."""
    rule_set, dice = get_rule_set(game), Random(f"{game} {number}")
    if not rule_set.has_cards:
        return {"name": f"Ours {number}"}
    cards = dice.sample(rule_set.cards.ids, 14)
    own: Document = {"name": "Own yaku", "points": dice.randint(1, 20)}
    if dice.random() < 0.7:
        own["all_of"] = cards[: dice.randint(1, 3)]
    if "all_of" not in own or dice.random() < 0.4:
        own["at_least"] = {"n": dice.randint(1, 3), "of": cards[3:8]}
    if dice.random() < 0.3:
        own["extra"] = {"points": dice.randint(1, 5), "of": cards[8:12]}
    if dice.random() < 0.2:
        own["unless"] = cards[12:]
    replaced, other = dice.sample([yaku.id for yaku in rule_set.yaku], 2)
    if dice.random() < 0.4:
        own["replaces"] = [replaced]
    changed: Document = {other: dice.choice(({"off": True}, {"points": dice.randint(1, 30)}))}
    rules: Document = {"yaku": {"own-yaku": own, **(changed if dice.random() < 0.5 else {})}}
    if rule_set.counting.point_groups and dice.random() < 0.3:
        rules["values"] = {dice.choice(rule_set.counting.point_groups).id: dice.randint(1, 8) * 5}
    return rules


def choose_options(dice: Random, rule_set: RuleSet) -> Document:
    """What a table chose; often it says nothing."""
    chosen = {each.id: dice.choice(each.listed).value for each in rule_set.options if dice.random() < 0.4}
    if len(rule_set.methods) > 1:
        chosen["method"] = dice.choice(rule_set.methods).id
    if rule_set.presets and dice.random() < 0.7:
        some = [yaku.id for yaku in rule_set.yaku if dice.random() < 0.7]
        chosen["yaku"] = dice.choice([some, *(preset.id for preset in rule_set.presets)])
    if rule_set.length:
        chosen["rounds"] = dice.randint(1, 12)
    return chosen


def play_round(dice: Random, rule_set: RuleSet, options: Options, sides: list[str]) -> Document:
    """A round with all that these options ask for."""
    count = len(sides)
    if rule_set.may_sit_out and count > 2 and (count > rule_set.most_playing or dice.random() < 0.3):
        count = dice.randint(2, min(count, rule_set.most_playing))
    out = dice.sample(sides, len(sides) - count)
    playing = [side for side in sides if side not in out]
    round_: Document = {"sits_out": out} if out else {}
    round_ |= {"dealer": dice.choice(playing)} if dice.random() < 0.8 else {}
    if out and any(number.is_sitting_out for number in rule_set.list_numbers(options.choices)):
        round_["sold"] = {side: dice.randint(0, 3) for side in out}
    for number in rule_set.list_numbers(options.choices):
        if number.asks and not number.where:
            round_[number.id] = dice.randint(0, number.most)
    for extra in rule_set.extras:
        if extra.asks and extra.sides == count == len(sides) and extra.when.items() <= set(options.choices):
            round_[extra.id] = dice.choice(sides)
    if rule_set.race:
        return round_ | play_race(dice, rule_set, options, playing)
    return round_ | (
        play_cards(dice, rule_set, options, playing)
        if rule_set.has_cards
        else play_points(dice, options, playing)
    )


def play_points(dice: Random, options: Options, playing: list[str]) -> Document:
    points: list[float] = [dice.randint(-40, 40) for _ in playing]
    if options.has_tenths:
        points = [each + dice.randint(0, 1) / 2 for each in points]
    if options.is_zero_sum:
        points[-1] = -sum(points[:-1])
    return {"points": dict(zip(playing, points, strict=True))}


def play_cards(dice: Random, rule_set: RuleSet, options: Options, playing: list[str]) -> Document:
    """All cards divided, one side being luckier; a Gaji that was wild leaves two of them on the table."""
    lucky = [*playing, *[dice.choice(playing)] * dice.randrange(6)]
    owners: dict[str, str | None] = {card: dice.choice(lucky) for card in rule_set.cards.ids}
    round_: Document = {}
    if rule_set.gaji and options.brings and dice.random() < 0.6:
        wild = rule_set.gaji.wild
        others = [card for card in rule_set.cards if card.suit != wild.suit]
        took = dice.choice(others)
        mates = [card for card in others if card.suit == took.suit and card != took]
        left = [dice.choice(mates), dice.choice(list(rule_set.gaji.suit_cards - rule_set.gaji.card))]
        owners |= {card.id: None for card in left} | {took.id: owners[wild.id]}
        round_["gaji"] = {"by": owners[wild.id], "took": took.id}
    if options.is_declaring:
        to_declare = [yaku.id for yaku in rule_set.yaku if yaku.is_declared]
        round_["declared"] = {side: [each for each in to_declare if dice.random() < 0.7] for side in playing}
    piles = {side: [card for card, owner in owners.items() if owner == side] for side in playing}
    return {"captured": piles, **round_}


def play_race(dice: Random, rule_set: RuleSet, options: Options, playing: list[str]) -> Document:
    """A race turn by turn: a turn takes pairs of a month; who grows stops or calls; or hands run out."""
    race = rule_set.race
    assert race
    month = {"month": dice.randint(1, 12)} if rule_set.has_months else {}
    if dice.random() < 0.1:
        return month | win_at_once(dice, rule_set, options, playing)
    scorer = get_scorer(rule_set, options)
    finders = get_finders(scorer, month.get("month", 1))
    rained = [yaku.rained_out for yaku in scorer.finder.yaku if yaku.rained_out and dice.random() < 0.4]
    takes: list[CardSet] = []
    months = [get_suit_cards(suit) & rule_set.cards for suit in rule_set.months]
    for month_cards in filter(None, months):
        cards = dice.sample(list(month_cards), 4)
        takes += (
            [CardSet.of(cards)] if dice.random() < 0.2 else [CardSet.of(cards[:2]), CardSet.of(cards[2:])]
        )
    dice.shuffle(takes)
    lowest = 1 if race.counts == "all" else 3 if len(playing) == 3 else 7
    piles, calls = dict.fromkeys(playing, CardSet()), dict.fromkeys(playing, 0)
    best = dict.fromkeys(playing, lowest - 1)
    round_: Document = {"outcome": next(each.id for each in race.endings if each.by == "nobody"), **month}
    callers: list[str] = []
    hand = rule_set.get_deal(len(playing)).hand
    for turn, side in [(turn, side) for turn in range(hand) for side in playing]:
        for _ in range(dice.choice((0, 1, 1, 2))):
            piles[side] |= takes.pop() if takes else CardSet()
        points = max(
            sum(each.points for each in finder.find(piles[side], 0, tuple(rained))) for finder in finders
        )
        if points <= best[side]:
            continue
        if dice.random() < 0.35:
            round_ |= {"outcome": race.endings[0].id, "winner": side}
            break
        if turn < hand - 1:
            calls[side] += 1
            best[side] = points
            callers += [side] if side not in callers else []
    if race.counts == "all" or "winner" in round_:
        round_["captured"] = {side: list(pile.ids) for side, pile in piles.items()}
        round_ |= {"rained_out": rained} if rained else {}
    round_["calls"] = {side: count for side, count in calls.items() if count}
    if race.counts == "winner":
        losers = [side for side in callers if side != round_.get("winner")]
        round_ |= tell_numbers(dice, rule_set, playing)
        if (
            "winner" in round_
            and len(playing) == 3
            and len(losers) == 2
            and "first_go" in rule_set.number_keys
        ):
            round_["first_go"] = losers[0]
    return round_


def tell_numbers(dice: Random, rule_set: RuleSet, playing: list[str]) -> Document:
    """What no card says of a round of Go-Stop."""
    told = {key: {dice.choice(playing): dice.randint(1, 2)} for key in ("shakes", "bombs", "at_once")}
    return {key: row for key, row in told.items() if dice.random() < 0.2}


def win_at_once(dice: Random, rule_set: RuleSet, options: Options, playing: list[str]) -> Document:
    """A round that a dealt hand or the like ended."""
    assert rule_set.race
    ending = dice.choice(
        [each for each in rule_set.race.endings if not each.has_cards and each.by != "nobody"]
    )
    if ending.by == "winner":
        return {"outcome": ending.id, "winner": dice.choice(playing)}
    holders = dice.sample(playing, 1 if options.both_dealt == "play-on" else dice.randint(1, 2))
    hands = [each.id for each in rule_set.race.hands]
    return {"outcome": ending.id, "dealt": {side: dice.choice(hands) for side in holders}}
