"""`companion score`: scores the document of a game."""

import json
import sys
from typing import IO

import click

from companion.errors import CompanionError
from companion.rules import read_json, score_document


@click.command("score")
@click.argument("file", type=click.File("rb"))
@click.option("--lines", is_flag=True, help="Read one document a line, write one result a line.")
def score(file: IO[bytes], lines: bool) -> None:
    """Score the game in FILE ("-" reads standard input).

    The document is described in docs/rules/scoring-io.md. Exit status 2 for a document that cannot be scored.
    """
    if not lines:
        click.echo(
            json.dumps(score_document(read_json(file.read())), ensure_ascii=False, indent=1, default=float)
        )
        return
    for line in filter(bytes.strip, file):
        try:
            result = score_document(read_json(line))
        except CompanionError as error:
            result = {"error": error.message}
        click.echo(json.dumps(result, ensure_ascii=False, default=float))
        sys.stdout.flush()
