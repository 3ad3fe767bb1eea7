"""The fields of a round in a form: what they are called, and what they hold of a round that was entered.

They are called by their paths in the document, with places for sides and seats: `captured/pine-crane` is "0"
where the first side has the crane and "table" where nobody has, `counts/1/animals` is the number of animals
of the second side, `yaku/0` has the yaku that the first side ticked. A number is text, as typed.

Sources: scoring-io.md (the paths).
"""

from collections.abc import Iterable, Mapping, Sequence

from companion.cards import SUITS, CardSet, get_suit_cards
from companion.rules.entries.captured import CapturedEntry
from companion.rules.entries.claimed import POINTS, POINTS_LIMIT, ClaimedEntry
from companion.rules.entries.entry import Entry
from companion.rules.entries.race import BASE_LIMIT, RaceEntry
from companion.rules.records.options import Options
from companion.rules.records.race import Ending
from companion.rules.records.rule_set import RuleSet
from companion.rules.scoring.breakdown import RoundBreakdown
from companion.rules.scoring.scorer import get_scorer
from companion.rules.text.names import isolate
from companion.rules.text.numbers import read_whole_number, say_typed_fault

# What the fields hold, by their paths.
Fields = Mapping[str, Sequence[str]]
WAYS = ("cards", "counts", "points")
TABLE = "table"
NOBODY = "nobody"
DEALT = "dealt"
YES, NO = "yes", "no"
# What the path of a card begins with.
CARD = "captured/"


def write_fields(entry: Entry, scored: RoundBreakdown) -> dict[str, list[str]]:
    """The fields of a round that was entered, as it scores."""
    rule_set = scored.rule_set
    # Of a yaku that a correction completes nobody has said yet that it was not announced.
    undeclared = [score.yaku.id for side in scored.sides for score in side.undeclared]
    shown = {"way": find_way(entry), "gaji/by": NOBODY, "note": entry.note}
    if entry.gaji is not None:
        shown |= {"gaji/by": str(entry.gaji.by), "gaji/took": entry.gaji.took.id if entry.gaji.took else ""}
    ticked: dict[str, Sequence[str]] = {
        "undeclared": undeclared,
        "sits_out": list(map(str, entry.sitting_out)),
    }
    extras = dict(entry.extras)
    shown |= {extra.id: str(extras.get(extra.id, NOBODY)) for extra in rule_set.extras}
    for number in rule_set.numbers:
        told = entry.list_told(number)
        if number.word:
            ticked |= {path: [*ticked.get(path, ()), *([number.word] if each else [])] for path, each in told}
        else:
            shown |= {path: "" if each is None else str(each) for path, each in told}
    if isinstance(entry, RaceEntry):
        shown |= _show_race(entry, scored)
    elif isinstance(entry, CapturedEntry):
        shown |= _show_captured(entry, scored)
    else:
        for n, numbers in enumerate(entry.numbers):
            shown |= {
                name_number(str(n), key): str(each).replace("-", "\u2212") for key, each in numbers.items()
            }
    if not isinstance(entry, CapturedEntry):
        ticked |= {f"yaku/{n}": [yaku for yaku, _ in each or ()] for n, each in enumerate(entry.ticked)}
        shown |= {
            f"further/{n}/{yaku}": str(further or "")
            for n, each in enumerate(entry.ticked)
            for yaku, further in each or ()
        }
    return {path: [text] for path, text in shown.items()} | {
        path: list(each) for path, each in ticked.items()
    }


def name_end(ending: Ending, place: str) -> str:
    """How the field `winner` names an ending with the place of who won: “1”, “nobody”, “four-dealt/1”."""
    if ending.by != "winner":
        return NOBODY if ending.by == "nobody" else DEALT
    return place if ending.has_cards else f"{ending.id}/{place}"


def name_number(place: str, key: str) -> str:
    """The field of a number of a side that the table counted: its card points, or its cards of a value."""
    return f"points/{place}" if key == POINTS else f"counts/{place}/{key}"


def name_count(rule_set: RuleSet, place: str) -> str:
    """The field of the number of chaff of a side in a round by cards; that of its points without cards."""
    if rule_set.race is not None:
        return f"chaff/{place}"
    if not rule_set.has_cards:
        return name_number(place, POINTS)
    return name_number(place, rule_set.counting.numbered.id) if rule_set.counting.numbered else ""


def write_pile(
    rule_set: RuleSet, side: int, cards: Iterable[str], numbers: Mapping[str, str]
) -> dict[str, str]:
    """The fields of what a side hands in: ids of its cards, and the numbers beside them as they were typed.

    “way” is how it was counted, “count” the number of its chaff or its points (`name_count`); the others are
    called as their fields, without the side.
    """
    fields = {CARD + card: str(side) for card in cards}
    paths = {
        key: name_count(rule_set, str(side)) if key == "count" else name_of_side(key, side)
        for key in numbers
        if key != "way"
    }
    return fields | {path: numbers[key] for key, path in paths.items() if path and numbers[key]}


