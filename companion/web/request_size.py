"""Refuses requests larger than any that our pages send, before reading them.

`MAX_CONTENT_LENGTH` limits the body, `MAX_FORM_PARTS` the parts of a multipart form.
"""

from __future__ import annotations

from flask import Flask, abort, request

QUERY_LIMIT = 16 * 1024
# The largest form, a round of seven sides with all cards and ticks, has about 150.
FIELD_LIMIT = 300
# These take a document, not a form, whatever its content type.
WITHOUT_FORM = ("api.score",)


def refuse_too_much() -> None:
    """Answers 414 for the address, 413 for the form."""
    query = request.query_string
    if len(query) > QUERY_LIMIT or len(request.path) > QUERY_LIMIT or query.count(b"&") >= FIELD_LIMIT:
        abort(414)
    is_form = request.mimetype == "application/x-www-form-urlencoded"
    if is_form and request.endpoint not in WITHOUT_FORM and request.get_data().count(b"&") >= FIELD_LIMIT:
        abort(413)


def init_app(app: Flask) -> None:
    app.config["MAX_FORM_PARTS"] = FIELD_LIMIT
    app.before_request(refuse_too_much)
