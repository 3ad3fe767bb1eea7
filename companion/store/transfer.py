"""A game as a file to keep and to bring in again, and a scoring document as a game.

The file holds no link and nothing that can be computed: names, rules, and the rounds that stand as they were
entered, with the options and the seats that they were played by. What is brought in is played again by the
functions that pages call, so that nothing of it can be wrong; its history begins there. A digest detects a
damaged file.
"""

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from sqlmodel import Session

from companion.cards import DeckStyle, parse_deck
from companion.errors import CompanionError, NotUnderstood, saying_paths
from companion.rules import (
    Adjustment,
    Bounds,
    EnteredGame,
    NewSeats,
    RuleSet,
    Seating,
    Start,
    parse_entry,
    parse_game,
    parse_options,
    parse_rule_set,
    read_json,
    write_number,
)
from companion.rules.text.reader import Names, leave_out_none, parse_record
from companion.store.columns import to_json
from companion.store.games import change_options, end_game, start_game
from companion.store.journal import make_change
from companion.store.limits import MAX_IMPORT_BYTES, MAX_ROUNDS, MAX_START
from companion.store.models import Game, digest_json, find_options
from companion.store.rounds import count_below, list_rounds, number_beside, record_round
from companion.store.start import check_table
from companion.store.whole import check_rounds

FORMAT = "kwado-companion game, 2"
_FORMAT_BEFORE = "kwado-companion game, 1"
_START = (
    *[Bounds(-MAX_START, MAX_START, has_tenths=True)] * 2,
    Bounds(0, MAX_ROUNDS),
)


def parse_start(row: object) -> Start:
    """What a side brings along, as a list; raises `NotUnderstood`."""
    row = row if isinstance(row, list | tuple) else []
    found = [bounds.find(each) for bounds, each in zip(_START, row, strict=False)]
    if len(row) not in (2, 3) or None in found:
        raise NotUnderstood("A start is a total, the sum of what decides and, if anything, what is carried.")
    return Start(*found)


_NAMES: Names = {RuleSet: parse_rule_set, Start: parse_start, DeckStyle: parse_deck}
# A round counts from 1; behind the last is what holds for the next one.
_Number = Annotated[int, Bounds(1, MAX_ROUNDS + 1)]


class Brought(NamedTuple):
    """A game that was read. Only the file of a kept game says when and where it began."""

    game: EnteredGame
    at_ms: int | None = None
    time_zone: str | None = None


@dataclass(frozen=True)
class WrittenGame:
    """What the file of a game says."""

    format: str
    rule_set: RuleSet
    players: tuple[str, ...]
    sides: tuple[str, ...]
    first_dealer: int
    started_at_ms: Annotated[int, Bounds(0, 253_402_300_799_000)]
    periods: tuple[tuple[_Number, object], ...]
    """Options, each from a round on."""
    rounds: tuple[object, ...]
    deck: DeckStyle | None = None
    starts: tuple[Start, ...] = ()
    seatings: tuple[tuple[_Number, tuple[int, ...], int], ...] = ()
    """Seats and dealer, each from a round on."""
    adjustments: tuple[tuple[_Number, tuple[int, ...], str], ...] = ()
    """Points beside rounds."""
    time_zone: str | None = None
    is_over: bool = False

    def find_faults(self) -> list[str]:
        """No options, too many rounds, or a start of one side only."""
        faults = [] if self.periods else ["“periods” has no options."]
        if len(self.rounds) > MAX_ROUNDS:
            faults.append(f"A game has at most {write_number(MAX_ROUNDS)} rounds.")
        if len(self.starts) not in (0, len(self.sides)):
            faults.append("“starts” must say of each side what it brought along.")
        return faults


def export_game(session: Session, game: Game) -> str:
    """The game as JSON text, without a link: names, rules, and the rounds that stand as they were entered.

    Raises `DamagedGame` for one that cannot be read.
    """
    check_rounds(session, game)

    def count(serial: int) -> int:
        return count_below(session, game, serial) + 1

    # Of several between two rounds the last holds.
    periods = {count(serial): options for serial, options in game.periods}
    seatings = {count(serial): (order, dealer) for serial, order, dealer in game.seatings or ()}
    document: dict[str, Any] = {
        "format": FORMAT,
        "rule_set": game.rule_set.text,
        "players": game.players,
        "sides": game.side_names,
        "first_dealer": game.first_dealer,
        "started_at_ms": game.started_at_ms,
        "periods": list(periods.items()),
        "rounds": [each.document for each in reversed(list_rounds(session, game))],
        "seatings": [[number, *seats] for number, seats in seatings.items()],
        "is_over": game.ended or game.continued,
        **leave_out_none(
            {
                "deck": game.own_deck,
                "starts": game.starts,
                "time_zone": game.time_zone,
                "adjustments": [
                    [number_beside(session, game, serial), *rest] for serial, *rest in game.adjustments or ()
                ]
                or None,
            }
        ),
    }
    return to_json(document | {"digest": digest_json(document)}) + "\n"


