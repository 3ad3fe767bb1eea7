"""What a change of a round did to its scores, for the history."""

from __future__ import annotations

from companion.rules import parse_entry, score_round
from companion.store import Change, KeptGame
from companion.store.kept import Document
from companion.web.changes import list_moved
from companion.web.filters import isolate, signed


def say_scores(game: KeptGame, change: Change) -> str:
    """The scores of the round: “Ann +30 · Ben 0”; of a correction “Ann 30 → 55”, only of sides that moved.

    Empty for changes of another kind, and where a score depends on the dealer or on other rounds.
    """
    if change.serial is None or game.rule_set.needs_dealer or game.rule_set.race is not None:
        return ""
    before, after = (find_scores(game, change, entry) for entry in (change.before, change.after))
    if before and after:
        moved = list_moved(zip(game.side_names, before, after, strict=True))
        return " · ".join(moved) or "scores unchanged"
    if not (before or after):
        return ""
    scores = zip(game.side_names, after or before, strict=True)
    return " · ".join(f"{isolate(side)} {signed(score)}" for side, score in scores)


def find_scores(game: KeptGame, change: Change, document: Document | None) -> tuple[int, ...]:
    """What each side had in the round as this document has it; nothing where it did not stand."""
    if document is None:
        return ()
    entry = parse_entry(document, game.rule_set, game.side_names, players=game.players)
    scored = score_round(game.rule_set, game.get_options(change.serial or 0), entry)
    return tuple(side.score for side in scored.sides)
