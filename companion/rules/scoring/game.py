"""Scoring a game: totals round by round, who has won, and who deals next.

    >>> from companion.rules.documents.document import parse_game
    >>> raw = {"game": "kwado-1985", "sides": ["Ann", "Ben"], "options": {"target": 25}, "rounds": [
    ...     {"points": {"Ann": {"card_points": 150, "yaku": []}, "Ben": {"card_points": 90, "yaku": []}}}]}
    >>> game = score_game(parse_game(raw))
    >>> game.totals, game.winners
    ((30, 0), ('Ann',))

Sources: KD85 (target, end of the game); ties and the dealer are silent, see the options.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from companion.cards import DeckStyle
from companion.rules.entries.entry import Entry
from companion.rules.entries.race import RaceEntry
from companion.rules.figures.figure import Figure
from companion.rules.records.options import Options
from companion.rules.records.rule_set import RuleSet
from companion.rules.scoring.breakdown import CarriedFigures, RoundBreakdown, RoundContext
from companion.rules.scoring.round import score_round
from companion.rules.scoring.seating import Seating, choose_dealer, find_next_dealer


class Start(NamedTuple):
    """What a side brings along from an earlier game."""

    total: int = 0
    tally: int = 0
    """Its sum of what decides."""
    carried: int = 0
    """What the round before the first has left of the figure by which the next is scored."""

    def document(self) -> list[int]:
        """It as a list; without what most games carry nothing of."""
        return list(self if self.carried else self[:2])


class NewSeats(NamedTuple):
    """The seats as a table chose them after so many rounds."""

    played: int
    """How many rounds."""
    order: tuple[int, ...]
    """Seats in the order of play."""
    dealer: int
    """A seat."""


class Adjustment(NamedTuple):
    """Points that a table gave or took beside a round, for no card: they need not sum to 0."""

    number: int
    """Of the round. They count from it on."""
    points: tuple[int, ...]
    """Of each side, below 0 for what it loses."""
    reason: str


@dataclass(frozen=True, slots=True)
class EnteredGame:
    """A game to score."""

    rule_set: RuleSet
    options: Options
    """Those of now."""
    sides: tuple[str, ...]
    rounds: tuple[tuple[Entry, Options], ...] = ()
    """Each as entered, with the options that it was played by."""
    seating: Seating | None = None
    """That of the first round; without it each side is a seat, and the first deals first."""
    deck: DeckStyle | None = None
    """What the table plays with, where somebody said so; no score depends on it."""
    starts: tuple[Start, ...] = ()
    """Of each side; empty where all begin with nothing."""
    new_seats: tuple[NewSeats, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    is_stopped: bool = False
    """It was ended early."""


class RoundInGame(NamedTuple):
    """A scored round in its place."""

    number: int
    """From 1."""
    breakdown: RoundBreakdown
    totals: tuple[int, ...]
    """After it, by sides."""
    dealer: int
    """The seat that dealt it."""
    warnings: tuple[str, ...]
    tallies: tuple[int, ...]
    """The sums that decide, after it: the totals or, where another figure decides, what each side has of it.
    """
    entry: Entry
    """What was entered."""
    month: int
    """From 1 to 12."""


@dataclass(frozen=True, slots=True)
class GameBreakdown:
    """A scored game."""

    rule_set: RuleSet
    sides: tuple[str, ...]
    seating: Seating
    """The order of now."""
    next_dealer: int
    """The seat that deals the next round."""
    rounds: tuple[RoundInGame, ...] = ()
    winners: tuple[str, ...] = ()
    """The names of sides."""
    won_in: int | None = None
    """The number of the round that ended it, None while it goes on."""
    is_stopped: bool = False
    """It was ended early."""
    last_dealers: tuple[int | None, ...] = ()
    """The seat of each side that dealt last."""
    starts: tuple[Start, ...] = ()
    """What each side had before the first round."""
    new_seats: tuple[NewSeats, ...] = ()
    """Since when the order is what it is."""
    adjustments: tuple[Adjustment, ...] = ()
    """Points beside its rounds."""

    @property
    def carried(self) -> CarriedFigures:
        """The figures of the last round by which the next is scored."""
        if self.rounds:
            return self.rounds[-1].breakdown.carried
        names = self.rule_set.race.carries.values() if self.rule_set.race else ()
        return tuple((each, max(start.carried for start in self.starts)) for each in names)

    @property
    def is_finished(self) -> bool:
        """Whether the game has a winner."""
        return bool(self.winners)

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals after the last round."""
        return self.rounds[-1].totals if self.rounds else tuple([start.total for start in self.starts])

    @property
    def final(self) -> "GameBreakdown":
        """The game as it was when it was won: what counts for the final standing.

        Rounds played after the end add to `totals` only. While the game goes on, both are the same.
        """
        return replace(self, rounds=self.rounds[: self.won_in])

    @property
    def decider(self) -> Figure | None:
        """The figure that says who is ahead after the last round; None where the totals do."""
        return self.rounds[-1].breakdown.settlement.decider if self.rounds else None

    @property
    def is_lowest(self) -> bool:
        """Whether the lowest sum wins: as it was in the round that ended the game, or in the last one."""
        return bool(self.rounds) and self.rounds[(self.won_in or 0) - 1].breakdown.settlement.is_lowest

    def rank(self, tally: int) -> int:
        """By this the sums that decide are sorted, the best first."""
        return rank_points(tally, is_lowest=self.is_lowest)

    @property
    def best(self) -> int:
        """The sum that leads; of a game that its last round won, the winner's."""
        if self.won_in == len(self.rounds):
            return self.tallies[self.sides.index(self.winners[0])]
        return min([self.tallies[place] for place in self.list_played()], key=self.rank)

    @property
    def tallies(self) -> tuple[int, ...]:
        """The sums that decide."""
        return self.rounds[-1].tallies if self.rounds else self.start_tallies

    @property
    def start_tallies(self) -> tuple[int, ...]:
        """The sums that decide, before the first round."""
        return tuple([start.tally for start in self.starts])

    @property
    def rounds_after_end(self) -> tuple[RoundInGame, ...]:
        """The rounds that were played after the game was won."""
        return self.rounds[self.won_in :] if self.won_in else ()

    def get_leaders(self) -> tuple[str, ...]:
        """The sides that are ahead."""
        return tuple([self.sides[place] for place in self.list_played() if self.tallies[place] == self.best])

    def list_played(self) -> list[int]:
        """The places of the sides that played, before the first round of all.

        Who sat out every round is not ahead with 0 and wins nothing. Who came in with a sum plays for it.
        """
        if not self.rounds:
            return list(range(len(self.sides)))
        started = {place for place, start in enumerate(self.starts) if start.tally}
        return sorted(started.union(*(each.breakdown.playing for each in self.rounds)))

    def list_ranks(self) -> list[tuple[int, int]]:
        """The rank of each side, from 1, and its place, the best first.

        Equals share a rank. Who did not play comes last.
        """
        played = self.list_played()
        keys = [(place not in played, self.rank(tally)) for place, tally in enumerate(self.tallies)]
        ordered = sorted(keys)
        return sorted((ordered.index(key) + 1, place) for place, key in enumerate(keys))

    def list_adjustments(self, number: int) -> list[Adjustment]:
        """Points beside the round with this number."""
        return [each for each in self.adjustments if each.number == number]

    def add_adjustments(self, sums: Sequence[int], number: int) -> tuple[int, ...]:
        """Sums of the sides, with the points beside the round with this number."""
        rows = [each.points for each in self.list_adjustments(number)]
        return tuple(map(sum, zip(sums, *rows, strict=True)))

    def add_up(self, figure: Figure | None) -> tuple[int, ...]:
        """What each side has of a figure in all rounds; its total where there is none."""
        return self.list_tallies(figure)[-1]

    def list_tallies(self, figure: Figure | None) -> list[tuple[int, ...]]:
        """What each side has of a figure at first and after each round; its totals where there is none."""
        if figure is None:
            return [tuple([start.total for start in self.starts]), *(each.totals for each in self.rounds)]
        rounds = (each.breakdown for each in self.rounds)
        return [*accumulate(rounds, partial(_add_figure, figure), initial=self.start_tallies)]


