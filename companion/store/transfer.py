"""One game as a JSON document, exported and imported, with its whole journal.

The document holds no link and nothing that can be computed: of each change only what was entered and when. An
import replays the changes, so before and after are computed again and cannot be wrong. A digest detects a
damaged file. What a document may hold is declared by `Exported` and the table of `kinds`.

Scores from elsewhere, a scoring document or a table, become such a document first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from sqlmodel import Session, col, select

from companion.errors import CompanionError, FaultList, NotUnderstood, raise_all, saying_paths
from companion.rules import (
    GameBreakdown,
    RuleSet,
    Start,
    parse_entry,
    parse_game,
    parse_options,
    parse_rule_set,
    read_json,
    score_game,
    write_number,
)
from companion.rules.text.reader import Names, Reader, leave_out_none, parse_record
from companion.store.changes import begin, plan, take
from companion.store.digests import check_game, sign_game
from companion.store.errors import NoSuchRound
from companion.store.games import insert_game
from companion.store.journal import now_ms
from companion.store.kinds import KINDS, Key, Kind, Written
from companion.store.limits import MAX_CHANGES, MAX_IMPORT_BYTES
from companion.store.models import Change, Game, Round, digest_json, to_json
from companion.store.rounds import parse_key
from companion.store.spreadsheet import Brought, parse_start, read_table
from companion.store.start import check_table

FORMAT = "kwado-companion game, 1"
_NAMES: Names = {Key: parse_key, RuleSet: parse_rule_set, Start: parse_start}


@dataclass(frozen=True)
class Exported:
    """A document: `sides` are names with their seats, `starts` their totals and tallies."""

    format: str
    rule_set: RuleSet
    players: tuple[str, ...]
    sides: tuple[tuple[str, tuple[int, ...]], ...]
    first_dealer: int
    changes: tuple[dict[str, object], ...]
    starts: tuple[Start, ...] = ()
    time_zone: str | None = None

    def find_faults(self) -> list[str]:
        """Too many changes or none, or a start of one side only."""
        faults = []
        if not 1 <= len(self.changes) <= MAX_CHANGES:
            faults.append("“changes” has none or too many.")
        if len(self.starts) not in (0, len(self.sides)):
            faults.append("“starts” must say of each side what it brought along.")
        return faults


def export_game(session: Session, game: Game) -> str:
    """The game as JSON text: names, rule set, and every change with what was entered. It holds no link.

    Raises `Damaged` for a game that is not as it was written.
    """
    check_game(session, game)
    rows = session.exec(select(Change).where(Change.game_id == game.id).order_by(col(Change.sequence)))
    keys = session.exec(select(Round.serial, Round.key).where(Round.game_id == game.id))
    key_of = {str(serial): key for serial, key in keys}
    changes = []
    for row in rows:
        known = {"kind": row.kind, "at_ms": row.at_ms, **row.after}
        for serial, entry in row.after.get("rounds", {}).items():
            known |= {"key": key_of[serial], "serial": int(serial), "entry": entry}
        known["options"] = known["periods"][-1][1] if known.get("periods") else None
        says = [each.name for each in fields(KINDS[row.kind].record)]
        changes.append({name: known[name] for name in says if name in known})
    document: dict[str, Any] = {
        "format": FORMAT,
        "rule_set": game.rule_set.text,
        "players": game.first_players,
        "sides": game.first_sides,
        "first_dealer": game.first_dealer,
        "changes": changes,
        **leave_out_none({"starts": game.starts or None, "time_zone": game.time_zone or None}),
    }
    return to_json(document | {"digest": digest_json(document)}) + "\n"


def keep_replay(session: Session, replay: Replay) -> Game:
    """A new game, with a new edit link and this history."""
    game = insert_game(session, replay.game, replay.lines[0])
    for row in (*replay.lines[1:], *replay.rounds.values()):
        row.game_id = game.id
        session.add(row)
    session.flush()
    sign_game(session, game)
    return game


def read_text(content: bytes) -> str:
    """The text of a file, without the mark by which spreadsheets know UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotUnderstood("This file is damaged or not a kept game: it is not text.") from None


