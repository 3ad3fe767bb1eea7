"""CSV for spreadsheets: the scores of a kept game, how cells are written, and tables read as games.

A CSV file begins with the mark by which spreadsheets know UTF-8. What begins like a formula gets an
apostrophe, as a spreadsheet writes a text; numbers stay numbers, below 0 too.

A table that is read has a row for each round and a column for each side, with its points.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from itertools import zip_longest
from typing import Any, NamedTuple

from companion.errors import (
    CompanionError,
    FaultList,
    NotAllowedHere,
    NotPossible,
    NotUnderstood,
    get_known,
    raise_all,
)
from companion.rules import (
    ROUND_LIMIT,
    ROUNDS_LIMIT,
    RULE_SET_IDS,
    EnteredGame,
    GameBreakdown,
    RoundInGame,
    RuleSet,
    Yaku,
    and_list,
    parse_game,
    parse_options,
    read_number,
    read_typed,
    read_whole_number,
    say_range,
    write_number,
)
from companion.store.models import Game

Cell = str | int | float | None
# The wide ones are those of a Japanese keyboard.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
BYTE_ORDER_MARK = "\ufeff"
# Columns that are no side, in any table.
_BESIDE = ("", "date", "round", "dealer", "winner", "game winner")
# “Ann, points” or “Ann points” is the same as “Ann”. The others belong to it too; sums are counted anew.
_POINTS_OF = re.compile(r"(.+?),? (?:card points|points|cards)", re.I)
_OF_SIDE = re.compile(r"(.+?),? (yaku|koi-koi|go|floor|net|bonus|×|round|total)", re.I)
# What stands in a cell where there is nothing.
_NOTHING = ("", "-", "–", "—")
# The names of some yaku have commas.
_BETWEEN_YAKU = re.compile(r"[+/;\n]")


class Brought(NamedTuple):
    """A game that was read, and when it began, where that was said.

    The file of a kept game also says `seatings`, each with the round from which on it counts, the time zone,
    and whether the game was over; it `is_whole`, so that nobody must look at its scores.
    """

    game: EnteredGame
    at_ms: int | None = None
    seatings: tuple[tuple[int, tuple[int, ...], int], ...] = ()
    time_zone: str | None = None
    is_over: bool = False
    is_whole: bool = False


def write_csv(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV file with a row of heads."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([_keep_text(head) for head in heads])
    writer.writerows([_keep_text(cell) for cell in row] for row in rows)
    return BYTE_ORDER_MARK + file.getvalue()


def _keep_text(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULAS) else cell


def write_game_csv(game: Game, scored: GameBreakdown) -> str:
    """A row for each round: the day of the game, who dealt, score and total of each side, who won the game.

    Points that a side brought along stand in a first row, as totals of round 0.
    """
    totals = [f"{side}, total" for side in scored.sides]
    heads = ["date", "round", "dealer", *scored.sides, *totals, "game winner"]
    winner = ", ".join(scored.winners)
    rows: list[Sequence[Cell]] = []
    if any(start.total for start in scored.starts):
        brought = [start.total for start in scored.starts]
        rows.append((game.date, 0, "", *(0 for _ in brought), *brought, winner))
    for each in scored.rounds:
        scores = [side.score for side in each.breakdown.sides]
        rows.append((game.date, each.number, say_dealer(game, each), *scores, *each.totals, winner))
    return write_csv(heads, rows)


def say_dealer(game: Game, played: RoundInGame) -> str:
    """The player who dealt a round."""
    return "" if played.dealer is None else game.players[played.dealer]


def read_table(text: str, rule_set: RuleSet | None) -> Brought:
    """The game of a table, which is played by this rule set.

    Cells are parted by tabs, semicolons or commas. Raises for what cannot be read or cannot be.
    """
    heads, *rows = _read_cells(text)
    if rule_set is None:
        raise NotUnderstood(f"This table does not say which game it is: {', '.join(RULE_SET_IDS)}?")
    return _read_points(heads, rows, rule_set)


def _read_cells(text: str) -> list[list[str]]:
    """The rows that are not empty, each as long as the first, which has the names."""
    text = text.lstrip(BYTE_ORDER_MARK).strip("\r\n")
    between = max("\t;,", key=text.partition("\n")[0].count)
    try:
        rows = [
            list(map(str.strip, row)) for row in csv.reader(io.StringIO(text, newline=""), delimiter=between)
        ]
    except csv.Error as error:
        raise NotUnderstood("This is no table that can be read.") from error
    rows = [row for row in rows if any(row)]
    if len(rows) < 2:
        raise NotUnderstood(
            "There is no round here: the first row has the names, each further row is a round."
        )
    if len(rows) > ROUND_LIMIT + 2:
        most, said = write_number(ROUND_LIMIT), write_number(len(rows) - 1)
        raise NotAllowedHere(f"A game has at most {most} rounds, not {said}.")
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if any(cell and not head for cell, head in zip_longest(row, rows[0])):
            raise NotUnderstood(f"Row {number} has more cells than the first row has names.")
    return [[*map(_read_cell, row[:width]), *[""] * (width - len(row))] for row in rows]


def _read_cell(cell: str) -> str:
    """The text of a cell, without the apostrophe that `write_csv` sets; raises for a formula."""
    if cell.startswith(("=", "＝")):
        raise NotUnderstood(f"“{cell[:20]}” is a formula: paste what it comes to.")
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULAS) else cell


def _read_day(cell: str) -> int | None:
    """Noon of a day on the server's clock, in milliseconds; None for an empty cell."""
    if not cell:
        return None
    try:
        noon = datetime.combine(date.fromisoformat(cell), time(12)).timestamp()
    except (ValueError, OverflowError):
        raise NotUnderstood(f"“{cell[:20]}” is no day as in 2026-11-27.") from None
    return int(noon * 1000)