def rank_points(points: int, *, is_lowest: bool) -> int:
    """By this points are sorted, the best first: the most or, where the lowest sum wins, the fewest."""
    return points if is_lowest else -points


def begin_game(game: EnteredGame) -> GameBreakdown:
    """The breakdown of a game before its first round."""
    starts = game.starts or (Start(),) * len(game.sides)
    seating = game.seating or Seating(game.sides, len(game.sides))
    return GameBreakdown(
        rule_set=game.rule_set,
        sides=game.sides,
        starts=starts,
        adjustments=game.adjustments,
        seating=seating,
        next_dealer=seating.first_dealer,
        last_dealers=(None,) * len(game.sides),
    )


def add_rounds(
    before: GameBreakdown,
    rounds: Iterable[tuple[Entry, Options]],
    scored: tuple[Entry, RoundBreakdown] | None = None,
) -> GameBreakdown:
    """The game with further rounds, each as entered and with the options that it was played by.

    A game that was won stays won: later rounds are added up, with a warning. One of them may be `scored`
    already.
    """
    totals, done = before.totals, list(before.rounds)
    winners, won_in = before.winners, before.won_in
    dealer, last_dealers = before.next_dealer, list(before.last_dealers)
    for entry, options in rounds:
        number = len(done) + 1
        if entry.dealer is not None:
            dealer = _find_dealer(
                entry.dealer, before.seating, before.sides, last_dealers=last_dealers, expected=dealer
            )
        else:
            dealer = before.seating.find_playing(dealer, entry.sitting_out)
        dealing = before.seating.get_side(dealer)
        context = RoundContext(number, dealing, done[-1].breakdown.carried if done else before.carried)
        if scored is not None and scored[0] is entry and scored[1].is_of(context):
            breakdown = scored[1]
        else:
            breakdown = score_round(before.rule_set, options, entry, context)
        scores = [side.score for side in breakdown.sides]
        totals = tuple([total + score for total, score in zip(totals, scores, strict=True)])
        totals = before.add_adjustments(totals, number)
        tallies = totals
        if (decider := breakdown.settlement.decider) is not None:
            last = done[-1] if done else None
            if last is not None and last.breakdown.settlement.decides != decider.id:
                known = replace(before, rounds=tuple(done)).add_up(decider)
            else:
                known = last.tallies if last is not None else before.start_tallies
            tallies = _add_figure(decider, known, breakdown)
        warnings = breakdown.warnings
        if won_in is not None:
            said = " and ".join(winners)
            warnings = (*warnings, f"The game was won by {said} in round {won_in}; this round came after it.")
        month = (entry.month if isinstance(entry, RaceEntry) else None) or context.month
        done.append(
            RoundInGame(
                number=number,
                breakdown=breakdown,
                totals=totals,
                dealer=dealer,
                warnings=warnings,
                tallies=tallies,
                entry=entry,
                month=month,
            )
        )
        if won_in is None and _is_over(options, tallies, number):
            winners = _find_winners(replace(before, rounds=tuple(done)))
            won_in = number if winners else None
        last_dealers[dealing] = dealer
        way = str(options.choice("dealer") or "most-points")
        dealer = find_next_dealer(
            before.seating, dealer, breakdown.standings, way=way, last_dealers=last_dealers
        )
    return replace(
        before,
        rounds=tuple(done),
        winners=winners,
        won_in=won_in,
        next_dealer=dealer,
        last_dealers=tuple(last_dealers),
    )


