"""What a game is after a change, for a change that a page makes and an undo.

`plan` says what a change would make of a game, or why it cannot be; `apply` gives that to the game.

A change is a JSON object: its `kind`, its time `at_ms`, and what was entered. It touches parts of the game; a
patch has their values, before or after: `rounds`, the entry by serial, null for a round that does not stand;
`periods`, the options; `ended`, `continued`, `archived`, `deleted`; `deck`, `names` and `seatings`, null for
those of the start; `adjustments`, points beside rounds, null for none. Writing `after` makes any change,
writing `before` undoes it.

Pure: nothing is read from the database or written there (`journal` does that).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.errors import NotAllowedHere, NotPossible, NotUnderstood
from companion.rules import (
    NOTE_LIMIT,
    Bounds,
    Options,
    RuleSet,
    Seating,
    Start,
    parse_name,
    parse_options,
    write_number,
)
from companion.store.kinds import KINDS
from companion.store.limits import (
    MAX_ADJUSTMENTS,
    MAX_CHANGES,
    MAX_JOURNAL_BYTES,
    MAX_PERIODS,
    MAX_ROUNDS,
    MAX_START,
)
from companion.store.models import Change, Game, Patch, RuleSetText, digest_text, find_zone
from companion.store.start import check_order, check_table, name_deck

# Kinds of changes that revert an earlier one.
REVERTING = ("undo", "redo", "recover")


class Step(NamedTuple):
    """A change of a game that can be made."""

    line: Change
    """Of the journal."""
    undo_top: int | None
    """The line that undo takes back after it."""
    redo_top: int | None
    """The undo that redo takes back after it."""


def begin(
    rule_set: RuleSet,
    options: Options,
    *,
    players: Sequence[str],
    sides: Sequence[str],
    first_dealer: int,
    at_ms: int,
    deck: object = None,
    starts: Sequence[Start] = (),
    time_zone: str | None = None,
    again_of: int | None = None,
) -> tuple[Game, Change]:
    """A new game that is not in the database yet, with its first line. Its names have been checked.

    A time zone that does not exist is the server's own.
    """
    seating, digest = Seating(tuple(players), len(sides), first_dealer), digest_text(rule_set.text)
    counters: dict[str, Any] = dict.fromkeys(("last_serial", "round_count", "journal_bytes"), 0)
    game = Game(
        rule_set_id=rule_set.id,
        rule_set_digest=digest,
        rule_set_text=RuleSetText(digest=digest, text=rule_set.text),
        first_players=list(players),
        first_sides=[[name, list(seating.get_seats(number))] for number, name in enumerate(sides)],
        first_dealer=first_dealer,
        started_at_ms=at_ms,
        again_of=again_of,
        starts=[each.document() for each in starts] or None,
        time_zone=time_zone if find_zone(time_zone) else None,
        **counters,
    )
    own_deck = name_deck(rule_set, deck)
    chosen = {} if own_deck is None else {"deck": own_deck}
    after = {"periods": [[1, options.document()]], "ended": False, **chosen}
    line = Change(sequence=1, kind="start", before={}, after=after, at_ms=at_ms)
    apply(game, Step(line, None, None))
    return game, line


def plan(game: Game, change: Mapping[str, Any]) -> Step:
    """What a change would make of the game, which stays as it is.

    An undo, redo or recovery has in `reverted` the line that it reverts, None without one; a corrected or
    removed round has in `stored` its entry until now. Raises `NotAllowedHere`, `NotPossible` or
    `NotUnderstood` for a change that cannot be made. The entry of a round has been checked.
    """
    kind, sequence = change["kind"], game.revision + 1
    if sequence > MAX_CHANGES:
        raise NotAllowedHere(
            f"This game has had {write_number(MAX_CHANGES)} changes, and no more fit; start a new one."
        )
    line = Change(sequence=sequence, kind=kind, before={}, after={}, at_ms=change["at_ms"])
    undo_top, redo_top = game.undo_top, game.redo_top
    if kind in REVERTING:
        reverted = change["reverted"]
        if reverted is None or (kind == "recover" and reverted.kind != "delete"):
            raise NotPossible(f"There is nothing to {kind}.")
        line.before, line.after = reverted.after, reverted.before
        line.of = reverted.of if kind == "redo" else reverted.sequence
        line.below = redo_top if kind == "undo" else None
        undo_top = reverted.of if kind == "redo" else reverted.below
        redo_top = {"undo": sequence, "redo": reverted.below}.get(kind)
    elif KINDS[kind].part:
        line.before, line.after = _plan(game, change)
        line.below, undo_top, redo_top = undo_top, sequence, None
    if game.journal_bytes + line.size > MAX_JOURNAL_BYTES:
        raise NotAllowedHere("The history of this game is full. Start a new one.")
    return Step(line, undo_top, redo_top)


def apply(game: Game, step: Step) -> None:
    """Gives the game what this step makes of it, without its rounds (`Round.become`)."""
    line = step.line
    columns = {part: value for part, value in line.after.items() if part != "rounds"}
    if "deck" in columns:
        columns["own_deck"] = columns.pop("deck")
    if "deleted" in columns:
        columns["deleted_at_ms"] = line.at_ms if columns.pop("deleted") else None
    stood, stand = (
        sum(entry is not None for entry in patch.get("rounds", {}).values())
        for patch in (line.before, line.after)
    )
    columns |= {
        "revision": line.sequence,
        "last_serial": max(game.last_serial, *map(int, line.after.get("rounds", "0"))),
        "round_count": game.round_count + stand - stood,
        "undo_top": step.undo_top,
        "redo_top": step.redo_top,
        "journal_bytes": game.journal_bytes + line.size,
        "changed_at_ms": line.at_ms,
    }
    game.sqlmodel_update(columns)


def _plan(game: Game, change: Mapping[str, Any]) -> tuple[Patch, Patch]:
    """Before and after of a change that undo can take back."""
    kind = change["kind"]
    if kind == "add":
        check_room(game)
        serial = str(game.last_serial + 1)
        return {"rounds": {serial: None}}, {"rounds": {serial: change["entry"]}}
    if kind in ("correct", "remove"):
        serial = str(change["serial"])
        after = change["entry"] if kind == "correct" else None
        return {"rounds": {serial: change["stored"]}}, {"rounds": {serial: after}}
    part = KINDS[kind].part
    value: Any = change.get(part, KINDS[kind].to)
    if part == "periods":
        value = _plan_periods(game, change["options"], for_all=kind == "options-for-all")
    elif part == "deck":
        value = name_deck(game.rule_set, value)
    elif part == "names":
        value = _plan_names(game, value)
    elif part == "seatings":
        value = check_seatings(game, value)
    elif part == "adjustments":
        value = check_adjustments(game, value)
    held = {"deck": game.own_deck, "deleted": game.deleted_at_ms is not None}
    return {part: held[part] if part in held else getattr(game, part)}, {part: value}


def check_room(game: Game) -> None:
    """Raises `NotAllowedHere` if the game takes no more rounds."""
    if game.ended:
        raise NotAllowedHere("This game has ended. Continue it first, then enter the round.")
    if game.continued:
        raise NotAllowedHere("This game went on with other players. Enter the round in the next game.")
    if game.round_count >= MAX_ROUNDS:
        raise NotAllowedHere(
            f"This game has {write_number(MAX_ROUNDS)} rounds, and no more fit; start a new one."
        )


def _plan_periods(game: Game, raw: Any, *, for_all: bool) -> list[list[Any]]:
    """The periods with these options from the next round on, or for all rounds."""
    options = parse_options(game.rule_set, raw)
    if for_all:
        return [[1, options.document()]]
    after = [period for period in game.periods if period[0] <= game.last_serial]
    if not after or parse_options(game.rule_set, after[-1][1]) != options:
        after.append([game.last_serial + 1, options.document()])
    if len(after) > MAX_PERIODS:
        raise NotAllowedHere(
            f"The options of this game have changed {MAX_PERIODS} times and cannot change again."
        )
    return after


def _plan_names(game: Game, raw: Any) -> list[list[str]] | None:
    """The names of players and sides; None for those of the start."""
    if raw is None:
        return None
    players, names = raw
    if (len(players), len(names)) != (len(game.first_players), len(game.first_sides)):
        raise NotPossible(f"This game has {len(game.first_players)} players, not {len(players)}.")
    known = check_table(game.rule_set, players, names, 0)
    return None if known == game.first_names else [list(each) for each in known]


def check_seatings(game: Game, raw: Any) -> list[list[Any]] | None:
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
        if not 1 <= serial <= game.last_serial + 1:
            raise NotUnderstood("its seats begin at a round that does not exist.")
        check_order(order, dealer, game.seating)
    return [[serial, list(order), dealer] for serial, order, dealer in raw]


def check_adjustments(game: Game, raw: Any) -> list[list[Any]] | None:
    """Points beside rounds: [serial, points by sides, reason]; raises for what cannot be."""
    rows = [
        [serial, list(points), parse_name(why, "reason", NOTE_LIMIT)] for serial, points, why in raw or ()
    ]
    if len(rows) > MAX_ADJUSTMENTS:
        raise NotAllowedHere(f"This game has points beside its rounds {MAX_ADJUSTMENTS} times; no more fit.")
    for serial, points, _ in rows:
        found = [Bounds(-MAX_START, MAX_START).find(each) for each in points]
        if not 1 <= serial <= game.last_serial + 1 or len(points) != len(game.first_sides) or None in found:
            raise NotUnderstood("its points beside a round are not a number for each side of a round it has.")
        if not any(points):
            raise NotPossible("Enter the points of at least one side.", ("points",))
    return rows or None
