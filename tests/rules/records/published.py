"""What the texts of the rules say of each rule set: deals, months, values, yaku, options, lengths.

A row names what `tests/rules/records/test_rule_set.py` describes.

Sources: kwado.md, "Deal", "Players, sides, seats", "Bonuses"; min-hwatu.md; sakura.md; hana-awase.md;
mushi.md; roppyakken.md; koi-koi.md; go-stop.md; next-games.md.
"""

from collections.abc import Iterable
from typing import Any

from companion.cards import DECK, POINT_CARDS, CardSet, Kind
from tests.rules.scoring.cases import (
    BLUE,
    DRY_BRIGHTS,
    GRASS,
    HUNT,
    IRISES,
    KOI_KOI_YAKU,
    MAPLES,
    POEMS,
    SAKURA_1,
    VIEWS,
    WILLOWS,
)
from tests.rules.tables import FORMS


def value(brights: int, animals: int, ribbons: int, chaff: int) -> dict[str, int]:
    """What each card is worth by its kind."""
    worth = {Kind.BRIGHT: brights, Kind.ANIMAL: animals, Kind.RIBBON: ribbons, Kind.CHAFF: chaff}
    return {card.id: worth[card.kind] for card in DECK}


def read(rows: Iterable[tuple[str, int, str]]) -> list[tuple[str, int, CardSet]]:
    """The yaku of a table, with their cards."""
    return [(yaku, points, CardSet.from_ids(cards.split())) for yaku, points, cards in rows]


BRIGHTS = f"{DRY_BRIGHTS} willow-rain-man"
WISTERIA = "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1 wisteria-chaff-2"
PAULOWNIA = "paulownia-phoenix paulownia-chaff-1 paulownia-chaff-2 paulownia-chaff-3"
SAKURA_SETS = [
    SAKURA_1,
    VIEWS,
    "peony-butterflies chrysanthemum-cup maple-deer",
    "clover-boar susuki-geese maple-deer",
    "wisteria-cuckoo iris-bridge clover-boar",
    GRASS,
    BLUE,
    POEMS,
]

