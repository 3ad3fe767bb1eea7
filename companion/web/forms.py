"""What all forms share: text as typed, faults at their fields, a token against other sites.

A form turns text into domain values and saves nothing. It keeps what was typed, so that a refused form comes
back complete.
"""

import re
from collections.abc import Mapping
from itertools import chain
from typing import Any

from flask import flash, request
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
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


class ButtonForm(Form):
    """A button: its faults have no place but the next page."""

    def validate(self, extra_validators: Any = None) -> bool:
        is_valid = bool(super().validate(extra_validators))
        for message in chain.from_iterable(self.errors.values()):
            flash(message, "fault")
        return is_valid


class UploadField(FileField):
    """A file that was sent. Files are looked for here only, so that a field of text holds text."""

    def process(self, formdata: Any, *given: Any, **more: Any) -> None:
        super().process(request.files, *given, **more)


class PageForm(Form):
    """A form whose fields a rule set makes: the text of each field, and its faults.

    `shown` is what the fields hold at first; a field may hold several values. WTForms reads and
    judges the fields that a form declares besides.
    """

    def __init__(self, shown: Mapping[str, str | list[str]] | None = None) -> None:
        super().__init__(data=None if self.is_submitted() else shown)
        self.faults: dict[str, list[str]] = {}
        # Parts of a multipart form may have no name.
        typed = ((name, text) for name, text in request.form.items(multi=True) if name is not None)
        self.fields_typed: MultiDict[str, str] = MultiDict(typed if self.is_submitted() else shown)

    def is_sent(self) -> bool:
        """Whether the form was sent with a valid token, and not just to be shown again."""
        is_sent = self.is_submitted() and not self.has("show")
        if is_sent and not self.validate():
            self.faults |= {name: list(messages) for name, messages in self.errors.items()}
        return is_sent and "csrf_token" not in self.faults

    def get(self, name: str, default: str = "") -> str:
        return self.fields_typed.get(name, default)

    def get_all(self, name: str) -> list[str]:
        return self.fields_typed.getlist(name)

    def has(self, name: str, value: str | None = None) -> bool:
        return name in self.fields_typed if value is None else value in self.fields_typed.getlist(name)

    def fail(self, name: str, message: str) -> None:
        """Adds a fault to a field, once, up to `FAULT_LIMIT` in all."""
        if message not in self.faults.get(name, ()) and sum(map(len, self.faults.values())) < FAULT_LIMIT:
            self.faults.setdefault(name, []).append(message)

    def fail_all(self, error: CompanionError, fields: Mapping[str, str], otherwise: str) -> None:
        """Adds the faults of a lower layer, each at the field that its path of keys leads to."""
        for fault in error.faults:
            keys = [str(key) for key in fault.where]
            name = next(
                (fields[key] for n in range(len(keys), 0, -1) if (key := "/".join(keys[:n])) in fields),
                otherwise,
            )
            self.fail(name, fault.message)

    def read_number(self, name: str, what: str) -> int | None:
        """The whole number in a field; None for an empty field, or, with a fault, for anything else."""
        text = self.get(name).strip()
        if text and not WHOLE_NUMBER.fullmatch(text):
            wrong = "too large" if text.isascii() and text.isdecimal() else "not a whole number"
            self.fail(name, f"{what}: “{text[:20]}” is {wrong}.")
            text = ""
        return int(text.replace("\u2212", "-")) if text else None
