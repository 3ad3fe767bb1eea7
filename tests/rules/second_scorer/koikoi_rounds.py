"""Random whole games of Koi-Koi as documents: every outcome, calls, options, chaff listed or as a number.

Who stops has a yaku, and who calls koi-koi has one or lost it to rain, where the cards are listed.
Chaff is a number for both sides or for none, and no other chaff card than the lightning is listed beside it.

Sources: scoring-io.md, "Koi-Koi"; koi-koi.md.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.rules.second_scorer.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    BRIGHTS,
    CHAFF,
    POETRY_RIBBONS,
    RIBBONS,
)
from tests.rules.second_scorer.koikoi import find_month, read_yaku
from tests.rules.second_scorer.koikoi_yaku import (
    BOAR_DEER_BUTTERFLIES,
    CUP,
    CURTAIN,
    DRY_BRIGHTS,
    LIGHTNING,
    MONTH_CARDS,
    MOON,
)
from tests.rules.second_scorer.piles import read_piles
from tests.rules.second_scorer.rounds import NAMES, Piles, choose_some

DOUBLING: dict[str, list[Any]] = {"seven-doubles": [True, False], "own-calls": [True, False]}
BOTH_DEALT: dict[str, list[Any]] = {"both-dealt": ["nobody", "dealer"]}
OPTIONS: dict[str, dict[str, list[Any]]] = {
    "koikoi-nintendo": BOTH_DEALT,
    "koikoi-hu": DOUBLING,
    "koikoi-compendium": DOUBLING
    | {
        "viewing": ["on", "off", "with-another", "rained-out", "field"],
        "month-cards": [True, False],
        "moonlit-blossoms": [True, False],
        "grouping": ["best", "all"],
    },
    "koikoi-modern": DOUBLING
    | BOTH_DEALT
    | {
        "viewing": ["on", "off", "with-another", "rained-out", "field"],
        "month-cards": [True, False],
        "exhausted": ["nobody", "dealer-1", "dealer-6"],
        "both-hands": [6, 12],
    },
}
COMMON_OPTIONS: dict[str, list[Any]] = {
    "cup": ["animal", "either", "both", "both-double", "chaff"],
    "multiplier-cap": ["none", 4, "7"],
    "loser-pays": [True, False],
    "field-brights": [True, False],
    "tie": ["share", "play-on"],
}
WHOLE_SETS = [
    BRIGHTS, DRY_BRIGHTS, BOAR_DEER_BUTTERFLIES, POETRY_RIBBONS, BLUE_RIBBONS, POETRY_RIBBONS | BLUE_RIBBONS,
    frozenset({CURTAIN, CUP}), frozenset({MOON, CUP}), frozenset({CURTAIN, MOON, CUP}),
]  # fmt: skip
KINDS = [BRIGHTS, ANIMALS, RIBBONS, CHAFF]
# How chaff is entered: as cards, as a number, or not at all.
CHAFF_WAYS = ["cards", "cards", "cards", "number", "number", "not entered"]


def make_document(random: Random, game: str) -> dict[str, Any]:
    """Return a game of 1 to 8 or, now and then, 10 to 14 rounds between two sides."""
    sides = random.sample(NAMES, 2)
    options = choose_some(random, COMMON_OPTIONS | OPTIONS[game])
    length = random.choice(["rounds", "rounds", "target", "twelve", "default"])
    if length == "rounds":
        options["rounds"] = random.randint(1, 9)
    elif length == "twelve":
        options["rounds"] = 12
    elif length == "target":
        options["target"] = random.randint(5, 80)
    count = random.randint(10, 14) if random.random() < 0.05 else random.randint(1, 8)
    has_dealt_hands_only = random.random() < 0.05
    rounds = []
    for number in range(1, count + 1):
        if has_dealt_hands_only or random.random() < 0.1:
            round_ = make_dealt_round(random, game, sides)
        else:
            round_ = make_played_round(random, game, options, sides, number)
        if options.get("field-brights"):
            round_["field_brights"] = random.choice([0, 0, 1, 1, 2, 3, 4, 5])
        if random.random() < 0.25:
            round_["dealer"] = random.choice(sides)
        rounds.append(round_)
    return {"game": game, "options": options, "sides": sides, "rounds": rounds}


def make_dealt_round(random: Random, game: str, sides: list[str]) -> dict[str, Any]:
    """Return a round that ended with the deal; in Hu's rules two such hands are played on."""
    both_are = game != "koikoi-hu" and random.random() < 0.3
    holders = random.sample(sides, 2 if both_are else 1)
    hands = ["teshi", "kuttsuki", "both"]
    return {"outcome": "dealt", "dealt": {holder: random.choice(hands) for holder in holders}}


