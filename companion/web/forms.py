"""What all forms share: text as typed, faults at their fields, a token against other sites.

A form turns text into domain values and saves nothing. It keeps what was typed, so that a refused form comes
back complete.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from flask import flash, request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field

from companion.errors import FAULT_LIMIT, CompanionError

LOST_TOKEN = "Your session expired. Nothing is lost: please send it again."  # noqa: S105
WHOLE_NUMBER = re.compile(r"[+\-\u2212]?[0-9]{1,9}", re.ASCII)


class Form(FlaskForm):
    """The base of all forms: Flask-WTF's, which says in our words that a token is lost."""

    class Meta(FlaskForm.Meta):
        def wrap_formdata(self, form: FlaskForm, formdata: Any) -> MultiDict[str, str] | None:
            """Only what a form sent: by itself Flask-WTF would read a JSON body too."""
            return request.form if form.is_submitted() else None

    def validate_csrf_token(self, field: Field) -> None:
        field.errors = (LOST_TOKEN,) if field.errors else ()


class PageForm(Form):
    """A form whose fields a rule set makes: the text of each field, and its faults.

    `shown` is what the fields hold at first; a field may hold several values.
    """

    def __init__(self, shown: Mapping[str, str | Sequence[str]] | None = None) -> None:
        super().__init__()
        self.faults: dict[str, list[str]] = {}
        self.fields_typed: MultiDict[str, str] = MultiDict()
        if self.is_submitted():
            # Parts of a multipart form may have no name.
            typed = request.form.items(multi=True)
            self.fields_typed = MultiDict((name, text) for name, text in typed if name is not None)
        else:
            for name, value in (shown or {}).items():
                self.fields_typed.setlist(name, [value] if isinstance(value, str) else list(value))

    def is_sent(self) -> bool:
        """Whether the form was sent with a valid token, and not just to be shown again."""
        if not self.is_submitted() or self.has("show"):
            return False
        if not self.validate():
            self.fail("csrf_token", LOST_TOKEN)
            return False
        return True

    def get(self, name: str, default: str = "") -> str:
        return self.fields_typed.get(name, default)

    def get_all(self, name: str) -> list[str]:
        return self.fields_typed.getlist(name)

    def has(self, name: str, value: str | None = None) -> bool:
        return name in self.fields_typed if value is None else value in self.fields_typed.getlist(name)

    def fail(self, name: str, message: str) -> None:
        """Adds a fault to a field, once, up to `FAULT_LIMIT` in all."""
        if sum(map(len, self.faults.values())) >= FAULT_LIMIT:
            return
        messages = self.faults.setdefault(name, [])
        if message not in messages:
            messages.append(message)

    def fail_all(self, error: CompanionError, fields: Mapping[str, str], otherwise: str) -> None:
        """Adds the faults of a lower layer, each at the field that its path of keys leads to."""
        for fault in error.faults:
            keys = [str(key) for key in fault.where]
            name = next(
                (fields[key] for n in range(len(keys), 0, -1) if (key := "/".join(keys[:n])) in fields),
                otherwise,
            )
            self.fail(name, fault.message)

    def flash_faults(self) -> None:
        """Shows the faults on the next page."""
        for messages in self.faults.values():
            for message in messages:
                flash(message, "fault")

    def read_number(self, name: str, what: str) -> int | None:
        """The whole number in a field; None for an empty field, or, with a fault, for anything else."""
        text = self.get(name).strip()
        if not text:
            return None
        if not WHOLE_NUMBER.fullmatch(text):
            is_long = text.isascii() and text.isdecimal()
            self.fail(name, f"{what}: “{text[:20]}” is {'too large' if is_long else 'not a whole number'}.")
            return None
        return int(text.replace("\u2212", "-"))
