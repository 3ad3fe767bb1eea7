"""The key that signs cookies and form tokens, readable by its owner only."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path


def keep(folder: Path) -> str:
    """The key in this folder, made if missing. Two processes that start at once get the same key."""
    file = folder / "secret-key"
    if not file.exists():
        draft = folder / f"secret-key.{os.getpid()}.{secrets.token_hex(4)}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as writer:
            writer.write(secrets.token_hex(32))
        # Linking is atomic: no other process can read half a key.
        with suppress(FileExistsError):
            os.link(draft, file)
        draft.unlink()
    return file.read_text(encoding="ascii").strip()
