"""The form of a new game: who plays, who sits with whom, and what the table agrees."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, RadioField

from companion.cards import DeckStyle, find_deck_style
from companion.errors import CompanionError
from companion.rules import (
    LETTER_LIMIT,
    RULE_SET_IDS,
    Deal,
    RuleSet,
    Seating,
    get_own_rule_set,
    get_rule_set,
    group_by_game,
    parse_options,
    parse_own_rules,
)
from companion.store import Game, check_table
from companion.web import known_games
from companion.web.badges import Badge, get_table_badges
from companion.web.forms import Form, NameField, NumberedFields
from companion.web.games.option_fields import DECK_FIELD, read_options, say_in_short, show_options

SEAT_COUNT = max(max(get_rule_set(rule_set_id).sides) for rule_set_id in RULE_SET_IDS)
ALONE = "alone"
# Who is not named, by the seat.
UNNAMED = tuple(f"Player {seat}" for seat in range(1, SEAT_COUNT + 1))
# What a table calls a game that this app does not know: the name of its own rules.
NAME = "rules/name"
# A button that seats a player of an earlier evening.
NAMED = "name:"
# A button that takes the own rules of an earlier evening: the rule set, then what it changes.
OWN = "own:"
# How fields write the beginnings of paths to faults.
PLACES = {"players/": "player-", "sides/": "team-", "first_dealer": "first-dealer"}


class NewGameForm(Form):
    """The table of a new game; `again` is the game whose table plays again, `dealer` who would deal next."""

    player = NumberedFields(NameField())
    team = NumberedFields(NameField())
    sides = RadioField(default=ALONE, validate_choice=False)
    first_dealer = RadioField(name="first-dealer", default="0", validate_choice=False)
    deck = DECK_FIELD
    time_zone = HiddenField(name="time-zone")

    def __init__(self, again: Game | None = None, dealer: int | None = None) -> None:
        self.again = again
        asked = request.args.get("game")
        usual = get_rule_set(asked) if asked in RULE_SET_IDS else known_games.list_rule_sets()[0]
        first = again.rule_set if again else usual
        table: dict[str, Any] = {"player": [], "team": [], "deck": again.deck if again else None}
        # They are not sent by “Play it”, on the page of own rules.
        if again and "player-0" not in request.form:
            count = len(again.side_names)
            plain = Seating(again.players, count).get_side_names()
            table["player"] = again.players
            table["team"] = [name * (name != own) for name, own in zip(again.side_names, plain, strict=True)]
            table["sides"] = str(count) if count < len(again.players) else ALONE
            table["first_dealer"] = str(again.first_dealer if dealer is None else dealer)
        for name in ("player", "team"):
            table[name] = [*table[name], *[""] * SEAT_COUNT][:SEAT_COUNT]
        super().__init__({"game": first.id, NAME: (first.own or {}).get("name", "")}, data=table)
        if self.get("show").startswith(OWN):
            game, _, rules = self.get("show").removeprefix(OWN).partition(":")
            self.fields_typed["game"] = self.fields_typed["own-of"] = game
            self.fields_typed["own"] = rules
        self.rule_set = self.choose_rule_set(first)
        if self.get("show").startswith(NAMED):
            self.seat(" ".join(self.get("show").removeprefix(NAMED).split()))
        self.show_rule_set()

    def choose_rule_set(self, first: RuleSet) -> RuleSet:
        """The game, its form if one was chosen of the same game, with the own rules that came with them."""
        chosen, form = self.get("game", first.id), self.get("form")
        if {chosen, form} <= set(RULE_SET_IDS) and get_rule_set(form).game == get_rule_set(chosen).game:
            chosen = form
        if self.has("own") and chosen == self.get("own-of"):
            try:
                return get_own_rule_set(chosen, parse_own_rules(self.get("own")))
            except CompanionError as error:
                # They came with a link: their name is no field of this page.
                for fault in error.faults:
                    self.fail("game", fault.message)
        if chosen not in (*RULE_SET_IDS, first.id):
            self.fail("game", "Please choose one of these games.")
        rule_set = get_rule_set(chosen) if chosen in RULE_SET_IDS and chosen != first.id else first
        name = self.get(NAME).strip()
        if rule_set.has_cards or not name:
            return rule_set
        try:
            return get_own_rule_set(rule_set.id, {**(rule_set.own or {}), "name": name})
        except CompanionError as error:
            self.fail_all(error, "game")
            return rule_set

    def show_rule_set(self) -> None:
        """Shows a rule set whose options were not seen yet, with its deck if no other was chosen."""
        rule_set, former, options = self.rule_set, self.get("fields-of"), parse_options(self.rule_set, {})
        is_first = not self.is_submitted()
        if is_first and self.again:
            options = self.again.options
        self.shown = show_options(rule_set, options, is_new=True) | {"fields-of": rule_set.id}
        is_other = self.has("fields-of") and former != rule_set.id
        if self.again is None:
            is_usual = former in RULE_SET_IDS and self.deck.data == get_rule_set(former).deck
            self.deck.data = rule_set.deck if is_other and is_usual else self.deck.data or rule_set.deck
        if is_first or is_other:
            self.fields_typed = MultiDict(self.fields_typed.to_dict(flat=False) | dict(self.shown))

    def seat(self, name: str) -> None:
        """Gives the first empty seat to this player, unless they sit already."""
        free = next((field for field in self.player if not field.data), None)
        if free and not self.is_seated(name):
            free.data = name

    def is_seated(self, name: str) -> bool:
        return name in self.player.data

    @property
    def shown_deck(self) -> DeckStyle:
        """The deck of the drawn table: the one that was chosen, or the rule set's."""
        return find_deck_style(self.deck.data) or self.rule_set.deck

    @property
    def games(self) -> dict[str, list[RuleSet]]:
        """The forms of each game by its name; the game that this phone played last comes first."""
        played = known_games.list_rule_sets()[0].game
        forms = group_by_game(map(get_rule_set, RULE_SET_IDS))
        return {played: forms.pop(played)} | forms

    @property
    def player_count(self) -> int:
        """How many play: up to the last name; as many as are asked for while there are not two names."""
        named = max((seat for seat, name in enumerate(self.player.data, 1) if name), default=0)
        return named if named > 1 else max(2, min(self.asked_count, max(self.rule_set.sides)))

    @property
    def asked_count(self) -> int:
        """How many names the form that was sent had asked for."""
        return sum(bool(field.raw_data) for field in self.player)

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
        return may_form or self.sides.data == str(count)

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

    def read(self) -> dict[str, Any] | None:
        """The table as `start_game` takes it, or None with a fault at each field that has one.

        Of a game that was chosen without seeing its options the options are as usual.
        """
        named = self.player.data[: self.player_count]
        players = [name or usual for name, usual in zip(named, UNNAMED, strict=False)]
        dealer = self.first_dealer.data
        seat = int(dealer) if dealer in map(str, range(SEAT_COUNT)) else -1
        count = self.get_side_count(len(players))
        table = self.read_table(players, count, seat)
        options = read_options(self, self.rule_set, count)
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
            "deck": self.deck.data,
            "time_zone": self.time_zone.data,
        }

    def get_side_count(self, players: int) -> int:
        """How many sides the players are to form; 0 for what is no choice of the form."""
        return {ALONE: players, "2": 2, "3": 3}.get(self.sides.data, 0)

    def read_table(
        self, players: list[str], count: int, dealer: int
    ) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Players and sides, or None with faults. A team without a name has those of its players."""
        seating = Seating(tuple(players), count)
        own = self.team.data[:count]
        names = [mine or usual for mine, usual in zip(own, seating.get_side_names(), strict=True)]
        try:
            return check_table(self.rule_set, players, None if count == len(players) else names, dealer)
        except CompanionError as error:
            self.fail_all(error, "sides", PLACES | {"players": f"player-{len(players) - 1}"})
        for number, name in enumerate(names):
            if f"team-{number}" in self.faults and not own[number] and len(name) > LETTER_LIMIT:
                self.team[number].errors = [f"{name}: too long for a team; name it here."]
        return None

    def get_places(self, colours: Mapping[str, int]) -> list[tuple[Badge, bool]]:
        """Of every seat of the form, in the order of play, the badge of its side, and whether it deals.

        As far as it is typed; no fault is noted.
        """
        taken = self.player_count
        players = self.player.data[:taken]
        count = self.get_side_count(taken)
        if count == taken or count not in self.rule_set.sides.get(taken, ()):
            count = self.row_count
        names = [
            self.team[side].data * (count < taken) or " & ".join(players[side::count])
            for side in range(count)
        ]
        badges = get_table_badges(names, colours)
        dealing = next((seat for seat in range(taken) if self.first_dealer.data == str(seat)), 0)
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
            if each.typed == self.get(f"options/{option.id}")
        )
        return [(deal, self.rule_set.count_draw_pile(deal, choices)) for deal in self.rule_set.deals]
