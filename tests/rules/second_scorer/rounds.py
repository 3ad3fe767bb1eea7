"""Random whole games as documents: every way of entering a round, all options, often several yaku.

All that a round says comes from one deal of cards: no card is held twice, and who claims a yaku has its
cards. A target in a game that counts victories is left out: the texts do not say what must reach it.

Sources: scoring-io.md.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from tests.rules.second_scorer import cards, hana_awase, min_hwatu, mushi, roppyakken

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus"]
CAPTURED_WAYS = ["lists", "rest", "points only", "rest of points", "rest of points beside chaff"]
# Where chaff counts.
WAYS_WITH_CHAFF = [
    "lists", "rest", "chaff as a number", "chaff as a number, rest of points", "counts", "points",
]  # fmt: skip
KINDS_WITH_CHAFF = {
    "brights": cards.BRIGHTS,
    "animals": cards.ANIMALS,
    "ribbons": cards.RIBBONS,
    "chaff": cards.CHAFF,
}

Piles = dict[str, set[str]]


@dataclass(frozen=True)
class MadeGame:
    """What the documents of a rule set are made from.

    A yaku of `needed` takes so many of its cards, every other all of them. `most` sides play. One without
    `has_length` makes its target with its options.
    """

    values: Mapping[str, int]
    yaku: Mapping[str, frozenset[str]]
    kinds: Mapping[str, Collection[str]]
    ways: list[str]
    make_options: Callable[[Random], dict[str, Any]]
    list_in_play: Callable[[Mapping[str, Any]], Collection[str]]
    level_kind: str
    has_gaji: bool = False
    gives_dealers: bool = False
    needed: Mapping[str, int] = field(default_factory=dict)
    most: int = 7
    has_length: bool = True
    may_sit_out: bool = False

    def has(self, yaku: str, pile: Collection[str]) -> bool:
        return len(self.yaku[yaku].intersection(pile)) >= self.needed.get(yaku, len(self.yaku[yaku]))


def make_document(random: Random, game: str) -> dict[str, Any]:
    """Return a game of 1 to 14 rounds between as many sides as may play."""
    made = GAMES[game]
    sides = random.sample(NAMES, random.randint(2, made.most))
    options = made.make_options(random)
    is_level = random.random() < 0.1
    if made.has_length:
        add_length(random, options, highest_target=30 if is_level else 500)
    elif is_level:
        options["target"] = 30
    count = random.randint(10, 14) if random.random() < 0.05 else random.randint(1, 8)
    rounds = [
        make_level_round(random, made, sides)
        if is_level
        else make_round_without(random, made, sides, options)
        for _ in range(count)
    ]
    for round_ in rounds:
        if made.gives_dealers and random.random() < 0.25:
            round_["dealer"] = random.choice(sides)
        if options.get("round-up") == "joker" and random.random() < 0.9:
            round_["joker"] = random.choice(sides)
    return {"game": game, "options": options, "sides": sides, "rounds": rounds}


def make_min_hwatu_options(random: Random) -> dict[str, Any]:
    ids = random.sample(list(cards.MIN_HWATU_YAKU), random.randint(0, len(cards.MIN_HWATU_YAKU)))
    offered: dict[str, list[Any]] = {
        "yaku": ["core", "all", ids],
        "payment": ["zero-sum", "as-written"],
        "settlement": ["payments", "payments", "additive", "par"],
        "tie": ["share", "play-on"],
        "round-up": ["off", "player", "joker"],
    }
    return choose_some(random, offered)


def make_sakura_options(random: Random) -> dict[str, Any]:
    offered: dict[str, list[Any]] = {
        "leftover": ["month", "all"],
        "count": ["points", "victories"],
        "chu": [True, False],
        "basa": [True, False],
        "tie": ["share", "play-on"],
    }
    return choose_some(random, offered)


def make_japanese_options(random: Random) -> dict[str, Any]:
    """The Japanese table is always played with yaku."""
    options = make_hana_awase_options(random)
    return options | ({"yaku": "all"} if options.get("yaku") == "bakappana" else {})


def make_hana_awase_options(random: Random) -> dict[str, Any]:
    ids = random.sample(list(cards.HANA_AWASE_YAKU), random.randint(0, len(cards.HANA_AWASE_YAKU)))
    offered: dict[str, list[Any]] = {
        "yaku": ["bakappana", "all", "all", ids],
        "settlement": ["par", "par", "additive"],
        "gaji": ["off", "mushi"],
        "dandruff": ["off", "on"],
        "willow-row-cancels": ["off", "all", "others"],
        "rain-spoils-viewings": [True, False],
        "tie": ["share", "play-on"],
    }
    return choose_some(random, offered)


def make_roppyakken_options(random: Random) -> dict[str, Any]:
    ids = random.sample(list(cards.ROPPYAKKEN_YAKU), random.randint(0, len(cards.ROPPYAKKEN_YAKU)))
    offered: dict[str, list[Any]] = {
        "yaku": ["none", "all", "all", ids],
        "several": ["yaku", "total"],
        "fuke": ["off", "on", "cards"],
        "tie": ["share", "play-on"],
        "target": [300, 600, 2_000],
    }
    return choose_some(random, offered)


def make_mushi_options(random: Random) -> dict[str, Any]:
    ids = random.sample(list(cards.MUSHI_YAKU), random.randint(0, len(cards.MUSHI_YAKU)))
    return choose_some(random, {"yaku": ["short", "all", "all", ids], "tie": ["share", "play-on"]})


def choose_some(random: Random, offered: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Return a value for most of the options; the others are left to their defaults."""
    return {option: random.choice(values) for option, values in offered.items() if random.random() < 0.7}


