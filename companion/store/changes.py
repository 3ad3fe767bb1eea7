"""What a game is after a change: `apply`, for a change that a page makes, an undo and an import.

A change is a JSON object: its `kind`, its time `at_ms`, and what was entered. It touches parts of the game; a
patch has their values, before or after: `rounds`, the entry by serial, null for a round that does not stand;
`periods`, the options; `ended`, `continued`, `archived`, `deleted`; `deck`, `names` and `seatings`, null for
those of the start. Writing `after` makes any change, writing `before` undoes it.

Pure: nothing is read from the database or written there (`journal` does that).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import NotAllowedHere, NotPossible, NotUnderstood
from companion.rules import Options, parse_options, write_number
from companion.store.kinds import KINDS
from companion.store.limits import MAX_CHANGES, MAX_JOURNAL_BYTES, MAX_PERIODS, MAX_ROUNDS
from companion.store.models import Change, Patch, Round
from companion.store.start import GameStart, check_order, check_table, name_deck

# The parts of a game beside its rounds, and what they are before its first line.
FIRST_PARTS: Patch = {
    "periods": None,
    "ended": False,
    "deck": None,
    "names": None,
    "seatings": None,
    "continued": False,
    "archived": False,
    "deleted": False,
}


@dataclass(frozen=True)
class GameState:
    """A game between two changes; `parts` has all that a patch may hold but rounds.

    `undo_top` is the line that undo takes back, `redo_top` the undo that redo takes back.
    """

    start: GameStart
    parts: Patch
    revision: int
    last_serial: int
    round_count: int
    undo_top: int | None
    redo_top: int | None
    journal_bytes: int
    changed_at_ms: int


def begin(start: GameStart, options: Options) -> tuple[GameState, Change]:
    """A new game, with its first line."""
    chosen = {} if start.deck is None else {"deck": start.deck}
    after = {"periods": [[1, options.document()]], "ended": False, **chosen}
    state = GameState(start, FIRST_PARTS, 0, 0, 0, None, None, 0, 0)
    line = Change(sequence=1, kind="start", before={}, after=after, at_ms=start.started_at_ms)
    return _add_line(state, line, None, None)


def apply(
    state: GameState,
    change: Mapping[str, Any],
    get_line: Callable[[int], Change],
    get_round: Callable[[int], Round],
) -> tuple[GameState, Change]:
    """The game after a change, with its line of the journal.

    It asks for an earlier line by its sequence, and for a round by its serial. Raises `NotAllowedHere`,
    `NotPossible` or `NotUnderstood` for a change that cannot be made. Of a round it takes the entry as
    checked.
    """
    kind, at_ms, sequence = change["kind"], change["at_ms"], state.revision + 1
    if sequence > MAX_CHANGES:
        raise NotAllowedHere(
            f"This game has had {write_number(MAX_CHANGES)} changes, and no more fit; start a new one."
        )
    if kind not in KINDS or kind == "start":
        raise NotUnderstood(f"“{str(kind)[:40]}” is no kind of change.")
    if kind in ("undo", "redo", "recover"):
        top = state.redo_top if kind == "redo" else state.undo_top
        taken = None if top is None else get_line(top)
        if taken is None or (kind == "recover" and taken.kind != "delete"):
            raise NotPossible(f"There is nothing to {kind}.")
        of = taken.of if kind == "redo" else taken.sequence
        below = state.redo_top if kind == "undo" else None
        line = Change(
            sequence=sequence,
            kind=kind,
            of=of,
            below=below,
            before=taken.after,
            after=taken.before,
            at_ms=at_ms,
        )
        if kind == "redo":
            return _add_line(state, line, taken.of, taken.below)
        return _add_line(state, line, taken.below, sequence if kind == "undo" else None)
    if not KINDS[kind].part:
        line = Change(sequence=sequence, kind=kind, before={}, after={}, at_ms=at_ms)
        return _add_line(state, line, state.undo_top, state.redo_top)
    before, after = _plan(state, change, get_round)
    line = Change(sequence=sequence, kind=kind, below=state.undo_top, before=before, after=after, at_ms=at_ms)
    return _add_line(state, line, sequence, None)


def _add_line(
    state: GameState, line: Change, undo_top: int | None, redo_top: int | None
) -> tuple[GameState, Change]:
    """The game with the parts of the line; raises `NotAllowedHere` if the journal is full."""
    journal_bytes = state.journal_bytes + line.size
    if journal_bytes > MAX_JOURNAL_BYTES:
        raise NotAllowedHere("The history of this game is full. Start a new one.")
    stood, stand = (
        sum(entry is not None for entry in patch.get("rounds", {}).values())
        for patch in (line.before, line.after)
    )
    after = replace(
        state,
        parts={**state.parts, **{part: value for part, value in line.after.items() if part != "rounds"}},
        revision=line.sequence,
        last_serial=max(state.last_serial, *map(int, line.after.get("rounds", "0"))),
        round_count=state.round_count + stand - stood,
        undo_top=undo_top,
        redo_top=redo_top,
        journal_bytes=journal_bytes,
        changed_at_ms=line.at_ms,
    )
    return after, line


def _plan(
    state: GameState, change: Mapping[str, Any], get_round: Callable[[int], Round]
) -> tuple[Patch, Patch]:
    """Before and after of a change that undo can take back."""
    kind = change["kind"]
    if kind == "add":
        _check_room(state)
        serial = str(state.last_serial + 1)
        return {"rounds": {serial: None}}, {"rounds": {serial: change["entry"]}}
    if kind in ("correct", "remove"):
        row = get_round(change["serial"])
        if not row.stands:
            raise NotPossible("A round that was removed cannot change.")
        serial = str(change["serial"])
        after = change["entry"] if kind == "correct" else None
        return {"rounds": {serial: row.stored}}, {"rounds": {serial: after}}
    part = KINDS[kind].part
    value: Any = change.get(part, KINDS[kind].to)
    if part == "periods":
        value = _plan_periods(state, change["options"], for_all=kind == "options-for-all")
    elif part == "deck":
        value = name_deck(state.start.rule_set, value)
    elif part == "names":
        value = _plan_names(state.start, value)
    elif part == "seatings":
        value = _check_seatings(state, value)
    return {part: state.parts[part]}, {part: value}


def _check_room(state: GameState) -> None:
    """Raises `NotAllowedHere` if the game takes no more rounds."""
    if state.parts["ended"]:
        raise NotAllowedHere("This game has ended. Continue it first, then save the round.")
    if state.parts["continued"]:
        raise NotAllowedHere("This game went on with other players. Save the round in the next game.")
    if state.round_count >= MAX_ROUNDS:
        raise NotAllowedHere(
            f"This game has {write_number(MAX_ROUNDS)} rounds, and no more fit; start a new one."
        )


def _plan_periods(state: GameState, raw: Any, *, for_all: bool) -> list[list[Any]]:
    """The periods with these options from the next round on, or for all rounds."""
    rule_set = state.start.rule_set
    options = parse_options(rule_set, raw)
    if for_all:
        return [[1, options.document()]]
    after = [period for period in state.parts["periods"] if period[0] <= state.last_serial]
    if not after or parse_options(rule_set, after[-1][1]) != options:
        after.append([state.last_serial + 1, options.document()])
    if len(after) > MAX_PERIODS:
        raise NotAllowedHere(
            f"The options of this game have changed {MAX_PERIODS} times and cannot change again."
        )
    return after


def _plan_names(start: GameStart, raw: Any) -> list[list[str]] | None:
    """The names of players and sides; None for those of the start."""
    if raw is None:
        return None
    players, names = raw
    if (len(players), len(names)) != (len(start.players), len(start.sides)):
        raise NotPossible(f"This game has {len(start.players)} players, not {len(players)}.")
    known = check_table(start.rule_set, players, names, 0)
    return None if known == (start.players, start.sides) else [list(each) for each in known]


def _check_seatings(state: GameState, raw: Any) -> list[list[Any]] | None:
    """The changes of seats: [first serial, order of seats, dealer]; raises for what cannot be."""
    if raw is None:
        return None
    if len(raw) > MAX_PERIODS:
        raise NotAllowedHere(
            f"The seats of this game have changed {MAX_PERIODS} times and cannot change again."
        )
    serials = [serial for serial, _order, _dealer in raw]
    if not serials or serials != sorted(set(serials)):
        raise NotUnderstood("its seats do not follow each other.")
    for serial, order, dealer in raw:
        if not 1 <= serial <= state.last_serial + 1:
            raise NotUnderstood("its seats begin at a round that does not exist.")
        check_order(order, dealer, state.start.seating)
    return [[serial, list(order), dealer] for serial, order, dealer in raw]
