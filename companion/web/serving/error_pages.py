"""Errors as pages, or as JSON for the API: what happened, and what to do."""

from flask import Flask, Response, abort, current_app, jsonify, make_response, render_template, request
from flask_limiter.errors import RateLimitExceeded
from werkzeug.exceptions import HTTPException

from companion.child_process import Busy
from companion.errors import CompanionError, NotAllowedHere
from companion.paths import COMMAND
from companion.store import (
    CannotKeep,
    Damaged,
    NoSuchGame,
    SavedMeanwhile,
    StaleRound,
    TryAgain,
    find_last_backup,
)
from companion.web.serving.rate_limits import get_wait

TITLES = {
    400: "That could not be read",
    403: "This was not sent by our page",
    404: "Nothing here",
    405: "Method not allowed",
    408: "That took too long",
    409: "Something has changed",
    413: "That is too long",
    429: "Please wait a little",
    500: "Something went wrong here",
    503: "Please try again",
}
MESSAGES = {
    400: "Please go back and send it once more.",
    403: "This came from another site. Nothing was saved. Please open our page and send it there.",
    404: "This address leads nowhere. It may be mistyped.",
    405: "This address exists, but not for this kind of request.",
    413: "This is more than our pages send. Nothing was stored.",
    500: "This is our fault. Everything saved before is safe; nothing was half saved.",
}
STATUS = (
    (NoSuchGame, 404),
    (StaleRound, 409),
    (SavedMeanwhile, 409),
    (TryAgain, 503),
    (CannotKeep, 503),
    (Busy, 503),
    (NotAllowedHere, 409),
)


def asks_json() -> bool:
    """Whether the script of the entry screen asks, and not a browser that shows pages."""
    return request.accept_mimetypes.best == "application/json"


def show_http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return error.get_response()  # type: ignore[return-value]
    own_words = error.description if status in (408, 429, 503) and error.description else None
    message = own_words or MESSAGES.get(status) or "The request could not be answered."
    headers = [(name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After")]
    if isinstance(error, RateLimitExceeded):
        headers.append(("Retry-After", str(get_wait(error))))
    return show_error(status, message, headers)


def show_companion_error(error: CompanionError) -> Response:
    """The page of an error that a lower layer raised and no form shows."""
    status = next((number for kind, number in STATUS if isinstance(error, kind)), 400)
    # A damaged game stays so: a phone that has a copy shows this in its place (static/js/service_worker/).
    headers = [("Retry-After", "5")] if status == 503 and not isinstance(error, Damaged) else []
    # Trying again helps where others are busy, and not where the disk is full.
    title = "The server has a problem" if isinstance(error, CannotKeep) else ""
    message = error.message
    if isinstance(error, Damaged):
        last = find_last_backup(current_app.config["DATABASE_URL"])
        message += f" The newest backup is {last.name}." if last else ""
        message += f" Whoever runs the server: “{COMMAND} doctor” says how to restore it."
    return show_error(status, message, headers, title)


def show_error(status: int, message: str, headers: list[tuple[str, str]], title: str = "") -> Response:
    """The error as a page, or as JSON for the API. What the server cannot do just now goes to the log.

    The entry screen is told that too: what may pass by itself it sends again.
    """
    if status == 503:
        current_app.logger.warning("A request was refused: %s", message)
    if request.path.startswith("/api/") or (status == 503 and asks_json()):
        response = jsonify({"errors": [message]})
    else:
        title = title or TITLES.get(status, "That did not work")
        response = make_response(render_template("error.html", status=status, title=title, message=message))
    response.status_code = status
    response.headers.extend(headers)
    return response


def refuse_unread() -> None:
    """Answers what the server did not read to its end: its environ says with which error, and why."""
    if "kwado.refused" in request.environ:
        abort(*request.environ["kwado.refused"])


def init_app(app: Flask) -> None:
    app.before_request(refuse_unread)
    app.register_error_handler(HTTPException, show_http_error)
    app.register_error_handler(CompanionError, show_companion_error)
