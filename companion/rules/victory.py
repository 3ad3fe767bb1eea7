"""How a game was won: by whom, by how much, in how many rounds, and by which yaku.

    >>> from companion.rules.document import parse_game
    >>> from companion.rules.game import score_game
    >>> raw = {"game": "kwado-1985", "sides": ["Ann", "Ben"], "options": {"target": 25}, "rounds": [
    ...     {"points": {"Ann": {"card_points": 125, "yaku": ["dragon"]}, "Ben": {"card_points": 115}}}]}
    >>> victory = find_victory(score_game(parse_game(raw)))
    >>> victory.winners, say_victory(victory), [won.score.yaku.id for won in victory.yaku]
    ((0,), 'Won by 30 in 1 round', ['dragon'])

Sources: none; it reads a scored game.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.cards import Card
from companion.rules.game import GameBreakdown, RoundInGame
from companion.rules.numerals import write_number
from companion.rules.settlement import Figure
from companion.rules.yaku import YakuScore

# Cards on the winner's screen and in the picture of it.
PICTURES = 12


class WonYaku(NamedTuple):
    """A yaku of a winner, and the place of that side."""

    place: int
    score: YakuScore


class ShownYaku(NamedTuple):
    """A yaku that decided: the place of its side, its name and points, its cards as far as there is room."""

    place: int
    name: str
    points: int
    cards: tuple[Card, ...]


class Victory(NamedTuple):
    """How a game was won. Sides by their places.

    `best` is what the winners have of what decides, `margin` how far the next side is behind; both in points
    or, where a figure decides, in `decider`. `yaku` are the winners' yaku of the round that decided, the most
    points first; if they had none there, those of their best round with any. `yaku_round` is the number of
    that round, None if they never had a yaku.
    """

    winners: tuple[int, ...]
    best: int
    margin: int
    decider: Figure | None
    rounds: int
    is_stopped: bool
    yaku: tuple[WonYaku, ...]
    yaku_round: int | None

    @property
    def earlier_round(self) -> int | None:
        """The round of the yaku, if it is not the one that decided."""
        return self.yaku_round if self.yaku_round != self.rounds else None


def find_victory(game: GameBreakdown) -> Victory | None:
    """How the game was won; None while it has no winner."""
    if not game.winners or game.won_in is None:
        return None
    winners = tuple(place for place, side in enumerate(game.sides) if side in game.winners)
    tallies = game.final_tallies
    others = [tally for place, tally in enumerate(tallies) if place not in winners]
    played = game.rounds[: game.won_in]
    # The last round first; among the others the one that brought the winners most.
    by_score = sorted(played[:-1], key=lambda each: -_add_scores(each, winners))
    ways = ((each.number, _list_yaku(each, winners)) for each in (played[-1], *by_score))
    number, yaku = next((way for way in ways if way[1]), (None, ()))
    return Victory(
        winners=winners,
        best=max(tallies),
        margin=max(tallies) - max(others) if others else 0,
        decider=played[-1].breakdown.settlement.decider,
        rounds=game.won_in,
        is_stopped=game.is_stopped,
        yaku=yaku,
        yaku_round=number,
    )


def choose_shown(victory: Victory) -> list[ShownYaku]:
    """The yaku that decided, with `PICTURES` cards at most; those with cards first."""
    room, shown = PICTURES, []
    for won in victory.yaku:
        cards = tuple(won.score.cards) if len(won.score.cards) <= room else ()
        room -= len(cards)
        shown.append(ShownYaku(won.place, won.score.yaku.short_name, won.score.points, cards))
    return sorted(shown, key=lambda each: not each.cards)


def _add_scores(each: RoundInGame, winners: tuple[int, ...]) -> int:
    return sum(each.breakdown.sides[place].score for place in winners)


def _list_yaku(each: RoundInGame, winners: tuple[int, ...]) -> tuple[WonYaku, ...]:
    found = [WonYaku(place, score) for place in winners for score in each.breakdown.sides[place].yaku]
    return tuple(sorted(found, key=lambda won: -won.score.points))


def say_starts(game: GameBreakdown) -> str:
    """What the sides brought along: "From the game before: Ann 50, Ben 30."; empty where they did not."""
    unit = game.decider
    brought = [
        f"{side} {write_number(start.tally)}{f' {unit.get_noun(start.tally)}' if unit else ''}"
        for side, start in zip(game.sides, game.starts, strict=True)
        if any(start)
    ]
    return f"From the game before: {', '.join(brought)}." if brought else ""


def say_victory(victory: Victory) -> str:
    """The victory in words: "Won by 155 in 3 rounds", "All level after 1 round"."""
    rounds = f"{write_number(victory.rounds)} round{'' if victory.rounds == 1 else 's'}"
    unit = f" {victory.decider.get_noun(victory.margin)}" if victory.decider else ""
    if not victory.margin:
        said = f"All level after {rounds}"
    elif len(victory.winners) > 1:
        said = f"Ahead by {write_number(victory.margin)}{unit} after {rounds}"
    else:
        said = f"Won by {write_number(victory.margin)}{unit} in {rounds}"
    return f"{said}, ended early" if victory.is_stopped else said
