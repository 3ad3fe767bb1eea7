"""Rounds that are only half written, and what is open in each: for companion/rules and for the phone."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.rules import get_rule_set
from companion.rules.form.questions import Question, is_answered, list_questions
from companion.rules.form.written import WrittenRound


class Written(NamedTuple):
    """The fields of a round of so many sides, and the paths of what is open in it."""

    open: set[str]
    fields: dict[str, str]
    sides: int = 2
    game: str = "kwado-1985"
    # As a document has them, and as fields of the form of a new game.
    options: Mapping[str, object] = MappingProxyType({})
    chosen: Mapping[str, str] = MappingProxyType({})


def list_open(written: WrittenRound) -> list[Question]:
    """The questions that nobody has answered yet."""
    return [question for question in list_questions(written) if not is_answered(written, question)]


def write_counts(*rows: tuple[int, int, int]) -> dict[str, str]:
    """The fields of a round by counts."""
    rows_of = ((f"counts/{n}", row) for n, row in enumerate(rows))
    groups = ("brights", "animals", "ribbons")
    return {"way": "counts"} | {
        f"{path}/{group}": str(count)
        for path, row in rows_of
        for group, count in zip(groups, row, strict=True)
    }


def write_points(*points: int) -> dict[str, str]:
    """The fields of a round by points."""
    return {"way": "points"} | {f"points/{n}": str(each) for n, each in enumerate(points)}


def write_cards(*piles: list[str], rest: str = "") -> dict[str, str]:
    """The fields of a round by cards; only what is named is answered, and the rest is for one owner."""
    owners = {card: str(n) for n, pile in enumerate(piles) for card in pile}
    left = {card: rest for card in POINT_CARDS if rest and card not in owners}
    return {"way": "cards"} | {f"captured/{card}": owner for card, owner in (owners | left).items()}


POINT_CARDS = get_rule_set("kwado-1985").counting.picked.ids
PHOENIX = ["paulownia-phoenix"]
THREE = ((2, 4, 5), (2, 3, 3), (1, 2, 2))
NOBODYS = "sure/holder/dragon"
NO_FOUR = {f"all_four/{suit}": "no" for suit in ("maple", "iris", "willow")}
MIN_HWATU = {"game": "min-hwatu"}
KOIKOI = {"game": "koikoi-modern"}
GO_STOP = {"game": "go-stop"}
# Ann's lightning took the ribbon; the cuckoo, which is left over, comes to her.
BROUGHT = {
    f"captured/{card}": {"wisteria-ribbon": "0", "wisteria-cuckoo": "table"}.get(card, "1")
    for card in get_rule_set("hana-awase").counting.picked.ids
} | {"way": "cards", "gaji/by": "0", "gaji/took": "wisteria-ribbon"}
BROUGHT |= {
    "counts/0/chaff": "4",
    "counts/1/chaff": "19",
    "all_four/paulownia": "no",
    "all_four/willow": "no",
}
GAJI_OF_MUSHI = {"options": {"gaji": "mushi"}, "chosen": {"option_gaji": "mushi"}, "game": "hana-awase"}
GODORI = ["plum-warbler", "wisteria-cuckoo", "susuki-geese"]
HUNT = ["clover-boar", "maple-deer", "peony-butterflies"]

WRITTEN = {
    "all four with a card that the Gaji brings": Written({"all_four/wisteria"}, BROUGHT, **GAJI_OF_MUSHI),
    "all four with a card that the Gaji brings, answered": Written(
        set(), BROUGHT | {"all_four/wisteria": "yes"}, **GAJI_OF_MUSHI
    ),
    "a phoenix that nobody claims": Written({NOBODYS}, write_counts(*THREE), 3),
    "all is claimed": Written(set(), write_counts(*THREE) | {"yaku/2": "dragon"}, 3),
    "points that are nobody's": Written({"sure/left"}, write_counts(*THREE[:2], (0, 2, 2)), 3),
    "both": Written({NOBODYS, "sure/left"}, write_counts((2, 4, 5), (3, 4, 5))),
    "a table without yaku": Written(
        set(), write_counts((2, 4, 5), (3, 5, 5)), options={"yaku": []}, chosen={"preset": "none"}
    ),
    "counts that are missing": Written(
        {
            "counts/0/animals",
            "counts/0/ribbons",
            *(f"counts/1/{each}" for each in ("brights", "animals", "ribbons")),
        },
        {"way": "counts", "counts/0/brights": "4"},
    ),
    "240 points and a phoenix": Written({NOBODYS}, write_points(120, 120)),
    "its holder": Written(set(), write_points(120, 120) | {"yaku/1": "dragon"}),
    "235 points": Written({"sure/left"}, write_points(120, 115)),
    "points that are missing": Written({"points/1", "points/2"}, {"way": "points", "points/0": "120"}, 3),
    "cards that are nobody's": Written({"sure/unplaced"}, write_cards(["pine-crane"], PHOENIX)),
    "a side that has nothing": Written(
        {"sure/nothing/1"}, write_cards([], rest="0"), options={"yaku": []}, chosen={"preset": "none"}
    ),
    "a Gaji that somebody may have used": Written(
        {"gaji/by"},
        write_cards(["pine-crane"], ["pine-ribbon"], rest="table"),
        options={"gaji": "kwado"},
        chosen={"option_gaji": "kwado"},
    ),
    "nobody used it": Written(
        set(),
        write_cards(["pine-crane"], ["pine-ribbon"], rest="table") | {"gaji/by": "nobody"},
        options={"gaji": "kwado"},
        chosen={"option_gaji": "kwado"},
    ),
    "all four of a month": Written(
        {"all_four/maple"},
        write_cards(["maple-deer", "maple-ribbon"], rest="1")
        | {"all_four/willow": "no", "all_four/iris": "no"},
    ),
    "nothing is asked of who sits out": Written(
        {"points/1", "points/2"}, {"way": "points", "points/0": "120", "sits_out": "3"}, 4, **MIN_HWATU
    ),
    "who sits out holds no card": Written(
        {"sure/nothing/1"}, write_cards([], rest="0") | NO_FOUR | {"sits_out": "2"}, 3, **MIN_HWATU
    ),
    "who stopped": Written({"winner"}, {}, **KOIKOI),
    "the cards of whoever stopped": Written({"captured"}, {"way": "cards", "winner": "0"}, **KOIKOI),
    "points of whoever stopped": Written({"points/1"}, {"way": "points", "winner": "1"}, **KOIKOI),
    "a hand that was dealt": Written({"dealt/0"}, {"winner": "dealt"}, **KOIKOI),
    "a month of the game": Written(
        {"all_four/pine"}, {"winner": "0"} | write_cards([*HUNT, "pine-crane", "pine-ribbon"]), **KOIKOI
    ),
    "a race that is whole": Written(set(), {"winner": "0"} | write_cards(HUNT), **KOIKOI),
    "who stopped of three": Written({"winner"}, {"calls/1": "1"}, 3, **GO_STOP),
    "nothing yet, and not too few points": Written(
        {"captured"}, {"way": "cards", "winner": "1", "calls/1": "1"}, 3, **GO_STOP
    ),
    "points of who stopped, and not too few": Written(
        {"points/2"}, {"way": "points", "winner": "2", "lacks/0": "all"}, 3, **GO_STOP
    ),
    "a stop with all that matters": Written(
        set(),
        {"winner": "0", "chaff/0": "10", "calls/0": "1", "lacks/1": "few-chaff", "refused_draw": "2"}
        | write_cards(GODORI, ["pine-ribbon"]),
        3,
        **GO_STOP,
    ),
    "two callers and who was first": Written(
        set(),
        write_points(5) | {"winner": "0", "calls/1": "1", "calls/2": "1", "first_go": "2"},
        3,
        **GO_STOP,
    ),
    "an undecided round, with a call": Written(set(), {"winner": "nobody", "calls/0": "1"}, **GO_STOP),
    "four of a month dealt": Written(set(), {"winner": "four-dealt/1", "at_once/0": "3"}, **GO_STOP),
    "the fourth sits out": Written(set(), write_points(3) | {"winner": "0", "sits_out": "3"}, 4, **GO_STOP),
}
