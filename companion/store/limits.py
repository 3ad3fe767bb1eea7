"""How much a kept game may hold, and what may be a name."""

from __future__ import annotations

import unicodedata

from companion.errors import NotPossible, NotUnderstood

MAX_NAME_CHARACTERS = 40
MAX_NAME_BYTES = 160
MAX_SIDES = 7
MAX_ROUNDS = 1_000
MAX_CHANGES = 20_000
MAX_PERIODS = 50
MAX_IMPORT_BYTES = 1_048_576

_REFUSED_CATEGORIES = {"Cc", "Cs", "Zl", "Zp"}
_DIRECTION_MARKS = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def parse_name(text: str) -> str:
    """The name, in normal form (NFC), without space around it and with single spaces inside.

    Raises `NotUnderstood` for a name that is empty or holds a control character, a lone surrogate or a mark
    that turns the direction of writing, `NotPossible` for one longer than 40 characters or 160 bytes.
    """
    refused = [c for c in text if unicodedata.category(c) in _REFUSED_CATEGORIES or c in _DIRECTION_MARKS]
    if refused:
        raise NotUnderstood(f"A name cannot hold the character U+{ord(refused[0]):04X}; please leave it out.")
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise NotUnderstood("A name is missing; give each player one.")
    if len(name) > MAX_NAME_CHARACTERS or len(name.encode()) > MAX_NAME_BYTES:
        raise NotPossible(
            f"“{name[:20]}…” is too long for a name; at most {MAX_NAME_CHARACTERS} characters"
            f" ({MAX_NAME_BYTES} bytes) fit."
        )
    return name
