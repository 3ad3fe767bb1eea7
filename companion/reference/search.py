"""Searching rulings, cards, yaku, rules and words in one list.

A question is compared with every line of an entry, with all of its words, and with pairs of neighbouring
words; rare words weigh more. An unknown word counts as the nearest known ones. An answer that is too unlike
the question is none.

    >>> [(hit.entry.kind, hit.entry.id) for hit in search("wild card from the pile")][:1]
    [('ruling', 'gaji-from-pile')]
    >>> search("???"), search("chicken soup recipe"), search("wildcrad")[0].entry.id
    ((), (), 'gaji-what')

Sources: the entries name theirs.
"""

from __future__ import annotations

import math
import operator
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, replace
from functools import cache
from itertools import islice
from typing import NamedTuple

from companion.reference.compiled import load_compiled
from companion.reference.rulings import find_game, find_rule_set
from companion.reference.search_entries import KINDS, Entry, load_entries
from companion.reference.search_index import ANY_SCORE, Index, Posting, build_index, is_score
from companion.reference.search_languages import Languages, load_languages
from companion.reference.search_text import Reader, load_reader, split
from companion.rules import RULE_SET_IDS, get_rule_set

HIT_LIMIT, NEAREST_LIMIT = 20, 3
# Letters of a question that are read: each strange word is compared with all known ones.
QUERY_LIMIT = 200
# What a score is made of: the likeness to the best line, a part of that to the next one, the words of the
# entry, and pairs of words.
LINE_SHARE, SECOND_LINE, WORDS_SHARE, PAIR_SHARE = 0.5, 0.2, 0.5, 0.3
FULL_LIKENESS = 0.999
# What is not named exactly scores less than what is.
HIGHEST = 1.3
# A word that is nowhere in the index makes every answer less likely; from the third on little, as who tells a
# story names people and things.
UNKNOWN_WEIGHT, FURTHER_UNKNOWN = 3.0, 0.5
MOST_UNKNOWN = 2
# Words of the table in a question, and what part of the score then is near enough: a long story with three of
# them is about the game.
TABLE_WORDS_NEAR = (1.0, 1.0, 0.85, 0.5)
# An entry of another game than the one that is named, of that game alone, and of none that is assumed.
MISSED_GAME, OWN_GAME, NOT_ASSUMED = 0.7, 1.12, 0.9
# What the index is made from.
SOURCES = ("cards", "rules", "reference")
# If the best score is below the first, nothing answers; below the second nothing is listed. Measured with
# questions about other things, `tests/reference/off_topic.toml`.
NEAR_ENOUGH, WORTH_LISTING = 0.5, 0.2
# By the number of typing mistakes: letters wrong, missing, added or swapped.
NEAR_WEIGHTS = (1.0, 0.75, 0.55)
BEGINNING_WEIGHT = 0.7
# For each corrected word, and if most words are unknown.
SPELLED, MOSTLY_UNKNOWN = 0.88, 0.75
# A game, and the name of yaku in another: “Sakura 1”, “a Sakura yaku”.
SHARED_NAME = "sakura"
GAME_NAMES = frozenset(["kwado", "koi-koi", "min-hwatu", "hwatu", "hawaii"])
SHORTEST_CORRECTED, SHORTEST_GUESSED, SHORTEST_TWICE = 3, 4, 8
OTHER_SCORE = 0.6
DEFAULT_RULE_SET = RULE_SET_IDS[0]
DEFAULT_GAME = find_game(DEFAULT_RULE_SET) or ""


class Hit(NamedTuple):
    """An entry found, with its score."""

    entry: Entry
    score: float


