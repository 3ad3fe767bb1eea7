"""What all forms share: text as it was typed, faults at their fields, a token against other sites.

A form turns text into what a lower layer takes and saves nothing. What was typed stays as it was typed, so
that a refused form comes back whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict

from companion.errors import FAULT_LIMIT, CompanionError

LOST_TOKEN = (
    "This page had lost its key, as happens when a phone forgets its cookies. Nothing is lost: please send it"
    " once more."
)
WHOLE_NUMBER = re.compile(r"[+\-\u2212]?[0-9]{1,9}", re.ASCII)


class PageForm(FlaskForm):
    """A form of a page: the text in each field, and what is wrong with it.

    `shown` is what the fields hold before anything was typed; a field may hold several values.
    """

    class Meta(FlaskForm.Meta):
        """Where the token is looked for."""

        def wrap_formdata(self, form: FlaskForm, formdata: object) -> MultiDict[str, str] | None:
            """The fields of a form and nothing else: Flask-WTF would take a JSON body for one too."""
            return request.form if form.is_submitted() else None

    def __init__(self, shown: Mapping[str, str | Sequence[str]] | None = None) -> None:
        super().__init__()
        self.faults: dict[str, list[str]] = {}
        self.fields_typed: MultiDict[str, str] = MultiDict()
        if self.is_submitted():
            # A part of a form with files may have no name.
            named = [(name, text) for name, text in request.form.items(multi=True) if name is not None]
            self.fields_typed = MultiDict(named)
        else:
            for name, value in (shown or {}).items():
                self.fields_typed.setlist(name, [value] if isinstance(value, str) else list(value))

    def is_sent(self) -> bool:
        """Whether it was sent, with its token, to be acted upon and not only to be shown again."""
        if not self.is_submitted() or self.has("show"):
            return False
        if not self.validate():
            self.fail("csrf_token", LOST_TOKEN)
            return False
        return True

    def get(self, name: str, default: str = "") -> str:
        """The text of a field."""
        return self.fields_typed.get(name, default)

    def get_all(self, name: str) -> list[str]:
        """The values of a field that may have several."""
        return self.fields_typed.getlist(name)

    def has(self, name: str, value: str | None = None) -> bool:
        """Whether a field was sent, or has this value."""
        return name in self.fields_typed if value is None else value in self.fields_typed.getlist(name)

    def fail(self, name: str, message: str) -> None:
        """Notes a fault at a field, once; beyond so many nobody reads on."""
        if sum(map(len, self.faults.values())) >= FAULT_LIMIT:
            return
        messages = self.faults.setdefault(name, [])
        if message not in messages:
            messages.append(message)

    def fail_all(self, error: CompanionError, fields: Mapping[str, str], otherwise: str) -> None:
        """Notes the faults that a lower layer raised, each at the field that its path of keys leads to."""
        for fault in error.faults:
            keys = [str(key) for key in fault.where]
            name = next(
                (fields[key] for n in range(len(keys), 0, -1) if (key := "/".join(keys[:n])) in fields),
                otherwise,
            )
            self.fail(name, fault.message)

    def read_number(self, name: str, what: str) -> int | None:
        """The whole number in a field; None where nothing was typed, or, with a fault, no number."""
        text = self.get(name).strip()
        if not text:
            return None
        if not WHOLE_NUMBER.fullmatch(text):
            self.fail(name, f"{what}: “{text[:20]}” is no whole number in digits 0 to 9.")
            return None
        return int(text.replace("\u2212", "-"))


class PressForm(PageForm):
    """A form that is only a button."""