def make_played_round(
    random: Random, game: str, options: Mapping[str, Any], sides: list[str], number: int
) -> dict[str, Any]:
    round_: dict[str, Any] = {"month": random.randint(1, 12)} if random.random() < 0.3 else {}
    piles = deal(random, sides, find_month(round_, number))
    round_ |= enter_piles(random, piles)
    if options.get("viewing") == "field" and random.random() < 0.7:
        round_["rained_out"] = random.sample(["flower", "moon"], random.randint(1, 2))
    yaku = read_yaku(game, options, round_, sides, number)
    with_yaku = [side for side in sides if yaku[side]]
    if with_yaku and random.random() < 0.75:
        winner = random.choice(with_yaku)
        round_ |= {"outcome": "shobu", "winner": winner}
        may_be_left_out = [side for side in sides if side != winner]
    else:
        round_["outcome"] = "exhausted"
        may_be_left_out = [] if game == "koikoi-compendium" else sides
    leave_out(random, round_, may_be_left_out)
    rain = {"viewing": "on"} if options.get("viewing") in ("rained-out", "field") else {}
    before_rain = read_yaku(game, {**options, **rain}, round_, sides, number)
    callers = [side for side in sides if before_rain[side] or side not in round_["captured"]]
    add_calls(random, round_, sides, callers)
    keep_possible_calls(random, game, {**options, **rain}, round_, number)
    return {key: entered for key, entered in round_.items() if entered != {}}


def deal(random: Random, sides: list[str], month: str) -> Piles:
    """Return two score piles: some whole sets first, then card by card, some of them nobody's.

    One side may have more of a kind than the other, so that five animals or ten chaff are nothing rare.
    """
    owners: dict[str, str] = {}
    for wanted in random.sample([*WHOLE_SETS, MONTH_CARDS[month]], random.choice([0, 0, 1, 1, 2, 3, 4])):
        free = sorted(wanted - owners.keys())
        owners |= dict.fromkeys(free, random.choice(sides))
    share_of_nobody = random.choice([0, 0.2, 0.5, 0.8])
    for kind in KINDS:
        share_of_the_first = random.choice([1 / 6, 1 / 2, 5 / 6])
        for card in sorted(kind - owners.keys()):
            if random.random() >= share_of_nobody:
                owners[card] = sides[random.random() >= share_of_the_first]
    return {side: {card for card, owner in owners.items() if owner == side} for side in sides}


def enter_piles(random: Random, piles: Piles) -> dict[str, Any]:
    """Return both piles as a table enters them: cards, chaff, and months held whole beside a number."""
    way = random.choice(CHAFF_WAYS)
    captured: dict[str, Any] = {}
    for side, pile in piles.items():
        kept = sorted(pile if way == "cards" else pile - CHAFF)
        if way == "number" and LIGHTNING in pile and random.random() < 0.5:
            kept.append(LIGHTNING)
        random.shuffle(kept)
        captured[side] = kept
    if way == "number":
        return {
            "captured": captured,
            "chaff": {side: len(pile & CHAFF) for side, pile in piles.items()},
            "all_four": {
                suit: side
                for suit, cards in MONTH_CARDS.items()
                for side, pile in piles.items()
                if cards <= pile and random.random() < 0.8
            },
        }
    if way == "cards" and random.random() < 0.1:
        captured[random.choice(sorted(captured))] = "rest"
    return {"captured": captured}


def leave_out(random: Random, round_: dict[str, Any], sides: list[str]) -> None:
    """Take the cards of some sides out of a round, unless a side has the rest of another's cards."""
    if "rest" in round_["captured"].values():
        return
    for side in sides:
        if random.random() < 0.3:
            del round_["captured"][side]
            round_.get("chaff", {}).pop(side, None)
            for suit in [suit for suit, holder in round_.get("all_four", {}).items() if holder == side]:
                del round_["all_four"][suit]


def add_calls(random: Random, round_: dict[str, Any], sides: list[str], callers: list[str]) -> None:
    """Let the sides call koi-koi none to three times; who has not called may be left out."""
    calls = {side: random.choice([0, 0, 1, 1, 2, 3]) if side in callers else 0 for side in sides}
    if random.random() < 0.5:
        calls = {side: count for side, count in calls.items() if count}
    if calls or random.random() < 0.3:
        round_["calls"] = calls


def keep_possible_calls(
    random: Random, game: str, options: Mapping[str, Any], round_: dict[str, Any], number: int
) -> None:
    """Take back calls for which the cards, captured one by one in some order, do not grow often enough."""
    for side, calls in round_.get("calls", {}).items():
        cards = round_["captured"].get(side)
        if cards == "rest":
            round_["calls"][side] = 0
        elif calls and cards is not None:
            worths = list_worths(random, game, options, round_, side, number)
            grown = sum(worth > max(worths[:place]) for place, worth in enumerate(worths) if place)
            round_["calls"][side] = min(calls, max(0, grown - (side == round_.get("winner"))))


def list_worths(
    random: Random,
    game: str,
    options: Mapping[str, Any],
    round_: Mapping[str, Any],
    side: str,
    number: int,
) -> list[int]:
    """Return what a side's yaku come to while its cards are captured one by one, the first without any."""
    own = {"captured": {side: round_["captured"][side]}}
    whole = {suit: side for suit, holder in round_.get("all_four", {}).items() if holder == side}
    pile = sorted(read_piles(own | {"all_four": whole}, [side], {})[side])
    listed = [card for card in pile if card in CHAFF]
    pile += ["chaff"] * (round_.get("chaff", {}).get(side, len(listed)) - len(listed))
    random.shuffle(pile)
    worths = [0]
    for count in range(1, len(pile) + 1):
        held = pile[:count]
        so_far = {"captured": {side: [card for card in held if card != "chaff"]}}
        so_far["chaff"] = {side: sum(card in CHAFF or card == "chaff" for card in held)}
        month = {"month": round_["month"]} if "month" in round_ else {}
        yaku = read_yaku(game, options, so_far | month, [side], number)[side] or []
        worths.append(sum(points for _, points in yaku))
    return worths
