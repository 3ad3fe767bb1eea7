"""JSON of strangers: documents, own rules, exported games. All of it is read here, and nowhere else.

    >>> read_json('{"sides": ["Ann", "Ben"]}')
    {'sides': ['Ann', 'Ben']}

Sources: none; the limits are ours.
"""

import json

from companion.errors import NotUnderstood

# Scripts count exactly up to here, and every column of a database that holds what a document says.
NUMBER_LIMIT = 2**53


def read_json(text: str | bytes) -> object:
    """What a JSON text holds; raises `NotUnderstood` for what is none.

    Stricter than the standard library: a key that comes twice, NaN, infinities and numbers beyond all reason
    are refused, and so is half a letter (a lone surrogate), which no file, page or database can hold.
    """
    try:
        found = json.loads(
            text,
            object_pairs_hook=_read_object,
            parse_int=_read_number,
            parse_float=_read_number,
            parse_constant=_refuse_constant,
        )
        json.dumps(found, ensure_ascii=False).encode()
    except NotUnderstood:
        raise
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise NotUnderstood(f"This is not JSON: {error.msg}, in {place}.") from error
    except UnicodeEncodeError as error:
        raise NotUnderstood("A text in this JSON has half a letter, as in “\\ud800”.") from error
    except (RecursionError, ValueError) as error:
        raise NotUnderstood("This is not JSON that can be read.") from error
    return found


def _read_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise NotUnderstood(f"The key “{key[:80]}” comes twice in one object.")
        found[key] = value
    return found


def _read_number(text: str) -> int | float:
    number = int(text) if text.lstrip("-").isdecimal() else float(text)
    if abs(number) > NUMBER_LIMIT:
        raise NotUnderstood(f"{text[:20]} is too large a number.")
    return number


def _refuse_constant(word: str) -> object:
    raise NotUnderstood(f"{word} is no number of JSON.")
