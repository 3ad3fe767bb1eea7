"""A press, pages laid out in this process to be looked into, and games to print."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.cards import DECK
from companion.printing import Press, PrintedGame, compose, parse_order, score_for_print
from companion.printing.fonts import set_up_fonts
from companion.printing.job import Job
from companion.rules import Game, parse_game

THOROUGH = os.environ.get("KWADO_TEST_THOROUGH") == "1"
VIEW_LINK = "https://example.org/v/abcdefghijklmnopqrstuvwxyz012345"


@pytest.fixture(scope="session")
def fonts_folder(cut_fonts: Path) -> Path:
    """The folder of the cut fonts; this process finds those fonts and no others."""
    os.environ["FONTCONFIG_FILE"] = str(set_up_fonts(cut_fonts))
    return cut_fonts


@pytest.fixture(scope="session")
def press(fonts_folder: Path) -> Iterator[Press]:
    press = Press(fonts_folder)
    yield press
    press.close()


@pytest.fixture(scope="session")
def set_here(fonts_folder: Path) -> Callable[[Job], Any]:
    """Sets a job in this process, by the code that the child runs; asked again, it gives the same result.

    A test that needs a job to be set anew asks the setter itself.
    """
    from companion.printing.setter import set_sheet

    return cache(set_sheet)


@pytest.fixture(scope="session")
def set_pages(fonts_folder: Path) -> Callable[[Job], Any]:
    """Sets a job in this process: its laid-out pages, and its PDF."""
    from companion.printing.setter import set_pages

    return set_pages


@pytest.fixture(scope="session")
def lay_out(fonts_folder: Path) -> Callable[[Job], Any]:
    """The laid-out pages of a job, for their boxes, without a PDF."""
    from companion.printing.setter import SheetFetcher
    from companion.printing.setter import lay_out as lay_out_job

    return lambda job: lay_out_job(job, SheetFetcher())


def make_game(rounds: int, sides: list[str], seed: int = 1, options: dict[str, Any] | None = None) -> Game:
    """A game of shuffled decks, every card captured by somebody."""
    chance = random.Random(seed)
    played = []
    for _ in range(rounds):
        cards = [card.id for card in DECK]
        chance.shuffle(cards)
        cuts = sorted(chance.sample(range(1, len(cards)), len(sides) - 1))
        bounds = [0, *cuts, len(cards)]
        piles = {side: cards[bounds[n] : bounds[n + 1]] for n, side in enumerate(sides)}
        played.append({"captured": piles, "declared": {}})
    return parse_game({"game": "kwado-1985", "sides": sides, "options": options or {}, "rounds": played})


def make_printed_game(
    rounds: int, sides: list[str], seed: int = 1, options: dict[str, Any] | None = None
) -> PrintedGame:
    game = score_for_print(make_game(rounds, sides, seed, options), "21 November 2026")
    return replace(game, address=VIEW_LINK)


def order_job(sheet: str, raw: dict[str, Any], game: PrintedGame | None = None) -> Job:
    return compose(parse_order(sheet, raw, game))
