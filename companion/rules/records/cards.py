"""The cards of a rule set: which are worth what, and which is wild.

Sources: the rule files; each record carries its own.
"""

from dataclasses import dataclass
from typing import Literal

from companion.cards import (
    Card,
    CardSet,
    Suit,
    get_suit_cards,
)
from companion.rules.text.reader import Name, Provenance, keyed

# The suit of the cards that a Gaji brings: its own, that of the card that it took, or any. With “mate” it is
# that of the card, and the last card of its own goes to whoever has the others that are not wild.
Brings = Literal["own", "taken", "mate", "all"]


@dataclass(frozen=True, slots=True)
class ValueGroup:
    """Cards of one value: `id` is their plural (“brights”), `name` one of them (“bright”), `points` each.

    A card to which a table gives a worth of its own is a group whose `id` is that of the card. `words` say
    which they are, where the name does not. A round by cards names no cards of a group that `is_numbered`: it
    has how many each side took.
    """

    id: str
    name: Name
    cards: CardSet
    points: int
    provenance: Provenance
    words: str = ""
    is_numbered: bool = keyed("numbered", default=False)

    def say(self, count: int) -> str:
        """So many of them: “1 bright”, “3 brights”."""
        return f"{count} {self.name if count == 1 else self.plural}"

    @property
    def plural(self) -> str:
        """What a page calls its cards: “brights”; of a card alone its name."""
        return self.name if len(self.cards) == 1 else self.id


# Games of Kwa-Dō froze their wild card without words.
KWADO_GAJI = (
    "The lightning card may take any one card on the field, played from the hand or turned up. "
    "Lying on the field it can be taken by another willow card only. The willow left over at the end goes to "
    "whoever used it."
)


@dataclass(frozen=True, slots=True)
class GajiRule:
    """The wild card, and the suit that it belongs to; `words` explain it on a sheet."""

    wild: Card = keyed("card")
    suit: Suit = keyed()
    ruling: str = keyed()
    provenance: Provenance = keyed()
    words: str = KWADO_GAJI

    @property
    def card(self) -> CardSet:
        """The wild card, as a set."""
        return CardSet.of([self.wild])

    @property
    def suit_cards(self) -> CardSet:
        """The four cards of the wild card's own suit."""
        return get_suit_cards(self.suit)

    def list_brought(self, brings: str, took: Card | None, uncaptured: CardSet) -> CardSet:
        """Of the cards that no side has, those that go to whoever used the Gaji; `brings` is an option."""
        if took in self.suit_cards:
            return CardSet()
        if brings == "all":
            return uncaptured
        return uncaptured & get_suit_cards(took.suit if took and needs_took(brings) else self.suit)


@dataclass(frozen=True, slots=True)
class WildCard:
    """A wild card on which no score depends; `words` explain it on a sheet."""

    card: Card
    words: str
    ruling: str
    provenance: Provenance


def needs_took(brings: str | None) -> bool:
    """Whether what the Gaji brings depends on the card that it took."""
    return brings in ("taken", "mate", "all")
