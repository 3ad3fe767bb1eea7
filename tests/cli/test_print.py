"""`companion print`: sheets as files, and sentences for what cannot be printed."""

import json
import re
import sys
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner, Result

from companion.cli.print import print_sheet
from companion.printing import SHEETS, Job, Order, Printed, compose

# The module, not the command of the same name.
MODULE = sys.modules[print_sheet.callback.__module__]


@pytest.fixture
def folder(tmp_path: Path, cut_fonts: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a machine that has printed before: the command is at work in it."""
    (tmp_path / "print").symlink_to(cut_fonts)
    monkeypatch.setenv("KWADO_INSTANCE_PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def orders(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Order]:
    """What is to be printed; no sheet is set."""
    asked: list[Order] = []
    monkeypatch.setattr(MODULE, "_write", lambda order, out: asked.append(order))
    return asked


def ask(*words: str, given: str = "") -> Result:
    return CliRunner().invoke(print_sheet, words, input=given)


def test_the_list_names_every_sheet() -> None:
    said = ask("--list").output
    assert [sheet.id for sheet in SHEETS if sheet.id not in said or sheet.words not in said] == []


def test_a_sheet_becomes_a_file(folder: Path) -> None:
    names = ("--name", "Ann", "--name", "Ben")
    done = ask("score-pad", *names, "--paper", "letter", "--option", "gaji=kwado")
    assert (done.exit_code, done.output) == (0, "score-pad.pdf: 1 page\n")
    text = " ".join(pypdf.PdfReader(folder / "score-pad.pdf").pages[0].extract_text().split())
    assert "Ann" in text
    assert "play Gaji for the willow left over" in text


def test_a_pad_of_min_hwatu_for_seven_says_how_long_the_game_is(orders: list[Order]) -> None:
    names = [word for name in "ABCDEFG" for word in ("--name", f"Player {name}")]
    for words in (("--rounds", "6"), ("--target", "500"), ("--target", "500", "--rounds", "3")):
        assert ask("score-pad", "--rules", "min-hwatu", *words, *names).exit_code == 0
    texts = [" ".join(re.sub(r"<[^>]+>", " ", compose(order).html).split()) for order in orders]
    assert [said for said in ("6 rounds Date", "Target 500 Date") for text in texts if said in text] == [
        "6 rounds Date",
        "Target 500 Date",
        "Target 500 Date",
    ]
    assert all("Player G" in text for text in texts)


def test_a_record_is_printed_from_a_document(folder: Path) -> None:
    document = {
        "game": "kwado-1985",
        "sides": ["Ann", "Ben"],
        "rounds": [{"points": {"Ann": {"card_points": 125}, "Ben": {"card_points": 115}}}],
    }
    done = ask("game-record", "--document", "-", "-o", "-", given=json.dumps(document))
    assert done.exit_code == 0, done.stderr
    assert done.stdout_bytes.startswith(b"%PDF-")


def test_what_cannot_be_printed_is_said(folder: Path) -> None:
    rows = [
        (("pad",), "There is no sheet “pad”"),
        ((), "Which sheet? There is evening-set, score-pad"),
        (("score-pad", "--sides", "12"), "a whole number from 2 to 6"),
        (("score-pad", "--sides", "8", "--rules", "min-hwatu"), "a whole number from 2 to 7"),
        (("rule-sheet", "--rounds", "6"), "has no option “rounds”"),
        (("rule-sheet", "--rules", "min-hwatu", "--rounds", "6", "--target", "500"), "not both"),
        (("game-record",), "needs a game"),
        (("score-pad", "-o", "nowhere/x.pdf"), "nowhere/x.pdf cannot be written"),
        (("yaku-card", "--deck", "french"), "A deck is korean or japanese"),
    ]
    assert [(words, said) for words, said in rows if said not in str(ask(*words).exception)] == []


def test_the_command_takes_a_deck(orders: list[Order]) -> None:
    assert ask("yaku-card", "--deck", "japanese").exit_code == 0
    assert ask("deck-guide", "--deck", "korean", "--rules", "sakura").exit_code == 0
    assert [order.deck for order in orders] == ["japanese", "korean"]


def test_the_command_sets_a_sheet_however_long_it_takes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[int] = []

    def note(_: Path, __: Job, seconds: int) -> Printed:
        limits.append(seconds)
        return Printed(b"", 1)

    monkeypatch.setattr(MODULE, "set_job", note)
    assert ask("deck-guide").exit_code == 0
    assert limits == [0]
