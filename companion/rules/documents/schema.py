"""The JSON Schema of a document and of its result, made from what reads and writes them.

It says what a key may hold. What cannot be on a table, a card held twice or more points than the deck has,
only scoring says.

    >>> schema = make_schema()
    >>> schema["$defs"]["kwado-1985"]["properties"]["options"]["properties"]["method"]
    {'enum': ['A', 'B']}

Sources: scoring-io.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from itertools import chain
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.cards import DECK, SUITS, Card, DeckStyle, Suit
from companion.rules.documents.document import ROUND_LIMIT, Before
from companion.rules.entries.captured import RESTS
from companion.rules.entries.claimed import POINTS, RoundPoints
from companion.rules.entries.entry import BROUGHT_IN
from companion.rules.entries.race import BASE_LIMIT, Month, say_calls, say_outcome
from companion.rules.entries.reading import Amount, Listing, Note, Side, WrittenGaji, YakuId
from companion.rules.figures.figure import Choice
from companion.rules.records.choices import Option
from companion.rules.records.files import RULE_SET_IDS, get_rule_set
from companion.rules.records.options import HOUSE_RULE_LIMIT
from companion.rules.records.own_rules import OwnName, OwnRules, RoundCount, Target
from companion.rules.records.round_numbers import Number
from companion.rules.records.rule_set import RuleSet
from companion.rules.text.names import KEBAB, LETTER_LIMIT, NOTE_LIMIT
from companion.rules.text.reader import Bounds

Schema = dict[str, Any]
_CARDS: Schema = {"type": "array", "items": {"enum": [card.id for card in DECK]}}
_NAME: Schema = {"type": "string", "minLength": 1, "maxLength": LETTER_LIMIT}
_WORD: Schema = {"type": "string", "pattern": f"^{KEBAB.pattern}$"}
# What is written as a name, by its type. A table's own yaku has an id of its own.
_NAMED: Mapping[Any, Schema] = {
    str: {"type": "string"}, bool: {"type": "boolean"}, int: {"type": "integer"},
    object: {}, NoneType: {"type": "null"},
    Card: {"enum": [card.id for card in DECK]}, Suit: {"enum": [suit.id for suit in SUITS]},
    Note: _NAME | {"maxLength": NOTE_LIMIT}, Side: {"type": "string"}, OwnName: _NAME, YakuId: _WORD,
    Listing: {"anyOf": [_CARDS | {"uniqueItems": True}, {"enum": list(RESTS)}]},
}  # fmt: skip


def say_type(hint: Any) -> Schema:
    """What a value of this type looks like, for the types that `Reader.read` reads."""
    origin, kinds = get_origin(hint), get_args(hint)
    if hint in _NAMED:
        return _NAMED[hint]
    if origin is Annotated:
        kind = "number" if kinds[1].has_tenths else "integer"
        return {"type": kind, "minimum": kinds[1].least, "maximum": kinds[1].most}
    if origin is Literal:
        return {"enum": list(kinds)}
    if origin in (Union, UnionType):
        return {"anyOf": [say_type(kind) for kind in kinds]}
    if origin is tuple:
        return {"type": "array", "items": say_type(kinds[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": say_type(kinds[1])}
    assert is_dataclass(hint)
    types = get_type_hints(hint, include_extras=True)
    needed = [one.name for one in fields(hint) if one.default is one.default_factory is MISSING]
    return _say_object({name: say_type(each) for name, each in types.items()}, needed)


def _say_object(properties: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _say_sides(of_each: Schema) -> Schema:
    return {"type": "object", "additionalProperties": of_each}


def _say_told(*numbers: Number) -> Schema:
    """The numbers under one key: a side, the words of a list, or a number, for all or for each side."""
    first = numbers[0]
    if first.is_side:
        return say_type(Side | None)
    hint = say_type(first.hint)
    if first.word:
        hint = {"type": "array", "items": {"enum": [each.word for each in numbers]}}
    return _say_sides(hint) if first.is_per_side else {"anyOf": [hint, {"type": "null"}]}


def say_round(rule_set: RuleSet) -> Schema:
    """A round as `parse_entry` reads it."""
    yaku = {"type": "array", "items": _WORD}
    all_four = {"type": "object", "propertyNames": say_type(Suit), "additionalProperties": say_type(Side)}
    shared = {"dealer": say_type(Side | None), "note": say_type(Note | None)} | {
        key: _say_told(*numbers) for key, numbers in rule_set.number_keys.items()
    }
    if rule_set.may_sit_out:
        shared["sits_out"] = say_type(tuple[Side, ...])
    cards = {"captured": _say_sides(say_type(Listing)), "all_four": all_four}
    if race := rule_set.race:
        own = cards | {
            "outcome": say_type(say_outcome(rule_set)),
            "winner": say_type(Side | None),
            "ticked": _say_sides(say_type(dict[YakuId, Amount])),
            "points": _say_sides(say_type(Annotated[int, Bounds(0, BASE_LIMIT)])),
            "calls": _say_sides(say_type(say_calls(rule_set))),
            "chaff": _say_sides(say_type(Amount)),
            "month": say_type(Month | None),
            "rained_out": {"type": "array", "items": {"enum": list(rule_set.rained_out)}},
            "dealt": _say_sides({"enum": [hand.id for hand in race.hands]}),
        }
        return _say_object(own | shared, ["outcome"])
    if not rule_set.has_cards:
        return _say_object({"points": _say_sides(say_type(RoundPoints))} | shared, ["points"])
    counted = {group.id: say_type(Amount) for group in rule_set.counted}
    own = cards | {
        "counts": _say_sides(_say_object(counted | {"yaku": yaku}, counted)),
        "points": _say_sides(_say_object({POINTS: say_type(Amount), "yaku": yaku}, [POINTS])),
        **({"chaff": _say_sides(say_type(Amount))} if rule_set.numbered else {}),
        "gaji": say_type(WrittenGaji | None),
        "declared": _say_sides(yaku),
        **{extra.id: say_type(Side | None) for extra in rule_set.extras if extra.asks},
    }
    ways = [{"required": [way]} for way in BROUGHT_IN]
    return _say_object(own | shared) | {"oneOf": ways}


def _list_values(option: Option) -> Iterator[Choice | int]:
    """What may be chosen: a switch may also be “on” or “off”, and a number a number or its text."""
    for each in option.listed:
        yield each.value
        if isinstance(each.value, bool):
            yield "on" if each.value else "off"
        elif each.value.isdecimal():
            yield int(each.value)


def _say_options(rule_set: RuleSet) -> Schema:
    """The options as `parse_options` reads them."""
    presets = {"enum": [preset.id for preset in rule_set.presets]}
    values = {option.id: {"enum": list(_list_values(option))} for option in rule_set.options}
    return _say_object(
        {
            "method": {"enum": [method.id for method in rule_set.methods]},
            "target": say_type(Target | None),
            **({"rounds": say_type(RoundCount | None)} if rule_set.length else {}),
            **({"yaku": {"anyOf": [presets, say_type(tuple[YakuId, ...])]}} if rule_set.presets else {}),
            **values,
            "house_rules": _say_sides(_WORD) | {"propertyNames": _WORD, "maxProperties": HOUSE_RULE_LIMIT},
        }
    )


def _say_document(rule_set: RuleSet) -> Schema:
    """A document of this game."""
    sides = {"minItems": min(rule_set.side_counts), "maxItems": max(rule_set.side_counts)}
    return _say_object(
        {
            "game": {"const": rule_set.id},
            "rules": say_type(OwnRules),
            "deck": say_type(DeckStyle | None),
            "options": _say_options(rule_set),
            "sides": {"type": "array", "items": _NAME, **sides},
            "rounds": {"type": "array", "items": say_round(rule_set), "maxItems": ROUND_LIMIT},
            **({key: say_type(Before) for key in rule_set.race.carries} if rule_set.race else {}),
        },
        ["game", "sides"],
    )


def _say_result(rule_sets: Iterable[RuleSet]) -> Schema:
    """A result: of each side the figures of its settlement, null where nobody knows them."""
    methods = chain.from_iterable(rule_set.methods for rule_set in rule_sets)
    figures = {figure.id for method in methods for figure in method.settlement.figures}
    words = say_type(tuple[str, ...])
    found = _say_object({"id": _WORD, "name": say_type(str), "points": say_type(int), "cards": _CARDS})
    side = {figure: say_type(int | None) for figure in sorted(figures)} | {
        "cards": say_type(int | None),
        "yaku": {"type": "array", "items": found},
        "gaji": _CARDS,
        "undeclared": words,
        "sits_out": say_type(bool),
        "total": say_type(int),
    }
    round_: Schema = {
        "sides": _say_sides(_say_object(side, ["cards", "yaku", "score", "total"])),
        "uncaptured": _CARDS,
        "warnings": words,
    }
    result: Schema = {
        "game": {"enum": list(RULE_SET_IDS)},
        "rounds": {"type": "array", "items": _say_object(round_, round_)},
        "totals": _say_sides(say_type(int)),
        "finished": say_type(bool),
        "winners": words,
    }
    return _say_object(result | {"rules": say_type(str), "overlaps": words}, result)


@cache
def make_schema() -> Schema:
    """The schema of what goes in and comes out: `document` and `result` in its definitions."""
    rule_sets = [get_rule_set(rule_set_id) for rule_set_id in RULE_SET_IDS]
    games = {rule_set.id: _say_document(rule_set) for rule_set in rule_sets}
    document = {"oneOf": [{"$ref": f"#/$defs/{game}"} for game in games]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scoring document or its result",
        "anyOf": [{"$ref": "#/$defs/document"}, {"$ref": "#/$defs/result"}],
        "$defs": {"document": document, "result": _say_result(rule_sets), **games},
    }
