"""The search index: which words stand in which entries and lines, and how much each says.

An entry has lines: its title and other ways to ask for it. Three things are kept of a line: its words, its
pairs of neighbouring words, and its length. Pairs tell “who deals” from “deal who”, which words alone do not.

Sources: the entries name theirs.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from companion.reference.search_entries import Entry
from companion.reference.search_text import Reader, split

# How often a word of the verdict counts, beside a word of a line.
VERDICT_COUNT = 0.4
# A word in n lines of an entry says n / (n + this) of what it can.
WORD_HALF, PAIR_HALF = 0.4, 1.0
# The highest weight of a rare word, and how much more words of the game weigh than other English.
RAREST = 4.5
TABLE_WORD = 1.5
# What a stop word adds to the length of a line that is no title: “how do I win” is less of a name than “win”.
STOP_WEIGHT = 0.15
# Stands for every number that is no number of cards or players: “both at 215” is like “both at 200”.
ANY_SCORE = "some-score"
LOWEST_SCORE = 13


class Posting(NamedTuple):
    """Where a word stands: entries with how much it says there, and lines."""

    weight: float
    entries: tuple[tuple[int, float], ...]
    lines: tuple[int, ...]


class Index(NamedTuple):
    """What the search looks up. Entries and lines are numbers; `pairs` are entries with what each says."""

    words: dict[str, Posting]
    pairs: dict[str, tuple[tuple[int, float], ...]]
    entry_of_line: tuple[int, ...]
    # The weight of all words of a line.
    norms: tuple[float, ...]


def is_score(word: str) -> bool:
    return word.isdecimal() and len(word) < 4 and int(word) >= LOWEST_SCORE


def _count_homes(amounts: dict[int, float]) -> float:
    """In how many entries a word is at home: one that stands in ten lines of one and in one of another has
    little more than one.
    """
    total = sum(amounts.values())
    return math.exp(-sum(each / total * math.log(each / total) for each in amounts.values()))


def build_index(entries: Sequence[Entry], reader: Reader) -> Index:
    """The index of these entries; a variant is none of its own."""
    lines: list[set[str]] = []
    stop_counts: list[int] = []
    entry_of_line: list[int] = []
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    pair_counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    on_lines: defaultdict[str, list[int]] = defaultdict(list)
    summaries: list[set[str]] = []
    told_by: set[str] = set()
    for number, entry in enumerate(entries):
        summaries.append(set())
        if entry.is_variant:
            # Those of a ruling follow it: it is found by their verdicts too.
            told_by.update(reader.read(entry.summary) if entry.kind == "ruling" else ())
            continue
        told_by = summaries[-1]
        told_by.update(reader.read(entry.summary))
        for text in (entry.title, *entry.lines):
            reading = reader.read_closely(split(text))
            own = {*reading.words, *(ANY_SCORE for word in reading.words if is_score(word))}
            for word in own:
                counts[word][number] += 1
                on_lines[word].append(len(lines))
            for pair in set(reading.pairs):
                pair_counts[pair][number] += 1
            lines.append(own - {ANY_SCORE})
            stop_counts.append(0 if text == entry.title else reading.stop_count)
            entry_of_line.append(number)
    told: defaultdict[str, list[int]] = defaultdict(list)
    for number, words_told in enumerate(summaries):
        for word in words_told:
            told[word].append(number)
    size = sum(not entry.is_variant for entry in entries)
    postings = {}
    for word in sorted({*counts, *told}):
        amounts: dict[int, float] = dict(counts[word])
        for number in told[word]:
            amounts[number] = amounts.get(number, 0.0) + VERDICT_COUNT
        weight = min(math.log(1 + size / _count_homes(amounts)), RAREST)
        postings[word] = Posting(
            weight * (TABLE_WORD if word in reader.canonical else 1.0),
            tuple((number, amount / (amount + WORD_HALF)) for number, amount in sorted(amounts.items())),
            tuple(on_lines[word]),
        )
    pairs_found = {
        pair: tuple(
            (number, math.log(1 + size / len(found)) * amount / (amount + PAIR_HALF))
            for number, amount in sorted(found.items())
        )
        for pair, found in sorted(pair_counts.items())
    }
    norms = tuple(
        sum(postings[word].weight for word in sorted(line)) + STOP_WEIGHT * stop_count
        for line, stop_count in zip(lines, stop_counts, strict=True)
    )
    return Index(postings, pairs_found, tuple(entry_of_line), norms)
