"""What all forms share: text as typed, faults at their fields, a token against other sites.

A form turns text into domain values and saves nothing. It keeps what was typed, so that a refused form comes
back complete.
"""

from collections.abc import Iterable, Mapping, Set
from itertools import chain
from types import MappingProxyType
from typing import Any

from flask import flash, request
from flask_wtf import FlaskForm
from flask_wtf.file import FileField, MultipleFileField
from werkzeug.datastructures import MultiDict
from wtforms import Field, FieldList, IntegerField, StringField, widgets

from companion.errors import FAULT_LIMIT, CompanionError
from companion.rules.text.numbers import read_number, say_typed_fault

LOST_TOKEN = "Your session expired. Nothing is lost: please send it again."  # noqa: S105


class Form(FlaskForm):
    """The base of all forms: Flask-WTF's, which says in our words that a token is lost.

    WTForms reads and judges the fields that a form declares. What a rule set makes is named by its path in
    the document: `shown` is what these fields hold at first, one text or several, `fields_typed` what they
    hold now, and `made_faults` what is wrong with them.
    """

    class Meta(FlaskForm.Meta):
        def wrap_formdata(self, form: FlaskForm, formdata: Any) -> MultiDict[str, str] | None:
            """Only what a form sent: by itself Flask-WTF would read a JSON body too."""
            return request.form if form.is_submitted() and formdata is not None else None

    def __init__(self, shown: Mapping[str, Any] | None = None, **given: Any) -> None:
        is_sent = self.is_submitted()
        super().__init__(**{"data": None if is_sent else shown, **given})
        self.shown = shown or {}
        self.made_faults: dict[str, list[str]] = {}
        # Parts of a multipart form may have no name.
        typed = ((name, text) for name, text in request.form.items(multi=True) if name is not None)
        self.fields_typed: MultiDict[str, str] = MultiDict(typed if is_sent else self.shown)

    def validate_csrf_token(self, field: Field) -> None:
        field.errors = (LOST_TOKEN,) if field.errors else ()

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

    def list_fields(self) -> Iterable[Field]:
        """The fields, each field of a list after its list."""
        return chain.from_iterable((one, *one) if isinstance(one, FieldList) else (one,) for one in self)

    @property
    def faults(self) -> dict[str, list[str]]:
        """The errors of all fields by their ids."""
        # A list repeats those of its fields as lists.
        found = {one.id: [each for each in one.errors if isinstance(each, str)] for one in self.list_fields()}
        return {field_id: messages for field_id, messages in found.items() if messages} | self.made_faults

    def fail(self, name: str, message: str) -> None:
        """Adds an error to the field with this id, or to what a rule set made, there up to `FAULT_LIMIT`."""
        field = next((one for one in self.list_fields() if one.id == name), None)
        if field is not None:
            field.errors = (*field.errors, message)
            return
        made = self.made_faults
        if message not in made.get(name, ()) and sum(map(len, made.values())) < FAULT_LIMIT:
            made.setdefault(name, []).append(message)

    def fail_all(
        self, error: CompanionError, otherwise: str, places: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Adds the faults of a lower layer, each at the field of its path or the nearest above it.

        `places` has the beginnings of paths that fields write in another way: "players/" as "player-".
        """
        for fault in error.faults:
            path = "/".join(map(str, fault.where))
            begin = next((begin for begin in places if path.startswith(begin)), "")
            path = places.get(begin, "") + path.removeprefix(begin)
            self.fail(self.find_field(path) or otherwise, fault.message)

    def find_field(self, path: str) -> str:
        """The field of a path, or the nearest above it; empty where there is none."""
        known = self.list_names()
        while path and path not in known:
            path = path.rpartition("/")[0]
        return path

    def list_names(self) -> Set[str]:
        """The fields that a fault may stand at."""
        return {one.id for one in self.list_fields()} | self.shown.keys()


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
            text = valuelist[0].strip()
            if text and (fault := say_typed_fault(self.label.text, text, self.limit)):
                raise ValueError(fault)
            self.data = int(read_number(text) or 0) if text else None


class NumberedFields(FieldList):
    """As many fields as values are shown: `player-0`, `player-1` …; one that was not sent keeps its value."""

    def _extract_indices(self, prefix: str, formdata: Any) -> range:
        return range(len(self.object_data))
