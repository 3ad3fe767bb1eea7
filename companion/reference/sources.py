"""The sources: what each is, which edition was read, and what it is good for.

    >>> get_source("KD85").by
    'K.K. Corner and R. Whitbeck'

Sources: docs/rules/README.md.
"""

from dataclasses import dataclass
from functools import cache

from companion.errors import get_known
from companion.reference.content_file import read_content
from companion.rules.text.reader import parse_records


@dataclass(frozen=True, slots=True)
class Source:
    """One source, in the edition that was read; `name` is short, for the middle of a sentence."""

    id: str
    name: str
    title: str
    by: str
    edition: str
    good_for: str


@cache
def load_sources() -> dict[str, Source]:
    return {source.id: source for source in parse_records(Source, read_content("sources.toml"), "source")}


def get_source(key: str) -> Source:
    """The source with this key; raises `NotUnderstood`, naming the nearest known one."""
    return get_known(load_sources(), key, "There is no source")
