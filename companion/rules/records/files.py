"""Where rule sets and settlements come from: our files, and what reads a text, our own or one that is kept.

A form of a game may say only what differs from another form:

    extends = "koikoi-modern"
    leave_out = ["option.exhausted", "yaku.month-cards"]
    behind = { "yaku.moonlit-blossoms" = "yaku.flower-viewing" }

These lines are a paragraph with an empty line behind it. The form takes the tables of that file under its
own `source`: what both books say alike. A value of an option that names a source keeps it. Its own tables
stand in their place, whole. A new one is the last of its kind, or stands `behind` another. What stands before
the first table is not taken. A table is named by its head with its `id`, its `players` or the first option of
its `when`: “turn”, “deal.2”, “yaku.dragon”, “amendment.cup” (each amendment of the cup).

A form whose own source speaks of some options only (`go-stop-pmang.toml`) keeps the sources of the base, and
gives its options other defaults:

    keeps_sources = true
    defaults = { carry-limit = "8", liable = "last" }

    >>> ours, base = load_text("koikoi-nintendo"), load_text("koikoi-modern")
    >>> 'id = "blue-ribbons"' in ours, "FKK" in ours, base.count("[[option]]"), ours.count("[[option]]")
    (True, False, 13, 7)

A kept game has the whole text. A text that is brought in may not extend another, which may change. What a
table plays otherwise stands behind the text (`own_rules.py`).

Sources: none; each file has its own.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import islice
from typing import Any

from companion.errors import (
    FAULT_LIMIT,
    CompanionError,
    FaultList,
    NotPossible,
    NotUnderstood,
    get_known,
    raise_all,
    say_path,
    saying_paths,
)
from companion.rules.figures.settlement import Settlement, name_given
from companion.rules.records.faults import find_faults
from companion.rules.records.own_rules import KEY, change_rules, freeze_own_rules, parse_own_rules
from companion.rules.records.round_numbers import Number
from companion.rules.records.rule_set import RuleSet
from companion.rules.text.names import find_doubled_names
from companion.rules.text.numbers import TARGET_LIMIT, write_number
from companion.rules.text.reader import find_unknown, group, parse_record, parse_toml

# A rule set of ours has about 8,000 characters and no line with more than a few dots.
TEXT_LIMIT = 100_000
DOT_LIMIT = 40
LINE_LIMIT = 400
FILES = resources.files("companion.rules")
RULE_SETS = FILES / "rulesets"
SETTLEMENTS = FILES / "settlements"
# What a race is where its table does not say it.
RACE = FILES / "race.toml"
_EXTENDS = re.compile('^extends *= *"(.*)"', re.M)
_PLACE = re.compile("^place = ([0-9]+)$", re.M)
_HEAD = re.compile(r'^\[\[([a-z.]+)\]\]\n(?:id = "|players = |when = \{ )([\w-]+)|^\[([a-z.]+)\]$', re.M)


@dataclass(frozen=True, slots=True)
class Extension:
    """What a form says about the file that it extends."""

    extends: str
    """The id of that file."""
    leave_out: tuple[str, ...] = ()
    """The tables that it does not take."""
    behind: dict[str, str] = field(default_factory=dict)
    """Behind which table a new one stands."""
    keeps_sources: bool = False
    """What it takes keeps its source."""
    defaults: dict[str, str | bool] = field(default_factory=dict)
    """Other defaults, by the id of the option."""


@cache
def load_text(rule_set_id: str) -> str:
    """The whole text of one of our files. Making it whole takes 3 ms, and a page may ask for it often.

    Raises `NotUnderstood`, with the name of the file, for a form that extends wrongly.
    """
    text = (RULE_SETS / f"{rule_set_id}.toml").read_text(encoding="utf-8")
    if (base := _EXTENDS.search(text)) is None:
        return text
    others = {each: each for each in RULE_SET_IDS if each != rule_set_id}
    with saying_paths(rule_set_id):
        return extend(text, load_text(get_known(others, base[1], "it cannot extend", ("extends",))))


def extend(text: str, base: str) -> str:
    """The base with the differences of a text; raises `NotUnderstood` for tables that the base lacks."""
    own, source = _split(text), parse_toml(base, "A rule set").get("source")
    about = next((each for each in own.get("", ()) if _EXTENDS.search(each)), "")
    own[""] = [each for each in own.get("", ()) if each != about]
    with saying_paths("the paragraph of “extends”"):
        extension = parse_record(Extension, parse_toml(about, "It"))
    own_source = parse_toml("\n".join(own[""]), "A rule set").get("source", source)
    if not extension.keeps_sources:
        base = re.sub(f'(?m)^source = "{source}"$', f'source = "{own_source}"', base)
    tables = _split(base)
    left_out, behind = extension.leave_out, extension.behind
    defaults = {f"option.{option}": json.dumps(value) for option, value in extension.defaults.items()}
    named = [
        ("leave_out", left_out, tables),
        ("behind", behind, own),
        ("behind", behind.values(), tables),
        ("defaults", defaults, tables),
    ]
    raise_all(
        [
            NotUnderstood(fault, (key,))
            for key, names, known in named
            for fault in find_unknown(names, known, "table")
        ]
    )
    for name, value in defaults.items():
        tables[name] = [re.sub("(?m)^default = .*", f"default = {value}", each) for each in tables[name]]
    names = list(tables)
    for name in own:
        if name not in tables:
            of_kind = [each for each in names if each.rpartition(".")[0] == name.rpartition(".")[0]] or names
            names.insert(names.index(behind.get(name, of_kind[-1])) + 1, name)
    tables |= own
    return "\n\n".join(each for name in names if name not in left_out for each in tables[name]) + "\n"


def _split(text: str) -> dict[str, list[str]]:
    """The paragraphs of a text by the name of their table: “” for those before all tables."""
    named = ((_HEAD.search(each), each) for each in text.strip().split("\n\n"))
    return group((".".join(filter(None, found.groups())) if found else "", each) for found, each in named)


def _find_place(path: Traversable) -> int:
    """The place of a file in every list. Only that line is read: parsing all files takes 15 ms."""
    if (found := _PLACE.search(path.read_text(encoding="utf-8"))) is None:
        raise NotUnderstood(f"{path.name} has no line “place = 1”, which orders the lists.")
    return int(found[1])


# Their file names, in the order of every list; the first is played where nobody names another.
RULE_SET_IDS = tuple(path.name.removesuffix(".toml") for path in sorted(RULE_SETS.iterdir(), key=_find_place))


def list_given() -> Iterator[str]:
    """What formulas may ask about that our rule sets name; a kept one may lack some of it, which is 0 there.

    “before_x” is the figure x of the round before.
    """
    for rule_set_id in RULE_SET_IDS:
        ours = parse_toml((RULE_SETS / f"{rule_set_id}.toml").read_text(encoding="utf-8"), rule_set_id)
        race = ours.get("race", {})
        named = [*ours.get("number", ()), *ours.get("extra", ()), *race.get("ending", ())]
        yield from (name_given(each["id"]) for each in named)
        yield from (name_given(f"agreed_{option['id']}") for option in ours.get("option", ()))
        yield from (f"before_{each}" for each in race.get("carries", {}).values())


@cache
def load_settlements() -> Mapping[str, Settlement]:
    """All settlements by id; raises every fault of the first file that has any."""
    given, found = tuple(dict.fromkeys(list_given())), {}
    for path in sorted(SETTLEMENTS.iterdir(), key=lambda each: each.name):
        name = path.name.removesuffix(".toml")
        raw = parse_toml(path.read_text(encoding="utf-8"), name)
        with saying_paths(name):
            found[name] = parse_record(Settlement, raw, id=name, given=given)
    return found


def get_settlement(settlement_id: str) -> Settlement:
    """The settlement with this id; raises `NotUnderstood`, naming the nearest known one."""
    return get_known(load_settlements(), settlement_id, "there is no settlement")


@lru_cache(maxsize=64)
def parse_rule_set(text: str) -> RuleSet:
    """The rule set that this TOML text holds; raises every fault of the text at once.

    The same text gives the same object.
    """
    # A key of 20,000 dots takes the reader eight seconds.
    if len(text) > TEXT_LIMIT or any(line.count(".") > DOT_LIMIT for line in text.splitlines()):
        raise NotUnderstood(
            f"A rule set has at most {write_number(TEXT_LIMIT)} characters, and {DOT_LIMIT} dots in a line."
        )
    values = parse_toml(text, "The rule set")
    name = str(values.get("id", "rule set"))[:80]
    kept = values.pop(KEY, None)
    own = None if kept is None else parse_own_rules(kept.get("json") if isinstance(kept, dict) else None)
    with saying_paths(name):
        raise_all(list(islice(_find_wild(values), FAULT_LIMIT)))
        rule_set = _read_rule_set(values, text=text)
    # Only what is whole can be changed.
    return rule_set if own is None else _read_rule_set(change_rules(values, own), text=text, own=own)


def _read_rule_set(values: dict[str, Any], **given: Any) -> RuleSet:
    """The rule set of these tables; raises what is wrong with the parts or, else, with the whole."""
    if isinstance(race := values.get("race"), dict):
        values |= {"race": parse_toml(RACE.read_text(encoding="utf-8"), RACE.name) | race}
    rule_set = _complete(parse_record(RuleSet, values, {Settlement: get_settlement}, **given))
    faults = FaultList()
    faults += find_faults(rule_set)
    raise_all(faults)
    return rule_set


def _complete(rule_set: RuleSet) -> RuleSet:
    """The rule set with its numbers; those of older rule sets are what the values of options ask for."""
    asked = tuple(
        Number("field_brights", "brights dealt to the field", 5, when={option.id: each.value}, asks=each.asks)
        for option in rule_set.options
        for each in option.listed
        if each.asks
    )
    return replace(rule_set, numbers=rule_set.numbers or asked)


def _find_wild(value: object, *where: str | int) -> Iterator[CompanionError]:
    """Texts and numbers that no rule set needs, wherever they stand."""
    key = say_path(where[-1:])
    if isinstance(value, str) and not (len(value) <= LINE_LIMIT and value.isprintable()):
        message = f"“{key}” is one line of at most {LINE_LIMIT} characters that can be printed."
        yield NotUnderstood(message, where)
    elif isinstance(value, int) and abs(value) > TARGET_LIMIT:
        yield NotUnderstood(f"“{key}” is a number up to {write_number(TARGET_LIMIT)}.", where)
    elif isinstance(value, list | dict):
        for each, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _find_wild(inner, *where, each[:80] if isinstance(each, str) else each)


def get_rule_set(rule_set_id: str) -> RuleSet:
    """The rule set with this id; raises `NotUnderstood`, naming the nearest known one."""
    known = {each: each for each in RULE_SET_IDS}
    return parse_rule_set(
        load_text(get_known(known, rule_set_id, "There is no game", where=("game",), listed=known))
    )


def get_own_rule_set(rule_set_id: str, own: object) -> RuleSet:
    """The rule set with this id as a table plays it: with the changes that a document holds, if any.

    Raises every fault at once, each with its path from “rules”.
    """
    published = get_rule_set(rule_set_id)
    if own in (None, {}):
        return published
    rule_set = parse_rule_set(freeze_own_rules(published.text, own))
    # Kept rules are not checked for this: a table with two of one name goes on playing.
    raise_all(
        [
            NotPossible(f"Two yaku are called {one.name}.", ("rules", "yaku", one.id, "name"))
            for place, _ in find_doubled_names([one.name.casefold() for one in rule_set.yaku])
            for one in [rule_set.yaku[place]]
        ]
    )
    return rule_set
