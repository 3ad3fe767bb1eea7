"""The table of promises: each names tests that are there, and a miss is a miss."""

import re
from pathlib import Path

import pytest

from tools.reliability.__main__ import PROMISES, QUICK, REPO, main, run_tests
from tools.reliability.serving import find_best


def test_what_shows_a_promise_is_there() -> None:
    gone = []
    for name in [name for promise in PROMISES for name in (*promise.shown_by, *promise.grows)]:
        path, _, function = name.partition("::")
        if not path.endswith(".py"):
            path, function = f"{path.replace('.', '/')}.py", "main"
        text = (REPO / path).read_text(encoding="utf-8")
        if not re.search(rf"^def {function or 'test_'}", text, re.MULTILINE):
            gone.append(name)
    assert gone == []


def test_a_promise_is_kept_only_by_tests_that_pass(tmp_path: Path) -> None:
    figure = "def test_it(record_property): record_property('figure', '7 kills, 0 lost')"
    rows = [
        (figure, True, "7 kills, 0 lost"),
        (f"{figure}\nimport pytest\n@pytest.mark.skip\ndef test_other(): pass", False, "1 skipped"),
        (f"{figure}\ndef test_other(): assert False", False, "1 of 2 checks"),
        ("", False, "0 of 0 checks"),
    ]
    path = tmp_path / "test_it.py"
    for body, is_kept, said in rows:
        path.write_text(body, encoding="utf-8")
        words = [f"--rootdir={tmp_path}", "-c", "/dev/null", str(path)]
        shown = run_tests(words, QUICK, tmp_path / "report.xml")
        assert shown.is_kept is is_kept
        assert said in shown.figure


@pytest.mark.parametrize(
    ("figures", "best", "measured"),
    [
        ((1.9, 9.0, 9.0), 1.9, 1),
        ((3.0, 1.9, 9.0), 1.9, 2),
        ((3.0, 2.0, 1.0), 2.0, 2),
        ((3.0, 2.6, 2.7), 2.6, 3),
    ],
)
def test_a_time_that_other_work_made_longer_is_measured_again_and_one_that_is_ours_is_a_miss(
    figures: tuple[float, ...], best: float, measured: int
) -> None:
    left = list(figures)
    assert find_best(lambda: left.pop(0), 2.0) == best
    assert len(figures) - len(left) == measured


def test_words_that_no_promise_has_are_a_miss(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["a card that sings"]) == 1
    assert "No promise" in capsys.readouterr().out
