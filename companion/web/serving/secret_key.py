"""The key that signs cookies and form tokens, readable by its owner only."""

import fcntl
import os
import secrets
from pathlib import Path

from companion.errors import NotUnderstood
from companion.paths import write_whole

# A key of letters and digits that nobody can guess; ours have 64.
LEAST_LENGTH = 32


def check(key: str) -> str:
    """The key of `KWADO_SECRET_KEY`; raises `NotUnderstood` if it could be guessed."""
    if not _is_long(key):
        raise NotUnderstood(
            f"KWADO_SECRET_KEY has at least {LEAST_LENGTH} letters and digits that nobody can guess. Make one"
            " with “openssl rand -hex 32”, or leave it out: then the server makes its own."
        )
    return key


def keep(folder: Path) -> str:
    """The key in this folder, made if missing or cut short.

    Two processes that start at once get the same key, and a power cut leaves none or all of it.
    """
    file = folder / "secret-key"
    if key := _find(file):
        return key
    place = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(place, fcntl.LOCK_EX)
        if key := _find(file):
            return key
        key = secrets.token_hex(32)
        write_whole(file, key.encode())
        os.fsync(place)
    finally:
        os.close(place)
    return key


def _find(file: Path) -> str | None:
    """The key in this file; None without one that could have been made here."""
    try:
        key = file.read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        return None
    return key if _is_long(key) else None


def _is_long(key: str) -> bool:
    return key.isprintable() and len(key) >= LEAST_LENGTH and len(set(key)) >= LEAST_LENGTH // 4
