"""The yaku of Koi-Koi and what a pile is worth by each of the four rule sets, typed from the rule texts.

Within a group only the best yaku counts. The sake cup is tried every way that its option allows, and the
best one is kept: the points of all yaku together decide, and of equal ways the cup is an animal.

Sources: koi-koi.md, "Yaku"; scoring-io.md, "Koi-Koi"; deck.md, "Month orders".
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from tests.rules.second_scorer.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    BRIGHTS,
    POETRY_RIBBONS,
    RIBBONS,
    list_suit,
)

FORMS = ["koikoi-nintendo", "koikoi-compendium", "koikoi-hu", "koikoi-modern"]
MONTHS = [
    "pine", "plum", "cherry", "wisteria", "iris", "peony",
    "clover", "susuki", "chrysanthemum", "maple", "willow", "paulownia",
]  # fmt: skip
MONTH_CARDS = {month: list_suit(month) for month in MONTHS}

RAIN_MAN = "willow-rain-man"
LIGHTNING = "willow-lightning"
CUP = "chrysanthemum-cup"
CURTAIN = "cherry-curtain"
MOON = "susuki-moon"
DRY_BRIGHTS = BRIGHTS - {RAIN_MAN}
BOAR_DEER_BUTTERFLIES = frozenset({"clover-boar", "maple-deer", "peony-butterflies"})

# Points in the four forms, in their order above; 0 where a form does not have the yaku.
POINTS = {
    "five-brights": (10, 10, 10, 15),
    "four-brights": (8, 8, 8, 8),
    "rainy-four-brights": (7, 7, 0, 7),
    "three-brights": (5, 6, 6, 6),
    "boar-deer-butterflies": (5, 5, 6, 5),
    "animals": (1, 1, 1, 1),
    "poetry-and-blue-ribbons": (10, 10, 0, 10),
    "poetry-ribbons": (5, 5, 6, 5),
    "blue-ribbons": (5, 5, 6, 5),
    "ribbons": (1, 1, 1, 1),
    "moon-viewing": (5, 5, 5, 5),
    "flower-viewing": (5, 5, 5, 5),
    "moonlit-blossoms": (0, 10, 0, 0),
    "month-cards": (0, 4, 0, 4),
    "chaff": (1, 1, 1, 1),
}
# A point more for each further card: everywhere, or everywhere but in Hu's rules.
GROWING = ["animals", "ribbons", "chaff"]
GROWING_BUT_NOT_IN_HU = [
    "boar-deer-butterflies", "poetry-and-blue-ribbons", "poetry-ribbons", "blue-ribbons",
]  # fmt: skip
BRIGHT_GROUP = ["five-brights", "four-brights", "rainy-four-brights", "three-brights"]
ANIMAL_GROUP = ["boar-deer-butterflies", "animals"]
RIBBON_GROUP = ["poetry-and-blue-ribbons", "poetry-ribbons", "blue-ribbons", "ribbons"]

VIEWINGS = {
    "moon": ("moon-viewing", frozenset({MOON, CUP})),
    "flower": ("flower-viewing", frozenset({CURTAIN, CUP})),
}

# As how many animals and how many chaff cards the sake cup counts.
CUP_READINGS = {
    "animal": [(1, 0)],
    "either": [(1, 0), (0, 1)],
    "both": [(1, 1)],
    "both-double": [(1, 2)],
    "chaff": [(0, 1)],
}
DEFAULT_CUP = {
    "koikoi-nintendo": "both",
    "koikoi-compendium": "either",
    "koikoi-hu": "animal",
    "koikoi-modern": "both",
}

Yaku = list[tuple[str, int]]


@dataclass(frozen=True)
class Agreed:
    """What decides which yaku count in a round."""

    form: str
    cup: str
    viewing: str = "on"
    has_moonlit_blossoms: bool = False
    is_best_only: bool = True
    """Whether of brights, of animals and of ribbons only the best yaku counts."""
    month: str | None = None
    """The suit of the month where month cards count."""
    rained_out: Collection[str] = field(default=())


def list_yaku(pile: Collection[str], chaff: int, agreed: Agreed) -> Yaku:
    """Return the yaku in the order of the table, with points; the cup is not among the chaff."""
    cup_readings = CUP_READINGS[agreed.cup] if CUP in pile else [(0, 0)]
    ways = [
        find_yaku(frozenset(pile), chaff + cup_chaff, cup_animals, agreed)
        for cup_animals, cup_chaff in cup_readings
    ]
    return max(ways, key=sum_points)


def sum_points(yaku: Yaku) -> int:
    return sum(points for _, points in yaku)


def find_yaku(pile: frozenset[str], chaff: int, cup_animals: int, agreed: Agreed) -> Yaku:
    """Return the yaku with the cup counted one way: its chaff is in the number, its animals are given."""
    further = (
        find_brights(pile, agreed.form)
        | find_animals(len(pile & ANIMALS - {CUP}) + cup_animals, pile)
        | find_ribbons(pile)
        | find_viewings(pile, agreed)
    )
    if agreed.month is not None and MONTH_CARDS[agreed.month] <= pile:
        further["month-cards"] = 0
    if chaff >= 10:
        further["chaff"] = chaff - 10

    column = FORMS.index(agreed.form)
    grows = GROWING if agreed.form == "koikoi-hu" else GROWING + GROWING_BUT_NOT_IN_HU
    worth = {
        yaku: POINTS[yaku][column] + (cards if yaku in grows else 0)
        for yaku, cards in further.items()
        if POINTS[yaku][column]
    }
    best_of: list[list[str]] = [BRIGHT_GROUP] if agreed.is_best_only else []
    if agreed.is_best_only and agreed.form != "koikoi-hu":
        best_of += [ANIMAL_GROUP, RIBBON_GROUP]
    beaten = [yaku for group in best_of for yaku in list_beaten(worth, group)]
    kept = [yaku for yaku in POINTS if yaku in worth and yaku not in beaten]
    viewings = {"moonlit-blossoms", *(yaku for yaku, _ in VIEWINGS.values())}
    if agreed.viewing == "with-another" and set(kept) <= viewings:
        kept = []
    return [(yaku, worth[yaku]) for yaku in kept]


def find_brights(pile: frozenset[str], form: str) -> dict[str, int]:
    """Return the yaku of brights, all that the cards make; no further bright counts."""
    dry = len(pile & DRY_BRIGHTS)
    has_rain_man = RAIN_MAN in pile
    if form == "koikoi-hu":
        count = dry + has_rain_man
        made = {"five-brights": count == 5, "four-brights": count >= 4, "three-brights": count >= 3}
    else:
        made = {
            "five-brights": dry == 4 and has_rain_man,
            "four-brights": dry == 4,
            "rainy-four-brights": dry >= 3 and has_rain_man,
            "three-brights": dry >= 3,
        }
    return {yaku: 0 for yaku, is_made in made.items() if is_made}


def find_animals(animals: int, pile: frozenset[str]) -> dict[str, int]:
    """Return the yaku of animals with the number of further animals."""
    further = {}
    if pile >= BOAR_DEER_BUTTERFLIES:
        further["boar-deer-butterflies"] = animals - 3
    if animals >= 5:
        further["animals"] = animals - 5
    return further


def find_ribbons(pile: frozenset[str]) -> dict[str, int]:
    """Return the yaku of ribbons with the number of further ribbons, of any sort."""
    ribbons = len(pile & RIBBONS)
    needed = {
        "poetry-and-blue-ribbons": (6, POETRY_RIBBONS | BLUE_RIBBONS),
        "poetry-ribbons": (3, POETRY_RIBBONS),
        "blue-ribbons": (3, BLUE_RIBBONS),
        "ribbons": (5, frozenset()),
    }
    return {
        yaku: ribbons - least for yaku, (least, set_) in needed.items() if set_ <= pile and ribbons >= least
    }


def find_viewings(pile: frozenset[str], agreed: Agreed) -> dict[str, int]:
    """Return moonlit blossoms, or else the viewings, where they are not off and not rained out.

    Moonlit blossoms are a viewing too. Our reading: what lies on the field spoils only the other two.
    """
    if agreed.viewing == "off":
        return {}
    if agreed.viewing == "rained-out" and pile & {RAIN_MAN, LIGHTNING}:
        return {}
    if agreed.has_moonlit_blossoms and {CURTAIN, MOON, CUP} <= pile:
        return {"moonlit-blossoms": 0}
    rained_out = agreed.rained_out if agreed.viewing == "field" else ()
    return {yaku: 0 for name, (yaku, cards) in VIEWINGS.items() if cards <= pile and name not in rained_out}


def list_beaten(worth: Mapping[str, int], group: list[str]) -> list[str]:
    """Return the yaku of a group but for the one that is worth most."""
    held = [yaku for yaku in group if yaku in worth]
    return sorted(held, key=lambda yaku: worth[yaku])[:-1]
