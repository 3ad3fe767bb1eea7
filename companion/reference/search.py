"""Searching rulings, cards, yaku, rules and words in one list.

An entry has lines: its title and other ways to ask for it. A query is compared with the line most like it,
and with all words of the entry; rare words weigh more. An unknown word counts as the nearest known one.

    >>> [(hit.entry.kind, hit.entry.id) for hit in search("wild card from the pile")][:1]
    [('ruling', 'gaji-from-pile')]
    >>> search("???"), search("wildcrad")[0].entry.id
    ((), 'gaji-what')

Sources: the entries name theirs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from companion.reference.rulings import GAMES, find_game
from companion.reference.search_entries import KINDS, Entry, load_entries
from companion.reference.search_text import Reader, load_reader, split
from companion.rules import RULE_SET_IDS, get_rule_set

HIT_LIMIT = 20
# The weight of a word in a line, and in the verdict.
LINE_WEIGHT, VERDICT_WEIGHT = 1.0, 0.4
# The share of the likeness to one line; the rest is for words anywhere in the entry.
LIKENESS_SHARE = 0.6
# The highest weight of a rare word, and how much more words of the game weigh than other English.
RAREST = 4.0
TABLE_WORD = 1.5
FULL_LIKENESS = 0.999
# The default game for ranking.
DEFAULT_RULE_SET = RULE_SET_IDS[0]
OTHER_GAME_SHARE = 0.85
# By the number of typing mistakes: letters wrong, missing, added or swapped.
NEAR_WEIGHTS = (1.0, 0.75, 0.55)
BEGINNING_WEIGHT = 0.7


class Hit(NamedTuple):
    """An entry found, with its score."""

    entry: Entry
    score: float


class Index:
    """A search index over entries."""

    def __init__(self, entries: Sequence[Entry], reader: Reader) -> None:
        self.entries = entries
        self.reader = reader
        # Whether an entry concerns the default game, and whether another; some concern both.
        of_default = set(GAMES[find_game(DEFAULT_RULE_SET) or ""])
        # The words that name a form of a game, and the entry that speaks for a rule set alone.
        self._form_words = {
            form: set(reader.read(get_rule_set(form).name)) - set(reader.read(get_rule_set(form).game))
            for form in {entry.form for entry in entries if entry.form}
        }
        self._own: dict[tuple[str, str, str], Entry] = {}
        for entry in sorted(entries, key=lambda entry: -len(entry.rule_sets)):
            for home in entry.rule_sets:
                self._own[entry.kind, entry.id, home] = entry
        self._is_of_default = [not of_default.isdisjoint(entry.rule_sets) for entry in entries]
        self._is_of_other = [not of_default.issuperset(entry.rule_sets) for entry in entries]
        self._words: dict[str, dict[int, float]] = {}
        self._lines: dict[str, list[int]] = {}
        self._entry_of_line: list[int] = []
        lines: list[set[str]] = []
        for number, entry in enumerate(entries):
            for text in (entry.title, *entry.lines):
                words = set(reader.read(text))
                for word in words:
                    self._words.setdefault(word, {})[number] = LINE_WEIGHT
                    self._lines.setdefault(word, []).append(len(lines))
                lines.append(words)
                self._entry_of_line.append(number)
            for word in reader.read(entry.summary):
                self._words.setdefault(word, {}).setdefault(number, VERDICT_WEIGHT)
        count = len(entries)
        self._weights = {
            word: min(math.log(1 + count / len(found)), RAREST)
            * (TABLE_WORD if word in reader.canonical else 1.0)
            for word, found in sorted(self._words.items())
        }
        self._norms = [sum(self._weights[word] for word in sorted(words)) for words in lines]
        # Words that a typing mistake may stand for: those of the index, and their synonyms.
        self._meant = {word: word for word in self._weights} | {
            word: canonical for word, canonical in reader.aliases.items() if canonical in self._weights
        }

    def search(
        self,
        query: str,
        *,
        rule_set_id: str | None = None,
        played: str | None = None,
        limit: int = HIT_LIMIT,
    ) -> tuple[Hit, ...]:
        """The entries that answer the query, best first; with a rule set, only its own.

        An entry of a form is found by the name of the form, and stands in the place of its game's entry where
        the form is played.
        """
        wanted = list(dict.fromkeys(self.reader.read(query)))
        asked = [self._find_words(word, is_last=word == wanted[-1]) for word in wanted]
        is_other_game = not self.reader.other_game_words.isdisjoint(wanted)
        total = 0.0
        found: dict[int, float] = {}
        on_lines: dict[int, float] = {}
        for near in asked:
            total += max((self._weights[one] * like for one, like in near), default=1.0)
            best: dict[int, float] = {}
            best_on_lines: dict[int, float] = {}
            for one, like in near:
                weight = self._weights[one] * like
                for number, part in self._words[one].items():
                    best[number] = max(best.get(number, 0.0), weight * part)
                for line in self._lines.get(one, ()):
                    best_on_lines[line] = max(best_on_lines.get(line, 0.0), weight)
            for number, weight in best.items():
                found[number] = found.get(number, 0.0) + weight
            for line, weight in best_on_lines.items():
                on_lines[line] = on_lines.get(line, 0.0) + weight
        likeness: dict[int, float] = {}
        for line, weight in on_lines.items():
            number = self._entry_of_line[line]
            like = weight / math.sqrt(total * self._norms[line])
            likeness[number] = max(likeness.get(number, 0.0), like)
        is_of_default, is_of_other = self._is_of_default, self._is_of_other
        named_forms = {form for form, words in self._form_words.items() if not words.isdisjoint(wanted)}
        spoken = None if named_forms else played or rule_set_id
        hits = []
        for number, weight in found.items():
            entry = self.entries[number]
            if rule_set_id is not None and entry.rule_sets and rule_set_id not in entry.rule_sets:
                continue
            if entry.form and entry.form not in named_forms and entry.form != rule_set_id:
                continue
            kind = KINDS[entry.kind]
            like = likeness.get(number, 0.0)
            share = kind.named if like > FULL_LIKENESS else kind.share
            if entry.rule_sets and not (is_of_other if is_other_game else is_of_default)[number]:
                share *= OTHER_GAME_SHARE
            score = share * (LIKENESS_SHARE * like + (1 - LIKENESS_SHARE) * weight / total)
            hits.append((-score, number, Hit(self._speak_for(entry, spoken), score)))
        hits.sort(key=lambda hit: hit[:2])
        # A ruling in the words of two games is listed once.
        listed: dict[str, Hit] = {}
        for _, _, hit in hits:
            listed.setdefault(hit.entry.address.partition("?")[0], hit)
        return tuple(islice(listed.values(), limit))

    def _speak_for(self, entry: Entry, rule_set_id: str | None) -> Entry:
        """The entry in the words of a rule set, if it is one of the same game."""
        if rule_set_id is None or find_game(rule_set_id) not in map(find_game, entry.rule_sets):
            return entry
        return self._own.get((entry.kind, entry.id, rule_set_id), entry)

    def _find_words(self, word: str, *, is_last: bool) -> list[tuple[str, float]]:
        """The words of the index that a word may mean, with how sure that is."""
        if word in self._weights:
            return [(word, 1.0)]
        if len(word) < 3:
            return []
        # Imported late: they take 4 MB, and most words are spelled well.
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        near: dict[str, float] = {}
        allowed = 0 if len(word) < 4 else 1 if len(word) < 7 else 2
        likes = [
            (known, NEAR_WEIGHTS[round(typos)])
            for known, typos, _ in process.extract_iter(
                word, self._meant.keys(), scorer=OSA.distance, score_cutoff=allowed
            )
        ]
        if is_last:
            likes += [(known, BEGINNING_WEIGHT) for known in self._meant if known.startswith(word)]
        for known, like in likes:
            meant = self._meant[known]
            near[meant] = max(near.get(meant, 0.0), like)
        return sorted(near.items(), key=lambda pair: (-pair[1], pair[0]))[:5]


@cache
def load_index() -> Index:
    return Index(load_entries(), load_reader())


def search(
    query: str, *, rule_set_id: str | None = None, played: str | None = None, limit: int = HIT_LIMIT
) -> tuple[Hit, ...]:
    """The entries that answer the query, best first.

    A query that names no game is about the game of the rule set that is `played`.
    """
    index = load_index()
    is_named = not index.reader.other_game_words.isdisjoint(index.reader.read(query))
    if played is not None and find_game(played) != find_game(DEFAULT_RULE_SET) and query and not is_named:
        query = f"{query} in {get_rule_set(played).game}"
    return index.search(query, rule_set_id=rule_set_id, played=played, limit=limit)


def search_nearest(query: str, *, limit: int = 5) -> tuple[Hit, ...]:
    """The nearest hits for a query that found nothing: those that contain a part of its words."""
    found: dict[str, Hit] = {}
    for word in split(query)[:5]:
        parts = [
            word[at : at + length] for length in range(len(word) - 1, 2, -1) for at in (0, len(word) - length)
        ]
        for part in parts[:12]:
            for hit in search(part, limit=limit):
                found.setdefault(hit.entry.address, hit)
            if found:
                break
    return tuple(found.values())[:limit]
