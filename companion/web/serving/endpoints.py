"""What an endpoint takes and how often, beside what its route says: server, limits and pages ask here.

One without a row takes forms, and no limit but that of all posts.
"""

from typing import Any, NamedTuple

from flask import request

from companion.photo import MAX_FILE_BYTES, MAX_PHOTOS
from companion.store import MAX_IMPORT_BYTES

# A photo of a phone has 3 to 12 MB.
MAX_PHOTO_BYTES = MAX_PHOTOS * 12 * 1024 * 1024
# The file of a game, and room for the other parts of its form.
MAX_GAME_BYTES = MAX_IMPORT_BYTES + 8 * 1024


class Takes(NamedTuple):
    """The `limits` of an endpoint by their names in `rate_limits`, and the longest body with files.

    So much of the body may be held in memory: a game, or the pictures of a deck that is not stored yet. What
    is posted is stored, but where `stores` says no; then the limit “writes” does not count.
    """

    limits: tuple[str, ...] = ()
    longest: int = 0
    outside_files: int = 0
    stores: bool = True


_PHOTOS = Takes(("photos",), MAX_PHOTO_BYTES, MAX_FILE_BYTES)
_NEW_GAME, _PRINTS, _SCORES, _SEARCHES = map(Takes, [("new-games",), ("prints",), ("scores",), ("searches",)])
ENDPOINTS = {
    "api.score": Takes(("scores",), stores=False),
    "copies.bring_in": Takes(("new-games",), MAX_GAME_BYTES, MAX_GAME_BYTES),
    "games.again": _NEW_GAME,
    "games.new_game": _NEW_GAME,
    "photo_piles.count_photo": _PHOTOS,
    "photos.new_deck": _PHOTOS,
    "photo_piles.photo": _PHOTOS,
    "photos.photo_deck": _PHOTOS,
    "photos.photo_decks": _PHOTOS,
    "printing.game_picture": _PRINTS,
    "printing.preview_game_sheet": _PRINTS,
    "printing.preview_sheet": _PRINTS,
    "printing.print_game_sheet": _PRINTS,
    "printing.print_sheet": _PRINTS,
    "rules.compare": _SEARCHES,
    "search.answers": _SEARCHES,
    "search.search": _SEARCHES,
    "share.join": Takes(("codes", "codes-of-address", "codes-of-all")),
    "tables.games_csv": _SCORES,
    "tables.rounds_csv": _SCORES,
    "tables.statistics": _SCORES,
    "tables.statistics_csv": _SCORES,
    "tables.statistics_json": _SCORES,
    "tables.yaku_csv": _SCORES,
}


def get_takes(endpoint: str | None) -> Takes:
    """What an endpoint takes."""
    return ENDPOINTS.get(endpoint or "", Takes())


def allow_files(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Files may be longer than a form. Runs before anything reads the body."""
    takes = get_takes(endpoint)
    if takes.longest and request.mimetype == "multipart/form-data":
        request.max_content_length, request.max_form_memory_size = takes.longest, takes.outside_files
