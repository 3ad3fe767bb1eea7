"""The 48 cards, their values and the yaku of games that count cards, typed from the rule texts.

Sources: deck.md, "Identifiers"; min-hwatu.md, "Yaku"; sakura.md, "Card values"; kwado.md, "Bonuses" (the sets
of `sakura-1` to `sakura-8`); hana-awase.md, mushi.md and roppyakken.md (values, the table of yaku).
"""

BRIGHTS = frozenset({"pine-crane", "cherry-curtain", "susuki-moon", "willow-rain-man", "paulownia-phoenix"})
ANIMALS = frozenset(
    {
        "plum-warbler", "wisteria-cuckoo", "iris-bridge", "peony-butterflies", "clover-boar", "susuki-geese",
        "chrysanthemum-cup", "maple-deer", "willow-swallow",
    }
)  # fmt: skip
RIBBONS = frozenset(
    {
        "pine-ribbon", "plum-ribbon", "cherry-ribbon", "wisteria-ribbon", "iris-ribbon", "peony-ribbon",
        "clover-ribbon", "chrysanthemum-ribbon", "maple-ribbon", "willow-ribbon",
    }
)  # fmt: skip
CHAFF = frozenset(
    {
        "pine-chaff-1", "pine-chaff-2", "plum-chaff-1", "plum-chaff-2", "cherry-chaff-1", "cherry-chaff-2",
        "wisteria-chaff-1", "wisteria-chaff-2", "iris-chaff-1", "iris-chaff-2", "peony-chaff-1",
        "peony-chaff-2", "clover-chaff-1", "clover-chaff-2", "susuki-chaff-1", "susuki-chaff-2",
        "chrysanthemum-chaff-1", "chrysanthemum-chaff-2", "maple-chaff-1", "maple-chaff-2",
        "willow-lightning", "paulownia-chaff-1", "paulownia-chaff-2", "paulownia-chaff-3",
    }
)  # fmt: skip
DECK = BRIGHTS | ANIMALS | RIBBONS | CHAFF

MIN_HWATU_VALUES = (
    dict.fromkeys(BRIGHTS, 20)
    | dict.fromkeys(ANIMALS, 10)
    | dict.fromkeys(RIBBONS, 5)
    | dict.fromkeys(CHAFF, 0)
)

TWENTIES = frozenset({"pine-crane", "cherry-curtain", "susuki-moon", "paulownia-phoenix"})
TENS = RIBBONS | {"paulownia-chaff-1"}
FIVES = ANIMALS | {"willow-rain-man"}
SAKURA_VALUES = (
    dict.fromkeys(DECK, 0) | dict.fromkeys(TWENTIES, 20) | dict.fromkeys(TENS, 10) | dict.fromkeys(FIVES, 5)
)


def get_suit(card: str) -> str:
    return card.partition("-")[0]


def list_suit(suit: str) -> frozenset[str]:
    return frozenset(card for card in DECK if get_suit(card) == suit)


POETRY_RIBBONS = frozenset({"pine-ribbon", "plum-ribbon", "cherry-ribbon"})
BLUE_RIBBONS = frozenset({"peony-ribbon", "chrysanthemum-ribbon", "maple-ribbon"})
GRASS_RIBBONS = frozenset({"wisteria-ribbon", "iris-ribbon", "clover-ribbon"})

# Id, points, cards. The first six are the core.
MIN_HWATU_YAKU = {
    "hongdan": (30, POETRY_RIBBONS),
    "cheongdan": (30, BLUE_RIBBONS),
    "chodan": (30, GRASS_RIBBONS),
    "choyak": (20, list_suit("iris")),
    "pungyak": (20, list_suit("maple")),
    "biyak": (20, list_suit("willow")),
    "godori": (50, frozenset({"plum-warbler", "wisteria-cuckoo", "susuki-geese"})),
    "ogwang": (50, BRIGHTS),
    "ttongyak": (20, list_suit("paulownia")),
    "five-brights-200": (200, BRIGHTS),
    "springtime": (150, frozenset({"pine-crane", "plum-warbler", "cherry-curtain"})),
    "grand-views": (150, frozenset({"pine-crane", "cherry-curtain", "susuki-moon", "chrysanthemum-cup"})),
    "views": (100, frozenset({"cherry-curtain", "susuki-moon", "chrysanthemum-cup"})),
    "boar-deer-butterflies": (50, frozenset({"clover-boar", "maple-deer", "peony-butterflies"})),
}

SAKURA_YAKU = {
    "sakura-1": frozenset({"pine-crane", "plum-warbler", "cherry-curtain"}),
    "sakura-2": frozenset({"cherry-curtain", "susuki-moon", "chrysanthemum-cup"}),
    "sakura-3": frozenset({"peony-butterflies", "chrysanthemum-cup", "maple-deer"}),
    "sakura-4": frozenset({"clover-boar", "susuki-geese", "maple-deer"}),
    "sakura-5": frozenset({"wisteria-cuckoo", "iris-bridge", "clover-boar"}),
    "sakura-6": GRASS_RIBBONS,
    "sakura-7": BLUE_RIBBONS,
    "sakura-8": POETRY_RIBBONS,
}

