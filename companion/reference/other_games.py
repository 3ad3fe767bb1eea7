"""What the neighbouring games make of the same cards: content with its source, from which nothing is scored.

A game whose rule set the rules hold is read from there, and its record here is passed over.

    >>> sakura = load_other_games()["sakura"]
    >>> sakura.get_value(get_card("maple-ribbon")), sakura.get_value(get_card("willow-rain-man"))
    (10, 5)

Sources: min-hwatu.md, koi-koi.md, sakura.md; each record names its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.cards import Card, CardSet, get_card, get_named_set
from companion.errors import CompanionError
from companion.reference.content_file import Record, parse_records, raise_all, read_content
from companion.rules import Provenance


@dataclass(frozen=True, slots=True)
class OtherYaku:
    """A yaku of another game: its cards, or the pool that they come from, and what it brings, in words."""

    id: str
    name: str
    cards: CardSet
    points: str


@dataclass(frozen=True, slots=True)
class OtherGame:
    """Another game: its card values, its yaku and, feature by feature, how it is played."""

    id: str
    name: str
    provenance: Provenance
    month_order: str
    values: Mapping[str, int]
    exceptions: Mapping[str, int]
    figures: Mapping[str, int]
    features: Mapping[str, str]
    yaku: tuple[OtherYaku, ...]

    def get_value(self, card: Card) -> int | None:
        """The points of a card; None in a game that counts no card points."""
        return self.exceptions.get(card.id, self.values.get(card.kind.value))

    def get_yaku(self, card: Card) -> tuple[OtherYaku, ...]:
        """The yaku that a card may serve in."""
        return tuple(yaku for yaku in self.yaku if card in yaku.cards)


FEATURES = (
    "players", "direction", "wild", "four_on_field", "three_on_field", "declaring", "teams", "scoring", "ends"
)  # fmt: skip


def parse_other_games(text: str) -> tuple[OtherGame, ...]:
    """The games that a text holds; raises every fault of it."""
    faults: list[CompanionError] = []
    games = []
    for row in parse_records(text, "game", faults):
        values: dict[str, int] = row.values.pop("values", {})
        exceptions: dict[str, int] = row.values.pop("exceptions", {})
        figures: dict[str, int] = {
            key: row.values.pop(key) for key in ("deck_points", "dealt") if key in row.values
        }
        features = {key: row.take(key) for key in FEATURES if key in row.values}
        yaku = tuple(_read_yaku(one, row) for one in row.take_list("yaku"))
        game = OtherGame(
            id=row.take("id"),
            name=row.take("name"),
            provenance=Provenance(row.take("label"), row.take("source")),
            month_order=row.take("month_order"),
            values=values,
            exceptions=exceptions,
            figures={**values, **exceptions, **figures},
            features=features,
            yaku=yaku,
        )
        row.close()
        games.append(game)
    raise_all(faults)
    return tuple(games)


def _read_yaku(values: Any, row: Record) -> OtherYaku:
    part = Record(values, f"{row.name}, yaku {values.get('id')}", row.faults)
    cards = part.values.pop("cards", [])
    try:
        found = get_named_set(cards) if isinstance(cards, str) else CardSet.of(get_card(one) for one in cards)
    except CompanionError as error:
        part.fail(error.message)
        found = CardSet()
    yaku = OtherYaku(part.take("id"), part.take("name"), found, part.take("points"))
    part.close()
    return yaku


@cache
def load_other_games() -> dict[str, OtherGame]:
    """The other games by id."""
    return {game.id: game for game in parse_other_games(read_content("other_games.toml"))}
