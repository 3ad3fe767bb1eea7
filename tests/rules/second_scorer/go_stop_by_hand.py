"""Rounds of Go-Stop that are counted by hand, and the scores of the last round of each document.

Sources: go-stop.md, "By hand".
"""

from typing import Any

ANN_BEN = ["Ann", "Ben"]
ANN_BEN_CHO = ["Ann", "Ben", "Cho"]
CHAFF_OF_ANN = [
    "pine-chaff-1", "pine-chaff-2", "plum-chaff-1", "plum-chaff-2", "cherry-chaff-1", "cherry-chaff-2",
    "wisteria-chaff-1", "wisteria-chaff-2", "willow-lightning",
]  # fmt: skip
CHAFF_OF_BEN = ["iris-chaff-1", "iris-chaff-2", "peony-chaff-1", "peony-chaff-2", "paulownia-chaff-1"]
GODORI_AND_TWO_ANIMALS = ["plum-warbler", "wisteria-cuckoo", "susuki-geese", "clover-boar", "maple-deer"]
SEVEN_POINTS = [
    "pine-crane", "cherry-curtain", "susuki-moon", "pine-ribbon", "plum-ribbon", "cherry-ribbon",
    *CHAFF_OF_ANN,
]  # fmt: skip


def stop(sides: list[str], round_: dict[str, Any], *before: dict[str, Any]) -> dict[str, Any]:
    rounds = [*before, {"outcome": "stop", "winner": "Ann"} | round_]
    return {"game": "go-stop", "options": {}, "sides": sides, "rounds": rounds}


TWO_GOES = {
    "captured": {"Ann": GODORI_AND_TWO_ANIMALS, "Cho": ["pine-crane", "iris-bridge"]},
    "calls": {"Ann": 2},
    "lacks": {"Ben": ["animals"]},
}
SIX_CHAFF = {"captured": {"Ann": SEVEN_POINTS, "Ben": ["peony-butterflies", *CHAFF_OF_BEN]}}
CUP_BESIDE = {"captured": {"Ann": SEVEN_POINTS, "Ben": ["chrysanthemum-cup", *CHAFF_OF_BEN]}}
BEN_CALLED = {
    "points": {"Ann": 5},
    "counts": ["brights"],
    "calls": {"Ben": 1},
    "lacks": {"Ben": [], "Cho": ["brights"]},
}
THREE_GOES = {"points": {"Ann": 10}, "counts": [], "calls": {"Ann": 3}, "lacks": {"Ben": []}}

UNDECIDED = {"outcome": "undecided"}
THREE_POINTS = {"points": {"Ann": 3}, "counts": []}
# After five undecided rounds: 3 × 32 without a limit.
AFTER_FIVE = {"none": 96, "1": 3, "2": 6, "4": 12, "8": 24, "16": 48}
# What happens, the document, the scores of its last round.
BY_HAND = [
    ("two goes with three", stop(ANN_BEN_CHO, TWO_GOES), [16, -8, -8]),
    ("two goes and a shake", stop(ANN_BEN_CHO, TWO_GOES | {"shakes": {"Ann": 1}}), [32, -16, -16]),
    ("no bright and six chaff with two", stop(ANN_BEN, SIX_CHAFF), [28, -28]),
    ("the cup beside six chaff", stop(ANN_BEN, CUP_BESIDE), [14, -14]),
    (
        "a caller pays for both after an undecided round",
        stop(ANN_BEN_CHO, BEN_CALLED, {"outcome": "undecided"}),
        [30, -30, 0],
    ),
    *(
        (
            f"five undecided rounds, carry-limit = {limit}",
            stop(ANN_BEN_CHO, THREE_POINTS, *[UNDECIDED] * 2)
            | {"undecided": 3, "options": {"carry-limit": limit}},
            [2 * paid, -paid, -paid],
        )
        for limit, paid in AFTER_FIVE.items()
    ),
    (
        "a round that was won ends what undecided rounds carry",
        stop(ANN_BEN_CHO, THREE_POINTS, UNDECIDED, {"outcome": "four-dealt", "winner": "Ben"}),
        [6, -3, -3],
    ),
    (
        "four of a month dealt after an undecided round",
        stop(ANN_BEN_CHO, {"outcome": "four-dealt"}, UNDECIDED),
        [12, -6, -6],
    ),
    ("three goes with two", stop(ANN_BEN, THREE_GOES), [26, -26]),
]
