"""The badge of a side: a colour with a pattern, and an initial."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.store import COLOUR_COUNT, Game

MOST_SHORT = 7


class Badge(NamedTuple):
    """How a side is shown.

    `colour` counts colours and patterns: at a table, more players than those may come and go.
    """

    place: int
    name: str
    initial: str
    colour: int

    @property
    def short(self) -> str:
        """The name where it fits on a button among cards, else the initial."""
        return self.name if len(self.name) <= MOST_SHORT else self.initial

    @property
    def style(self) -> str:
        return f"owner--{self.colour % COLOUR_COUNT + 1}"


def get_badges(names: Sequence[str], colours: Sequence[int] | None = None) -> list[Badge]:
    """The badges of these sides, each with its own initial; colours in their order where none are given."""
    letters = [split_letters(name) for name in names]
    initials: list[str] = []
    for index, word in enumerate(letters):
        first = word[0].upper() if word else str(index + 1)
        alike = [find_second(other) for other in letters if other[:1] == word[:1]]
        second = find_second(word) if alike.count(find_second(word)) == 1 else str(index + 1)
        ways = (first + second * bool(word and len(alike) > 1), f"{first}{index + 1}")
        initials.append(next((way for way in ways if way not in initials), str(index + 1)))
    given = range(len(names)) if colours is None else colours
    return [Badge(*each) for each in zip(range(len(names)), names, initials, given, strict=True)]


def find_second(word: Sequence[str]) -> str:
    """The letter or digit after the first; "" where there is none."""
    return next((letter for letter in word[1:] if letter.isalnum()), "")


def list_colours(games: Iterable[Game]) -> dict[str, int]:
    """The colours that the sides of these games have, by their names."""
    return {
        side: colour for game in games for side, colour in zip(game.side_names, game.colours, strict=True)
    }


def get_table_badges(names: Sequence[str], known: Mapping[str, int]) -> list[Badge]:
    """The badges at a table whose sides have these colours; others get what nobody there has, if any is."""
    given = {known.get(name) for name in names}
    free = iter(
        sorted(set(range(COLOUR_COUNT)) - given, key=lambda colour: (colour in known.values(), colour))
    )
    return get_badges(
        names, [known[name] if name in known else next(free, place) for place, name in enumerate(names)]
    )


def get_game_badges(game: Game) -> list[Badge]:
    """The badges of the sides of a game, in the colours that they have all evening."""
    return get_badges(game.side_names, game.colours)


def split_letters(name: str) -> list[str]:
    """The letters of a name, each with its combining marks."""
    letters: list[str] = []
    for character in name:
        joins = unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf")
        if letters and joins:
            letters[-1] += character
        elif not character.isspace():
            letters.append(character)
    return letters