# kwado.md, "Bonuses": id, points, cards.
BONUSES = [
    ("four-iris", 30, IRISES),
    ("four-maple", 30, MAPLES),
    ("four-willow", 30, WILLOWS),
    ("five-brights", 100, BRIGHTS),
    ("dragon", 25, "paulownia-phoenix"),
    *((f"sakura-{number}", 30, cards) for number, cards in enumerate(SAKURA_SETS, 1)),
]
BONUS_IDS = [row[0] for row in BONUSES]
IN_1982 = [*BONUS_IDS[:5], "sakura-8"]
MONTH = BONUS_IDS[:3]
MIN_HWATU_YAKU = [
    ("hongdan", 30, POEMS),
    ("cheongdan", 30, BLUE),
    ("chodan", 30, GRASS),
    ("choyak", 20, IRISES),
    ("pungyak", 20, MAPLES),
    ("biyak", 20, WILLOWS),
    ("godori", 50, "plum-warbler wisteria-cuckoo susuki-geese"),
    ("ogwang", 50, BRIGHTS),
    ("ttongyak", 20, PAULOWNIA),
    ("five-brights-200", 200, BRIGHTS),
    ("springtime", 150, SAKURA_1),
    ("grand-views", 150, "pine-crane cherry-curtain susuki-moon chrysanthemum-cup"),
    ("views", 100, VIEWS),
    ("boar-deer-butterflies", 50, HUNT),
]
# Six and seven ribbons are any of nine.
HANA_AWASE_YAKU = [
    ("five-brights", 100, BRIGHTS),
    ("four-brights", 60, DRY_BRIGHTS),
    ("spring", 30, SAKURA_1),
    ("pine-paulownia-moon", 20, "pine-crane paulownia-phoenix susuki-moon"),
    ("seven-ribbons", 40, ""),
    ("six-ribbons", 30, ""),
    ("poetry-ribbons", 40, POEMS),
    ("blue-ribbons", 40, BLUE),
    ("grass-ribbons", 20, GRASS),
    ("boar-deer-butterflies", 20, HUNT),
    ("drinking", 40, VIEWS),
    ("flower-viewing", 20, "chrysanthemum-cup cherry-curtain"),
    ("moon-viewing", 20, "chrysanthemum-cup susuki-moon"),
    ("willow-row", 10, WILLOWS),
    ("wisteria-row", 10, WISTERIA),
    ("paulownia-row", 10, PAULOWNIA),
]
JAPANESE = {"five-brights": 200, "drinking": 30, "willow-row": 20, "wisteria-row": 20, "paulownia-row": 20}
MUSHI_YAKU = [
    ("five-brights", 30, BRIGHTS),
    ("three-brights", 25, SAKURA_1),
    ("four-wisterias", 10, WISTERIA),
    ("four-paulownias", 10, PAULOWNIA),
]
# Seven ribbons are any of ten.
ROPPYAKKEN_YAKU = [
    ("four-brights", 600, DRY_BRIGHTS),
    ("seven-ribbons", 600, ""),
    ("boar-deer-butterflies", 300, HUNT),
    ("gun", 300, VIEWS),
    ("flower-viewing", 100, "chrysanthemum-cup cherry-curtain"),
    ("moon-viewing", 100, "chrysanthemum-cup susuki-moon"),
    ("four-rains", 200, WILLOWS),
    ("pine-paulownia-moon", 150, "pine-crane paulownia-phoenix susuki-moon"),
    ("big-three", 150, SAKURA_1),
    ("little-three", 100, POEMS),
    ("blue-ribbons", 100, BLUE),
    ("grass-ribbons", 100, GRASS),
    ("four-pines", 50, "pine-crane pine-ribbon pine-chaff-1 pine-chaff-2"),
    ("four-plums", 50, "plum-warbler plum-ribbon plum-chaff-1 plum-chaff-2"),
    ("four-cherries", 50, "cherry-curtain cherry-ribbon cherry-chaff-1 cherry-chaff-2"),
    ("four-wisterias", 50, WISTERIA),
    ("four-susuki", 50, "susuki-moon susuki-geese susuki-chaff-1 susuki-chaff-2"),
    ("four-maples", 50, MAPLES),
    ("four-paulownias", 50, PAULOWNIA),
]
# mushi.md: peony and bush clover.
OUT_OF_MUSHI = (
    "peony-butterflies peony-ribbon peony-chaff-1 peony-chaff-2 "
    "clover-boar clover-ribbon clover-chaff-1 clover-chaff-2"
)
TWENTIES = dict.fromkeys(DRY_BRIGHTS.split(), 20)
STANDARD = [1, 10, 11, 12]
KOREAN = [1, 10, 12, 11]
KWADO_OPTIONS = {
    "bonus": ({"after-floor", "before-floor"}, "after-floor"),
    "gaji": ({"off", "kwado", "sakura"}, "off"),
    "tie": ({"share", "play-on"}, "share"),
    "dealer": ({"most-points", "left", "fixed"}, "most-points"),
}
# Players, cards to each and to the field, the draw pile, sides.
DEALS = [
    (2, 10, 8, 20, (2,)),
    (3, 7, 6, 21, (3,)),
    (4, 5, 8, 20, (4, 2)),
    (5, 4, 8, 20, (5,)),
    (6, 3, 12, 18, (6, 3, 2)),
    (7, 3, 6, 21, (7,)),
]
# The yaku of each form: its column.
COLUMNS = {
    form: {"yaku ids": [row[0] for row in KOI_KOI_YAKU if row[2 + place] is not None]}
    for place, form in enumerate(FORMS)
}
KOI_KOI: dict[str, Any] = {
    "deals": [(2, 8, 8, 24, (2,))],
    "months": STANDARD,
    "starts": "dealer",
    "worth": value(0, 0, 0, 0),
    "picked": POINT_CARDS,
    "rounds": (12, None),
}