class Searcher:
    """Searches entries by their index."""

    def __init__(
        self,
        entries: Sequence[Entry],
        index: Index,
        form_words: Mapping[str, Iterable[str]],
        reader: Reader,
        languages: Languages,
    ) -> None:
        self.entries = entries
        self.index = index
        self.reader = reader
        self.languages = languages
        self._form_words = form_words
        # The entry that speaks for a rule set, the narrowest last; all rule sets and games of an entry.
        self._own: dict[tuple[str, ...], Entry] = {}
        homes: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        for entry in sorted(entries, key=lambda entry: -len(entry.rule_sets)):
            for home in entry.rule_sets:
                self._own[*_name(entry), home] = entry
            homes[_name(entry)].update(entry.rule_sets)
        self._homes = [homes[_name(entry)] for entry in entries]
        self._games = [{find_game(home) for home in homes[_name(entry)]} for entry in entries]
        # Words that a typing mistake may stand for: those of the index, and their synonyms.
        self._meant = {word: word for word in index.words} | {
            word: canonical for word, canonical in reader.aliases.items() if canonical in index.words
        }
        self._yaku_words = set(reader.read("yaku set one two three four five six seven eight"))
        self._game_names = GAME_NAMES.intersection(reader.games)
        self._vocabulary = sorted({*self._meant, *reader.vocabulary})

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
        typed = split(self._translate(query[:QUERY_LIMIT]))
        words = self._correct(typed)
        reading = self.reader.read_closely(words)
        wanted = list(dict.fromkeys([*reading.words, *self._find_tie(reading.words)]))
        named = {self.reader.games[word] for word in wanted if word in self.reader.games}
        sureness = self._weigh_unknown(wanted, sum(map(operator.ne, typed, words)))
        if SHARED_NAME in wanted and not self._means_a_yaku(wanted):
            named.add(SHARED_NAME)
        spoken = self._choose_words(wanted, named, played or rule_set_id)
        if not named and spoken and find_game(spoken) != DEFAULT_GAME:
            named = {find_game(spoken) or ""}
        scores = self._score(wanted, reading.pairs)
        # A ruling of several games does not name them: with the name of its game it answers as without.
        rest = [word for word in wanted if word not in self._game_names]
        if rest and rest != wanted and len(named) == 1:
            for number, found in self._score(rest, reading.pairs).items():
                if not named.isdisjoint(self._games[number]):
                    known = scores.get(number, found)
                    scores[number] = (max(found[0], known[0]), max(found[1], known[1]))
        hits = []
        for number, (score, likeness) in scores.items():
            entry = self.entries[number]
            homes = self._homes[number]
            if rule_set_id is not None and homes and rule_set_id not in homes:
                continue
            kind = KINDS[entry.kind]
            # Who types a name wants the thing of that name.
            game_weight = self._weigh_game(number, named)
            raw = score * game_weight
            is_named = likeness > FULL_LIKENESS
            score = kind.named * min(game_weight, 1.0) if is_named else kind.share * min(raw, HIGHEST)
            score *= sureness
            hits.append(
                (-score, -raw, number, Hit(self._own.get((*_name(entry), spoken or ""), entry), score))
            )
        told = sum(word in self.reader.canonical for word in wanted)
        least *= TABLE_WORDS_NEAR[min(told, len(TABLE_WORDS_NEAR) - 1)]
        hits.sort(key=lambda hit: hit[:3])
        if not hits or hits[0][3].score < least:
            return ()
        return tuple(hit for *_, hit in islice(hits, limit) if hit.score >= min(least, WORTH_LISTING))

    def _weigh_unknown(self, wanted: list[str], corrected: int) -> float:
        """How sure an answer can be: less for each corrected word, much less if most words are unknown."""
        unknown = corrected + sum(word not in self.index.words and not is_score(word) for word in wanted)
        is_strange = len(wanted) > 1 and 2 * unknown >= len(wanted)
        return SPELLED**corrected * (MOSTLY_UNKNOWN if is_strange else 1.0)

    def _means_a_yaku(self, wanted: list[str]) -> bool:
        return not self._yaku_words.isdisjoint(wanted)

    def _find_tie(self, words: list[str]) -> list[str]:
        """What a score means that is named twice: “223 vs 223”."""
        is_twice = any(is_score(word) and words.count(word) > 1 for word in words)
        return self.reader.read("tie") if is_twice else []

    def _score(self, wanted: list[str], pairs: Iterable[str]) -> dict[int, tuple[float, float]]:
        """The score of each entry that has something of the question, and its likeness to the best line."""
        total, unknown = 0.0, 0
        on_words: defaultdict[int, float] = defaultdict(float)
        on_lines: defaultdict[int, float] = defaultdict(float)
        for word in wanted:
            near = self._find_words(word, is_last=word == wanted[-1])
            # A guess counts less than it asks for.
            if near:
                total += max(self.index.words[one].weight for one, _ in near)
            else:
                unknown += 1
                total += UNKNOWN_WEIGHT if unknown <= MOST_UNKNOWN else FURTHER_UNKNOWN
            best_words: dict[int, float] = {}
            best_lines: dict[int, float] = {}
            for one, like in near:
                posting = self.index.words[one]
                weight = posting.weight * like
                for number, part in posting.entries:
                    best_words[number] = max(best_words.get(number, 0.0), weight * part)
                for line in posting.lines:
                    best_lines[line] = max(best_lines.get(line, 0.0), weight)
            for number, weight in best_words.items():
                on_words[number] += weight
            for line, weight in best_lines.items():
                on_lines[line] += weight
        first: dict[int, float] = {}
        second: dict[int, float] = {}
        for line, weight in on_lines.items():
            number = self.index.entry_of_line[line]
            like = weight / math.sqrt(total * self.index.norms[line])
            if like > first.get(number, 0.0):
                first[number], like = like, first.get(number, 0.0)
            second[number] = max(second.get(number, 0.0), like)
        on_pairs: defaultdict[int, float] = defaultdict(float)
        for pair in set(pairs):
            for number, weight in self.index.pairs.get(pair, ()):
                on_pairs[number] += weight
        return {
            number: (
                LINE_SHARE * (first.get(number, 0.0) + SECOND_LINE * second.get(number, 0.0))
                + (WORDS_SHARE * weight + PAIR_SHARE * on_pairs[number]) / total,
                first.get(number, 0.0),
            )
            for number, weight in on_words.items()
        }

    def _weigh_game(self, number: int, named: set[str]) -> float:
        games = self._games[number]
        if not games:
            return 1.0
        if not named:
            return 1.0 if DEFAULT_GAME in games else NOT_ASSUMED
        if named.isdisjoint(games):
            return MISSED_GAME
        is_own = self.entries[number].kind == "ruling" and games <= named != {DEFAULT_GAME}
        return OWN_GAME if is_own else 1.0

    def _choose_words(self, wanted: list[str], named: set[str], played: str | None) -> str | None:
        """The rule set in whose words to answer: of the form that is named, of the game, or as played."""
        forms = [form for form, words in self._form_words.items() if not set(wanted).isdisjoint(words)]
        if len(forms) == 1:
            return forms[0]
        if len(named) == 1 and find_game(played) not in named:
            return find_rule_set(next(iter(named)))
        return played

    def _translate(self, query: str) -> str:
        return self.languages.translate(query, lambda word: self._knows(split(word)[0]))

    def _knows(self, word: str) -> bool:
        return word in self.index.words or word in self.reader.vocabulary

    def _correct(self, words: list[str]) -> list[str]:
        """The words, with the nearest known one for each that has one mistake: so phrases are found again.

        The last word may be unfinished: it is left if a known word begins so.
        """
        corrected = [word if self._knows(word) else self._spell(word) for word in words]
        if words and any(known.startswith(words[-1]) for known in self._meant):
            corrected[-1] = words[-1]
        return corrected

    def _spell(self, word: str) -> str:
        """The known word with one mistake less, or two in a long one, that is best known; else the word."""
        if len(word) < SHORTEST_CORRECTED or not word.isascii() or not word.isalpha():
            return word
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        allowed = 2 if len(word) >= SHORTEST_TWICE else 1
        found = list(process.extract_iter(word, self._vocabulary, scorer=OSA.distance, score_cutoff=allowed))
        least = min((mistakes for _, mistakes, _ in found), default=0)
        # The first letter is seldom wrong: “wetter” is not “better”.
        near = [
            known
            for known, mistakes, _ in found
            if mistakes == least
            and (sorted(known) == sorted(word) or (known[0] == word[0] and len(word) >= SHORTEST_GUESSED))
        ]
        return min(near, key=lambda known: self._rate_spelling(word, known), default=word)

    def _rate_spelling(self, word: str, known: str) -> tuple[bool, float, str]:
        """Lowest for the likeliest: letters swapped before letters that differ, then the commonest word."""
        posting = self.index.words.get(self.reader.aliases.get(known, known))
        return (sorted(known) != sorted(word), posting.weight if posting else 0.0, known)

    def _find_words(self, word: str, *, is_last: bool) -> list[tuple[str, float]]:
        """The words of the index that a word may mean, with how sure that is."""
        if is_score(word) and ANY_SCORE in self.index.words:
            own = [(word, 1.0)] if word in self.index.words else []
            return [*own, (ANY_SCORE, OTHER_SCORE)]
        if word in self.index.words:
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


