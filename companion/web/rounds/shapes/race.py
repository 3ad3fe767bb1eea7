"""A race: who stopped, who called koi-koi, and the cards, yaku or points of those whose yaku may score."""

from __future__ import annotations

from typing import Any

from companion.cards import CardSet
from companion.rules import RaceEntry, RuleSet
from companion.web.filters import isolate
from companion.web.rounds.shapes.captured import read_all_four, read_piles
from companion.web.rounds.shapes.reading import NOBODY, RoundFields, Shown

DEALT = "dealt"


def read_race(form: RoundFields) -> dict[str, Any]:
    """The document of the fields of a race."""
    stopped = form.get("stopped")
    places = range(len(form.sides))
    race = form.rule_set.race
    assert race is not None
    if stopped == DEALT:
        hands = {form.sides[place]: form.get(f"dealt-{place}") for place in places}
        found = {side: hand for side, hand in hands.items() if hand}
        if not found:
            form.fail("dealt-0", "Who was dealt which hand? Please choose.")
        return {"outcome": "dealt", "dealt": found}
    document: dict[str, Any] = {"calls": _read_calls(form)}
    if stopped == NOBODY:
        document["outcome"] = "exhausted"
        known = list(places) if race.exhausted == "most-yaku" else []
    elif stopped in map(str, places):
        document |= {"outcome": "shobu", "winner": form.sides[int(stopped)]}
        known = [int(stopped)]
    else:
        form.fail("stopped", "Who stopped? Choose a side, or how the round ended without.")
        known = []
    if not known:
        return document
    way = form.get("way")
    if way == "counts":
        return document | {"ticked": {form.sides[place]: _read_ticks(form, place) for place in known}}
    if way == "points":
        points = {
            form.sides[place]: form.read_amount(f"points-{place}", place, "points of the yaku")
            for place in known
        }
        return document | {"points": points}
    return document | _read_cards(form, known)


def _read_calls(form: RoundFields) -> dict[str, int]:
    """How often each side called koi-koi; an empty field is none."""
    calls = {
        side: form.read_number(f"calls-{place}", f"{isolate(side)}, koi-koi")
        for place, side in enumerate(form.sides)
    }
    return {side: number for side, number in calls.items() if number}


def _read_ticks(form: RoundFields, place: int) -> dict[str, int]:
    """The yaku of a side, each with the number of further cards; an empty field is none."""
    side = isolate(form.sides[place])
    return {
        yaku_id: form.read_number(f"further-{place}-{yaku_id}", f"{side}, further cards") or 0
        for yaku_id in form.get_all(f"yaku-{place}")
    }


def _read_cards(form: RoundFields, known: list[int]) -> dict[str, Any]:
    """The piles of the sides that may score, their chaff, and what is asked about them."""
    given, _ = read_piles(form)
    piles = [pile if place in known else CardSet() for place, pile in enumerate(given)]
    chaff: dict[str, int] = {}
    for place in known:
        side = form.sides[place]
        number = form.read_number(f"chaff-{place}", f"{isolate(side)}, chaff")
        if number is not None:
            chaff[side] = number
        if not piles[place] and not number:
            form.fail("cards", f"No card of {isolate(side)} is entered yet.")
    captured = {form.sides[place]: list(piles[place].ids) for place in known}
    document: dict[str, Any] = {"captured": captured, "all_four": read_all_four(form, piles)}
    if chaff:
        document["chaff"] = chaff
    rained_out = _read_rained(form, piles)
    return document | ({"rained_out": rained_out} if rained_out else {})


def _read_rained(form: RoundFields, piles: list[CardSet]) -> list[str]:
    """The words of the yaku that were rained out, asked where a side has the cards of one."""
    found = []
    for yaku in form.rainable:
        word = str(yaku.rained_out)
        answer = form.get(f"rained-{word}")
        is_made = any(yaku.all_of <= pile for pile in piles)
        if is_made and answer not in ("yes", "no"):
            form.fail(f"rained-{word}", f"{yaku.short_name}: was it rained out?")
        elif is_made and answer == "yes":
            found.append(word)
    return found


def find_race_fields(form: RoundFields) -> dict[str, str]:
    """The field of each path of keys in the document."""
    fields = {"outcome": "stopped", "winner": "stopped", "captured": "cards", "chaff": "chaff-0"}
    fields["rained_out"] = f"rained-{next(iter(form.rained_out), '')}"
    fields |= {f"all_four/{suit.id}": f"all-four-{suit.id}" for suit in form.month_suits}
    for place, side in enumerate(form.sides):
        fields |= {f"{key}/{side}": f"{key}-{place}" for key in ("calls", "chaff", "points", "dealt")}
        fields[f"ticked/{side}"] = f"yaku-{place}"
    return fields | {"dealt": "dealt-0", "calls": "calls-0"}


def show_race(entry: RaceEntry, rule_set: RuleSet) -> Shown:
    """The fields of a race that was entered."""
    stopped = {"exhausted": NOBODY, "dealt": DEALT}.get(entry.outcome, str(entry.winner))
    shown: Shown = {"stopped": stopped, "way": "cards"}
    for place in range(len(entry.sides)):
        shown[f"calls-{place}"] = str(entry.calls[place] or "")
        shown[f"dealt-{place}"] = entry.dealt[place] or ""
        shown[f"chaff-{place}"] = "" if entry.chaff[place] is None else str(entry.chaff[place])
        if (points := entry.points[place]) is not None:
            shown |= {"way": "points", f"points-{place}": str(points)}
        if (ticked := entry.ticked[place]) is not None:
            shown |= {"way": "counts", f"yaku-{place}": [yaku_id for yaku_id, _ in ticked]}
            shown |= {f"further-{place}-{yaku_id}": str(further or "") for yaku_id, further in ticked}
        for card in entry.piles[place] or ():
            shown[f"card-{card.id}"] = str(place)
    held = dict(entry.all_four or ())
    for suit in rule_set.months:
        shown[f"all-four-{suit.id}"] = (
            "yes" if suit.id in held else "no" if entry.all_four is not None else ""
        )
    for word in rule_set.rained_out:
        shown[f"rained-{word}"] = "yes" if word in entry.rained_out else "no"
    return shown
