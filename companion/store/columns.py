"""The types of columns that the database itself does not have, and what could not be read in one."""

import json
from decimal import Decimal
from typing import Any, Final

from sqlalchemy import Dialect, Integer, Text, TypeDecorator

UNREADABLE: Final = object()
"""A value that could not be read: who uses it fails, and so its game is closed (`damage`)."""


def to_json(value: object) -> str:
    """A text in which points with a decimal place, which add up as Decimals, are numbers."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=float)


class Json(TypeDecorator[Any]):
    """A document as JSON text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else to_json(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        try:
            return None if value is None else json.loads(value, parse_float=Decimal)
        except (ArithmeticError, RecursionError, TypeError, ValueError):
            return UNREADABLE

    @property
    def python_type(self) -> type[Any]:
        return object


class Switch(TypeDecorator[bool]):
    """A truth as 0 or 1."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> int | None:
        return None if value is None else int(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> Any:
        return {0: False, 1: True, None: None}.get(value, UNREADABLE)
