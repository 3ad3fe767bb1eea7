"""Changes in words: for the undo and redo buttons, the history, and messages."""

from collections.abc import Iterable, Sequence

from companion.rules import (
    MONTH_NAMES,
    GameBreakdown,
    RoundInGame,
    agree,
    and_list,
    counted,
    isolate,
    parse_entry,
    say_adjustment,
    score_round,
    write_number,
)
from companion.store import Document, Game, HistoryLine
from companion.web.filters import signed

# Of each kind of change its noun, and its line of the history.
WORDS = {
    "start": ("start of the game", "The game was started."),
    "add": ("round {number}", "Round {number} was entered."),
    "correct": ("correction of round {number}", "Round {number} was corrected."),
    "remove": ("removal of round {number}", "Round {number} was removed."),
    "options": ("new house rules", "House rules were changed from the next round on."),
    "options-for-all": ("new house rules for all rounds", "House rules were changed for all rounds."),
    "end": ("end of the game", "The game was ended."),
    "resume": ("continuing the game", "The game was continued."),
    "links": ("new links", "The links were replaced."),
    "deck": ("the change of deck", "The deck was changed."),
    "names": ("new names", "{renamed}"),
    "seats": ("new seats or dealer", "Seats or dealer were changed from the next round on."),
    "adjust": ("points beside round {number}", "Points beside round {number}: {adjusted}."),
    "players": ("the change of players", "The game went on with other players."),
    "rematch": ("a rematch", "A rematch was started."),
    "archive": ("archiving", "The game was archived."),
    "unarchive": ("bringing it back from the archive", "The game was taken out of the archive."),
    "delete": ("deleting", "The game was deleted."),
    "recover": ("bringing the game back", "The game was brought back."),
    "undo": ("an undo", "Undone: {line}"),
    "redo": ("a redo", "Redone: {line}"),
}


def name_change(change: HistoryLine, game: GameBreakdown | None = None) -> str:
    """The change as a noun: "round 3, Ann +30". `game` gives the score of an added round."""
    name = WORDS[change.kind][0].format(number=change.number)
    if change.kind == "add" and game and change.number and change.number <= len(game.rounds):
        scored = game.rounds[change.number - 1].breakdown
        sides = [scored.sides[place] for place in scored.playing]
        best = min(sides, key=lambda side: game.rank(side.score))
        if all(side.score == 0 for side in sides):
            return f"{name}, no score" if game.rule_set.race else name
        return f"{name}, {isolate(best.side)} {signed(best.score)}"
    return name


def say_history(change: HistoryLine) -> str:
    """The change as a line of the history."""
    words = WORDS[change.of_kind or change.kind][1]
    adjusted = say_adjustment(*change.adjusted) if change.adjusted else ""
    line = words.format(number=change.number, renamed=say_renamed(change), adjusted=adjusted)
    if change.of_kind:
        return WORDS[change.kind][1].format(line=f"{line[0].lower()}{line[1:]}")
    return line


def say_renamed(change: HistoryLine) -> str:
    """Who has another name: “Names were changed: Ann is now Anna.”"""
    renamed = [f"{isolate(old)} is now {isolate(new)}" for old, new in change.renamed]
    return f"Names were changed: {', '.join(renamed)}." if renamed else "Names of teams were changed."


def say_moved(
    before: GameBreakdown,
    after: GameBreakdown,
    round_number: int | None = None,
    *,
    changed: int | None = None,
) -> str:
    """What changed between two states: "Round 2: Ann 30 → 55. Ann now leads with 180."

    With a round number, the scores of that round if both states have it; else the totals. `changed` is the
    round that was corrected, removed or put back; that of a race moves later ones.
    """
    said = []
    if round_number is not None and round_number <= min(len(before.rounds), len(after.rounds)):
        pairs = zip(
            before.rounds[round_number - 1].breakdown.sides,
            after.rounds[round_number - 1].breakdown.sides,
            strict=True,
        )
        moved = list_moved((new.side, old.score, new.score) for old, new in pairs)
        said.append(
            f"Round {round_number}: {', '.join(moved)}."
            if moved
            else f"Round {round_number} corrected. Scores unchanged."
        )
    elif before.totals != after.totals:
        moved = list_moved(zip(after.sides, before.totals, after.totals, strict=True))
        said.append(f"Totals: {', '.join(moved)}.")
    said += [say_standing(before, after), say_later(before, after, round_number or changed)]
    return " ".join(filter(None, said))


