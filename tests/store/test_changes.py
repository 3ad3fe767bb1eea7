"""What a game is after a change, without a database: the same function serves pages, imports and backups."""

from typing import Any

import pytest

from companion.errors import CompanionError
from companion.rules import get_rule_set, parse_options
from companion.store.changes import GameState, apply, begin
from companion.store.models import Change
from companion.store.start import GameStart

RULES = get_rule_set("kwado-1985")
OPTIONS = parse_options(RULES, {})


class Memory:
    """The past of a game in memory; no round of it was ever recorded."""

    def __init__(self) -> None:
        sides = ("Ann", "Ben")
        start = GameStart(RULES, ("Ann", "Ben"), sides, 0, None, 0)
        self.state: GameState
        self.state, first = begin(start, OPTIONS)
        self.lines = [first]

    def get_line(self, sequence: int) -> Change:
        return self.lines[sequence - 1]

    def get_entry(self, serial: int) -> tuple[Any, bool]:
        return {"points": serial}, False

    def make(self, kind: str, **entered: Any) -> GameState:
        self.state, line = apply(self.state, {"kind": kind, "at_ms": 0, **entered}, self)
        self.lines.append(line)
        return self.state


@pytest.mark.parametrize(
    ("before", "change", "message"),
    [
        ([], {"kind": "undo"}, "There is nothing to undo."),
        ([], {"kind": "redo"}, "There is nothing to redo."),
        ([{"kind": "end"}], {"kind": "recover"}, "There is nothing to recover."),
        ([{"kind": "end"}], {"kind": "add", "entry": {}}, "This game has ended."),
        ([{"kind": "players"}], {"kind": "add", "entry": {}}, "This game went on with other players."),
        ([], {"kind": "remove", "serial": 1}, "A round that was removed cannot change."),
        ([], {"kind": "names", "names": [["Ann"], ["Ann"]]}, "This game has 2 players, not 1."),
        ([], {"kind": "seats", "seatings": [[1, [0, 0], 0]]}, "Each player sits in one place."),
        ([], {"kind": "seats", "seatings": [[2, [1, 0], 0]]}, "begin at a round that does not exist"),
        ([], {"kind": "deck", "deck": "Chinese"}, "Chinese"),
        ([], {"kind": "dance"}, "“dance” is no kind of change."),
    ],
)
def test_a_change_that_cannot_be_is_refused_and_the_game_stays(
    before: list[dict[str, Any]], change: dict[str, Any], message: str
) -> None:
    memory = Memory()
    for each in before:
        memory.make(**each)
    state = memory.state
    with pytest.raises(CompanionError, match=message):
        memory.make(**change)
    assert memory.state == state


def test_undo_gives_the_parts_back_and_redo_sets_them_again() -> None:
    memory = Memory()
    first = memory.state.parts
    for change in (
        {"kind": "end"},
        {"kind": "names", "names": [["Anna", "Ben"], ["Anna", "Ben"]]},
        {"kind": "seats", "seatings": [[1, [1, 0], 1]]},
        {"kind": "deck", "deck": "japanese"},
        {"kind": "archive"},
    ):
        memory.make(**change)
    last = memory.state.parts
    for _ in range(5):
        memory.make("undo")
    assert memory.state.parts == first
    for _ in range(5):
        memory.make("redo")
    assert memory.state.parts == last
    assert memory.make("names", names=[["Ann", "Ben"], ["Ann", "Ben"]]).parts["names"] is None


def test_new_links_are_passed_over_by_undo() -> None:
    memory = Memory()
    memory.make("end")
    memory.make("links")
    assert memory.make("undo").parts["ended"] is False
