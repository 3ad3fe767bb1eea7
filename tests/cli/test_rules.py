"""`companion rules` answers a question in words or as JSON, best first."""

import json
from typing import Any

from click.testing import CliRunner

from companion.cli import words
from companion.rules import RULE_SET_IDS


def run(*options: str) -> str:
    result = CliRunner().invoke(words, ["rules", *options], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def ask(*options: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(run(*options, "--json"))
    return rows


def test_the_ruling_that_answers_comes_first() -> None:
    [first, *_] = ask("who", "deals", "next")
    assert first == {
        "kind": "ruling",
        "id": "next-dealer",
        "title": "Who deals the next round?",
        "verdict": "The rulebook does not say. By the custom of its neighbours whoever scored most in the"
        " round deals next.",
        "url": "/rulings/next-dealer",
    }


FOUND = [
    ("柳に小野道風", "card", "willow-rain-man"),
    ("pine crane", "card", "pine-crane"),
    ("송학 광", "card", "pine-crane"),
    ("kiri phoenix", "card", "paulownia-phoenix"),
    ("four iris", "yaku", "four-iris"),
    ("sakura 5", "yaku", "sakura-5"),
    ("kasu", "yaku", "chaff"),
    ("피", "yaku", "chaff"),
    ("draw pile", "word", "draw-pile"),
    ("kwado-1982", "rules", "kwado-1982"),
    ("shobu", "word", "shobu"),
    ("KWADO 1985 rules", "rules", "kwado-1985"),
    ("tie", "ruling", "exact-tie"),
    ("joker", "ruling", "jokers"),
    ("junk", "ruling", "chaff-value"),
    ("shuffle again", "ruling", "four-on-field"),
    ("wildcrad", "ruling", "gaji-what"),
]


def test_a_thing_is_found_by_any_of_its_names() -> None:
    misses = []
    for asked, kind, found in FOUND:
        ids = [(row["kind"], row["id"]) for row in ask(asked)]
        if (kind, found) not in ids[:3]:
            misses.append((asked, ids[:4]))
    assert misses == []


def test_a_game_narrows_the_answers_to_what_concerns_it() -> None:
    assert ask("who deals next", "--game", "koikoi-modern")[0]["id"] == "kk-next-dealer"
    assert ask("rain man three brights", "--game", "kwado-1985")[0]["id"] != "kk-rain-man"


def test_an_unknown_game_is_refused_and_all_known_ones_are_named() -> None:
    result = CliRunner().invoke(words, ["rules", "tie", "--game", "kwado-1958"])
    assert result.exit_code == 2
    assert [each for each in RULE_SET_IDS if each not in result.output] == []


def test_in_words_the_verdict_stands_below_its_question() -> None:
    lines = run("exactly", "equal", "totals").splitlines()
    assert lines[0] == "Exactly equal totals. Who wins?"
    assert "share the win" in lines[1]
    assert lines[2].endswith("/rulings/exact-tie")


def test_nothing_found_is_said() -> None:
    for asked in ("qqqq", "?!", "\x01\x02", "<qq>", "x" * 10_000):
        assert "Nothing found" in run(asked)
        assert ask(asked) == []
    # With what is nearest.
    assert "What does the lightning card do?" in run("xgajix")


def test_a_minus_sign_is_a_word() -> None:
    for asked in (["-120"], ["--", "-120"], ["my", "round", "is", "-120"], ["scored −30"]):
        assert run(*asked).startswith("I am under the floor, or exactly on it. Do I lose points?")
