"""Changes in words: for the undo and redo buttons, the history, and messages."""

from __future__ import annotations

from companion.rules import GameBreakdown
from companion.store import Change
from companion.web.filters import and_list, counted, isolate, number, signed

NAMES = {
    "start": "the start of the game",
    "options": "new house rules from here on",
    "options-for-all": "new house rules for all rounds",
    "end": "the end of the game",
    "resume": "going on with the game",
    "return": "the way back to an earlier state",
    "links": "new links",
    "undo": "an undo",
    "redo": "a redo",
}
ROUND_NAMES = {
    "add": "round {}",
    "correct": "the correction of round {}",
    "remove": "the removal of round {}",
    "restore": "putting round {} back",
}


def name_change(change: Change, game: GameBreakdown | None = None) -> str:
    """The change as a noun: "round 3, Ann +30". `game` gives the score of an added round."""
    if change.kind not in ROUND_NAMES:
        return NAMES.get(change.kind, change.kind)
    name = ROUND_NAMES[change.kind].format(change.number)
    if change.kind == "add" and game and change.number and change.number <= len(game.rounds):
        sides = game.rounds[change.number - 1].breakdown.sides
        best = max(sides, key=lambda side: side.score)
        return f"{name}, {isolate(best.side)} {signed(best.score)}"
    return name


def say_history(change: Change) -> str:
    """The change as a line of the history."""
    said = {
        "start": "The game was started.",
        "add": f"Round {change.number} was entered.",
        "correct": f"Round {change.number} was corrected.",
        "remove": f"Round {change.number} was removed.",
        "restore": f"Round {change.number} was put back.",
        "options": "House rules were changed from here on.",
        "options-for-all": "House rules were changed for all rounds.",
        "end": "The game was ended.",
        "resume": "The game went on.",
        "return": "The game was brought back to an earlier state.",
        "links": "The links were replaced.",
    }
    kind = change.of_kind or change.kind
    line = said.get(kind, "Something was changed.")
    if change.kind in ("undo", "redo"):
        return f"{'Undone' if change.kind == 'undo' else 'Done again'}: {line[0].lower()}{line[1:]}"
    return line


def say_moved(before: GameBreakdown, after: GameBreakdown, round_number: int | None = None) -> str:
    """What changed between two states: "Round 2: Ann 30 → 55. Ann now leads with 180."

    With a round number, the scores of that round if both states have it; else the totals.
    """
    said = []
    if round_number is not None and round_number <= min(len(before.rounds), len(after.rounds)):
        pairs = zip(
            before.rounds[round_number - 1].breakdown.sides,
            after.rounds[round_number - 1].breakdown.sides,
            strict=True,
        )
        moved = [
            f"{isolate(new.side)} {number(old.score)} → {number(new.score)}"
            for old, new in pairs
            if old.score != new.score
        ]
        said.append(f"Round {round_number}: {', '.join(moved) if moved else 'no score changed'}.")
    elif before.totals != after.totals:
        totals = zip(after.sides, before.totals, after.totals, strict=True)
        moved = [f"{isolate(side)} {number(old)} → {number(new)}" for side, old, new in totals if old != new]
        said.append(f"Totals: {', '.join(moved)}.")
    said.append(say_standing(before, after))
    return " ".join(sentence for sentence in said if sentence)


def say_standing(before: GameBreakdown, after: GameBreakdown) -> str:
    """Who leads or has won, if that or the sums that decide changed."""
    if before.tallies == after.tallies and before.winners == after.winners:
        return "" if before.is_stopped == after.is_stopped else say_lead(after)
    if after.winners:
        names = and_list([isolate(side) for side in after.winners])
        verb = "wins" if len(after.winners) == 1 else "share the win"
        return f"{names} {verb} with {counted(max(after.final_tallies), after.decider)}."
    goes_on = "The game goes on. " if before.winners else ""
    return goes_on + say_lead(after, is_new=before.get_leaders() != after.get_leaders())


def say_lead(game: GameBreakdown, *, is_new: bool = False) -> str:
    leaders, best = game.get_leaders(), counted(max(game.tallies), game.decider)
    now = "now " if is_new else ""
    if not game.rounds:
        return "No round is entered."
    if len(leaders) == 1:
        return f"{isolate(leaders[0])} {now}leads with {best}."
    return f"{and_list([isolate(side) for side in leaders])} are {now}level with {best}."
