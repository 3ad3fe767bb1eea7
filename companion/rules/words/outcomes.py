"""What a round and a game come to, in sentences: how a race ended, who leads, how a game was won.

    >>> from companion.rules.documents.document import parse_game
    >>> from companion.rules.scoring.game import score_game
    >>> raw = {"game": "kwado-1985", "sides": ["Ann", "Ben"], "options": {"target": 25}, "rounds": [
    ...     {"points": {"Ann": {"card_points": 125, "yaku": ["dragon"]}, "Ben": {"card_points": 115}}}]}
    >>> victory = find_victory(score_game(parse_game(raw)))
    >>> victory.winners, say_victory(victory), [won.name for won in victory.yaku]
    ((0,), 'Won by 30 in 1 round', ['Dragon bonus'])
    >>> from companion.rules.entries.entry import parse_entry
    >>> from companion.rules.records.files import get_rule_set
    >>> rules = get_rule_set("koikoi-modern")
    >>> raw = {"outcome": "exhausted", "calls": {"Ben": 2}}
    >>> say_ending(rules, parse_entry(raw, rules, ("Ann", "Ben")))
    'Nobody stopped. Ben called koi-koi twice.'

Sources: koi-koi.md (Round); the target or the number of rounds, and the option `tie` of the rule set.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.cards import Card, DeckStyle, get_month
from companion.rules.entries.entry import Entry
from companion.rules.entries.race import RaceEntry
from companion.rules.figures.figure import Figure
from companion.rules.records.options import Options
from companion.rules.records.race import Race
from companion.rules.records.rule_set import RuleSet
from companion.rules.scoring.game import GameBreakdown, RoundInGame, list_winning
from companion.rules.scoring.scorer import get_scorer
from companion.rules.text.names import agree, and_list, isolate
from companion.rules.text.numbers import write_number

_BOTH_DEALT = {
    "nobody": "nobody scores",
    "dealer": "the dealer scores",
    "play-on": "both are ignored: play on",
}
_RUN_OUT = {
    "nobody": "nobody scores",
    "most-yaku": "the higher yaku points score, multiplied; of equals the dealer’s",
}
_TIMES = {1: "", 2: " twice"}
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def counted(count: int, figure: Figure | None) -> str:
    """What decides a game, in words: points as a number, else so many of a figure ("3 victories")."""
    return write_number(count) if figure is None else f"{write_number(count)} {figure.get_noun(count)}"


def say_ending(rule_set: RuleSet, entry: Entry) -> str:
    """Who sat out; in a race who stopped or was dealt which hand, and who called how often."""
    out = [entry.sides[number] for number in entry.sitting_out]
    sat_out = [f"{and_list(out)} sat out."] if out else []
    if not isinstance(entry, RaceEntry) or rule_set.race is None:
        return "".join(sat_out)
    hands = {hand.id: hand.words for hand in rule_set.race.hands}
    said = [
        f"{side} was {hands[hand][0].lower()}{hands[hand][1:]}."
        for side, hand in zip(entry.sides, entry.dealt, strict=True)
        if hand is not None
    ]
    if (ending := rule_set.race.find_ending(entry.outcome)) is not None:
        said += filter(
            None,
            [ending.said if entry.winner is None else f"{entry.sides[entry.winner]} {ending.words}."],
        )
    said += [
        f"{side} called {rule_set.race.call}{_TIMES.get(calls, f' {calls} times')}."
        for side, calls in zip(entry.sides, entry.calls, strict=True)
        if calls
    ]
    said += [
        f"{rule_set.get_yaku(yaku_id).short_name} was rained out."
        for amendment in rule_set.amendments
        for yaku_id in amendment.yaku
        if amendment.rained_out in entry.rained_out
    ]
    return " ".join([*said, *sat_out])


def say_run_out(race: Race) -> str:
    """Who scores where the hands ran out and nobody stopped, and what the dealer has without a yaku."""
    # Games of before December 2026 froze `run_out` as a sentence.
    besides = race.run_out[:1].lower() + race.run_out[1:].rstrip(".")
    said = ", ".join(filter(None, [_RUN_OUT[race.exhausted], besides]))
    award = race.dealer
    return f"{said}. {award.words} scores {award.points}" if award and not award.option else said


def say_both_dealt(both_dealt: str | None) -> str:
    """Who scores where both were dealt a hand that ends the round; empty where no hand does."""
    return _BOTH_DEALT.get(both_dealt or "", "")


def say_month(rule_set: RuleSet, month: int, deck: DeckStyle | None = None) -> str:
    """A month with its flower: “March, cherry blossom”.

    With a `deck` whose cards of this flower bear another number: “November, willow (12 on your cards)”.
    """
    suit = rule_set.months[month - 1]
    said = f"{MONTH_NAMES[month - 1]}, {suit.english[:1].lower()}{suit.english[1:]}"
    return f"{said}{say_number(rule_set, month, deck)}"


def say_number(rule_set: RuleSet, month: int, deck: DeckStyle | None) -> str:
    """What to add to a month whose cards bear another number: “ (12 on your cards)”; else nothing."""
    number = month if deck is None else get_month(rule_set.months[month - 1], deck)
    return f" ({number} on your cards)" if number != month else ""


# Each for one side, and for several; `s` is the end of the verb of one side.
_OUTCOME_WORDS = {
    "won": ("{names} win{s} with {best}.", "{names} share the win with {best}."),
    "ahead": ("{names} lead{s} with {best}.", "{names} are tied at {best}."),
    "to_go": ("{names} lead{s} with {best}, {to_go} to go.", "{names} are tied at {best}, {to_go} to go."),
    "rounds_to_go": (
        "{names} lead{s} with {best}, {to_go} rounds to go.",
        "{names} are tied at {best}, {to_go} rounds to go.",
    ),
    "one_to_go": (
        "{names} lead{s} with {best}, one round to go.",
        "{names} are tied at {best}, one round to go.",
    ),
}


def say_outcome(before: GameBreakdown, after: GameBreakdown, options: Options) -> str:
    """What the last round does to a game: "Ben wins with 345.", "Ann leads with 120, 80 to go."."""
    is_won = bool(after.winners and not before.winners)
    sides = after.winners if is_won else after.get_leaders()
    kind, to_go = "ahead", 0
    if is_won:
        kind = "won"
    elif not after.winners and options.target and not after.is_lowest and options.target > after.best:
        kind, to_go = "to_go", options.target - after.best
    elif not after.winners and options.rounds and options.rounds > len(after.rounds):
        to_go = options.rounds - len(after.rounds)
        kind = "one_to_go" if to_go == 1 else "rounds_to_go"
    return _OUTCOME_WORDS[kind][len(sides) > 1].format(
        s=agree(sides[0], "s"),
        names=and_list([isolate(side) for side in sides]),
        best=counted(after.best, after.decider),
        to_go=write_number(to_go),
    )


def goal_document(before: GameBreakdown, options: Options, *, is_last: bool) -> dict[str, Any]:
    """What a phone needs to say the outcome of a round while it is entered; only the last round has one."""
    is_open = is_last and not before.winners
    settlement = get_scorer(before.rule_set, options).settlement
    decider = settlement.decider
    return {
        "target": options.target if is_open else None,
        "rounds_left": options.rounds - len(before.rounds) - 1 if is_open and options.rounds else None,
        "is_lowest": settlement.is_lowest,
        "plays_on": options.choice("tie") == "play-on",
        "wins": list_winning(before.rule_set, options),
        "is_last": is_last,
        "played": list(before.list_played()),
        "counted": [decider.name, decider.id] if decider is not None else None,
        "words": {kind: list(words) for kind, words in _OUTCOME_WORDS.items()},
    }


# Cards on the winner's screen and in the picture of it.
PICTURES = 12


class ShownYaku(NamedTuple):
    """A yaku that decided."""

    place: int
    """Of its side."""
    name: str
    points: int
    cards: tuple[Card, ...]
    """As far as there is room."""


class Victory(NamedTuple):
    """How a game was won."""

    winners: tuple[int, ...]
    """Sides, by their places."""
    best: int
    """What they have of what decides, in points or in `decider`."""
    margin: int
    """How far the next side is behind, below 0 where a yaku won against a higher sum."""
    decider: Figure | None
    """The figure that decides, where points do not."""
    rounds: int
    """How many were played."""
    is_stopped: bool
    """It was ended early."""
    yaku: tuple[ShownYaku, ...]
    """The winners’ yaku of the round that decided, the most points first, those with cards before the others;
    without any there, those of their best round with any.
    """
    earlier_round: int | None
    """The number of that round, if it is not the one that decided."""


def find_victory(game: GameBreakdown) -> Victory | None:
    """How the game was won; None while it has no winner."""
    if not game.winners or game.won_in is None:
        return None
    winners = tuple(place for place, side in enumerate(game.sides) if side in game.winners)
    final = game.final
    others = [final.tallies[place] for place in final.list_played() if place not in winners]
    # The last round first; among the others the one that brought the winners most.
    by_score = sorted(
        final.rounds[:-1],
        key=lambda each: game.rank(sum(each.breakdown.sides[place].score for place in winners)),
    )
    ways = ((each.number, _show_yaku(each, winners)) for each in (final.rounds[-1], *by_score))
    number, yaku = next((way for way in ways if way[1]), (None, ()))
    return Victory(
        winners=winners,
        best=final.best,
        margin=game.rank(min(others, key=game.rank)) - game.rank(final.best) if others else 0,
        decider=final.decider,
        rounds=game.won_in,
        is_stopped=game.is_stopped,
        yaku=yaku,
        earlier_round=number if number != game.won_in else None,
    )


def _show_yaku(each: RoundInGame, winners: tuple[int, ...]) -> tuple[ShownYaku, ...]:
    found = [(place, score) for place in winners for score in each.breakdown.sides[place].yaku]
    room, shown = PICTURES, []
    for place, score in sorted(found, key=lambda won: -won[1].points):
        cards = tuple(score.cards) if len(score.cards) <= room else ()
        room -= len(cards)
        shown.append(ShownYaku(place, score.yaku.short_name, score.points, cards))
    return tuple(sorted(shown, key=lambda each: not each.cards))


def say_starts(game: GameBreakdown) -> str:
    """What the sides brought along: "From the game before: Ann 50, Ben 30."; empty where they did not."""
    brought = [
        f"{side} {counted(start.tally, game.decider)}"
        for side, start in zip(game.sides, game.starts, strict=True)
        if any(start)
    ]
    return f"From the game before: {', '.join(brought)}." if brought else ""


def say_adjustment(sides: Sequence[str], points: Sequence[int], reason: str) -> str:
    """Points beside a round: “Ann −30, Ben +10 (“a wrong payment”)”."""
    moved = [
        f"{isolate(side)} {'+' if each > 0 else ''}{write_number(each)}"
        for side, each in zip(sides, points, strict=True)
        if each
    ]
    return f"{', '.join(moved)} (“{isolate(reason)}”)"


def list_beside(game: GameBreakdown, number: int) -> list[str]:
    """What stands beside the round with this number, a sentence for each."""
    return [
        f"Beside it: {say_adjustment(game.sides, each.points, each.reason)}."
        for each in game.list_adjustments(number)
    ]


def say_victory(victory: Victory) -> str:
    """The victory in words: "Won by 155 in 3 rounds", "All level after 1 round"."""
    rounds = f"{write_number(victory.rounds)} round{'' if victory.rounds == 1 else 's'}"
    margin = counted(victory.margin, victory.decider)
    if victory.margin < 0:
        said = f"Won by {victory.yaku[0].name} in {rounds}"
    elif not victory.margin:
        said = f"All level after {rounds}"
    elif len(victory.winners) > 1:
        said = f"Ahead by {margin} after {rounds}"
    else:
        said = f"Won by {margin} in {rounds}"
    return f"{said}, ended early" if victory.is_stopped else said
