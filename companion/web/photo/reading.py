"""What all pages with photos share: the reader of the app, the limits, the tables that a phone knows."""

from base64 import b64encode
from typing import cast

from flask import abort, current_app
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as BaseResponse
from wtforms import ValidationError

from companion.photo import MAX_PHOTOS, PhotoReader
from companion.store import Game, Session, find_games
from companion.web import known_games
from companion.web.serving.rate_limits import charge

Page = str | BaseResponse | tuple[str, int]


def has_reader() -> bool:
    """Whether the extra `photo` is installed."""
    return current_app.extensions["photo_reader"] is not None


def need_reader() -> None:
    """Without the extra these addresses lead nowhere."""
    if not has_reader():
        abort(404)


def get_reader() -> PhotoReader:
    """The reader of the app that answers, where the extra is installed."""
    return cast(PhotoReader, current_app.extensions["photo_reader"])


def check_photos(photos: list[FileStorage], most: int = MAX_PHOTOS) -> None:
    """Counts the photos of a visitor; raises `ValidationError` where there are none or too many."""
    charge(len(photos))
    if not photos:
        raise ValidationError("Choose a photo first.")
    if len(photos) > most:
        raise ValidationError(photo_limit(most)["data-too-many"])


def photo_limit(most: int = MAX_PHOTOS) -> dict[str, str]:
    """What a file input of photos tells the phone, which counts them before they are sent."""
    return {"data-most": str(most), "data-too-many": f"At most {most} photos at a time, please."}


def write_picture(picture: bytes) -> str:
    return f"data:image/jpeg;base64,{b64encode(picture).decode()}"


def list_known_tables(session: Session) -> list[Game]:
    """The game of each table that this phone may change, the one changed last; that of the last is first."""
    of_table: dict[int, Game] = {}
    for game in find_games(session, known_games.get_tokens()):
        if game.may_edit:
            of_table.setdefault(game.table_id, game)
    return [*of_table.values()]
