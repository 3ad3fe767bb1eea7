"""Go-Stop: the winner's points with goes, shakes and bombs, and what each loser pays with his own doubles.

What a loser pays depends on what he lacks, so his cards are first put into the words of the chips. The sake
cup is tried every way that its option allows, and its holder gets the way that scores best.

Sources: go-stop.md.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tests.rules.second_scorer.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    BRIGHTS,
    CHAFF,
    GRASS_RIBBONS,
    POETRY_RIBBONS,
    RIBBONS,
)
from tests.rules.second_scorer.ending import Scored, score_game
from tests.rules.second_scorer.koikoi import is_on
from tests.rules.second_scorer.koikoi_yaku import CUP, LIGHTNING, RAIN_MAN, Yaku, sum_points

DEFAULT_ROUNDS = 12
DEFAULTS: dict[str, Any] = {
    "cup": "better", "rainy-four": "4", "godori": "5", "stop-minimum": "usual", "go": "doubling",
    "seven-animals": True,
    "carry-limit": "none", "few-chaff": "usual", "no-chaff": "free", "no-animals": False, "no-ribbons": False,
    "empty-pile": "free", "liable": "first", "liable-doubled": False, "four-dealt": "minimum",
    "three-ppeoks": "minimum", "selling": "non-dealers", "sold-card": "2",
}  # fmt: skip
# By how many play.
MINIMUM = {2: 7, 3: 3}
MOST_FEW_CHAFF = {2: 7, 3: 5}

DOUBLE_CHAFF = frozenset({LIGHTNING, "paulownia-chaff-1"})
SETS = {
    "godori": frozenset({"plum-warbler", "wisteria-cuckoo", "susuki-geese"}),
    "hongdan": POETRY_RIBBONS,
    "cheongdan": BLUE_RIBBONS,
    "chodan": GRASS_RIBBONS,
}
POINTS = {
    "five-brights": 15, "four-brights": 4, "rainy-four-brights": 3, "three-brights": 3,
    "rainy-three-brights": 2, "godori": 5, "hongdan": 3, "cheongdan": 3, "chodan": 3, "animals": 1,
    "ribbons": 1, "chaff": 1,
}  # fmt: skip
BRIGHT_YAKU = ["five-brights", "four-brights", "rainy-four-brights", "three-brights", "rainy-three-brights"]
# As how many animals and how much chaff the sake cup counts.
CUP_READINGS = {"animal": [(1, 0)], "both": [(1, 2)], "better": [(1, 0), (0, 2)]}
NO_CUP = (0, 0)
NO_SCORE = {"base": None, "calls": 0, "multiplier": 1, "yaku": [], "times": 1, "paid": 0, "score": 0}
# Who has no card has none of these.
NOTHING = frozenset({"all", "brights", "animals", "ribbons", "chaff"})


@dataclass(frozen=True)
class Play:
    """A round with all options, who plays it, and by what the undecided rounds before multiply it."""

    round_: Mapping[str, Any]
    options: Mapping[str, Any]
    playing: list[str]
    carry: int = 1

    @property
    def minimum(self) -> int:
        agreed = self.options["stop-minimum"]
        return MINIMUM[len(self.playing)] if agreed == "usual" else int(agreed)

    @property
    def losers(self) -> list[str]:
        return [side for side in self.playing if side != self.round_["winner"]]

    def get(self, key: str, side: str) -> int:
        """Return a number of a side that may be left out."""
        return self.round_.get(key, {}).get(side, 0)


@dataclass(frozen=True)
class Settled:
    """The stop with the cup counted one way."""

    base: int
    yaku: Yaku
    multiplier: int
    times: dict[str, int]
    paid: dict[str, int]
    scores: dict[str, int]


def score(document: Mapping[str, Any]) -> dict[str, Any]:
    options = DEFAULTS | document.get("options", {})

    def score_round(round_: Mapping[str, Any], dealer: str, number: int) -> Scored:
        playing = list_playing(document["sides"], round_)
        play = Play(round_, options, playing, find_carry(document, options, number))
        own = score_sides(play)
        at_once = sum(play.get("at_once", side) for side in playing)
        for side in playing:
            # Each other side pays what one side got; it gets what the others paid of theirs.
            own[side]["score"] += play.get("at_once", side) * len(playing) - at_once
        scored = {side: own.get(side, dict(NO_SCORE)) for side in document["sides"]}
        deals = find_dealer(document["sides"], playing, dealer)
        for payer, seller, points in list_sales(play, deals):
            scored[payer]["score"] -= points
            scored[seller]["score"] += points
        return scored, round_.get("winner", deals)

    return score_game(document, score_round, DEFAULT_ROUNDS)


def list_playing(sides: Collection[str], round_: Mapping[str, Any]) -> list[str]:
    return [side for side in sides if side not in round_.get("sits_out", ())]


def find_dealer(sides: list[str], playing: Collection[str], dealer: str) -> str:
    """Return who deals: where that side sits out, the next of those that play."""
    place = sides.index(dealer)
    return next(side for side in sides[place:] + sides[:place] if side in playing)


def list_sales(play: Play, dealer: str) -> list[tuple[str, str, int]]:
    """Return who pays whom how much for cards that a side that sits out sold."""
    winner = play.round_.get("winner")
    payers = {
        "all": play.playing,
        "non-dealers": [side for side in play.playing if side != dealer],
        "losers": [side for side in play.playing if side != winner] if winner else [],
        "none": [],
    }[play.options["selling"]]
    sales = []
    for seller in play.round_.get("sits_out", []):
        price = int(play.options["sold-card"]) * play.get("sold", seller)
        if play.round_.get("sold_with", {}).get(seller):
            price += price
        sales += [(payer, seller, price) for payer in payers]
    return sales


def find_carry(document: Mapping[str, Any], options: Mapping[str, Any], number: int) -> int:
    """Return 2 for each undecided round directly before this one, multiplied, up to the limit."""
    undecided = document.get("undecided", 0)
    for round_ in document["rounds"][: number - 1]:
        undecided = undecided + 1 if round_["outcome"] == "undecided" else 0
    carry = 2**undecided
    return carry if options["carry-limit"] == "none" else min(carry, int(options["carry-limit"]))


def score_sides(play: Play) -> dict[str, dict[str, Any]]:
    """Return what each playing side scores, without what was paid at once."""
    outcome, winner = play.round_["outcome"], play.round_.get("winner")
    own = {side: dict(NO_SCORE) for side in play.playing}
    if outcome == "undecided":
        return own
    if outcome == "stop":
        settled = settle_best(play)
        for side in play.playing:
            own[side] |= {
                "calls": play.get("calls", side),
                "times": settled.times.get(side, 1),
                "paid": settled.paid.get(side, 0),
                "score": settled.scores[side],
            }
        yaku = [[id_, points] for id_, points in settled.yaku]
        own[winner] |= {"base": settled.base, "multiplier": settled.multiplier, "yaku": yaku}
        return own
    option = play.options[outcome]
    base = play.minimum if option == "minimum" else int(option)
    for loser in play.losers:
        own[loser] |= {"paid": base * play.carry, "score": -base * play.carry}
    own[winner] |= {"base": base, "multiplier": play.carry, "score": base * play.carry * len(play.losers)}
    return own


def settle_best(play: Play) -> Settled:
    """Return the stop as the holder of the cup has it: best for himself, then worst for the best other.

    Of equal ways that with the most points of the winner, else an animal. The winner has no way by which he
    could not have stopped.
    """
    captured = play.round_.get("captured", {})
    holder = next((side for side in play.playing if CUP in captured.get(side, [])), None)
    if holder is None:
        return settle(play, {})
    needed = play.minimum + play.get("calls", play.round_["winner"])
    ways = [settle(play, {holder: reading}) for reading in CUP_READINGS[play.options["cup"]]]
    others = [side for side in play.playing if side != holder]
    return min(
        (way for way in ways if way.base >= needed),
        key=lambda way: (-way.scores[holder], max(way.scores[side] for side in others), -way.base),
    )


def settle(play: Play, cup: Mapping[str, tuple[int, int]]) -> Settled:
    """Return who pays what, with the cup of its holder counted so."""
    winner = play.round_["winner"]
    base, yaku, counted = count_winner(play, cup.get(winner, NO_CUP))
    added, multiplier = count_goes(play.options["go"], play.get("calls", winner))
    multiplier *= 2 ** (play.get("shakes", winner) + play.get("bombs", winner)) * play.carry
    if "seven-animals" in counted and is_on(play.options["seven-animals"]):
        multiplier *= 2
    lacks = {loser: find_lacks(play, loser, cup.get(loser, NO_CUP)) for loser in play.losers}
    times = {loser: count_doubles(play, loser, counted, lacks[loser]) for loser in play.losers}
    shares = {loser: (base + added) * multiplier * times[loser] for loser in play.losers}
    for loser in play.losers:
        if "all" in lacks[loser] and play.options["empty-pile"] == "free":
            shares[loser] = 0
    paid = shares
    liable = find_liable(play)
    if liable is not None:
        doubled = shares[liable] if is_on(play.options["liable-doubled"]) else 0
        paid = dict.fromkeys(shares, 0) | {liable: sum(shares.values()) + doubled}
    scores = {loser: -points for loser, points in paid.items()} | {winner: sum(paid.values())}
    return Settled(base, yaku, multiplier, times, paid, scores)


def count_winner(play: Play, cup: tuple[int, int]) -> tuple[int, Yaku, set[str]]:
    """Return the winner's points, his yaku, and what he counts, in the words of `counts`."""
    winner = play.round_["winner"]
    if winner in play.round_.get("points", {}):
        counts = set(play.round_.get("counts", []))
        return (
            play.round_["points"][winner],
            [],
            counts | ({"animals"} if "seven-animals" in counts else set()),
        )
    if winner in play.round_.get("ticked", {}):
        yaku = make_yaku(play.round_["ticked"][winner], play.options)
    else:
        pile = frozenset(play.round_["captured"][winner])
        animals, chaff = count_animals(pile, cup), count_chaff(play, winner, cup)
        yaku = list_yaku(pile, animals, chaff, play.options)
    return sum_points(yaku), yaku, list_counted(yaku)


