"""Scores a round that a form wrote.

Sources: scoring-io.md.
"""

from dataclasses import replace

from companion.errors import CompanionError, raise_all
from companion.rules.entries.entry import Entry, parse_entry
from companion.rules.entries.reading import place_sides
from companion.rules.form.document import write_document
from companion.rules.form.written import WrittenRound
from companion.rules.scoring.breakdown import RoundBreakdown
from companion.rules.scoring.check import check_entry
from companion.rules.scoring.round import score_round


def score_written(written: WrittenRound) -> tuple[Entry, RoundBreakdown]:
    """The round as entered and as it scores; raises every fault at once, at the path of its field."""
    entry = parse_entry(
        write_document(written), written.rule_set, written.sides, players=written.players, is_typed=True
    )
    dealing = int(written.seat) % len(written.sides) if written.needs_dealer and written.seat else None
    context = written.context._replace(dealer=dealing)
    scored = score_round(written.rule_set, written.options, entry, context)
    try:
        check_entry(entry, scored)
    except CompanionError as error:
        raise_all(
            [
                type(each)(each.message, place_sides(each.where, written.sides, written.rule_set))
                for each in error.faults
            ]
        )
    if not written.declared_yaku or entry.declared is None:
        return entry, scored
    # What was announced is kept of the yaku that were made.
    made = [{score.yaku.id for score in side.yaku} for side in scored.sides]
    declared = [
        tuple(yaku_id for yaku_id in each if yaku_id in found)
        for each, found in zip(entry.declared, made, strict=True)
    ]
    return replace(entry, declared=tuple(declared)), scored
