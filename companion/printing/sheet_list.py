"""The sheets that can be printed, with their papers and options."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import NotUnderstood, say_nearest
from companion.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet. The first of `papers` is the default; `takes` are its options besides the rules.

    `usual_up` is the default number on a large page, `large` how many times larger its large print is.
    """

    id: str
    title: str
    words: str
    papers: tuple[str, ...]
    takes: tuple[str, ...]
    needs_game: bool = False
    needs_declaring: bool = False
    counts_cards: bool = False
    usual_up: int = 1
    large: float | None = None

    def is_for(self, rule_set: RuleSet) -> bool:
        """Whether the game has what the sheet is about."""
        if self.counts_cards and rule_set.race is not None:
            return False
        return not self.needs_declaring or rule_set.declaring is not None


_ALWAYS = ("paper", "ink_saving")

SHEETS = (
    Sheet(
        "score-pad",
        "Score pad",
        "An evening's rounds by hand, in the columns of the breakdown, for two to seven sides.",
        ("a4", "letter", "a5", "a6"),
        (*_ALWAYS, "up", "sides", "names", "rounds", "date", "large"),
        large=2.0,
    ),
    Sheet(
        "evening-set",
        "Evening set",
        "All that a table needs in one PDF: rules, cards, pad, month strip, house rules.",
        ("a4", "letter"),
        (*_ALWAYS, "sides", "names", "date"),
    ),
    Sheet(
        "column-pad",
        "Column pad",
        "The sides beside each other, a round as a block of rows: a whole game of five or six on a page.",
        ("a4", "letter"),
        (*_ALWAYS, "sides", "names", "rounds", "date"),
        counts_cards=True,
    ),
    Sheet(
        "rule-sheet",
        "Rule sheet",
        "The whole game for the middle of the table: deal, turn, scoring, yaku.",
        ("a4", "letter"),
        (*_ALWAYS, "large"),
        large=1.6,
    ),
    Sheet(
        "yaku-card",
        "Yaku card",
        "Every bonus in play with its cards and points, one for each player.",
        ("a6", "a4", "letter", "a5"),
        (*_ALWAYS, "up"),
        usual_up=4,
    ),
    Sheet(
        "newcomer-card",
        "Newcomer’s card",
        "A turn in three pictures and what counts, for the back of the yaku card.",
        ("a6", "a4", "letter", "a5"),
        (*_ALWAYS, "up"),
        usual_up=4,
    ),
    Sheet(
        "deck-guide",
        "Deck guide",
        "The 48 cards by month, with names and points, for who has never seen them.",
        ("a4", "letter", "a5"),
        _ALWAYS,
    ),
    Sheet(
        "month-strip",
        "Month strip",
        "The twelve flowers with their numbers and names, in strips for the edge of the table.",
        ("a4", "letter"),
        _ALWAYS,
    ),
    Sheet(
        "house-rules",
        "House rules",
        "What this table agreed, with the date and a line for everyone to sign.",
        ("a4", "letter", "a5"),
        (*_ALWAYS, "sides", "names", "date"),
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
    ),
    Sheet(
        "ledger",
        "Ledger",
        "The games of a table and who won them, a row each: an evening's with a date, else a season's.",
        ("a4", "letter"),
        (*_ALWAYS, "sides", "names", "date"),
    ),
    Sheet(
        "declarations",
        "Declarations",
        "The yaku that must be announced, on cards with boxes to tick, and tokens to lay on them.",
        ("a4", "letter"),
        (*_ALWAYS, "sides", "names"),
        needs_declaring=True,
    ),
    Sheet(
        "booklet",
        "Booklet",
        "Rules, bonuses and rulings, in printing order: both sides, turned on the short edge; fold, staple.",
        ("a4", "letter"),
        _ALWAYS,
    ),
)
SHEET_IDS = tuple(sheet.id for sheet in SHEETS)


def get_sheet(sheet_id: str) -> Sheet:
    """The sheet with this id; raises `NotUnderstood`, naming the nearest known one."""
    for sheet in SHEETS:
        if sheet.id == sheet_id:
            return sheet
    raise NotUnderstood(
        f"There is no sheet “{sheet_id[:80]}”: there is {', '.join(SHEET_IDS)}"
        f"{say_nearest(sheet_id, SHEET_IDS)}.",
        ("sheet",),
    )
