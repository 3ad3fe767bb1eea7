"""Games of Koi-Koi as they were kept before numbers were records: they open, score and write the same.

`kept/` has rule sets as the store froze them, one with a table's own rules, and games of each, one a line:
with and without brights on the field, with and without a loser who pays. A settlement is not frozen: it is
read by its name.

Sources: the texts and results that commit fe4cc32f wrote.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.documents.document import result_document
from companion.rules.entries.entry import parse_entry
from companion.rules.form.fields import write_fields
from companion.rules.form.written import WrittenRound
from companion.rules.records.files import parse_rule_set
from companion.rules.records.options import parse_options
from companion.rules.scoring.game import EnteredGame, score_game
from companion.rules.scoring.round import score_round
from companion.rules.scoring.seating import Seating
from tests.rules.form.written_rounds import list_open

KEPT = sorted((Path(__file__).parent / "kept").glob("*.toml"))


def write(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_game_opens_scores_and_writes_the_same(path: Path) -> None:
    rule_set = parse_rule_set(path.read_text(encoding="utf-8"))
    for line in path.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines():
        kept = json.loads(line)
        options, sides = parse_options(rule_set, kept["options"]), tuple(kept["sides"])
        entries = [parse_entry(raw, rule_set, sides) for raw in kept["rounds"]]
        rounds = tuple((entry, options) for entry in entries)
        game = EnteredGame(rule_set, options, sides, rounds, Seating(sides, len(sides)))
        found = {
            "options": options.document(),
            "sides": sides,
            "rounds": [entry.document() for entry in entries],
            "result": result_document(score_game(game)),
        }
        assert write(found) == line


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_game_asks_for_brights_on_the_field_as_it_did(path: Path) -> None:
    rule_set = parse_rule_set(path.read_text(encoding="utf-8"))
    for line in path.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines():
        kept = json.loads(line)
        options, sides = parse_options(rule_set, kept["options"]), tuple(kept["sides"])
        entry = parse_entry(kept["rounds"][0], rule_set, sides)
        fields = write_fields(entry, score_round(rule_set, options, entry))
        assert fields["field_brights"] == [str(kept["rounds"][0].get("field_brights", ""))]
        open_questions = list_open(WrittenRound(rule_set, options, sides, {"winner": ["nobody"]}))
        asked = [question.words for question in open_questions if question.path == "field_brights"]
        assert asked == ["How many brights were dealt to the field?"] * kept["options"]["field-brights"]