def read_copy(text: str, rule_set: RuleSet | None = None) -> tuple[Replay, GameBreakdown | None]:
    """The game of an export; that of a scoring document or of a table (`spreadsheet.py`) with its scores.

    `rule_set` is that of a table that does not name its own, where one is known. Raises `NotUnderstood` for
    text that is damaged, too long or no game, and other errors for scores that cannot be kept.
    """
    if len(text) > MAX_IMPORT_BYTES or len(text.encode(errors="replace")) > MAX_IMPORT_BYTES:
        raise NotUnderstood(
            f"This file is too large for a game: the limit is {write_number(MAX_IMPORT_BYTES)} bytes."
        )
    is_document = text.lstrip().startswith("{")
    if is_document and '"format"' in text:
        try:
            return _read_export(text), None
        except RecursionError as error:
            raise NotUnderstood("This file holds no game that can be kept: it nests too deep.") from error
    brought = Brought(parse_game(read_json(text))) if is_document else read_table(text, rule_set)
    document = _make_document(brought)
    replay, scored = read_document(document), score_game(brought.game)
    if brought.is_won and not scored.winners:
        replay.make(Written("end", document["changes"][-1]["at_ms"]))
    return replay, scored


def _make_document(brought: Brought) -> dict[str, Any]:
    """What an export says of a game whose rounds were all added at one time."""
    game, at_ms = brought.game, brought.at_ms or now_ms()
    assert game.seating is not None
    agreed = [options for _, options in game.rounds] or [game.options]
    changes = [{"kind": "start", "options": agreed[0].document(), "deck": game.deck}]
    for number, (entry, options) in enumerate(game.rounds):
        if options != agreed[max(0, number - 1)]:
            changes.append({"kind": "options", "options": options.document()})
        changes.append({"kind": "add", "key": f"brought-in-{number}", "entry": entry.document()})
    return {
        "format": FORMAT,
        "rule_set": game.rule_set.text,
        "players": list(game.seating.players),
        "sides": [[name, list(game.seating.get_seats(side))] for side, name in enumerate(game.sides)],
        "first_dealer": game.seating.first_dealer,
        "changes": [change | {"at_ms": at_ms} for change in changes],
        "starts": [each.document() for each in game.starts],
    }


def _read_export(text: str) -> Replay:
    try:
        document = read_json(text)
    except CompanionError as error:
        raise NotUnderstood(f"This file is damaged or not a kept game. {error.message}") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotUnderstood("This file is not a game exported by this program.")
    if document.pop("digest", None) != digest_json(document):
        raise NotUnderstood("This file is damaged: it has changed since the game was exported.")
    try:
        with saying_paths():
            return read_document(document)
    except CompanionError as error:
        message = f"This file holds no game that can be kept: {error.message}"
        raise NotUnderstood(message, error.where) from error


def read_document(document: Mapping[str, Any]) -> Replay:
    """The game of an export, read and replayed; raises for what cannot have been exported.

    Whatever cannot be read is told at once; then the first change that cannot be made, since each is made in
    the game that the earlier ones have left.
    """
    file = parse_record(Exported, document, _NAMES)
    reader = Reader(FaultList(), _NAMES)
    first, *later = [
        reader.read(KINDS.get(str(raw.get("kind")), Kind()).record, raw, ("changes", number))
        for number, raw in enumerate(file.changes)
    ]
    raise_all(reader.faults)
    if first.kind != "start":
        raise NotUnderstood("This must be the start of the game.", ("changes", 0))
    side_names = [name for name, _seats in file.sides]
    players, sides = check_table(file.rule_set, file.players, side_names, file.first_dealer)
    game, line = begin(
        file.rule_set,
        parse_options(file.rule_set, first.options),
        players=players,
        sides=sides,
        first_dealer=file.first_dealer,
        at_ms=first.at_ms,
        deck=first.deck,
        starts=file.starts,
        time_zone=file.time_zone,
    )
    if to_json(file.sides) != to_json(game.first_sides):
        raise NotUnderstood("They must take turns round the table, each with as many players.", ("sides",))
    replay = Replay(game, [line])
    for number, change in enumerate(later, start=1):
        try:
            replay.make(change)
        except CompanionError as error:
            raise error.at("changes", number) from error
    return replay


@dataclass
class Replay:
    """A game made again in memory from the changes of an export."""

    game: Game
    lines: list[Change]
    rounds: dict[int, Round] = field(default_factory=dict)

    def get_round(self, serial: int) -> Round:
        if serial not in self.rounds:
            raise NoSuchRound(serial)
        return self.rounds[serial]

    def make(self, written: Written) -> None:
        """Makes one change; raises if it is not possible."""
        change = dict(vars(written))
        if "entry" in change:
            players, sides = self.game.first_names
            entry = parse_entry(change["entry"], self.game.rule_set, sides, players=players)
            change["entry"] = entry.document()
        key = change.get("key", "")
        if key and key in [row.key for row in self.rounds.values()]:
            raise NotUnderstood("An earlier round has the same key.")
        step = plan(self.game, change, lambda sequence: self.lines[sequence - 1], self.get_round)
        take(self.game, step)
        self.lines.append(step.line)
        step.line.change_rounds(self.rounds, key)
