"""How a race ended, in sentences.

    >>> from companion.rules.entry import parse_entry
    >>> from companion.rules.rule_set import get_rule_set
    >>> rules = get_rule_set("koikoi-modern")
    >>> raw = {"outcome": "exhausted", "calls": {"Ben": 2}}
    >>> say_ending(rules, parse_entry(raw, rules, ("Ann", "Ben")))
    'Nobody stopped. Ben called koi-koi twice.'

Sources: koi-koi.md (Round).
"""

from __future__ import annotations

from companion.cards import DeckStyle, get_month
from companion.rules.entry import Entry
from companion.rules.rule_set import RuleSet
from companion.rules.shapes.race import RaceEntry

_TIMES = {1: "", 2: " twice"}
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def say_ending(rule_set: RuleSet, entry: Entry) -> str:
    """Who stopped or was dealt which hand, and who called koi-koi; nothing of a round that is no race."""
    if not isinstance(entry, RaceEntry) or rule_set.race is None:
        return ""
    hands = {hand.id: hand.words for hand in rule_set.race.hands}
    said = [
        f"{side} was {hands[hand][0].lower()}{hands[hand][1:]}."
        for side, hand in zip(entry.sides, entry.dealt, strict=True)
        if hand is not None
    ]
    if entry.outcome == "shobu" and entry.winner is not None:
        said.append(f"{entry.sides[entry.winner]} stopped.")
    elif entry.outcome == "exhausted":
        said.append("Nobody stopped.")
    said += [
        f"{side} called koi-koi{_TIMES.get(calls, f' {calls} times')}."
        for side, calls in zip(entry.sides, entry.calls, strict=True)
        if calls
    ]
    said += [
        f"{rule_set.get_yaku(yaku_id).short_name} was rained out."
        for amendment in rule_set.amendments
        for yaku_id in amendment.yaku
        if amendment.rained_out in entry.rained_out
    ]
    return " ".join(said)


def say_month(rule_set: RuleSet, month: int, deck: DeckStyle | None = None) -> str:
    """A month with its flower: “March, cherry blossom”.

    With a `deck` whose cards of this flower bear another number: “November, willow (12 on your cards)”.
    """
    suit = rule_set.months[month - 1]
    said = f"{MONTH_NAMES[month - 1]}, {suit.english[:1].lower()}{suit.english[1:]}"
    return f"{said}{say_number(rule_set, month, deck)}"


def say_number(rule_set: RuleSet, month: int, deck: DeckStyle | None) -> str:
    """What to add to a month whose cards bear another number: “ (12 on your cards)”; else nothing."""
    number = month if deck is None else get_month(rule_set.months[month - 1], deck)
    return f" ({number} on your cards)" if number != month else ""
