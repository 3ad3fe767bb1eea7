"""The sources: what each is, in which edition it was read, and what it is good for.

    >>> get_source("KD85").by
    'K.K. Corner and R. Whitbeck'

Sources: docs/rules/README.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.errors import CompanionError, NotUnderstood, say_nearest
from companion.reference.content_file import parse_records, raise_all, read_content


@dataclass(frozen=True, slots=True)
class Source:
    """One source, with the edition of it that was read."""

    id: str
    title: str
    by: str
    edition: str
    good_for: str


def parse_sources(text: str) -> tuple[Source, ...]:
    """The sources that a text holds; raises every fault of it."""
    faults: list[CompanionError] = []
    found = []
    for row in parse_records(text, "source", faults):
        keys = ("id", "title", "by", "edition", "good_for")
        found.append(Source(*(row.take(key) for key in keys)))
        row.close()
    raise_all(faults)
    return tuple(found)


@cache
def load_sources() -> dict[str, Source]:
    """All sources by their keys."""
    return {source.id: source for source in parse_sources(read_content("sources.toml"))}


def get_source(key: str) -> Source:
    """The source with this key; raises `NotUnderstood`, naming the nearest known one."""
    source = load_sources().get(key)
    if source is None:
        raise NotUnderstood(f"There is no source “{key[:80]}”{say_nearest(key, load_sources())}.")
    return source
