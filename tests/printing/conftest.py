"""A press, sheets that are set once in a test run, and games to print."""

import fcntl
import hashlib
import logging
import os
import pickle
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.cards import CardSet
from companion.printing import (
    Press,
    PrintedGame,
    compose,
    get_sheet,
    parse_order,
    score_for_print,
)
from companion.printing.fonts import set_up_fonts
from companion.printing.job import Job
from companion.printing.orders import Order as PrintOrder
from companion.rules import (
    EnteredGame,
    get_rule_set,
    get_scorer,
    parse_entry,
    parse_game,
    parse_options,
    score_round,
)
from tests.printing.example_games import load_example_game
from tests.printing.reading import Laid, read_layout

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


class SetSheet(NamedTuple):
    """A sheet as it was set: its PDF, what is wrong with it, and where everything stands on its pages."""

    content: bytes
    page_count: int
    # What the renderer warned of or might not fetch, and texts that do not fit their boxes.
    faults: list[str]
    laid: Laid


@pytest.fixture(scope="session")
def sheets_folder(shared_folder: Path) -> Path:
    folder = shared_folder / "sheets"
    folder.mkdir(exist_ok=True)
    return folder


@contextmanager
def note_warnings() -> Iterator[list[str]]:
    """What the renderer warns of."""
    said: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("weasyprint").addHandler(handler)
    try:
        yield said
    finally:
        logging.getLogger("weasyprint").removeHandler(handler)


def name_job(job: Job) -> str:
    return hashlib.sha256(repr(job).encode()).hexdigest()


@pytest.fixture(scope="session")
def set_here(fonts_folder: Path, sheets_folder: Path) -> Callable[[Job], SetSheet]:
    """Sets a job by the code that the child runs, without a child.

    The same job is set once in a test run, whichever process asks. A test that needs it set
    anew asks the setter itself.
    """
    from companion.printing.setter import lay_out, print_pages

    @cache
    def set_once(job: Job) -> SetSheet:
        kept = sheets_folder / name_job(job)
        with kept.with_suffix(".turn").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            if not kept.exists():
                with note_warnings() as said:
                    document = lay_out(job)
                    result = print_pages(job, document)
                laid = read_layout(document)
                sheet = SetSheet(result.content, result.page_count, [*said, *laid.faults], laid)
                kept.write_bytes(pickle.dumps(sheet))
            return pickle.loads(kept.read_bytes())

    return set_once


@pytest.fixture(scope="session")
def lay_out(
    fonts_folder: Path, sheets_folder: Path, set_here: Callable[[Job], SetSheet]
) -> Callable[[Job], Laid]:
    """Where everything stands on the pages of a job that is laid out without a warning, but not drawn.

    Drawing the pictures of cards takes most of the time of a sheet.
    """
    from companion.printing.setter import lay_out as lay_out_job

    @cache
    def lay_out_here(job: Job) -> Laid:
        if (sheets_folder / name_job(job)).exists():
            return set_here(job).laid
        with note_warnings() as said:
            laid = read_layout(lay_out_job(job))
        assert said == []
        return laid

    return lay_out_here


PrintSheet = Callable[..., SetSheet]
LaySheet = Callable[..., Laid]


@pytest.fixture(scope="session")
def print_sheet(set_here: Callable[[Job], SetSheet]) -> PrintSheet:
    """Sets the sheet that is ordered by its id, raw options and a game."""
    return lambda *order, **raw: set_here(order_job(*order, **raw))


@pytest.fixture(scope="session")
def lay_sheet(lay_out: Callable[[Job], Laid]) -> LaySheet:
    """Lays out, but does not draw, the sheet that is ordered by its id, raw options and a game."""
    return lambda *order, **raw: lay_out(order_job(*order, **raw))