def count_animals(pile: frozenset[str], cup: tuple[int, int]) -> int:
    return len(pile & ANIMALS - {CUP}) + cup[0]


def count_chaff(play: Play, side: str, cup: tuple[int, int]) -> int:
    """Return the counted chaff of a side, with its jokers and its cup."""
    pile = frozenset(play.round_["captured"][side])
    listed = len(pile & CHAFF) + len(pile & DOUBLE_CHAFF)
    return play.round_.get("chaff", {}).get(side, listed) + play.get("jokers", side) + cup[1]


def list_yaku(pile: frozenset[str], animals: int, chaff: int, options: Mapping[str, Any]) -> Yaku:
    further = {yaku: 0 for yaku, cards in SETS.items() if cards <= pile}
    brights = len(pile & BRIGHTS)
    if brights == 3:
        further["rainy-three-brights" if RAIN_MAN in pile else "three-brights"] = 0
    elif brights > 3:
        is_rainy = RAIN_MAN in pile and options["rainy-four"] == "3"
        further["five-brights" if brights == 5 else "rainy-four-brights" if is_rainy else "four-brights"] = 0
    counts = {"animals": animals - 5, "ribbons": len(pile & RIBBONS) - 5, "chaff": chaff - 10}
    further |= {yaku: more for yaku, more in counts.items() if more >= 0}
    return make_yaku(further, options)