HANA_AWASE_VALUES = MIN_HWATU_VALUES | dict.fromkeys(CHAFF, 1)

# Id, points, cards, how many of them, the group in which only the best counts.
HANA_AWASE_YAKU: dict[str, tuple[int, frozenset[str], int, str]] = {
    "five-brights": (100, BRIGHTS, 5, "bright"),
    "four-brights": (60, BRIGHTS - {"willow-rain-man"}, 4, "bright"),
    "spring": (30, frozenset({"pine-crane", "plum-warbler", "cherry-curtain"}), 3, "bright"),
    "pine-paulownia-moon": (20, frozenset({"pine-crane", "paulownia-phoenix", "susuki-moon"}), 3, "bright"),
    "seven-ribbons": (40, RIBBONS - {"willow-ribbon"}, 7, "ribbon count"),
    "six-ribbons": (30, RIBBONS - {"willow-ribbon"}, 6, "ribbon count"),
    "poetry-ribbons": (40, POETRY_RIBBONS, 3, ""),
    "blue-ribbons": (40, BLUE_RIBBONS, 3, ""),
    "grass-ribbons": (20, GRASS_RIBBONS, 3, ""),
    "boar-deer-butterflies": (20, frozenset({"clover-boar", "maple-deer", "peony-butterflies"}), 3, ""),
    "drinking": (40, frozenset({"chrysanthemum-cup", "cherry-curtain", "susuki-moon"}), 3, "viewing"),
    "flower-viewing": (20, frozenset({"chrysanthemum-cup", "cherry-curtain"}), 2, "viewing"),
    "moon-viewing": (20, frozenset({"chrysanthemum-cup", "susuki-moon"}), 2, "viewing"),
    "willow-row": (10, list_suit("willow"), 4, ""),
    "wisteria-row": (10, list_suit("wisteria"), 4, ""),
    "paulownia-row": (10, list_suit("paulownia"), 4, ""),
}
# What the Japanese table gives otherwise; the order within a group stays.
JAPANESE_POINTS = {
    "five-brights": 200, "drinking": 30, "willow-row": 20, "wisteria-row": 20, "paulownia-row": 20,
}  # fmt: skip

# mushi.md: forty cards.
MUSHI_VALUES = {
    card: value
    for card, value in HANA_AWASE_VALUES.items()
    if card not in list_suit("peony") | list_suit("clover")
}
# Id, points, cards.
MUSHI_YAKU = {
    "five-brights": (30, BRIGHTS),
    "three-brights": (25, frozenset({"pine-crane", "plum-warbler", "cherry-curtain"})),
    "four-wisterias": (10, list_suit("wisteria")),
    "four-paulownias": (10, list_suit("paulownia")),
}

# roppyakken.md: brights and warbler 50, the other animals, ribbons and the yellow paulownia 10.
FIFTIES = BRIGHTS | {"plum-warbler"}
TENS_OF_ROPPYAKKEN = (ANIMALS | RIBBONS | {"paulownia-chaff-1"}) - FIFTIES
ROPPYAKKEN_VALUES = (
    dict.fromkeys(DECK, 0) | dict.fromkeys(FIFTIES, 50) | dict.fromkeys(TENS_OF_ROPPYAKKEN, 10)
)
# Id, points, cards, how many of them.
ROPPYAKKEN_YAKU: dict[str, tuple[int, frozenset[str], int]] = {
    "four-brights": (600, BRIGHTS - {"willow-rain-man"}, 4),
    "seven-ribbons": (600, RIBBONS, 7),
    "boar-deer-butterflies": (300, frozenset({"clover-boar", "maple-deer", "peony-butterflies"}), 3),
    "gun": (300, frozenset({"chrysanthemum-cup", "cherry-curtain", "susuki-moon"}), 3),
    "flower-viewing": (100, frozenset({"chrysanthemum-cup", "cherry-curtain"}), 2),
    "moon-viewing": (100, frozenset({"chrysanthemum-cup", "susuki-moon"}), 2),
    "four-rains": (200, list_suit("willow"), 4),
    "pine-paulownia-moon": (150, frozenset({"pine-crane", "paulownia-phoenix", "susuki-moon"}), 3),
    "big-three": (150, frozenset({"pine-crane", "plum-warbler", "cherry-curtain"}), 3),
    "little-three": (100, POETRY_RIBBONS, 3),
    "blue-ribbons": (100, BLUE_RIBBONS, 3),
    "grass-ribbons": (100, GRASS_RIBBONS, 3),
    "four-pines": (50, list_suit("pine"), 4),
    "four-plums": (50, list_suit("plum"), 4),
    "four-cherries": (50, list_suit("cherry"), 4),
    "four-wisterias": (50, list_suit("wisteria"), 4),
    "four-susuki": (50, list_suit("susuki"), 4),
    "four-maples": (50, list_suit("maple"), 4),
    "four-paulownias": (50, list_suit("paulownia"), 4),
}
