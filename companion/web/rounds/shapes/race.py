"""A race: who stopped, who called koi-koi, and the cards, yaku or points of those whose yaku may score."""

from typing import Any

from companion.cards import CardSet
from companion.rules import RaceEntry, RuleSet
from companion.web.filters import isolate
from companion.web.rounds.shapes.captured import find_piles, read_all_four, read_piles
from companion.web.rounds.shapes.reading import NOBODY, RoundFields, Shown

DEALT = "dealt"


def read_race(form: RoundFields) -> dict[str, Any]:
    """The document of the fields of a race."""
    stopped, way = form.get("stopped"), form.get("way")
    race = form.rule_set.race
    assert race is not None
    if stopped == DEALT:
        hands = {side: hand for place, side in enumerate(form.sides) if (hand := form.get(f"dealt-{place}"))}
        if not hands:
            form.fail("dealt-0", "Who was dealt which hand? Please choose.")
        return {"outcome": "dealt", "dealt": hands}
    # An empty field is no call.
    calls = {
        side: form.read_number(f"calls-{place}", f"{isolate(side)}, koi-koi") or 0
        for place, side in enumerate(form.sides)
    }
    document: dict[str, Any] = {"calls": calls}
    known: dict[int, str] = {}
    if stopped == NOBODY:
        document["outcome"] = "exhausted"
        known = dict(enumerate(form.sides)) if race.exhausted == "most-yaku" else {}
    elif stopped in form.side_of:
        document |= {"outcome": "shobu", "winner": form.side_of[stopped]}
        known = {int(stopped): form.side_of[stopped]}
    else:
        form.fail("stopped", "Who stopped? Choose a side, or how the round ended without.")
    if known and way == "counts":
        document["ticked"] = {side: _read_ticks(form, place) for place, side in known.items()}
    elif known and way == "points":
        document["points"] = {
            side: form.read_amount(f"points-{place}", place, "points of the yaku")
            for place, side in known.items()
        }
    elif known:
        document |= _read_cards(form, known)
    return document


def _read_ticks(form: RoundFields, place: int) -> dict[str, int]:
    """The yaku of a side, each with the number of further cards; an empty field is none."""
    side = isolate(form.sides[place])
    return {
        yaku_id: form.read_number(f"further-{place}-{yaku_id}", f"{side}, further cards") or 0
        for yaku_id in form.get_all(f"yaku-{place}")
    }


def _read_cards(form: RoundFields, known: dict[int, str]) -> dict[str, Any]:
    """The piles of the sides that may score, their chaff, and what is asked about them."""
    given, _ = read_piles(form)
    captured = {side: cards if side in known.values() else [] for side, cards in given.items()}
    piles = find_piles(form, captured)
    chaff = {
        side: form.read_number(f"chaff-{place}", f"{isolate(side)}, chaff") for place, side in known.items()
    }
    for side in known.values():
        if not captured[side] and not chaff[side]:
            form.fail("cards", f"No card of {isolate(side)} is entered yet.")
    return {
        "captured": {side: captured[side] for side in known.values()},
        "all_four": read_all_four(form, piles),
        "chaff": {side: number for side, number in chaff.items() if number is not None},
        "rained_out": _read_rained(form, piles),
    }


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


def show_race(entry: RaceEntry, rule_set: RuleSet) -> Shown:
    """The fields of a race that was entered."""
    stopped = {"exhausted": NOBODY, "dealt": DEALT}.get(entry.outcome, str(entry.winner))
    shown: Shown = {"stopped": stopped}
    for place in range(len(entry.sides)):
        shown[f"calls-{place}"] = str(entry.calls[place] or "")
        shown[f"dealt-{place}"] = entry.dealt[place] or ""
        shown[f"chaff-{place}"] = "" if entry.chaff[place] is None else str(entry.chaff[place])
        if (points := entry.points[place]) is not None:
            shown[f"points-{place}"] = str(points)
        if (ticked := entry.ticked[place]) is not None:
            shown[f"yaku-{place}"] = [yaku_id for yaku_id, _ in ticked]
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
