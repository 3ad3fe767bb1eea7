"""A round as it was entered: by cards, by counts of each value, or by card points.

What is entered is kept; scores are made from it each time they are asked for. An entry that exists can be on
a table: a card has one owner, counts and points are within the deck, a yaku has the cards that it needs.

    >>> from companion.rules.records.files import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> raw = {"captured": {"Ann": ["pine-crane"], "Ben": "rest"}}
    >>> entry = parse_entry(raw, rules, ("Ann", "Ben"))
    >>> [len(pile) for pile in entry.piles], entry.document() == raw
    ([1, 47], True)

Sources: scoring-io.md.
"""

from collections.abc import Sequence

from companion.errors import NotUnderstood, Where, say_nearest
from companion.rules.entries.captured import CapturedEntry, read_captured
from companion.rules.entries.claimed import ClaimedEntry, RoundPoints, read_claimed, read_scored
from companion.rules.entries.race import KEYS as RACE_KEYS
from companion.rules.entries.race import RaceEntry, read_race
from companion.rules.entries.reading import Listing, RoundReader
from companion.rules.records.rule_set import RuleSet

Entry = CapturedEntry | ClaimedEntry | RaceEntry
# What a race is entered by, beside the dealer.
_RACE = (
    *RACE_KEYS,
    "outcome",
    "winner",
    "calls",
    "chaff",
    "all_four",
    "rained_out",
    "dealt",
    "month",
)

# The keys under which a document has what each side brought in.
BROUGHT_IN = ("captured", "counts", "points")


def parse_entry(
    raw: object,
    rule_set: RuleSet,
    sides: Sequence[str],
    where: Where = (),
    *,
    players: Sequence[str] = (),
    is_typed: bool = False,
) -> Entry:
    """The round that a document holds; its dealer is one of the sides or players. A document that a form made
    (`is_typed`) calls the sides by their places, and its numbers are text.

    Raises every fault at once, each with the path of keys to the thing: an unknown side, card or yaku, a card
    with two owners, a side that is left out, counts or points beyond the deck, a yaku that cannot be held.
    The options of the game play no part in it, so that a kept round outlives a change of options.
    """
    reader = RoundReader(
        raw, rule_set, sides=tuple(sides), where=where, players=tuple(players), is_typed=is_typed
    )
    told = ("note", *rule_set.number_keys, *(("sits_out",) if rule_set.may_sit_out else ()))
    if rule_set.race is not None:
        _refuse_others(reader, (*_RACE, *told, "dealer"))
        return read_race(reader)
    if not rule_set.has_cards:
        _refuse_others(reader, ("points", "dealer", "sits_out", "note"))
        return read_scored(reader, reader.read_sides("points", RoundPoints))
    found = [key for key in BROUGHT_IN if key in reader.raw]
    if len(found) != 1:
        said = "has " + " and ".join(f"“{key}”" for key in found) if found else "has none of them"
        message = f"A round is entered by “captured”, “counts” or “points”, one of them; this one {said}."
        raise NotUnderstood(message, where)
    own = ("all_four", *(("chaff",) if rule_set.counting.numbered else ())) if found == ["captured"] else ()
    _refuse_others(reader, (*found, "gaji", "declared", "dealer", *reader.asked, *told, *own))
    if found == ["captured"]:
        return read_captured(reader, reader.read_sides("captured", Listing))
    return read_claimed(reader, found[0], reader.read_sides(found[0], dict[str, object]))


def _refuse_others(reader: RoundReader, known: Sequence[str]) -> None:
    """Notes the keys that no such round has."""
    for key in [str(each) for each in reader.raw if each not in known]:
        reader.fail(NotUnderstood, f"A round has no “{key[:80]}”{say_nearest(key, known)}.", key[:80])
