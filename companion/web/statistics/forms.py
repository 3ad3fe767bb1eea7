"""Which games of a table count, as chosen in the address. Asked for by GET: nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence

from werkzeug.datastructures import MultiDict

from companion.store import Outcome


class GamesForm:
    """The rule sets and games that are ticked; where none is, all of them.

    What the table has not played is left out, so that an old address still opens.
    """

    def __init__(self, typed: MultiDict[str, str], outcomes: Sequence[Outcome]) -> None:
        self.outcomes = outcomes
        self.rule_sets = {each.rule_set_id: each.rule_set_name for each in outcomes}
        numbers = {str(each.number) for each in outcomes}
        self.typed = {
            "rules": [each for each in self.rule_sets if each in typed.getlist("rules")],
            "game": [each for each in typed.getlist("game") if each in numbers],
        }

    def has(self, name: str, value: str) -> bool:
        return value in self.typed[name]

    @property
    def words(self) -> dict[str, list[str]]:
        """The choice as an address says it."""
        return {name: values for name, values in self.typed.items() if values}

    @property
    def chosen_rules(self) -> list[str]:
        """The names of the ticked rule sets."""
        return [self.rule_sets[each] for each in self.typed["rules"]]

    @property
    def chosen_games(self) -> list[int]:
        """The numbers of the ticked games."""
        return sorted({int(number) for number in self.typed["game"]})

    def choose(self) -> list[Outcome]:
        """The games that count, in the order played."""
        rules, numbers = self.typed["rules"], self.chosen_games
        return [
            each
            for each in self.outcomes
            if (not rules or each.rule_set_id in rules) and (not numbers or each.number in numbers)
        ]
