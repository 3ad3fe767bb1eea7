"""Which pages are sent files, and how long these may be: the server, the pages and the limits ask here."""

from typing import Any

from flask import request

from companion.photo import MAX_FILE_BYTES, MAX_PHOTOS
from companion.store import MAX_IMPORT_BYTES

# A photo of a phone has 3 to 12 MB.
MAX_PHOTO_BYTES = MAX_PHOTOS * 12 * 1024 * 1024
# The file of a game, and room for the other parts of its form.
MAX_GAME_BYTES = MAX_IMPORT_BYTES + 8 * 1024
TAKES_PHOTOS = (
    "photos.count_photo",
    "photos.new_deck",
    "photos.photo",
    "photos.photo_deck",
    "photos.photo_decks",
)
# The longest body of each endpoint, and how much of it may stand outside of files: the text of a game, or the
# pictures of a deck that is not stored yet.
TAKES_FILES = {
    "copies.bring_in": (MAX_GAME_BYTES, MAX_GAME_BYTES),
    **dict.fromkeys(TAKES_PHOTOS, (MAX_PHOTO_BYTES, MAX_FILE_BYTES)),
}


def allow_files(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Files may be longer than a form. Runs before anything reads the body."""
    if endpoint in TAKES_FILES and request.mimetype == "multipart/form-data":
        request.max_content_length, request.max_form_memory_size = TAKES_FILES[endpoint]
