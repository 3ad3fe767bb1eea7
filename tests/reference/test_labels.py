"""Labels: a claim that the rulebook says so names a source of that very edition."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from companion.paths import ROOT
from companion.reference.rulings import GAMES, load_rulings
from companion.rules import RULE_SET_IDS, get_rule_set

# What describes the rules of a rule set. CEL describes the booklet of Kwa-Dō by somebody who holds it.
OWN = {
    "kwado-1985": {"KD85"},
    "kwado-1982": {"KD82"},
    "min-hwatu": {"MH21", "MH25"},
    "sakura": {"SAK"},
    "hana-awase": {"HAN", "BK26"},
    "koikoi-modern": {"FKK"},
    "koikoi-nintendo": {"KKN"},
    "koikoi-compendium": {"KKC"},
    "koikoi-hu": {"KKH"},
    # It is ours and has no rulebook.
    "by-points": set(),
}
BESIDE = {"kwado": {"CEL"}}


def list_records(record: Any) -> Iterator[dict[str, Any]]:
    """Every record with a label, however deep."""
    if isinstance(record, list):
        for each in record:
            yield from list_records(each)
    elif isinstance(record, dict):
        if "label" in record:
            yield record
        yield from list_records(list(record.values()))


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_what_a_rule_set_has_from_its_rulebook_names_that_edition(rule_set_id: str) -> None:
    records = list(list_records(tomllib.loads(get_rule_set(rule_set_id).text)))
    assert len(records) > (10 if rule_set_id == "by-points" else 15)
    for record in records:
        if record["label"] == "rulebook":
            assert OWN[rule_set_id] & set(record["source"].split(", ")), record


def test_what_a_ruling_has_from_a_rulebook_names_a_source_of_its_game() -> None:
    seen = 0
    for ruling in load_rulings().values():
        said = [(ruling, game) for game in ruling.games] + [(each, each.game) for each in ruling.verdicts]
        for verdict, game in said:
            if verdict.label != "rulebook":
                continue
            own = set().union(*(OWN[each] for each in GAMES.get(game, (game,)))) | BESIDE.get(game, set())
            assert own & set(verdict.sources), (ruling.id, game)
            seen += 1
    assert seen > 150


def test_nothing_is_said_to_stand_above_or_below() -> None:
    """A page shows its parts in another order on a phone, on paper and in the search."""
    places = re.compile(
        r"\b(?:option|table|list|example|picture|line)s? (?:above|below)\b|\bsee (?:above|below)\b", re.I
    )
    for path in sorted((ROOT / "companion" / "reference" / "content").rglob("*")):
        if path.is_file():
            assert places.findall(path.read_text(encoding="utf-8")) == [], path.name
