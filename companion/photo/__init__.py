"""Reads photos of captured cards: which of the 48 lie there, by comparing them with a deck that was taught.

An optional extra, `photo`: where it is not installed, `is_installed` says so and nothing of it is loaded.
Photos are read in a child process with limits, in memory only, and never kept.
"""

from companion.photo.deck_file import MAX_FILE_BYTES, pack_deck, unpack_deck
from companion.photo.lesson import Lesson, name_missing, name_month
from companion.photo.reader import MAX_DECK_PHOTOS, MAX_PHOTOS, PhotoReader, is_installed
from companion.photo.sightings import CannotRead, NothingFound, Sighting

__all__ = [
    "MAX_DECK_PHOTOS",
    "MAX_FILE_BYTES",
    "MAX_PHOTOS",
    "CannotRead",
    "Lesson",
    "NothingFound",
    "PhotoReader",
    "Sighting",
    "is_installed",
    "name_missing",
    "name_month",
    "pack_deck",
    "unpack_deck",
]
