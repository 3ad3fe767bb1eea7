"""Searching rulings, cards, yaku, rules and words in one list.

A question is compared with every line of an entry, its title and other ways to ask for it, and with the
words of all its lines. Rare words weigh more; a mistyped word is read as the nearest known one. An answer
that is too unlike the question is none.

    >>> [(hit.kind, hit.id) for hit in find_hits("wild card from the pile")][:1]
    [('ruling', 'gaji-from-pile')]
    >>> find_hits("???"), find_hits("chicken soup recipe"), find_hits("wildcrad")[0].id
    ((), (), 'gaji-what')

Sources: the entries name theirs.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, zip_longest

from companion.cards import get_card
from companion.reference.rulings import GAMES, find_game, list_newest_rule_sets
from companion.reference.search_entries import KIND_SHARES, SearchEntry, describe_card, load_entries
from companion.reference.search_text import load_reader, split, translate_to_english
from companion.rules import RULE_SET_IDS, get_rule_set, group

HIT_LIMIT, NEAREST_LIMIT = 20, 3
# Words of a question that nothing answers for which the nearest ones are looked for.
NEAREST_WORDS = 5
# Letters of a question that are read: each strange word is compared with all known ones.
QUERY_LIMIT = 200
# What a score is made of: the likeness to the best line, and how much of the question the entry has.
BEST_LINE, COVERED = 0.5, 0.5
# Who types a name wants the thing of that name.
NAMED_SCORE = 1.25
# Weights are whole numbers: their sums are exact, in any order and on a phone.
# A word of the table weighs more than other English, a pair of words less, and a word that is nowhere like a
# rare one; one that was not typed so costs as much as such words.
OTHER_WORD, TABLE_WORD, PAIR, UNKNOWN, MENDED = 1000, 1500, 400, 6000, 4000
# A word in n lines of an entry says n / (n + this) of what it can.
FEW_LINES = 0.4
# An entry of another game than the one that is named, and of none that is assumed.
MISSED_GAME, NOT_ASSUMED = 0.7, 0.9
# If the best score is below the first, nothing answers; below the second nothing is listed. With two or three
# words of the table a part of the first is enough. Measured with `tests/reference/off_topic.toml`. Of what
# another game answers well, the game that is named or played needs the third as a part to stand before it.
NEAR_ENOUGH, WORTH_LISTING, OWN_NEAR = 0.48, 0.2, 0.75
TABLE_WORDS_NEAR = (1.0, 1.0, 0.85, 0.5)
# A game, and the name of yaku in another: “Sakura 1”, “a Sakura yaku”.
SHARED_NAME = "sakura"
# Words for games beside their names, and of these what names cards and a place as well.
CARD_WORDS = frozenset(["hwatu", "hawaii"])
GAME_WORDS = CARD_WORDS | {"bakappana", "matgo"}
# Of these kinds a line of so many different words is named without stop words, too.
NAMED_BY_WORDS = {"rules": 0, "page": 1, "yaku": 2}
# What asks for a yaku by its points, “which yaku gives 25 points”, or for its points, “five brights worth”.
ASKING = frozenset(["yaku", "giv", "name"])
WORTH = ASKING | {"worth", "point", "bring", "much", "many", "count", "scor"}
# Stands for every number that is no number of cards or players: “both at 215” is like “both at 200”.
ANY_SCORE = "some-score"
SCORE = re.compile(r"\b(1[3-9]|[2-9][0-9]|[1-9][0-9]{2})\b", re.ASCII)
# What stands between two questions in one.
HALVES = re.compile(r"[,;?.!]+\s+|\s+(?:and|also|und|y|et)\s+", re.IGNORECASE)
DEFAULT_GAME = find_game(RULE_SET_IDS[0]) or ""


class Searcher:
    """Searches entries: a variant is found by the lines of the entry whose place it takes."""

    def __init__(self, entries: Sequence[SearchEntry]) -> None:
        self.reader = load_reader()
        kin = group((_name(entry), entry) for entry in entries)
        self.entries = [entry for entry in entries if not entry.is_variant]
        # Of each entry: itself and its variants, and the rule sets and games of them all.
        self.kin = [kin[_name(entry)] for entry in self.entries]
        self._homes = [{home for one in each for home in one.rule_sets} for each in self.kin]
        self._games = [set(map(find_game, homes)) for homes in self._homes]
        # A ruling of one game that compares it with another is also about that one.
        self.games = [
            games | {self.reader.games.get(word) for word in self.reader.read(entry.title)}
            if games
            else games
            for entry, games in zip(self.entries, self._games, strict=True)
        ]
        # Terms are words and pairs of them. Of each term: the entry and number of each line that has it, and
        # how many lines of each entry.
        self._lines: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        amounts: defaultdict[str, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
        self._names: defaultdict[frozenset[str], set[int]] = defaultdict(set)
        pairs: set[str] = set()
        lines: list[set[str]] = []
        for number, entry in enumerate(self.entries):
            for text in dict.fromkeys((entry.title, *entry.lines)):
                words, own_pairs = self.reader.read_closely(self.reader.read_all(split(text)))
                pairs |= _add_scores(own_pairs)
                terms = _add_scores([*words, *own_pairs])
                for term in sorted(terms):
                    self._lines[term].append((number, len(lines)))
                    amounts[term][number] += 1
                lines.append(terms)
                self._names[frozenset(terms)].add(number)
                # Around a name stop words say nothing: “the rules”. A question is another one without them.
                least = 9 if entry.kind == "rules" and entry.place else NAMED_BY_WORDS.get(entry.kind, 9)
                if least <= len(set(words)):
                    self._names[frozenset(words)].add(number)
        # A line without a word that says something names nothing.
        self._names.pop(frozenset(), None)
        # What each term weighs, how much of that each entry has, and the length of each line.
        self.weights = {
            term: round(
                math.log(1 + len(self.entries) / _count_homes(found.values()))
                * (PAIR if term in pairs else TABLE_WORD if term in self.reader.canonical else OTHER_WORD)
            )
            for term, found in amounts.items()
        }
        self._parts = {
            term: {
                number: 1.0 if term in pairs else amount / (amount + FEW_LINES)
                for number, amount in found.items()
            }
            for term, found in amounts.items()
        }
        self._lengths = [sum(self.weights[term] for term in terms) for terms in lines]
        # Words that a typing mistake may stand for, each with the word that it means.
        self._meant = {word: word for word in self.weights if word not in pairs} | {
            word: canonical for word, canonical in self.reader.aliases.items() if canonical in self.weights
        }
        self._known = sorted({*self._meant, *self.reader.vocabulary})
        read = self.reader.read
        names = chain.from_iterable(read(rules.game) for rules in list_newest_rule_sets() if rules.has_cards)
        self.game_words = GAME_WORDS.union(names) - {SHARED_NAME}
        # The words that name a form of a game; the first form of a game needs none.
        others = [get_rule_set(one) for forms in GAMES.values() for one in forms[1:]]
        self.form_words = {rules.id: set(read(rules.name)) - set(read(rules.game)) for rules in others}
        self.yaku_words = set(read("yaku set one two three four five six seven eight"))

    def search(
        self,
        query: str,
        *,
        rule_set_id: str | None = None,
        played: str | None = None,
        limit: int = HIT_LIMIT,
        least: float = NEAR_ENOUGH,
    ) -> tuple[SearchEntry, ...]:
        """The entries that answer the query, best first; with a rule set, only its own.

        An entry is shown in the words of the game or form that is named or played.
        """
        typed = split(translate_to_english(query[:QUERY_LIMIT], lambda word: self._knows(split(word)[0])))
        mended = self._mend(typed)
        read, pairs = self.reader.read_closely(self.reader.read_all(mended))
        # A word that was not typed so says less.
        doubt = MENDED * sum(not word.startswith(begun) for word, begun in zip(mended, typed, strict=True))
        words, terms = set(read), _add_scores([*read, *pairs])
        home = find_game(played or rule_set_id)
        # The cards of Korea, or Hawaii, are no name for who plays another game than the first.
        naming_words = words - (set() if home in {None, DEFAULT_GAME} else CARD_WORDS)
        named = {self.reader.games[word] for word in naming_words if word in self.reader.games}
        if SHARED_NAME in words and self.yaku_words.isdisjoint(words):
            named.add(SHARED_NAME)
        # The name of a game weighs most, then a word that one game alone has: “bomb” more than “hwatu”.
        told = {
            self.reader.games[word]
            for word in words & self.game_words - CARD_WORDS
            if word in self.reader.games
        }
        # A term that one game alone has is answered by what has it, also where another game is named or
        # played: “pibak in min-hwatu”.
        terms_of_games = words & self.reader.games.keys() - self.game_words
        of_term = {number for word in terms_of_games for number, _ in self._lines.get(word, ())}
        having = {number for number in of_term if told or home in self._games[number]}
        meant = told or {home} - {None}
        told = told or {self.reader.games[word] for word in terms_of_games}
        spoken = self._choose_words(words, named, played or rule_set_id)
        # The words that name a form. A yaku that the rest names is meant in that form.
        said = words & self.form_words.get(spoken or "", set())
        if not named and spoken and (said or find_game(spoken) != DEFAULT_GAME):
            named = {find_game(spoken) or ""}
        # A ruling of several games does not name them: it answers as if its game had not been named.
        unnamed = (
            self._score(
                words - self.game_words,
                {term for term in terms if self.game_words.isdisjoint(term.split())},
                doubt,
            )
            if words & self.game_words
            else {}
        )
        names = set().union(
            *(self._names.get(frozenset(way), ()) for way in (terms, words, words - ASKING)),
            # A yaku of two words: who asks what ribbons are worth may mean the cards.
            (
                number
                for number in self._names.get(frozenset(words - WORTH), ())
                if played in self._homes[number] and len(words - WORTH) > 1
            ),
        )
        names |= self._find_yaku(terms, spoken) if said and spoken else set()
        # A game that is not scored here: only what names it answers, at least the entry of its own.
        unknown = words & self.reader.elsewhere
        naming = {number for word in unknown for number, _ in self._lines.get(word, ())}
        asked = named or {home} - {None}
        least *= TABLE_WORDS_NEAR[min(len(words & self.reader.canonical), len(TABLE_WORDS_NEAR) - 1)]
        hits: list[tuple[bool, float, int]] = []
        for number, score in self._score(words, terms, doubt).items():
            homes, games = self._homes[number], self._games[number]
            if (rule_set_id is not None and homes and rule_set_id not in homes) or (
                unknown and number not in naming
            ):
                continue
            if unknown and self.entries[number].is_elsewhere:
                score = max(score, 1.0)
            score = max(score, NAMED_SCORE if number in names else 0.0)
            # What compares the game that is named with the one that is played is about both.
            if home in games and named - {home} and named <= self.games[number]:
                score *= NAMED_SCORE
            elif number in having or not (told or named).isdisjoint(games):
                score = max(score, unnamed.get(number, 0.0))
            elif games and named:
                score *= MISSED_GAME
            elif games and DEFAULT_GAME not in games and number not in names:
                score *= NOT_ASSUMED
            score *= KIND_SHARES[self.entries[number].kind]
            is_other = bool(asked and games) and asked.isdisjoint(self.games[number])
            hits.append((is_other and number not in having, -score, number))
        # Where the game that is asked about answers, all of its own comes before what another one says.
        hits.sort(key=lambda hit: hit[1])
        if not hits or -hits[0][1] < least:
            return ()
        if any(not is_other and -score >= OWN_NEAR * least for is_other, score, _ in hits):
            hits.sort(key=lambda hit: hit[0])
        least = min(least, WORTH_LISTING)
        # Of several games that are named each answers, in the order of the games.
        each = [forms[0] for game, forms in GAMES.items() if game in named] if len(named) > 1 else [spoken]
        found: list[SearchEntry] = []
        # Who asks for what another game alone has is told so.
        names_of_meant = [get_rule_set(GAMES[game][0]).game for game in meant if game]
        for number in (number for _, score, number in hits[:limit] if -score >= least):
            shown, games = self._speak(number, each), self._games[number]
            if len(meant) == 1 and number in of_term and games and meant.isdisjoint(games):
                shown = [replace(one, summary=f"Not in {names_of_meant[0]}. {one.summary}") for one in shown]
            found += shown
        return tuple(found[:limit])

    def _speak(self, number: int, spoken: Sequence[str | None]) -> list[SearchEntry]:
        """The entry in the words of each of these rule sets: the narrowest of its kin that are its own."""
        own = [
            [one for one in self.kin[number] if each in one.rule_sets or not one.rule_sets] for each in spoken
        ]
        said = [
            _speak_as(each, min(kin, key=lambda one: len(one.rule_sets)))
            for each, kin in zip(spoken, own, strict=True)
            if each and kin
        ]
        return list(dict.fromkeys(said)) or [self.entries[number]]

    def _find_yaku(self, terms: set[str], form: str) -> set[int]:
        """The yaku of a form that the question names, with the most words."""
        found = [
            (len(line), number)
            for line, numbers in self._names.items()
            # Points are no name: who asks whether seven points are doubled asks of no yaku.
            if line <= terms and "point" not in line
            for number in numbers
            if self.entries[number].kind == "yaku" and form in self._homes[number]
        ]
        most, _ = max(found, default=(0, 0))
        return {number for length, number in found if length == most}

    def find_nearest_words(self, text: str) -> str:
        """The known words most like the first words of a text."""
        from rapidfuzz import fuzz, process

        words = split(text)[:NEAREST_WORDS]
        found = (process.extractOne(word, self._known, scorer=fuzz.ratio) for word in words)
        return " ".join(word for word, *_ in filter(None, found))

    def _score(self, words: set[str], terms: set[str], doubt: int) -> dict[int, float]:
        """The score of each entry that has a word or pair of the question.

        The likeness to a line is the cosine: of each term the root of its weight is a coordinate.
        """
        known = {term: self.weights[term] for term in sorted(terms) if term in self.weights}
        length = (
            sum(known.values())
            + doubt
            + UNKNOWN * sum(len(word) > 2 and word not in known and not word.isdecimal() for word in words)
        )
        shared: defaultdict[tuple[int, int], int] = defaultdict(int)
        scores: defaultdict[int, float] = defaultdict(float)
        for term, weight in known.items():
            for place in self._lines.get(term, ()):
                shared[place] += weight
            for number, part in self._parts[term].items():
                scores[number] += COVERED * weight * part / length
        likeness: defaultdict[int, float] = defaultdict(float)
        for (number, line), weight in shared.items():
            likeness[number] = max(likeness[number], weight / math.sqrt(length * self._lengths[line]))
        return {number: score + BEST_LINE * likeness[number] for number, score in scores.items()}

    def _choose_words(self, words: set[str], named: set[str], played: str | None) -> str | None:
        """The rule set in whose words to answer: of the form that is named, of the game, or as played."""
        forms = [
            form
            for form, said in self.form_words.items()
            if not words.isdisjoint(said) and (not named or find_game(form) in named)
        ]
        if len(forms) == 1:
            return forms[0]
        if len(named) == 1 and find_game(played) not in named:
            return GAMES[next(iter(named))][0]
        return played

    def _knows(self, word: str) -> bool:
        return word in self.weights or word in self.reader.vocabulary

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


def _speak_as(rule_set_id: str, entry: SearchEntry) -> SearchEntry:
    """A card as a game counts it, and a yaku that several forms have alike as that of one of them."""
    if entry.kind == "card":
        return replace(entry, summary=describe_card(get_card(entry.id), get_rule_set(rule_set_id)))
    if entry.kind != "yaku":
        return entry
    own, shown = get_rule_set(rule_set_id), get_rule_set(entry.rule_sets[0])
    summary, place = entry.summary.replace(shown.name, own.name), entry.place.replace(shown.id, own.id)
    return replace(entry, summary=summary, place=place)


def _add_scores(terms: Iterable[str]) -> set[str]:
    """The words and pairs, and those with a score once more with what stands for any score."""
    return {*terms, *(SCORE.sub(ANY_SCORE, term) for term in terms)}


def _count_homes(amounts: Iterable[float]) -> float:
    """In how many entries a term is at home: one that stands in ten lines of one and in one of another has
    little more than one.
    """
    amounts = list(amounts)
    total = sum(amounts)
    return math.exp(-sum(each / total * math.log(each / total) for each in amounts))


def _name(entry: SearchEntry) -> tuple[str, ...]:
    """What an entry is, whatever words it has. Two games may have a yaku of one id, which are two things."""
    game = find_game(entry.rule_sets[0]) or "" if entry.kind == "yaku" else ""
    return (entry.kind, entry.id, game, entry.place if entry.kind == "rules" else "")


@cache
def load_searcher() -> Searcher:
    return Searcher(load_entries())


def find_hits(
    query: str, *, rule_set_id: str | None = None, played: str | None = None, limit: int = HIT_LIMIT
) -> tuple[SearchEntry, ...]:
    """The entries that answer the query, best first.

    A query that names no game is about the game of the rule set that is `played`. Of two questions in one
    that nothing answers as a whole, each is asked alone.
    """
    ask = partial(load_searcher().search, rule_set_id=rule_set_id, played=played, limit=limit)
    whole = ask(query)
    halves = [] if whole else [ask(half) for half in HALVES.split(query[:QUERY_LIMIT])]
    by_turns = chain.from_iterable(zip_longest(*halves)) if all(halves) else ()
    return whole or tuple(dict.fromkeys(filter(None, by_turns)))[:limit]


def search_nearest(query: str, *, limit: int = NEAREST_LIMIT) -> tuple[SearchEntry, ...]:
    """The nearest hits for a query that nothing answers: they have some of its words, or words like them."""
    searcher = load_searcher()
    return searcher.search(query, limit=limit, least=0.0) or searcher.search(
        searcher.find_nearest_words(query[:QUERY_LIMIT]), limit=limit, least=0.0
    )
