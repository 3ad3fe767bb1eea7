"""Finding cards by any of their names: ids, English, Japanese, Korean, with or without marks.

    >>> [card.id for card in find_cards("화투 비 광")][:1], find_cards("uguisu") == ()
    (['willow-rain-man'], True)
    >>> find_cards("bozu moon")[0].id
    'susuki-moon'

Sources: deck.md (names).
"""

from __future__ import annotations

import unicodedata
from functools import cache

from companion.cards.deck import DECK, Card, Kind


def fold(words: str) -> str:
    """The words in lower case without marks, hyphens as spaces: "Shō-bu" becomes "sho bu".

    Letters of every script stay; what is neither letter nor digit becomes a space.
    """
    # Hangul must stay composed and kana must keep its voicing marks, so only Latin marks are dropped.
    plain = []
    for letter in unicodedata.normalize("NFKC", words).casefold():
        first = unicodedata.normalize("NFD", letter)[:1]
        plain.append(first if first.isascii() else letter)
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


@cache
def get_names(card: Card) -> tuple[str, ...]:
    """Every name of a card: its own in three languages, its suit's and its kind's."""
    suit = card.suit
    own = [card.id, card.english, card.japanese, card.korean]
    if card.id == "willow-lightning":
        own += ["gaji", "thunder", "storm", "wild card"]
    if card.id == "paulownia-phoenix":
        own += ["dragon"]
    if card.ribbon == "poetry":
        own += ["red poetry ribbon", "akatan", "赤短", "hongdan", "홍단"]
    if card.ribbon == "blue":
        own += ["purple ribbon", "aotan", "青短", "cheongdan", "청단"]
    suit_names = [suit.english, suit.japanese, suit.romaji, suit.korean, suit.romaja, *suit.also]
    kind_names = [card.kind.value, card.kind.plural, *card.kind.also]
    return tuple(dict.fromkeys([*own, *suit_names, *kind_names]))


@cache
def _folded_words(card: Card) -> tuple[frozenset[str], str]:
    words = [fold(name) for name in get_names(card)]
    return frozenset(word for name in words for word in name.split()), " | ".join(words)


def find_cards(words: str) -> tuple[Card, ...]:
    """The cards whose names contain these words, best first.

    Words that name no card ("card", "the") are skipped if another word names one.
    """
    wanted = fold(words[:200]).split()
    ranked = []
    for card in DECK:
        names, text = _folded_words(card)
        score = sum(3 if word in names else 1 if len(word) > 2 and word in text else 0 for word in wanted)
        if score:
            own = fold(f"{card.id} {card.english}").split()
            score = 10 * score + sum(2 for word in wanted if word in own) - (card.kind is Kind.CHAFF)
            ranked.append((-score, card.index, card))
    return tuple(card for _, _, card in sorted(ranked, key=lambda row: row[:2]))