HANA_AWASE: dict[str, Any] = {
    "deals": [(2, 8, 8, 24, (2,)), (3, 7, 6, 21, (3,)), (4, 5, 8, 20, (4,))],
    "months": STANDARD,
    "of three": "all",
    "turn label": "tradition",
    "worth": value(20, 10, 5, 1),
    "picked": POINT_CARDS,
    "yaku": read(HANA_AWASE_YAKU),
    "played": [row[0] for row in HANA_AWASE_YAKU],
    "groups": [*["brights"] * 4, *["ribbons"] * 2, *[None] * 4, *["viewings"] * 3, *[None] * 3],
    "presets": {"bakappana": [], "all": [row[0] for row in HANA_AWASE_YAKU]},
    "rounds": (12, None),
    "length": ((12, 6, 3), "tradition"),
}
# go-stop.md, "Counting a pile": five, four and three brights are any of five or four.
GO_STOP_YAKU = [
    ("five-brights", 15, BRIGHTS),
    ("four-brights", 4, ""),
    ("rainy-four-brights", 3, "willow-rain-man"),
    ("three-brights", 3, ""),
    ("rainy-three-brights", 2, "willow-rain-man"),
    ("godori", 5, "plum-warbler wisteria-cuckoo susuki-geese"),
    ("hongdan", 3, POEMS),
    ("cheongdan", 3, BLUE),
    ("chodan", 3, GRASS),
    ("animals", 1, ""),
    ("ribbons", 1, ""),
    ("chaff", 1, ""),
]
GO_STOP_OPTIONS: dict[str, tuple[set[str | bool], str | bool]] = {
    "cup": ({"better", "animal", "both"}, "better"),
    "jokers": ({"any", "none", "two", "three"}, "any"),
    "rainy-four": ({"4", "3"}, "4"),
    "godori": ({"5", "3"}, "5"),
    "stop-minimum": ({"usual", "3", "5", "7"}, "usual"),
    "go": ({"doubling", "times", "two-added", "only-doubling"}, "doubling"),
    "seven-animals": ({True, False}, True),
    "carry-limit": ({"1", "2", "4", "8", "16", "none"}, "none"),
    "few-chaff": ({"usual", "5", "6", "7"}, "usual"),
    "no-chaff": ({"free", "doubled"}, "free"),
    "no-animals": ({True, False}, False),
    "no-ribbons": ({True, False}, False),
    "empty-pile": ({"free", "pays"}, "free"),
    "liable": ({"first", "last"}, "first"),
    "liable-doubled": ({True, False}, False),
    "four-dealt": ({"minimum", "5", "7", "10"}, "minimum"),
    "three-ppeoks": ({"minimum", "7", "10"}, "minimum"),
    "selling": ({"non-dealers", "all", "losers", "none"}, "non-dealers"),
    "sold-card": ({"1", "2", "3"}, "2"),
    "tie": ({"share", "play-on"}, "share"),
    "dealer": ({"most-points", "left", "fixed"}, "most-points"),
}
# Of those at a larger table three play.
GO_STOP: dict[str, Any] = {
    "deals": [(2, 10, 8, 20, (2,)), (3, 7, 6, 21, (3,))],
    "most playing": 3,
    "months": KOREAN,
    "starts": "dealer",
    "direction": "counter-clockwise",
    "of three": "all",
    "turn label": "tradition",
    "worth": value(0, 0, 0, 0),
    "picked": POINT_CARDS,
    "yaku": read(GO_STOP_YAKU),
    "groups": [*["brights"] * 5, *[None] * 7],
    "sources": {"GOS"},
    "presets": {},
    "options": GO_STOP_OPTIONS,
    "methods": [("stakes", None)],
    "rounds": (12, None),
    "length": ((12, 6, 3), "tradition"),
    "targets": (50,),
}


def play_otherwise(**defaults: str | bool) -> dict[str, tuple[set[str | bool], str | bool]]:
    """The options of Go-Stop with these defaults, by go-stop.md, "Three tables"."""
    chosen = {option.replace("_", "-"): default for option, default in defaults.items()}
    return {
        option: (values, chosen.get(option, default)) for option, (values, default) in GO_STOP_OPTIONS.items()
    }


