"""All names of a card, in English, Japanese and Korean, and words without their marks.

    >>> from companion.cards.deck import get_card
    >>> get_names(get_card("willow-rain-man"))[:4]
    ('willow-rain-man', 'Rain man under willow', '柳に小野道風', '비 광')

Sources: deck.md (names).
"""

import unicodedata

from companion.cards.deck import Card

# By card and by kind of ribbon.
_ALSO = {
    "willow-lightning": ("gaji", "thunder", "storm", "wild card"),
    "paulownia-phoenix": ("dragon",),
    "poetry": ("red poetry ribbon", "akatan", "赤短", "hongdan", "홍단"),
    "blue": ("purple ribbon", "aotan", "青短", "cheongdan", "청단"),
}


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


def get_names(card: Card) -> tuple[str, ...]:
    """Every name of a card: its own in three languages, its suit's and its kind's."""
    suit = card.suit
    own = [card.id, card.english, card.japanese, card.korean]
    own += [*_ALSO.get(card.id, ()), *_ALSO.get(card.ribbon or "", ())]
    suit_names = [suit.english, suit.japanese, suit.romaji, suit.korean, suit.romaja, *suit.also]
    kind_names = [card.kind.value, card.kind.plural, *card.kind.also]
    return tuple(dict.fromkeys([*own, *suit_names, *kind_names]))
