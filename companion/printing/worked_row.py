"""The worked rows at the head of a pad, what a side might have captured and what is written for it; and the
whole game below the yaku of a rule sheet.

Each is a round of a document that `score` takes: piles with their yaku, so that nothing impossible is shown.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

from companion.cards import CardSet
from companion.errors import CompanionError
from companion.printing.columns import Column, get_signs, get_yaku_in_play
from companion.printing.orders import Order, PrintedGame, score_for_print
from companion.printing.words import number
from companion.rules import RoundBreakdown, Yaku, get_scorer, parse_game, parse_toml, score_game

# Of a game without cards.
_POINTS = (-5, 12, 0, 7, 3, 20)


def work_rows(order: Order, columns: Sequence[Column]) -> list[dict[str, str]]:
    """What stands in each column, by its id: one row, or one each for two sides where `count_rows` says so.

    A value group has the number of its cards, the yaku its sign.
    """
    race = order.rule_set.race
    _, yaku, breakdown = make_game(order)
    sign = "".join(get_signs(order.rule_set)[each.id] for each in yaku) or "–"
    rows = []
    for place, side in enumerate(breakdown.sides[: count_rows(order)]):
        written = {key: number(points) for key, points in side.figures.items()}
        written |= {
            group.id: str(_share(order, len(group.cards), place))
            for group in order.rule_set.counting.point_groups
        }
        written |= {
            "yaku": sign,
            "total": written.get(breakdown.settlement.decides, "0"),
            "deals": "◯" if place else "●",
        }
        if race is not None:
            figures = breakdown.settlement.figures
            written |= {each.id: f"× {written[each.id]}" for each in figures if each.is_factor}
            # What would have no line.
            written |= {each.id: "–" for each in figures if side.figures[each.id] == each.unsaid}
            written["calls"] = "I" * side.figures["calls"] or "–"
        if place:
            written |= dict.fromkeys(("yaku", *(("base", "multiplier") if race else ())), "–")
        rows.append({column.id: written[column.id] for column in columns})
    return rows


def count_rows(order: Order) -> int:
    """All that play in a race, and two where the yaku of a side are paid by the others."""
    columned = get_scorer(order.rule_set, order.options).settlement.list_shown("pad")
    is_paid = bool(order.options.yaku) and any(each.lists == "yaku-of-others" for each in columned)
    is_race = order.rule_set.race is not None
    return min(len(order.sides), order.rule_set.most_playing if is_race else 1 + is_paid)


def _share(order: Order, cards: int, place: int) -> int:
    """The cards of a group that a side has where all have nearly as many, the first ones one more."""
    return (cards - place - 1) // len(order.sides) + 1


def make_game(order: Order) -> tuple[dict[str, Any], Sequence[Yaku], RoundBreakdown]:
    """A document of one round that `score` takes, the yaku that A has in it, and its breakdown."""
    rule_set, letters = order.rule_set, "ABCDEFG"[: len(order.sides)]
    document = {"game": rule_set.id, "rules": rule_set.own or {}, "options": order.options.document()}
    out = letters[rule_set.most_playing :]
    none = fill_in(order, letters) | ({"sits_out": [*out]} if out else {})
    for raw, yaku in _list_rounds(order, letters) if rule_set.race is None else _list_races(order):
        document |= {"sides": [*letters], "rounds": [none | raw]}
        try:
            breakdown = score_game(parse_game(document)).rounds[0].breakdown
        except CompanionError:
            # So few cards do not make this yaku, or it cannot have been called upon.
            continue
        if {score.yaku.id for score in breakdown.sides[0].yaku} == {each.id for each in yaku}:
            return document, yaku, breakdown
    raise AssertionError("A round with one yaku, or with none, can always be.")


def fill_in(order: Order, sides: Iterable[str]) -> dict[str, Any]:
    """What a round must say of its numbers where none was played: 0, for each of these sides."""
    return {
        number.id: dict.fromkeys(sides, 0) if number.is_per_side else 0
        for number in order.rule_set.list_numbers(order.options.choices)
        if not number.word and not number.is_side
    }


@cache
def load_sample_games() -> list[dict[str, Any]]:
    """Whole games: their rounds, and for which rule sets they are. Read once a sheet asks: it takes 5 ms."""
    text = Path(__file__).with_name("sample_games.toml").read_text(encoding="utf-8")
    return list(parse_toml(text, "The list of games")["game"])


def score_sample(order: Order) -> PrintedGame | None:
    """The sample game of two sides up to its end; None where by these options nobody wins it alone.

    It is played to the target of the order, or as many rounds as it has.
    """
    rule_set, names = order.rule_set, ("Ann", "Ben")
    rounds = next((each["round"] for each in load_sample_games() if rule_set.id in each["rules"]), ())
    document = {
        "game": rule_set.id,
        "rules": rule_set.own or {},
        "options": order.options.document()
        | ({"rounds": len(rounds), "target": None} if rule_set.length else {}),
        "sides": names,
        "rounds": [fill_in(order, names) | each for each in rounds],
    }
    try:
        game = score_for_print(parse_game(document))
    except CompanionError:
        return None
    return replace(game, breakdown=game.breakdown.final) if len(game.breakdown.winners) == 1 else None


def _list_rounds(order: Order, letters: str) -> Iterator[tuple[dict[str, Any], Sequence[Yaku]]]:
    """Sides with their shares of each group, and A with a yaku in play, first those that win no game."""
    if not order.rule_set.has_cards:
        points = _POINTS[: len(letters) - 1]
        # Adding up to 0, which some tables agree.
        yield {"points": dict(zip(letters, (*points, -sum(points)), strict=True))}, ()
    in_play = get_yaku_in_play(order.rule_set, order.options)
    for yaku in (*sorted(in_play, key=lambda each: each.is_winning), None):
        piles: list[dict[str, Any]] = [
            {
                group.id: _share(order, len(group.cards), place)
                for group in order.rule_set.counting.point_groups
            }
            | {"yaku": [yaku.id] if yaku and not place else []}
            for place in range(len(letters))
        ]
        yield {"counts": dict(zip(letters, piles, strict=True))}, (yaku,) if yaku else ()


def _list_races(order: Order) -> Iterator[tuple[dict[str, Any], Sequence[Yaku]]]:
    """A stopped with one yaku or two of about 5, and B had called: with another one, where all sides count.

    Where the winner alone counts, each of them called.
    """
    race = order.rule_set.race
    assert race is not None
    in_play = get_yaku_in_play(order.rule_set, order.options)
    ways = sorted(
        (*combinations(in_play, 1), *combinations(in_play, 2)),
        key=lambda won: abs(sum(each.points for each in won) - 5),
    )
    others = sorted(in_play, key=lambda each: abs(each.points - 5)) if race.counts == "all" else ()
    for won, other in product(ways, (*others, None)):
        pile = CardSet.of(card for each in won for card in each.take_least(CardSet()))
        yield (
            {
                "outcome": race.endings[0].id,
                "winner": "A",
                "captured": {"A": pile.ids} | ({"B": other.take_least(pile).ids} if other else {}),
                "calls": {"A": int(not others), "B": int(other is not None or not others)},
            },
            won,
        )
