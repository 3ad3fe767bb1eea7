"""Kept games: rounds as they were entered, with a journal of every change.

Open a store once, then do each piece of work in a session; a view's first line is `get_game`:

    migrate(url)                                  # once, before the server starts
    store = Store(url)
    with store.writing() as session:
        game = get_game(session, token, to="edit")
        entry = parse_entry(document, game.rule_set, game.side_names)
        record_round(session, game, entry, key)   # committed and synced when the block ends

    with store.reading() as session:
        game = get_game(session, token, to="view")
        breakdown = score_kept_game(session, game)          # breakdown.rounds[n - 1] is round n
        rounds = list_rounds(session, game, limit=30)       # newest first

The rows (`models`) may be used after the block: a `Game` with its methods is what a page gets.

Scores are never stored. A link opens a game; only its hash is stored (`links`). Edits erase nothing
(`history`). The reasons are in docs/decisions.
"""

from sqlmodel import Session

from companion.store.backup import (
    back_up,
    count_games,
    find_backup_folder,
    find_damage,
    find_last_backup,
    get_today,
    list_backups,
    make_daily_backup,
    restore,
    warn_of_backups,
)
from companion.store.database import Store, find_database_url, find_sqlite_file
from companion.store.errors import (
    CannotKeep,
    Damaged,
    DamagedGame,
    GameDeleted,
    NoSuchGame,
    NoSuchRound,
    SavedMeanwhile,
    StaleRound,
    TryAgain,
)
from companion.store.games import (
    archive_game,
    change_deck,
    change_options,
    change_players,
    delete_game,
    end_game,
    play_again,
    recover_game,
    rename_players,
    seat_players,
    start_game,
)
from companion.store.history import HistoryLine, find_step, list_changes, undo_or_redo
from companion.store.join_codes import find_code, keep_code
from companion.store.limits import KEEP_DELETED_DAYS, MAX_IMPORT_BYTES, MAX_PHOTO_DECKS, MAX_START
from companion.store.links import (
    COLOUR_COUNT,
    TOKEN,
    TableKey,
    find_games,
    find_later_game,
    find_version,
    get_game,
    get_game_token,
    get_table_token,
    list_closed,
    list_games,
    list_table_games,
    make_view_token,
    open_table,
    replace_links,
)
from companion.store.migration import check_current, has_database, is_current, migrate, serving
from companion.store.models import Document, Game, HandedPile, PhotoDeck, Round
from companion.store.photo_decks import (
    add_photo_deck,
    copy_photo_deck,
    delete_photo_deck,
    get_photo_deck,
    list_photo_decks,
    open_photo_deck,
    replace_photo_deck,
)
from companion.store.piles import find_last_serial, hand_in_pile, list_all_piles, list_piles
from companion.store.rounds import (
    adjust,
    correct_round,
    count_below,
    find_unseen,
    get_round,
    list_rounds,
    name_seen,
    record_round,
    remove_round,
)
from companion.store.scores import Outcome, list_outcomes, score_kept_game
from companion.store.spreadsheet import Cell, list_round_rows, write_csv, write_game_csv
from companion.store.start import check_table
from companion.store.transfer import export_game, keep_game, read_copy, read_text
from companion.store.whole import check_rounds, find_damaged_games

__all__ = [
    "COLOUR_COUNT",
    "KEEP_DELETED_DAYS",
    "MAX_IMPORT_BYTES",
    "MAX_PHOTO_DECKS",
    "MAX_START",
    "TOKEN",
    "CannotKeep",
    "Cell",
    "Damaged",
    "DamagedGame",
    "Document",
    "Game",
    "GameDeleted",
    "HandedPile",
    "HistoryLine",
    "NoSuchGame",
    "NoSuchRound",
    "Outcome",
    "PhotoDeck",
    "Round",
    "SavedMeanwhile",
    "Session",
    "StaleRound",
    "Store",
    "TableKey",
    "TryAgain",
    "add_photo_deck",
    "adjust",
    "archive_game",
    "back_up",
    "change_deck",
    "change_options",
    "change_players",
    "check_current",
    "check_rounds",
    "check_table",
    "copy_photo_deck",
    "correct_round",
    "count_below",
    "count_games",
    "delete_game",
    "delete_photo_deck",
    "end_game",
    "export_game",
    "find_backup_folder",
    "find_code",
    "find_damage",
    "find_damaged_games",
    "find_database_url",
    "find_games",
    "find_last_backup",
    "find_last_serial",
    "find_later_game",
    "find_sqlite_file",
    "find_step",
    "find_unseen",
    "find_version",
    "get_game",
    "get_game_token",
    "get_photo_deck",
    "get_round",
    "get_table_token",
    "get_today",
    "hand_in_pile",
    "has_database",
    "is_current",
    "keep_code",
    "keep_game",
    "list_all_piles",
    "list_backups",
    "list_changes",
    "list_closed",
    "list_games",
    "list_outcomes",
    "list_photo_decks",
    "list_piles",
    "list_round_rows",
    "list_rounds",
    "list_table_games",
    "make_daily_backup",
    "make_view_token",
    "migrate",
    "name_seen",
    "open_photo_deck",
    "open_table",
    "play_again",
    "read_copy",
    "read_text",
    "record_round",
    "recover_game",
    "remove_round",
    "rename_players",
    "replace_links",
    "replace_photo_deck",
    "restore",
    "score_kept_game",
    "seat_players",
    "serving",
    "start_game",
    "undo_or_redo",
    "warn_of_backups",
    "write_csv",
    "write_game_csv",
]
