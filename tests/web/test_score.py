"""`POST /api/score`: a document in, its scores or every fault of it out, nothing stored."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

GOOD = {
    "game": "kwado-1985",
    "sides": ["Ann", "Ben"],
    "rounds": [
        {"points": {"Ann": {"card_points": 125, "yaku": ["dragon"]}, "Ben": {"card_points": 115, "yaku": []}}}
    ],
}


def test_the_first_worked_example_scores_over_http(client: FlaskClient) -> None:
    answer = client.post("/api/score", data=json.dumps(GOOD))
    assert answer.status_code == 200
    assert answer.json["totals"] == {"Ann": 30, "Ben": 0}


def test_every_golden_game_scores_as_published(client: FlaskClient, example: Any) -> None:
    for name in ("two-players-method-a", "six-players-before-floor", "two-teams-of-two-1982"):
        given, expected = example(name)
        answer = client.post("/api/score", json=given)
        assert answer.json["totals"] == expected["totals"]
        assert answer.json["winners"] == expected["winners"]


def test_all_faults_are_told_at_once(client: FlaskClient) -> None:
    bad = {
        "game": "kwado-1985",
        "sides": ["Ann", "Ben"],
        "rounds": [{"captured": {"Ann": ["pine-crain"], "Cem": []}}],
    }
    answer = client.post("/api/score", json=bad)
    assert answer.status_code == 422
    errors = " ".join(answer.json["errors"])
    assert "pine-crane" in errors
    assert "Cem" in errors


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[]", "A document is an object"),
        (b"nul", "not JSON"),
        (b'{"game": "kwado-1985", "game": "kwado-1982"}', "comes twice"),
        (b'{"game": NaN}', "NaN"),
        (b'{"game": 1' + b"0" * 5000 + b"}", "can be read"),
        (b"[" * 30_000, "JSON"),
        (b'{"game": "\xff"}', ""),
        (b'{"game": "\\ud800", "sides": ["\\ud800", "B"]}', ""),
    ],
)
def test_what_cannot_be_read_gets_a_sentence_and_never_a_500(
    client: FlaskClient, body: bytes, words: str
) -> None:
    answer = client.post("/api/score", data=body)
    assert answer.status_code == 422
    assert words in " ".join(answer.json["errors"])


def test_a_body_beyond_64_kb_is_refused_as_json(client: FlaskClient) -> None:
    answer = client.post("/api/score", data=b" " * 70_000)
    assert answer.status_code == 413
    assert answer.json["errors"]


def test_asking_without_a_document_says_that_it_must_be_posted(client: FlaskClient) -> None:
    answer = client.get("/api/score")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "OPTIONS, POST" or "POST" in answer.headers["Allow"]
    assert answer.json["errors"]
