"""Refuses what is longer than anything that a page of ours sends, before any of it is looked at.

The body as a whole is limited by `MAX_CONTENT_LENGTH`, the parts of a form with files by `MAX_FORM_PARTS`.
"""

from __future__ import annotations

from flask import Flask, abort, request

QUERY_LIMIT = 16 * 1024
# The form of a round with seven sides, every card and every tick has about 150.
FIELD_LIMIT = 300
# They take a document, not a form, whatever a client calls it.
WITHOUT_FORM = ("api.score",)


def refuse_too_much() -> None:
    """Ends the request with 414 for the address, with 413 for the form."""
    query = request.query_string
    if len(query) > QUERY_LIMIT or len(request.path) > QUERY_LIMIT or query.count(b"&") >= FIELD_LIMIT:
        abort(414)
    is_form = request.mimetype == "application/x-www-form-urlencoded"
    if is_form and request.endpoint not in WITHOUT_FORM and request.get_data().count(b"&") >= FIELD_LIMIT:
        abort(413)


def init_app(app: Flask) -> None:
    """Asks before every request."""
    app.config["MAX_FORM_PARTS"] = FIELD_LIMIT
    app.before_request(refuse_too_much)
