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

from sqlmodel import Session, col, select

from companion.errors import CompanionError, NotUnderstood
from companion.rules import parse_entry, parse_options, parse_rule_set, read_json, write_number
from companion.store.changes import ENTERED, apply, begin
from companion.store.games import insert_game
from companion.store.limits import MAX_CHANGES, MAX_IMPORT_BYTES
from companion.store.models import Change, Game, Round, to_json
from companion.store.rounds import is_key
from companion.store.start import GameStart, check_table, name_deck, parse_starts

FORMAT = "kwado-companion game, 1"
_MAX_MS = 253_402_300_799_000


def export_game(session: Session, game: Game) -> str:
    """The game as JSON text: names, rule set, and every change with what was entered. It holds no link."""
    rows = session.exec(select(Change).where(Change.game_id == game.id).order_by(col(Change.sequence)))
    keys = session.exec(select(Round.serial, Round.key).where(Round.game_id == game.id))
    key_of = {str(serial): key for serial, key in keys}
    changes = []
    for row in rows:
        change: dict[str, Any] = {"kind": row.kind, "at_ms": row.at_ms}
        after = row.after
        if row.kind in ("add", "correct", "remove"):
            [(serial, entry)] = after["rounds"].items()
            change |= {"key": key_of[serial]} if row.kind == "add" else {"serial": int(serial)}
            change |= {"entry": entry} if row.kind in ("add", "correct") else {}
        elif row.kind in ("start", "options", "options-for-all"):
            change["options"] = after["periods"][-1][1] if "periods" in after else None
            change |= {"deck": after["deck"]} if "deck" in after else {}
        elif row.kind in ENTERED:
            change[ENTERED[row.kind]] = after[ENTERED[row.kind]]
        changes.append(change)
    document: dict[str, Any] = {
        "format": FORMAT,
        "rule_set": game.rule_set.text,
        "players": list(game.first_names.players),
        "sides": [
            [name, list(game.seating.get_seats(number))] for number, name in enumerate(game.first_names.sides)
        ],
        "first_dealer": game.first_dealer,
        "changes": changes,
    }
    if game.starts:
        document["starts"] = game.starts
    return to_json(document | {"digest": _digest(document)}) + "\n"


def _digest(document: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def import_game(session: Session, text: str) -> Game:
    """A new game, with a new edit link, from an export.

    Raises `NotUnderstood` for text that is damaged, too long or not a kept game, and then stores nothing.
    """
    try:
        replay = _read(text)
    except NotUnderstood:
        raise
    except CompanionError as error:
        raise NotUnderstood(f"This file holds no game that can be kept: {error.message}") from error
    game = insert_game(session, replay.state, replay.lines[0])
    for row in (*replay.lines[1:], *replay.rounds.values()):
        row.game_id = game.id
        session.add(row)
    session.flush()
    return game


def _read(text: str) -> Replay:
    if len(text) > MAX_IMPORT_BYTES or len(text.encode(errors="replace")) > MAX_IMPORT_BYTES:
        raise NotUnderstood(
            f"This file is too large for a game: the limit is {write_number(MAX_IMPORT_BYTES)} bytes."
        )
    try:
        document = read_json(text)
    except CompanionError as error:
        raise NotUnderstood(f"This file is damaged or not a kept game. {error.message}") from error
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


def read_document(document: Mapping[str, Any]) -> Replay:
    """The game of an export, read and replayed; raises `NotUnderstood` for what cannot have been exported."""
    where: tuple[str | int, ...] = ("rule_set",)
    try:
        rule_set = parse_rule_set(document["rule_set"])
        where = ("first_dealer",)
        first_dealer = _read_int(document["first_dealer"], 2**31)
        where = ("sides",)
        sides = [name for name, _seats in document["sides"]]
        where = ("players",)
        players, side_names = check_table(rule_set, document["players"], sides, first_dealer)
        where = ("starts",)
        starts = parse_starts(document.get("starts", []), len(side_names))
        where = ("changes",)
        changes = document["changes"]
        if not 1 <= len(changes) <= MAX_CHANGES:
            raise NotUnderstood("This file holds no changes or too many.")
        where = ("changes", 0)
        first = changes[0]
        if first["kind"] != "start":
            raise NotUnderstood("A game starts once, as its first change.")
        start = GameStart(
            rule_set=rule_set,
            players=players,
            sides=side_names,
            first_dealer=first_dealer,
            again_of=None,
            started_at_ms=_read_int(first["at_ms"], _MAX_MS),
            deck=name_deck(rule_set, first.get("deck")),
            starts=starts,
        )
        if to_json(document["sides"]) != to_json(start.list_sides()):
            raise NotUnderstood("Sides take turns round the table, each with as many players.", ("sides",))
        replay = Replay(start, first["options"])
        for number, change in enumerate(changes[1:], start=1):
            where = ("changes", number)
            replay.make(change)
    except CompanionError:
        raise
    except (KeyError, TypeError, IndexError, AttributeError, RecursionError, ValueError) as error:
        raise NotUnderstood(
            f"This file holds no game that can be kept: “{'.'.join(map(str, where))}” is missing or wrong.",
            where,
        ) from error
    return replay


def _read_int(value: object, highest: int, lowest: int = 0) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise NotUnderstood("A number in this file cannot be right.")
    return value


class Replay:
    """A game made again in memory from the changes of an export; the past that `apply` asks."""

    def __init__(self, start: GameStart, options: object) -> None:
        self.state, first = begin(start, parse_options(start.rule_set, options))
        self.lines = [first]
        self.rounds: dict[int, Round] = {}
        self._keys: set[str] = set()

    def get_line(self, sequence: int) -> Change:
        return self.lines[sequence - 1]

    def get_entry(self, serial: int) -> tuple[Any, bool]:
        row = self.rounds[_read_int(serial, len(self.rounds), 1)]
        return row.stored, row.stands

    def read_entry(self, document: object) -> dict[str, Any]:
        """A round as it is stored, with the names of the start."""
        start = self.state.start
        return parse_entry(document, start.rule_set, start.sides, players=start.players).document()

    def make(self, change: Mapping[str, Any]) -> None:
        """Makes one change; raises if it is not possible."""
        kind = change["kind"]
        if kind == "start":
            raise NotUnderstood("A game starts once, as its first change.")
        change = {**change, "at_ms": _read_int(change["at_ms"], _MAX_MS)}
        if kind in ("add", "correct"):
            change["entry"] = self.read_entry(change["entry"])
        if kind == "add":
            if not is_key(change["key"]) or change["key"] in self._keys:
                raise NotUnderstood("Two rounds in this file have the same key, or one has none.")
            self._keys.add(change["key"])
        self.state, line = apply(self.state, change, self)
        self.lines.append(line)
        for serial, entry in line.after.get("rounds", {}).items():
            if kind == "add":
                self.rounds[int(serial)] = Round(
                    serial=int(serial),
                    key=change["key"],
                    stored=entry,
                    stands=True,
                    added_by=line.sequence,
                    changed_by=line.sequence,
                    recorded_at_ms=line.at_ms,
                )
                continue
            row = self.rounds[int(serial)]
            row.stands, row.changed_by = entry is not None, line.sequence
            if entry is not None:
                row.stored = entry
