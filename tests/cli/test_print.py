"""`companion print`: sheets as files, and sentences for what cannot be printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner

from companion.cli.print import print_sheet
from companion.printing import SHEETS, Order, Press
from companion.rules import RULE_SET_IDS, get_rule_set


def run_print(folder: Path, *words: str, given: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "companion", "print", *words],
        cwd=folder,
        env={**os.environ, "KWADO_INSTANCE_PATH": str(folder), "PYTHONPATH": os.fspath(ROOT)},
        input=given,
        capture_output=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path, cut_fonts: Path) -> Path:
    """The folder of a machine that has printed before."""
    (tmp_path / "print").symlink_to(cut_fonts)
    return tmp_path


ROOT = Path(__file__).resolve().parents[2]


def test_the_list_names_every_sheet(tmp_path: Path) -> None:
    said = run_print(tmp_path, "--list").stdout.decode()
    for sheet in SHEETS:
        assert sheet.id in said
        assert sheet.words in said


def test_a_sheet_becomes_a_file(folder: Path) -> None:
    done = run_print(
        folder, "score-pad", "--name", "Ann", "--name", "Ben", "--paper", "letter", "--option", "gaji=kwado"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == "score-pad.pdf: 1 page\n"
    text = " ".join(pypdf.PdfReader(folder / "score-pad.pdf").pages[0].extract_text().split())
    assert "Ann" in text
    assert "play Gaji for the willow left over" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rounds", "6"), "6 rounds"),
        (("--target", "500"), "Target 500"),
        (("--target", "500", "--rounds", "3"), "Target 500"),
    ],
)
def test_a_pad_of_min_hwatu_for_seven_says_how_long_the_game_is(
    folder: Path, words: tuple[str, ...], said: str
) -> None:
    names = [word for name in "ABCDEFG" for word in ("--name", f"Player {name}")]
    done = run_print(folder, "score-pad", "--rules", "min-hwatu", *words, *names)
    assert done.returncode == 0, done.stderr
    text = " ".join(pypdf.PdfReader(folder / "score-pad.pdf").pages[0].extract_text().split())
    assert f"{said} Date" in text
    assert "G Player G" in text


def test_a_record_is_printed_from_a_document(folder: Path) -> None:
    document = {
        "game": "kwado-1985",
        "sides": ["Ann", "Ben"],
        "rounds": [{"points": {"Ann": {"card_points": 125}, "Ben": {"card_points": 115}}}],
    }
    given = json.dumps(document).encode()
    done = run_print(folder, "game-record", "--document", "-", "-o", "-", given=given)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pad",), "There is no sheet “pad”"),
        ((), "Which sheet?"),
        (("score-pad", "--sides", "12"), "a whole number from 2 to 6"),
        (("score-pad", "--sides", "8", "--rules", "min-hwatu"), "a whole number from 2 to 7"),
        (("rule-sheet", "--rounds", "6"), "has no option “rounds”"),
        (("rule-sheet", "--rules", "min-hwatu", "--rounds", "6", "--target", "500"), "not both"),
        (("game-record",), "needs a game"),
        (("score-pad", "-o", "nowhere/x.pdf"), "nowhere/x.pdf cannot be written"),
    ],
)
def test_what_cannot_be_printed_is_said_with_exit_status_2(
    folder: Path, words: tuple[str, ...], said: str
) -> None:
    done = run_print(folder, *words)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("sheets", [SHEETS], ids=["whole set"])
def test_printing_all_sheets_takes_less_than_two_minutes(tmp_path: Path, sheets: tuple[object, ...]) -> None:
    if os.environ.get("KWADO_TEST_THOROUGH") != "1":
        # A normal run prints the orders of the set one by one (tests/printing) and here only their list.
        from companion.printing import list_orders

        for rules in RULE_SET_IDS:
            listed = list(list_orders(rules, is_ink_saving=False))
            assert len(listed) == len({name for name, _ in listed}) > len(sheets)
            games = {order.rule_set.game for _, order in listed}
            assert games == {get_rule_set(rules).game}
        return
    start = time.monotonic()
    done = run_print(tmp_path, "--all", "set")
    assert done.returncode == 0, done.stderr
    assert time.monotonic() - start < 120
    printed = {path.name for path in (tmp_path / "set").iterdir()}
    assert {sheet.id for sheet in SHEETS} <= {
        next(sheet.id for sheet in SHEETS if name.startswith(sheet.id)) for name in printed
    }


def test_the_command_takes_a_deck(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    orders: list[Order] = []
    module = print_sheet.callback.__module__
    monkeypatch.setattr(sys.modules[module], "_write", lambda press, order, out: orders.append(order))
    runner = CliRunner()
    assert runner.invoke(print_sheet, ["yaku-card", "--deck", "japanese"]).exit_code == 0
    assert (
        runner.invoke(
            print_sheet, ["--all", os.fspath(tmp_path), "--deck", "korean", "--rules", "sakura"]
        ).exit_code
        == 0
    )
    assert "A deck is korean or japanese" in str(
        runner.invoke(print_sheet, ["yaku-card", "--deck", "french"]).exception
    )
    assert orders[0].deck == "japanese"
    assert {order.deck for order in orders[1:]} == {"korean"}


def test_the_command_sets_a_sheet_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[bool] = []

    class Noted(Press):
        def __init__(self, folder: Path, *, is_limited: bool = True) -> None:
            super().__init__(folder, is_limited=is_limited)
            limits.append(is_limited)

    # The module, not the command of the same name.
    monkeypatch.setattr(sys.modules[print_sheet.callback.__module__], "Press", Noted)
    assert "Which sheet?" in str(CliRunner().invoke(print_sheet, []).exception)
    assert limits == [False]
