"""Searching rulings, cards, yaku, rules and words in one list.

A question is compared with every line of an entry, its title and other ways to ask for it, and with all of
its words. Rare words weigh more; a mistyped word is read as the nearest known one. An answer that is too
unlike the question is none.

    >>> [(hit.entry.kind, hit.entry.id) for hit in search("wild card from the pile")][:1]
    [('ruling', 'gaji-from-pile')]
    >>> search("???"), search("chicken soup recipe"), search("wildcrad")[0].entry.id
    ((), (), 'gaji-what')

Sources: the entries name theirs.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from companion.reference.rulings import find_game, find_rule_set
from companion.reference.search_entries import KIND_SHARES, Entry, load_entries
from companion.reference.search_languages import load_languages
from companion.reference.search_text import load_reader, split
from companion.rules import RULE_SET_IDS, get_rule_set

HIT_LIMIT, NEAREST_LIMIT = 20, 3
# Letters of a question that are read: each strange word is compared with all known ones.
QUERY_LIMIT = 200
# What a score is made of: the likeness to the best line, and how much of the question the entry has.
BEST_LINE, COVERED = 0.5, 0.5
# Who types a name wants the thing of that name.
NAMED = 1.25
# A word of the table weighs more than other English, a pair of words less, and a word that is nowhere like a
# rare one.
TABLE_WORD, PAIR, UNKNOWN = 1.5, 0.4, 6.0
# A word of the verdict counts as this part of a line; a word in n lines says n / (n + this) of what it can.
VERDICT_LINE = 0.4
# An entry of another game than the one that is named, and of none that is assumed.
MISSED_GAME, NOT_ASSUMED = 0.7, 0.92
# If the best score is below the first, nothing answers; below the second nothing is listed. With two or three
# words of the table a part of the first is enough. Measured with `tests/reference/off_topic.toml`.
NEAR_ENOUGH, WORTH_LISTING = 0.47, 0.2
TABLE_WORDS_NEAR = (1.0, 1.0, 0.85, 0.5)
# A game, and the name of yaku in another: “Sakura 1”, “a Sakura yaku”.
SHARED_NAME = "sakura"
GAME_NAMES = frozenset(["kwado", "koi-koi", "min-hwatu", "hwatu", "hawaii"])
# Stands for every number that is no number of cards or players: “both at 215” is like “both at 200”.
ANY_SCORE = "some-score"
_SCORE = re.compile(r"\b(1[3-9]|[2-9][0-9]|[1-9][0-9]{2})\b")
DEFAULT_GAME = find_game(RULE_SET_IDS[0]) or ""


class Hit(NamedTuple):
    """An entry found, with its score."""

    entry: Entry
    score: float


class Searcher:
    """Searches entries: a variant is found by the lines of the entry whose place it takes."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._reader, self._languages = load_reader(), load_languages()
        # The entry that speaks for a rule set, the narrowest last; all rule sets of an entry.
        self._own: dict[tuple[str, ...], Entry] = {}
        self._homes: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        for entry in sorted(entries, key=lambda entry: -len(entry.rule_sets)):
            self._own |= {(*_name(entry), home): entry for home in entry.rule_sets}
            self._homes[_name(entry)].update(entry.rule_sets)
        self._entries = [entry for entry in entries if not entry.is_variant]
        verdicts: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        for entry in entries:
            if not entry.is_variant or entry.kind == "ruling":
                verdicts[_name(entry)].update(self._reader.read(entry.summary))
        # Terms are words and pairs of them. The terms and the entry of each line, and the lines of each term.
        lines: list[set[str]] = []
        self._entry_of_line: list[int] = []
        self._lines: defaultdict[str, list[int]] = defaultdict(list)
        self._names: defaultdict[frozenset[str], set[int]] = defaultdict(set)
        having: defaultdict[str, Counter[int]] = defaultdict(Counter)
        pairs: set[str] = set()
        for number, entry in enumerate(self._entries):
            for text in dict.fromkeys((entry.title, *entry.lines)):
                reading = self._reader.read_closely(split(text))
                pairs |= _add_scores(reading.pairs)
                for term in (terms := _add_scores([*reading.words, *reading.pairs])):
                    self._lines[term].append(len(lines))
                    having[term][number] += 1
                lines.append(terms)
                self._entry_of_line.append(number)
                self._names[frozenset(terms)].add(number)
                # Around a name stop words say nothing: “the rules”. A question is another one without them.
                if entry.kind == "rules" and not entry.place:
                    self._names[frozenset(reading.words)].add(number)
        amounts: dict[str, dict[int, float]] = {term: dict(found) for term, found in having.items()}
        for number, entry in enumerate(self._entries):
            for word in verdicts[_name(entry)]:
                found = amounts.setdefault(word, {})
                found[number] = found.get(number, 0.0) + VERDICT_LINE
        # What each term weighs, how much of that each entry has, and the length of each line.
        self.weights = {
            term: math.log(1 + len(self._entries) / _count_homes(found.values()))
            * (PAIR if term in pairs else TABLE_WORD if term in self._reader.canonical else 1.0)
            for term, found in amounts.items()
        }
        self._parts = {
            term: {
                number: 1.0 if term in pairs else amount / (amount + VERDICT_LINE)
                for number, amount in found.items()
            }
            for term, found in amounts.items()
        }
        self._lengths = [sum(self.weights[term] for term in sorted(terms)) for terms in lines]
        # Words that a typing mistake may stand for, each with the word that it means.
        self._meant = {word: word for word in self.weights if word not in pairs} | {
            word: canonical for word, canonical in self._reader.aliases.items() if canonical in self.weights
        }
        self._known = sorted({*self._meant, *self._reader.vocabulary})
        self._form_words = self._list_form_words()
        self._yaku_words = set(self._reader.read("yaku set one two three four five six seven eight"))

    def search(
        self,
        query: str,
        *,
        rule_set_id: str | None = None,
        played: str | None = None,
        limit: int = HIT_LIMIT,
        least: float = NEAR_ENOUGH,
    ) -> tuple[Hit, ...]:
        """The entries that answer the query, best first; with a rule set, only its own.

        An entry is shown in the words of the game or form that is named or played.
        """
        english = self._languages.translate(query[:QUERY_LIMIT], lambda word: self._knows(split(word)[0]))
        reading = self._reader.read_closely(self._mend(split(english)))
        words = set(reading.words)
        named = {self._reader.games[word] for word in words if word in self._reader.games}
        if SHARED_NAME in words and self._yaku_words.isdisjoint(words):
            named.add(SHARED_NAME)
        spoken = self._choose_words(words, named, played or rule_set_id)
        if not named and spoken and find_game(spoken) != DEFAULT_GAME:
            named = {find_game(spoken) or ""}
        hits = []
        terms = _add_scores([*words, *reading.pairs])
        names = self._names.get(frozenset(terms), set()) | self._names.get(frozenset(words), set())
        scores = self._score(words, terms)
        # A ruling of several games does not name them: it answers as if its game had not been named.
        unnamed = (
            self._score(words - GAME_NAMES, {term for term in terms if GAME_NAMES.isdisjoint(term.split())})
            if words & GAME_NAMES
            else {}
        )
        for number, score in scores.items():
            entry = self._entries[number]
            homes = self._homes[_name(entry)]
            if not named.isdisjoint(map(find_game, homes)):
                score = max(score, unnamed.get(number, 0.0))
            if rule_set_id is not None and homes and rule_set_id not in homes:
                continue
            score = max(score, NAMED if number in names else 0.0) * KIND_SHARES[entry.kind]
            score *= _weigh_game(set(map(find_game, homes)), named)
            hits.append(Hit(self._own.get((*_name(entry), spoken or ""), entry), score))
        hits.sort(key=lambda hit: -hit.score)
        told = len(words & self._reader.canonical)
        least *= TABLE_WORDS_NEAR[min(told, len(TABLE_WORDS_NEAR) - 1)]
        if not hits or hits[0].score < least:
            return ()
        return tuple(hit for hit in hits[:limit] if hit.score >= min(least, WORTH_LISTING))

    def find_nearest_words(self, text: str) -> list[str]:
        """The known word most like each of the first words of a text."""
        from rapidfuzz import fuzz, process

        found = (process.extractOne(word, self._known, scorer=fuzz.ratio) for word in split(text)[:5])
        return [word for word, *_ in filter(None, found)]

    def _score(self, words: set[str], terms: set[str]) -> dict[int, float]:
        """The score of each entry that has a word or pair of the question.

        The likeness to a line is the cosine: of each term the root of its weight is a coordinate.
        """
        known = {term: self.weights[term] for term in sorted(terms) if term in self.weights}
        length = sum(known.values()) + UNKNOWN * sum(
            len(word) > 2 and word not in known and not word.isdecimal() for word in words
        )
        shared: defaultdict[int, float] = defaultdict(float)
        scores: defaultdict[int, float] = defaultdict(float)
        for term, weight in known.items():
            for line in self._lines.get(term, ()):
                shared[line] += weight
            for number, part in self._parts[term].items():
                scores[number] += COVERED * weight * part / length
        likeness: defaultdict[int, float] = defaultdict(float)
        for line, weight in shared.items():
            number = self._entry_of_line[line]
            likeness[number] = max(likeness[number], weight / math.sqrt(length * self._lengths[line]))
        return {number: score + BEST_LINE * likeness[number] for number, score in scores.items()}

    def _choose_words(self, words: set[str], named: set[str], played: str | None) -> str | None:
        """The rule set in whose words to answer: of the form that is named, of the game, or as played."""
        forms = [form for form, said in self._form_words.items() if not words.isdisjoint(said)]
        if len(forms) == 1:
            return forms[0]
        if len(named) == 1 and find_game(played) not in named:
            return find_rule_set(next(iter(named)))
        return played

    def _list_form_words(self) -> Mapping[str, set[str]]:
        """The words that name a form of a game, by its rule set; the first form of a game needs none."""
        forms = [one for one in RULE_SET_IDS if one != find_rule_set(find_game(one) or "")]
        rule_sets = [get_rule_set(one) for one in forms]
        read = self._reader.read
        return {rules.id: set(read(rules.name)) - set(read(rules.game)) for rules in rule_sets}

    def _knows(self, word: str) -> bool:
        return word in self.weights or word in self._reader.vocabulary

    def _mend(self, words: list[str]) -> list[str]:
        """The words, each mistyped one as the nearest known one; the last may be unfinished."""
        mended = [word if self._knows(word) else self._spell(word) for word in words]
        if words and len(words[-1]) > 2 and not self._knows(words[-1]):
            begun = [known for known in self._meant if known.startswith(words[-1])]
            mended[-1] = min(begun, key=self._rate, default=mended[-1])
        return mended

    def _spell(self, word: str) -> str:
        """The known word with one mistake less, or two in a long one, that is best known; else the word."""
        if len(word) < 3 or not word.isascii() or not word.isalpha():
            return word
        # Imported late: they take 4 MB, and most words are spelled well.
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        allowed = 2 if len(word) > 7 else 1
        found = process.extract_iter(word, self._known, scorer=OSA.distance, score_cutoff=allowed)
        # Letters swapped are likelier than letters that differ, and the first letter is seldom wrong:
        # “wetter” is not “better”.
        near = [
            (mistakes, sorted(known) != sorted(word), self._rate(known))
            for known, mistakes, _ in found
            if sorted(known) == sorted(word) or (known[0] == word[0] and len(word) > 3)
        ]
        return min(near)[-1][-1] if near else word

    def _rate(self, known: str) -> tuple[float, str]:
        """Lowest for the commonest word."""
        return self.weights.get(self._meant.get(known, known), 0.0), known


