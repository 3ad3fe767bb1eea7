"""The JSON document of a game, in and out: what the command line and `POST /api/score` read and write.

    >>> result = score_document({"game": "kwado-1985", "sides": ["Ann", "Ben"], "rounds": [
    ...     {"captured": {"Ann": "rest", "Ben": ["paulownia-phoenix"]}, "declared": {}}]})
    >>> result["totals"]
    {'Ann': 190, 'Ben': 25}

Sources: scoring-io.md.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from companion.cards import DeckStyle, parse_deck
from companion.errors import (
    CompanionError,
    FaultList,
    NotAllowedHere,
    NotPossible,
    NotUnderstood,
    raise_all,
    say_nearest,
)
from companion.rules.entries.entry import Entry, parse_entry
from companion.rules.figures.settlement import SCORE
from companion.rules.records.files import get_own_rule_set
from companion.rules.records.options import Options, parse_options
from companion.rules.records.own_rules import find_overlaps
from companion.rules.records.rule_set import RuleSet, say_range
from companion.rules.scoring.breakdown import RoundBreakdown, RoundContext
from companion.rules.scoring.check import check_entry
from companion.rules.scoring.game import EnteredGame, GameBreakdown, RoundInGame, Start, score_game
from companion.rules.scoring.holdings import Patience
from companion.rules.scoring.round import score_round
from companion.rules.scoring.seating import Seating
from companion.rules.text.names import find_doubled_names, parse_name
from companion.rules.text.numbers import write_number
from companion.rules.text.reader import Bounds, Reader, leave_out_none

ROUND_LIMIT = 1_000
_KEYS = ("game", "rules", "deck", "options", "sides", "rounds")
# How many deals may be tried to see whether all rounds of a document can be: a second.
_DEALS = 50_000
# What the round before the first of a document may have of a figure.
Before = Annotated[int, Bounds(0, 99)]


def parse_game(raw: object) -> EnteredGame:
    """The game that a document holds; raises every fault of it at once."""
    if not isinstance(raw, Mapping):
        raise NotUnderstood("A document is an object with “game”, “sides” and “rounds”.")
    game = raw.get("game")
    if not isinstance(game, str):
        raise NotUnderstood("“game” names the rule set, as in “kwado-1985”.", ("game",))
    rule_set = get_own_rule_set(game, raw.get("rules"))
    faults = FaultList()
    carries = rule_set.race.carries if rule_set.race else {}
    known = (*_KEYS, *carries)
    faults += [
        NotUnderstood(f"A document has no “{key[:80]}”{say_nearest(key, known)}.", (key,))
        for key in map(str, raw)
        if key not in known
    ]
    reader = Reader(faults, {DeckStyle: parse_deck})
    before = [reader.read(Before, raw.get(key, 0), (key,)) or 0 for key in carries]
    deck = None if raw.get("deck") is None else reader.read(DeckStyle, raw["deck"], ("deck",))
    options = None
    try:
        options = parse_options(rule_set, raw.get("options", {}))
    except CompanionError as error:
        faults += error.faults
    sides = _read_sides(raw.get("sides"), rule_set, faults)
    rounds = raw.get("rounds", [])
    entries: list[Entry] = []
    if not isinstance(rounds, list | tuple):
        faults.append(NotUnderstood("“rounds” is a list of rounds.", ("rounds",)))
    elif len(rounds) > ROUND_LIMIT:
        message = f"A game has at most {write_number(ROUND_LIMIT)} rounds, not {write_number(len(rounds))}."
        faults.append(NotAllowedHere(message, ("rounds",)))
    elif sides:
        entries = _read_rounds(rounds, rule_set, options, sides=sides, faults=faults)
    raise_all(faults)
    assert options is not None
    # Nobody said who sits where: each side is a seat, and the first deals first.
    seating = Seating(sides, len(sides))
    rounds_played = tuple((entry, options) for entry in entries)
    starts = tuple(Start(carried=each) for each in before for _ in sides)
    return EnteredGame(rule_set, options, sides, rounds_played, seating=seating, deck=deck, starts=starts)


def _read_rounds(
    rounds: Sequence[object],
    rule_set: RuleSet,
    options: Options | None,
    sides: tuple[str, ...],
    faults: list[CompanionError],
) -> list[Entry]:
    entries, patience = [], Patience(_DEALS)
    for number, row in enumerate(rounds):
        try:
            entry = parse_entry(row, rule_set, sides, ("rounds", number))
            if options is not None:
                scored = score_round(rule_set, options, entry, RoundContext(number + 1))
                check_entry(entry, scored, ("rounds", number), patience)
            entries.append(entry)
        except CompanionError as error:
            for fault in error.faults:
                message = f"Round {number + 1}: {fault.message}" if len(rounds) > 1 else fault.message
                faults.append(type(fault)(message, fault.where))
    return entries


def _read_sides(raw: object, rule_set: RuleSet, faults: list[CompanionError]) -> tuple[str, ...]:
    """The names of the sides; none, with the faults noted, where one of them cannot be."""
    before = len(faults)
    if not isinstance(raw, list | tuple):
        faults.append(NotUnderstood("“sides” is a list of two or more names.", ("sides",)))
        return ()
    if len(raw) not in rule_set.side_counts:
        message = f"{rule_set.name} is for {say_range(rule_set.side_counts)} sides, not {len(raw)}."
        faults.append(NotAllowedHere(message, ("sides",)))
        return ()
    names: list[str] = []
    for number, row in enumerate(raw):
        try:
            names.append(parse_name(row))
        except CompanionError as error:
            faults.append(NotUnderstood(f"Side {number + 1}: {error.message}", ("sides", number)))
    faults += [
        NotPossible(f"Two sides are called {name}.", ("sides", number))
        for number, name in find_doubled_names(names)
    ]
    return tuple(names) if len(faults) == before else ()


def result_document(game: GameBreakdown) -> dict[str, Any]:
    """The document that a scored game is written as."""
    return {
        "game": game.rule_set.id,
        **(
            {
                "rules": game.rule_set.name,
                "overlaps": find_overlaps(game.rule_set.yaku, game.rule_set.own_yaku),
            }
            if game.rule_set.own
            else {}
        ),
        "rounds": [_round_result(each, game.sides) for each in game.rounds],
        "totals": dict(zip(game.sides, game.totals, strict=True)),
        "finished": game.is_finished,
        "winners": list(game.winners),
    }


def _round_result(each: RoundInGame, names: Sequence[str]) -> dict[str, Any]:
    sides: dict[str, Any] = {}
    for number, (side, total) in enumerate(zip(each.breakdown.sides, each.totals, strict=True)):
        figures = _list_figures(each.breakdown, number)
        undeclared = [score.yaku.id for score in side.undeclared]
        score = figures.pop(SCORE)
        said = {
            "undeclared": undeclared or None,
            "bonus": figures.pop("bonus", None),
            "gaji": list(side.gaji.ids) if each.breakdown.rule_set.gaji is not None else None,
            "sits_out": number not in each.breakdown.playing or None,
        }
        sides[side.side] = {
            "cards": None if side.pile is None else sum((side.counts or {}).values()) or len(side.pile),
            **figures,
            "yaku": [
                {
                    "id": found.yaku.id,
                    "name": found.yaku.name,
                    "points": found.points,
                    "cards": list(found.cards.ids),
                }
                for found in side.yaku
            ],
            **leave_out_none(said),
            "score": score,
            "total": total,
        }
    return {
        "sides": sides,
        "uncaptured": list(each.breakdown.uncaptured.ids),
        "warnings": list(each.warnings),
    }


def _list_figures(round_: RoundBreakdown, number: int) -> dict[str, int | None]:
    """The sums of a side that a result shows. What yaku come to is None where nobody knows."""
    side = round_.sides[number]
    unknown = not side.is_known and number in round_.playing
    return {
        figure.id: None
        if figure.lists == "yaku" and (unknown or side.figures[figure.id] == figure.unsaid)
        else side.figures[figure.id]
        for figure in round_.settlement.list_shown("result")
    }


def score_document(raw: object) -> dict[str, Any]:
    """The result document of a document; raises every fault of it at once."""
    return result_document(score_game(parse_game(raw)))
