"""How related games that cannot be played here use the same cards: content with its source, never scored.

A game that has a rule set is read from that and has no record here.

    >>> from companion.cards import get_card
    >>> koi_koi = load_other_games()["koi-koi"]
    >>> [yaku.name for yaku in koi_koi.get_yaku(get_card("susuki-moon"))][-1]
    'Moon viewing'

Sources: koi-koi.md; each record names its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from companion.cards import Card, CardSet
from companion.reference.content_file import read_content
from companion.rules import Provenance
from companion.rules.records import parse_records


@dataclass(frozen=True, slots=True)
class OtherYaku:
    """A yaku of another game: its cards, or the pool they come from, and its points in words."""

    id: str
    name: str
    points: str
    cards: CardSet = CardSet()


@dataclass(frozen=True, slots=True)
class OtherGame:
    """Another game, which counts no card points: its yaku, and the points of a dealt yaku."""

    id: str
    name: str
    provenance: Provenance
    dealt: int
    yaku: tuple[OtherYaku, ...] = ()

    @property
    def figures(self) -> Mapping[str, int]:
        return {"dealt": self.dealt}

    def get_yaku(self, card: Card) -> tuple[OtherYaku, ...]:
        return tuple(yaku for yaku in self.yaku if card in yaku.cards)


@cache
def load_other_games() -> dict[str, OtherGame]:
    return {game.id: game for game in parse_records(OtherGame, read_content("other_games.toml"), "game")}
