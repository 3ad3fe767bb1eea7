"""`scoring-io.md` describes the document and its result: it names every key, and its examples are scored."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.cards import SUITS
from companion.errors import CompanionError
from companion.rules import RULE_SET_IDS, get_rule_set, parse_options, score_document
from companion.rules.entries import entry
from companion.rules.entries.entry import BROUGHT_IN
from companion.rules.records.round_numbers import ROUND_KEYS

DOCS = Path(__file__).parents[3] / "docs" / "rules" / "scoring-io.md"
GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.in.json"))
TEXT = DOCS.read_text(encoding="utf-8")
NAMED = set(re.findall(r"[\w-]+", TEXT))
MISSING = "Name it in docs/rules/scoring-io.md."


def list_keys(found: Any, names: frozenset[str]) -> set[str]:
    """Every key of a document, but for the names of sides."""
    if isinstance(found, dict):
        keys = {key for key in found if key not in names}
        return keys.union(*(list_keys(each, names) for each in found.values()))
    return set().union(*(list_keys(each, names) for each in found)) if isinstance(found, list) else set()


def list_round_keys(game: str) -> set[str]:
    """The keys that a round of this game may have, by the reader itself."""
    read: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entry, "_refuse_others", lambda _reader, known: read.update(known))
        for way in BROUGHT_IN:
            with suppress(CompanionError):
                entry.parse_entry({way: {}}, get_rule_set(game), ("Ann", "Ben"))
    return read


def test_every_example_of_a_document_is_scored() -> None:
    blocks = re.findall(r"```json\n(.*?)```", TEXT, re.S)
    whole = [json.loads(block) for block in blocks if block.startswith("{")]
    documents = [each for each in whole if "totals" not in each]
    # The block of own rules is a part of a document.
    documents += [json.loads(f'{{"sides": ["Ann", "Ben"], {block}}}') for block in blocks if block[0] != "{"]
    assert [each["game"] for each in documents] == ["kwado-1985", "go-stop", "koikoi-modern"]
    for document in documents:
        assert len(score_document(document)["rounds"]) == len(document.get("rounds", []))


@pytest.mark.parametrize("game", RULE_SET_IDS)
def test_the_documentation_names_every_rule_set_preset_option_and_number(game: str) -> None:
    rules = get_rule_set(game)
    ids = {game, *(each.id for each in (*rules.presets, *rules.options)), *rules.number_keys}
    ids |= {each.word for each in rules.numbers if each.word}
    ids |= {*parse_options(rules, {}).document(), *(rules.race.carries if rules.race else ())}
    assert sorted(ids - NAMED) == [], MISSING


@pytest.mark.parametrize("game", RULE_SET_IDS)
def test_the_documentation_names_every_key_of_a_round(game: str) -> None:
    assert sorted(list_round_keys(game) - NAMED) == [], MISSING


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_the_documentation_names_every_key_of_a_golden_game_and_of_its_result(path: Path) -> None:
    given = json.loads(path.read_text(encoding="utf-8"))
    result = json.loads(json.dumps(score_document(given)))
    keys = list_keys([given, result], frozenset(given["sides"]))
    # These ids are those of the rule files and of the deck.
    ids = {each.id for each in (*get_rule_set(given["game"]).yaku, *SUITS)}
    assert sorted(keys - NAMED - ids) == [], MISSING


def test_no_key_of_a_round_is_free_for_a_number() -> None:
    for game in RULE_SET_IDS:
        rule_set = get_rule_set(game)
        own = {*rule_set.number_keys, *(each.id for each in rule_set.extras)}
        assert list_round_keys(game) - own <= set(ROUND_KEYS), game
