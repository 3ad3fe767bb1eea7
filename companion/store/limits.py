"""How much a kept game may hold. What may be a name is in `companion.rules.names`."""

from __future__ import annotations

MAX_SIDES = 7
MAX_ROUNDS = 1_000
MAX_CHANGES = 20_000
# A thousand rounds fill about one of these megabytes. Without a limit, a game that goes to and fro between
# two states would fill the disk.
MAX_JOURNAL_BYTES = 16_777_216
MAX_PERIODS = 50
# How many parts of changes an import may go through to find the states that it returns to.
MAX_PARTS_RETURNED = 1_000_000
MAX_IMPORT_BYTES = 1_048_576
# Ten thousand games of thirty rounds fill about half of it.
MAX_BACKUP_BYTES = 1_073_741_824
# A form has at most 64 KB, and so has what is kept of it.
MAX_ENTRY_CHARACTERS = 65_536
