"""The summary before a round is saved: what counts for each side, and what the round does to the game.

No bonus counts that was never on the screen. A form names each bonus that it has shown in a field `shown`;
where that is not what the server scores, it answers with the summary and saves nothing. By counts and by
points a person ticks each yaku, and so has seen it; whether it was announced is asked there too.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.rules import (
    CapturedEntry,
    Entry,
    GameBreakdown,
    Options,
    RaceEntry,
    RoundBreakdown,
    Yaku,
    YakuScore,
    add_rounds,
    make_lines,
    say_outcome,
)
from companion.store import Round
from companion.web.badges import Badge
from companion.web.games.change_words import say_sides
from companion.web.games.rounds.forms import RoundForm


def list_bonuses(scored: RoundBreakdown) -> tuple[str, ...]:
    """A name for each bonus that counts: the side's place, the yaku, the points ("1/dragon/25")."""
    return tuple(
        f"{place}/{found.yaku.id}/{found.points}"
        for place, side in enumerate(scored.sides)
        for found in side.yaku
    )


def list_complete(scored: RoundBreakdown) -> list[Yaku]:
    """The yaku that the sides have, also those that were not announced."""
    return [found.yaku for side in scored.sides for found in (*side.yaku, *side.undeclared)]


def list_sums(scored: RoundBreakdown, number: int) -> tuple[tuple[str, int], ...]:
    """The sums between card points and round score, which have their own places, by their heads."""
    row = scored.sides[number].figures
    apart = ("card_points", "bonus", "score")
    return tuple(
        (figure.head, row[figure.id])
        for figure in scored.settlement.lines
        if figure.id not in apart and not figure.is_factor
    )


def get_worth(scored: RoundBreakdown, found: YakuScore) -> int:
    """What a yaku brings its side; where it brings nothing but costs the others, what each of them loses."""
    settlement = scored.settlement
    if settlement.has_penalties:
        return -found.points
    figure = next(each for each in settlement.lines if each.lists == "yaku")
    known = {"deck_points": scored.rule_set.counting.deck_points, "sides": len(scored.playing)}
    return found.points * settlement.times[figure.id].evaluate(known)


def is_shown(form: RoundForm, entry: Entry, scored: RoundBreakdown) -> bool:
    """Whether the form has shown exactly the bonuses that count."""
    is_by_cards = isinstance(entry, CapturedEntry) or (isinstance(entry, RaceEntry) and any(entry.piles))
    is_asked = any(yaku in form.asks.declared_yaku for yaku in list_complete(scored))
    if not is_by_cards and not is_asked and not form.has("shown"):
        return True
    return set(form.get_all("shown")) == set(list_bonuses(scored))


def get_game_before(scored: GameBreakdown, kept: Round | None) -> GameBreakdown:
    """The game as it stood before a round; as it is now where the round is new or was removed."""
    if kept is None or not kept.stands:
        return scored
    dealer = scored.rounds[kept.number - 1].dealer
    before = replace(scored, rounds=scored.rounds[: kept.number - 1], next_dealer=dealer, is_stopped=False)
    if scored.won_in is None or scored.won_in < kept.number:
        return before
    return replace(before, winners=(), won_in=None)


def make_summary(
    entry: Entry,
    scored: RoundBreakdown,
    options: Options,
    game: GameBreakdown,
    kept: Round | None,
    badges: Sequence[Badge],
) -> dict[str, Any]:
    """What the page says of a round that is new or takes the place of the kept one.

    `sides` are the sides with their sums by head, what they have after the round, and of a race the lines of
    the sum, since what multiplies the yaku must be seen. `shown` names the bonuses; `asked` are the yaku that
    the page asks about: were they announced?
    """
    before = get_game_before(game, kept)
    after = add_rounds(before, [(entry, options)], (entry, scored))
    sides = [
        (
            badge,
            side,
            list_sums(scored, badge.place),
            make_lines(scored, badge.place) if scored.rule_set.race is not None else (),
            after.totals[badge.place],
            after.tallies[badge.place],
        )
        for badge, side in zip(badges, scored.sides, strict=True)
    ]
    is_last = kept is None or kept.number == len(game.rounds)
    return {
        "sides": sides,
        "shown": list_bonuses(scored),
        "asked": {yaku.id for yaku in list_complete(scored) if yaku.is_declared},
        "scores": say_sides((side.side, side.score) for side in scored.sides),
        "outcome": say_outcome(before, after, options) if is_last else "",
        "decider": after.decider,
        "get_worth": partial(get_worth, scored),
        "has_penalties": scored.settlement.has_penalties,
    }