def list_moved(sides: Iterable[tuple[str, int, int]]) -> list[str]:
    """What each side that moved had and has now: "Ann 30 → 55"."""
    return [
        f"{isolate(side)} {write_number(old)} → {write_number(new)}" for side, old, new in sides if old != new
    ]


def say_scores(game: Game, change: HistoryLine) -> str:
    """The scores of the round: “Ann +30 · Ben 0”; of a correction “Ann 30 → 55”, only of sides that moved.

    Empty for changes of another kind, and where a score depends on the dealer or on other rounds.
    """
    if change.serial is None or game.rule_set.needs_dealer or game.rule_set.race is not None:
        return ""
    before, after = (find_scores(game, change, entry) for entry in (change.before, change.after))
    if before and after:
        moved = list_moved(zip(game.side_names, before, after, strict=True))
        return " · ".join(moved) or "scores unchanged"
    return say_sides(zip(game.side_names, after or before, strict=False))


def find_scores(game: Game, change: HistoryLine, document: Document | None) -> tuple[int, ...]:
    """What each side had in the round as this document has it; nothing where it did not stand."""
    if document is None:
        return ()
    entry = parse_entry(document, game.rule_set, game.side_names, players=game.players)
    scored = score_round(game.rule_set, game.get_options(change.serial or 0), entry)
    return tuple(side.score for side in scored.sides)


def say_sides(scores: Iterable[tuple[str, int]]) -> str:
    """What each side has in a round: “Ann +30 · Ben 0”."""
    return " · ".join(f"{isolate(side)} {signed(score)}" for side, score in scores)


def say_later(before: GameBreakdown, after: GameBreakdown, changed: int | None) -> str:
    """The new months and dealers of rounds of a race that came after the changed one, and who deals next."""
    players, added = after.seating.players, len(after.rounds) - len(before.rounds)
    if after.rule_set.race is None or abs(added) > 1 or (added and changed is None):
        return ""
    first = changed or 0
    later = list(zip(before.rounds[first - (added > 0) :], after.rounds[first - (added < 0) :], strict=False))
    moved = [new for old, new in later if old.month != new.month]
    said = say_months(moved) if after.rule_set.has_months else []
    dealers = [new for old, new in later if old.dealer != new.dealer]
    rows = [f"round {new.number} {isolate(players[new.dealer])}" for new in dealers]
    said += [f"New dealers: {', '.join(rows)}."] if rows else []
    if after.next_dealer != before.next_dealer and (later or not added):
        said.append(f"{isolate(players[after.next_dealer])} deals next.")
    return " ".join(said)


def say_months(rounds: Sequence[RoundInGame]) -> list[str]:
    """Which months these rounds are now."""
    names = [MONTH_NAMES[each.month - 1] for each in rounds]
    if not rounds:
        return []
    if len(rounds) > 2 and rounds[-1].number - rounds[0].number == len(rounds) - 1:
        span = f"Rounds {rounds[0].number} to {rounds[-1].number}"
        return [f"{span} are now {names[0]} to {names[-1]}."]
    rows = [f"round {each.number} is now {name}" for each, name in zip(rounds, names, strict=True)]
    return [f"R{', '.join(rows)[1:]}."]


def say_standing(before: GameBreakdown, after: GameBreakdown) -> str:
    """Who leads or has won, if that or the sums that decide changed."""
    if before.tallies == after.tallies and before.winners == after.winners:
        return "" if before.is_stopped == after.is_stopped else say_lead(after)
    if after.winners:
        names = and_list([isolate(side) for side in after.winners])
        is_old = (before.winners, before.final.tallies) == (after.winners, after.final.tallies)
        verbs = (
            ("had already won", "had already shared the win")
            if is_old
            else (agree(names, "wins"), "share the win")
        )
        verb = verbs[len(after.winners) > 1]
        return f"{names} {verb} with {counted(after.final.best, after.decider)}."
    goes_on = "The game continues. " if before.winners else ""
    return goes_on + say_lead(after, is_new=before.get_leaders() != after.get_leaders())


def say_lead(game: GameBreakdown, *, is_new: bool = False) -> str:
    leaders, best = game.get_leaders(), counted(game.best, game.decider)
    now = "now " if is_new else ""
    if not game.rounds:
        return "No round yet."
    if len(leaders) == 1:
        return f"{isolate(leaders[0])} {now}{agree(leaders[0], 'leads')} with {best}."
    return f"{and_list([isolate(side) for side in leaders])} are {now}tied at {best}."