def keep_game(session: Session, brought: Brought) -> Game:
    """A new game, with a new edit link: what was brought in is played again."""
    entered, seating = brought.game, brought.game.seating
    assert seating is not None
    agreed = [*(options for _, options in entered.rounds), entered.options]
    game = start_game(
        session,
        rule_set=entered.rule_set,
        options=agreed[0],
        players=seating.players,
        sides=entered.sides,
        first_dealer=seating.first_dealer,
        deck=entered.deck,
        starts=entered.starts,
        time_zone=brought.time_zone,
        at_ms=brought.at_ms,
    )
    for number, (entry, options) in enumerate(entered.rounds):
        change_options(session, game, options, for_all_rounds=False)
        record_round(session, game, entry, f"brought-in-{number}")
    change_options(session, game, entered.options, for_all_rounds=False)
    if entered.new_seats:
        seatings = [(played + 1, order, dealer) for played, order, dealer in entered.new_seats]
        make_change(session, game, "seats", seatings=seatings)
    if entered.adjustments:
        make_change(session, game, "adjust", adjustments=entered.adjustments)
    if entered.is_stopped:
        end_game(session, game)
    return game


def read_text(content: bytes) -> str:
    """The text of a file, without the mark by which spreadsheets know UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotUnderstood("This file is damaged or not a kept game: it is not text.") from None


def read_copy(text: str) -> Brought:
    """The game of a file that `export_game` wrote, or of a scoring document.

    Raises `NotUnderstood` for text that is damaged, too long or no game, and other errors for what cannot be
    kept.
    """
    if len(text) > MAX_IMPORT_BYTES or len(text.encode(errors="replace")) > MAX_IMPORT_BYTES:
        raise NotUnderstood(
            f"This file is too large for a game: the limit is {write_number(MAX_IMPORT_BYTES)} bytes."
        )
    if not text.lstrip().startswith("{"):
        raise NotUnderstood(
            "This is no game that can be brought in. A file that “Save the game” made can be, and a scoring "
            "document (JSON); a table of scores cannot."
        )
    if '"format"' not in text:
        return Brought(parse_game(read_json(text)))
    try:
        return _read_export(text)
    except RecursionError as error:
        raise NotUnderstood("This file holds no game that can be kept: it nests too deep.") from error


def _read_export(text: str) -> Brought:
    try:
        document = read_json(text)
    except CompanionError as error:
        raise NotUnderstood(f"This file is damaged or not a kept game. {error.message}") from error
    if isinstance(document, dict) and document.get("format") == _FORMAT_BEFORE:
        raise NotUnderstood(
            "This game was saved before release 0.5. Files can be brought in from release 0.5 on: save the "
            "game anew on a server of that release."
        )
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotUnderstood("This file is not a game exported by this program.")
    if document.pop("digest", None) != digest_json(document):
        raise NotUnderstood("This file is damaged: it has changed since the game was exported.")
    try:
        with saying_paths():
            return _read_written(parse_record(WrittenGame, document, _NAMES))
    except CompanionError as error:
        message = f"This file holds no game that can be kept: {error.message}"
        raise NotUnderstood(message, error.where) from error


def _read_written(file: WrittenGame) -> Brought:
    rules = file.rule_set
    players, sides = check_table(rules, file.players, file.sides, file.first_dealer)
    periods = [(first, parse_options(rules, options)) for first, options in file.periods]
    rounds = [
        (
            parse_entry(entry, rules, sides, ("rounds", number), players=players),
            find_options(periods, number + 1),
        )
        for number, entry in enumerate(file.rounds)
    ]
    game = EnteredGame(
        rules,
        periods[-1][1],
        sides,
        tuple(rounds),
        seating=Seating(players, len(sides), file.first_dealer),
        deck=file.deck,
        starts=file.starts,
        new_seats=tuple(NewSeats(first - 1, order, dealer) for first, order, dealer in file.seatings),
        adjustments=tuple(Adjustment(*each) for each in file.adjustments),
        is_stopped=file.is_over,
    )
    return Brought(game, file.started_at_ms, file.time_zone)
