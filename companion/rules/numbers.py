"""Numbers of a game: how large one may be, and how people read it.

    >>> write_number(1250).replace("\\u202f", " "), write_number(-40)
    ('1 250', '−40')

Sources: none; the limits are ours.
"""

import re
from decimal import Decimal

# Larger targets are typos, and a rule set has no larger number.
TARGET_LIMIT = 100_000
ROUNDS_LIMIT = 99
_MINUS = "\u2212"
_WHOLE_NUMBER = re.compile(r"[+\-\u2212]?[0-9]{1,18}", re.ASCII)


def write_number(value: int) -> str:
    """The number with a true minus sign and a thin space, at which no line breaks, between thousands."""
    text = f"{abs(value):,}".removesuffix(".0").replace(",", "\u202f")
    return f"{_MINUS}{text}" if value < 0 else text


def write_tenths(tenths: int) -> str:
    """A number of tenths with one place behind the point: 62.5, −0.3.

    >>> write_tenths(625), write_tenths(-3)
    ('62.5', '−0.3')
    """
    text = f"{write_number(abs(tenths) // 10)}.{abs(tenths) % 10}"
    return f"{_MINUS}{text}" if tenths < 0 else text


def read_whole_number(text: str) -> int | None:
    """The whole number that somebody typed; None for anything else."""
    text = text.strip()
    return int(text.replace("\u2212", "-")) if _WHOLE_NUMBER.fullmatch(text) else None


def read_number(text: str) -> int | Decimal | None:
    """The number that somebody typed, whole or with one place behind a point or a comma; None for others.

    >>> read_number("-12,5"), read_number("12"), read_number("12.55")
    (Decimal('-12.5'), 12, None)
    """
    whole, point, tenths = text.strip().replace(",", ".").partition(".")
    number = read_whole_number(whole + tenths)
    if not point or number is None:
        return number
    return Decimal(number) / 10 if len(tenths) == 1 else None


def read_typed(text: str) -> int | str:
    """A whole number as one, else the text: the reader of the document says what it expected."""
    number = read_whole_number(text)
    return text.strip() if number is None else number