def make_yaku(further: Mapping[str, int], options: Mapping[str, Any]) -> Yaku:
    """Return yaku, given with the number of further cards, in the order of the table."""
    points = POINTS | {"godori": int(options["godori"])}
    return [(yaku, points[yaku] + further[yaku]) for yaku in POINTS if yaku in further]


def list_counted(yaku: Yaku) -> set[str]:
    held = dict(yaku)
    is_counted = {
        "brights": any(each in held for each in BRIGHT_YAKU),
        "chaff": "chaff" in held,
        "animals": "animals" in held,
        "ribbons": "ribbons" in held,
        "seven-animals": held.get("animals", 0) >= 3,
    }
    return {word for word, is_so in is_counted.items() if is_so}


def count_goes(option: str, goes: int) -> tuple[int, int]:
    """Return what own goes add to the points, and by what they then multiply them."""
    if option == "times":
        return (0, goes) if goes >= 2 else (goes, 1)
    factor = 2 ** max(0, goes - 2)
    if option == "two-added":
        return (2 if goes > 2 else goes), factor
    return (0 if option == "only-doubling" and goes >= 3 else goes), factor


def find_lacks(play: Play, loser: str, cup: tuple[int, int]) -> frozenset[str]:
    """Return what a loser lacks in the words of the chips, by his chips or else by his cards."""
    if loser not in play.round_.get("captured", {}):
        chips = frozenset(play.round_.get("lacks", {}).get(loser, []))
        return NOTHING if "all" in chips else chips
    pile = frozenset(play.round_["captured"][loser])
    chaff = count_chaff(play, loser, cup)
    if not pile and not chaff:
        return NOTHING
    limit = play.options["few-chaff"]
    most = MOST_FEW_CHAFF[len(play.playing)] if limit == "usual" else int(limit)
    is_lacking = {
        "brights": not pile & BRIGHTS,
        "animals": count_animals(pile, cup) == 0,
        "ribbons": not pile & RIBBONS,
        "few-chaff": 1 <= chaff <= most,
        "chaff": chaff == 0,
    }
    return frozenset(word for word, is_so in is_lacking.items() if is_so)


def count_doubles(play: Play, loser: str, counted: Collection[str], lacks: Collection[str]) -> int:
    """Return by what a loser's own doubles multiply what he pays."""
    has_too_little_chaff = "few-chaff" in lacks or (
        "chaff" in lacks and play.options["no-chaff"] == "doubled"
    )
    doubles = [
        "brights" in counted and "brights" in lacks,
        "chaff" in counted and has_too_little_chaff,
        "animals" in counted and "animals" in lacks and is_on(play.options["no-animals"]),
        "ribbons" in counted and "ribbons" in lacks and is_on(play.options["no-ribbons"]),
        len(play.playing) == 2 and play.get("calls", loser) > 0,
    ]
    return 2 ** sum(doubles)


def find_liable(play: Play) -> str | None:
    """Return the loser who pays for both, with three."""
    if len(play.playing) == 2:
        return None
    callers = [loser for loser in play.losers if play.get("calls", loser)]
    if not callers:
        refused: str | None = play.round_.get("refused_draw")
        return refused if refused in play.losers else None
    if len(callers) == 1 or play.options["liable"] == "first":
        return callers[0] if len(callers) == 1 else play.round_["first_go"]
    (last,) = (caller for caller in callers if caller != play.round_["first_go"])
    return last
