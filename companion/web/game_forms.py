"""The form of a new game: who plays, who sits with whom, and what the table agrees."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.cards import DeckStyle, find_deck_style
from companion.errors import CompanionError
from companion.rules import (
    LETTER_LIMIT,
    RULE_SET_IDS,
    Deal,
    RuleSet,
    Seating,
    get_rule_set,
    group_by_game,
    parse_options,
)
from companion.rules.own_rules import parse_own_rules
from companion.rules.rule_set import get_own_rule_set
from companion.store import Game, check_table
from companion.web import known_games
from companion.web.badges import Badge, get_table_badges
from companion.web.forms import PageForm
from companion.web.option_fields import read_deck, read_options, say_in_short, show_options

SEAT_COUNT = max(max(get_rule_set(rule_set_id).sides) for rule_set_id in RULE_SET_IDS)
ALONE = "alone"
# A button that seats a player of an earlier evening.
NAMED = "name:"
# A button that takes the own rules of an earlier evening: the rule set, then what it changes.
OWN = "own:"


class NewGameForm(PageForm):
    """The table of a new game; `again` is the game whose table plays again, `dealer` who would deal next."""

    def __init__(self, again: Game | None = None, dealer: int | None = None) -> None:
        rule_set = again.rule_set if again else known_games.list_rule_sets()[0]
        options = again.options if again else parse_options(rule_set, {})
        shown = show_options(rule_set, options, is_new=True)
        shown |= {"game": rule_set.id, "fields-of": rule_set.id, "sides": ALONE, "first-dealer": "0"}
        shown["deck"] = again.deck if again else rule_set.deck
        if again:
            shown |= {f"player-{seat}": name for seat, name in enumerate(again.players)}
            count = len(again.side_names)
            shown["sides"] = str(count) if count < len(again.players) else ALONE
            usual = Seating(again.players, count).get_side_names()
            own = enumerate(again.side_names)
            shown |= {f"team-{number}": name for number, name in own if name != usual[number]}
            shown["first-dealer"] = str(again.first_dealer if dealer is None else dealer)
        super().__init__(shown)
        self.again = again
        if self.get("show").startswith(OWN):
            game, _, rules = self.get("show").removeprefix(OWN).partition(":")
            self.fields_typed["game"] = self.fields_typed["own-of"] = game
            self.fields_typed["own"] = rules
        chosen = self.find_chosen(rule_set.id)
        is_other = chosen != rule_set.id and chosen in RULE_SET_IDS
        self.rule_set = get_rule_set(chosen) if is_other else rule_set
        self.read_own_rules(chosen)
        if self.get("show").startswith(NAMED):
            self.seat(" ".join(self.get("show").removeprefix(NAMED).split()))
        if self.is_submitted() and chosen not in (*RULE_SET_IDS, rule_set.id):
            self.fail("game", "Please choose one of these games.")

    def read_own_rules(self, chosen: str) -> None:
        """Takes the own rules that came with the form, while the game that they are of is chosen."""
        if self.has("own") and chosen == self.get("own-of"):
            try:
                self.rule_set = get_own_rule_set(chosen, parse_own_rules(self.get("own")))
            except CompanionError as error:
                self.fail_all(error, {}, "game")

    def find_chosen(self, usual: str) -> str:
        """The rule set that was chosen: a game, and its form if that was chosen of the same game."""
        chosen, form = self.get("game", usual), self.get("form")
        known = {chosen, form} <= set(RULE_SET_IDS)
        return form if known and get_rule_set(form).game == get_rule_set(chosen).game else chosen

    def seat(self, name: str) -> None:
        """Gives the first empty seat to this player, unless they sit already."""
        free = [seat for seat in range(SEAT_COUNT) if not self.get_name(seat)]
        if free and not self.is_seated(name):
            self.fields_typed[f"player-{free[0]}"] = name

    def get_name(self, seat: int) -> str:
        """The name that is typed for a seat, empty where there is none."""
        return " ".join(self.get(f"player-{seat}").split())

    def is_seated(self, name: str) -> bool:
        return any(self.get_name(seat) == name for seat in range(SEAT_COUNT))

    @property
    def shown_deck(self) -> DeckStyle:
        """The deck of the drawn table: the one that was chosen, or the rule set's."""
        return find_deck_style(self.get("deck")) or self.rule_set.deck

    @property
    def games(self) -> dict[str, list[RuleSet]]:
        """The forms of each game by its name, always in the same order."""
        return group_by_game(map(get_rule_set, RULE_SET_IDS))

    @property
    def player_count(self) -> int:
        """How many play: up to the last name; as many as are asked for while there are not two names."""
        named = max((seat + 1 for seat in range(SEAT_COUNT) if self.get_name(seat)), default=0)
        return named if named > 1 else max(2, min(self.asked_count, max(self.rule_set.sides)))

    @property
    def asked_count(self) -> int:
        """How many names the form that was sent had asked for."""
        return sum(self.has(f"player-{seat}") for seat in range(SEAT_COUNT))

    @property
    def seats(self) -> range:
        """The seats that the form has: those of the game, and those that already have a name."""
        return range(max([*self.rule_set.sides, self.player_count]))

    @property
    def row_count(self) -> int:
        """How many names the form asks for; a button adds one."""
        asked = self.asked_count + self.has("show", "player")
        return max(self.player_count, min(asked, max(self.rule_set.sides)))

    @property
    def asks_teams(self) -> bool:
        return any(map(self.offers_teams, self.team_counts))

    def offers_teams(self, count: int) -> bool:
        """Whether as many as the form asks for may form so many teams, or somebody chose so."""
        may_form = count < self.row_count and count in self.rule_set.sides.get(self.row_count, ())
        return may_form or self.get("sides") == str(count)

    @property
    def opens_rules(self) -> bool:
        """Whether the rules are open: they were chosen just now, or one has a fault."""
        people = ("game", "player-", "first-dealer", "sides", "csrf_token")
        return self.has("show", "form") or any(not name.startswith(people) for name in self.faults)

    @property
    def team_counts(self) -> list[int]:
        """How many teams the players of this game may form."""
        counts = {
            count for players, sides in self.rule_set.sides.items() for count in sides if count < players
        }
        return sorted(counts)

    @property
    def is_other_game(self) -> bool:
        """Whether the option fields that were sent are those of another rule set."""
        return self.get("fields-of", self.rule_set.id) != self.rule_set.id

    def show_rule_set(self) -> None:
        """Shows the options of the rule set that was chosen, at their defaults; names stay."""
        usual = parse_options(self.rule_set, {})
        shown = show_options(self.rule_set, usual, is_new=True) | {"fields-of": self.rule_set.id}
        shown |= {"sides": self.get("sides", ALONE), "deck": self.read_deck()}
        for name, value in shown.items():
            self.fields_typed.setlist(name, [value] if isinstance(value, str) else value)

    def read(self) -> dict[str, Any] | None:
        """The table as `start_game` takes it, or None with a fault at each field that has one.

        Of a game that was chosen without seeing its options the options are as usual.
        """
        players = [
            self.get(f"player-{seat}") if self.get_name(seat) else f"Player {seat + 1}"
            for seat in range(self.player_count)
        ]
        dealer = self.get("first-dealer", "0")
        seat = int(dealer) if dealer in map(str, range(SEAT_COUNT)) else -1
        count = self.get_side_count(len(players))
        table = self.read_table(players, count, seat)
        usual = parse_options(self.rule_set, {}) if self.is_other_game else None
        options = usual or read_options(self, self.rule_set, count)
        deck = self.read_deck()
        if self.faults or options is None or table is None:
            return None
        if self.again is not None and self.again.rule_set.id == self.rule_set.id:
            options = replace(options, house_rules=self.again.options.house_rules)
        names, sides = table
        return {
            "rule_set": self.rule_set,
            "options": options,
            "players": names,
            "sides": sides,
            "first_dealer": seat,
            "deck": deck,
        }

    def read_deck(self) -> DeckStyle:
        """The deck of the table; of a new one that of the rules where only the game was changed."""
        if self.again is not None:
            return read_deck(self, self.again.deck)
        former, own = self.get("fields-of"), self.rule_set.deck
        is_as_it_was = former in RULE_SET_IDS and self.get("deck") == get_rule_set(former).deck
        return own if self.is_other_game and is_as_it_was else read_deck(self, own)

    def get_side_count(self, players: int) -> int:
        """How many sides the players are to form; 0 for what is no choice of the form."""
        chosen = self.get("sides", ALONE)
        return players if chosen == ALONE else int(chosen) if chosen in ("2", "3") else 0

    def read_table(
        self, players: list[str], count: int, dealer: int
    ) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Players and sides, or None with faults. A team without a name has those of its players."""
        seating = Seating(tuple(players), count)
        own = [self.get(f"team-{number}").strip() for number in range(count)]
        names = [mine or usual for mine, usual in zip(own, seating.get_side_names(), strict=True)]
        try:
            return check_table(self.rule_set, players, None if count == len(players) else names, dealer)
        except CompanionError as error:
            fields = {"players": f"player-{len(players) - 1}", "first_dealer": "first-dealer"}
            fields |= {f"players/{seat}": f"player-{seat}" for seat in range(len(players))}
            fields |= {f"sides/{number}": f"team-{number}" for number in range(count)}
            self.fail_all(error, fields, "sides")
        for number, name in enumerate(names):
            if f"team-{number}" in self.faults and not own[number] and len(name) > LETTER_LIMIT:
                self.made_faults[f"team-{number}"] = [f"{name}: too long for a team; name it here."]
        return None

    def get_places(self, colours: Mapping[str, int]) -> list[tuple[Badge, bool]]:
        """Of every seat of the form, in the order of play, the badge of its side, and whether it deals.

        As far as it is typed; no fault is noted.
        """
        taken = self.player_count
        players = [self.get_name(seat) for seat in range(taken)]
        count = self.get_side_count(taken)
        if count == taken or count not in self.rule_set.sides.get(taken, ()):
            count = self.row_count
        names = [
            self.get(f"team-{side}").strip() * (count < taken) or " & ".join(players[side::count])
            for side in range(count)
        ]
        badges = get_table_badges(names, colours)
        dealing = next((seat for seat in range(taken) if self.has("first-dealer", str(seat))), 0)
        return [(badges[seat % count], seat == dealing) for seat in self.seats]

    def say_in_short(self) -> str:
        """What is chosen besides game and people, in a few words; no fault is noted."""
        noted, self.made_faults = self.made_faults, {}
        options = read_options(self, self.rule_set, self.get_side_count(self.player_count))
        self.made_faults = noted
        return say_in_short(self.rule_set, options) if options else "Rules"

    def get_deals(self) -> list[tuple[Deal, int]]:
        """What is dealt to each number of players, and how many cards are left to draw."""
        choices = tuple(
            (option.id, each.value)
            for option in self.rule_set.options
            for each in option.listed
            if each.typed == self.get(f"option-{option.id}")
        )
        return [(deal, self.rule_set.count_draw_pile(deal, choices)) for deal in self.rule_set.deals]
