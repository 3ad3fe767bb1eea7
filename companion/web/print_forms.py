"""The choice of a sheet and of what stands on it, as it was typed. Asked for by GET: nothing is stored."""

from collections.abc import Iterable, Iterator
from itertools import starmap
from typing import Any, cast

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, Form, SelectChoice, SelectField, StringField, TextAreaField

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


class HouseField(SelectField):
    """What a table may have agreed; what is not offered is for the order to refuse."""

    def __init__(self, label: str, offered: Iterable[tuple[str, str]], **given: Any) -> None:
        super().__init__(
            label, choices=list(starmap(SelectChoice, [("", "As usual"), *offered])), default="", **given
        )


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

    def __init__(
        self, typed: MultiDict[str, str], rule_set: RuleSet, game: PrintedGame | None, usual_paper: str
    ) -> None:
        super().__init__(typed)
        self.rule_set, self.game, self.usual_paper = rule_set, game, usual_paper
        wanted = self.make.data or self.sheet.data or SHEETS[0].id
        self.sheet_id, self.moved = MOVED.get(wanted, (wanted, {}))
        self.rules.choices = [SelectChoice(each.id, each.name) for each in known_games.list_rule_sets()]
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
    def house_rules(self) -> list[Field]:
        """The fields for what a table agreed: those that only this game has."""
        return [field for field in self if not hasattr(PrintForm, field.name)]

    def has_any(self, *fields: Field) -> bool:
        """Whether something is chosen in one of these fields."""
        return any(field.data for field in fields)

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
        takes = (
            list_words(sheet, self.rule_set)
            if self.game is None
            else {*sheet.takes} - {"sides", "name", "date"}
        )
        chosen = {name: value for name, value in self.data.items() if value and name in takes}
        words: dict[str, Any] = {name: "yes" if value is True else value for name, value in chosen.items()}
        words |= self.moved
        if words["paper"] not in sheet.papers:
            words["paper"] = self.usual_paper
        return words

    def read_order(self) -> Order | None:
        """The order, or None with what is wrong with it at each field."""
        try:
            return parse_order(self.sheet_id, self.get_words(), self.game)
        except CompanionError as error:
            for fault in error.faults:
                keys = fault.where or ("sheet",)
                field = self[keys[0] if keys[0] in self else "sheet"]
                field.errors = (*field.errors, fault.message)
            return None


def make_print_form(typed: MultiDict[str, str], game: PrintedGame | None, usual_paper: str) -> PrintForm:
    """The form with the fields of the chosen game."""
    known = known_games.list_rule_sets()
    chosen = next((each for each in known if each.id == typed.get("rules")), known[0])
    rule_set = game.rule_set if game else chosen
    # The choices of the game before do not belong to the one that is chosen now.
    is_other_game = typed.get("fields-of") not in (None, typed.get("rules"))
    kept = MultiDict(
        (name, text)
        for name, text in typed.items(multi=True)
        if text.strip() and not (is_other_game and (name == "rounds" or not hasattr(PrintForm, name)))
    )
    # With a field for each thing that a table may have agreed.
    game_form = type("GamePrintForm", (PrintForm,), dict(list_house_fields(rule_set)))
    return cast(PrintForm, game_form(kept, rule_set, game, usual_paper))


def list_house_fields(rule_set: RuleSet) -> Iterator[tuple[str, Field]]:
    """The fields for what a table may have agreed, by their names."""
    if rule_set.has_cards:
        yield "deck", HouseField("Deck", DECKS)
    if len(rule_set.methods) > 1:
        methods = [(each.id, f"Method {each.id}: {each.name}") for each in rule_set.methods]
        yield "method", HouseField("How a round is scored", methods)
    yield "target", StringField("Target")
    if rule_set.presets:
        words = rule_set.methods[0].settlement.yaku_words
        yield "yaku", HouseField(words, [(each.id, each.words) for each in rule_set.presets])
    for option in rule_set.options:
        yield option.id, HouseField(option.title, [(each.typed, each.words) for each in option.listed])
