"""The file that a player brings in."""

from __future__ import annotations

from flask import request

from companion.store import MAX_IMPORT_BYTES
from companion.web.forms import PageForm

# The file, and room for the other parts of the form.
MAX_BODY_BYTES = MAX_IMPORT_BYTES + 8 * 1024


class GameFile(PageForm):
    """A form with one file."""

    def read_file(self) -> str | None:
        """The text of the file; None, with a fault, if there is none or it is no text."""
        given = request.files.get("file")
        content = given.read() if given else b""
        if not content:
            self.fail("file", "Choose the file of a game first.")
        else:
            try:
                return content.decode("utf-8-sig")
            except UnicodeDecodeError:
                self.fail("file", "This file is damaged or not a kept game: it is not text.")
        return None