def add_length(random: Random, options: dict[str, Any], highest_target: int) -> None:
    kind = random.choice(["rounds", "rounds", "target", "target", "default"])
    if kind == "rounds":
        options["rounds"] = random.randint(1, 9)
    elif kind == "target" and options.get("count") != "victories":
        options["target"] = random.randint(5, highest_target)


def make_level_round(random: Random, made: MadeGame, sides: list[str]) -> dict[str, Any]:
    """Return a counted round in which all sides have nearly the same, so that ties arise."""
    ahead = random.choice(sides) if random.random() < 0.3 else None
    counts: dict[str, dict[str, Any]] = {side: dict.fromkeys(made.kinds, 0) | {"yaku": []} for side in sides}
    for side in sides:
        counts[side][made.level_kind] = 2 if side == ahead else 1
    return {"counts": counts}


def make_round_without(
    random: Random, made: MadeGame, sides: list[str], options: dict[str, Any]
) -> dict[str, Any]:
    """Return a round in which now and then some sides sit out, said to have nothing or not named at all."""
    if not made.may_sit_out or len(sides) == 2 or random.random() < 0.7:
        return make_round(random, made, sides, options)
    out = random.sample(sides, random.randint(1, len(sides) - 2))
    round_ = make_round(random, made, [side for side in sides if side not in out], options)
    if "captured" in round_ and random.random() < 0.5:
        round_["captured"] |= {side: [] for side in out}
    return round_ | {"sits_out": out}


def make_round(random: Random, made: MadeGame, sides: list[str], options: dict[str, Any]) -> dict[str, Any]:
    piles = deal(random, sides, list(made.yaku.values()), made.values.keys())
    way = random.choice(made.ways)
    if way in ("counts", "points"):
        return {way: {side: count_pile(random, made, piles[side], way, options) for side in sides}}
    round_: dict[str, Any] = {}
    if made.has_gaji and random.random() < 0.7:
        round_["gaji"] = use_gaji(random, piles)
    return round_ | enter_captured(random, made, piles, way, options)


def deal(
    random: Random, sides: list[str], sets: list[frozenset[str]], deck: Collection[str] = cards.DECK
) -> Piles:
    """Return a score pile for each side: some whole sets first, then card by card, some of them nobody's."""
    owners: dict[str, str] = {}
    for wanted in random.sample(sets, random.randint(0, min(6, len(sets)))):
        holders = {owners[card] for card in sorted(wanted) if card in owners}
        if len(holders) <= 1:
            owner = holders.pop() if holders else random.choice(sides)
            owners |= dict.fromkeys(wanted, owner)
    share_of_nobody = random.choice([0, 0, 0.1, 0.3])
    weights = [random.choice([1, 1, 1, 5]) for _ in sides]
    free = sorted(set(deck) - owners.keys())
    owners |= zip(free, random.choices(sides, weights, k=len(free)), strict=True)
    piles: Piles = {side: set() for side in sides}
    for card, owner in owners.items():
        if card not in free or random.random() >= share_of_nobody:
            piles[owner].add(card)
    return piles


def use_gaji(random: Random, piles: Piles) -> dict[str, str]:
    """Return a use of the lightning card by one side, whose pile then has it and the card it took."""
    user = random.choice(sorted(piles))
    took = random.choice(sorted(cards.DECK - {"willow-lightning"}))
    for pile in piles.values():
        pile -= {"willow-lightning", took}
        if random.random() < 0.5:
            pile -= cards.list_suit(cards.get_suit(took))
    piles[user] |= {"willow-lightning", took}
    return {"by": user, "took": took}