def change_seats(before: GameBreakdown, order: tuple[int, ...], dealer: int) -> GameBreakdown:
    """The game with its players seated in this order from the next round on, which `dealer` deals."""
    return replace(
        before,
        seating=replace(before.seating, order=order),
        next_dealer=dealer,
        new_seats=(*before.new_seats, NewSeats(len(before.rounds), order, dealer)),
    )


def _find_dealer(
    name: str, seating: Seating, sides: tuple[str, ...], last_dealers: Sequence[int | None], expected: int
) -> int:
    """The seat of the player or side that is said to have dealt, where this one was expected to."""
    if name in seating.players:
        return seating.players.index(name)
    return choose_dealer(seating, sides.index(name), last_dealers, expected)


def _add_figure(figure: Figure, tallies: Sequence[int], round_: RoundBreakdown) -> tuple[int, ...]:
    """What each side has of a figure after another round."""
    # A round by another method may know no such figure.
    rows = zip(tallies, round_.sides, strict=True)
    return tuple([tally + side.figures.get(figure.id, 0) for tally, side in rows])


def list_winning(rule_set: RuleSet, options: Options) -> list[str]:
    """The yaku that win where several sides reach the target, the first before others, if that is agreed."""
    is_agreed = options.target is not None and options.choice("several") == "yaku"
    return [yaku.id for yaku in rule_set.yaku if yaku.is_winning and is_agreed]


