"""When a game is over and who has won.

After the last round, or once a side has reached the target, the highest tally wins. Equal highest tallies
share the win, or the game goes on until one side alone leads. Rounds after the end change no winner.

Sources: scoring-io.md, "In"; kwado.md, "End of game".
"""

from collections.abc import Iterable, Mapping
from typing import Any


def find_winners(tallies: Iterable[Mapping[str, int]], options: Mapping[str, Any], rounds: int) -> list[str]:
    """Return the winners, none while the game goes on.

    The tallies are those after each round; the number of rounds is that of a game that names no length.
    """
    target = options.get("target")
    last = options.get("rounds", rounds)
    for number, tally in enumerate(tallies, 1):
        best = max(tally.values())
        leaders = [side for side in tally if tally[side] == best]
        is_due = number >= last if target is None else best >= target
        if is_due and (len(leaders) == 1 or options.get("tie", "share") == "share"):
            return leaders
    return []
