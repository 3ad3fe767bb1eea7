"""Our rule set files: their list, and their texts. The text of a file that extends another is made whole.

A form of a game may say only what differs from another form:

    extends = "koikoi-modern"
    leave_out = ["option.exhausted", "yaku.month-cards"]
    behind = { "yaku.moonlit-blossoms" = "yaku.flower-viewing" }

It takes the tables of that file under its own `source`: what both books say alike. Its own tables stand in
their place, whole. A new one is the last of its kind, or stands `behind` another. What stands before the
first table is not taken. A table is named by its head with its `id`, its `players` or the first option of its
`when`: “turn”, “deal.2”, “yaku.dragon”, “amendment.cup” (each amendment of the cup).

    >>> ours, base = load_text("koikoi-nintendo"), load_text("koikoi-modern")
    >>> 'id = "blue-ribbons"' in ours, "FKK" in ours, base.count("[[option]]"), ours.count("[[option]]")
    (True, False, 7, 3)

A kept game has the whole text. A text that is brought in may not extend another, which may change.

Sources: none; each file has its own.
"""

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from companion.errors import NotUnderstood, raise_all
from companion.rules.records import find_unknown, group, parse_toml

RULE_SETS = resources.files("companion.rules") / "rulesets"
LAST_PLACE = 99
_TABLE = re.compile(r'^\[\[([a-z.]+)\]\]\n(?:id = "|players = |when = \{ )([\w-]+)|^\[([a-z.]+)\]$', re.M)


@cache
def load_text(rule_set_id: str) -> str:
    """The whole text of one of our files. Making it whole takes 3 ms, and a page may ask for it often."""
    text = (RULE_SETS / f"{rule_set_id}.toml").read_text(encoding="utf-8")
    base = re.search('^extends = "(.+)"$', text, re.M)
    return extend(text, load_text(base[1])) if base else text


def extend(text: str, base: str) -> str:
    """The base with the differences of a text; raises `NotUnderstood` for tables that the base lacks."""
    source, own_source = (parse_toml(each, "A rule set")["source"] for each in (base, text))
    own, tables = _split(text), _split(base.replace(f'source = "{source}"', f'source = "{own_source}"'))
    head = parse_toml("\n".join(own[""]), "A rule set")
    left_out, behind = head.get("leave_out", []), head.get("behind", {})
    raise_all([NotUnderstood(said) for said in find_unknown([*left_out, *behind.values()], tables, "table")])
    names = list(tables)
    for name in own:
        if name not in tables:
            of_kind = [each for each in names if each.rpartition(".")[0] == name.rpartition(".")[0]] or names
            names.insert(names.index(behind.get(name, of_kind[-1])) + 1, name)
    tables |= own | {"": [each for each in own[""] if not each.startswith("extends = ")]}
    return "\n\n".join(each for name in names if name not in left_out for each in tables[name]) + "\n"


def _split(text: str) -> dict[str, list[str]]:
    """The paragraphs of a text by the name of their table: “” for those before all tables."""
    named = ((_TABLE.search(each), each) for each in text.strip().split("\n\n"))
    return group((".".join(filter(None, found.groups())) if found else "", each) for found, each in named)


def _find_place(path: Traversable) -> tuple[int, str]:
    """The place in every list; found without parsing, which takes 50 ms for all files at each start."""
    found = re.search(r"^place = ([0-9]+)$", path.read_text(encoding="utf-8"), re.M)
    return (int(found[1]) if found else LAST_PLACE, path.name)


# Their file names, in the order of every list; the first is played where nobody names another.
RULE_SET_IDS = tuple(path.name.removesuffix(".toml") for path in sorted(RULE_SETS.iterdir(), key=_find_place))