def _read_points(heads: Sequence[str], rows: Sequence[Sequence[str]], rule_set: RuleSet) -> Brought:
    """The game of a table of points. It has as many rounds as the rules say, or as the table has, if more."""
    names, sides = _name_columns(heads, rule_set)
    # By all that a table may call them.
    known = {
        word.casefold(): each for each in rule_set.yaku for word in (each.id, each.name, each.short_name)
    }
    faults = FaultList()
    rounds = []
    for number, row in enumerate(rows, start=1):
        try:
            rounds.append(_read_round(dict(zip(names, row, strict=True)), sides, rule_set, known))
        except CompanionError as error:
            faults.append(type(error)(f"Round {number}: {error.message}"))
    raise_all(faults)
    usual = parse_options(rule_set, {}).rounds
    length = {"rounds": min(len(rounds), ROUNDS_LIMIT)} if usual and len(rounds) > usual else {}
    points = [] if rule_set.has_cards else [number for each in rounds for number in each["points"].values()]
    tenths = {"tenths": True} if any(isinstance(number, Decimal) for number in points) else {}
    document = {"game": rule_set.id, "options": length | tenths, "sides": sides, "rounds": rounds}
    return Brought(parse_game(document), _read_day(dict(zip(names, rows[0], strict=True)).get("date", "")))


def _name_columns(heads: Sequence[str], rule_set: RuleSet) -> tuple[list[str], list[str]]:
    """What stands in each column, “Ann” her points and “Ann, yaku” her yaku; and the sides."""
    heads = [found[1] if (found := _POINTS_OF.fullmatch(head)) else head for head in heads]
    heads = [head.casefold() if head.casefold() in _BESIDE else head for head in heads]
    of_side = {
        head: f"{found[1]}, {found[2].lower()}"
        for head in heads
        if (found := _OF_SIDE.fullmatch(head)) and found[1] in heads
    }
    sides = [head for head in heads if head not in _BESIDE and head not in of_side]
    if rule_set.race is not None and len(sides) not in rule_set.side_counts:
        shown = and_list([side[:20] for side in sides[:5]])
        raise NotUnderstood(
            f"{rule_set.game} has a column of points for each of {say_range(rule_set.side_counts)} sides "
            f"and, where the table noted them, “Ann, yaku” and “Ann, {rule_set.call}”. "
            f"Here the sides would be {shown}."
        )
    return [of_side.get(head, head) for head in heads], sides


