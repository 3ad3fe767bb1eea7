"""`make_schema` against every example, every golden game and every round that a form can make."""

import json
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.errors import CompanionError
from companion.rules import RULE_SET_IDS, get_rule_set, parse_options, score_document
from companion.rules.documents.schema import make_schema
from companion.rules.entries import entry

DOCS = Path(__file__).parents[2] / "docs" / "rules" / "scoring-io.md"
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.in.json"))
KWADO = {"game": "kwado-1985", "sides": ["Ann", "Ben"]}


@cache
def make_validator(part: str) -> Draft202012Validator:
    schema = make_schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]})


def list_faults(part: str, found: object) -> list[str]:
    """What is wrong, below the choice of a game."""
    return [str(fault.message)[:300] for fault in make_validator(part).iter_errors(found)]


def read_examples() -> list[tuple[str, Any]]:
    """The blocks of scoring-io.md; the one of own rules is a part of a document."""
    blocks = re.findall(r"```json\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
    whole = [json.loads(block) for block in blocks if block.startswith("{")]
    part = [json.loads(f'{{"sides": ["Ann", "Ben"], {block}}}') for block in blocks if block[0] != "{"]
    return [("result" if "totals" in each else "document", each) for each in (*whole, *part)]


def test_every_example_of_the_documentation_is_valid() -> None:
    examples = read_examples()
    assert sorted(part for part, _ in examples) == ["document", "document", "document", "result"]
    for part, example in examples:
        assert list_faults(part, example) == []


@pytest.mark.parametrize("game", RULE_SET_IDS)
def test_the_documentation_names_every_rule_set_preset_option_and_number(game: str) -> None:
    rules = get_rule_set(game)
    ids = [game, *(each.id for each in (*rules.presets, *rules.options)), *rules.number_keys]
    ids += [each.word for each in rules.numbers if each.word]
    named = re.findall(r"[\w-]+", DOCS.read_text(encoding="utf-8"))
    assert [each for each in ids if each not in named] == [], "Name it in docs/rules/scoring-io.md."


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_every_golden_game_and_its_result_are_valid(path: Path) -> None:
    given = json.loads(path.read_text(encoding="utf-8"))
    assert list_faults(given["game"], given) == []
    assert list_faults("document", given) == []
    assert list_faults("result", json.loads(json.dumps(score_document(given)))) == []


@pytest.mark.parametrize("game", RULE_SET_IDS)
def test_what_is_chosen_usually_and_every_value_of_every_option_is_valid(game: str) -> None:
    rule_set = get_rule_set(game)
    options = parse_options(rule_set, {}).document()
    sides = ["Ann", "Ben", "Cem", "Dee"][: rule_set.side_counts[0]]
    for chosen in ({}, *({one.id: each.value} for one in rule_set.options for each in one.listed)):
        document = {"game": game, "sides": sides, "options": {**options, **chosen}}
        assert list_faults(game, document) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "poker"},
        {"sides": ["Ann"]},
        {"sides": ["Ann", ""]},
        {"rounds": [{}]},
        {"rounds": [{"captured": {"Ann": ["pine-crain"]}}]},
        {"rounds": [{"captured": {"Ann": [], "Ben": "rest"}, "counts": {}}]},
        {"rounds": [{"points": {"Ann": {"card_points": -5}}}]},
        {"rounds": [{"points": {"Ann": 5}}]},
        {"rounds": [{"captured": {"Ann": "rest"}, "outcome": "shobu"}]},
        {"options": {"method": "C"}},
        {"options": {"gaji": "often"}},
        {"options": {"viewing": "on"}},
        {"options": {"target": 0}},
        {"options": {"rounds": 3}},
        {"deck": "french"},
        {"rules": {"yaku": {"dragon": {"points": "many"}}}},
        {"players": []},
    ],
    ids=json.dumps,
)
def test_what_the_schema_refuses_scoring_refuses_too(changes: dict[str, Any]) -> None:
    assert list_faults("document", KWADO | changes)
    with pytest.raises(CompanionError):
        score_document(KWADO | changes)


def test_a_round_has_the_keys_that_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[str] = set()
    monkeypatch.setattr(entry, "_refuse_others", lambda _reader, known: read.update(known))
    for game in RULE_SET_IDS:
        read.clear()
        for way in ("captured", "counts", "points"):
            with suppress(CompanionError):
                entry.parse_entry({way: {}}, get_rule_set(game), ("Ann", "Ben"))
        described = make_schema()["$defs"][game]["properties"]["rounds"]["items"]["properties"]
        assert read == described.keys(), game