def _add_scores(terms: Iterable[str]) -> set[str]:
    """The words and pairs, and those with a score once more with what stands for any score."""
    return {*terms, *(_SCORE.sub(ANY_SCORE, term) for term in terms)}


def _count_homes(amounts: Iterable[float]) -> float:
    """In how many entries a term is at home: one that stands in ten lines of one and in one of another has
    little more than one.
    """
    amounts = list(amounts)
    total = sum(amounts)
    return math.exp(-sum(each / total * math.log(each / total) for each in amounts))


def _weigh_game(games: set[str | None], named: set[str]) -> float:
    if not games or not named.isdisjoint(games):
        return 1.0
    if named:
        return MISSED_GAME
    return 1.0 if DEFAULT_GAME in games else NOT_ASSUMED


def _name(entry: Entry) -> tuple[str, ...]:
    """What an entry is, whatever words it has. Two games may have a yaku of one id, which are two things."""
    game = find_game(entry.rule_sets[0]) or "" if entry.kind == "yaku" else ""
    return (entry.kind, entry.id, game, entry.place if entry.kind == "rules" else "")


@cache
def load_searcher() -> Searcher:
    return Searcher(load_entries())


def search(
    query: str, *, rule_set_id: str | None = None, played: str | None = None, limit: int = HIT_LIMIT
) -> tuple[Hit, ...]:
    """The entries that answer the query, best first.

    A query that names no game is about the game of the rule set that is `played`.
    """
    return load_searcher().search(query, rule_set_id=rule_set_id, played=played, limit=limit)


def search_nearest(query: str, *, limit: int = NEAREST_LIMIT) -> tuple[Hit, ...]:
    """The nearest hits for a query that nothing answers: they have some of its words, or words like them."""
    searcher = load_searcher()
    found = searcher.search(query, limit=limit, least=0.0)
    if found:
        return found
    words = searcher.find_nearest_words(query[:QUERY_LIMIT])
    return searcher.search(" ".join(words), limit=limit, least=0.0)
