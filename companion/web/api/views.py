"""`POST /api/score`: the document of docs/rules/scoring-io.md, in and out."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import CompanionError
from companion.rules import read_json, score_document

blueprint = Blueprint("api", __name__)


@blueprint.post("/api/score")
def score() -> tuple[Response, int]:
    """The result document with status 200, or every fault with status 422."""
    try:
        return jsonify(score_document(read_json(request.get_data()))), 200
    except CompanionError as error:
        return jsonify({"errors": [fault.message for fault in error.faults]}), 422
