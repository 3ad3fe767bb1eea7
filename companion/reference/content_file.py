"""Reading the files in `content/`, and their records by id."""

from collections.abc import Mapping
from importlib import resources
from typing import TypeVar

from companion.errors import NotUnderstood, say_nearest

Record = TypeVar("Record")


CONTENT = resources.files("companion.reference") / "content"


def read_content(name: str) -> str:
    return (CONTENT / name).read_text(encoding="utf-8")


def get_record(records: Mapping[str, Record], record_id: str, what: str) -> Record:
    """The record with this id; raises `NotUnderstood`, naming the nearest known one."""
    if record_id not in records:
        raise NotUnderstood(f"There is no {what} “{record_id[:80]}”{say_nearest(record_id, records)}.")
    return records[record_id]
