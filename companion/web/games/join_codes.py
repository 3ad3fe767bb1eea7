"""Codes of six letters to join a game without a camera.

There are 20⁶ = 64 million. The letters have no vowel and no digit among them, so that no word comes out and
no letter is taken for a digit. Kept are a hash of the code, and the link mixed with bytes made of the app's
secret key and the code, so that the database alone opens no game.

Guessing: `rate_limits` refuses a phone after 20 wrong codes, its address after 200, and everybody after 600,
in ten minutes and a process. So two processes look at 1,200 wrong codes in ten minutes, from however many
addresses they come: 172,800 a day. With one code open day and night a stranger hits it once in 370 days, with
ten once in 37; with one that is open for ten minutes, once in 53,000 times. Right codes are refused then too:
QR code and link still work.
"""

import hmac
import re
import secrets
from datetime import datetime
from typing import NamedTuple

from flask import current_app
from wtforms import StringField
from wtforms.validators import Regexp

from companion.store import Game, Session, find_code, keep_code
from companion.web.forms import Form

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
LENGTH = 6


class JoinForm(Form):
    """The field for a code; spaces, dots and hyphens are left out."""

    code = StringField(
        "Code",
        filters=[lambda typed: re.sub(r"[\s.\-]", "", typed or "")],
        validators=[Regexp(rf"[A-Za-z]{{{LENGTH}}}\Z", message="A code has six letters.")],
    )


class CodeLink(NamedTuple):
    """The link that a code leads to, and when the code ends."""

    access: str
    token: str
    until: datetime


def make_code(session: Session, game: Game, access: str, token: str) -> str:
    """A new code that leads to this link of the game for ten minutes."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        link = _mix(code, f"{access}/{token}".encode()).hex()
        if keep_code(session, game, _hash(code), link):
            return code


def find_link(session: Session, code: str) -> CodeLink | None:
    """The link that a code leads to now, in whatever case it was typed."""
    code = code.upper()
    kept = find_code(session, _hash(code))
    if kept is None:
        return None
    try:
        access, _, token = _mix(code, bytes.fromhex(kept.sealed_link)).decode().partition("/")
        return CodeLink(access, token, kept.until)
    except (TypeError, ValueError):
        # Damaged: as one that is over.
        return None


def _make_bytes(purpose: str, code: str) -> bytes:
    """64 bytes that only who knows the app's secret key can make of a code."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.digest(secret, f"kwado companion: {purpose} of a code to join: {code}".encode(), "sha512")


def _hash(code: str) -> str:
    return _make_bytes("hash", code).hex()


def _mix(code: str, content: bytes) -> bytes:
    """The bytes of a link sealed, or unsealed."""
    return bytes(one ^ other for one, other in zip(content, _make_bytes("link", code), strict=False))
