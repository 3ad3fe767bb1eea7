"""The table of promises: each names tests that are there, and a miss is a miss."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.reliability.__main__ import PROMISES, REPO, TENTH, Promise, main, run_tests


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.words)
def test_what_shows_a_promise_is_there(promise: Promise) -> None:
    for name in promise.shown_by:
        if promise.is_script:
            assert (REPO / f"{name.replace('.', '/')}.py").is_file()
            continue
        path, _, function = name.partition("::")
        text = (REPO / path).read_text(encoding="utf-8")
        assert re.search(rf"^def {function or 'test_'}", text, re.MULTILINE), name


@pytest.mark.parametrize(
    ("body", "is_kept", "said"),
    [
        (
            "def test_it(record_property): record_property('figure', '7 kills, 0 lost')",
            True,
            "7 kills, 0 lost",
        ),
        ("def test_it(): assert False", False, "0 of 1 checks"),
        ("import pytest\n@pytest.mark.skip\ndef test_it(): pass", False, "1 skipped"),
        ("", False, "0 of 0 checks"),
    ],
)
def test_a_promise_is_kept_only_by_tests_that_pass(
    body: str, is_kept: bool, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(body, encoding="utf-8")
    shown = run_tests([f"--rootdir={tmp_path}", "-c", "/dev/null", str(path)], TENTH, tmp_path / "report.xml")
    assert shown.is_kept is is_kept
    assert said in shown.figure


def test_words_that_no_promise_has_are_a_miss(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["a card that sings"]) == 1
    assert "No promise" in capsys.readouterr().out
