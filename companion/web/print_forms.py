"""The choice of a sheet and of what stands on it, as it was typed. Asked for by GET: nothing is stored."""

from collections.abc import Iterable

from werkzeug.datastructures import MultiDict

from companion.errors import CompanionError
from companion.printing import (
    LARGE_PAPERS,
    PAPERS,
    SHEETS,
    Order,
    PrintedGame,
    find_unset,
    get_paper,
    get_sheet,
    parse_order,
)
from companion.printing.orders import list_rule_words
from companion.printing.sheet_list import MOVED
from companion.rules import RULE_SET_IDS, RuleSet, get_rule_set
from companion.web import known_games

# Where printers hold Letter (Unicode CLDR, paper sizes).
LETTER_COUNTRIES = frozenset(
    ["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"]
)
_OF_ONE_GAME = {"method", "target", "yaku", "deck", "rounds"} | {
    option.id for each in RULE_SET_IDS for option in get_rule_set(each).options
}


def find_usual_paper(languages: Iterable[str]) -> str:
    """The paper of the first country that the languages of a browser name: “en-US” is Letter."""
    regions = [tag.rpartition("-")[2].upper() for tag in languages if "-" in tag]
    return "letter" if regions and regions[0] in LETTER_COUNTRIES else "a4"


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


class PrintForm:
    """The fields of the print page, and what is wrong with them.

    Game, players and paper are always chosen; as many names as were typed say how many play, but for teams.
    """

    def __init__(
        self, typed: MultiDict[str, str], game: PrintedGame | None = None, usual_paper: str = "a4"
    ) -> None:
        self.game = game
        self.usual_paper = usual_paper
        self.faults: dict[str, list[str]] = {}
        wanted = typed.get("make") or typed.get("sheet") or SHEETS[0].id
        self.sheet_id, self.moved = MOVED.get(wanted, (wanted, {}))
        # The choices of the game before do not belong to the one that is chosen now.
        is_other_game = typed.get("fields-of") not in (None, typed.get("rules"))
        self.typed = MultiDict(
            (name, text)
            for name, text in typed.items(multi=True)
            if text.strip() and not (is_other_game and name in _OF_ONE_GAME)
        )
        known = known_games.list_rule_sets()
        chosen = next((each for each in known if each.id == self.get("rules")), known[0])
        self.rule_set = game.rule_set if game else chosen
        self.tables = list_tables(self.rule_set)
        self.typed["rules"] = self.rule_set.id
        if self.names and "-" not in self.get("sides"):
            self.typed["sides"] = str(len(self.names))
        if self.get("sides") not in self.tables:
            self.typed["sides"] = next(iter(self.tables))
        # A5 is for the sheets that take it.
        self.papers = {
            each.id: each.title
            if each.id in LARGE_PAPERS
            else f"{each.title}, else {get_paper(usual_paper).title}"
            for each in PAPERS
        }
        if self.get("paper") not in self.papers:
            self.typed["paper"] = usual_paper

    def get(self, name: str, default: str = "") -> str:
        """The text of a field."""
        return self.typed.get(name, default)

    def has(self, name: str, value: str | None = None) -> bool:
        """Whether something was typed or chosen in a field, or this value."""
        return name in self.typed if value is None else value in self.typed.getlist(name)

    @property
    def names(self) -> list[str]:
        """The names of the players: a line each, or a field each in an address."""
        lines = (line for text in self.typed.getlist("name") for line in text.splitlines())
        return [line.strip() for line in lines if line.strip()]

    @property
    def unset_names(self) -> list[str]:
        """The names that no font of the sheets has all characters of."""
        return [name for name in (self.game.players if self.game else self.names) if find_unset(name)]

    @property
    def must_warn(self) -> bool:
        """Whether some of these names were not yet announced to be lines on the sheet."""
        are_new = self.game is None and bool(self.unset_names) and not self.has("lines", "yes")
        return are_new and "names" in get_sheet(self.sheet_id).takes

    def get_words(self) -> dict[str, str | list[str]]:
        """What was typed, as far as the sheet and the rule set take it; raises for an unknown sheet.

        A sheet that does not take the paper is for the usual one.
        """
        sheet = get_sheet(self.sheet_id)
        takes = {*sheet.takes} - {"sides", "names", "date"}
        if self.game is None:
            takes = {
                *sheet.takes,
                *list_rule_words(self.rule_set),
                *(each.id for each in self.rule_set.options),
            }
        typed = {key: self.get(key) for key in sorted(takes - {"names", "sides"}) if self.has(key)}
        words: dict[str, str | list[str]] = {**typed, **self.moved}
        if words["paper"] not in sheet.papers:
            words["paper"] = self.usual_paper
        if self.game is None and "names" in sheet.takes:
            words["name"] = self.names
        if "sides" in takes:
            words["sides"] = self.get("sides")
        return words

    def read(self) -> Order | None:
        """The order, or None with a fault at each field that has one."""
        try:
            return read_order(self.sheet_id, MultiDict(self.get_words()), self.game)
        except CompanionError as error:
            for fault in error.faults:
                self.faults.setdefault(str((fault.where or ("sheet",))[-1]), []).append(fault.message)
            return None


def read_order(sheet_id: str, typed: MultiDict[str, str], game: PrintedGame | None) -> Order:
    """The order that the words of an address make; raises every fault at once."""
    raw: dict[str, object] = {key: typed[key] for key in typed if key != "name"}
    return parse_order(sheet_id, raw | {"names": typed.getlist("name")}, game)
