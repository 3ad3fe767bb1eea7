"""The choice of a sheet and of what stands on it, as it was typed. Asked for by GET: nothing is stored."""

from collections.abc import Iterable, Iterator
from itertools import starmap
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, Form, SelectChoice, SelectField, StringField, TextAreaField
from wtforms.form import BaseForm

from companion.errors import CompanionError
from companion.printing import (
    LARGE_PAPERS,
    MOVED,
    PAPERS,
    SHEETS,
    Order,
    PrintedGame,
    find_unset,
    get_paper,
    get_sheet,
    list_words,
    parse_order,
)
from companion.rules import RuleSet
from companion.web import known_games

DECKS = [
    ("korean", "Korean: 11 is paulownia, 12 willow"),
    ("japanese", "Japanese: 11 is willow, 12 paulownia"),
]
_NO = ("no", "off", "false", "0", "")


def list_tables(rule_set: RuleSet) -> dict[str, str]:
    """How many may play, as sent and as read: “6” is “6 players”, “6-3” is “6 players, 3 teams”."""
    alone = {f"{players}": f"{players} players" for players in rule_set.sides}
    in_teams = {
        f"{players}-{teams}": f"{players} players, {teams} teams"
        for players, counts in rule_set.sides.items()
        for teams in counts
        if teams < players
    }
    return alone | in_teams


class NamesField(TextAreaField):
    """Names: a line each, or a field each in an address."""

    def process_formdata(self, valuelist: list[str]) -> None:
        lines = (line.strip() for text in valuelist for line in text.splitlines())
        self.data = [line for line in lines if line]


class PrintForm(Form):
    """The fields of the print page that every game has. The order says what is wrong with them.

    Game, players and paper are always chosen; as many names as were typed say how many play, but for teams.
    """

    make = StringField()
    sheet = StringField()
    show = StringField()
    lines = BooleanField()
    rules = SelectField("Game")
    sides = SelectField("Players")
    paper = SelectField("Paper")
    rounds = StringField("Rounds")
    date = StringField("Date")
    first = StringField("Record: first round")
    last = StringField("Record: last round")
    ink_saving = BooleanField("Save ink", false_values=_NO)
    large = BooleanField("Large print", false_values=_NO)
    name = NamesField("Players, in the order of their seats")

    def __init__(self, typed: MultiDict[str, str], game: PrintedGame | None, usual_paper: str) -> None:
        super().__init__(typed)
        known = known_games.list_rule_sets()
        chosen = next((each for each in known if each.id == self.rules.data), known[0])
        self.rule_set = rule_set = game.rule_set if game else chosen
        self.game, self.usual_paper = game, usual_paper
        # What this table may have agreed.
        self.house_rules = BaseForm(dict(list_house_fields(rule_set)))
        # The choices of the game before do not belong to the one that is chosen now.
        is_same_game = typed.get("fields-of") in (None, self.rules.data)
        self.house_rules.process(typed if is_same_game else None)
        self.rounds.data = self.rounds.data if is_same_game else None
        wanted = self.make.data or self.sheet.data or SHEETS[0].id
        self.sheet_id, self.moved = MOVED.get(wanted, (wanted, {}))
        self.rules.choices = [SelectChoice(each.id, each.name) for each in known]
        self.rules.data = rule_set.id
        tables = list_tables(rule_set)
        self.sides.choices = list(starmap(SelectChoice, tables.items()))
        if self.name.data and "-" not in (self.sides.data or ""):
            self.sides.data = str(len(self.name.data))
        if self.sides.data not in tables:
            self.sides.data = next(iter(tables))
        self.table = tables[self.sides.data]
        # A5 is for the sheets that take it.
        otherwise = f", else {get_paper(usual_paper).title}"
        self.paper.choices = [
            SelectChoice(each.id, each.title + ("" if each.id in LARGE_PAPERS else otherwise))
            for each in PAPERS
        ]
        if self.paper.data not in [each.id for each in PAPERS]:
            self.paper.data = usual_paper

    @property
    def unset_names(self) -> list[str]:
        """The names that no font of the sheets has all characters of."""
        return [name for name in (self.game.players if self.game else self.name.data) if find_unset(name)]

    @property
    def must_warn(self) -> bool:
        """Whether some of these names were not yet announced to be lines on the sheet."""
        are_new = self.game is None and bool(self.unset_names) and not self.lines.data
        return are_new and "name" in get_sheet(self.sheet_id).takes

    def get_words(self) -> dict[str, Any]:
        """What is chosen, as far as the sheet takes it, as an address says it; raises for an unknown sheet.

        A sheet that does not take the paper is for the usual one.
        """
        sheet = get_sheet(self.sheet_id)
        takes = {*sheet.takes} - {"sides", "name", "date"} if self.game else list_words(sheet, self.rule_set)
        words: dict[str, Any] = {
            field.name: "yes" if field.data is True else field.data
            for field in (*self, *self.house_rules)
            if field.data and field.name in takes
        }
        words |= self.moved
        if words["paper"] not in sheet.papers:
            words["paper"] = self.usual_paper
        return words

    def read_order(self) -> Order | None:
        """The order, or None with what is wrong with it, also at each field."""
        try:
            return parse_order(self.sheet_id, self.get_words(), self.game)
        except CompanionError as error:
            self.form_errors += [fault.message for fault in error.faults]
            for field in (*self, *self.house_rules):
                field.errors = [each.message for each in error.faults if field.name in each.where]
            return None


def _offer(label: str, offered: Iterable[tuple[str, str]]) -> Field:
    """A choice of what a table may have agreed; what is not offered is for the order to refuse."""
    return SelectField(label, choices=list(starmap(SelectChoice, [("", "As usual"), *offered])), default="")


def list_house_fields(rule_set: RuleSet) -> Iterator[tuple[str, Field]]:
    """The fields for what a table may have agreed, by their names."""
    if rule_set.has_cards:
        yield "deck", _offer("Deck", DECKS)
    if len(rule_set.methods) > 1:
        methods = [(each.id, f"Method {each.id}: {each.name}") for each in rule_set.methods]
        yield "method", _offer("How a round is scored", methods)
    yield "target", StringField("Target")
    if rule_set.presets:
        words = rule_set.methods[0].settlement.yaku_words
        yield "yaku", _offer(words, [(each.id, each.words) for each in rule_set.presets])
    for option in rule_set.options:
        yield option.id, _offer(option.title, [(each.typed, each.words) for each in option.listed])
