"""The cards of a rule set: which are worth what, how a round counts them, and which is wild.

Sources: the rule files; each record carries its own.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from companion.cards import Card, CardSet, Suit, get_suit_cards
from companion.rules.records.race import Race
from companion.rules.records.yaku import Yaku
from companion.rules.text.reader import OWN, Name, Provenance, keyed

# The suit of the cards that a Gaji brings: its own, that of the card that it took, or any. With “mate” it is
# that of the card, and the last card of its own goes to whoever has the others that are not wild.
Brings = Literal["own", "taken", "mate", "all"]


@dataclass(frozen=True, slots=True)
class ValueGroup:
    """Cards of one value. A card to which a table gives a worth of its own is a group by itself."""

    id: str
    """The plural (“brights”); of a card with a worth of its own, the id of that card."""
    name: Name
    """One of them (“bright”)."""
    cards: CardSet
    points: int
    """Of each card."""
    provenance: Provenance
    words: str = ""
    """Which they are, where the name does not say it, or which count twice."""
    is_numbered: bool = keyed("numbered", default=False)
    """A round by cards names no cards of the group: it has how many each side took."""

    def say(self, count: int) -> str:
        """So many of them: “1 bright”, “3 brights”."""
        return f"{count} {self.name if count == 1 else self.plural}"

    @property
    def plural(self) -> str:
        """What a page calls its cards: “brights”; of a card alone its name."""
        return self.name if len(self.cards) == 1 else self.id


@dataclass(frozen=True, eq=False)
class Counting:
    """How the cards of a rule set are counted: what they are worth, which are named in a round by cards."""

    cards: CardSet
    """Those that the game is played with."""
    values: tuple[ValueGroup, ...]
    """By what they are worth."""
    yaku: tuple[Yaku, ...]
    """All that it has, whatever a table plays."""
    race: Race | None
    """Its cards of `chaff` are counted."""

    @cached_property
    def point_groups(self) -> tuple[ValueGroup, ...]:
        """The value groups that have points."""
        return tuple(group for group in self.values if group.points)

    @property
    def point_step(self) -> int:
        """Card points come in steps of this; 1 in a game without cards or without card points."""
        return math.gcd(*[group.points for group in self.point_groups]) or 1

    @cached_property
    def point_cards(self) -> CardSet:
        """The cards that have points."""
        return CardSet.of(card for group in self.point_groups for card in group.cards)

    def count_points(self, pile: CardSet) -> int:
        """The card points of a pile."""
        return sum([group.points * pile.count(group.cards) for group in self.point_groups])

    @cached_property
    def deck_points(self) -> int:
        """What all cards together are worth."""
        return self.count_points(self.cards)

    @property
    def points_from(self) -> Provenance:
        """Where the points of the cards come from: from the table as soon as it changed some."""
        return OWN if any(group.provenance == OWN for group in self.values) else self.values[0].provenance

    def find_value(self, card: Card) -> ValueGroup | None:
        """The value group of a card."""
        return next((group for group in self.values if card in group.cards), None)

    def get_points(self, card: Card) -> int:
        """What a card is worth."""
        return sum(group.points for group in self.values if card in group.cards)

    @cached_property
    def numbered(self) -> ValueGroup | None:
        """The value group with points that a round by cards gives as numbers of cards."""
        return next((group for group in self.point_groups if group.is_numbered), None)

    @cached_property
    def chaff(self) -> CardSet:
        """The cards that a round by cards may count for each side, as a number."""
        if self.race is not None:
            return self.race.chaff
        return self.numbered.cards if self.numbered else CardSet()

    @cached_property
    def double_chaff(self) -> CardSet:
        """The chaff cards that count as two."""
        held = [yaku.twice & self.race.chaff for yaku in self.yaku] if self.race else []
        return CardSet.of(card for each in held for card in each)

    def count_chaff(self, pile: CardSet) -> int:
        """How many chaff cards a pile lists, doubles as two."""
        return pile.count(self.chaff) + pile.count(self.double_chaff)

    @cached_property
    def picked(self) -> CardSet:
        """The cards that are given to their sides one by one, for points or for a yaku that names them; the
        others have no points or are counted.
        """
        usual = self.cards if self.race is not None else self.point_cards
        named = CardSet.of(card for yaku in self.yaku for card in yaku.named)
        return usual - self.chaff | named & self.cards

    @cached_property
    def picked_groups(self) -> tuple[ValueGroup, ...]:
        """The value groups of these cards."""
        return tuple(group for group in self.values if group.cards & self.picked)


# Games of Kwa-Dō froze their wild card without words.
KWADO_GAJI = (
    "The lightning card may take any one card on the field, played from the hand or turned up. "
    "Lying on the field it can be taken by another willow card only. The willow left over at the end goes to "
    "whoever used it."
)


@dataclass(frozen=True, slots=True)
class GajiRule:
    """The wild card that brings a card of another suit, or a suit."""

    wild: Card = keyed("card")
    """The card itself."""
    suit: Suit = keyed()
    """That it belongs to."""
    ruling: str = keyed()
    """The id of the ruling on it."""
    provenance: Provenance = keyed()
    words: str = KWADO_GAJI
    """Explain it on a sheet."""

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
    """A wild card on which no score depends."""

    card: Card
    words: str
    """Explain it on a sheet."""
    ruling: str
    """The id of the ruling on it."""
    provenance: Provenance


def needs_took(brings: str | None) -> bool:
    """Whether what the Gaji brings depends on the card that it took."""
    return brings in ("taken", "mate", "all")
