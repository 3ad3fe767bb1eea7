"""Short ways to write a table's round in a test."""

import itertools
import math

from companion.rules import RULE_SET_IDS, get_rule_set, parse_entry, parse_options, score_round

# The rule sets that are played with cards.
CARD_GAMES = [each for each in RULE_SET_IDS if get_rule_set(each).has_cards]
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")
POETRY = ["pine-ribbon", "plum-ribbon", "cherry-ribbon"]
# The columns of koi-koi.md.
FORMS = ("koikoi-nintendo", "koikoi-compendium", "koikoi-hu", "koikoi-modern")
IRIS = ["iris-bridge", "iris-ribbon", "iris-chaff-1", "iris-chaff-2"]
MAPLE = ["maple-deer", "maple-ribbon", "maple-chaff-1", "maple-chaff-2"]
WILLOW = ["willow-rain-man", "willow-swallow", "willow-ribbon", "willow-lightning"]


def score(raw, *, sides=("Ann", "Ben"), rule_set="kwado-1985", **options):
    """The breakdown of one round under these options."""
    rules = get_rule_set(rule_set)
    return score_round(rules, parse_options(rules, options), parse_entry(raw, rules, sides))


def side_of(breakdown, name="Ann"):
    """What one side scored."""
    return next(side for side in breakdown.sides if side.side == name)


def yaku_of(breakdown, name="Ann"):
    """The ids of the yaku that count for a side."""
    return [score.yaku.id for score in side_of(breakdown, name).yaku]


def by_points(*rows, names=NAMES, **yaku):
    """A round by card points; `yaku` are what a side claims."""
    named = zip(names, rows, strict=False)
    return {"points": {name: {"card_points": each, "yaku": yaku.get(name, [])} for name, each in named}}


def by_counts(ann=(0, 0, 0), ben=(0, 0, 0), **yaku):
    """A round of Kwa-Dō by counts of brights, animals and ribbons; `yaku` are what a side claims."""
    counted = {"Ann": ann, "Ben": ben}
    kinds = ("brights", "animals", "ribbons")
    return {
        "counts": {
            name: dict(zip(kinds, row, strict=True)) | {"yaku": yaku.get(name, [])}
            for name, row in counted.items()
        }
    }


def stopped(**changes):
    """A round of Koi-Koi that Ann stopped; a key that is None is left out."""
    raw = {"outcome": "shobu", "winner": "Ann", "captured": {"Ann": POETRY}} | changes
    return {key: value for key, value in raw.items() if value is not None}


def list_values(rules):
    """Every choice of values; of a game with millions of them each pair beside the defaults."""
    lists = [[value for value, _ in option.values] for option in rules.options]
    if math.prod(map(len, lists)) < 10_000:
        return list(itertools.product(*lists))
    usual = [option.default for option in rules.options]
    pairs = (
        (*usual[:one], first, *usual[one + 1 : other], second, *usual[other + 1 :])
        for one, other in itertools.combinations(range(len(lists)), 2)
        for first, second in itertools.product(lists[one], lists[other])
    )
    return list(dict.fromkeys(pairs))
