"""Codes of six letters to join a game without a camera.

There are 20⁶ = 64 million. The letters have no vowel and no digit among them, so that no word comes out and
no letter is taken for a digit. Kept are a hash of the code and the link, sealed with a key made of the app's
secret key and the code, so that the database alone opens no game.

Guessing: `rate_limits` refuses a phone after 20 wrong codes, its address after 200, and everybody after 600,
in ten minutes and a process. So two processes look at 1,200 wrong codes in ten minutes, from however many
addresses they come: 172,800 a day. With one code open day and night a stranger hits it once in 370 days, with
ten once in 37; with one that is open for ten minutes, once in 53,000 times. Right codes are refused then too:
QR code and link still work.
"""

import base64
import hashlib
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
NONCE_BYTES = 16
_DOMAIN = b"kwado companion: code to join, 1: "


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
        key = _make_key(code)
        if keep_code(session, game, _hash(key), _seal(key, f"{access}/{token}")):
            return code


def find_link(session: Session, code: str) -> CodeLink | None:
    """The link that a code leads to now, in whatever case it was typed."""
    key = _make_key(code.upper())
    kept = find_code(session, _hash(key))
    if kept is None:
        return None
    access, _, token = _unseal(key, kept.sealed_link).partition("/")
    return CodeLink(access, token, kept.until)


def _make_key(code: str) -> bytes:
    return hmac.digest(str(current_app.config["SECRET_KEY"]).encode(), _DOMAIN + code.encode(), "sha256")


def _hash(key: bytes) -> str:
    return hmac.digest(key, b"hash", "sha256").hex()


def _seal(key: bytes, link: str) -> str:
    nonce = secrets.token_bytes(NONCE_BYTES)
    return base64.urlsafe_b64encode(nonce + _mix(key, nonce, link.encode())).decode()


def _unseal(key: bytes, sealed: str) -> str:
    content = base64.urlsafe_b64decode(sealed)
    return _mix(key, content[:NONCE_BYTES], content[NONCE_BYTES:]).decode()


def _mix(key: bytes, nonce: bytes, content: bytes) -> bytes:
    """The content sealed, or unsealed, with a stream of bytes that key and nonce give."""
    stream = hashlib.shake_256(key + nonce).digest(len(content))
    return bytes(one ^ other for one, other in zip(content, stream, strict=True))
