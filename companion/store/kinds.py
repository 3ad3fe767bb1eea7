"""The kinds of changes of a game, and what each sets.

`web/games/change_words.py` has their words. A new kind also needs a migration, for the CHECK of the journal.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of change."""

    part: str = ""
    """Of the game, that it sets. One without a part is told even if it changes nothing, and undo passes over
    it.
    """
    to: bool = True
    """What it sets a switch to."""


KINDS: Mapping[str, Kind] = {
    "start": Kind(),
    "add": Kind("rounds"),
    "correct": Kind("rounds"),
    "remove": Kind("rounds"),
    "options": Kind("periods"),
    "options-for-all": Kind("periods"),
    "end": Kind("ended"),
    "resume": Kind("ended", to=False),
    "undo": Kind(),
    "redo": Kind(),
    "links": Kind(),
    "deck": Kind("deck"),
    "names": Kind("names"),
    "seats": Kind("seatings"),
    "adjust": Kind("adjustments"),
    "players": Kind("continued"),
    "rematch": Kind(),
    "archive": Kind("archived"),
    "unarchive": Kind("archived", to=False),
    "delete": Kind("deleted"),
    "recover": Kind(),
}
