"""How much a kept game may hold. What may be a name is in `companion.rules.names`."""

from __future__ import annotations

MAX_SIDES = 7
MAX_ROUNDS = 1_000
MAX_CHANGES = 20_000
MAX_PERIODS = 50
MAX_IMPORT_BYTES = 1_048_576
