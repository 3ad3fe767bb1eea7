"""`companion score`, as a shell sees it."""

import json
import subprocess
import sys

import pytest


@pytest.fixture
def run(repo, tmp_path):
    def run(*words, given=""):
        return subprocess.run(
            [sys.executable, "-m", "companion", "score", *words],
            cwd=repo,
            input=given.encode() if isinstance(given, str) else given,
            capture_output=True,
        )

    return run


DOCUMENT = {
    "game": "kwado-1985",
    "sides": ["Ann", "花子"],
    "rounds": [{"captured": {"Ann": ["paulownia-phoenix"], "花子": "rest"}, "declared": {}}],
}


def test_a_game_from_a_file_is_scored(run, repo):
    done = run("tests/golden/two-players-method-a.in.json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["winners"] == ["Ann"]
    assert done.stderr == b""


def test_a_game_from_standard_input_is_scored(run):
    done = run("-", given=json.dumps(DOCUMENT))
    assert json.loads(done.stdout)["totals"] == {"Ann": 25, "花子": 190}
    assert "花子".encode() in done.stdout


def test_a_game_that_cannot_be_scored_ends_with_status_2_and_every_fault_on_standard_error(run):
    raw = DOCUMENT | {"options": {"target": 0}, "rounds": [{"captured": {"Ann": ["pine-crain"], "花子": []}}]}
    done = run("-", given=json.dumps(raw))
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().splitlines() == [
        "The target is a whole number from 1 to 100\u202f000, not 0.",
        "Ann: There is no card “pine-crain”; the nearest is pine-crane.",
    ]


def test_what_is_no_document_or_not_there_ends_with_status_2_and_a_sentence(run):
    for given in (b"", b"\xff", b"{]", b"null"):
        done = run("-", given=given)
        assert done.returncode == 2
        said = done.stderr.decode()
        assert said.strip().endswith(".")
        assert "Traceback" not in said
    done = run("nowhere.json")
    assert done.returncode == 2
    assert "nowhere.json" in done.stderr.decode()


def test_lines_are_scored_one_by_one_and_a_bad_one_does_not_stop_the_next(run):
    good = json.dumps(DOCUMENT)
    done = run("--lines", "-", given=f"{good}\nnonsense\n\n{good}\n")
    assert done.returncode == 0
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert first == third
    assert first["totals"] == {"Ann": 25, "花子": 190}
    assert list(second) == ["error"]
    assert "not JSON" in second["error"]
