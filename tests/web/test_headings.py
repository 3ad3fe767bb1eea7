"""The face of headings: small, our own, and with every letter that a heading of ours has."""

import io
import re
from string import ascii_letters, digits

import pytest
from flask.testing import FlaskClient
from fontTools.ttLib import TTFont

PARTS = {"headings": ascii_letters + digits + "ŌōŪū’–−·", "names": "Øéßłşő"}


@pytest.mark.parametrize(("part", "letters"), PARTS.items())
def test_the_face_of_headings_is_small_and_has_the_letters(
    client: FlaskClient, part: str, letters: str
) -> None:
    style = client.get("/style.css").text
    found = re.search(rf'url\("({part}\.woff2\?v=[0-9a-f]{{12}})"\)', style)
    assert found
    assert re.search(r"h1,h2\{font-family:var\(--display\)\}", style)
    assert re.search(r'--display:"Headings",var\(--font\)', style)
    answer = client.get(f"/{found[1]}")
    assert (answer.mimetype, len(answer.data) <= 12 * 1024) == ("font/woff2", True)
    assert "immutable" in answer.headers["Cache-Control"]
    assert "font-src 'self'" in answer.headers["Content-Security-Policy"]
    with TTFont(io.BytesIO(answer.data)) as font:
        assert not set(map(ord, letters)) - set(font.getBestCmap())


def test_both_parts_of_the_face_are_at_most_12_kib(client: FlaskClient) -> None:
    assert sum(len(client.get(f"/{part}.woff2").data) for part in PARTS) <= 12 * 1024


def test_no_other_face_is_made(client: FlaskClient) -> None:
    assert client.get("/other.woff2").status_code == 404
