"""A table's own rules: a published rule set with changes, as the key “rules” of a document has them.

    {"name": "Ann's table", "yaku": {"moon-viewing": {"points": 3, "unless": ["willow-rain-man"]},
     "flower-viewing": {"off": true}, "birds": {"name": "Birds", "points": 1, "all_of": ["iris-bridge"]}},
     "values": {"brights": 25, "maple-deer": 15}, "target": 150}

A yaku is changed by its id, or added under a new one with the words of `Yaku`. A card with a worth of its own
is a value group of one card, behind the group that it lay in. Frozen rules carry all this as JSON behind the
text of the rule set, in the table `own`.

Sources: none; the limits are ours.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Annotated, Any, NewType

from companion.cards import CardSet, get_card
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
from companion.rules.records.yaku import POINTS_LIMIT, Points, Yaku
from companion.rules.text.json_text import read_json
from companion.rules.text.names import KEBAB, LETTER_LIMIT, parse_name
from companion.rules.text.numbers import ROUNDS_LIMIT, TARGET_LIMIT, write_number
from companion.rules.text.reader import OWN, Bounds, Reader, leave_out_none

KEY = "own"
# More than any table plays, and few enough for one page.
YAKU_LIMIT = 40
# Cards with a worth of their own: each is a column of a pad, and more do not fit.
CARD_LIMIT = 3
# Behind the name of the game.
NAME_LIMIT = 24
_JSON_LIMIT = 20_000
_TOO_LONG = f"Own rules are JSON of at most {write_number(_JSON_LIMIT)} characters."
Values = dict[str, Any]
_OWN_LABEL = {"label": OWN.label, "source": OWN.source}


Target = Annotated[int, Bounds(1, TARGET_LIMIT, "The target is")]
RoundCount = Annotated[int, Bounds(1, ROUNDS_LIMIT, "The number of rounds is")]
# The name that a table gives.
OwnName = NewType("OwnName", str)


@dataclass(frozen=True)
class OwnYaku:
    """What is said of one yaku; the cards are read with the words of the game's own (`Yaku`)."""

    name: OwnName = OwnName("")
    points: Points = 1
    off: bool = False
    """It is not played."""
    all_of: object = None
    at_least: object = None
    extra: object = None
    unless: object = None
    replaces: tuple[str, ...] = ()
    """The ids of yaku that do not count beside it."""


@dataclass(frozen=True)
class OwnRules:
    """The changes of a document."""

    name: OwnName = OwnName("our rules")
    """What the table calls its rules."""
    yaku: dict[str, OwnYaku] = field(default_factory=dict)
    """By id: those of the game as they differ, and new ones."""
    values: dict[str, Annotated[int, Bounds(0, POINTS_LIMIT, "Points are")]] = field(default_factory=dict)
    """Points by the id of a value group or a card."""
    target: Target | None = None
    """In points."""
    rounds: RoundCount | None = None
    """How many a game has."""


def freeze_own_rules(text: str, raw: object) -> str:
    """The text of a rule set with the changes that a document holds behind it.

    Raises `NotUnderstood` for too many of them.
    """
    # A line each, since a rule set has no long ones.
    written = json.dumps(raw, indent=0).replace("'", "\\u0027")
    if len(written) > _JSON_LIMIT:
        raise NotUnderstood(_TOO_LONG, ("rules",))
    return f"{text}\n[{KEY}]\njson = '''{written}'''\n"


def parse_own_rules(written: object) -> object:
    """The changes that a JSON text holds, as they stand there; raises `NotUnderstood`."""
    if not isinstance(written, str) or len(written) > _JSON_LIMIT:
        raise NotUnderstood(_TOO_LONG, ("rules",))
    try:
        return read_json(written)
    except NotUnderstood as error:
        raise NotUnderstood(f"Own rules cannot be read. {error.message}", ("rules",)) from error


def change_rules(values: Values, raw: Any) -> Values:
    """The tables of a rule set with the changes; raises every fault at once, each with its path."""
    faults = FaultList()
    own = Reader(faults, {OwnName: _read_own_name}).read(OwnRules, raw, ("rules",))
    raise_all(faults)
    rows = values.get("value", ())
    has_points = any(row["points"] for row in rows)
    cards = {card for row in rows for card in _read_cards(row).ids} if has_points else set()
    known = [*(row["id"] for row in rows), *sorted(cards)]
    if len(own.name) > NAME_LIMIT:
        message = f"The name of own rules has at most {NAME_LIMIT} letters."
        faults.append(NotUnderstood(message, ("rules", "name")))
    for key in [key for key in own.values if key not in known]:
        message = f"{values['name']} has no kind of cards “{key[:80]}”{say_nearest(key, known)}."
        faults.append(NotUnderstood(message, ("rules", "values", key[:80])))
    if len(cards & own.values.keys()) > CARD_LIMIT:
        message = f"At most {CARD_LIMIT} cards have a worth of their own."
        faults.append(NotUnderstood(message, ("rules", "values")))
    targets = {"target", "proposed_target", "proposed_targets"}
    if own.target is not None and not any(targets & row.keys() for row in values["method"]):
        message = f"{values['name']} is not played to a target: say “rounds”."
        faults.append(NotAllowedHere(message, ("rules", "target")))
    if own.rounds is not None and "length" not in values:
        message = f"{values['name']} has no number of rounds: say “target”."
        faults.append(NotAllowedHere(message, ("rules", "rounds")))
    changed = _change_yaku(values, own.yaku, raw.get("yaku", {}), faults)
    raise_all(faults)
    target, rounds = leave_out_none({"target": own.target}), leave_out_none({"rounds": own.rounds})
    changed |= {"length": values["length"] | rounds} if "length" in values else {}
    return (
        values
        | changed
        | {
            "name": f"{values['game']}, {own.name}",
            "method": [row | target for row in values["method"]],
            "value": [*_change_values(rows, own.values)],
        }
    )