def _is_over(options: Options, tallies: Sequence[int], number: int) -> bool:
    """Whether a sum has reached the target, or so many rounds are the last of those agreed."""
    is_reached = options.target is not None and max(tallies) >= options.target
    return is_reached or (options.rounds is not None and number >= options.rounds)


def _find_winners(game: GameBreakdown) -> tuple[str, ...]:
    """The sides that win a game that is over: those that are ahead, equals as agreed.

    If agreed, a side that reaches the target with a yaku of the last round that wins comes before the others.
    Who only sold brights, and sat out every round, does not end a game.
    """
    last = game.rounds[-1].breakdown
    if not _is_over(last.options, [game.tallies[place] for place in game.list_played()], len(game.rounds)):
        return ()
    for yaku_id in list_winning(last.rule_set, last.options):
        for side, tally in zip(last.sides, game.tallies, strict=True):
            is_there = tally >= (last.options.target or 0)
            if is_there and any(score.yaku.id == yaku_id for score in side.yaku):
                return (side.side,)
    ahead = game.get_leaders()
    return () if len(ahead) > 1 and last.options.choice("tie") == "play-on" else ahead


def score_game(game: EnteredGame, scored: tuple[Entry, RoundBreakdown] | None = None) -> GameBreakdown:
    """The whole game, scored round by round; one of its rounds may be `scored` already.

    Source: KD85 (a side that reaches the target wins), MH25 (most points after the rounds agreed), SAK
    (victories may decide). Two at once: silent, the higher total wins. Where victories decide, a target is a
    number of them: house.
    """
    running = begin_game(game)
    for played, order, dealer in game.new_seats:
        rounds = game.rounds[len(running.rounds) : played]
        running = change_seats(add_rounds(running, rounds, scored), order, dealer)
    running = add_rounds(running, game.rounds[len(running.rounds) :], scored)
    return stop_game(running) if game.is_stopped else running


def score_again(game: GameBreakdown, rule_set: RuleSet, agree: Callable[[Options], Options]) -> GameBreakdown:
    """A game that has rounds, as it would stand had they been played by these rules.

    `agree` gives the options that a round has then, by those that it was played by.
    """
    return score_game(
        EnteredGame(
            rule_set=rule_set,
            options=agree(game.rounds[-1].breakdown.options),
            sides=game.sides,
            rounds=tuple((each.entry, agree(each.breakdown.options)) for each in game.rounds),
            seating=replace(game.seating, order=()),
            starts=game.starts,
            new_seats=game.new_seats,
            adjustments=game.adjustments,
            is_stopped=game.is_stopped,
        )
    )


def stop_game(before: GameBreakdown) -> GameBreakdown:
    """The game ended early: who is ahead wins, equals share. A game that is won stays as it is.

    Source: house.
    """
    if before.is_finished or not before.rounds:
        return replace(before, is_stopped=True)
    return replace(before, is_stopped=True, winners=before.get_leaders(), won_in=len(before.rounds))
