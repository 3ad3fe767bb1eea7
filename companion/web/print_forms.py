"""The choice of a sheet and of what stands on it, as it was typed. Asked for by GET: nothing is stored."""

from __future__ import annotations

from collections.abc import Iterable

from werkzeug.datastructures import MultiDict

from companion.errors import CompanionError
from companion.printing import (
    PAPERS,
    SHEET_IDS,
    SHEETS,
    Order,
    PrintedGame,
    Sheet,
    count_page_rounds,
    count_usual_pages,
    find_unset,
    get_paper,
    get_sheet,
    parse_order,
)
from companion.rules import RULE_SET_IDS, RuleSet, get_rule_set
from companion.web import known_games

SEATS = max(players for each in RULE_SET_IDS for players in get_rule_set(each).sides)
SIDE_COUNTS = sorted({count for each in RULE_SET_IDS for count in get_rule_set(each).side_counts})
# Where printers hold Letter (Unicode CLDR, paper sizes).
LETTER_COUNTRIES = frozenset(
    ["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"]
)
_OF_THE_RULES = ("rules", "method", "target", "yaku", "deck")
_OF_ONE_GAME = {"method", "target", "yaku", "deck", "rounds", "sides"} | {
    option.id for each in RULE_SET_IDS for option in get_rule_set(each).options
}


def find_usual_paper(languages: Iterable[str]) -> str:
    """The paper of the first country that the languages of a browser name: “en-US” is Letter."""
    regions = [tag.rpartition("-")[2].upper() for tag in languages if "-" in tag]
    return "letter" if regions and regions[0] in LETTER_COUNTRIES else "a4"


class PrintForm:
    """The fields of the print page, and what is wrong with them."""

    def __init__(
        self, typed: MultiDict[str, str], game: PrintedGame | None = None, usual_paper: str = "a4"
    ) -> None:
        self.usual_paper = usual_paper
        # The choices of the game before do not belong to the one that is chosen now.
        is_other_game = typed.get("show") == "rules"
        self.typed = MultiDict(
            (name, text)
            for name, text in typed.items(multi=True)
            if not (is_other_game and name in _OF_ONE_GAME)
        )
        self.game = game
        self.faults: dict[str, list[str]] = {}

    def get(self, name: str, default: str = "") -> str:
        """The text of a field."""
        return self.typed.get(name, default)

    def get_names(self) -> list[str]:
        """The names of the players, an empty text for each seat without one."""
        names = self.typed.getlist("name")[:SEATS]
        return names + [""] * (SEATS - len(names))

    def has(self, name: str, value: str | None = None) -> bool:
        """Whether a field was sent, or has this value; before one is chosen, paper has the usual one."""
        if name == "paper" and not self.get("paper"):
            return value == self.usual_paper
        return name in self.typed if value is None else value in self.typed.getlist(name)

    @property
    def unset_names(self) -> list[str]:
        """The names that no font of the sheets has all characters of."""
        names = self.typed.getlist("name") if self.game is None else self.game.players
        return [name for name in names if find_unset(name)]

    @property
    def must_warn(self) -> bool:
        """Whether some of these names were not yet announced to be lines on the sheet."""
        is_named = self.game is None and "names" in get_sheet(self.sheet_id).takes
        return is_named and bool(self.unset_names) and not self.has("lines", "yes")

    @property
    def sheet_id(self) -> str:
        """The sheet that is chosen; the first one where none is, or where the game chosen now lacks it."""
        chosen = self.get("sheet")
        is_lacking = chosen in SHEET_IDS and get_sheet(chosen) not in self.list_sheets()
        return SHEETS[0].id if is_lacking or not chosen else chosen

    @property
    def rule_set(self) -> RuleSet:
        """The rule set whose options are offered."""
        if self.game is not None:
            return self.game.rule_set
        wanted = self.get("rules")
        return get_rule_set(wanted) if wanted in RULE_SET_IDS else known_games.list_rule_sets()[0]

    @property
    def methods(self) -> list[tuple[str, str]]:
        """The ways to score a round, each with its words."""
        return [(method.id, f"Method {method.id}: {method.name}") for method in self.rule_set.methods]

    @property
    def room(self) -> str:
        """How many rounds a page of the chosen paper holds, and how many pages to print for a game.

        Nothing where pads have all rounds of a game.
        """
        chosen = next((each.id for each in PAPERS if self.has("paper", each.id)), self.usual_paper)
        rounds = count_page_rounds(self.rule_set.id, chosen)
        fitting = ", ".join(f"{most} of {count} sides" for count, most in rounds.items())
        said = f"One {get_paper(chosen).title} page holds {fitting}." if rounds else ""
        pages = count_usual_pages(self.rule_set.id, chosen)
        more = ", ".join(f"{needed} pages for {count} sides" for count, needed in pages.items() if needed > 1)
        columns = "; one of the column pad" if chosen in get_sheet("column-pad").papers else ""
        return f"{said} A game to 200 with all bonuses usually fills {more}{columns}." if more else said

    def list_sheets(self) -> list[Sheet]:
        """The sheets to choose from: those that the game has; those of a table that plays need its game."""
        own = [sheet for sheet in SHEETS if sheet.is_for(self.rule_set)]
        return [sheet for sheet in own if self.game is not None or not sheet.needs_game]

    def get_words(self) -> dict[str, str | list[str]]:
        """What was typed, as far as the sheet and the rule set take it."""
        sheet = get_sheet(self.sheet_id)
        takes = set(sheet.takes)
        if self.game is None:
            takes |= {*_OF_THE_RULES, *(option.id for option in self.rule_set.options)}
            takes |= {"rounds"} if self.rule_set.length is not None else set()
        else:
            takes -= {"sides", "names", "date"}
        words: dict[str, str | list[str]] = {
            key: self.get(key) for key in sorted(takes - {"names"}) if self.get(key).strip()
        }
        if self.game is None and self.rule_set.id != RULE_SET_IDS[0]:
            words["rules"] = self.rule_set.id
        if self.get("up") == "usual":
            words.pop("up", None)
        names = [name for name in self.typed.getlist("name") if name.strip()]
        if "names" in takes and names:
            words["name"] = names
        return words

    def read(self) -> Order | None:
        """The order, or None with a fault at each field that has one."""
        try:
            return read_order(self.sheet_id, MultiDict(self.get_words()), self.game)
        except CompanionError as error:
            for fault in error.faults:
                name = str(fault.where[-1]) if fault.where else "sheet"
                self.faults.setdefault(name, []).append(fault.message)
            return None


def read_order(sheet_id: str, typed: MultiDict[str, str], game: PrintedGame | None) -> Order:
    """The order that the words of an address make; raises every fault at once."""
    raw: dict[str, object] = {key: typed[key] for key in typed if key != "name"}
    if "name" in typed:
        raw["names"] = typed.getlist("name")
    return parse_order(sheet_id, raw, game)


def say_pages(order: Order, page_count: int) -> str:
    """What an order gives: “Score pad, A4: 1 page.”, and how often to print a pad for a whole game."""
    pages = "1 page" if page_count == 1 else f"{page_count} pages"
    said = f"{order.sheet.title}, {order.paper.title}: {pages}."
    is_usual = order.sheet.id == "score-pad" and order.rounds is None and order.up == 1 and order.zoom == 1
    usual = count_usual_pages(order.rule_set.id, order.paper.id) if is_usual else {}
    times = usual.get(len(order.sides), 1)
    return f"{said} A game to 200 with all bonuses usually fills {times} of them." if times > 1 else said
