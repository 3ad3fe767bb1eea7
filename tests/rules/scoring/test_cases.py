"""Rounds of all games by their sources, and what is refused: the rows are in `cases.py` and `refused.py`."""

import itertools
import re

import pytest

from companion.errors import CompanionError
from companion.rules import list_payments, make_lines, score_document
from companion.rules.text.names import NATIVE
from tests.rules.scoring.cases import ALL_ON, CASES, KOI_KOI_YAKU, lay
from tests.rules.scoring.refused import ACCEPTED, REFUSED, TOLD_AT_ONCE
from tests.rules.tables import FORMS, score

# What players write, behind a name or at the end: rows have the English words.
BESIDE = re.compile(rf" (?:{NATIVE.pattern})(?= \(|:|$)")


def describe(breakdown):
    """What a round came to, by the words in which a row expects it."""
    sides = breakdown.sides
    told = {figure: [side.figures[figure] for side in sides] for figure in sides[0].figures}
    told |= {
        "scores": [side.score for side in sides],
        "left": " ".join(breakdown.uncaptured.ids),
        "payments": sorted(each[:3] for each in list_payments(breakdown)),
        "warnings": list(breakdown.warnings),
        "warned": len(breakdown.warnings),
    }
    for number, side in enumerate(sides):
        lines = make_lines(breakdown, number)
        assert all(each.ruling and each.provenance.label and each.provenance.source for each in lines)
        said = [BESIDE.sub("", line.words) for line in lines]
        own = {
            "sums": side.figures,
            "points": side.card_points,
            "bonus": side.bonus,
            "cards": len(side.pile or ()),
            "gaji": " ".join(side.gaji.ids),
            "yaku": " ".join(each.yaku.id for each in side.yaku),
            "undeclared": " ".join(each.yaku.id for each in side.undeclared),
            "worth": {each.yaku.id: each.points for each in side.yaku},
            "ids": " ".join(line.id for line in lines),
            "words": said,
            "lines": [*zip(said, [line.points for line in lines], strict=True)],
            "last line": lines and (said[-1], lines[-1].ruling),
            "factors": [line.points for line in lines if line.is_factor],
        }
        told |= {f"{what} of {side.side}": value for what, value in own.items()}
    return told


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}: {case.says}")
def test_a_round_comes_to_what_its_source_says(case):
    found = describe(score(case.round, sides=case.sides, rule_set=case.game, **case.options))
    warnings = "\n".join(found["warnings"])
    found["said"] = [words for words in case.expected.get("said", ()) if words in found["words of Ann"]]
    found["told"] = [words for words in case.expected.get("told", ()) if words in warnings]
    found["untold"] = [words for words in case.expected.get("untold", ()) if words not in warnings]
    assert {what: found[what] for what in case.expected} == case.expected


def test_a_yaku_of_koi_koi_is_not_there_without_one_of_its_cards():
    for form, (yaku, cards, *_) in itertools.product(FORMS, KOI_KOI_YAKU):
        for card in cards.split():
            raw = lay(cards.replace(card, ""), month=5)
            found = describe(score(raw, rule_set=form, **ALL_ON.get(form, {})))
            assert yaku not in found["worth of Ann"], (form, yaku, card)


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


def test_what_is_unusual_and_possible_is_accepted():
    assert [(document, faults) for document in ACCEPTED if (faults := list_faults(document))] == []


def test_all_faults_of_a_document_are_told_at_once_with_their_paths():
    for document, paths in TOLD_AT_ONCE:
        assert {path for _, path in list_faults(document)} == set(paths)


def test_who_pays_whom_says_why_in_one_line_for_each_pair():
    """go-stop.md: Ann’s 4, Ben without a bright, 3 at once; Dee sold two cards with three of a month."""
    raw = {
        "outcome": "stop",
        "winner": "Ann",
        "points": {"Ann": 4},
        "counts": ["brights"],
        "lacks": {"Ben": ["brights"]},
        "at_once": {"Ann": 3},
        "sits_out": ["Dee"],
        "sold": {"Dee": 2},
        "sold_with": {"Dee": ["three"]},
        "dealer": "Ann",
    }
    breakdown = score(raw, sides=("Ann", "Ben", "Cem", "Dee"), rule_set="go-stop")
    said = {
        (payer, receiver): (points, [(BESIDE.sub("", line.words), line.points) for line in reasons])
        for payer, receiver, points, reasons in list_payments(breakdown)
    }
    at_once, sold = ("At once: ppeok 뻑, ddadak 따닥 and so on", 3), ("Cards sold (광팔이): 2 × 4 =", 8)
    assert said == {
        (1, 0): (11, [("Ann’s amount", 4), ("for no bright (gwangbak 광박)", 2), at_once]),
        (2, 0): (7, [("Ann’s amount", 4), at_once]),
        (1, 3): (8, [sold]),
        (2, 3): (8, [sold]),
    }
