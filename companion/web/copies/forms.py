"""The file that a player brings in."""

from __future__ import annotations

from flask import request

from companion.rules import write_number
from companion.web.forms import PageForm

# What the server keeps of a body (`companion.cli.server`), less room for the other parts of the form.
MAX_FILE_BYTES = 120 * 1024
MAX_BODY_BYTES = 126 * 1024


class GameFile(PageForm):
    """A form with one file."""

    def read_file(self) -> str | None:
        """The text of the file; None, with a fault, if there is none or it is no text."""
        given = request.files.get("file")
        content = given.read(MAX_FILE_BYTES + 1) if given else b""
        if not content:
            self.fail("file", "Choose the file of a game first.")
        elif len(content) > MAX_FILE_BYTES:
            self.fail(
                "file",
                f"This file is too large for this page: the limit is {write_number(MAX_FILE_BYTES)} bytes. "
                "Whoever runs the server can bring it in with “companion import”.",
            )
        else:
            try:
                return content.decode("utf-8-sig")
            except UnicodeDecodeError:
                self.fail("file", "This file is damaged or not a kept game: it is not text.")
        return None
