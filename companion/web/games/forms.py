"""The form of a new game: who plays, who sits with whom, and what the table agrees."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from companion.errors import CompanionError
from companion.rules import RULE_SET_IDS, Options, RuleSet, Seating, get_rule_set, parse_name
from companion.store import KeptGame, KeptSide
from companion.web.forms import PageForm
from companion.web.option_fields import read_options, show_options

SEAT_COUNT = 6
ALONE = "alone"


class Table(NamedTuple):
    """A table that is ready to play."""

    rule_set: RuleSet
    options: Options
    players: list[str]
    sides: list[KeptSide]
    first_dealer: int


class Preview(NamedTuple):
    """What the form shows of the table as far as it is typed: seats in order, the deal, who begins."""

    players: tuple[str, ...]
    sides: tuple[tuple[str, tuple[int, ...]], ...]
    side_of_seat: tuple[int, ...]
    dealer: int
    starter: int


class NewGameForm(PageForm):
    """The table of a new game; `again` is the game whose table plays again, `dealer` who would deal next."""

    def __init__(self, again: KeptGame | None = None, dealer: int | None = None) -> None:
        rule_set = again.rule_set if again else get_rule_set(RULE_SET_IDS[0])
        shown: dict[str, str | list[str]] = {"game": rule_set.id, "sides": ALONE, "first-dealer": "0"}
        if again:
            shown |= {f"player-{seat}": name for seat, name in enumerate(again.players)}
            if len(again.sides) < len(again.players):
                shown["sides"] = str(len(again.sides))
                seating = Seating(again.players, len(again.sides))
                for number, (side, usual) in enumerate(
                    zip(again.sides, seating.get_side_names(), strict=True)
                ):
                    if side.name != usual:
                        shown[f"team-{number}"] = side.name
            shown["first-dealer"] = str(again.first_dealer if dealer is None else dealer)
            shown |= show_options(rule_set, again.options)
        elif rule_set.methods:
            from companion.rules import parse_options

            shown |= show_options(rule_set, parse_options(rule_set, {}))
        shown["fields-of"] = rule_set.id
        super().__init__(shown)
        self.again = again
        chosen = self.get("game", rule_set.id)
        self.rule_set = get_rule_set(chosen) if chosen in RULE_SET_IDS else rule_set
        if again and chosen == again.rule_set.id:
            self.rule_set = again.rule_set
        if self.is_submitted() and chosen not in (*RULE_SET_IDS, again.rule_set.id if again else ""):
            self.fail("game", "Please choose one of these games.")

    @property
    def is_other_game(self) -> bool:
        """Whether the option fields that were sent are those of another rule set."""
        return self.get("fields-of", self.rule_set.id) != self.rule_set.id

    def read(self) -> Table | None:
        """The table, or None with a fault at each field that has one."""
        players = self.read_players()
        count = self.read_side_count(len(players)) if players else None
        sides = self.read_sides(players, count) if count else []
        dealer = self.get("first-dealer", "0")
        seat = int(dealer) if dealer in map(str, range(SEAT_COUNT)) else -1
        if players and not 0 <= seat < len(players):
            self.fail("first-dealer", "The first dealer must be one of the players.")
        options = read_options(self, self.rule_set, lenient=self.is_other_game)
        if self.faults or options is None:
            return None
        if self.again is not None and self.again.rule_set.id == self.rule_set.id:
            options = replace(options, house_rules=self.again.options.house_rules)
        return Table(self.rule_set, options, players, sides, seat)

    def read_players(self) -> list[str]:
        """The names in seat order; an empty list, with faults, when they cannot play like this."""
        typed = [self.get(f"player-{seat}") for seat in range(SEAT_COUNT)]
        wanted = max([2, *(seat + 1 for seat, text in enumerate(typed) if text.strip())])
        names: list[str] = []
        for seat in range(wanted):
            try:
                if not typed[seat].strip():
                    raise CompanionError(f"Player {seat + 1} has no name yet.")
                name = parse_name(typed[seat])
                if name in names:
                    raise CompanionError(f"Two players are called {name}; give each another name.")
                names.append(name)
            except CompanionError as error:
                self.fail(f"player-{seat}", error.message)
        try:
            self.rule_set.get_sides(wanted)
        except CompanionError as error:
            self.fail(f"player-{wanted - 1}", error.message)
            return []
        return names if len(names) == wanted else []

    def read_side_count(self, players: int) -> int | None:
        """How many sides the players form; None, with a fault, for what the rule set does not allow."""
        chosen = self.get("sides", ALONE)
        count = players if chosen == ALONE else int(chosen) if chosen in ("2", "3") else 0
        if count not in self.rule_set.sides[players]:
            self.fail("sides", f"{players} players do not form {chosen} teams in {self.rule_set.name}.")
            return None
        return count

    def read_sides(self, players: list[str], count: int) -> list[KeptSide]:
        """The sides with their seats, each with the name that was given to it or those of its players."""
        seating = Seating(tuple(players), count)
        sides: list[KeptSide] = []
        for number, usual in enumerate(seating.get_side_names()):
            name = usual
            field = f"team-{number}"
            if count < len(players):
                try:
                    name = parse_name(self.get(field) if self.get(field).strip() else usual)
                except CompanionError as error:
                    own = self.get(field).strip()
                    self.fail(field, error.message if own else f"{usual}: too long for a team; name it here.")
                    continue
                if name in [side.name for side in sides]:
                    self.fail(field, f"Two teams are called {name}; give each another name.")
            sides.append(KeptSide(name, seating.get_seats(number)))
        return sides

    def get_preview(self) -> Preview | None:
        """The seating and the deal as far as they can be told from what is typed; no fault is noted."""
        players = tuple(
            text for seat in range(SEAT_COUNT) if (text := " ".join(self.get(f"player-{seat}").split())[:40])
        )
        if len(players) not in self.rule_set.sides:
            return None
        chosen = self.get("sides", ALONE)
        count = int(chosen) if chosen in ("2", "3") else len(players)
        if count not in self.rule_set.sides[len(players)]:
            return None
        seating = Seating(players, count)
        dealer = self.get("first-dealer", "0")
        seat = int(dealer) if dealer in map(str, range(len(players))) else 0
        names = seating.get_side_names()
        return Preview(
            players,
            tuple((name, seating.get_seats(number)) for number, name in enumerate(names)),
            tuple(seating.get_side(place) for place in range(len(players))),
            seat,
            seating.get_starter(seat, self.rule_set.turn.starts),
        )
