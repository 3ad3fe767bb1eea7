"""The history: every change of a game in words, newest first."""

import re
from html import unescape

from companion.store.kinds import KINDS
from companion.web.games.change_words import WORDS
from tests.web.table import Table, by_points, read_fields

WHEN = re.compile(r"\d{1,2} \w+ \d{4}, \d\d:\d\d$")


def test_every_change_is_a_line_and_nothing_is_erased(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    table.correct(game, 1, {"points/0": "130", "points/1": "110"})
    table.correct(game, 1, {"points/0": "165", "points/1": "75"})
    table.press(game, "undo")
    table.post(f"{game}/end", {})
    assert read_lines(table.get(f"{game}/history")) == [
        "The game was ended.",
        "Undone: round 1 was corrected. Ann 45 → 10",
        "Round 1 was corrected. Ann 10 → 45",
        "Round 1 was corrected. Ann 5 → 10",
        "Round 1 was entered. Ann +5 · Ben 0",
        "The game was started.",
    ]


def read_lines(text: str) -> list[str]:
    """Each change as its words: the sentence, then the scores."""
    rows = re.findall(r'<li class="journal__line">(.*?)</li>', text, re.DOTALL)
    said = [" ".join(unescape(re.sub(r"<[^>]+>", " ", row)).split()) for row in rows]
    return [WHEN.sub("", line).strip(" ·") for line in said]


def test_a_round_keeps_its_name_when_an_earlier_one_is_removed(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for points in (125, 130, 140):
        table.record(game, by_points(points, 240 - points))
    table.save(f"{game}/rounds/2/remove", read_fields(table.get(f"{game}/rounds/2")))
    assert read_lines(table.get(f"{game}/history"))[:4] == [
        "Round 2 was removed. Ann +10 · Ben 0",
        "Round 3 was entered. Ann +20 · Ben 0",
        "Round 2 was entered. Ann +10 · Ben 0",
        "Round 1 was entered. Ann +5 · Ben 0",
    ]


def test_every_kind_of_change_has_words() -> None:
    assert WORDS.keys() == KINDS.keys()