def _read_round(
    cells: Mapping[str, str], sides: Sequence[str], rule_set: RuleSet, known: Mapping[str, Yaku]
) -> dict[str, Any]:
    """A round as a document has it. The yaku are those of `known`, by what they may be called."""
    dealer = {"dealer": cells.get("dealer") or None}
    if rule_set.race is not None:
        return _read_race(cells, sides, rule_set, known) | dealer
    if not rule_set.has_cards:
        numbers = {side: read_number(cells[side]) for side in sides}
        return {"points": {side: cells[side] if n is None else n for side, n in numbers.items()}, **dealer}
    points = {side: read_typed(cells[side]) for side in sides}
    total = sum(each for each in points.values() if isinstance(each, int))
    if total != rule_set.deck_points:
        raise NotPossible(f"The card points come to {total}, and the deck has {rule_set.deck_points}.")
    rows = {
        side: {
            "card_points": points[side],
            "yaku": [one.id for one in _read_yaku(cells.get(f"{side}, yaku", ""), known)],
        }
        for side in sides
    }
    return {"points": rows, **dealer}


def _read_race(
    cells: Mapping[str, str], sides: Sequence[str], rule_set: RuleSet, known: Mapping[str, Yaku]
) -> dict[str, Any]:
    """A round of a race: whoever has yaku, or points before anything is doubled, has stopped."""
    points = {side: each for side in sides if (each := read_typed(cells[side])) not in (0, *_NOTHING)}
    yaku = {side: found for side in sides if (found := _read_yaku(cells.get(f"{side}, yaku", ""), known))}
    called = {side: read_typed(cells.get(f"{side}, {rule_set.call}", "")) for side in sides}
    endings = rule_set.race.endings if rule_set.race else ()
    stopped, exhausted = (next(each.id for each in endings if each.by == by) for by in ("winner", "nobody"))
    document: dict[str, Any] = {
        "calls": {side: each for side, each in called.items() if each not in _NOTHING}
    }
    scoring = list(points | yaku)
    if len(scoring) == 1:
        document |= {"outcome": stopped, "winner": scoring[0]}
    else:
        document["outcome"] = exhausted
        if rule_set.race and rule_set.race.exhausted == "most-yaku":
            scoring = list(sides)
        elif scoring:
            raise NotPossible(f"Only one side scores in {rule_set.game}.")
    if not yaku:
        return document | {"points": {side: points.get(side, 0) for side in scoring}}
    ticked = {side: _add_further(side, yaku.get(side, {}), points.get(side)) for side in scoring}
    return document | {"ticked": ticked}


def _add_further(side: str, yaku: Mapping[Yaku, int], points: int | str | None) -> dict[str, int]:
    """The ids of the yaku with their further cards, which the points tell where only one can have some.

    Raises where they come to other points.
    """
    ticked = {one.id: further for one, further in yaku.items()}
    growing = {one.id: one.extra.points for one in yaku if one.extra}
    worth = sum(one.points + further * growing.get(one.id, 0) for one, further in yaku.items())
    if points in (None, worth):
        return ticked
    if isinstance(points, int) and points > worth and len(growing) == 1 and not any(ticked.values()):
        [(grown, each)] = growing.items()
        further, rest = divmod(points - worth, each)
        if not rest:
            return {**ticked, grown: further}
    raise NotPossible(
        f"{side}: the yaku come to {worth}, not {points}. Two further cards are written as in "
        "“Five animals +2”."
    )


def _read_yaku(cell: str, known: Mapping[str, Yaku]) -> dict[Yaku, int]:
    """The yaku that a cell names: “Dragon bonus + Sakura 1”. A number behind one says its further cards."""
    found: dict[Yaku, int] = {}
    for word in map(str.strip, _BETWEEN_YAKU.split(cell)):
        number, last = read_whole_number(word), next(reversed(found), None)
        if number is not None and last and last.extra:
            found[last] = number
        elif word not in _NOTHING:
            found[get_known(known, word.casefold(), "No yaku of this game is called")] = 0
    return found
