"""Opening the database and one unit of work in it.

`with store.reading() as session:` sees one moment of the database and cannot write. `with store.writing()
as session:` is the only writer (SQLite) or holds the row of each game that it opens (PostgreSQL); it is
committed, and the log is synced, before the block ends, so that no answer can leave earlier.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from sqlmodel import Session


class Store:
    """An open database of kept games. One for the life of a process; safe to use from many threads."""

    url: str

    def reading(self) -> AbstractContextManager[Session]:
        """A session that sees one moment of the database. Writing functions refuse it."""
        raise NotImplementedError

    def writing(self) -> AbstractContextManager[Session]:
        """A session that commits at the end of the block, or stores nothing when the block raises.

        Raises `TryAgain` when another writer holds the database for longer than five seconds, and
        `CannotKeep` when the disk refuses.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Closes every connection."""
        raise NotImplementedError


def open_store(url: str) -> Store:
    """The store at a database address: `sqlite:///FILE` or `postgresql://…`, already migrated."""
    raise NotImplementedError
