"""`POST /api/score`: a document in, its scores or every fault of it out, nothing stored."""

from typing import Any

from flask.testing import FlaskClient


def test_a_golden_game_scores_as_published(client: FlaskClient, example: Any) -> None:
    given, expected = example("two-teams-of-two-1982")
    answer = client.post("/api/score", json=given)
    assert answer.status_code == 200
    assert {name: answer.json[name] for name in ("totals", "winners")} == {
        name: expected[name] for name in ("totals", "winners")
    }


def test_all_faults_are_told_at_once(client: FlaskClient) -> None:
    rounds = [{"captured": {"Ann": ["pine-crain"], "Cem": []}}]
    answer = client.post("/api/score", json={"game": "kwado-1985", "sides": ["Ann", "Ben"], "rounds": rounds})
    assert answer.status_code == 422
    errors = " ".join(answer.json["errors"])
    assert "pine-crane" in errors
    assert "Cem" in errors


def test_what_cannot_be_read_gets_a_sentence_and_never_a_500(client: FlaskClient) -> None:
    for body, status, words in (
        (b"", 422, "not JSON"),
        (b"[]", 422, "A document is an object"),
        (b'{"game": "kwado-1985", "game": "kwado-1982"}', 422, "comes twice"),
        (b'{"game": NaN}', 422, "NaN"),
        (b'{"game": 1' + b"0" * 5000 + b"}", 422, "can be read"),
        (b"[" * 30_000, 422, "JSON"),
        (b'{"game": "\xff"}', 422, ""),
        (b'{"game": "\\ud800", "sides": ["\\ud800", "B"]}', 422, ""),
        # Beyond 64 KB.
        (b" " * 70_000, 413, ""),
    ):
        answer = client.post("/api/score", data=body)
        assert answer.status_code == status, body[:50]
        assert answer.json["errors"]
        assert words in " ".join(answer.json["errors"])


def test_asking_without_a_document_says_that_it_must_be_posted(client: FlaskClient) -> None:
    answer = client.get("/api/score")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert answer.json["errors"]
