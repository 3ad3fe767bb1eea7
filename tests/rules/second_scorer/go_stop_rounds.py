"""Random whole games of Go-Stop as documents: every outcome, all options, and all ways to enter a round.

All that a round says comes from one deal of cards. Who stops has the stop minimum and a point for each go.
Four brights are not ticked where the rain man among them changes their points. A loser who called go has a
card or a joker.

Sources: go-stop.md.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from operator import itemgetter
from random import Random
from typing import Any

from tests.rules.second_scorer.cards import ANIMALS, BRIGHTS, CHAFF, RIBBONS
from tests.rules.second_scorer.go_stop import (
    CUP_READINGS,
    DEFAULTS,
    NO_CUP,
    NOTHING,
    POINTS,
    SETS,
    Play,
    count_chaff,
    count_winner,
    find_lacks,
    list_playing,
)
from tests.rules.second_scorer.koikoi_yaku import CUP, GROWING, RAIN_MAN
from tests.rules.second_scorer.rounds import NAMES, Piles, choose_some

SWITCH = [True, False, "on", "off"]
OPTIONS: dict[str, list[Any]] = {
    "cup": ["better", "better", "animal", "both"],
    "jokers": ["any", "any", "none", "two", "three"],
    "rainy-four": ["4", "3"],
    "godori": ["5", "3"],
    "stop-minimum": ["usual", "3", "5", "7"],
    "go": ["doubling", "times", "two-added", "only-doubling"],
    "seven-animals": SWITCH,
    "carry-limit": ["1", "2", "4", "8", "16", "none"],
    "few-chaff": ["usual", "5", "6", "7"],
    "no-chaff": ["free", "doubled"],
    "no-animals": SWITCH,
    "no-ribbons": SWITCH,
    "empty-pile": ["free", "pays"],
    "liable": ["first", "last"],
    "liable-doubled": SWITCH,
    "four-dealt": ["minimum", "5", "7", "10"],
    "three-ppeoks": ["minimum", "7", "10"],
    "selling": ["non-dealers", "all", "losers", "none"],
    "sold-card": ["1", "2", "3"],
    "tie": ["share", "play-on"],
}
KINDS = [BRIGHTS, ANIMALS, RIBBONS, CHAFF]
OUTCOMES = ["stop"] * 12 + ["undecided"] * 5 + ["four-dealt", "three-ppeoks"]
WAYS_OF_A_WINNER = ["cards", "cards", "chaff as a number", "ticked", "points"]
WAYS_OF_A_LOSER = ["cards", "chaff as a number", "chips"]
# The chaff of each.
JOKERS = {"any": [3] * 6, "none": [], "two": [2, 3], "three": [2, 2, 3]}


def make_document(random: Random, game: str) -> dict[str, Any]:
    """Return a game of 1 to 8 or, now and then, 10 to 14 rounds between two to seven sides."""
    sides = random.sample(NAMES, random.choice([2, 2, 2, 3, 3, 3, 4, 5, 6, 7]))
    options = choose_some(random, OPTIONS)
    length = random.choice(["rounds", "rounds", "target", "default"])
    if length == "rounds":
        options["rounds"] = random.randint(1, 9)
    elif length == "target":
        options["target"] = random.randint(5, 200)
    count = random.randint(10, 14) if random.random() < 0.05 else random.randint(1, 8)
    # Whole games without a winner are where equal totals arise.
    outcomes = ["undecided"] if random.random() < 0.05 else OUTCOMES
    document: dict[str, Any] = {"game": game, "options": options, "sides": sides}
    if random.random() < 0.3:
        document["undecided"] = random.choice([0, 1, 1, 2, 2, 3, 5])
    return document | {
        "rounds": [make_round(random, options, sides, random.choice(outcomes)) for _ in range(count)]
    }


def make_round(random: Random, options: Mapping[str, Any], sides: list[str], outcome: str) -> dict[str, Any]:
    """Return a round that ends so; a stop becomes undecided where no deal has the points for it."""
    count = random.choice([2, 3]) if len(sides) > 2 else 2
    out = random.sample(sides, len(sides) - count)
    round_: dict[str, Any] = {"outcome": outcome} | ({"sits_out": out} if out else {})
    playing = list_playing(sides, round_)
    if outcome != "undecided":
        round_["winner"] = random.choice(playing)
    if random.random() < 0.25:
        holders = random.sample(playing, random.randint(1, count))
        round_["at_once"] = {side: random.choice([0, 1, 3, 5, 6, 7, 14, 21]) for side in holders}
    sold = {side: random.randint(1, 5) for side in out if random.random() < 0.5}
    if sold and options.get("selling") != "none":
        round_["sold"] = sold
        with_three = {side: ["three"] for side in sold if random.random() < 0.3}
        round_ |= {"sold_with": with_three} if with_three else {}
    if random.random() < 0.2:
        round_["dealer"] = random.choice(playing)
    if outcome != "stop":
        return round_
    for _ in range(50):
        stop = make_stop(random, Play(round_, DEFAULTS | options, playing))
        if stop is not None:
            return round_ | stop
    del round_["winner"]
    return round_ | {"outcome": "undecided"}


def make_stop(random: Random, play: Play) -> dict[str, Any] | None:
    """Return what is entered of one deal, nothing where the winner could not have stopped."""
    winner, way = play.round_["winner"], random.choice(WAYS_OF_A_WINNER)
    piles, jokers = deal(random, play), deal_jokers(random, play)
    dealt = replace(play, round_=play.round_ | {"captured": piles, "jokers": jokers})
    ways = [count_winner(dealt, cup) for cup in list_cup_readings(dealt, winner)]
    base, yaku, counted = random.choice(ways) if way in ("ticked", "points") else max(ways, key=itemgetter(0))
    if base < play.minimum:
        return None
    entered: dict[str, Any] = {"captured": {}, "chaff": {}, "lacks": {}}
    if way == "points":
        entered |= {"points": {winner: base}, "counts": sorted(counted)}
    elif way == "ticked":
        if RAIN_MAN in piles[winner] and play.options["rainy-four"] == "3" and "four-brights" in dict(yaku):
            return None
        further = {id_: points - POINTS[id_] if id_ in GROWING else 0 for id_, points in yaku}
        entered["ticked"] = {winner: further}
    else:
        enter_pile(random, dealt, winner, way, entered)
    for loser in play.losers:
        enter_pile(random, dealt, loser, random.choice(WAYS_OF_A_LOSER), entered)
    entered["jokers"] = {side: count for side, count in jokers.items() if count or random.random() < 0.1}
    entered |= make_calls(random, dealt, base)
    for key, most in (("shakes", 2), ("bombs", 1)):
        entered[key] = {side: random.randint(0, most) for side in play.playing if random.random() < 0.2}
    return {key: value for key, value in entered.items() if value != {}}


def enter_pile(random: Random, play: Play, side: str, way: str, entered: dict[str, Any]) -> None:
    """Enter a pile as cards, as cards with a number of counted chaff, or as chips."""
    pile = play.round_["captured"][side]
    if way == "chips":
        entered["lacks"] |= make_chips(random, play, side)
    elif way == "cards":
        entered["captured"][side] = mix(random, pile)
    else:
        listed = mix(random, pile & CHAFF)[: random.choice([0, 0, 1, 3])]
        entered["captured"][side] = mix(random, pile - CHAFF | set(listed))
        entered["chaff"][side] = count_chaff(play, side, NO_CUP) - play.get("jokers", side)


def deal(random: Random, play: Play) -> Piles:
    """Return the pile of each playing side: some sets first, then card by card, some of them nobody's.

    The winner has more of some kinds than the others. Now and then a loser has only the cup, or nothing.
    """
    winner = play.round_["winner"]
    owners: dict[str, str] = {}
    for cards in random.sample(list(SETS.values()), random.choice([0, 1, 1, 2])):
        owners |= dict.fromkeys(sorted(cards), winner)
    for kind in KINDS:
        weights = [random.choice([1, 3, 9, 30]) if side == winner else 1 for side in play.playing]
        share_of_nobody = random.choice([0, 0.1, 0.3, 0.6])
        for card in sorted(kind - owners.keys()):
            if random.random() >= share_of_nobody:
                (owners[card],) = random.choices(play.playing, weights)
    loser = random.choice(play.losers)
    kept = random.choice([None] * 8 + [set(), {CUP}])
    piles: Piles = {side: {card for card, owner in owners.items() if owner == side} for side in play.playing}
    if kept is not None:
        piles[loser] &= kept
    return piles


def deal_jokers(random: Random, play: Play) -> dict[str, int]:
    """Return the counted chaff from jokers: of nobody, of the sides, now and then all of one side."""
    way, agreed = random.choice(["none", "none", "some", "some", "all"]), play.options.get("jokers", "any")
    if way == "all":
        return {random.choice(play.playing): sum(JOKERS[agreed])}
    if agreed == "any":
        return {side: random.choice([0, 2, 3, 5]) if way == "some" else 0 for side in play.playing}
    owned = dict.fromkeys(play.playing, 0)
    for chaff in JOKERS[agreed] if way == "some" else ():
        side = random.choice([None, *play.playing])
        owned |= {side: owned[side] + chaff} if side else {}
    return owned


def list_cup_readings(play: Play, side: str) -> list[tuple[int, int]]:
    return CUP_READINGS[play.options["cup"]] if CUP in play.round_["captured"][side] else [NO_CUP]


def mix(random: Random, cards: Collection[str]) -> list[str]:
    return random.sample(sorted(cards), len(cards))


def make_chips(random: Random, play: Play, loser: str) -> dict[str, list[str]]:
    """Return the chips of a loser; who lacks nothing may be left out."""
    lacks = find_lacks(play, loser, random.choice(list_cup_readings(play, loser)))
    chips = ["all"] if lacks == NOTHING else sorted(lacks)
    return {loser: chips} if chips or random.random() < 0.5 else {}


def make_calls(random: Random, play: Play, base: int) -> dict[str, Any]:
    """Return the goes, who called first, and who refused an offered draw."""
    calls = {play.round_["winner"]: random.choice([0, 0, random.randint(0, min(6, base - play.minimum))])}
    for loser in play.losers:
        # A joker alone brings no points.
        had_points = play.round_["captured"][loser]
        calls[loser] = random.choice([0, 0, 1, 1, 2, 3]) if had_points else 0
    callers = [loser for loser in play.losers if calls[loser]]
    entered: dict[str, Any] = {}
    if random.random() < 0.5:
        calls = {side: count for side, count in calls.items() if count}
    entered["calls"] = calls
    if len(callers) == 2 or (callers and random.random() < 0.1):
        entered["first_go"] = random.choice(callers)
    if random.random() < 0.3:
        entered["refused_draw"] = random.choice(play.losers)
    return entered
