"""The one reader of what is written: TOML and JSON by dataclasses, whose fields say the keys and their types.

A field may be `str`, `int`, `bool`, a `CardSet` (a name, or a list of card ids), a `Card`, a `Suit`, another
dataclass (a table), `Literal` words, `dict[str, X]`, `tuple[X, ...]` (a list), `X | Y`, `X | None` (null),
`object` (anything), or optional with a default. `Annotated[int, Bounds(1, 9)]` is a number within bounds.
A `Provenance` is read from the keys `label` and `source` of the same table.
`keyed` gives a field another key, or splits a text. A dataclass with `find_faults` is asked what is wrong
with it once it was read. Every fault has the path to it in `where`.

    >>> @dataclass(frozen=True)
    ... class Deal:
    ...     players: int
    ...     hand: Annotated[int, Bounds(1, 24)]
    ...     provenance: Provenance
    >>> parse_record(Deal, {"players": 2, "hand": 10, "label": "rulebook", "source": "KD85"})
    Deal(players=2, hand=10, provenance=Provenance(label='rulebook', source='KD85'))
    >>> reader = Reader([])
    >>> reader.read_record(Deal, {"players": "two", "hand": 25, "label": "rulebook"}, ("deal", 0))
    >>> for fault in reader.faults:
    ...     print(fault.where, fault.message)
    ('deal', 0, 'players') “players” must be a whole number, not 'two'.
    ('deal', 0, 'hand') “hand” is a whole number from 1 to 24, not 25.
    ('deal', 0, 'source') “source” is missing.
"""

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from decimal import Decimal
from functools import cache, partial
from types import MappingProxyType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NewType,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.cards import Card, CardSet, Suit, get_card, get_named_set, get_suit
from companion.errors import (
    CompanionError,
    FaultList,
    NotUnderstood,
    Where,
    raise_all,
    say_nearest,
    say_path,
    saying_paths,
)
from companion.rules.text.names import parse_name
from companion.rules.text.numbers import read_number, write_number

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
    "KD85", "KD82", "MH21", "MH25", "MHC", "MHK", "KKC", "KKH", "KKN", "KKS", "FKK", "BGA", "SAK", "HAN",
    "JAW", "BK26", "MUS", "ROP", "IWB", "GOS", "MAT", "GSC", "PRG", "SUI", "FAQ", "CEL", "APP", "OUR",
)  # fmt: skip
# A name as people may type one.
Name = NewType("Name", str)
Names = Mapping[Any, Callable[[Any], Any]]
Record = TypeVar("Record")
Key = TypeVar("Key")
Value = TypeVar("Value")
_WORDS: dict[Any, str] = {
    int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "an object",
    Card: "a card", Suit: "a suit", CardSet: "cards",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a number comes from."""

    label: str
    source: str
    """The keys of its sources."""

    def __str__(self) -> str:
        return f"{LABELS[self.label]}, {self.source}"

    def find_faults(self) -> list[str]:
        """An unknown label, unknown sources."""
        sources = find_unknown(self.source.split(", "), SOURCES, "source")
        return find_unknown([self.label], LABELS, "label") + sources


class Bounds(NamedTuple):
    """The least and the most that a number may be."""

    least: int
    most: int
    subject: str = ""
    """Opens the sentence: “Points are”."""
    has_tenths: bool = False
    """It may have one decimal place; then it is a Decimal, so that sums stay exact."""

    def find(self, value: Any) -> Any:
        """The number within these bounds that a value is; None for any other value."""
        if self.has_tenths and isinstance(value, float | Decimal):
            value = read_number(str(value))
        is_number = type(value) is int or (isinstance(value, Decimal) and self.has_tenths)
        return value if is_number and self.least <= value <= self.most else None


# Of what a table changed.
OWN = Provenance("house", "OUR")


_get_hints: Callable[[Any], dict[str, Any]] = cache(partial(get_type_hints, include_extras=True))
# What is written as a name everywhere; `object` is anything.
_NAMES: Names = {
    CardSet: lambda value: get_named_set(value) if isinstance(value, str) else CardSet.from_ids(value),
    Card: get_card, Suit: get_suit, Name: parse_name, object: lambda value: value,
}  # fmt: skip


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
    reader = Reader([])
    records = reader.read_rows(kind, rows, (key,))
    with saying_paths():
        raise_all(reader.faults)
    return records


def parse_record(kind: type[Record], raw: Mapping[str, Any], names: Names = _NAMES, **given: Any) -> Record:
    """The record that a table holds; raises every fault at once."""
    reader = Reader(FaultList(), names)
    record = reader.read_record(kind, raw, (), **given)
    raise_all(reader.faults)
    assert record is not None
    return record


class Reader:
    """Reads what is written and notes every fault. `names` say what a name means here, by its type."""

    def __init__(self, faults: list[CompanionError], names: Names = MappingProxyType({})) -> None:
        self.faults = faults
        self.names = names

    def read_record(
        self, kind: type[Record], raw: Mapping[str, Any], where: Where, **given: Any
    ) -> Record | None:
        """The record that a table holds, with fields that are `given` besides; None for a faulty one."""
        before = len(self.faults)
        left = dict(raw)
        values = dict(given)
        of_kind: Any = kind
        hints = _get_hints(of_kind)
        for each in fields(of_kind):
            if not each.init or each.name in given:
                continue
            if hints[each.name] in (Provenance, Provenance | None):
                value = self._take_provenance(left, hints[each.name], where)
            else:
                value = self._take(each, hints[each.name], left, where)
            if value is not MISSING:
                values[each.name] = value
        for key in left:
            message = f"unknown key “{key[:80]}”{say_nearest(key, hints)}."
            self.faults.append(NotUnderstood(message, (*where, key[:80])))
        if len(self.faults) > before:
            return None
        record = kind(**values)
        if hasattr(record, "find_faults"):
            found = record.find_faults()
            self.faults += [(NotUnderstood(one) if isinstance(one, str) else one).at(*where) for one in found]
        return record

    def read_rows(self, kind: type[Record], rows: Iterable[Any], where: Where) -> tuple[Record, ...]:
        """The values of a list. A table with an id has it in its path, in place of its number."""
        read: list[Any] = []
        for number, row in enumerate(rows):
            keys = [key for key in ("id", "players") if isinstance(row, dict) and key in row]
            read.append(self.read(kind, row, (*where, str(row[keys[0]])[:80] if keys else number)))
        ids = [getattr(each, "id", None) for each in read]
        if None not in ids:
            doubled = dict.fromkeys(each for each in ids if ids.count(each) > 1)
            self.faults.extend(NotUnderstood(f"the id “{each}” comes twice.", where) for each in doubled)
        return tuple(read)

    def read(self, hint: Any, value: Any, where: Where) -> Any:
        """A value of this type; None, with the fault noted, for one that is not."""
        if look_up := self.names.get(hint) or _NAMES.get(hint):
            try:
                return look_up(value)
            except CompanionError as error:
                self.faults.append(NotUnderstood(self.head(where) + error.message, where))
            except (TypeError, AttributeError):
                return self._fail((hint,), value, where)
            return None
        origin, kinds = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            if value is None and NoneType in kinds:
                return None
            kinds = tuple(kind for kind in kinds if kind is not NoneType)
            if len(kinds) == 1:
                return self.read(kinds[0], value, where)
            return value if type(value) in kinds else self._fail(kinds, value, where)
        if origin is Annotated:
            bounds = kinds[1]
            if (number := bounds.find(value)) is not None:
                return number
            # str() of a huge integer raises, so that only what is short is quoted.
            is_huge = type(value) is int and abs(value) >= 10**20
            said = "" if value in (None, "") or is_huge else f", not {say_value(value)}"
            subject = bounds.subject or f"{self.name(where)} is"
            span = f"a whole number from {write_number(bounds.least)} to {write_number(bounds.most)}"
            span += ", or has one decimal place" if bounds.has_tenths else ""
            span = span if bounds.least < bounds.most else write_number(bounds.least)
            self.faults.append(NotUnderstood(f"{subject} {span}{said}.", where))
            return None
        if origin is Literal:
            return value if value in kinds else self._fail(kinds, value, where)
        if origin is tuple:
            if not isinstance(value, list | tuple) or (
                kinds[-1] is not Ellipsis and len(value) != len(kinds)
            ):
                return self._fail((list,), value, where)
            if kinds[-1] is Ellipsis:
                return self.read_rows(kinds[0], value, where)
            pairs = enumerate(zip(kinds, value, strict=True))
            return tuple(self.read(kind, one, (*where, number)) for number, (kind, one) in pairs)
        if origin is dict or is_dataclass(hint):
            if not isinstance(value, dict):
                return self._fail((dict,), value, where)
            if origin is dict:
                return self._read_keys(kinds, value, where)
            of_kind: Any = hint
            return self.read_record(of_kind, value, where)
        if type(value) is not hint:
            return self._fail((hint,), value, where)
        if hint is not str:
            return value
        if not value.strip():
            self.faults.append(NotUnderstood(f"{self.name(where)} must say something.", where))
        return value.strip()

    def head(self, where: Where) -> str:
        """What a sentence begins with that is about a name at this path."""
        return ""

    def name(self, where: Where) -> str:
        """What a sentence calls the value at this path."""
        return f"“{say_path(where[-1:])}”"

    def _read_keys(self, kinds: tuple[Any, ...], value: Mapping[Any, Any], where: Where) -> dict[Any, Any]:
        """The values by key; a key that is no text is a name, too."""
        found = {}
        for word, each in value.items():
            path = (*where, word[:80] if isinstance(word, str) else "?")
            key = word if kinds[0] is str else self.read(kinds[0], word, path)
            if key is not None:
                found[key] = self.read(kinds[1], each, path)
        return found

    def _take(self, each: Field[Any], hint: Any, left: dict[str, Any], where: Where) -> Any:
        """The value of one field, taken out of the table; `MISSING` where its default is to stand."""
        key = each.metadata.get("key") or each.name
        if key not in left:
            if each.default is MISSING and each.default_factory is MISSING:
                self.faults.append(NotUnderstood(f"“{key}” is missing.", (*where, key)))
            return MISSING
        value = left.pop(key)
        if (split := each.metadata.get("split")) and isinstance(value, str):
            return tuple(part.strip() for part in value.strip().split(split))
        return self.read(hint, value, (*where, key))

    def _take_provenance(self, left: dict[str, Any], hint: Any, where: Where) -> Any:
        if hint is not Provenance and not {"label", "source"} & set(left):
            return MISSING
        own: dict[str, Any] = {key: left.pop(key) for key in ("label", "source") if key in left}
        return self.read_record(Provenance, own, where)

    def _fail(self, kinds: tuple[Any, ...], value: Any, where: Where) -> Any:
        words = " or ".join(_WORDS.get(kind) or str(getattr(kind, "__name__", kind)) for kind in kinds)
        nearest = (
            say_nearest(value, [each for each in kinds if isinstance(each, str)])
            if isinstance(value, str)
            else ""
        )
        message = f"{self.name(where)} must be {words or 'nothing'}, not {repr(value)[:80]}{nearest}."
        self.faults.append(NotUnderstood(message, where))
        return None


def leave_out_none(written: Mapping[str, Any]) -> dict[str, Any]:
    """What is written, without the keys that say nothing."""
    return {key: value for key, value in written.items() if value is not None}


def say_value(value: object) -> str:
    """A value of a document in a sentence."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)[:80] if isinstance(value, str | int | float | Decimal) else f"a {type(value).__name__}"


def group(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """The values of each key, both in the order in which they come."""
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def find_unknown(words: Iterable[str], known: Collection[str], what: str) -> list[str]:
    """A fault for each word that is none of the known ones."""
    return [f"there is no {what} “{word}”{say_nearest(word, known)}." for word in words if word not in known]
