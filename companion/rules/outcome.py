"""What a round does to a game, as a sentence: who has won or leads, and how far it is to the end.

“Ann leads with 120, 80 to go.” or, where victories decide, “Ann leads with 3 victories, one round to go.”

Sources: the target or the number of rounds, and the option `tie` of the rule set.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.rules.game import GameBreakdown
from companion.rules.names import agree
from companion.rules.options import Options
from companion.rules.scorer import get_scorer
from companion.rules.settlement import Figure

# Each for one side, and for several; `s` is the end of the verb of one side.
OUTCOMES = {
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


class Outcome(NamedTuple):
    """A sentence with places for `names`, `best` and `to_go`, and what stands there.

    `best` is counted in `decider`, in points where there is none.
    """

    words: str
    sides: tuple[str, ...]
    best: int
    to_go: int
    decider: Figure | None


def find_outcome(before: GameBreakdown, after: GameBreakdown, options: Options) -> Outcome:
    """What the last round of a game does to it."""
    is_won = bool(after.winners and not before.winners)
    sides = after.winners if is_won else after.get_leaders()
    best = max(after.tallies)
    kind, to_go = "ahead", 0
    if is_won:
        kind = "won"
    elif not after.winners and options.target is not None and options.target > best:
        kind, to_go = "to_go", options.target - best
    elif not after.winners and options.rounds is not None and options.rounds > len(after.rounds):
        to_go = options.rounds - len(after.rounds)
        kind = "one_to_go" if to_go == 1 else "rounds_to_go"
    words = OUTCOMES[kind][len(sides) > 1].replace("{s}", agree(sides[0], "s"))
    return Outcome(words, sides, best, to_go, after.decider)


def goal_document(before: GameBreakdown, options: Options, *, is_last: bool) -> dict[str, Any]:
    """What a phone needs to say the outcome of a round while it is entered; only the last round has one."""
    is_open = is_last and not before.winners
    rounds_left = options.rounds - len(before.rounds) - 1 if options.rounds is not None else None
    decider = get_scorer(before.rule_set, options).settlement.decider
    return {
        "target": options.target if is_open else None,
        "roundsLeft": rounds_left if is_open else None,
        "playsOn": options.choice("tie") == "play-on",
        "isLast": is_last,
        "counted": [decider.name, decider.id] if decider is not None else None,
        "words": {kind: list(words) for kind, words in OUTCOMES.items()},
    }
