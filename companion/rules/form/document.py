"""The document of a round that a form wrote, with places for sides and numbers as typed.

Nothing that is left empty is taken for zero.

Sources: scoring-io.md.
"""

from typing import Any

from companion.cards import get_suit, get_suit_cards
from companion.rules.form.fields import YES, name_number
from companion.rules.form.written import WrittenRound
from companion.rules.records.round_numbers import Number
from companion.rules.text.numbers import read_exact, read_number
from companion.rules.text.reader import leave_out_none


def write_document(written: WrittenRound) -> dict[str, Any]:
    """The document of the fields, with places for sides and numbers as typed."""
    document: dict[str, Any] = {
        "month": written.month,
        "sits_out": written.fields.get("sits_out") or None,
        "note": " ".join(written.get("note").split()) or None,
        **{key: _take_told(written, *each) for key, each in written.rule_set.number_keys.items()},
        **_write_shape(written),
        **{extra.id: written.get_side(extra.id) for extra in written.asked_extras},
    }
    # Who deals a round of a race follows from those before, as long as nobody says otherwise.
    seat = written.get("dealer") if written.rule_set.race is not None else written.seat
    if written.needs_dealer and seat:
        document["dealer"] = written.players[int(seat)] if seat in written.seats else seat
    if written.has_gaji:
        document["gaji"] = {"by": written.get_side("gaji/by"), "took": written.get("gaji/took") or None}
    if written.declared_yaku:
        struck = written.fields.get("undeclared", ())
        announced = [yaku.id for yaku in written.declared_yaku if yaku.id not in struck]
        document["declared"] = dict.fromkeys(written.places, announced)
    return leave_out_none(document)


def _take_told(written: WrittenRound, number: Number, *_: Number) -> object:
    """What was told of the numbers under a key: a side, the words of a list, or numbers."""
    if number.is_side:
        return written.get_side(number.id)
    paths = number.list_paths(len(written.sides))
    if number.is_per_side:
        # What was entered for a side before it sat out is not taken, nor what it sold before it played.
        out = number.is_sitting_out
        paths = [path for path in paths if (path.rpartition("/")[2] in written.playing) != out]
    if not number.word:
        said: Any = {path: written.get(path).strip() for path in paths}
    else:
        said = {path: list(written.fields.get(path, ())) for path in paths}
    if not number.is_per_side:
        return said[number.key] or None
    return {path.rpartition("/")[2]: each for path, each in said.items() if each} or None


def _write_shape(written: WrittenRound) -> dict[str, Any]:
    if written.rule_set.race is not None:
        return _write_race(written)
    if not written.rule_set.has_cards:
        return {"points": write_points(written)}
    if written.way == "cards":
        numbered = written.rule_set.counting.numbered
        return {
            "captured": _list_captured(written),
            # Empty says that it was asked: then nothing on the pages wonders about it any more.
            "all_four": _list_all_four(written),
            "chaff": written.by_side(f"counts/{{}}/{numbered.id}") if numbered else None,
        }
    return {
        written.way: {
            place: {
                key: written.get(name_number(place, key)) if place in written.playing else "0"
                for key in written.counted_keys
            }
            | {"yaku": _write_ticked(written, place)}
            for place in written.places
        }
    }


def _write_ticked(written: WrittenRound, place: str) -> dict[str, str | int]:
    """The yaku that a side ticked, each with its further cards."""
    ticked = written.fields.get(f"yaku/{place}", ()) if place in written.playing else ()
    return {yaku: written.get(f"further/{place}/{yaku}") or 0 for yaku in ticked}


def write_points(written: WrittenRound) -> dict[str, str]:
    """The points of each side; those of the last, where the others are there and all add up to 0."""
    points = {
        place: typed for place, typed in written.by_side("points/{}").items() if place in written.playing
    }
    below = [place for place in points if YES in written.fields.get(f"minus/{place}", ())]
    # A minus that was typed is not put before it again.
    points |= {place: f"\u2212{points[place]}" for place in below if (read_exact(points[place]) or 0) > 0}
    open_places = [place for place in written.playing if place not in points]
    numbers = [number for number in map(read_number, points.values()) if number is not None]
    is_last = len(open_places) == 1 and len(numbers) == len(points)
    return points | ({open_places[0]: str(-sum(numbers))} if written.options.is_zero_sum and is_last else {})


def _write_race(written: WrittenRound) -> dict[str, Any]:
    ending, winner = written.ending
    if ending is not None and ending.by == "hand":
        return {"outcome": ending.id, "dealt": written.by_side("dealt/{}", written.playing)}
    # Where nobody said how it ended, the reader asks who stopped.
    outcome = ending.id if ending else next(each.id for each, _ in written.ends.values() if each.has_cards)
    document: dict[str, Any] = {
        "outcome": outcome,
        "winner": winner or written.get_side("winner"),
        "calls": written.by_side("calls/{}", written.playing),
    }
    asked = written.list_asked()
    if asked and written.way == "counts":
        document["ticked"] = {place: _write_ticked(written, place) for place in asked}
    elif asked and written.way == "points":
        document["points"] = written.by_side("points/{}", asked)
    elif asked:
        listed, captured = _list_listed(written), written.list_captured()
        rained = [yaku.rained_out for yaku in written.list_rained()]
        document |= {
            "captured": {place: captured.get(place, []) for place in listed},
            "chaff": written.by_side("chaff/{}", listed),
            "all_four": _list_all_four(written),
            "rained_out": [word for word in rained if written.get(f"rained_out/{word}") == YES],
        }
    return document


def _list_listed(written: WrittenRound) -> tuple[str, ...]:
    """The sides of a race whose cards are listed: those that are asked, and losers who have some."""
    race, asked, captured = written.rule_set.race, written.list_asked(), written.list_captured()
    if race is None or race.counts != "winner" or not asked:
        return asked
    # A card of who sits out is refused by the reader.
    others = [
        place
        for place in written.places
        if captured.get(place) or (place in written.playing and written.get(f"chaff/{place}"))
    ]
    return tuple(dict.fromkeys([*asked, *others]))


def _list_captured(written: WrittenRound) -> dict[str, list[str]]:
    """The card ids by owner; what the Gaji brings is listed where its side has all four of that suit."""
    captured = written.list_captured()
    for suit, place in _list_all_four(written).items():
        cards = (get_suit_cards(get_suit(suit)) & written.picked).ids
        captured[place] += [card for card in cards if card not in captured[place]]
    return captured


def _list_all_four(written: WrittenRound) -> dict[str, str]:
    """Who has all four of a suit: whoever holds all cards of it that are picked, where it said yes."""
    return {
        suit.id: written.places[holder]
        for suit, holder in written.list_whole()
        if written.get(f"all_four/{suit.id}") == YES and not written.is_of_gaji(suit, holder)
    }