def make_game(
    rounds: int,
    sides: list[str],
    seed: int = 1,
    options: dict[str, Any] | None = None,
    rules: str = "kwado-1985",
) -> EnteredGame:
    """A game of shuffled decks, every card captured by somebody; in a race the side with more yaku stops.

    A game without cards has points of up to three figures, above and below 0.
    """
    race = get_rule_set(rules).race
    chance = random.Random(seed)
    played: list[dict[str, Any]] = []
    for _ in range(rounds):
        if not get_rule_set(rules).has_cards:
            played.append({"points": {side: chance.randint(-999, 999) for side in sides}})
            continue
        cards = list(get_rule_set(rules).cards.ids)
        chance.shuffle(cards)
        playing = sides[: get_rule_set(rules).most_playing]
        cuts = sorted(chance.sample(range(1, len(cards)), len(playing) - 1))
        bounds = [0, *cuts, len(cards)]
        piles = {side: cards[bounds[n] : bounds[n + 1]] for n, side in enumerate(playing)}
        played.append(
            {"captured": piles, "declared": {}} if race is None else make_race(rules, piles, chance)
        )
        played[-1] |= {"sits_out": out} if (out := sides[len(playing) :]) else {}
    return parse_game({"game": rules, "sides": sides, "options": options or {}, "rounds": played})


def make_race(rules: str, piles: dict[str, list[str]], chance: random.Random) -> dict[str, Any]:
    """A race for these piles, as a document writes it; whoever has a yaku may have called koi-koi."""
    rule_set = get_rule_set(rules)
    assert rule_set.race
    ends = {each.by: each.id for each in reversed(rule_set.race.endings)}
    told = [each for each in rule_set.numbers if not (each.is_per_side or each.is_side or each.word)]
    race: dict[str, Any] = {
        "outcome": ends["nobody"],
        "captured": piles,
        "dealer": next(iter(piles)),
        **{each.id: 2 for each in told},
    }
    if rule_set.race.counts == "winner":
        found = get_scorer(rule_set, parse_options(rule_set, {})).finder.find
        worth = {side: sum(yaku.points for yaku in found(CardSet.from_ids(piles[side]))) for side in piles}
        best = max(worth, key=worth.__getitem__)
        if worth[best] < 8:
            return race
        return race | {"outcome": ends["winner"], "winner": best, "calls": {best: 1}}
    breakdown = score_round(rule_set, parse_options(rule_set, {}), parse_entry(race, rule_set, [*piles]))
    points = {side.side: side.bonus for side in breakdown.sides}
    race["calls"] = {side: chance.randrange(3) for side, bonus in points.items() if bonus}
    best = max(points, key=points.__getitem__)
    return race | ({"outcome": ends["winner"], "winner": best} if points[best] else {})


def make_printed_game(
    rounds: int,
    sides: list[str],
    seed: int = 1,
    options: dict[str, Any] | None = None,
    rules: str = "kwado-1985",
) -> PrintedGame:
    game = score_for_print(make_game(rounds, sides, seed, options, rules), "21 November 2026")
    return replace(game, address=VIEW_LINK)


def order_sheet(sheet: str, game: PrintedGame | None = None, **raw: Any) -> PrintOrder:
    """An order; of a game without a game, the example of its rules."""
    if game is None and get_sheet(sheet).needs_game:
        game = replace(load_example_game(raw.pop("rules", "kwado-1985")), address=VIEW_LINK)
    return parse_order(sheet, raw, game)


def order_job(sheet: str, game: PrintedGame | None = None, **raw: Any) -> Job:
    return compose(order_sheet(sheet, game, **raw))


def read_html(sheet: str, game: PrintedGame | None = None, **raw: Any) -> str:
    return order_job(sheet, game, **raw).html


def join_letters(html: str) -> str:
    """The page where what stands in Korean or Japanese letters is one text with what is around it."""
    return re.sub(r"<bdi lang[^>]*>([^<]*)</bdi>", r"\1", html)


def read_words(sheet: str, game: PrintedGame | None = None, **raw: Any) -> str:
    """What a reader sees of a sheet that is not set, on one line; sentences with signs are put together."""
    html = join_letters(read_html(sheet, game, **raw))
    seen = re.sub(r"<(style|title|script)\b.*?</\1>|<[^>]*>", " ", html, flags=re.S)
    return re.sub(r" ([.;:,])", r"\1", " ".join(unescape(seen).split()))
