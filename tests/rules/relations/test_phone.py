"""The phone's figures, yaku and words are the server's in any round that people can have played."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from playwright.sync_api import Page

from companion.errors import CompanionError
from companion.rules import parse_game, phone_document, score_game
from tests.rules.documents.test_phone_scoring import (
    COUNT_ON_THE_PHONE,
    COUNT_RACES_ON_THE_PHONE,
    count_here,
    count_race_here,
    read_pure_scripts,
    write_for_phone,
    write_race,
)
from tests.rules.relations.entered import change_round, claim, leave_out_chaff, number_chaff
from tests.rules.relations.plays import COUNTED, NAMES, RACES, THOROUGH, Document, documents, read_rules

COUNT = 10_000 if THOROUGH else 300


@pytest.fixture(autouse=True)
def _rules_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.rules.documents.document.get_own_rule_set", read_rules)


def play(games: list[str]) -> list[Document]:
    """So many rounds, those that are not refused."""
    played: list[Document] = []

    @settings(
        max_examples=COUNT,
        derandomize=not THOROUGH,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(document=documents(games))
    def collect(document: Document) -> None:
        try:
            score_game(parse_game(document))
        except CompanionError:
            return
        played.append(document)

    collect()
    return played


def test_the_phone_counts_any_cards_counts_and_points_as_the_server_does(page: Page, repo: Path) -> None:
    rounds, expected = [], []
    for place, document in enumerate(play(COUNTED)):
        game = score_game(parse_game(document))
        round_ = game.rounds[0].breakdown
        way = ("captured", "counts", "points")[place % 3]
        if way == "captured":
            entered = leave_out_chaff(game, document)
        else:
            rows = claim(game.rule_set, round_.options, round_, by_counts=way == "counts")
            entered = change_round(document, "captured", "gaji", **{way: rows})
        try:
            entry, options = parse_game(entered).rounds[0]
        except CompanionError:
            continue
        live = phone_document(game.rule_set, options)
        rounds.append({"rules": live, "entries": [write_for_phone(entry)]})
        expected.append([count_here(game.rule_set, options, entry)])
    source = read_pure_scripts(repo / "static" / "js" / "entry")
    counted = json.loads(page.evaluate(COUNT_ON_THE_PHONE, [source, json.dumps(rounds), list(NAMES)]))
    assert len(expected) > COUNT // 2
    for round_, here, there in zip(rounds, expected, counted, strict=True):
        assert there == here, json.dumps(round_["entries"])


def test_the_phone_counts_any_race_as_the_server_does(page: Page, repo: Path) -> None:
    races: list[dict[str, Any]] = []
    expected: list[list[dict[str, Any]]] = []
    for document in play(RACES):
        game = parse_game(document)
        if "captured" in document["rounds"][0]:
            game = parse_game(number_chaff(score_game(game), document))
        (entry, options), scored = game.rounds[0], score_game(game).rounds[0]
        races.append(write_race(game, entry, options, scored))
        expected.append(count_race_here(game, entry, scored))
    source = read_pure_scripts(repo / "static" / "js" / "entry")
    counted = json.loads(page.evaluate(COUNT_RACES_ON_THE_PHONE, [source, json.dumps(races)]))
    assert len(expected) > COUNT // 2
    for race, here, there in zip(races, expected, counted, strict=True):
        assert there == here, json.dumps(race["entry"])
