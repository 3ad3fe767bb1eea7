"""`companion score`, as a shell sees it."""

import json
import subprocess
import sys

from click.testing import CliRunner

from companion.cli import words
from companion.errors import CompanionError


def run(*options, given=b""):
    return CliRunner().invoke(words, ["score", *options], input=given)


DOCUMENT = {
    "game": "kwado-1985",
    "sides": ["Ann", "花子"],
    "rounds": [{"captured": {"Ann": ["paulownia-phoenix"], "花子": "rest"}, "declared": {}}],
}


def test_a_game_from_a_file_is_scored(repo):
    done = run(str(repo / "tests/golden/two-players-method-a.in.json"))
    assert (json.loads(done.stdout)["winners"], done.stderr, done.exit_code) == (["Ann"], "", 0)


def test_a_game_from_standard_input_is_scored():
    done = run("-", given=json.dumps(DOCUMENT))
    assert json.loads(done.stdout)["totals"] == {"Ann": 25, "花子": 190}
    assert "花子" in done.stdout


def test_a_game_that_cannot_be_scored_ends_with_status_2_and_every_fault_on_standard_error(repo):
    raw = DOCUMENT | {"options": {"target": 0}, "rounds": [{"captured": {"Ann": ["pine-crain"], "花子": []}}]}
    command = [sys.executable, "-m", "companion", "score", "-"]
    done = subprocess.run(command, cwd=repo, input=json.dumps(raw).encode(), capture_output=True)
    assert (done.stdout, done.returncode) == (b"", 2)
    assert done.stderr.decode().splitlines() == [
        "The target is a whole number from 1 to 100\u202f000, not 0.",
        "Ann: There is no card “pine-crain”; the nearest is pine-crane.",
    ]


def test_what_is_no_document_or_not_there_is_told_in_a_sentence():
    for given in (b"", b"\xff", b"{]", b"null"):
        told = run("-", given=given).exception
        assert isinstance(told, CompanionError)
        assert told.message.endswith(".")
    done = run("nowhere.json")
    assert done.exit_code == 2
    assert "nowhere.json" in done.stderr


def test_lines_are_scored_one_by_one_and_a_bad_one_does_not_stop_the_next():
    good = json.dumps(DOCUMENT)
    done = run("--lines", "-", given=f"{good}\nnonsense\n\n{good}\n")
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 0
    assert first == third
    assert first["totals"] == {"Ann": 25, "花子": 190}
    assert list(second) == ["error"]
    assert "not JSON" in second["error"]