def _read_cards(row: Values) -> CardSet:
    cards: CardSet = Reader([]).read(CardSet, row["cards"], ())
    return cards


def _change_values(rows: Iterable[Values], worth: Mapping[str, int]) -> Iterator[Values]:
    """The value groups with these points, and behind each the cards of it that have their own."""
    for row in rows:
        alone = [get_card(key) for key in worth if key in _read_cards(row).ids]
        changed = {"points": worth[row["id"]], **_OWN_LABEL} if row["id"] in worth else {}
        if alone and "words" in row:
            names = " and ".join(card.short_name.lower() for card in alone)
            changed |= {"words": f"{row['words']}, without {names}"}
        if left := _read_cards(row) - CardSet.of(alone):
            yield row | changed | {"cards": list(left.ids)}
        for card in alone:
            name, points = card.short_name.lower(), worth[card.id]
            yield {"id": card.id, "name": name, "cards": [card.id], "points": points, **_OWN_LABEL}


def find_overlaps(yaku: tuple[Yaku, ...], changed: Collection[str]) -> list[str]:
    """A sentence for each two yaku, one of them changed, where whoever has one also has the other."""
    return list(
        dict.fromkeys(
            f"Whoever has {more.short_name} has {less.short_name} as well: both count."
            for more, less in permutations(yaku, 2)
            if (more.id in changed or less.id in changed)
            and less.id not in more.replaces
            and not (more.group and more.group == less.group)
            and _holds(more, less)
        )
    )


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


def _read_own_name(value: object) -> str:
    name = parse_name(value)
    if not any(letter.isalpha() for letter in name):
        raise NotUnderstood(f"A name has a letter in it, not only “{name}”.")
    return name


def _change_yaku(
    values: Values, own: Mapping[str, OwnYaku], raw: Mapping[str, Values], faults: FaultList
) -> Values:
    where = ("rules", "yaku")
    if len(own) > YAKU_LIMIT:
        faults.append(NotUnderstood(f"“yaku” is an object of at most {YAKU_LIMIT} yaku by their ids.", where))
        return {}
    if own and not values.get("value"):
        faults.append(NotAllowedHere(f"{values['name']} has no cards, and so no yaku.", where))
        return {}
    rows: dict[str, Values] = {row["id"]: row for row in values.get("yaku", ())}
    off = {key for key, row in own.items() if row.off}
    added = [key for key in own if key not in rows]
    for key in own:
        if not KEBAB.fullmatch(key) or len(key) > LETTER_LIMIT:
            message = "A yaku is an object, under a name in small letters."
            faults.append(NotUnderstood(message, (*where, key[:80])))
        if key in off and key in added:
            faults.append(NotUnderstood("“off” is for a yaku of the game.", (*where, key[:80], "off")))
        # One of the game bears its label; one of the table needs none.
        rows[key] = (rows[key] | _OWN_LABEL if key in rows else {"id": key}) | {
            word: said for word, said in raw[key].items() if word != "off"
        }
    raise_all(faults)
    rows = {key: _without(row, "replaces", off) for key, row in rows.items() if key not in off}
    for key in own:
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


def _list_replaced(rows: Mapping[str, Values], yaku_id: str) -> set[str]:
    """What a yaku replaces, and what that replaces, and so on."""
    reached = set(rows[yaku_id].get("replaces", ()))
    for _ in rows:
        reached |= {other for each in reached for other in rows.get(each, {}).get("replaces", ())}
    return reached


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
    if yaku.id in _list_replaced(rows, yaku.id):
        message = f"{yaku.name} counts instead of itself, by way of what it replaces."
        yield NotPossible(message, (*where, "replaces"))
    pool = yaku.at_least.of - yaku.unless if yaku.at_least else CardSet()
    if yaku.all_of & yaku.unless or (yaku.at_least and len(pool) < yaku.at_least.n):
        message = f"Nobody can have {yaku.name}: what spoils it is one of its own cards."
        yield NotPossible(message, (*where, "unless"))
