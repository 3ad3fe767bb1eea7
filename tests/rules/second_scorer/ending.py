"""A whole game: its rounds one after the other, the totals, when it is over and who has won.

After the last round, or once a side has reached the target, the highest tally wins. Equal highest tallies
share the win, or the game goes on until one side alone leads. Rounds after the end change no winner.

Sources: scoring-io.md, "In"; kwado.md, "End of game".
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

# What each side scored in a round, and who deals the next one.
Scored = tuple[dict[str, dict[str, Any]], str]


def score_game(
    document: Mapping[str, Any], score_round: Callable[[Mapping[str, Any], str, int], Scored], rounds: int
) -> dict[str, Any]:
    """Return the result of a game whose rounds, dealt by somebody and numbered from 1, are scored so.

    The number of rounds is that of a game that names no length. What decides is the score, or the victories.
    """
    options = document.get("options", {})
    decides = "victories" if options.get("count") == "victories" else "score"
    totals, tally = (dict.fromkeys(document["sides"], 0) for _ in range(2))
    scored_rounds, tallies = [], []
    dealer, played = document["sides"][0], set()
    for number, round_ in enumerate(document["rounds"], 1):
        scored, dealer = score_round(round_, round_.get("dealer", dealer), number)
        totals = {side: total + scored[side]["score"] for side, total in totals.items()}
        tally = {side: known + scored[side][decides] for side, known in tally.items()}
        scored_rounds.append({"sides": {side: own | {"total": totals[side]} for side, own in scored.items()}})
        # Who has sat out every round is not ahead with 0.
        played |= tally.keys() - set(round_.get("sits_out") or ())
        tallies.append({side: each for side, each in tally.items() if side in played})
    winners = find_winners(tallies, options, rounds)
    return {"rounds": scored_rounds, "totals": totals, "finished": bool(winners), "winners": winners}


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
