"""Numbers of a game: how large one may be, and how people read it.

    >>> write_number(1250).replace("\\u202f", " "), write_number(-40)
    ('1 250', '−40')

Sources: none; the limits are ours.
"""

import re
from decimal import Decimal
from unicodedata import category, normalize

# Larger targets are typos, and a rule set has no larger number.
TARGET_LIMIT = 100_000
ROUNDS_LIMIT = 99
# What is wrong with points that somebody typed. The phone gets these sentences with the rules of its game.
TYPED_FAULTS = {
    "no_number": "{name}: “{typed}” is not a number.",
    "whole": "{name}: “{typed}” is not a whole number. Whole numbers only.",
    "tenths": "{name}: “{typed}” has more than one decimal place. At most one.",
    "most": "{name}: “{typed}” is too large a number. At most {most}, above or below 0.",
}
_MINUS = "\u2212"
# What keyboards write for a minus (hyphens, dashes, the long vowel of kana) and for a decimal point.
_MARKS = str.maketrans("\u2010\u2012\u2013\u2212\u30fc,\u066b\u3001\u3002", "-----....")
_NUMBER = re.compile(r"([+-]?) ?(\d{0,18}|\d{1,3}(?: \d{3}){1,5})(?:\.(\d{0,9}))?")
# Before each further number of a sum.
_NEXT = re.compile(r"(?<=[\d.]) ?(?=[+-])")


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


def read_exact(text: str) -> int | Decimal | None:
    """The number or sum that somebody typed on any keyboard, with as many places behind a point or a comma as
    there are; None for what is neither. The phone reads the same (static/js/entry/numbers.js).

    Digits of every script are digits, but not what stands for a number (½, ①, ²).

    >>> read_exact("1 000"), read_exact("−７,25"), read_exact("7."), read_exact("10+15-5")
    (1000, Decimal('-7.25'), 7, 20)
    """
    if any(category(each) == "No" for each in text):
        return None
    typed = normalize("NFKC", text).translate(_MARKS).strip()
    numbers = [_read_one(each) for each in _NEXT.split(typed)]
    return None if None in numbers else sum(number for number in numbers if number is not None)


def _read_one(text: str) -> int | Decimal | None:
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    sign, whole, places = found.groups(default="")
    digits = whole.replace(" ", "") + places
    if not digits:
        return None
    return Decimal(int(sign + digits)).scaleb(-len(places)) if places else int(sign + digits)


def read_number(text: str) -> int | Decimal | None:
    """The number that somebody typed, whole or with one place behind a point or a comma; None for others.

    >>> read_number("-12,5"), read_number("12"), read_number("12.55")
    (Decimal('-12.5'), 12, None)
    """
    number = read_exact(text)
    return None if isinstance(number, Decimal) and number.as_tuple().exponent != -1 else number


def read_whole_number(text: str) -> int | None:
    """The whole number that somebody typed; None for anything else."""
    number = read_exact(text)
    return number if isinstance(number, int) else None


def say_typed_fault(name: str, text: str, most: int, *, has_tenths: bool = False) -> str:
    """What is wrong with a number as typed, as a sentence; empty for nothing. A long text is cut in it."""
    words = TYPED_FAULTS.get(find_typed_fault(text, most, has_tenths), "")
    return words.format(name=name, typed=text[:20] + "…" * (len(text) > 20), most=write_number(most))


def find_typed_fault(text: str, most: int, has_tenths: bool) -> str:
    """What is wrong with points as typed, by its key in `TYPED_FAULTS`; empty for nothing.

    The phone finds the same (static/js/scored/faults.js).
    """
    number = read_exact(text)
    if number is None:
        return "no_number"
    if read_number(text) is None or (number % 1 and not has_tenths):
        return "tenths" if has_tenths else "whole"
    return "" if -most <= number <= most else "most"


def read_typed(text: str) -> int | str:
    """A whole number as one, else the text: the reader of the document says what it expected."""
    number = read_whole_number(text)
    return text.strip() if number is None else number
