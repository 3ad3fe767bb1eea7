"""Reading TOML records by their dataclasses: the fields say which keys a record has and of what type.

A field may be `str`, `int`, `bool`, a `CardSet` (a name, or a list of card ids), a `Card`, a `Suit`, another
dataclass (a table), `Literal` words, `dict[str, X]`, `tuple[X, ...]` (a list), `X | Y`, or optional with a
default. A `Provenance` is read from the keys `label` and `source` of the same table. `keyed` gives a field
another key, or splits a text. A dataclass with `find_faults` is asked what is wrong with it once it was read.

    >>> @dataclass(frozen=True)
    ... class Deal:
    ...     players: int
    ...     provenance: Provenance
    >>> faults: list[CompanionError] = []
    >>> read_record(Deal, {"players": 2, "label": "rulebook", "source": "KD85"}, "deal", faults)
    Deal(players=2, provenance=Provenance(label='rulebook', source='KD85'))
    >>> read_record(Deal, {"players": "two", "label": "rulebook"}, "deal", faults)
    >>> [fault.message for fault in faults]
    ["deal: “players” must be int, not 'two'.", 'deal: “source” is missing.']
"""

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.cards import Card, CardSet, Suit, get_card, get_named_set, get_suit
from companion.errors import CompanionError, NotUnderstood, raise_all, say_nearest
from companion.rules.names import parse_name

# What a page says for each.
LABELS = {
    "rulebook": "rulebook",
    "tradition": "tradition",
    "variant": "variation",
    "silent": "not in the rules",
    "inferred": "inferred",
    "house": "house rule",
}
SOURCES = (
    "KD85", "KD82", "MH21", "MH25", "KKC", "KKH", "KKN", "FKK", "SAK", "HAN", "BK26", "SUI", "FAQ", "CEL",
    "APP", "OUR",
)  # fmt: skip
# A name as people may type one.
Name = NewType("Name", str)
Record = TypeVar("Record")
Key = TypeVar("Key")
Value = TypeVar("Value")
_WRONG: Any = object()


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a number comes from: its label and the keys of its sources."""

    label: str
    source: str

    def __str__(self) -> str:
        return f"{LABELS[self.label]}, {self.source}"

    def find_faults(self) -> list[str]:
        """An unknown label, unknown sources."""
        sources = find_unknown(self.source.split(", "), SOURCES, "source")
        return find_unknown([self.label], LABELS, "label") + sources


# Of what a table changed.
OWN = Provenance("house", "OUR")


def keyed(key: str = "", *, split: str = "", **rest: Any) -> Any:
    """A field of a record with another key in TOML, or whose text is split into a tuple."""
    return field(metadata={"key": key, "split": split}, **rest)


def parse_toml(text: str, what: str) -> dict[str, Any]:
    """The tables of a TOML text; raises `NotUnderstood`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotUnderstood(f"{what} is not TOML: {error}.") from error
    except (RecursionError, ValueError) as error:
        raise NotUnderstood(f"{what} is not TOML that can be read.") from error


def parse_records(kind: type[Record], text: str, key: str) -> tuple[Record, ...]:
    """The records of a text that holds one list of them; raises every fault at once."""
    values = parse_toml(text, "The content")
    rows = values.pop(key, [])
    if values or not isinstance(rows, list):
        raise NotUnderstood(f"The content must be a list of “{key}” and nothing else.")
    faults: list[CompanionError] = []
    records = _read_rows(kind, rows, key, faults)
    raise_all(faults)
    return records


def read_record(
    kind: type[Record], raw: Mapping[str, Any], name: str, faults: list[CompanionError], **given: Any
) -> Record | None:
    """The record that a table holds, with fields that are `given` besides; None where faults were noted."""
    before = len(faults)
    left = dict(raw)
    values = dict(given)
    of_kind: Any = kind
    hints = _get_hints(of_kind)
    for each in fields(of_kind):
        if not each.init or each.name in given:
            continue
        if hints[each.name] in (Provenance, Provenance | None):
            value = _take_provenance(left, hints[each.name], name, faults)
        else:
            value = _take(each, hints[each.name], left, name, faults)
        if value is not MISSING:
            values[each.name] = value
    faults += [NotUnderstood(f"{name}: unknown key “{key[:80]}”.") for key in left]
    if len(faults) > before:
        return None
    record = kind(**values)
    if hasattr(record, "find_faults"):
        faults += [NotUnderstood(f"{name}: {message}") for message in record.find_faults()]
    return record


def leave_out_none(written: Mapping[str, Any]) -> dict[str, Any]:
    """What is written, without the keys that say nothing."""
    return {key: value for key, value in written.items() if value is not None}


