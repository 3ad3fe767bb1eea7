"""Recording, correcting, removing and reading rounds."""

import re
from collections.abc import Sequence

from sqlmodel import Session, col, func, select

from companion.errors import NotAllowedHere, NotUnderstood
from companion.rules import Entry, GameBreakdown
from companion.store.damage import check_row, closing
from companion.store.errors import NoSuchRound, SavedMeanwhile, StaleRound
from companion.store.journal import get_change, lock_game, make_change, plan_change, write_change
from companion.store.limits import MAX_ROUNDS
from companion.store.models import STANDS, Change, Game, Round
from companion.store.piles import find_last_serial, take_piles
from companion.store.scores import score_kept_game

_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_VERSION = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})(?:-[1-9][0-9]{0,9})?", re.ASCII)
_SEEN = re.compile(r"([1-9][0-9]{0,8})(-won|-open)?(-[1-9][0-9]{0,9})?", re.ASCII)


def name_seen(game: Game, scored: GameBreakdown) -> str:
    """Text for a form's hidden field: the revision that a page shows, and whether the game was won."""
    return f"{game.revision}-{'won' if scored.winners else 'open'}{game.mark}"


def find_unseen(session: Session, game: Game, seen: str, key: str) -> tuple[Round | None, tuple[Round, ...]]:
    """What a page with this `seen` and this key does not show: the round recorded with its own key, and the
    other rounds that are new since it was opened, first to last.

    If `seen` cannot be read, as in a form of an older release, the last round counts as new.
    """
    own = _find_by_key(session, game, key)
    if own is not None:
        return own, ()
    parts = _SEEN.fullmatch(seen)
    revision = session.exec(select(Game.revision).where(Game.id == game.id)).one()
    if parts is None or (parts[3] or "") != game.mark or int(parts[1]) > revision:
        last = find_last_serial(session, game)
        serials = [last] if last else []
    else:
        serials = _find_unseen_serials(session, game, int(parts[1]))
    return None, tuple([_reread(session, game, serial) for serial in serials])


def _find_unseen_serials(session: Session, game: Game, revision: int) -> list[int]:
    """The rounds that stand now and did not at this revision. A round's first change since then tells."""
    since = select(Change.before).where(Change.game_id == game.id, Change.sequence > revision)
    stood: dict[int, bool] = {}
    with closing(session, game):
        for before in session.exec(since.order_by(col(Change.sequence))):
            for serial, entry in before.get("rounds", {}).items():
                stood.setdefault(int(serial), entry is not None)
    came = [serial for serial, was_there in stood.items() if not was_there]
    standing = select(Round.serial).where(Round.game_id == game.id, STANDS, col(Round.serial).in_(came))
    return list(session.exec(standing.order_by(col(Round.serial))))


def record_round(
    session: Session,
    game: Game,
    entry: Entry,
    key: str,
    *,
    seen: str | None = None,
    piles_until: int | None = None,
) -> Round:
    """The round, recorded as the last one of the game. The same key again gives the round that it recorded.

    `key` is made by the client, 8 to 64 letters, digits, `-` and `_`. Raises `StaleRound` if the round of
    this key was removed since, or if the key was used for another entry, `NotAllowedHere` if the game was
    ended by hand or has 1,000 rounds.

    `seen` is what the sending page showed of the game (`name_seen`). Raises `SavedMeanwhile` if a round
    stands that the page did not show, since another phone may have entered the same round, or if the game was
    won and the page did not say so. Corrected or removed rounds and changed house rules do not raise. None
    skips this check. `piles_until` is when the last of the handed piles came that the page had.
    """
    if not _KEY.fullmatch(key):
        raise NotUnderstood("This round has no valid key. Please reload the page.", ("key",))
    locked = lock_game(session, game)
    # The game is locked: of two requests with one key, the second finds the round of the first here.
    earlier = _find_by_key(session, game, key)
    if earlier is not None:
        return _same_or_stale(session, game, earlier, entry)
    document = game.write_entry(entry)
    step = plan_change(session, locked, "add", entry=document)
    if seen is not None and seen not in (f"{locked.revision}-{how}{locked.mark}" for how in ("open", "won")):
        _check_unseen(session, game, locked, entry, key, seen)
    now, before = step.line.sequence, find_last_serial(session, game)
    row = Round(
        game_id=game.id,
        serial=locked.last_serial + 1,
        key=key,
        stored_entry=document,
        stands=True,
        added_by=now,
        changed_by=now,
    )
    session.add(row)
    write_change(session, locked, step)
    take_piles(session, game.id, before, piles_until)
    return row.count_as(locked.round_count)


def _check_unseen(session: Session, game: Game, locked: Game, entry: Entry, key: str, seen: str) -> None:
    """Raises `SavedMeanwhile` if the writer must confirm this round."""
    _, rounds = find_unseen(session, game, seen, key)
    was_won = "-won" in seen
    if was_won and not rounds:
        return
    scored = score_kept_game(session, game)
    won = " and ".join(scored.winners) if not was_won else ""
    if not rounds and not won:
        return
    number = locked.round_count + 1
    said = [f"{won} {'has' if len(scored.winners) == 1 else 'have'} won meanwhile."] if won else []
    same = [each for each in rounds if each.document == entry.document()]
    current = next(iter((*same, *rounds)), None)
    if current:
        *first, last = [str(each.number) for each in rounds]
        head = f"Rounds {', '.join(first)} and {last} were" if first else f"Round {last} was"
        said.insert(0, f"{head} saved meanwhile on another phone.")
        said.append(f"Is this round {current.number}, or is it the next one, round {number}?")
    else:
        said.append(f"Save this as round {number} anyway?")
    raise SavedMeanwhile(" ".join(said), current, entry, number=number, seen=name_seen(locked, scored))


