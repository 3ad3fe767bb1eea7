"""Pads filled in for three rounds by the words at their foot alone: each total is what the scorer has.

Who fills one in has counted the cards and yaku of each side, and takes each phrase for what `MEANT` says. The
equations are read from the pad, so that a wrong sign, floor, factor or order of steps makes a wrong total.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.printing.score_pad import say_sums
from companion.rules import RULE_SET_IDS, get_rule_set
from companion.rules.scoring.game import RoundInGame
from tests.printing.conftest import make_printed_game, order_sheet, read_words

# Where no bracket is open.
OUTSIDE = r"(?![^(]*\))"
NAMES = ["Al", "B", "Cy", "Di", "Ed", "Fi", "Gu"]


class Seen:
    """A round as it lies on the table, and the equations of the pad that it is written on."""

    def __init__(self, played: RoundInGame, equations: dict[str, str], undecided: int) -> None:
        self.raw: dict[str, Any] = played.entry.document()
        self.by_side = {side.side: side for side in played.breakdown.sides if side.is_known}
        self.winner: str = self.raw.get("winner", "")
        self.equations = equations
        self.undecided = undecided

    def strike(self, side: str) -> int:
        return sum(each.points for each in (*self.by_side[side].yaku, *self.by_side[side].extras))

    def strike_others(self, side: str) -> int:
        return sum(self.strike(each) for each in self.by_side if each != side)

    def win(self, side: str) -> int:
        return self.strike(side) if side == self.winner else 0

    def call(self, side: str) -> int:
        return int(self.raw["calls"].get(side, 0))

    def count(self, side: str, group: str) -> int:
        return self.by_side[side].figures[group]

    def lack(self, side: str, group: str, lowest: int, highest: int) -> bool:
        """Whether a loser has so few cards of a kind that the winner has points for."""
        is_counted = any(each.yaku.id.endswith(group) for each in self.by_side[self.winner].yaku)
        return is_counted and lowest <= self.count(side, group) <= highest

    def owe(self, side: str) -> int:
        if side == self.winner or not self.winner:
            return 0
        return self.work_out("amount", self.winner) * self.work_out("own ×", side)

    def get(self, side: str) -> int:
        return sum(self.owe(each) for each in self.by_side) if side == self.winner else 0

    def work_out(self, column: str, side: str) -> int:
        """What stands in a column: terms with their signs, then what changes their sum."""
        terms, *changes = re.split(rf", {OUTSIDE}", self.equations[column])
        parts = re.split(rf" ([+−]) ?{OUTSIDE}", f" + {terms}")[1:]
        result = 0
        for sign, term in zip(parts[::2], parts[1::2], strict=True):
            points = self.read(term, side)
            result += points if sign == "+" else -points
        unchanged = result
        for change in changes:
            if change.startswith("×2 "):
                result *= 2 ** int(TWICE[change.removeprefix("×2 ")](self, side))
            elif change.startswith("at most ×"):
                result = min(result, unchanged * int(change.removeprefix("at most ×")))
            elif change == "never below 0":
                result = max(0, result)
            else:
                assert change == "also below 0", change
        return result

    def read(self, term: str, side: str) -> int:
        """A number, another column, or a phrase."""
        if term.isdigit():
            return int(term)
        return self.work_out(term, side) if term in self.equations else MEANT[term](self, side)


# What a phrase stands for, for a side; one that ends an equation changes what stands before it.
MEANT: dict[str, Callable[[Seen, str], int]] = {
    "card points": lambda seen, side: seen.by_side[side].card_points,
    "bonus": Seen.strike,
    "yaku": Seen.strike,
    "own yaku from each other player": lambda seen, side: seen.strike(side) * (len(seen.by_side) - 1),
    "the yaku of the others": Seen.strike_others,
    "the yaku of all opponents": Seen.strike_others,
    "other’s yaku": Seen.strike_others,
    "points": Seen.win,
    "points × (1 + calls of koi-koi, of both sides)": lambda seen, side: (
        seen.win(side) * (1 + sum(map(seen.call, seen.by_side)))
    ),
    "goes": lambda seen, side: seen.call(side),
    "the points of the round": lambda seen, side: int(seen.raw["points"][side]),
    "amount × own ×": Seen.owe,
    "what the others paid": Seen.get,
    # Nobody got anything at once or sold a card in these rounds.
    "at once": lambda seen, side: 0,
    "sold": lambda seen, side: 0,
}
TWICE: dict[str, Callable[[Seen, str], int]] = {
    "from 7 points on": lambda seen, side: seen.strike(side) >= 7,
    "if the other called koi-koi": lambda seen, side: any(map(seen.call, seen.by_side.keys() - {side})),
    "for each go from the third": lambda seen, side: max(0, seen.call(side) - 2),
    "for each shake and bomb": lambda seen, side: 0,
    "with 7 animals": lambda seen, side: seen.count(side, "animals") >= 7,
    "for each undecided round (나가리) before": lambda seen, side: seen.undecided,
    "for no bright (광박) against counted brights": lambda seen, side: seen.lack(side, "brights", 0, 0),
    "for no animal (멍박) against counted animals": lambda seen, side: seen.lack(side, "animals", 0, 0),
    "for 1 to 5 chaff against counted chaff (피박)": lambda seen, side: seen.lack(side, "chaff", 1, 5),
    "for 1 to 5 chaff (two play: 7) against counted chaff (피박)": lambda seen, side: seen.lack(
        side, "chaff", 1, 5
    ),
    "for 1 to 7 chaff against counted chaff (피박)": lambda seen, side: seen.lack(side, "chaff", 1, 7),
    "for an own go (고박)": lambda seen, side: bool(seen.call(side)),
    "(two play) for an own go (고박)": lambda seen, side: len(seen.by_side) == 2 and bool(seen.call(side)),
}


@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_totals_by_the_words_of_a_pad_are_those_of_the_scorer(rules: str) -> None:
    rule_set = get_rule_set(rules)
    scored = 0
    for count in rule_set.side_counts:
        for method in rule_set.methods:
            sides, chosen = NAMES[:count], {"method": method.id}
            sums = say_sums(order_sheet("score-pad", rules=rules, sides=str(count), **chosen))
            assert sums in read_words("score-pad", rules=rules, sides=str(count), **chosen)
            equations = dict(re.findall(r"(?:^|[.] )([A-Z][\w ×]*) = ([^.]+)(?=[.])", sums))
            assert equations.pop("Total") == "total before + round", sums
            equations = {column.lower(): words for column, words in equations.items()}
            totals, undecided = dict.fromkeys(sides, 0), 0
            game = make_printed_game(3, sides, seed=count, options=chosen, rules=rules)
            for played in game.breakdown.rounds:
                seen = Seen(played, equations, undecided)
                undecided = 0 if seen.winner else undecided + 1
                for side in seen.by_side:
                    totals[side] += seen.work_out("round", side)
                assert tuple(totals.values()) == played.totals, (count, method.id, sums)
            scored += any(totals.values())
    assert scored == len(rule_set.side_counts) * len(rule_set.methods)
