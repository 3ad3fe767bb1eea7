"""The face of headings: small, our own, and with every letter that a heading of ours has."""

import io
import re
from string import ascii_letters, digits

from flask.testing import FlaskClient
from fontTools.ttLib import TTFont

from tests.web.table import expect_words

PARTS = {"headings": ascii_letters + digits + "ŌōŪū’–−·", "names": "Øéßłşő"}


def test_the_face_of_headings_is_at_most_12_kib_and_has_the_letters(client: FlaskClient) -> None:
    style = client.get("/style.css").text
    expect_words(style, "h1,h2{font-family:var(--display)}", '--display:"Headings",var(--font)')
    sizes = []
    for part, letters in PARTS.items():
        [address] = re.findall(rf'url\("({part}\.woff2\?v=[0-9a-f]{{12}})"\)', style)
        answer = client.get(f"/{address}")
        sizes.append(len(answer.data))
        assert answer.mimetype == "font/woff2"
        assert "immutable" in answer.headers["Cache-Control"]
        assert "font-src 'self'" in answer.headers["Content-Security-Policy"]
        with TTFont(io.BytesIO(answer.data)) as font:
            assert not set(map(ord, letters)) - set(font.getBestCmap())
    assert sum(sizes) <= 12 * 1024
