"""Statistics of players over games of any rule sets: what they won, scored and made.

    >>> from companion.rules.documents.document import parse_game
    >>> from companion.rules.scoring.game import score_game
    >>> raw = {"game": "kwado-1985", "sides": ["Ann", "Ben"], "options": {"target": 25}, "rounds": [
    ...     {"points": {"Ann": {"card_points": 125, "yaku": ["dragon"]}, "Ben": {"card_points": 115}}}]}
    >>> ann, ben = add_up_games([(1, count_game(score_game(parse_game(raw))))]).players
    >>> ann.name, ann.games_won, ann.rounds_won, ann.average, ann.best, ann.yaku[0].name
    ('Ann', 1, 1, 300, Best(score=30, game=1, round=1), 'Dragon bonus')

What counts:

- A game counts once it is decided; who shares the win has won it. A game that runs, or that went on with
  other players, counts by its rounds only.
- A round is won by the side whose round score is above that of every other side, or below it where the lowest
  sum wins, whatever decides the game: nobody wins a round with equal best scores, nor a race in which nobody
  scores. Where the settlement knows a winner, points that others got at once change nothing.
- Rounds after the end of a game do not count, nor does what a side brought along from an earlier game, nor
  points beside a round, though they may win a game.
- A yaku counts for the side that had points for it: not one that was to be declared and was not, nor those of
  the side of a race that did not score. Its points are its own, before any factor or payment.
- Points of different games do not add up: the forms of a game and its own rules are one game; each *Any
  game* of its own name is a game by itself.
- A team's figures are those of each of its players. Who has the same name is the same player.

Sources: none; it reads scored games. What counts is ours, but the best of a round: SAK (victories).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from sys import intern
from typing import NamedTuple

from companion.rules.scoring.breakdown import RoundBreakdown
from companion.rules.scoring.game import GameBreakdown, rank_points
from companion.rules.text.reader import group


class YakuCount(NamedTuple):
    """A yaku by its name."""

    name: str
    times: int
    """How often somebody had it."""
    points: int
    """What it was worth in all."""


class Best(NamedTuple):
    """The best round score of a player."""

    score: int
    game: int
    """The number of the game of the first round that has it; 0 where the player sat out every round."""
    round: int
    """The number of that round; 0 likewise."""


class SideCount(NamedTuple):
    """What a side did in the rounds of a game that it played: it may have sat out others, or all of them."""

    players: tuple[str, ...]
    has_played: bool
    """It may win (`GameBreakdown.list_played`)."""
    wins: bool
    rounds: int
    rounds_won: int
    points: int
    best: int
    """Its best round score."""
    best_round: int
    """The number of the first round that has it."""
    gaji: int
    """How many cards the Gaji brought."""
    yaku: tuple[YakuCount, ...]


class GameCount(NamedTuple):
    """What counts of a game."""

    name: str
    rounds: int
    """How many."""
    sides: tuple[SideCount, ...]
    is_lowest: bool = False
    """The lowest sum won."""

    @property
    def is_decided(self) -> bool:
        return any(side.wins for side in self.sides)

    @property
    def winners(self) -> tuple[str, ...]:
        """The players of the sides that won."""
        return tuple(player for side in self.sides if side.wins for player in side.players)


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """What a player did in some games."""

    name: str
    games: int
    """How many."""
    games_won: int
    rounds: int
    rounds_won: int
    points: int
    best: Best
    gaji: int
    """How many cards the Gaji brought."""
    yaku: tuple[YakuCount, ...]
    """Those that the player had, most often first."""

    @property
    def average(self) -> int:
        return divide_in_tenths(self.points, max(1, self.rounds))


@dataclass(frozen=True, slots=True)
class Statistics:
    """What was played in some games."""

    games: int
    """How many."""
    rounds: int
    """How many."""
    players: tuple[PlayerCount, ...]
    """In the order in which they came."""
    yaku: tuple[YakuCount, ...]
    """Of all sides, most often first: that of a team counts once."""
    is_lowest: bool
    """In all of these games the lowest sum wins."""
    is_mixed: bool
    """Their points do not add up."""

    def rank(self, points: int) -> int:
        """By this what players scored is sorted, the best first."""
        return rank_points(points, is_lowest=self.is_lowest)

    def blank_mixed(self, **figures: float) -> dict[str, float | None]:
        """Figures that points make; each None where points do not add up."""
        return {name: None if self.is_mixed else figure for name, figure in figures.items()}


def divide_in_tenths(points: int, count: int) -> int:
    """Points divided by a count, in tenths of a point, rounded to the nearest; halves away from 0.

    >>> divide_in_tenths(1, 4), divide_in_tenths(-1, 4), divide_in_tenths(1, 3)
    (3, -3, 3)
    """
    tenths = (abs(points) * 20 + count) // (2 * count)
    return -tenths if points < 0 else tenths


def list_players(game: GameBreakdown) -> list[tuple[str, ...]]:
    """The players of each side."""
    players = game.seating.players
    return [tuple(players[seat] for seat in game.seating.get_seats(n)) for n in range(len(game.sides))]


def count_game(game: GameBreakdown) -> GameCount:
    """What counts of a scored game."""
    rounds = game.final.rounds
    scores = [
        {place: each.breakdown.sides[place].score for place in each.breakdown.playing} for each in rounds
    ]
    standings = [each.breakdown.standings for each in rounds]
    bests = [min(each.values(), key=game.rank) for each in standings]
    winners = [
        [place for place, standing in each.items() if standing == best]
        for each, best in zip(standings, bests, strict=True)
    ]
    sides, played = [], game.final.list_played()
    for place, players in enumerate(list_players(game)):
        own = {number: each[place] for number, each in enumerate(scores, 1) if place in each}
        best_round = min(own, key=lambda number: game.rank(own[number]), default=0)
        sides.append(
            SideCount(
                players=players,
                has_played=place in played,
                wins=game.sides[place] in game.winners,
                rounds=len(own),
                # Nobody wins a round whose best score is shared.
                rounds_won=winners.count([place]),
                points=sum(own.values()),
                best=own.get(best_round, 0),
                best_round=best_round,
                gaji=sum(len(each.breakdown.sides[place].gaji) for each in rounds),
                yaku=_add_up_yaku([yaku for each in rounds for yaku in _count_yaku(each.breakdown, place)]),
            )
        )
    return GameCount(
        name=game.rule_set.game if game.rule_set.has_cards else game.rule_set.name,
        rounds=len(rounds),
        sides=tuple(sides),
        is_lowest=game.is_lowest,
    )


def _count_yaku(round_: RoundBreakdown, place: int) -> list[YakuCount]:
    """The yaku that a side had points for."""
    # In a race the figure `scores` says whether the yaku of the side count; other games have none.
    if not round_.sides[place].figures.get("scores", 1):
        return []
    # Counts are kept by thousands (`store/scores.py`): one text a name.
    return [YakuCount(intern(each.yaku.short_name), 1, each.points) for each in round_.sides[place].yaku]


def _add_up_yaku(yaku: Iterable[YakuCount]) -> tuple[YakuCount, ...]:
    """Yaku of one name together, most often first, then by points and name."""
    found: dict[str, YakuCount] = {}
    for name, times, points in yaku:
        known = found.get(name, YakuCount(name, 0, 0))
        found[name] = YakuCount(name, known.times + times, known.points + points)
    return tuple(sorted(found.values(), key=lambda each: (-each.times, -each.points, each.name)))


def add_up_games(games: Iterable[tuple[int, GameCount]]) -> Statistics:
    """The statistics of games, each with its number, in the order played."""
    played = [(number, game) for number, game in games if game.rounds]
    by_player = group(
        (player, (number, game, side))
        for number, game in played
        for side in game.sides
        if side.has_played
        for player in side.players
    )
    return Statistics(
        games=sum(game.is_decided for _, game in played),
        rounds=sum(game.rounds for _, game in played),
        players=tuple(_count_player(name, rows) for name, rows in by_player.items()),
        yaku=_add_up_yaku(yaku for _, game in played for side in game.sides for yaku in side.yaku),
        is_lowest=all(game.is_lowest for _, game in played),
        is_mixed=is_mixed(game for _, game in played),
    )


def is_mixed(games: Iterable[GameCount]) -> bool:
    """Whether points of these games do not add up: they are games of several names."""
    return len({game.name for game in games if game.rounds}) > 1


def _count_player(name: str, rows: list[tuple[int, GameCount, SideCount]]) -> PlayerCount:
    """What a player did, from the number of each game and what the player's side did in it."""
    sides = [side for *_, side in rows]
    # Games of both kinds: the best of those that the highest wins.
    is_lowest = all(game.is_lowest for _, game, _ in rows)
    bests = [
        Best(side.best, number, side.best_round)
        for number, game, side in rows
        if game.is_lowest == is_lowest and side.rounds
    ]
    return PlayerCount(
        name=name,
        games=sum(game.is_decided for _, game, _ in rows),
        games_won=sum(side.wins for side in sides),
        rounds=sum(side.rounds for side in sides),
        rounds_won=sum(side.rounds_won for side in sides),
        points=sum(side.points for side in sides),
        best=min(bests, key=lambda each: rank_points(each.score, is_lowest=is_lowest), default=Best(0, 0, 0)),
        gaji=sum(side.gaji for side in sides),
        yaku=_add_up_yaku(yaku for side in sides for yaku in side.yaku),
    )
