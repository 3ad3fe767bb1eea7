"""How related games use the same cards: content with its source, never scored.

A game that has a rule set is read from that and has no record here.

    >>> sakura = load_other_games()["sakura"]
    >>> sakura.get_points(get_card("maple-ribbon")), sakura.get_points(get_card("willow-rain-man"))
    (10, 5)

Sources: min-hwatu.md, koi-koi.md, sakura.md; each record names its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from companion.cards import Card, CardSet
from companion.reference.content_file import read_content
from companion.rules import Provenance
from companion.rules.records import keyed, parse_records

FEATURES = (
    "players", "direction", "wild", "four_on_field", "three_on_field", "declaring", "teams", "scoring", "ends"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class OtherYaku:
    """A yaku of another game: its cards, or the pool they come from, and its points in words."""

    id: str
    name: str
    points: str
    cards: CardSet = CardSet()


@dataclass(frozen=True, slots=True)
class OtherGame:
    """Another game: card values, yaku, and how it is played by feature."""

    id: str
    name: str
    provenance: Provenance
    month_order: str
    players: str = ""
    direction: str = ""
    wild: str = ""
    four_on_field: str = ""
    three_on_field: str = ""
    declaring: str = ""
    teams: str = ""
    scoring: str = ""
    ends: str = ""
    values: dict[str, int] = keyed(default_factory=dict)
    exceptions: dict[str, int] = keyed(default_factory=dict)
    deck_points: int | None = None
    dealt: int | None = None
    yaku: tuple[OtherYaku, ...] = ()

    @property
    def features(self) -> Mapping[str, str]:
        return {feature: words for feature in FEATURES if (words := getattr(self, feature))}

    @property
    def figures(self) -> Mapping[str, int]:
        others = {"deck_points": self.deck_points, "dealt": self.dealt}
        return {
            **self.values,
            **self.exceptions,
            **{name: number for name, number in others.items() if number is not None},
        }

    def get_points(self, card: Card) -> int | None:
        """The points of a card; None in a game that counts no card points."""
        return self.exceptions.get(card.id, self.values.get(card.kind.value))

    def get_yaku(self, card: Card) -> tuple[OtherYaku, ...]:
        return tuple(yaku for yaku in self.yaku if card in yaku.cards)


@cache
def load_other_games() -> dict[str, OtherGame]:
    return {game.id: game for game in parse_records(OtherGame, read_content("other_games.toml"), "game")}
