"""The made games of Go-Stop hold all that its text speaks of, and both scorers count as by hand."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from companion.rules import score_document
from tests.rules.second_scorer import go_stop
from tests.rules.second_scorer.cards import CHAFF
from tests.rules.second_scorer.go_stop_by_hand import BY_HAND
from tests.rules.second_scorer.go_stop_rounds import OPTIONS, make_document
from tests.rules.second_scorer.koikoi_yaku import CUP

GAME = "go-stop"
WANTED = {
    "stop", "undecided", "four-dealt", "three-ppeoks", "minimum 3", "minimum 7",
    "winner by cards", "winner by a number", "winner by ticked", "winner by points",
    "loser by cards", "loser by a number", "loser by chips", "loser without chips", "listed beside a number",
    "chip brights", "chip animals", "chip ribbons", "chip few-chaff", "chip chaff", "chip all",
    "counts brights", "counts animals", "counts ribbons", "counts seven-animals", "counts chaff",
    "jokers of a winner", "jokers of a loser by cards", "jokers of a loser by chips", "18 jokers",
    "at_once", "shakes", "bombs", "sits_out", "goes 0", "goes 1", "goes 2", "goes 3", "goes 4",
    "no loser called", "one loser called", "both losers called", "the first caller pays",
    "the last caller pays", "who refused a draw pays", "who refused a draw does not pay",
    "gobak", "loser times 1", "loser times 2", "loser times 4", "loser times 8",
    "an empty pile is free", "an empty pile pays", "only the cup", "only jokers",
    "starts after undecided rounds", "sold", "sold_with",
    "carry 2", "carry 4", "carry 8", "carry 16", "carry is limited", "carry of four-dealt",
    "carry of three-ppeoks", "a run ends without a stop",
    "winner's cup is an animal", "winner's cup is chaff", "loser's cup is an animal", "loser's cup is chaff",
    "cup may be read one way only", "cup is read for what others score",
    "finished", "not finished", "shared win", *go_stop.POINTS,
    *(f"{option} {value}" for option, values in OPTIONS.items() for value in values),
    *(f"{number} sides" for number in range(2, 8)),
}  # fmt: skip


def list_kinds(document: dict[str, Any], result: dict[str, Any]) -> Iterator[str]:
    """Yield the kinds of what is in a document and its result."""
    options = go_stop.DEFAULTS | document["options"]
    yield f"{len(document['sides'])} sides"
    yield "finished" if result["finished"] else "not finished"
    if len(result["winners"]) > 1:
        yield "shared win"
    yield from (f"{option} {value}" for option, value in document["options"].items())
    if document.get("undecided") and document["rounds"][0]["outcome"] != "undecided":
        yield "starts after undecided rounds"
    before = "undecided"
    for number, (round_, scored) in enumerate(zip(document["rounds"], result["rounds"], strict=True), 1):
        playing = go_stop.list_playing(document["sides"], round_)
        carry = go_stop.find_carry(document, options, number)
        play = go_stop.Play(round_, options, playing, carry)
        yield from (round_["outcome"], *round_, f"minimum {play.minimum}")
        if round_["outcome"] != "undecided":
            yield f"carry {carry}"
            yield f"carry of {round_['outcome']}" if carry > 1 else ""
            unlimited = go_stop.find_carry(document, options | {"carry-limit": "none"}, number)
            yield "carry is limited" if unlimited > carry else ""
        if round_["outcome"] in ("four-dealt", "three-ppeoks") and before == "undecided":
            yield "a run ends without a stop"
        before = round_["outcome"]
        if round_["outcome"] == "stop":
            yield from list_kinds_of_a_stop(play, scored["sides"])


def list_kinds_of_a_stop(play: go_stop.Play, scored: dict[str, Any]) -> Iterator[str]:
    round_, winner = play.round_, play.round_["winner"]
    yield from (yaku for yaku, _ in scored[winner]["yaku"])
    yield from (f"counts {word}" for word in round_.get("counts", []))
    yield f"goes {play.get('calls', winner)}"
    yield f"winner by {name_way(round_, winner)}"
    yield "jokers of a winner" if play.get("jokers", winner) else ""
    for side in play.playing:
        yield f"{play.get('jokers', side)} jokers"
        yield "listed beside a number" if is_listed_beside_a_number(round_, side) else ""
    for loser in play.losers:
        way = name_way(round_, loser)
        yield f"loser by {way}"
        yield f"jokers of a loser by {way}" if play.get("jokers", loser) else ""
        yield f"loser times {scored[loser]['times']}"
        yield "loser without chips" if way == "chips" and loser not in round_.get("lacks", {}) else ""
        yield from (f"chip {word}" for word in round_.get("lacks", {}).get(loser, []))
        pile = round_.get("captured", {}).get(loser)
        if pile in ([], [CUP]) and not round_.get("chaff", {}).get(loser):
            has_jokers = play.get("jokers", loser) > 0
            yield "only the cup" if pile and not has_jokers else ""
            yield "only jokers" if not pile and has_jokers else ""
        if "all" in go_stop.find_lacks(play, loser, go_stop.NO_CUP):
            yield f"an empty pile {'is free' if play.options['empty-pile'] == 'free' else 'pays'}"
    yield from list_kinds_of_liability(play)
    yield from list_kinds_of_the_cup(play)


def name_way(round_: dict[str, Any], side: str) -> str:
    if side in round_.get("chaff", {}):
        return "a number"
    if side in round_.get("captured", {}):
        return "cards"
    return next((way for way in ("ticked", "points") if side in round_.get(way, {})), "chips")


def is_listed_beside_a_number(round_: dict[str, Any], side: str) -> bool:
    return side in round_.get("chaff", {}) and not CHAFF.isdisjoint(round_["captured"][side])


def list_kinds_of_liability(play: go_stop.Play) -> Iterator[str]:
    callers = [loser for loser in play.losers if play.get("calls", loser)]
    if len(play.playing) == 2:
        yield "gobak" if callers else ""
        return
    yield f"{['no loser', 'one loser', 'both losers'][len(callers)]} called"
    liable, refused = go_stop.find_liable(play), play.round_.get("refused_draw")
    if len(callers) == 2:
        yield f"the {'first' if liable == play.round_['first_go'] else 'last'} caller pays"
    elif refused in play.losers and liable is not None:
        yield f"who refused a draw {'pays' if not callers else 'does not pay'}"


def list_kinds_of_the_cup(play: go_stop.Play) -> Iterator[str]:
    """Yield how a cup is read whose holder may choose."""
    captured = play.round_.get("captured", {})
    holder = next((side for side in captured if CUP in captured[side]), None)
    if holder is None or play.options["cup"] != "better":
        return
    animal, chaff = (go_stop.settle(play, {holder: cup}) for cup in go_stop.CUP_READINGS["better"])
    best = go_stop.settle_best(play)
    if animal.scores != chaff.scores:
        whose = "winner" if holder == play.round_["winner"] else "loser"
        yield f"{whose}'s cup is {'an animal' if best == animal else 'chaff'}"
    needed = play.minimum + play.get("calls", play.round_["winner"])
    if min(animal.base, chaff.base) < needed:
        yield "cup may be read one way only"
    elif animal.scores[holder] == chaff.scores[holder] and best.scores != animal.scores:
        yield "cup is read for what others score"


def test_the_made_games_hold_all_that_the_text_speaks_of_and_scores_add_up_to_0():
    random, seen = Random(1), Counter[str]()
    for _ in range(2_000):
        document = make_document(random, GAME)
        result = go_stop.score(document)
        seen.update(list_kinds(document, result))
        for scored in result["rounds"]:
            assert sum(side["score"] for side in scored["sides"].values()) == 0, json.dumps(document)
    assert {kind: seen[kind] for kind in WANTED if seen[kind] < 5} == {}


@pytest.mark.parametrize("option", go_stop.DEFAULTS)
def test_no_two_values_of_an_option_score_all_made_games_alike(option):
    """Left out are games in which a side could not have stopped by one of the values."""
    random = Random(2)
    values = [value for value in OPTIONS[option] if not isinstance(value, bool)]
    columns = []
    for document in [make_document(random, GAME) for _ in range(300)]:
        with suppress(ValueError):
            columns.append([find_totals(document, option, value) for value in dict.fromkeys(values)])
    by_value = list(zip(*columns, strict=True))
    assert len(columns) > 150
    assert all(by_value.count(totals) == 1 for totals in by_value)


def find_totals(document: dict[str, Any], option: str, value: str) -> dict[str, int]:
    result = go_stop.score(document | {"options": document["options"] | {option: value}})
    totals: dict[str, int] = result["totals"]
    return totals


@pytest.mark.parametrize(("says", "document", "scores"), BY_HAND)
def test_a_round_comes_to_what_is_counted_by_hand(says, document, scores):
    *_, last = go_stop.score(document)["rounds"]
    assert [side["score"] for side in last["sides"].values()] == scores
    assert [side["score"] for side in score_document(document)["rounds"][-1]["sides"].values()] == scores
