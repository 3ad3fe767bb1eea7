"""How much a kept game may hold. Limits of names are in `companion.rules.text.names`."""

MAX_ROUNDS = 1_000
MAX_CHANGES = 20_000
# A thousand rounds fill about 1 MB. Without a limit, undo and redo could fill the disk.
MAX_JOURNAL_BYTES = 16_777_216
MAX_PERIODS = 50
# The most points that a side can bring along from an earlier game.
MAX_START = 1_000_000
# Points beside rounds, how often in a game.
MAX_ADJUSTMENTS = 200
# A deleted game can be brought back for so long.
KEEP_DELETED_DAYS = 30
JOIN_CODE_MINUTES = 10
# Codes of one game that lead to it at a time.
MAX_JOIN_CODES = 4
# Decks that a table has taught, and the file of one: 48 small pictures have some 200 KB.
MAX_PHOTO_DECKS = 4
MAX_PHOTO_DECK_BYTES = 2_097_152
MAX_IMPORT_BYTES = 1_048_576