def _find_by_key(session: Session, game: Game, key: str) -> Round | None:
    query = select(Round.serial).where(Round.game_id == game.id, Round.key == key)
    serial = session.exec(query).one_or_none()
    return None if serial is None else _reread(session, game, serial)


def _same_or_stale(session: Session, game: Game, earlier: Round, entry: Entry) -> Round:
    """The round recorded with this key, if it stands and its first entry was the same; else raises
    `StaleRound`.
    """
    if not earlier.stands:
        said = f"This round was saved as round {earlier.number}, and removed since."
        raise StaleRound(said, earlier, entry)
    added = get_change(session, game, earlier.added_by)
    if added.after["rounds"][str(earlier.serial)] == game.write_entry(entry):
        return earlier
    raise StaleRound(
        f"This round is already saved as round {earlier.number}, with other scores than yours.",
        earlier,
        entry,
    )


def correct_round(session: Session, game: Game, version: str, entry: Entry) -> Round:
    """The round that `version` names, with a new entry.

    `version` names the round too, so the correction reaches it even if its number has changed. Raises
    `StaleRound` if somebody has changed or removed it since.
    """
    kept = _open_round(session, game, version, entry)
    document = game.write_entry(entry)
    make_change(session, game, "correct", serial=kept.serial, stored=kept.stored_entry, entry=document)
    return _reread(session, game, kept.serial)


def remove_round(session: Session, game: Game, version: str) -> Round:
    """The removed round; later rounds move up by one.

    Raises `StaleRound` if somebody has changed it since.
    """
    kept = _open_round(session, game, version, None)
    make_change(session, game, "remove", serial=kept.serial, stored=kept.stored_entry)
    return _reread(session, game, kept.serial)


def adjust(
    session: Session, game: Game, number: int, points: Sequence[int], reason: str, *, seen: str
) -> None:
    """Gives or takes points beside the round with this number, for each side.

    `seen` is the version of the game that the page showed: what is sent twice counts once. Raises
    `NotAllowedHere` if the game was changed since.
    """
    locked = lock_game(session, game)
    if locked.version != seen:
        raise NotAllowedHere("The game was changed meanwhile. Look at what stands now, then save again.")
    row = [get_round(session, locked, number).serial, points, reason]
    make_change(session, locked, "adjust", adjustments=[*(locked.adjustments or ()), row])


def _open_round(session: Session, game: Game, version: str, yours: Entry | None) -> Round:
    parts = _VERSION.fullmatch(version)
    if parts is None:
        raise NotUnderstood("This form does not say which round it is. Please reload the page.", ("version",))
    lock_game(session, game)
    kept = _reread(session, game, int(parts[1]))
    if not kept.stands:
        raise StaleRound(
            f"This round was removed since you opened it; it was round {kept.number}.", kept, yours
        )
    if kept.version != version:
        raise StaleRound(f"Round {kept.number} was changed since you opened it.", kept, yours)
    return kept


def _reread(session: Session, game: Game, serial: int) -> Round:
    row = session.get(Round, (game.id, serial))
    if row is None:
        raise NoSuchRound(serial)
    with closing(session, game):
        check_row(row)
    return row.count_as(count_below(session, game, serial) + 1)


def count_below(session: Session, game: Game, serial: int) -> int:
    """The number of standing rounds before the one with this serial."""
    below = (Round.game_id == game.id, STANDS, Round.serial < serial)
    return session.exec(select(func.count()).where(*below)).one()


def number_beside(session: Session, game: Game, serial: int) -> int:
    """The number of the round that points stand beside; without it, of the one before, or the first."""
    return max(1, count_below(session, game, serial + 1))


def get_round(session: Session, game: Game, number: int, version: str = "") -> Round:
    """The round that `version` names, even a removed one; without a version, the round with this number.

    Raises `NoSuchRound`.
    """
    if named := _VERSION.fullmatch(version):
        return _reread(session, game, int(named[1]))
    if not 1 <= number <= MAX_ROUNDS:
        raise NoSuchRound(number)
    rounds = list_rounds(session, game, below=number + 1, limit=1)
    if not rounds:
        raise NoSuchRound(number)
    return rounds[0]


def list_rounds(
    session: Session, game: Game, *, below: int | None = None, limit: int | None = None
) -> list[Round]:
    """At most `limit` rounds with numbers lower than `below`, newest first."""
    below = min(MAX_ROUNDS, game.round_count) + 1 if below is None else max(1, min(below, MAX_ROUNDS + 1))
    first = 1 if limit is None else max(1, below - max(0, limit))
    standing = select(Round).where(Round.game_id == game.id, STANDS).order_by(col(Round.serial))
    rows = session.exec(standing.offset(first - 1).limit(below - first)).all()
    return [row.count_as(number) for number, row in enumerate(rows, start=first)][::-1]
