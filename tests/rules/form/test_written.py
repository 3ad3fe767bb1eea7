"""What is open in a round that is only half written; tests/web/games/test_entry.py asks the phone too."""

import pytest

from companion.rules import get_rule_set, parse_options
from companion.rules.form.fields import write_fields
from companion.rules.form.score import score_written
from companion.rules.form.written import WrittenRound
from tests.rules.form.written_rounds import WRITTEN, Written, list_open

NAMES = ("Ann", "Ben", "Cem", "Dan")


def write(case: Written, **more: str) -> WrittenRound:
    rule_set = get_rule_set(case.game)
    fields = {path: [text] for path, text in (case.fields | more).items()}
    options = parse_options(rule_set, case.options)
    return WrittenRound(rule_set, options, NAMES[: case.sides], fields, players=NAMES, dealer=0)


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_open_is_asked_at_its_path(name: str) -> None:
    assert {question.path for question in list_open(write(WRITTEN[name]))} == WRITTEN[name].open


@pytest.mark.parametrize("name", WRITTEN)
def test_an_answer_closes_its_question(name: str) -> None:
    written = write(WRITTEN[name])
    for question in list_open(written):
        answer = question.answers[-1] if question.answers else "1"
        answered = write(WRITTEN[name], **{question.path: answer})
        # Cards and hands are given under paths of their own.
        if question.path not in ("captured", "dealt/0"):
            assert question.path not in {one.path for one in list_open(answered)}


@pytest.mark.parametrize("name", [name for name, case in WRITTEN.items() if not case.open])
def test_a_round_that_is_whole_is_the_same_when_its_fields_are_written_again(name: str) -> None:
    case = WRITTEN[name]
    entry, scored = score_written(write(case))
    again = write(case._replace(fields={}))
    again.fields = write_fields(entry, scored)
    assert score_written(again) == (entry, scored)
