"""Rounds of all games by their sources, and what is refused: the rows are in `cases.py` and `refused.py`."""

from companion.errors import CompanionError
from companion.rules import score_document
from tests.rules.refused import REFUSED, TOLD_AT_ONCE


def list_faults(document):
    """The sentences that refuse a document, each with its path."""
    try:
        score_document(document)
    except CompanionError as error:
        return [(fault.message.replace("\u202f", " "), fault.where) for fault in error.faults]
    return []


def is_refused(row):
    """Whether a row is refused in its words, at its path, in no more sentences than it says."""
    faults = list_faults(row.document)
    paths = [path for message, path in faults if row.said.replace("\u202f", " ") in message]
    return 0 < len(faults) <= row.most and bool(paths) and row.where in (None, paths[0])


def test_what_cannot_be_is_refused_in_one_sentence_at_its_path():
    assert len(REFUSED) > 300
    assert [(row, list_faults(row.document)) for row in REFUSED if not is_refused(row)] == []


def test_all_faults_of_a_document_are_told_at_once_with_their_paths():
    for document, paths in TOLD_AT_ONCE:
        assert {path for _, path in list_faults(document)} == set(paths)
