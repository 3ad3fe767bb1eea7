"""Rounds of all games and what they come to, by the sources of their rules.

What a row expects it names as `tests/rules/scoring/test_cases.py` describes a round: the scores and figures
of all sides, the yaku or lines of one, the cards that are nobody's, the warnings. `said` are lines, `told`
and `untold` parts of warnings, there or not.

Sources: kwado.md, min-hwatu.md, sakura.md, hana-awase.md, mushi.md, roppyakken.md,
koi-koi.md, go-stop.md, next-games.md, scoring-io.md.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.cards import DECK, POINT_CARDS, Kind
from tests.rules.tables import FORMS, IRIS, MAPLE, NAMES, POETRY, WILLOW, by_counts, by_points, stopped


class Case(NamedTuple):
    """A round by a rule set, what it comes to, the options, and the sides."""

    says: str
    game: str
    round: dict[str, Any]
    expected: dict[str, Any]
    options: Mapping[str, Any] = MappingProxyType({})
    sides: tuple[str, ...] = NAMES[:2]


def capture(ann: str, ben: str = "", **more: Any) -> dict[str, Any]:
    """A round by the cards of Ann and of Ben; “rest” is what the other does not have."""
    return {"captured": {"Ann": ann.split(), "Ben": ben if ben.startswith("rest") else ben.split()}} | more


def lay(ann: str, ben: str = "", **more: Any) -> dict[str, Any]:
    """A round of Koi-Koi in which the hands ran out."""
    return capture(ann, ben) | {"outcome": "exhausted"} | more


def call(ann: int, ben: int) -> dict[str, int]:
    return {"Ann": ann, "Ben": ben}


def deal(**hands: str) -> dict[str, Any]:
    return {"outcome": "dealt", "dealt": hands}


# --- Kwa-Dō --------------------------------------------------------------------------------------

NEW = "kwado-1985"
BEFORE = {"bonus": "before-floor"}
SAKURA_1 = "pine-crane plum-warbler cherry-curtain"
IRISES, MAPLES, WILLOWS = " ".join(IRIS), " ".join(MAPLE), " ".join(WILLOW)
EVERYTHING = " ".join(card.id for card in DECK)
SWALLOW, CHAFF_OF_SUSUKI = "willow-swallow", "susuki-chaff-1"
GAJI_PILE = "willow-rain-man willow-ribbon willow-lightning susuki-geese susuki-moon"
GAJI_REST = " ".join(
    card.id for card in DECK if card.id not in (*GAJI_PILE.split(), SWALLOW, CHAFF_OF_SUSUKI)
)
GAJI_ROUND = capture(GAJI_PILE, GAJI_REST, declared={}, gaji={"by": "Ann", "took": "susuki-geese"})
UNUSED = {key: value for key, value in GAJI_ROUND.items() if key != "gaji"}
ALL_FOUR = {"declared": {}, "all_four": {"maple": "Ann"}}
NOT_MAPLE = " ".join(card.id for card in POINT_CARDS if card.suit.id != "maple")
DECLARED = capture(f"{SAKURA_1} {IRISES}", "rest")
BOTH, MONTH = "four-iris sakura-1", "four-iris"

# What was declared, whether declaring is played; the yaku that count and those that were not declared.
DECLARING = [
    ({"declared": {}}, True, MONTH, "sakura-1", 30),
    ({"declared": {"Ann": ["sakura-1"]}}, True, BOTH, "", 60),
    ({"declared": {"Ben": ["sakura-1"]}}, True, MONTH, "sakura-1", 30),
    ({}, True, BOTH, "", 60),
    ({"declared": {}}, False, BOTH, "", 60),
    # Another side captured the third card.
    (
        capture("pine-crane plum-warbler", "rest") | {"declared": {"Ann": ["sakura-1"], "Ben": []}},
        True,
        "",
        "",
        0,
    ),
]
# The option; what the Gaji brings, what stays, the yaku, the card points, how many warnings.
GAJI = [
    ("kwado", SWALLOW, CHAFF_OF_SUSUKI, "four-willow", 65, 0),
    ("sakura", CHAFF_OF_SUSUKI, SWALLOW, "", 55, 0),
    ("off", "", f"{CHAFF_OF_SUSUKI} {SWALLOW}", "", 55, 2),
]
OF_KWADO = [
    Case(
        "kwado.md, two sides",
        NEW,
        by_points(125, 115, Ann=["dragon"]),
        {"net": [5, 0], "bonus": [25, 0], "scores": [30, 0]},
    ),
    Case(
        "kwado.md, two sides, before",
        NEW,
        by_points(125, 115, Ann=["dragon"]),
        {"net": [5, 0], "bonus": [25, 0], "scores": [30, 0]},
        BEFORE,
    ),
    Case(
        "kwado.md, three sides",
        NEW,
        by_points(95, 85, 60, Cem=["four-iris"]),
        {"net": [15, 5, 0], "bonus": [0, 0, 30], "scores": [15, 5, 30]},
        {},
        NAMES[:3],
    ),
    Case(
        "kwado.md, three sides, before",
        NEW,
        by_points(95, 85, 60, Cem=["four-iris"]),
        {"net": [15, 5, 0], "bonus": [0, 0, 30], "scores": [15, 5, 10]},
        BEFORE,
        NAMES[:3],
    ),
    Case(
        "the whole deck on one side",
        NEW,
        capture(EVERYTHING, declared=None),
        {
            "card_points": [240, 0],
            "floor": [120, 120],
            "net": [120, 0],
            "bonus": [455, 0],
            "scores": [575, 0],
        },
    ),
    *(
        Case(
            f"the floor is 240 divided by {sides} sides",
            NEW,
            by_points(*[0] * sides),
            {"floor": [floor] * sides},
            {},
            NAMES[:sides],
        )
        for sides, floor in ((2, 120), (3, 80), (4, 60), (5, 48), (6, 40))
    ),
    Case("a negative net counts as zero", NEW, by_points(100, 140), {"net": [0, 20]}),
    Case(
        "method B knows no floor",
        NEW,
        by_points(125, 115, Ann=["dragon"]),
        {"sums of Ann": {"card_points": 125, "bonus": 25, "score": 150}, "scores": [150, 115]},
        {"method": "B"},
    ),
    Case(
        "a bonus after the floor is added",
        NEW,
        by_points(150, 90, Ben=["dragon", "four-iris"]),
        {"scores": [30, 55]},
    ),
    Case(
        "a bonus before the floor fills what is missing",
        NEW,
        by_points(150, 90, Ben=["dragon", "four-iris"]),
        {"scores": [30, 25]},
        BEFORE,
    ),
    *(
        Case(
            f"only yaku in play count: {played}",
            NEW,
            DECLARED | {"declared": None},
            {"yaku of Ann": counted},
            {"yaku": played},
        )
        for played, counted in (("none", ""), ("month", MONTH), (["sakura-1"], "sakura-1"), ("all", BOTH))
    ),
    *(
        Case(
            f"declaring {number}",
            NEW,
            DECLARED | said,
            {"yaku of Ann": yaku, "undeclared of Ann": undeclared, "bonus of Ann": bonus},
            {"declare": declare},
        )
        for number, (said, declare, yaku, undeclared, bonus) in enumerate(DECLARING)
    ),
    Case(
        "without declarations all count as declared",
        NEW,
        DECLARED,
        {"told": ["what Ann announced: Sakura 1 counts"]},
        {"declare": True},
    ),
    *(
        Case(
            f"the Gaji, {way}",
            NEW,
            GAJI_ROUND,
            {
                "gaji of Ann": gaji,
                "left": left,
                "yaku of Ann": yaku,
                "points of Ann": points,
                "warned": warned,
            },
            {"gaji": way},
        )
        for way, gaji, left, yaku, points, warned in GAJI
    ),
    Case(
        "the Gaji of Kwa-Dō brings the willow whatever it took",
        NEW,
        GAJI_ROUND | {"gaji": {"by": "Ann"}},
        {"gaji of Ann": SWALLOW},
        {"gaji": "kwado"},
    ),
    *(
        Case(
            f"a Gaji that took a willow is an ordinary match, {way}",
            NEW,
            GAJI_ROUND | {"gaji": {"by": "Ann", "took": "willow-ribbon"}},
            {"gaji of Ann": "", "told": ["ordinary match"]},
            {"gaji": way},
        )
        for way in ("kwado", "sakura")
    ),
    *(
        Case(
            f"a Gaji that nobody used brings nothing, {way} {used}",
            NEW,
            UNUSED | used,
            {"left": f"{CHAFF_OF_SUSUKI} {SWALLOW}", "gaji of Ann": ""},
            {"gaji": way},
        )
        for way in ("kwado", "sakura")
        for used in ({}, {"gaji": None}, {"gaji": {"by": None}})
    ),
    Case(
        "cards of nobody are told",
        NEW,
        capture("pine-crane", EVERYTHING[len("pine-crane ") : -len(" paulownia-chaff-3")]),
        {"left": "paulownia-chaff-3", "told": ["Nobody captured Paulownia chaff 3."]},
        {"yaku": "none"},
    ),
    Case(
        "chaff that was not entered is not told",
        NEW,
        capture("pine-crane willow-lightning", "rest-of-points"),
        {"left": "", "warnings": [], "card_points": [20, 220]},
        {"yaku": "none"},
    ),
    Case(
        "where chaff was not entered the Gaji brings in none",
        NEW,
        capture(f"{NOT_MAPLE} willow-lightning maple-deer", gaji={"by": "Ann", "took": "maple-deer"}),
        {"gaji of Ann": "maple-ribbon", "yaku of Ann": "four-willow"},
        {"gaji": "sakura", "yaku": "month"},
    ),
    Case(
        "all four of a month are asked",
        NEW,
        capture("maple-deer maple-ribbon", "rest-of-points"),
        {
            "yaku of Ann": "",
            "told": ["Ann may have Four maples: nobody said whether all of its cards are there."],
        },
    ),
    Case(
        "all four of a month, as said",
        NEW,
        capture("maple-deer maple-ribbon", "rest-of-points", all_four={"maple": "Ann"}),
        {"yaku of Ann": "four-maple", "left": ""},
    ),
    Case(
        "counts are worth 20, 10 and 5 each",
        NEW,
        by_counts((3, 5, 4), (2, 4, 6), Ann=["dragon"]),
        {"card_points": [130, 110], "floor": [120, 120], "net": [10, 0], "bonus": [25, 0], "scores": [35, 0]},
    ),
    Case(
        "card points of nobody are told",
        NEW,
        by_points(125, 100),
        {"told": ["15 of the 240 card points are nobody's."]},
    ),
    Case(
        "a yaku that is not in play does not count",
        NEW,
        by_points(125, 115, Ann=["dragon"]),
        {"bonus": [0, 0], "told": ["Dragon bonus is not played here"]},
        {"yaku": "month"},
    ),
    *(
        Case(
            f"the {rest} is what nobody else has, {edition}",
            edition,
            capture("pine-crane", rest),
            {"cards of Ben": cards, "card_points": [20, 220]},
        )
        for edition in (NEW, "kwado-1982")
        for rest, cards in (("rest", 47), ("rest-of-points", 23))
    ),
    Case(
        "a breakdown line by line",
        NEW,
        DECLARED | {"declared": {}},
        {"ids of Ann": "brights animals ribbons card_points floor net yaku undeclared score"},
    ),
    Case(
        "a breakdown before the floor",
        NEW,
        DECLARED | {"declared": {}},
        {"ids of Ann": "brights animals ribbons card_points yaku undeclared floor score"},
        BEFORE,
    ),
    *(
        Case(
            f"a round kept before another's Gaji forbade all four of {suit}",
            NEW,
            capture(pile, all_four={suit: "Ann"}, gaji={"by": "Ben", "took": took}),
            {"told": [f"Ben used the Gaji, so that {card} cannot lie with Ann."]},
            {"gaji": "kwado"},
        )
        for suit, pile, took, card in (
            ("maple", "maple-deer maple-ribbon", "maple-chaff-1", "maple-chaff-1"),
            ("willow", "willow-rain-man willow-swallow willow-ribbon", "pine-crane", "willow-lightning"),
        )
    ),
]

# --- Min-Hwatu -----------------------------------------------------------------------------------

WRITTEN = {"yaku": "all", "payment": "as-written"}
ALL = {"yaku": "all"}
ADDED, PAR = {"settlement": "additive"}, {"settlement": "par"}
JOKER = {"round-up": "joker"}
FIVE = by_points(45, 45, 45, 45, 45)
OF_MIN_HWATU = [
    Case(says, "min-hwatu", round_, {"scores": scores}, options, NAMES[: len(scores)])
    for says, round_, options, scores in [
        # min-hwatu.md, "Settlement"; next-games.md, A 16 and 17.
        ("three, zero-sum", by_points(100, 80, 60, Cem=["cheongdan"]), ALL, [70, 50, 120]),
        ("three, as written", by_points(100, 80, 60, Cem=["cheongdan"]), WRITTEN, [70, 50, 150]),
        ("two, zero-sum", by_points(140, 100, Ann=["hongdan"]), ALL, [170, 70]),
        ("two, as written", by_points(140, 100, Ann=["hongdan"]), WRITTEN, [200, 70]),
        (
            "several yaku",
            by_points(90, 90, 60, Ann=["hongdan", "biyak"], Ben=["pungyak"]),
            ALL,
            [170, 80, -10],
        ),
        ("additive", by_points(100, 80, 60, Cem=["cheongdan"]), ADDED, [100, 80, 90]),
        ("par", by_points(100, 80, 60, Cem=["cheongdan"]), PAR, [-10, -30, 40]),
        # What a yaku brings is not asked where nobody pays, and always the same against the par.
        ("additive, as written", by_points(100, 80, 60, Cem=["cheongdan"]), WRITTEN | ADDED, [100, 80, 90]),
        ("par, as written", by_points(100, 80, 60, Cem=["cheongdan"]), WRITTEN | PAR, [-10, -30, 40]),
        ("par of two", by_points(140, 100, Ann=["hongdan"]), PAR, [50, -50]),
        (
            "one of three sits out, and two settle the round",
            by_points(140, 100, Ann=["hongdan"]) | {"sits_out": ["Cem"]},
            ALL,
            [170, 70, 0],
        ),
    ]
] + [
    Case(
        "par: what each line says",
        "min-hwatu",
        by_points(100, 80, 60, Cem=["cheongdan"]),
        {
            "lines of Cem": [
                ("Card points", 60),
                ("Par: 240 ÷ 3 players", -80),
                ("Cheongdan (blue ribbons, 청단): 30 from each other player", 60),
                ("Round score", 40),
            ],
            "payments": [(0, 2, 30), (1, 2, 30)],
        },
        PAR,
        NAMES[:3],
    ),
    Case(
        "additive: nobody pays",
        "min-hwatu",
        by_points(100, 80, 60, Cem=["cheongdan"]),
        {"words of Ann": ["Card points", "Round score"], "payments": []},
        ADDED,
        NAMES[:3],
    ),
    *(
        Case(
            f"the joker beside {settlement}",
            "min-hwatu",
            FIVE | {"joker": "Dee"},
            {"scores": scores, "said": [], "words of Dee": words},
            JOKER | {"settlement": settlement},
            NAMES[:5],
        )
        for settlement, scores, words in (
            ("additive", [45, 45, 45, 55, 45], ["Card points", "Joker", "Round score"]),
            ("par", [-3, -3, -3, 7, -3], ["Card points", "Joker", "Par: 240 ÷ 5 players", "Round score"]),
        )
    ),
    Case(
        "the joker counts 10",
        "min-hwatu",
        FIVE | {"joker": "Dee"},
        {"scores": [45, 45, 45, 55, 45], "words of Dee": ["Card points", "Joker", "Round score"]},
        JOKER,
        NAMES[:5],
    ),
    Case(
        "a joker of nobody is told",
        "min-hwatu",
        FIVE,
        {"scores": [45] * 5, "told": ["Joker: given to nobody, so 10 points"]},
        JOKER,
        NAMES[:5],
    ),
    Case(
        "a joker that is not played is told",
        "min-hwatu",
        FIVE | {"joker": "Ann"},
        {"scores": [45] * 5, "told": ["Joker: not played here"]},
        {},
        NAMES[:5],
    ),
]

# --- Sakura --------------------------------------------------------------------------------------

LEFT = "pine-crane pine-chaff-1 peony-butterflies willow-swallow"
# What the Gaji took, which leftover it brings: those cards, and the card points with them.
SAKURA_GAJI = [
    ("month", "pine-ribbon", "pine-crane pine-chaff-1", 30),
    ("all", "pine-ribbon", LEFT, 40),
    ("month", "maple-ribbon", "", 10),
    ("all", "maple-ribbon", LEFT, 40),
    ("month", "willow-ribbon", "", 10),
    ("all", "willow-ribbon", "", 10),
]
# sakura.md and scoring-io.md, victories: round scores, plain, with chu, with basa, with both.
VICTORIES = [
    ((120, 75, 10), 1, 1, 1, 1),
    ((120, 70, 10), 1, 2, 1, 2),
    ((110, 15, 0), 1, 2, 1, 2),
    ((115, 15, 0), 1, 2, 2, 3),
    ((120, 120, 0), 0, 0, 0, 0),
    ((80, 80, 80), 0, 0, 0, 0),
]
VARIANTS = [{}, {"chu": True}, {"basa": True}, {"chu": True, "basa": True}]
CHU = "Victories: chu, 50 or more ahead"
BASA = "Victories: basa, 100 or more ahead"
OF_SAKURA = [
    Case("sakura.md, worked example", "sakura", by_points(150, 90, Ben=["sakura-8"]), {"scores": [100, 90]}),
    Case(
        "next-games.md, C 14, three players",
        "sakura",
        by_points(100, 80, 60, Ben=["sakura-4", "sakura-8"]),
        {"scores": [0, 80, -40]},
        {},
        NAMES[:3],
    ),
    Case(
        "next-games.md, C 15, one each",
        "sakura",
        by_points(150, 90, Ann=["sakura-8"], Ben=["sakura-7"]),
        {"scores": [100, 40]},
    ),
    Case("no yaku", "sakura", by_points(150, 90), {"scores": [150, 90]}),
    Case(
        "each yaku of an opponent is a line with its owner, and nobody receives what it costs",
        "sakura",
        by_points(100, 80, 60, Ben=["sakura-2"], Cem=["sakura-8"]),
        {
            "lines of Ann": [
                ("Card points", 100),
                ("Ben: Drinking (curtain, moon, cup)", -50),
                ("Cem: Poetry ribbons", -50),
                ("Round score", 0),
            ],
            "words of Ben": ["Card points", "Cem: Poetry ribbons", "Round score"],
            "payments": [],
        },
        {},
        NAMES[:3],
    ),
    Case(
        "without yaku nothing is taken off",
        "sakura",
        by_points(100, 140, Ben=["sakura-2"]),
        {"scores": [100, 140], "told": ["Drinking is not played here"]},
        {"yaku": "none"},
    ),
    Case(
        "a coloured paulownia alone does not say that chaff was entered",
        "sakura",
        capture("paulownia-chaff-1", "rest-of-points"),
        {"left": "", "warnings": []},
    ),
    *(
        Case(
            f"the Gaji that took {took} brings {leftover}",
            "sakura",
            capture(
                f"willow-lightning {took}",
                " ".join(
                    card.id for card in DECK if card.id not in (*LEFT.split(), "willow-lightning", took)
                ),
                gaji={"by": "Ann", "took": took},
            ),
            {
                "gaji of Ann": brought,
                "left": "" if brought == LEFT else LEFT.removeprefix(brought).strip(),
                "points of Ann": points,
            },
            {"leftover": leftover, "yaku": "none"},
        )
        for leftover, took, brought, points in SAKURA_GAJI
    ),
    *(
        Case(
            f"victories of {points} with {variant}",
            "sakura",
            by_points(*points),
            {"victories": [worth, 0, 0]},
            {"count": "victories"} | variant,
            NAMES[:3],
        )
        for points, *row in VICTORIES
        for variant, worth in zip(VARIANTS, row, strict=True)
    ),
    *(
        Case(
            f"{words} of {points}",
            "sakura",
            by_points(*points),
            {"last line of Ann": (words, ruling)},
            {"count": "victories"} | options,
        )
        for points, options, words, ruling in [
            ((120, 75), {}, "Victories", "sk-victories"),
            ((120, 70), VARIANTS[1], CHU, "sk-chu"),
            ((140, 40), VARIANTS[2], BASA, "sk-basa"),
            ((140, 40), VARIANTS[3], BASA, "sk-basa"),
            ((120, 70), VARIANTS[3], CHU, "sk-chu"),
        ]
    ),
    Case(
        "a game by points has no victories",
        "sakura",
        by_points(120, 70),
        {"words of Ann": ["Card points", "Round score"]},
        {"chu": True},
    ),
]

# --- Hana-Awase ----------------------------------------------------------------------------------

HANA = "hana-awase"
THREE = by_points(100, 90, 74, Ann=["poetry-ribbons"], Cem=["moon-viewing"])
VOID = by_points(200, 44, 20, Ann=["poetry-ribbons"])
RAIN_SPOILS = {"rain-spoils-viewings": "on"}
FIVE_BRIGHTS = "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"
WISTERIAS = "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1 wisteria-chaff-2"
CUP, CURTAIN, MOON = "chrysanthemum-cup", "cherry-curtain", "susuki-moon"
# Peony, clover and chrysanthemum last: no set of three but poetry and blue can be complete.
RIBBONS = "plum-ribbon cherry-ribbon wisteria-ribbon iris-ribbon peony-ribbon"
CHAFF_APART = capture(
    "wisteria-cuckoo wisteria-ribbon pine-crane", "rest-of-points", chaff={"Ann": 9, "Ben": 15}
)
# The lightning took the crane; left are the pine ribbon, its mate, and the swallow.
AS_IN_MUSHI = {"gaji": "mushi"}
NOT_LEFT = [card.id for card in DECK if card.id not in ("willow-swallow", "pine-ribbon")]
TOOK = {"gaji": {"by": "Ann", "took": "pine-crane"}}
USED = {
    "captured": {
        "Ann": ["pine-crane", "willow-lightning"],
        "Ben": [card for card in NOT_LEFT if card not in ("pine-crane", "willow-lightning")],
    }
} | TOOK
APART = {
    "captured": {
        "Ann": ["pine-crane", "willow-lightning", "willow-rain-man"],
        "Ben": [card for card in USED["captured"]["Ben"] if card != "willow-rain-man"],
    }
} | TOOK
OF_HANA_AWASE = [
    *(
        Case(f"wild lightning: {says}", HANA, round_, expected, options)
        for says, round_, options, expected in (
            (
                "the mate goes to its user, the last willow to whoever has two",
                USED,
                AS_IN_MUSHI,
                {"gaji of Ann": "pine-ribbon", "left": "", "cards of Ann": 3, "cards of Ben": 45},
            ),
            (
                "nobody has two willows",
                APART,
                AS_IN_MUSHI,
                {"gaji of Ann": "pine-ribbon", "left": "willow-swallow", "warned": 0},
            ),
            (
                "not agreed",
                USED,
                {},
                {
                    "gaji of Ann": "",
                    "left": "pine-ribbon willow-swallow",
                    "told": ["This game is played without Gaji"],
                },
            ),
            (
                "it took a willow",
                APART | {"gaji": {"by": "Ann", "took": "willow-rain-man"}},
                AS_IN_MUSHI,
                {"left": "pine-ribbon willow-swallow", "told": ["an ordinary match, which brings nothing"]},
            ),
            (
                "chaff as a number",
                capture(
                    "pine-crane willow-lightning",
                    " ".join(card for card in USED["captured"]["Ben"] if "chaff" not in card),
                    chaff={"Ann": 1, "Ben": 23},
                )
                | TOOK,
                AS_IN_MUSHI,
                # 20 + 5 + 1, and all the rest of 264.
                {"card_points": [26, 238], "gaji of Ann": "pine-ribbon", "untold": ["are nobody"]},
            ),
        )
    ),
    Case(
        "hana-awase.md, first round",
        HANA,
        THREE,
        {
            "scores": [72, -58, -14],
            "lines of Ann": [
                ("Card points", 100),
                ("Par: 264 ÷ 3 players", -88),
                ("Poetry ribbons: 40 from each other player", 80),
                ("To Cem: Moon viewing (cup, moon)", -20),
                ("Round score", 72),
            ],
            "payments": [(0, 2, 20), (1, 0, 40), (1, 2, 20), (2, 0, 40)],
        },
        {},
        NAMES[:3],
    ),
    Case(
        "hana-awase.md, second round",
        HANA,
        by_points(103, 72, 89, Ann=["poetry-ribbons", "drinking"], Cem=["blue-ribbons"]),
        {"scores": [135, -136, 1]},
        {},
        NAMES[:3],
    ),
    Case(
        "hana-awase.md, the Japanese table",
        "hana-awase-japanese",
        {
            "captured": {
                "Ann": f"{FIVE_BRIGHTS} {WISTERIAS}".split(),
                "Ben": [*WILLOW[1:], *POETRY],
                "Cem": "rest",
            }
        },
        {
            "card_points": [117, 31, 116],
            "scores": [369, -257, -112],
            "yaku of Ann": "five-brights wisteria-row",
            "yaku of Cem": "blue-ribbons boar-deer-butterflies",
        },
        {},
        NAMES[:3],
    ),
    # The second round of three, with a fourth at the table: the others settle it among themselves.
    Case(
        "one of four sits out",
        HANA,
        by_points(103, 72, 89, Ann=["poetry-ribbons", "drinking"], Cem=["blue-ribbons"])
        | {"sits_out": ["Dee"]},
        {
            "scores": [135, -136, 1, 0],
            "words of Dee": [],
            "payments": [(0, 2, 40), (1, 0, 80), (1, 2, 40), (2, 0, 80)],
        },
        {},
        NAMES[:4],
    ),
    Case(
        "additive",
        HANA,
        THREE,
        {
            "scores": [140, 90, 94],
            "payments": [],
            "words of Cem": ["Card points", "Moon viewing (cup, moon)", "Round score"],
        },
        {"settlement": "additive"},
        NAMES[:3],
    ),
    *(
        Case(
            f"dandruff, {settlement}",
            HANA,
            VOID,
            {"scores": [0, 0, 0], "payments": [], "factors of Ann": [0]},
            {"settlement": settlement, "dandruff": "on"},
            NAMES[:3],
        )
        for settlement in ("par", "additive")
    ),
    *(
        Case(
            f"no dandruff, {points} {options}",
            HANA,
            by_points(*points, Ann=["poetry-ribbons"]),
            {"scores": scores, "factors of Ann": []},
            options,
            NAMES[:3],
        )
        for points, options, scores in [
            ((199, 44, 21), {"dandruff": "on"}, [191, -84, -107]),
            ((200, 44, 20), {}, [192, -84, -108]),
            ((199, 44, 21), {"dandruff": "on", "settlement": "additive"}, [239, 44, 21]),
            ((200, 44, 20), {"settlement": "additive"}, [240, 44, 20]),
        ]
    ),
    *(
        Case(
            f"of a group the best counts: {pile} {options}",
            HANA,
            capture(pile, "rest"),
            {"yaku of Ann": yaku},
            options,
        )
        for pile, options, yaku in [
            (f"{CUP} {CURTAIN}", {}, "flower-viewing"),
            (f"{CUP} {CURTAIN} {MOON}", {}, "drinking"),
            (f"{CUP} {CURTAIN} willow-rain-man", {}, "flower-viewing"),
            (f"{CUP} {CURTAIN} {MOON} willow-rain-man", RAIN_SPOILS, ""),
            (f"{CUP} {CURTAIN} {MOON}", {"rain-spoils-viewings": True}, "drinking"),
            (f"{CUP} {CURTAIN} {MOON}", {"yaku": ["flower-viewing", "moon-viewing"]}, "flower-viewing"),
            (f"pine-crane {CURTAIN} {MOON} paulownia-phoenix plum-warbler", {}, "four-brights"),
            (f"pine-crane {CURTAIN} plum-warbler", {}, "spring"),
            (f"{RIBBONS} clover-ribbon", {}, "six-ribbons grass-ribbons"),
            (f"{RIBBONS} willow-ribbon", {}, ""),
            (f"{RIBBONS} clover-ribbon chrysanthemum-ribbon", {}, "seven-ribbons grass-ribbons"),
            (f"{RIBBONS} clover-ribbon willow-ribbon", {}, "six-ribbons grass-ribbons"),
        ]
    ),
    *(
        Case(
            f"the willow row cancels {form}",
            HANA,
            round_,
            {"yaku of Ann": ann, "yaku of Ben": ben},
            {"willow-row-cancels": form},
        )
        for form, ann, ben in [
            ("off", "flower-viewing willow-row", "poetry-ribbons"),
            ("all", "", ""),
            ("others", "flower-viewing willow-row", ""),
        ]
        for round_ in (
            capture(f"{WILLOWS} {CUP} {CURTAIN}", f"{MOON} {' '.join(POETRY)}"),
            by_points(100, 164, Ann=["willow-row", "flower-viewing"], Ben=["poetry-ribbons"]),
        )
    ),
    Case(
        "claims of one group count once",
        HANA,
        by_points(150, 60, 54, Ann=["drinking", "moon-viewing"]),
        {"yaku of Ann": "drinking"},
        {},
        NAMES[:3],
    ),
    Case(
        "chaff is a number beside the cards",
        HANA,
        CHAFF_APART | {"all_four": {"wisteria": "Ann"}},
        {
            "card_points": [20 + 10 + 5 + 9, 264 - 44],
            "yaku of Ann": "wisteria-row",
            "warnings": [],
            "said": ["9 chaff × 1"],
        },
    ),
    Case(
        "all four of a month are asked beside a number of chaff",
        HANA,
        CHAFF_APART,
        {"told": ["Ann may have Wisteria row"]},
    ),
    Case(
        "chaff of nobody is told",
        HANA,
        CHAFF_APART | {"chaff": {"Ann": 9, "Ben": 13}},
        {"card_points": [44, 264 - 44 - 2], "told": ["2 of the 24 chaff are nobody's."]},
    ),
]

# --- Mushi ---------------------------------------------------------------------------------------

DRY_BRIGHTS = "pine-crane cherry-curtain susuki-moon paulownia-phoenix"
OF_MUSHI = [
    Case(
        "mushi.md, the worked round",
        "mushi",
        {
            "counts": {
                "Ann": {"brights": 2, "animals": 3, "ribbons": 3, "chaff": 10, "yaku": ["three-brights"]},
                "Ben": {"brights": 3, "animals": 4, "ribbons": 5, "chaff": 10, "yaku": ["four-wisterias"]},
            }
        },
        {
            "scores": [-5, 5],
            "lines of Ann": [
                ("2 brights × 20", 40),
                ("3 animals × 10", 30),
                ("3 ribbons × 5", 15),
                ("10 chaff × 1", 10),
                ("Card points", 95),
                ("Par: 230 ÷ 2 players", -115),
                ("Three brights (crane, warbler, curtain)", 25),
                ("Ben: Four wisterias", -10),
                ("Round score", -5),
            ],
            "payments": [(0, 1, 10), (1, 0, 25)],
        },
    ),
    *(
        Case(f"yaku of Mushi: {pile}", "mushi", capture(pile, "rest"), {"yaku of Ann": yaku}, options)
        for pile, options, yaku in [
            (f"{DRY_BRIGHTS} willow-rain-man plum-warbler", {}, "five-brights three-brights"),
            (f"{DRY_BRIGHTS} willow-rain-man plum-warbler", {"yaku": "short"}, "three-brights"),
            (f"{DRY_BRIGHTS}", {}, ""),
            ("wisteria-cuckoo wisteria-ribbon wisteria-chaff-1", {}, ""),
        ]
    ),
    Case(
        "what is left over and given to nobody is missed",
        "mushi",
        capture("pine-crane", "rest-of-points", chaff={"Ann": 9, "Ben": 10}),
        {"card_points": [29, 200], "told": ["1 of the 20 chaff are nobody's."]},
    ),
]
# --- Roppyakken ----------------------------------------------------------------------------------

SIX_HUNDRED = "roppyakken"
OF_ROPPYAKKEN = [
    Case(
        "roppyakken.md, the worked pile",
        SIX_HUNDRED,
        capture(f"{DRY_BRIGHTS} willow-rain-man plum-warbler clover-boar maple-deer peony-butterflies"),
        {
            "card_points": [330, 0],
            "bonus": [1200, 0],
            "scores": [1530, 0],
            "yaku of Ann": "four-brights boar-deer-butterflies pine-paulownia-moon big-three",
        },
    ),
    *(
        Case(f"yaku of Roppyakken: {pile}", SIX_HUNDRED, capture(pile), {"yaku of Ann": yaku})
        for pile, yaku in [
            (f"{CUP} {CURTAIN}", "flower-viewing"),
            (f"{CUP} {CURTAIN} {MOON}", "gun"),
            (f"{CUP} {MOON} willow-rain-man", "moon-viewing"),
            ("pine-crane cherry-curtain susuki-moon willow-rain-man", ""),
            (f"{RIBBONS} chrysanthemum-ribbon willow-ribbon", "seven-ribbons"),
            (f"{RIBBONS} chrysanthemum-ribbon", ""),
            (WILLOWS, "four-rains"),
            (IRISES, ""),
        ]
    ),
    *(
        Case(
            f"fuke, {points} {yaku} {fuke}", SIX_HUNDRED, by_points(*points, **yaku), {"scores": scores}, fuke
        )
        for points, yaku, fuke, scores in [
            ((460, 30), {"Ann": ["gun"]}, {"fuke": "on"}, [0, 0]),
            ((460, 30), {"Ben": ["grass-ribbons"]}, {"fuke": "on"}, [460, 130]),
            ((460, 30), {"Ben": ["grass-ribbons"]}, {"fuke": "cards"}, [0, 0]),
            ((450, 40), {"Ann": ["gun"]}, {"fuke": "on"}, [750, 40]),
            ((450, 40), {"Ann": ["gun"]}, {"fuke": "cards"}, [750, 40]),
            ((460, 30), {"Ann": ["gun"]}, {}, [760, 30]),
        ]
    ),
]
# --- Koi-Koi -------------------------------------------------------------------------------------

MODERN = "koikoi-modern"
COMPENDIUM = "koikoi-compendium"
POEMS = " ".join(POETRY)
BLUE = "peony-ribbon chrysanthemum-ribbon maple-ribbon"
GRASS = "wisteria-ribbon iris-ribbon clover-ribbon"
FIVE_RIBBONS = "wisteria-ribbon iris-ribbon clover-ribbon willow-ribbon pine-ribbon"
HUNT = "clover-boar maple-deer peony-butterflies"
VIEWS = "cherry-curtain susuki-moon chrysanthemum-cup"
# None of them is the cup, the boar, the deer or the butterflies.
TWO_ANIMALS = "plum-warbler wisteria-cuckoo"
FIVE_ANIMALS = f"{TWO_ANIMALS} iris-bridge susuki-geese willow-swallow"
# None of them is the lightning card.
CHAFF = [card.id for card in DECK if card.kind is Kind.CHAFF and card.id != "willow-lightning"]
NINE_CHAFF, TEN_CHAFF = " ".join(CHAFF[:9]), " ".join(CHAFF[:10])

# koi-koi.md, "Yaku": id, the fewest cards, points in each form; None for a dash.
KOI_KOI_YAKU = [
    ("five-brights", f"{DRY_BRIGHTS} willow-rain-man", 10, 10, 10, 15),
    ("four-brights", DRY_BRIGHTS, 8, 8, 8, 8),
    ("rainy-four-brights", "willow-rain-man pine-crane cherry-curtain susuki-moon", 7, 7, None, 7),
    ("three-brights", "pine-crane cherry-curtain susuki-moon", 5, 6, 6, 6),
    ("boar-deer-butterflies", HUNT, 5, 5, 6, 5),
    ("animals", FIVE_ANIMALS, 1, 1, 1, 1),
    ("poetry-and-blue-ribbons", f"{POEMS} {BLUE}", 10, 10, None, 10),
    ("poetry-ribbons", POEMS, 5, 5, 6, 5),
    ("blue-ribbons", BLUE, 5, 5, 6, 5),
    ("ribbons", FIVE_RIBBONS, 1, 1, 1, 1),
    ("moon-viewing", "susuki-moon chrysanthemum-cup", 5, 5, 5, 5),
    ("flower-viewing", "cherry-curtain chrysanthemum-cup", 5, 5, 5, 5),
    ("moonlit-blossoms", VIEWS, None, 10, None, None),
    ("month-cards", IRISES, None, 4, None, 4),
    ("chaff", TEN_CHAFF, 1, 1, 1, 1),
]
ALL_ON = {COMPENDIUM: {"month-cards": True, "moonlit-blossoms": True}}
# koi-koi.md, "Yaku", "+1": id, cards, a further card of the kind, points with it.
FURTHER = [
    ("boar-deer-butterflies", HUNT, "plum-warbler", 6, 6, 6, 6),
    ("animals", FIVE_ANIMALS, "clover-boar", 2, 2, 2, 2),
    ("poetry-and-blue-ribbons", f"{POEMS} {BLUE}", "iris-ribbon", 11, 11, None, 11),
    ("poetry-ribbons", POEMS, "peony-ribbon", 6, 6, 6, 6),
    ("blue-ribbons", BLUE, "willow-ribbon", 6, 6, 6, 6),
    ("ribbons", FIVE_RIBBONS, "maple-ribbon", 2, 2, 2, 2),
    ("chaff", TEN_CHAFF, "willow-lightning", 2, 2, 2, 2),
]
# Every card of a kind: the best of what excludes each other.
ALL_OF_A_KIND = [
    (
        Kind.ANIMAL,
        *[{"boar-deer-butterflies": 11}] * 2,
        {"boar-deer-butterflies": 6, "animals": 5},
        {"boar-deer-butterflies": 11},
    ),
    (
        Kind.RIBBON,
        *[{"poetry-and-blue-ribbons": 14}] * 2,
        {"poetry-ribbons": 6, "blue-ribbons": 6, "ribbons": 6},
        {"poetry-and-blue-ribbons": 14},
    ),
    (Kind.CHAFF, *[{"chaff": 15}] * 4),
    (Kind.BRIGHT, *[{"five-brights": 10}] * 3, {"five-brights": 15}),
]
# koi-koi.md, "Round" (multiplier); next-games.md, B 20 and 21: base, calls of the stopper and of the other.
MULTIPLIERS = [
    (5, (0, 0), 5, 5, 5, 5),
    (5, (0, 1), 10, 10, 10, 10),
    (5, (0, 2), 15, 10, 10, 10),
    (5, (1, 1), 15, 10, 10, 10),
    (5, (1, 0), 10, 5, 5, 5),
    (5, (2, 0), 15, 5, 5, 5),
    (6, (0, 0), 6, 6, 6, 6),
    (6, (0, 1), 12, 12, 12, 12),
    (7, (0, 0), 7, 14, 14, 14),
    (7, (0, 1), 14, 28, 28, 28),
    (7, (3, 0), 28, 14, 14, 14),
    (7, (0, 3), 28, 28, 28, 28),
    (8, (2, 2), 40, 32, 32, 32),
]
# Own points and calls; the score where 7 or more do not double, where own calls double, where both hold.
DOUBLING = [
    (7, (0, 0), 7, 14, 7),
    (7, (0, 1), 14, 28, 14),
    (7, (1, 0), 7, 28, 14),
    (7, (2, 1), 14, 56, 28),
    (5, (1, 0), 5, 10, 10),
    (5, (3, 2), 10, 20, 20),
]
# koi-koi.md, "Round": the limit agreed, brights dealt to the field, a hand dealt to Ann; her scores by modern
# and nintendo. Else she has seven points, each called once, and own calls double.
CAPPED = [
    ("none", 0, None, 56, 21),
    ("4", 0, None, 28, 21),
    ("7", 0, None, 49, 21),
    (4, 2, None, 28, 28),
    ("7", 5, None, 49, 49),
    ("4", 5, {"Ann": "teshi"}, 24, 24),
    ("none", 5, {"Ann": "teshi"}, 30, 30),
]
# koi-koi.md, "Round" (worked examples), and the worked checks of next-games.md: cards, calls, score.
EXAMPLES = [
    ("koi-koi.md, compendium, 7 and a call", f"{HUNT} {TWO_ANIMALS}", (0, 1), 14, 28, 28, 28),
    ("koi-koi.md, nintendo, 5 and two calls", "susuki-moon chrysanthemum-cup", (0, 2), 15, 10, 10, 10),
    ("koi-koi.md, hu, blue and poetry", f"{POEMS} {BLUE}", (0, 0), 10, 20, 28, 20),
    ("next-games.md, moon, curtain, cup", VIEWS, (0, 0), 10, 20, 20, 20),
    ("next-games.md, boar, deer, butterflies and two", f"{HUNT} {TWO_ANIMALS}", (0, 0), 7, 14, 14, 14),
    ("next-games.md, poetry and two plain", f"{POEMS} iris-ribbon wisteria-ribbon", (0, 0), 7, 14, 14, 14),
    ("next-games.md, nine chaff and the cup", f"{NINE_CHAFF} chrysanthemum-cup", (0, 0), 1, 1, 0, 1),
]
# Ticked yaku with further cards, what they score in each form; None where one is not played.
TICKED = [
    ({"three-brights": 0}, 5, 6, 6, None),
    ({"five-brights": 0}, 10, None, 20, 30),
    ({"animals": 4}, 5, 5, 5, 5),
    ({"boar-deer-butterflies": 6}, 11, 22, None, 22),
    ({"ribbons": 2, "animals": 1}, 5, None, 5, 5),
    ({"poetry-and-blue-ribbons": 4}, 14, None, None, 28),
    ({"poetry-ribbons": 0, "blue-ribbons": 0, "ribbons": 1}, None, None, 28, None),
    ({"ribbons": 5}, 6, 6, 6, 6),
    ({"chaff": 14}, 15, None, 30, 30),
    ({"chaff": 16}, 17, None, None, 34),
    ({"month-cards": 0}, None, None, None, 4),
    ({"moon-viewing": 0, "flower-viewing": 0}, 10, None, None, 20),
]
# koi-koi.md, compendium: cards of Ann, of Ben, calls, dealer, scores.
EXHAUSTED = [
    (POEMS, FIVE_ANIMALS, (0, 0), "Ben", [5, 0]),
    (FIVE_ANIMALS, POEMS, (0, 0), "Ann", [0, 5]),
    (POEMS, FIVE_ANIMALS, (0, 1), "Ben", [10, 0]),
    (POEMS, FIVE_ANIMALS, (3, 0), "Ben", [5, 0]),
    (DRY_BRIGHTS, POEMS, (0, 0), "Ben", [16, 0]),
    (DRY_BRIGHTS, POEMS, (0, 2), "Ben", [32, 0]),
    (POEMS, BLUE, (0, 0), "Ann", [5, 0]),
    (POEMS, BLUE, (0, 0), "Ben", [0, 5]),
    (POEMS, BLUE, (1, 0), "Ben", [0, 10]),
    (POEMS, "", (0, 0), "Ben", [5, 0]),
    ("", "", (0, 0), "Ann", [6, 0]),
    ("", "", (0, 0), "Ben", [0, 6]),
]
# How the cup counts, what else is said; the first line.
CUPS = [
    ("animal", {}, "Ten chaff: 1 + 1"),
    ("either", {}, "Ten chaff (11 + sake cup = 12): 1 + 2"),
    ("both", {}, "Ten chaff (11 + sake cup = 12): 1 + 2"),
    ("both-double", {}, "Ten chaff (11 + sake cup × 2 = 13): 1 + 3"),
    ("chaff", {}, "Ten chaff (11 + sake cup = 12): 1 + 2"),
    ("both", {"captured": {"Ann": ["pine-crane"]}}, "Ten chaff: 1 + 1"),
    ("both", {"chaff": {"Ann": 9}}, "Ten chaff (9 + sake cup = 10)"),
    ("both", {"captured": {"Ann": [*CHAFF[:9], CUP]}, "chaff": {}}, "Ten chaff (9 + sake cup = 10)"),
]
RAINED = "Ann called koi-koi and has no yaku now: rain took Moon viewing away."
SPOILT = [*HUNT.split(), CUP, MOON]
NO_SEVEN, OWN_CALLS = {"seven-doubles": False}, {"own-calls": True}
LOSER_PAYS, ON_FIELD = {"loser-pays": True}, {"field-brights": True}
OF_KOI_KOI = [
    # koi-koi.md, "Yaku": worked.
    Case(
        "in the compendium five animals count beside boar, deer, butterflies where all count",
        COMPENDIUM,
        lay(f"{HUNT} {TWO_ANIMALS}"),
        {"worth of Ann": {"boar-deer-butterflies": 7, "animals": 1}},
        {"grouping": "all"},
    ),
    Case(
        "in the compendium boar, deer, butterflies count alone where the best counts",
        COMPENDIUM,
        lay(f"{HUNT} {TWO_ANIMALS}"),
        {"worth of Ann": {"boar-deer-butterflies": 7}},
    ),
    *(
        Case(
            f"{yaku}, its cards",
            form,
            lay(cards, month=5),
            {"worth of Ann": {yaku: points}},
            ALL_ON.get(form, {}),
        )
        for yaku, cards, *row in KOI_KOI_YAKU
        for form, points in zip(FORMS, row, strict=True)
        if points is not None
    ),
    *(
        Case(f"{yaku} and a further card", form, lay(f"{cards} {further}"), {"worth of Ann": {yaku: points}})
        for yaku, cards, further, *row in FURTHER
        for form, points in zip(FORMS, row, strict=True)
        if points is not None
    ),
    *(
        Case(says, FORMS[0], lay(cards), {"worth of Ann": worth})
        for says, cards, worth in [
            ("the rain man is none of three brights", "pine-crane cherry-curtain willow-rain-man", {}),
            ("six animals", f"{FIVE_ANIMALS} clover-boar", {"animals": 2}),
            ("seven ribbons without poetry", f"{BLUE} {GRASS} willow-ribbon", {"blue-ribbons": 9}),
            ("twelve chaff", " ".join(CHAFF[:12]), {"chaff": 3}),
        ]
    ),
    *(
        Case(
            f"all of a kind: {kind.value}",
            form,
            lay(" ".join(card.id for card in DECK if card.kind is kind)),
            {"worth of Ann": worth},
        )
        for kind, *row in ALL_OF_A_KIND
        for form, worth in zip(FORMS, row, strict=True)
    ),
    *(
        Case(
            f"{hand} scores 6, {dealer} dealt", form, deal(Ben=hand) | {"dealer": dealer}, {"scores": [0, 6]}
        )
        for hand in ("teshi", "kuttsuki", "both")
        for dealer in NAMES[:2]
        for form in FORMS
    ),
    *(
        Case(
            f"{hand} where both in one hand bring {said}",
            MODERN,
            deal(Ann=hand),
            {"scores": [points, 0]},
            {"both-hands": said},
        )
        for hand, said, points in [
            ("both", "6", 6),
            ("both", 6, 6),
            ("both", "12", 12),
            ("both", 12, 12),
            ("teshi", "12", 6),
            ("kuttsuki", "12", 6),
        ]
    ),
    *(
        Case(
            f"{base} points and calls {calls}",
            form,
            stopped(captured=None, points={"Ann": base}, calls=call(*calls)),
            {"scores": [points, 0], "base": [base, 0]},
        )
        for base, calls, *row in MULTIPLIERS
        for form, points in zip(FORMS, row, strict=True)
    ),
    *(
        Case(
            f"{base} points, calls {calls}, by {options}",
            form,
            stopped(captured=None, points={"Ann": base}, calls=call(*calls)),
            {"scores": [score, 0]},
            options,
        )
        for base, calls, *row in DOUBLING
        for options, score in zip((NO_SEVEN, OWN_CALLS, NO_SEVEN | OWN_CALLS), row, strict=True)
        for form in FORMS
        if form != "koikoi-nintendo"
    ),
    *(
        Case(
            f"{cap}: 7 points, {brights} brights on the field, dealt {dealt}",
            form,
            {"outcome": "dealt", "dealt": dealt, "field_brights": brights}
            if dealt
            else stopped(captured=None, points={"Ann": 7}, calls=call(1, 1), field_brights=brights),
            {"scores": [score, 0]},
            {"multiplier-cap": cap, **ON_FIELD, **(OWN_CALLS if form == MODERN else {})},
        )
        for cap, brights, dealt, *row in CAPPED
        for form, score in zip((MODERN, "koikoi-nintendo"), row, strict=True)
    ),
    *(
        Case(
            f"both dealt a hand, {said}",
            form,
            {"outcome": "dealt", "dealt": {"Ann": "kuttsuki", "Ben": "teshi"}, "dealer": "Ben"},
            {"scores": scores},
            {"both-dealt": said},
        )
        for said, scores in (("nobody", [0, 0]), ("dealer", [0, 6]))
        for form in (MODERN, "koikoi-nintendo")
    ),
    *(
        Case(
            says,
            form,
            stopped(captured={"Ann": cards.split()}, calls=call(*calls), month=2),
            {"scores": [points, 0]},
        )
        for says, cards, calls, *row in EXAMPLES
        for form, points in zip(FORMS, row, strict=True)
    ),
    *(
        Case(
            f"ticked {ticked}", form, stopped(captured=None, ticked={"Ann": ticked}), {"scores": [points, 0]}
        )
        for ticked, *row in TICKED
        for form, points in zip(FORMS, row, strict=True)
        if points is not None
    ),
    *(
        Case(
            f"hands ran out, {number}",
            COMPENDIUM,
            lay(ann, ben, calls=call(*calls), dealer=dealer),
            {"scores": scores},
        )
        for number, (ann, ben, calls, dealer, scores) in enumerate(EXHAUSTED)
    ),
    Case(
        "hands ran out, ticked yaku",
        COMPENDIUM,
        {"outcome": "exhausted", "ticked": {"Ann": {"animals": 0}, "Ben": {"ribbons": 1}}},
        {"scores": [0, 2]},
    ),
    Case(
        "hands ran out, typed points",
        COMPENDIUM,
        {"outcome": "exhausted", "points": {"Ann": 3, "Ben": 0}},
        {"scores": [3, 0]},
    ),
    Case(
        "hands ran out, nothing ticked",
        COMPENDIUM,
        {"outcome": "exhausted", "ticked": {"Ann": {}, "Ben": {}}},
        {"scores": [6, 0]},
    ),
    Case(
        "a ticked yaku that is not played",
        COMPENDIUM,
        stopped(captured=None, ticked={"Ann": {"moonlit-blossoms": 0, "animals": 0}}),
        {"scores": [1, 0], "warnings": ["Moonlit blossoms is not played here, so Ann's does not count."]},
    ),
    *(
        Case(
            f"a ticked viewing, {options} {rained_out}",
            MODERN,
            stopped(captured=None, ticked={"Ann": {"moon-viewing": 0, "animals": 0}}, rained_out=rained_out),
            {"scores": [points, 0]},
            options,
        )
        for options, rained_out, points in [
            ({"viewing": "with-another"}, [], 6),
            ({"viewing": "field"}, ["moon"], 1),
            ({"viewing": "field"}, ["flower"], 6),
        ]
    ),
    *(
        Case(
            "a viewing rained out on the field",
            form,
            lay(VIEWS, rained_out=["flower"]),
            {"worth of Ann": {"moon-viewing": 5}},
            {"viewing": "field"},
        )
        for form in (COMPENDIUM, MODERN)
    ),
    *(
        Case(
            f"koi-koi.md, {options} {brights}",
            form,
            stopped(captured={"Ann": HUNT.split()}, field_brights=brights, month=1),
            {"scores": [won, lost], "factors of Ann": factors, "base": [worth, 0]},
            options,
        )
        for form, worth in ((MODERN, 5), ("koikoi-nintendo", 5), (COMPENDIUM, 5), ("koikoi-hu", 6))
        for options, brights, won, lost, factors in [
            (LOSER_PAYS, None, worth, -worth, []),
            (LOSER_PAYS | ON_FIELD, 2, 2 * worth, -2 * worth, [2]),
            (ON_FIELD, 2, 2 * worth, 0, [2]),
            (ON_FIELD, 1, worth, 0, []),
            (ON_FIELD, 0, worth, 0, []),
            # Said, and not agreed.
            ({}, 2, worth, 0, []),
        ]
    ),
    *(
        Case(
            f"{words}, with three brights on the field",
            MODERN,
            raw | {"field_brights": 3, "dealer": "Ann"},
            {"scores": [18, -18], "lines of Ben": [("Taken by Ann", -18), ("Round score", -18)]},
            {"loser-pays": "on", "field-brights": "on", "exhausted": "dealer-6"},
        )
        for words, raw in (
            ("a dealt hand", {"outcome": "dealt", "dealt": {"Ann": "teshi"}}),
            ("the dealer", {"outcome": "exhausted"}),
        )
    ),
    Case(
        "a breakdown of two brights on the field that the loser pays",
        MODERN,
        stopped(captured={"Ann": HUNT.split(), "Ben": POETRY}, field_brights=2, month=1),
        {
            "lines of Ann": [
                ("Boar, deer, butterflies", 5),
                ("Points of the yaku", 5),
                ("for brights dealt to the field", 2),
                ("Round score", 10),
            ],
        },
        LOSER_PAYS | ON_FIELD,
    ),
    Case(
        "a breakdown with a call",
        MODERN,
        stopped(captured={"Ann": [*POETRY, "iris-ribbon"]}, calls=call(0, 1), month=2),
        {
            "lines of Ann": [
                ("Poetry ribbons: 5 + 1", 6),
                ("Points of the yaku", 6),
                ("Ben called koi-koi", 2),
                ("Round score", 12),
            ],
            "factors of Ann": [2],
            "words of Ben": ["Round score"],
        },
    ),
    Case(
        "a breakdown with each call",
        FORMS[0],
        stopped(captured={"Ann": DRY_BRIGHTS.split()}, calls=call(1, 1), month=2),
        {
            "lines of Ann": [
                ("Four brights (without the rain man)", 8),
                ("Points of the yaku", 8),
                ("for one and each call of koi-koi", 3),
                ("Round score", 24),
            ]
        },
    ),
    Case(
        "a breakdown of 7 or more",
        "koikoi-hu",
        stopped(captured={"Ann": DRY_BRIGHTS.split()}, month=2),
        {
            "lines of Ann": [
                ("Four brights", 8),
                ("Points of the yaku", 8),
                ("for 7 or more", 2),
                ("Round score", 16),
            ]
        },
    ),
    *(
        Case(
            f"the cup, {cup} {further}",
            MODERN,
            stopped(captured={"Ann": [CUP]}, chaff={"Ann": 11}) | further,
            {"said": [words]},
            {"cup": cup},
        )
        for cup, further, words in CUPS
    ),
    *(
        Case(
            f"points without a yaku: {words}",
            COMPENDIUM,
            round_,
            {"said": [words], "scores": [6, 0]},
        )
        for round_, words in [
            (deal(Ann="teshi"), "Dealt four of a month (手四)"),
            (deal(Ann="kuttsuki"), "Dealt four pairs (くっつき)"),
            (deal(Ann="both"), "Dealt both in one hand"),
            (lay(""), "Nobody has a yaku: the dealer"),
        ]
    ),
    Case(
        "rain took one of two yaku away",
        MODERN,
        stopped(captured={"Ann": [CUP, MOON, *POETRY]}, calls={"Ann": 1}, rained_out=["moon"], month=12),
        {"warnings": ["Ann called koi-koi and has fewer yaku now: rain took Moon viewing away."]},
        {"viewing": "field"},
    ),
    Case(
        "the rain man is not there",
        MODERN,
        stopped(captured={"Ann": SPOILT}, month=12),
        {"warnings": []},
        {"viewing": "rained-out"},
    ),
    Case(
        "the rain man spoils a viewing",
        MODERN,
        stopped(captured={"Ann": [*SPOILT, "willow-rain-man"]}, month=12),
        {"warnings": ["Moon viewing of Ann does not count: the rain man spoils it."]},
        {"viewing": "rained-out"},
    ),
    *(
        Case(
            f"a call on a viewing that rain took away, {viewing} {further}",
            form,
            lay(f"{CUP} {MOON} {further}", POEMS, calls={"Ann": 1}, rained_out=rained_out, month=12),
            {"warnings": [RAINED]},
            {"viewing": viewing},
        )
        for viewing, further, rained_out in [
            ("rained-out", "willow-rain-man", []),
            ("rained-out", "willow-lightning", []),
            ("field", "", ["moon"]),
        ]
        for form in (MODERN, COMPENDIUM)
    ),
    *(
        Case(
            "a change of options left a stop without a yaku",
            form,
            stopped(captured={"Ann": [*CHAFF[:9], CUP]}, month=2),
            {"scores": [0, 0], "warnings": ["Ann stopped without a yaku, so nobody scores."]},
            {"cup": "animal"},
        )
        for form in FORMS
    ),
]

# --- Go-Stop -------------------------------------------------------------------------------------


def stop_by(points: int, *counts: str, **more: Any) -> dict[str, Any]:
    """A round that Ann stopped with so many points, among them those of what counts."""
    return {"outcome": "stop", "winner": "Ann", "points": {"Ann": points}, "counts": [*counts]} | more


def stop_with(cards: str, **more: Any) -> dict[str, Any]:
    """A round that Ann stopped with these cards."""
    return {"outcome": "stop", "winner": "Ann", "captured": {"Ann": cards.split()}} | more


def hold(cards: str) -> dict[str, Any]:
    """What Ben has."""
    return {"captured": {"Ben": cards.split()}}


GO_STOP, HANGAME, PMANG, CALCULATOR = (
    "go-stop",
    "go-stop-hangame",
    "go-stop-pmang",
    "go-stop-calculator",
)
GODORI = "plum-warbler wisteria-cuckoo susuki-geese"
# Two each of pine, plum and cherry.
SIX_CHAFF = " ".join(f"{suit}-chaff-{number}" for suit in ("pine", "plum", "cherry") for number in (1, 2))
NINE_CHAFF = f"{SIX_CHAFF} iris-chaff-1 iris-chaff-2 peony-chaff-1"
WITH_CUP = stop_with(f"{GODORI} maple-deer chrysanthemum-cup {NINE_CHAFF}")
RAINY_FOUR = stop_with("willow-rain-man pine-crane cherry-curtain susuki-moon")
TWO_CALLERS = stop_by(4, calls={"Ben": 1, "Cem": 1}, first_go="Ben")
BEN_CALLS = stop_by(4, "brights", calls={"Ben": 1}, lacks={"Cem": ["brights"]})
SIX, NOTHING_SMALL = hold(f"pine-crane {SIX_CHAFF}"), hold("pine-crane")
GODORI_TICKED = {"outcome": "stop", "winner": "Ann", "ticked": {"Ann": {"godori": 0, "chaff": 2}}}
FOUR_DEALT, THREE_PPEOKS = (
    {"outcome": outcome, "winner": "Ann"} for outcome in ("four-dealt", "three-ppeoks")
)
SOLD = stop_by(4, sits_out=["Dee"], sold={"Dee": 2})
# What is played, what happens, and the scores by a value of an option; those of two players end at Ben.
BY_OPTION: list[tuple[str, dict[str, Any], dict[str | bool, list[int]]]] = [
    # Godori 5, five animals 1, eleven chaff 2.
    ("cup", WITH_CUP, {"better": [14, -7, -7], "animal": [12, -6, -6], "both": [16, -8, -8]}),
    ("rainy-four", RAINY_FOUR, {"4": [8, -4, -4], "3": [6, -3, -3]}),
    ("godori", stop_with(GODORI), {"5": [10, -5, -5], "3": [6, -3, -3]}),
    (
        "go",
        stop_by(7, calls={"Ann": 3}),
        {
            "doubling": [40, -20, -20],
            "times": [42, -21, -21],
            "two-added": [36, -18, -18],
            "only-doubling": [28, -14, -14],
        },
    ),
    (
        "go",
        stop_by(7, calls={"Ann": 2}),
        {
            "doubling": [18, -9, -9],
            "times": [28, -14, -14],
            "two-added": [18, -9, -9],
            "only-doubling": [18, -9, -9],
        },
    ),
    (
        "go",
        stop_by(7, calls={"Ann": 1}),
        {
            "doubling": [16, -8, -8],
            "times": [16, -8, -8],
            "two-added": [16, -8, -8],
            "only-doubling": [16, -8, -8],
        },
    ),
    ("seven-animals", stop_by(4, "seven-animals"), {True: [16, -8, -8], False: [8, -4, -4]}),
    (
        "few-chaff",
        stop_by(4, "chaff", **SIX),
        {"usual": [8, -4, -4], "5": [8, -4, -4], "6": [12, -8, -4], "7": [12, -8, -4]},
    ),
    (
        "few-chaff",
        stop_by(7, "chaff", **SIX),
        {"usual": [14, -14], "5": [7, -7], "6": [14, -14], "7": [14, -14]},
    ),
    (
        "few-chaff",
        stop_by(7, "chaff", **hold(f"pine-crane {SIX_CHAFF} iris-chaff-1")),
        {"usual": [14, -14], "5": [7, -7], "6": [7, -7], "7": [14, -14]},
    ),
    ("no-chaff", stop_by(4, "chaff", **NOTHING_SMALL), {"free": [8, -4, -4], "doubled": [12, -8, -4]}),
    ("no-animals", stop_by(4, "animals", **NOTHING_SMALL), {True: [12, -8, -4], False: [8, -4, -4]}),
    ("no-ribbons", stop_by(4, "ribbons", **NOTHING_SMALL), {True: [12, -8, -4], False: [8, -4, -4]}),
    ("empty-pile", stop_by(4, **hold("")), {"free": [4, 0, -4], "pays": [8, -4, -4]}),
    ("empty-pile", stop_by(4, lacks={"Ben": ["all"]}), {"free": [4, 0, -4], "pays": [8, -4, -4]}),
    ("liable", TWO_CALLERS, {"first": [8, -8, 0], "last": [8, 0, -8]}),
    # Ben 4, Cem without a bright 8.
    ("liable-doubled", BEN_CALLS, {True: [16, -16, 0], False: [12, -12, 0]}),
    (
        "four-dealt",
        FOUR_DEALT,
        {"minimum": [6, -3, -3], "5": [10, -5, -5], "7": [14, -7, -7], "10": [20, -10, -10]},
    ),
    (
        "stop-minimum",
        FOUR_DEALT,
        {"usual": [6, -3, -3], "3": [6, -3, -3], "5": [10, -5, -5], "7": [14, -7, -7]},
    ),
    ("stop-minimum", stop_by(7), {"usual": [7, -7], "3": [7, -7], "5": [7, -7], "7": [7, -7]}),
    ("stop-minimum", stop_by(4), {"3": [4, -4]}),
    ("four-dealt", FOUR_DEALT, {"minimum": [7, -7], "5": [5, -5], "10": [10, -10]}),
    (
        "three-ppeoks",
        THREE_PPEOKS,
        {"minimum": [6, -3, -3], "7": [14, -7, -7], "10": [20, -10, -10]},
    ),
    ("three-ppeoks", THREE_PPEOKS, {"minimum": [7, -7], "7": [7, -7], "10": [10, -10]}),
    # Ann deals and wins, Dee sells.
    ("selling", SOLD, {"non-dealers": [8, -8, -8, 8], "all": [4, -8, -8, 12], "losers": [8, -8, -8, 8]}),
    ("selling", stop_by(4, sits_out=["Dee"]), {"none": [8, -4, -4, 0]}),
    ("sold-card", SOLD, {"1": [8, -6, -6, 4], "2": [8, -8, -8, 8], "3": [8, -10, -10, 12]}),
    (
        "selling",
        SOLD | {"dealer": "Ben", "sold_with": {"Dee": ["three"]}},
        {"non-dealers": [0, -4, -12, 16], "all": [0, -12, -12, 24], "losers": [8, -12, -12, 16]},
    ),
    (
        "selling",
        {"outcome": "undecided", "sits_out": ["Ann"], "sold": {"Ann": 1}},
        {"non-dealers": [4, 0, -2, -2], "all": [6, -2, -2, -2], "losers": [0, 0, 0, 0]},
    ),
]
# What happens, by which form, and the scores.
BY_FORM: list[tuple[str, str, dict[str, Any], list[int]]] = [
    ("four of a month dealt", HANGAME, FOUR_DEALT, [10, -10]),
    ("four of a month dealt", PMANG, FOUR_DEALT, [7, -7]),
    ("four of a month dealt, with three", PMANG, FOUR_DEALT, [14, -7, -7]),
    ("three ppeoks, with three", PMANG, THREE_PPEOKS, [14, -7, -7]),
    (
        "seven animals against a loser without an animal",
        CALCULATOR,
        stop_by(4, "seven-animals", lacks={"Ben": ["animals"]}),
        [24, -16, -8],
    ),
    ("two losers called go", PMANG, TWO_CALLERS, [8, 0, -8]),
    ("two losers called go", CALCULATOR, TWO_CALLERS, [12, -12, 0]),
    ("a loser without an animal", CALCULATOR, stop_by(4, "animals", **NOTHING_SMALL), [12, -8, -4]),
    ("six chaff, with two", CALCULATOR, stop_by(7, "chaff", **SIX), [7, -7]),
    ("six chaff, with two", HANGAME, stop_by(7, "chaff", **SIX), [14, -14]),
    # What no option says.
    (
        "a shake and a bomb",
        GO_STOP,
        stop_by(4, shakes={"Ann": 1, "Ben": 2}, bombs={"Ann": 1}),
        [32, -16, -16],
    ),
    ("a loser’s own go, with two", GO_STOP, stop_by(7, calls={"Ben": 2}), [14, -14]),
    ("a refused draw", GO_STOP, stop_by(4, refused_draw="Cem"), [8, 0, -8]),
    (
        "a refused draw beside a go",
        GO_STOP,
        stop_by(4, refused_draw="Cem", calls={"Ben": 1}),
        [8, -8, 0],
    ),
    ("points at once", GO_STOP, {"outcome": "undecided", "at_once": {"Ann": 3, "Ben": 1}}, [5, -1, -4]),
    ("points at once, beside a stop", GO_STOP, stop_by(4, at_once={"Cem": 3}), [5, -7, 2]),
    ("the fourth sits out", GO_STOP, stop_by(4, sits_out=["Dee"]), [8, -4, -4, 0]),
    ("jokers", GO_STOP, stop_with(NINE_CHAFF, jokers={"Ann": 3}), [6, -3, -3]),
    ("chaff as a number", GO_STOP, stop_with("pine-crane", chaff={"Ann": 12}), [6, -3, -3]),
    ("ticked yaku", GO_STOP, GODORI_TICKED, [16, -8, -8]),
]
OF_GO_STOP = [
    *(
        Case(
            f"{option} = {value}, {len(scores)} players",
            GO_STOP,
            round_,
            {"scores": scores},
            {option: value},
            NAMES[: len(scores)],
        )
        for option, round_, rows in BY_OPTION
        for value, scores in rows.items()
    ),
    *(
        Case(says, form, round_, {"scores": scores}, sides=NAMES[: len(scores)])
        for says, form, round_, scores in BY_FORM
    ),
    Case(
        "who pays for both pays alone, and who got something at once gets it from each",
        GO_STOP,
        BEN_CALLS | {"at_once": {"Cem": 3}},
        {
            "payments": [(0, 2, 3), (1, 0, 12), (1, 2, 3)],
            "words of Cem": [
                "Ann’s amount",
                "for no bright (gwangbak 광박)",
                "Paid by the one who pays for both (독박)",
                "At once: ppeok 뻑, ddadak 따닥 and so on",
                "Round score",
            ],
        },
        sides=NAMES[:3],
    ),
]

CASES = [
    *OF_KWADO,
    *OF_MIN_HWATU,
    *OF_SAKURA,
    *OF_HANA_AWASE,
    *OF_MUSHI,
    *OF_ROPPYAKKEN,
    *OF_KOI_KOI,
    *OF_GO_STOP,
]
