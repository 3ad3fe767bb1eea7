"""What all forms share: text as typed, faults at their fields, a token against other sites.

A form turns text into domain values and saves nothing. It keeps what was typed, so that a refused form comes
back complete.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from flask import flash, request
from flask_wtf import FlaskForm
from flask_wtf.file import FileField, MultipleFileField
from werkzeug.datastructures import MultiDict
from wtforms import Field, FieldList, IntegerField, StringField, widgets

from companion.errors import FAULT_LIMIT, CompanionError, NotUnderstood
from companion.rules import write_number

LOST_TOKEN = "Your session expired. Nothing is lost: please send it again."  # noqa: S105
WHOLE_NUMBER = re.compile(r"[+\-\u2212]?[0-9]{1,9}", re.ASCII)


class Form(FlaskForm):
    """The base of all forms: Flask-WTF's, which says in our words that a token is lost."""

    class Meta(FlaskForm.Meta):
        def wrap_formdata(self, form: FlaskForm, formdata: Any) -> MultiDict[str, str] | None:
            """Only what a form sent: by itself Flask-WTF would read a JSON body too."""
            return request.form if form.is_submitted() and formdata is not None else None

    def validate_csrf_token(self, field: Field) -> None:
        field.errors = (LOST_TOKEN,) if field.errors else ()

    def list_fields(self) -> Iterable[Field]:
        """The fields, each field of a list after its list."""
        return chain.from_iterable((one, *one) if isinstance(one, FieldList) else (one,) for one in self)

    @property
    def faults(self) -> dict[str, list[str]]:
        """The errors of all fields by their ids."""
        # A list repeats those of its fields as lists.
        found = {one.id: [each for each in one.errors if isinstance(each, str)] for one in self.list_fields()}
        return {field_id: messages for field_id, messages in found.items() if messages}

    def fail(self, name: str, message: str) -> None:
        """Adds an error to the field with this id."""
        field = next(one for one in self.list_fields() if one.id == name)
        field.errors = (*field.errors, message)

    def fail_all(self, error: CompanionError, fields: Mapping[str, str], otherwise: str) -> None:
        """Adds the faults of a lower layer, each at the field that its path of keys leads to."""
        for fault in error.faults:
            keys = [str(key) for key in fault.where]
            name = next(
                (fields[key] for n in range(len(keys), 0, -1) if (key := "/".join(keys[:n])) in fields),
                otherwise,
            )
            self.fail(name, fault.message)


class ButtonForm(Form):
    """A button: its faults have no place but the next page."""

    def validate(self, extra_validators: Any = None) -> bool:
        is_valid = bool(super().validate(extra_validators))
        for message in chain.from_iterable(self.errors.values()):
            flash(message, "fault")
        return is_valid


class _SentFile(Field):
    """Files are looked for here only, so that a field of text holds text."""

    def process(self, formdata: Any, *given: Any, **more: Any) -> None:
        super().process(request.files, *given, **more)


class UploadField(_SentFile, FileField):
    """A file that was sent."""


class UploadsField(_SentFile, MultipleFileField):
    """Files that were sent."""


class NameField(StringField):
    """A name with single spaces; empty where none was typed. `rules` says what may be a name."""

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = " ".join(valuelist[0].split())


class WholeNumberField(IntegerField):
    """A whole number with any sign, at most `limit`; None for an empty field. It comes back as typed."""

    # In a field of the type “number” some phones cannot type a minus sign, and a wrong text is not sent.
    widget = widgets.TextInput()  # type: ignore[assignment]

    def __init__(self, *given: Any, limit: int = 10**9, **more: Any) -> None:
        super().__init__(*given, **more)
        self.limit = limit

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = None
            number = parse_whole_number(valuelist[0], self.label.text)
            if number is not None and abs(number) > self.limit:
                raise ValueError(f"{self.label.text}: at most {write_number(self.limit)}.")
            self.data = number


class NumberedFields(FieldList):
    """As many fields as values are shown: `player-0`, `player-1` …; one that was not sent keeps its value."""

    def _extract_indices(self, prefix: str, formdata: Any) -> range:
        return range(len(self.object_data))


def parse_whole_number(typed: str, what: str) -> int | None:
    """The number that was typed, None for nothing; raises `NotUnderstood` for anything else."""
    text = typed.strip()
    if text and not WHOLE_NUMBER.fullmatch(text):
        wrong = "too large" if text.isascii() and text.isdecimal() else "not a whole number"
        raise NotUnderstood(f"{what}: “{text[:20]}” is {wrong}.")
    return int(text.replace("\u2212", "-")) if text else None


class PageForm(Form):
    """A form whose fields a rule set makes: the text of each field, and its faults.

    `shown` is what the fields hold at first; a field may hold several values. WTForms reads and
    judges the fields that a form declares besides.
    """

    def __init__(self, shown: Mapping[str, str | list[str]] | None = None) -> None:
        super().__init__(data=None if self.is_submitted() else shown)
        self.made_faults: dict[str, list[str]] = {}
        # Parts of a multipart form may have no name.
        typed = ((name, text) for name, text in request.form.items(multi=True) if name is not None)
        self.fields_typed: MultiDict[str, str] = MultiDict(typed if self.is_submitted() else shown)

    @property
    def faults(self) -> dict[str, list[str]]:
        return super().faults | self.made_faults

    def is_sent(self) -> bool:
        """Whether the form was sent with a valid token, and not just to be shown again."""
        is_sent = self.is_submitted() and not self.has("show")
        return is_sent and (self.validate() or "csrf_token" not in self.faults)

    def get(self, name: str, default: str = "") -> str:
        return self.fields_typed.get(name, default)

    def get_all(self, name: str) -> list[str]:
        return self.fields_typed.getlist(name)

    def has(self, name: str, value: str | None = None) -> bool:
        return name in self.fields_typed if value is None else value in self.fields_typed.getlist(name)

    def fail(self, name: str, message: str) -> None:
        """Adds a fault to a field, once, up to `FAULT_LIMIT` in all."""
        if any(one.id == name for one in self.list_fields()):
            super().fail(name, message)
        elif message not in self.faults.get(name, ()) and sum(map(len, self.faults.values())) < FAULT_LIMIT:
            self.made_faults.setdefault(name, []).append(message)

    def read_number(self, name: str, what: str) -> int | None:
        """The whole number in a field; None for an empty field, or, with a fault, for anything else."""
        try:
            return parse_whole_number(self.get(name), what)
        except NotUnderstood as error:
            self.fail(name, error.message)
            return None