OF_HANGAME = play_otherwise(few_chaff="7", four_dealt="10", three_ppeoks="7")
OF_PMANG = play_otherwise(carry_limit="8", liable="last", four_dealt="7", three_ppeoks="7")
PUBLISHED: dict[str, dict[str, Any]] = {
    "kwado-1985": {
        "deals": DEALS[:5],
        "months": KOREAN,
        "starts": "left-of-dealer",
        "worth": value(20, 10, 5, 0),
        "yaku": read(BONUSES),
        "declared": BONUS_IDS[5:],
        "presets": {"none": [], "month": MONTH, "ribbons": [*MONTH, *BONUS_IDS[-3:]], "all": BONUS_IDS},
        "options": KWADO_OPTIONS | {"declare": ({True, False}, True)},
        "methods": [("A", 200), ("B", None)],
    },
    "kwado-1982": {
        "deals": DEALS[:3],
        "months": KOREAN,
        "worth": value(20, 10, 5, 0),
        "yaku": read(row for row in BONUSES if row[0] in IN_1982),
        "declared": [],
        "presets": {"none": [], "month": MONTH, "all": IN_1982},
        "options": KWADO_OPTIONS,
        "methods": [("A", 200), ("B", None)],
    },
    "min-hwatu": {
        "deals": [(*row[:4], (row[0],)) for row in DEALS],
        "deal sources": ["MH21"] * 2 + ["MH25"] * 4,
        "months": KOREAN,
        "starts": "dealer",
        "direction": "counter-clockwise",
        "worth": value(20, 10, 5, 0),
        "yaku": read(MIN_HWATU_YAKU),
        "korean": ["홍단", "청단", "초단", "초약", "풍약", "비약", "고도리", "오광", "똥약"],
        "played": [row[0] for row in MIN_HWATU_YAKU[:6]],
        "presets": {
            "core": [row[0] for row in MIN_HWATU_YAKU[:6]],
            "all": [row[0] for row in MIN_HWATU_YAKU[:9]],
        },
        "rounds": (12, None),
    },
    # next-games.md, C, has the draw pile.
    "sakura": {
        "deals": [(2, 8, 8, 24, (2,)), *DEALS[1:]],
        "months": STANDARD,
        "starts": "dealer",
        "direction": "counter-clockwise",
        "worth": value(5, 5, 10, 0) | TWENTIES | {"paulownia-chaff-1": 10},
        "yaku": read((f"sakura-{number}", 50, cards) for number, cards in enumerate(SAKURA_SETS, 1)),
        "declared": [],
        "played": BONUS_IDS[5:],
        "presets": {"all": BONUS_IDS[5:], "none": []},
        "short names": [
            "Spring",
            "Drinking",
            "Crop pests",
            "Grass ribbons",
            "Blue ribbons",
            "Poetry ribbons",
        ],
        "rounds": (4, None),
        "dealer": "most-points",
        "length": ((4, 6, 12), "house"),
    },
    "hana-awase": HANA_AWASE,
    "hana-awase-japanese": HANA_AWASE
    | {
        "yaku": read((yaku, JAPANESE.get(yaku, points), cards) for yaku, points, cards in HANA_AWASE_YAKU),
        "presets": {"all": [row[0] for row in HANA_AWASE_YAKU]},
    },
    "mushi": {
        "deals": [(2, 8, 8, 16, (2,))],
        "months": STANDARD,
        "starts": "dealer",
        "of three": "all",
        "turn label": "tradition",
        "worth": value(20, 10, 5, 1) | dict.fromkeys(OUT_OF_MUSHI.split(), 0),
        "picked": CardSet.of(card for card in POINT_CARDS if card.id not in OUT_OF_MUSHI.split()),
        "yaku": read(MUSHI_YAKU),
        "groups": [None] * 4,
        "presets": {
            "short": [row[0] for row in MUSHI_YAKU[1:]],
            "all": [row[0] for row in MUSHI_YAKU],
        },
        "rounds": (12, None),
        "length": ((12, 6), "tradition"),
        "dealer": "most-points",
    },
    "roppyakken": {
        "deals": [(2, 8, 8, 24, (2,)), (3, 7, 6, 21, (3,))],
        "months": STANDARD,
        "starts": "dealer",
        "direction": "counter-clockwise",
        "turn label": "tradition",
        "worth": value(50, 10, 10, 0) | {"plum-warbler": 50, "paulownia-chaff-1": 10},
        "yaku": read(ROPPYAKKEN_YAKU),
        "groups": [*[None] * 3, *["viewings"] * 3, *[None] * 13],
        "presets": {"none": [], "all": [row[0] for row in ROPPYAKKEN_YAKU]},
        "options": {
            "several": ({"yaku", "total"}, "yaku"),
            "fuke": ({"off", "on", "cards"}, "off"),
            "tie": ({"share", "play-on"}, "share"),
            "dealer": ({"most-points", "left", "fixed"}, "most-points"),
        },
        "methods": [("added", 600)],
    },
    "koikoi-nintendo": KOI_KOI
    | COLUMNS["koikoi-nintendo"]
    | {"sources": {"KKN"}, "of three": "one", "cup": "both"}
    | {"length": ((12, 6), "house"), "targets": ()},
    "koikoi-compendium": KOI_KOI
    | COLUMNS["koikoi-compendium"]
    | {
        "sources": {"KKC"},
        "of three": "all",
        "length": ((12, 6), "rulebook"),
        "targets": (),
        "cup": "either",
    },
    "koikoi-hu": KOI_KOI
    | COLUMNS["koikoi-hu"]
    | {"sources": {"KKH"}, "of three": "all", "cup": "animal"}
    | {"length": ((12, 6), "house"), "targets": ()},
    "koikoi-modern": KOI_KOI
    | COLUMNS["koikoi-modern"]
    | {
        "sources": {"FKK"},
        "of three": "all",
        "length": ((12, 6, 3), "rulebook"),
        "targets": (50,),
        "cup": "both",
    },
    "go-stop": GO_STOP,
    "go-stop-hangame": GO_STOP
    | {
        "deals": GO_STOP["deals"][:1],
        "most playing": 12,
        "options": {
            key: OF_HANGAME[key] for key in OF_HANGAME if not key.startswith(("liable", "sell", "sold"))
        },
    },
    "go-stop-pmang": GO_STOP
    | {
        "most playing": 12,
        "options": {key: OF_PMANG[key] for key in OF_PMANG if not key.startswith(("sell", "sold"))},
    },
    "go-stop-calculator": GO_STOP
    | {"options": play_otherwise(few_chaff="5", no_animals=True, liable_doubled=True, selling="all")},
}