def _name(entry: Entry) -> tuple[str, ...]:
    """What an entry is, whatever words it has. Two games may have a yaku of one id, which are two things."""
    game = find_game(entry.rule_sets[0]) or "" if entry.kind == "yaku" else ""
    return (entry.kind, entry.id, game, entry.place if entry.kind == "rules" else "")


def _list_form_words(reader: Reader) -> dict[str, tuple[str, ...]]:
    """The words that name a form of a game, by its rule set; the first form of a game needs none."""
    words = {}
    for rule_set_id in RULE_SET_IDS:
        if rule_set_id != find_rule_set(find_game(rule_set_id) or ""):
            rules = get_rule_set(rule_set_id)
            words[rule_set_id] = tuple(set(reader.read(rules.name)) - set(reader.read(rules.game)))
    return words


@cache
def load_searcher() -> Searcher:
    entries, form_words, words, *rest = load_compiled("search", SOURCES, _compile)
    index = Index({word: Posting(*posting) for word, posting in words.items()}, *rest)
    return Searcher([Entry(*entry) for entry in entries], index, form_words, load_reader(), load_languages())


def _compile() -> tuple[object, ...]:
    """The entries without their lines, the words of forms, and the index, all as plain values."""
    entries, reader = load_entries(), load_reader()
    index = build_index(entries, reader)
    plain = [astuple(replace(entry, lines=())) for entry in entries]
    words = {word: tuple(posting) for word, posting in index.words.items()}
    return (plain, _list_form_words(reader), words, *index[1:])


def search(
    query: str, *, rule_set_id: str | None = None, played: str | None = None, limit: int = HIT_LIMIT
) -> tuple[Hit, ...]:
    """The entries that answer the query, best first.

    A query that names no game is about the game of the rule set that is `played`.
    """
    return load_searcher().search(query, rule_set_id=rule_set_id, played=played, limit=limit)


def search_nearest(query: str, *, limit: int = NEAREST_LIMIT) -> tuple[Hit, ...]:
    """The nearest hits for a query that nothing answers: they have some of its words, or parts of them."""
    searcher = load_searcher()
    found = searcher.search(query, limit=limit, least=0.0)
    for word in () if found else split(query[:QUERY_LIMIT])[:5]:
        parts = [
            word[at : at + length] for length in range(len(word) - 1, 2, -1) for at in (0, len(word) - length)
        ]
        hits = (searcher.search(part, limit=limit, least=0.0) for part in parts[:12])
        found = next(filter(None, hits), ())
        if found:
            break
    return found
