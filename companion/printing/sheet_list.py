"""The sheets that can be printed, with their papers and options."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from companion.errors import get_known
from companion.printing.fonts import PRINTABLES
from companion.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet that can be printed."""

    id: str
    title: str
    words: str
    papers: tuple[str, ...]
    """The first is the default."""
    takes: tuple[str, ...]
    """Its options besides the rules."""
    needs_game: bool = False
    """Whether it is of a game."""
    needs_link: bool = False
    """Whether it is of a game that phones can follow."""
    needs_cards: bool = False
    """Whether it is not offered for a game by points only."""
    large: float | None = None
    """How many times larger its large print is."""


_ALWAYS = ("paper", "ink_saving")

SHEETS = (
    Sheet(
        "evening-set",
        "Evening set",
        "All that your table needs tonight, in one PDF: rules, player cards, pad, house rules.",
        ("a4", "letter"),
        (*_ALWAYS, "sides", "name", "date"),
        needs_cards=True,
    ),
    Sheet(
        "score-pad",
        "Score pad",
        "A game by hand: a row or a column for each side; short games several to a page.",
        ("a4", "letter", "a5"),
        (*_ALWAYS, "sides", "name", "rounds", "date", "large"),
        large=1.4,
    ),
    Sheet(
        "player-card",
        "Player card",
        "One for each player: every yaku in front, a turn and what counts on the back.",
        ("a4", "letter", "a5", "a6"),
        (*_ALWAYS, "sides", "name"),
        needs_cards=True,
    ),
    Sheet(
        "rule-sheet",
        "Rule sheet",
        "The whole game for the middle of the table: deal, turn, scoring, yaku.",
        ("a4", "letter"),
        (*_ALWAYS, "large"),
        large=1.6,
        needs_cards=True,
    ),
    Sheet(
        "deck-guide",
        "Deck guide",
        "The 48 cards by month, with names and points; or the twelve flowers in strips.",
        ("a4", "letter", "a5"),
        (*_ALWAYS, "strip"),
        needs_cards=True,
    ),
    Sheet(
        "house-rules",
        "House rules",
        "What this table agreed, with the date and a line for everyone to sign.",
        ("a4", "letter", "a5"),
        (*_ALWAYS, "sides", "name", "date"),
    ),
    Sheet(
        "booklet",
        "Booklet",
        "Rules, yaku and rulings, in printing order: both sides, turned on the short edge; fold, staple.",
        ("a4", "letter"),
        _ALWAYS,
        needs_cards=True,
    ),
    Sheet(
        "ledger",
        "Ledger",
        "The games of a table and who won them, a row each: an evening's with a date, else a season's.",
        ("a4", "letter"),
        (*_ALWAYS, "sides", "name", "date"),
    ),
    Sheet(
        "game-record",
        "Game record",
        "Every round of a game with its lines, the totals, the winner and a chart.",
        ("a4", "letter", "a5"),
        (*_ALWAYS, "first", "last"),
        needs_game=True,
    ),
    Sheet(
        "table-tent",
        "Table tent",
        "Stands on the table with the code that lets phones follow the game.",
        ("a4", "letter"),
        _ALWAYS,
        needs_game=True,
        needs_link=True,
    ),
)
# Sheets of old addresses: what they are now, and what is chosen then.
MOVED: Mapping[str, tuple[str, dict[str, str]]] = {
    "column-pad": ("score-pad", {}),
    "yaku-card": ("player-card", {}),
    "newcomer-card": ("player-card", {}),
    "declarations": ("player-card", {}),
    "month-strip": ("deck-guide", {"strip": "yes"}),
}


def list_sheets(rule_set: RuleSet) -> list[Sheet]:
    """The sheets that make sense for a rule set."""
    return [sheet for sheet in SHEETS if rule_set.has_cards or not sheet.needs_cards]


def get_sheet(sheet_id: str) -> Sheet:
    """The sheet with this id; raises `NotUnderstood`, naming the nearest known one."""
    known = {sheet.id: sheet for sheet in SHEETS}
    return get_known(known, sheet_id, "There is no sheet", ("sheet",), known)


@cache
def read_miniature(sheet_id: str) -> str:
    """The miniature of a sheet, as SVG."""
    return (PRINTABLES / get_sheet(sheet_id).id / "miniature.svg").read_text(encoding="utf-8").strip()