def count_pile(
    random: Random, made: MadeGame, pile: set[str], way: str, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what a table enters that has counted a pile by hand."""
    claims = [yaku for yaku in made.yaku if made.has(yaku, pile)]
    if options.get("rain-spoils-viewings") and "willow-rain-man" in pile:
        claims = [yaku for yaku in claims if yaku not in hana_awase.VIEWINGS]
    if random.random() < 0.9:
        claims = [yaku for yaku in claims if yaku in made.list_in_play(options)]
    random.shuffle(claims)
    if way == "points":
        return {"card_points": sum(made.values[card] for card in pile), "yaku": claims}
    return {kind: len(pile.intersection(of_kind)) for kind, of_kind in made.kinds.items()} | {"yaku": claims}


def enter_captured(
    random: Random, made: MadeGame, piles: Piles, way: str, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the piles as lists of cards, or with one side that has the rest."""
    rest_side = random.choice(sorted(piles))
    has_numbers = way.startswith("chaff as a number")
    has_no_chaff = way in ("points only", "rest of points") or has_numbers
    no_points = {card for card in cards.CHAFF if has_numbers or not made.values.get(card)}
    captured: dict[str, Any] = {}
    for side, pile in piles.items():
        kept = sorted(card for card in pile if card not in no_points or not has_no_chaff)
        if has_no_chaff and "willow-lightning" in pile and random.random() < 0.5:
            kept.append("willow-lightning")
        random.shuffle(kept)
        captured[side] = kept
    if way not in ("lists", "points only", "chaff as a number"):
        captured[rest_side] = "rest" if way == "rest" else "rest-of-points"
    round_: dict[str, Any] = {"captured": captured}
    if has_no_chaff:
        in_play = [made.yaku[yaku] for yaku in made.list_in_play(options)]
        months = [wanted for wanted in in_play if len({cards.get_suit(card) for card in wanted}) == 1]
        all_four = {
            cards.get_suit(min(month)): side for month in months for side in piles if month <= piles[side]
        }
        if all_four:
            round_["all_four"] = all_four
    if has_numbers:
        round_["chaff"] = {side: len(pile & cards.CHAFF) for side, pile in piles.items()}
    return round_


GAMES = {
    "min-hwatu": MadeGame(
        values=cards.MIN_HWATU_VALUES,
        yaku={yaku: wanted for yaku, (_, wanted) in cards.MIN_HWATU_YAKU.items()},
        kinds={"brights": cards.BRIGHTS, "animals": cards.ANIMALS, "ribbons": cards.RIBBONS},
        ways=[*CAPTURED_WAYS, "counts", "points"],
        make_options=make_min_hwatu_options,
        list_in_play=lambda options: min_hwatu.list_yaku_in_play(options.get("yaku", "core")),
        level_kind="ribbons",
        gives_dealers=True,
        may_sit_out=True,
    ),
    "sakura": MadeGame(
        values=cards.SAKURA_VALUES,
        yaku=cards.SAKURA_YAKU,
        kinds={"twenties": cards.TWENTIES, "tens": cards.TENS, "fives": cards.FIVES},
        ways=[*CAPTURED_WAYS, "counts"],
        make_options=make_sakura_options,
        list_in_play=lambda options: list(cards.SAKURA_YAKU),
        level_kind="tens",
        has_gaji=True,
    ),
    "hana-awase": MadeGame(
        values=cards.HANA_AWASE_VALUES,
        yaku={yaku: wanted for yaku, (_, wanted, *_) in cards.HANA_AWASE_YAKU.items()},
        kinds=KINDS_WITH_CHAFF,
        ways=WAYS_WITH_CHAFF,
        make_options=make_hana_awase_options,
        list_in_play=lambda options: hana_awase.list_yaku_in_play(options.get("yaku", "all")),
        level_kind="chaff",
        needed={yaku: needed for yaku, (_, _, needed, _) in cards.HANA_AWASE_YAKU.items()},
        has_gaji=True,
        most=4,
        may_sit_out=True,
    ),
    "mushi": MadeGame(
        values=cards.MUSHI_VALUES,
        yaku={yaku: wanted for yaku, (_, wanted) in cards.MUSHI_YAKU.items()},
        kinds=KINDS_WITH_CHAFF,
        ways=WAYS_WITH_CHAFF,
        make_options=make_mushi_options,
        list_in_play=lambda options: mushi.list_yaku_in_play(options.get("yaku", "all")),
        level_kind="chaff",
        most=2,
    ),
    "roppyakken": MadeGame(
        values=cards.ROPPYAKKEN_VALUES,
        yaku={yaku: wanted for yaku, (_, wanted, _) in cards.ROPPYAKKEN_YAKU.items()},
        kinds={"fifties": cards.FIFTIES, "tens": cards.TENS_OF_ROPPYAKKEN},
        ways=[*CAPTURED_WAYS, "counts", "points"],
        make_options=make_roppyakken_options,
        list_in_play=lambda options: roppyakken.list_yaku_in_play(options.get("yaku", "all")),
        level_kind="tens",
        needed={yaku: needed for yaku, (_, _, needed) in cards.ROPPYAKKEN_YAKU.items()},
        most=3,
        has_length=False,
    ),
}
GAMES["hana-awase-japanese"] = replace(GAMES["hana-awase"], make_options=make_japanese_options)