def name_of_side(key: str, side: int) -> str:
    """The field of a side for a key that names none: `counts/0/brights` for “counts/brights”."""
    head, slash, rest = key.partition("/")
    return f"{head}/{side}{slash}{rest}"


def list_pile_numbers(rule_set: RuleSet, options: Options, way: str) -> dict[str, tuple[range, str]]:
    """The numbers of a pile by the keys under which it is handed in: what each can be, and its words.

    By cards they are chaff that is counted beside the pile.
    """
    counting = rule_set.counting
    if way == WAYS[0]:
        chaff = [each for each in rule_set.list_numbers(options.choices) if each.is_chaff]
        return {each.id: (range(each.most + 1), each.words) for each in chaff}
    extra = [yaku for yaku in map(rule_set.get_yaku, options.yaku) if yaku.extra]
    further = {f"further/{one.id}": (range(one.furthest + 1), f"further: {one.name}") for one in extra}
    if way == "counts":
        groups = counting.point_groups
        return further | {f"counts/{one.id}": (range(len(one.cards) + 1), one.plural) for one in groups}
    most, step = BASE_LIMIT if rule_set.race else counting.deck_points, counting.point_step
    steps = f" in steps of {step}" if step > 1 else ""
    return further | {"points": (range(0, most + 1, step), f"points{steps}")}


def say_count_fault(rule_set: RuleSet, options: Options, side: str, text: str) -> str:
    """What is wrong with that number as it was typed; nothing where it can be."""
    if not rule_set.has_cards:
        return say_typed_fault(side, text, POINTS_LIMIT, has_tenths=options.has_tenths)
    is_count = read_whole_number(text) in range(len(rule_set.cards) + 1)
    return "" if is_count else f"{isolate(side)}: a whole number of chaff cards, please, not “{text[:20]}”."


def find_way(entry: Entry) -> str:
    """How a round was entered."""
    if isinstance(entry, RaceEntry):
        by_hand = {"points": entry.points, "counts": entry.ticked}
        return next((way for way, sides in by_hand.items() if any(one is not None for one in sides)), WAYS[0])
    return entry.way if isinstance(entry, ClaimedEntry) else WAYS[0]


def _show_captured(entry: CapturedEntry, scored: RoundBreakdown) -> dict[str, str]:
    """Whose each card is, whether four of a month lie together, and how many there are of what is counted."""
    owner_of = {card: str(number) for number, pile in enumerate(entry.piles) for card in pile}
    picked = get_scorer(scored.rule_set, scored.options).picked
    shown = {CARD + card.id: owner_of.get(card, TABLE) for card in picked}
    # With what the Gaji brought, but for cards that it brings again.
    piles = [(side.pile or CardSet()) - (side.gaji & picked) for side in scored.sides]
    shown |= _show_all_four([side.pile or CardSet() for side in scored.sides], NO)
    if group := scored.rule_set.counting.numbered:
        unlisted = entry.unlisted or [0] * len(piles)
        for number, pile in enumerate(piles):
            shown[name_number(str(number), group.id)] = str(pile.count(group.cards) + unlisted[number])
    return shown


def _show_all_four(piles: Sequence[CardSet], no: str) -> dict[str, str]:
    """Whether the four cards of a month lie together."""
    held = {suit.id for suit in SUITS for pile in piles if get_suit_cards(suit) <= pile}
    return {f"all_four/{suit.id}": YES if suit.id in held else no for suit in SUITS}


def _show_race(entry: RaceEntry, scored: RoundBreakdown) -> dict[str, str]:
    """How a race ended, and what was said of each side."""
    rule_set, picked = scored.rule_set, get_scorer(scored.rule_set, scored.options).picked
    ending = rule_set.race.find_ending(entry.outcome) if rule_set.race else None
    shown = {"winner": name_end(ending, str(entry.winner)) if ending else ""}
    for n in range(len(entry.sides)):
        pile = entry.piles[n] or CardSet()
        # Chaff that was listed card by card is a number here, and an empty pile is none.
        listed = rule_set.counting.count_chaff(pile)
        is_told = listed > 0 or (entry.piles[n] is not None and not pile)
        known: dict[str, object] = {
            "calls": entry.calls[n] or None,
            "dealt": entry.dealt[n],
            "chaff": listed if entry.chaff[n] is None and is_told else entry.chaff[n],
            "points": entry.points[n],
        }
        shown |= {f"{key}/{n}": "" if each is None else str(each) for key, each in known.items()}
        shown |= {CARD + card.id: str(n) for card in pile & picked}
    piles = [pile for pile in entry.piles if pile is not None]
    shown |= _show_all_four(piles, NO if piles else "")
    return shown | {
        f"rained_out/{word}": YES if word in entry.rained_out else NO for word in rule_set.rained_out
    }