def group(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """The values of each key, both in the order in which they come."""
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def find_unknown(words: Iterable[str], known: Collection[str], what: str) -> list[str]:
    """A fault for each word that is none of the known ones."""
    return [f"there is no {what} “{word}”{say_nearest(word, known)}." for word in words if word not in known]


_get_hints: Callable[[Any], dict[str, Any]] = cache(get_type_hints)


def _take(each: Field[Any], hint: Any, left: dict[str, Any], name: str, faults: list[CompanionError]) -> Any:
    """The value of one field, taken out of the table; `MISSING` where its default is to stand."""
    key = each.metadata.get("key") or each.name
    if key not in left:
        if each.default is MISSING and each.default_factory is MISSING:
            faults.append(NotUnderstood(f"{name}: “{key}” is missing."))
        return MISSING
    value = left.pop(key)
    if (split := each.metadata.get("split")) and isinstance(value, str):
        return tuple(part.strip() for part in value.strip().split(split))
    return _read(hint, value, name, key, faults)


def _take_provenance(left: dict[str, Any], hint: Any, name: str, faults: list[CompanionError]) -> Any:
    if hint is not Provenance and not {"label", "source"} & set(left):
        return MISSING
    own: dict[str, Any] = {key: left.pop(key) for key in ("label", "source") if key in left}
    return read_record(Provenance, own, name, faults)


def _read(hint: Any, value: Any, name: str, key: str, faults: list[CompanionError]) -> Any:
    """A value of this type; `_WRONG`, with the fault noted, for one that is not."""
    origin, kinds = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        kinds = tuple(kind for kind in kinds if kind is not NoneType)
        if len(kinds) == 1:
            return _read(kinds[0], value, name, key, faults)
        return value if type(value) in kinds else _fail(kinds, value, name, key, faults)
    if origin is Literal:
        return value if value in kinds else _fail(kinds, value, name, key, faults)
    if hint in _BY_NAME:
        try:
            return _BY_NAME[hint](value)
        except (CompanionError, TypeError, AttributeError) as error:
            faults.append(NotUnderstood(f"{name}: “{key[:80]}”: {error}"))
            return _WRONG
    if origin is tuple:
        if not isinstance(value, list) or (kinds[-1] is not Ellipsis and len(value) != len(kinds)):
            return _fail((list,), value, name, key, faults)
        if kinds[-1] is not Ellipsis:
            return tuple(_read(kind, one, name, key, faults) for kind, one in zip(kinds, value, strict=True))
        return _read_rows(kinds[0], value, f"{name} [{key}]", faults)
    if origin is dict or is_dataclass(hint):
        if not isinstance(value, dict):
            return _fail((dict,), value, name, key, faults)
        if origin is dict:
            return {word: _read(kinds[1], each, name, word, faults) for word, each in value.items()}
        kind: Any = hint
        return read_record(kind, value, f"{name} [{key}]", faults)
    if type(value) is not hint:
        return _fail((hint,), value, name, key, faults)
    if hint is not str:
        return value
    if not value.strip():
        faults.append(NotUnderstood(f"{name}: “{key}” must say something."))
    return value.strip()


def _read_rows(kind: Any, rows: list[Any], name: str, faults: list[CompanionError]) -> tuple[Any, ...]:
    is_table = is_dataclass(kind) and kind not in _BY_NAME
    table: Any = kind
    read = []
    for number, row in enumerate(rows, 1):
        if is_table and isinstance(row, dict):
            said = str(row.get("id", row.get("players", number)))[:80]
            read.append(read_record(table, row, f"{name} {said}", faults))
        else:
            read.append(_read(kind, row, name, str(number), faults))
    ids = [getattr(each, "id", None) for each in read]
    if None not in ids:
        doubled = dict.fromkeys(each for each in ids if ids.count(each) > 1)
        faults += [NotUnderstood(f"{name}: the id “{each}” comes twice.") for each in doubled]
    return tuple(read)


def _fail(
    kinds: tuple[type | str, ...], value: Any, name: str, key: str, faults: list[CompanionError]
) -> Any:
    words = " or ".join(kind if isinstance(kind, str) else kind.__name__ for kind in kinds)
    faults.append(NotUnderstood(f"{name}: “{key}” must be {words}, not {repr(value)[:80]}."))
    return _WRONG


def _get_cards(value: Any) -> CardSet:
    return get_named_set(value) if isinstance(value, str) else CardSet.from_ids(value)


# What is written as a name. `add_names` adds to it.
_BY_NAME: dict[Any, Callable[[Any], Any]] = {
    CardSet: _get_cards, Card: get_card, Suit: get_suit, Name: parse_name,
}  # fmt: skip


def add_names(kind: type, get: Callable[[Any], Any]) -> None:
    """Fields of this type are written as a name, which `get` looks up."""
    _BY_NAME[kind] = get
