"""One game as a JSON document, exported and imported, with its whole journal.

The document holds no link and nothing that can be computed: of each change only what was entered and when. An
import replays the changes, so before and after are computed again and cannot be wrong. A digest detects a
damaged file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert, select, update
from sqlmodel import Session

from companion.errors import CompanionError, NotUnderstood
from companion.rules import Seating, parse_entry, parse_options, parse_rule_set, read_json, write_number
from companion.store.database import writing_connection
from companion.store.games import (
    GameStart,
    check_table,
    first_patch,
    insert_game,
    name_deck,
    plan_periods,
    read_game_by_id,
)
from companion.store.history import compose
from companion.store.journal import count_bytes, read_patch, write_columns
from companion.store.kept import KeptGame, KeptSide, StartedGame
from companion.store.limits import (
    MAX_CHANGES,
    MAX_IMPORT_BYTES,
    MAX_JOURNAL_BYTES,
    MAX_PARTS_RETURNED,
    MAX_PERIODS,
    MAX_ROUNDS,
)
from companion.store.models import GAMES, JOURNAL, ROUNDS
from companion.store.people import parse_names, parse_seatings, parse_starts
from companion.store.rounds import is_key
from companion.store.rows import to_json

FORMAT = "kwado-companion game, 1"
_MAX_MS = 253_402_300_799_000
# The part of a game that a kind of change sets, and to what.
SWITCHES = {
    "end": ("ended", True),
    "resume": ("ended", False),
    "players": ("continued", True),
    "archive": ("archived", True),
    "unarchive": ("archived", False),
    "delete": ("deleted", True),
}


def export_game(session: Session, game: KeptGame) -> str:
    """The game as JSON text: names, rule set, and every change with what was entered. It holds no link."""
    connection = session.connection()
    rows = connection.execute(
        select(JOURNAL).where(JOURNAL.c.game_id == game.id).order_by(JOURNAL.c.sequence)
    )
    keys = select(ROUNDS.c.serial, ROUNDS.c.key).where(ROUNDS.c.game_id == game.id)
    key_of = {str(serial): key for serial, key in connection.execute(keys)}
    changes = []
    for row in rows:
        change: dict[str, Any] = {"kind": row.kind, "at_ms": row.at_ms}
        after = read_patch(row.after)
        if row.kind in ("add", "correct", "remove", "restore"):
            [(serial, entry)] = after["rounds"].items()
            change |= {"key": key_of[serial]} if row.kind == "add" else {"serial": int(serial)}
            change |= {"entry": entry} if row.kind in ("add", "correct") else {}
        elif row.kind in ("start", "options", "options-for-all"):
            change["options"] = after["periods"][-1][1] if "periods" in after else None
            change |= {"deck": after["deck"]} if "deck" in after else {}
        elif row.kind in ("deck", "names", "seats"):
            part = "seatings" if row.kind == "seats" else row.kind
            change[part] = after[part]
        elif row.kind == "return":
            change["of"] = row.of
        changes.append(change)
    document: dict[str, Any] = {
        "format": FORMAT,
        "rule_set": game.rule_set.text,
        "players": list(game.first_names.players),
        "sides": [
            [name, list(side.seats)] for name, side in zip(game.first_names.sides, game.sides, strict=True)
        ],
        "first_dealer": game.first_dealer,
        "changes": changes,
    }
    if game.starts:
        document["starts"] = game.starts
    return to_json(document | {"digest": _digest(document)}) + "\n"


def _digest(document: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def import_game(session: Session, text: str) -> StartedGame:
    """A new game, with new links, from an export.

    Raises `NotUnderstood` for text that is damaged, too long or not a kept game, and then stores nothing.
    """
    try:
        start, replay = _read(text)
    except NotUnderstood:
        raise
    except CompanionError as error:
        raise NotUnderstood(f"This file holds no game that can be kept: {error.message}") from error
    connection = writing_connection(session)
    links, game_id = insert_game(session, start, replay.lines[0]["after"]["periods"][0][1])
    if len(replay.lines) > 1:
        connection.execute(insert(JOURNAL), [_journal_row(game_id, line) for line in replay.lines[1:]])
    if replay.rows:
        rows = [row | {"game_id": game_id, "entry": to_json(row["entry"])} for row in replay.rows.values()]
        connection.execute(insert(ROUNDS), rows)
    connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(replay.counters()))
    return StartedGame(read_game_by_id(session, game_id), links)


def _journal_row(game_id: int, line: Mapping[str, Any]) -> dict[str, Any]:
    columns = {key: line[key] for key in ("sequence", "kind", "of", "below", "at_ms")}
    return columns | {"game_id": game_id, "before": line["before_text"], "after": line["after_text"]}


def _read(text: str) -> tuple[GameStart, Replay]:
    if len(text) > MAX_IMPORT_BYTES or len(text.encode(errors="replace")) > MAX_IMPORT_BYTES:
        raise NotUnderstood(
            f"This file is too large for a game: the limit is {write_number(MAX_IMPORT_BYTES)} bytes."
        )
    try:
        document = read_json(text)
    except CompanionError as error:
        raise NotUnderstood("This file is damaged or not a kept game: it is not a JSON document.") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotUnderstood("This file is not a game exported by this program.")
    digest = document.pop("digest", None)
    try:
        is_whole = digest == _digest(document)
    except (TypeError, ValueError, RecursionError):
        is_whole = False
    if not is_whole:
        raise NotUnderstood("This file is damaged: it has changed since the game was exported.")
    return read_document(document)


def read_document(document: Mapping[str, Any]) -> tuple[GameStart, Replay]:
    """The game of an export, read and replayed; raises `NotUnderstood` for what cannot have been exported."""
    where: tuple[str | int, ...] = ("rule_set",)
    try:
        rule_set = parse_rule_set(document["rule_set"])
        # Half a letter, as in “\ud800”, cannot be stored.
        rule_set.text.encode()
        where = ("first_dealer",)
        first_dealer = _read_int(document["first_dealer"], 2**31)
        where = ("sides",)
        sides = [
            KeptSide(name, tuple(_read_int(seat, 2**31) for seat in seats))
            for name, seats in document["sides"]
        ]
        where = ("players",)
        players, kept_sides = check_table(rule_set, document["players"], sides, first_dealer)
        where = ("starts",)
        starts = parse_starts(document.get("starts", []), len(kept_sides))
        where = ("changes",)
        changes = document["changes"]
        if not 1 <= len(changes) <= MAX_CHANGES:
            raise NotUnderstood("This file holds no changes or too many.")
        start = GameStart(
            rule_set=rule_set,
            players=players,
            sides=kept_sides,
            first_dealer=first_dealer,
            again_of=None,
            started_at_ms=_read_int(changes[0]["at_ms"], _MAX_MS),
            deck=name_deck(rule_set, changes[0].get("deck")),
            starts=starts,
        )
        replay = Replay(start)
        for number, change in enumerate(changes):
            where = ("changes", number)
            replay.make(change)
    except CompanionError:
        raise
    except (KeyError, TypeError, IndexError, AttributeError, RecursionError, ValueError) as error:
        raise NotUnderstood(
            f"This file holds no game that can be kept: “{'.'.join(map(str, where))}” is missing or wrong.",
            where,
        ) from error
    return start, replay


def _read_int(value: object, highest: int, lowest: int = 0) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise NotUnderstood("A number in this file cannot be right.")
    return value


class Replay:
    """Replays the changes of a game in memory."""

    def __init__(self, start: GameStart) -> None:
        self.start = start
        self.side_names = tuple(side.name for side in start.sides)
        self.rows: dict[int, dict[str, Any]] = {}
        self.lines: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {
            "periods": [],
            "ended": False,
            "deck": None,
            "names": None,
            "seatings": None,
            "continued": False,
            "archived": False,
            "deleted": False,
        }
        self.round_count = 0
        self.keys: set[str] = set()
        self.undo_top: int | None = None
        self.redo_top: int | None = None
        self.journal_bytes = 0
        self.parts_returned = 0

    def counters(self) -> dict[str, Any]:
        """The columns of the game's row that follow from its changes."""
        return {
            **write_columns(self.state, self.lines[-1]["at_ms"]),
            "revision": len(self.lines),
            "last_serial": len(self.rows),
            "round_count": self.round_count,
            "undo_top": self.undo_top,
            "redo_top": self.redo_top,
            "journal_bytes": self.journal_bytes,
            "changed_at_ms": self.lines[-1]["at_ms"],
        }

    def make(self, change: Mapping[str, Any]) -> None:
        """Replays one change; raises if it is not possible."""
        kind = change["kind"]
        if (kind == "start") != (not self.lines):
            raise NotUnderstood("A game starts once, as its first change.")
        at_ms = _read_int(change["at_ms"], _MAX_MS)
        sequence = len(self.lines) + 1
        line: dict[str, Any] = {"sequence": sequence, "kind": kind, "of": None, "below": None, "at_ms": at_ms}
        if kind == "start":
            options = parse_options(self.start.rule_set, change["options"]).document()
            line |= {"before": {}, "after": first_patch([[1, options]], self.start.deck)}
        elif kind in ("links", "rematch"):
            line |= {"before": {}, "after": {}}
        elif kind == "undo":
            undone = self.get_line(self.undo_top)
            line |= {"before": undone["after"], "after": undone["before"]}
            line |= {"of": undone["sequence"], "below": self.redo_top}
            self.undo_top, self.redo_top = undone["below"], sequence
        elif kind == "recover":
            deleted = self.get_line(self.undo_top)
            if deleted["kind"] != "delete":
                raise NotUnderstood("This file brings a game back that was not deleted.")
            line |= {"before": deleted["after"], "after": deleted["before"], "of": deleted["sequence"]}
            self.undo_top, self.redo_top = deleted["below"], None
        elif kind == "redo":
            undo = self.get_line(self.redo_top)
            line |= {"before": undo["after"], "after": undo["before"], "of": undo["of"]}
            self.undo_top, self.redo_top = undo["of"], undo["below"]
        else:
            line |= self.plan(kind, change, sequence)
            line["below"] = self.undo_top
            self.undo_top, self.redo_top = sequence, None
        line |= {"before_text": to_json(line["before"]), "after_text": to_json(line["after"])}
        self.journal_bytes += count_bytes(line["before_text"], line["after_text"])
        if self.journal_bytes > MAX_JOURNAL_BYTES:
            raise NotUnderstood("The changes in this file fill more room than a game has.")
        self.lines.append(line)
        self.apply(line["after"], sequence)

    def get_line(self, sequence: int | None) -> dict[str, Any]:
        if sequence is None:
            raise NotUnderstood("This file undoes or redoes more than was done.")
        return self.lines[sequence - 1]

    def apply(self, after: Mapping[str, Any], sequence: int) -> None:
        for serial, entry in after.get("rounds", {}).items():
            row = self.rows[int(serial)]
            self.round_count += int(entry is not None) - row["stands"]
            row |= {"stands": int(entry is not None), "changed_by": sequence}
            if entry is not None:
                row["entry"] = entry
        self.state |= {key: value for key, value in after.items() if key != "rounds"}

    def plan(self, kind: str, change: Mapping[str, Any], sequence: int) -> dict[str, Any]:
        """Before and after of a change that undo can take back."""
        if kind == "add":
            return self.plan_add(change, sequence)
        if kind in ("correct", "remove", "restore"):
            serial = _read_int(change["serial"], len(self.rows), 1)
            row = self.rows[serial]
            if bool(row["stands"]) == (kind == "restore"):
                raise NotUnderstood(
                    "This file changes a round that does not stand, or restores one that does."
                )
            before = row["entry"] if row["stands"] else None
            after = row["entry"] if kind == "restore" else None
            if kind == "correct":
                after = self.read_entry(change["entry"])
            return {"before": {"rounds": {str(serial): before}}, "after": {"rounds": {str(serial): after}}}
        if kind in ("options", "options-for-all"):
            options = parse_options(self.start.rule_set, change["options"])
            were = self.state["periods"]
            periods = plan_periods(
                self.start.rule_set, were, len(self.rows), options, for_all_rounds=kind == "options-for-all"
            )
            if len(periods) > MAX_PERIODS:
                raise NotUnderstood("This file changes the options too often.")
            return {"before": {"periods": were}, "after": {"periods": periods}}
        if kind == "deck":
            deck = name_deck(self.start.rule_set, change["deck"])
            return {"before": {"deck": self.state["deck"]}, "after": {"deck": deck}}
        if kind == "names":
            names = parse_names(change["names"], self.start.rule_set, self.start.sides)
            return {"before": {"names": self.state["names"]}, "after": {"names": names}}
        if kind == "seats":
            seating = Seating(self.start.players, len(self.start.sides))
            seatings = parse_seatings(change["seatings"], seating, len(self.rows))
            return {"before": {"seatings": self.state["seatings"]}, "after": {"seatings": seatings}}
        if kind in SWITCHES:
            part, value = SWITCHES[kind]
            return {"before": {part: self.state[part]}, "after": {part: value}}
        if kind == "return":
            of = _read_int(change["of"], len(self.lines), 1)
            self.parts_returned += sum(len(line["after"].get("rounds", "-")) for line in self.lines[of:])
            if self.parts_returned > MAX_PARTS_RETURNED:
                raise NotUnderstood("This file goes back to earlier states too often.")
            now, then = compose([(line["before"], line["after"]) for line in self.lines[of:]])
            return {"before": now, "after": then, "of": of}
        raise NotUnderstood("This file holds an unknown kind of change.")

    def plan_add(self, change: Mapping[str, Any], sequence: int) -> dict[str, Any]:
        key, serial = change["key"], len(self.rows) + 1
        if not is_key(key) or key in self.keys:
            raise NotUnderstood("Two rounds in this file have the same key, or one has none.")
        if self.round_count >= MAX_ROUNDS:
            raise NotUnderstood(f"This file holds more than {write_number(MAX_ROUNDS)} rounds.")
        self.keys.add(key)
        entry = self.read_entry(change["entry"])
        self.rows[serial] = {
            "serial": serial,
            "key": key,
            "entry": entry,
            "stands": 0,
            "added_by": sequence,
            "changed_by": sequence,
            "recorded_at_ms": change["at_ms"],
        }
        return {"before": {"rounds": {str(serial): None}}, "after": {"rounds": {str(serial): entry}}}

    def read_entry(self, document: object) -> dict[str, Any]:
        return parse_entry(
            document, self.start.rule_set, self.side_names, players=self.start.players
        ).document()
