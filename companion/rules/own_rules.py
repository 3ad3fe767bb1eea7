"""A table's own rules: a published rule set with changes, as the key “rules” of a document has them.

    {"name": "Ann's table", "yaku": {"moon-viewing": {"points": 3, "unless": ["willow-rain-man"]},
     "flower-viewing": {"off": true}, "birds": {"name": "Birds", "points": 1, "all_of": ["iris-bridge"]}},
     "values": {"brights": 25}, "target": 150}

A yaku is changed by its id, or added under a new one with the words of `Yaku`. Frozen rules carry them as
JSON behind the text of the rule set, in the table `own`.

Sources: none; the limits are ours.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from companion.cards import CardSet
from companion.errors import (
    CompanionError,
    FaultList,
    NotAllowedHere,
    NotPossible,
    NotUnderstood,
    Where,
    raise_all,
    say_nearest,
)
from companion.rules.json_text import read_json
from companion.rules.names import KEBAB, LETTER_LIMIT, parse_name
from companion.rules.numbers import ROUNDS_LIMIT, TARGET_LIMIT, write_number
from companion.rules.records import OWN, Reader
from companion.rules.yaku import Yaku

KEY = "own"
# More than any table plays, and few enough for one page.
YAKU_LIMIT = 40
POINTS_LIMIT = 1_000
# Behind the name of the game.
NAME_LIMIT = 24
_JSON_LIMIT = 20_000
_TOO_LONG = f"Own rules are JSON of at most {write_number(_JSON_LIMIT)} characters."
_KEYS = ("name", "yaku", "values", "target", "rounds")
_KEYS_OF_YAKU = ("name", "points", "off", "all_of", "at_least", "extra", "unless", "replaces")

Values = dict[str, Any]
_OWN = {"label": OWN.label, "source": OWN.source}


def freeze_own_rules(text: str, raw: object) -> str:
    """The text of a rule set with the changes that a document holds behind it.

    Raises `NotUnderstood` for too many of them.
    """
    # A line each, since a rule set has no long ones.
    written = json.dumps(raw, indent=0).replace("'", "\\u0027")
    if len(written) > _JSON_LIMIT:
        raise NotUnderstood(_TOO_LONG, ("rules",))
    return f"{text}\n[{KEY}]\njson = '''{written}'''\n"


def read_own_rules(table: object) -> object:
    """The changes that a frozen rule set carries; None where it carries none."""
    return None if table is None else parse_own_rules(table.get("json") if isinstance(table, dict) else None)


def parse_own_rules(written: object) -> object:
    """The changes that a JSON text holds, as they stand there; raises `NotUnderstood`."""
    if not isinstance(written, str) or len(written) > _JSON_LIMIT:
        raise NotUnderstood(_TOO_LONG, ("rules",))
    try:
        return read_json(written)
    except NotUnderstood as error:
        raise NotUnderstood(f"Own rules cannot be read. {error.message}", ("rules",)) from error


def change_rules(values: Values, raw: object) -> Values:
    """The tables of a rule set with the changes; raises every fault at once, each with its path."""
    if not isinstance(raw, Mapping):
        raise NotUnderstood("“rules” is an object with “name” and what is played otherwise.", ("rules",))
    faults = FaultList()
    faults += _find_unknown(raw, _KEYS, ("rules",))
    name = _read_own_name(raw.get("name", "our rules"), ("rules", "name"), faults)
    if len(name) > NAME_LIMIT:
        message = f"The name of own rules has at most {NAME_LIMIT} letters."
        faults.append(NotUnderstood(message, ("rules", "name")))
    changed = values | {"name": f"{values['game']}, {name}"}
    changed["value"] = _change_values(values, raw.get("values", {}), faults)
    changed |= _change_length(values, raw, faults)
    changed |= _change_yaku(values, raw.get("yaku", {}), faults)
    raise_all(faults)
    return changed


def find_overlaps(yaku: tuple[Yaku, ...], changed: set[str]) -> Iterator[str]:
    """A sentence for each two yaku, one of them changed, where whoever has one also has the other."""
    for more in yaku:
        for less in yaku:
            is_told = less.id in more.replaces or (more.group and more.group == less.group)
            if more is not less and {more.id, less.id} & changed and not is_told and _holds(more, less):
                yield f"Whoever has {more.short_name} has {less.short_name} as well: both count."


def _holds(more: Yaku, less: Yaku) -> bool:
    """Whether no pile that has the one is without the other."""
    if not less.all_of <= more.all_of or less.unless - more.unless or less.is_of_month or less.rained_out:
        return False
    if less.at_least is None:
        return bool(less.all_of)
    sure = less.at_least.of.count(more.all_of)
    if more.at_least is not None:
        sure += max(0, more.at_least.n - len(more.at_least.of - less.at_least.of))
    return sure >= less.at_least.n


def _find_unknown(raw: Mapping[Any, Any], known: tuple[str, ...], where: Where) -> list[NotUnderstood]:
    return [
        NotUnderstood(f"Own rules have no “{key[:80]}” here{say_nearest(key, known)}.", (*where, key[:80]))
        for key in map(str, raw)
        if key not in known
    ]


def _read_own_name(value: object, where: Where, faults: FaultList) -> str:
    try:
        name = parse_name(value)
    except CompanionError as error:
        faults.append(NotUnderstood(error.message, where))
        return ""
    if not any(letter.isalpha() for letter in name):
        faults.append(NotUnderstood(f"A name has a letter in it, not only “{name}”.", where))
    return name


def _check_number(value: object, said: str, least: int, most: int, where: Where, faults: FaultList) -> None:
    if type(value) is not int or not least <= value <= most:
        faults.append(NotUnderstood(f"{said} a whole number from {least} to {write_number(most)}.", where))


def _change_values(values: Values, raw: object, faults: FaultList) -> list[Values]:
    where = ("rules", "values")
    if not isinstance(raw, Mapping):
        faults.append(NotUnderstood("“values” is an object of kinds of cards and points.", where))
        raw = {}
    rows = values.get("value", [])
    faults += _find_unknown(raw, tuple(row["id"] for row in rows), where)
    for key, points in raw.items():
        _check_number(points, "Points are", 0, POINTS_LIMIT, (*where, str(key)[:80]), faults)
    return [row | ({"points": raw[row["id"]], **_OWN} if row["id"] in raw else {}) for row in rows]


def _change_length(values: Values, raw: Mapping[Any, Any], faults: FaultList) -> Values:
    changed: Values = {}
    if (target := raw.get("target")) is not None:
        _check_number(target, "“target” is", 1, TARGET_LIMIT, ("rules", "target"), faults)
        if not any(
            {"target", "proposed_target", "proposed_targets"} & row.keys() for row in values["method"]
        ):
            message = f"{values['name']} is not played to a target: say “rounds”."
            faults.append(NotAllowedHere(message, ("rules", "target")))
        changed["method"] = [row | {"target": target} for row in values["method"]]
    if (rounds := raw.get("rounds")) is not None:
        _check_number(rounds, "“rounds” is", 1, ROUNDS_LIMIT, ("rules", "rounds"), faults)
        if "length" not in values:
            message = f"{values['name']} has no number of rounds: say “target”."
            faults.append(NotAllowedHere(message, ("rules", "rounds")))
        changed["length"] = values.get("length", {}) | {"rounds": rounds}
    return changed


def _change_yaku(values: Values, raw: object, faults: FaultList) -> Values:
    where = ("rules", "yaku")
    if not isinstance(raw, Mapping) or len(raw) > YAKU_LIMIT:
        faults.append(NotUnderstood(f"“yaku” is an object of at most {YAKU_LIMIT} yaku by their ids.", where))
        return {}
    if raw and not values.get("value"):
        faults.append(NotAllowedHere(f"{values['name']} has no cards, and so no yaku.", where))
        return {}
    rows: dict[str, Values] = {row["id"]: row for row in values.get("yaku", ())}
    off = {key for key, row in raw.items() if isinstance(row, Mapping) and row.get("off") is True}
    added = [key for key in raw if key not in rows]
    for key, row in raw.items():
        path = (*where, str(key)[:80])
        if not isinstance(row, Mapping) or not KEBAB.fullmatch(str(key)) or len(key) > LETTER_LIMIT:
            faults.append(NotUnderstood("A yaku is an object, under a name in small letters.", path))
            continue
        faults += _find_unknown(row, _KEYS_OF_YAKU, path)
        if type(row.get("off", False)) is not bool or (key in off and key in added):
            faults.append(NotUnderstood("“off” is true or false, for a yaku of the game.", (*path, "off")))
        replaced = row.get("replaces", [])
        if not isinstance(replaced, list) or not all(isinstance(each, str) for each in replaced):
            faults.append(NotUnderstood("“replaces” is a list of ids of yaku.", (*path, "replaces")))
        if "name" in row or key in added:
            _read_own_name(row.get("name", ""), (*path, "name"), faults)
        if "points" in row or key in added:
            _check_number(row.get("points"), "Points are", 1, POINTS_LIMIT, (*path, "points"), faults)
        # One of the game bears its label; one of the table needs none.
        rows[key] = (rows[key] | _OWN if key in rows else {"id": key}) | {
            word: row[word] for word in row if word != "off"
        }
    raise_all(faults)
    rows = {key: _without(row, "replaces", off) for key, row in rows.items() if key not in off}
    for key in raw:
        if key not in off:
            faults += _find_faults(rows, key, (*where, key))
    presets = [
        _without(preset, "yaku", off, added if preset["yaku"] else []) for preset in values.get("preset", ())
    ]
    amendments = [_without(row, "yaku", off) for row in values.get("amendment", ())]
    return {"yaku": [*rows.values()], "preset": presets, "amendment": amendments}


def _without(row: Values, key: str, off: set[str], added: list[str] | None = None) -> Values:
    """A table that names yaku, without those that are off and with those that were added."""
    if key not in row:
        return row
    return row | {key: [each for each in row[key] if each not in off] + (added or [])}


def _leads_back(rows: Mapping[str, Values], start: str) -> bool:
    """Whether a yaku replaces itself, by way of others."""
    reached = {start}
    for _ in rows:
        replaced = {other for each in reached for other in rows.get(each, {}).get("replaces", ())}
        if start in replaced:
            return True
        reached |= replaced
    return False


def _find_faults(rows: Mapping[str, Values], key: str, where: Where) -> Iterator[CompanionError]:
    """What is wrong with one yaku that was changed: what cannot be read, or can never be made."""
    reader = Reader([])
    yaku = reader.read_record(Yaku, rows[key], where)
    yield from reader.faults
    if yaku is None:
        return
    for other in yaku.replaces:
        if other not in rows:
            message = f"There is no yaku “{other[:80]}” to count instead of{say_nearest(other, rows)}."
            yield NotUnderstood(message, (*where, "replaces"))
    if _leads_back(rows, yaku.id):
        message = f"{yaku.name} counts instead of itself, by way of what it replaces."
        yield NotPossible(message, (*where, "replaces"))
    pool = yaku.at_least.of - yaku.unless if yaku.at_least else CardSet()
    if yaku.all_of & yaku.unless or (yaku.at_least and len(pool) < yaku.at_least.n):
        message = f"Nobody can have {yaku.name}: what spoils it is one of its own cards."
        yield NotPossible(message, (*where, "unless"))
    if yaku.extra is not None:
        wrong = FaultList()
        path = (*where, "extra", "points")
        _check_number(yaku.extra.points, "Points are", 1, POINTS_LIMIT, path, wrong)
        yield from wrong
