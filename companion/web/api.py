"""`POST /api/score`: the document of docs/rules/scoring-io.md, in and out."""

from flask import Blueprint, Response, jsonify, request

from companion.errors import CompanionError
from companion.rules import read_json, score_document

blueprint = Blueprint("api", __name__)
# A document of a game may be longer than a form.
DOCUMENT_LIMIT = 64 * 1024


@blueprint.post("/api/score")
def score() -> tuple[Response, int]:
    """The result document with status 200, or every fault with status 422."""
    request.max_content_length = DOCUMENT_LIMIT
    try:
        return jsonify(score_document(read_json(request.get_data()))), 200
    except CompanionError as error:
        return jsonify({"errors": [fault.message for fault in error.faults]}), 422
