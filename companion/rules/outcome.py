"""What a round does to a game, as a sentence: who has won or leads, and how far it is to the target.

Sources: the target, and the option `tie` of the rule set.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.rules.game import GameBreakdown
from companion.rules.options import Options

# Each for one side, and for several.
OUTCOMES = {
    "won": ("{names} wins with {best}.", "{names} share the win with {best}."),
    "ahead": ("{names} leads with {best}.", "{names} are level with {best}."),
    "to_go": ("{names} leads with {best}, {to_go} to go.", "{names} are level with {best}, {to_go} to go."),
}


class Outcome(NamedTuple):
    """A sentence with places for `names`, `best` and `to_go`, and what stands there."""

    words: str
    sides: tuple[str, ...]
    best: int
    to_go: int


def find_outcome(before: GameBreakdown, after: GameBreakdown, options: Options) -> Outcome:
    """What the last round of a game does to it."""
    is_won = bool(after.winners and not before.winners)
    sides = after.winners if is_won else after.get_leaders()
    best = max(after.totals)
    to_go = options.target - best if options.target and not after.winners else 0
    kind = "won" if is_won else "to_go" if to_go > 0 else "ahead"
    return Outcome(OUTCOMES[kind][len(sides) > 1], sides, best, to_go)


def goal_document(before: GameBreakdown, options: Options, *, is_last: bool) -> dict[str, Any]:
    """What a phone needs to say the outcome of a round while it is entered; only the last round has one."""
    return {
        "target": None if before.winners or not is_last else options.target,
        "playsOn": options.choice("tie") == "play-on",
        "isLast": is_last,
        "words": {kind: list(words) for kind, words in OUTCOMES.items()},
    }
