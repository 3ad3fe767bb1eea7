"""An order: which sheet, on which paper, with what on it.

>>> order = parse_order("score-pad", {"names": ["Ann", "Ben"], "paper": "a5"})
>>> order.sides, order.paper.title, order.options.target
(('Ann', 'Ben'), 'A5', 200)
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from companion.cards import DeckStyle, parse_deck
from companion.errors import (
    CompanionError,
    FaultList,
    Faults,
    NotAllowedHere,
    NotPossible,
    NotUnderstood,
    raise_all,
    say_nearest,
)
from companion.printing.papers import LARGE_PAPERS, PAPERS, Paper, get_paper
from companion.printing.printed_game import PrintedGame
from companion.printing.sheet_list import MOVED, Sheet, get_sheet
from companion.rules import (
    ROUND_LIMIT,
    RULE_SET_IDS,
    TARGET_LIMIT,
    Options,
    RuleSet,
    Seating,
    find_doubled_names,
    get_own_rule_set,
    parse_name,
    parse_options,
    write_number,
)
from companion.rules.own_rules import KEY, parse_own_rules

Found = TypeVar("Found")

PAD_ROUND_LIMIT = 60
DATE_LIMIT = 40
# Empty ones count: the page sends one for each seat.
NAME_LIMIT = 20
# How many play, and in how many sides: “6-3”.
_TEAMS = re.compile(r"([1-9])-([1-9])", re.ASCII)
_YES, _NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0")


def read_yes(key: str, text: str) -> bool:
    """Whether a word says yes."""
    if text.lower() not in (*_YES, *_NO):
        raise NotUnderstood(f"“{key}” is yes or no, not “{text[:80]}”.")
    return text.lower() in _YES


def whole(low: int, high: int) -> Callable[[str, str], int]:
    """Reads a whole number from `low` to `high`."""

    def read(key: str, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) or not low <= int(text) <= high:
            span = f"a whole number from {low} to {write_number(high)}" if low < high else str(low)
            raise NotUnderstood(f"“{key}” is {span}, not “{text[:80]}”.")
        return int(text)

    return read


def _read_date(_: str, text: str) -> str:
    date = " ".join(text.split())
    if len(date) > DATE_LIMIT or not date.isprintable():
        raise NotUnderstood(f"A date has at most {DATE_LIMIT} characters.")
    return date


def _word(read: Callable[[str, str], Any], words: str) -> dict[str, Any]:
    """Of a field that is asked for by a word: its name, without “is_”. The command line shows these words."""
    return {"read": read, "words": words}


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One sheet as it is wanted; everything in it can be printed.

    `players` and `sides` are names, or empty texts where they are to be written by hand. `rounds` is how many
    rounds a pad has (None: as many as the game usually has); `first` and `last` are the rounds of a record.
    The cards and their numbers are those of the `deck`. A deck guide may be a strip.
    """

    sheet: Sheet
    game: PrintedGame | None
    rule_set: RuleSet
    options: Options
    players: tuple[str, ...]
    sides: tuple[str, ...]
    paper: Paper = field(
        default=PAPERS[0], metadata=_word(lambda _, text: get_paper(text.lower()), "a4, letter or a5.")
    )
    rounds: int | None = field(
        default=None,
        metadata=_word(
            whole(1, PAD_ROUND_LIMIT), "How many rounds a pad has, or a game that is played by rounds."
        ),
    )
    first: int = field(default=1, metadata=_word(whole(1, ROUND_LIMIT), "The first round of a record."))
    last: int = field(
        default=ROUND_LIMIT, metadata=_word(whole(1, ROUND_LIMIT), "The last round of a record.")
    )
    date: str = field(metadata=_word(_read_date, "The date at the head; otherwise a line to write it on."))
    is_ink_saving: bool = field(default=False, metadata=_word(read_yes, "Outlines and marks only."))
    is_large: bool = field(default=False, metadata=_word(read_yes, "Large print: a score pad or rule sheet."))
    is_strip: bool = field(
        default=False, metadata=_word(read_yes, "The deck guide as strips for the edge of the table.")
    )
    deck: DeckStyle = field(
        metadata=_word(
            lambda _, text: parse_deck(text.lower()),
            "The cards in the pictures: korean or japanese. Default: as the game has them.",
        )
    )

    @property
    def zoom(self) -> float:
        """How many times larger large print is."""
        return self.sheet.large if self.is_large and self.sheet.large else 1.0

    def find_faults(self) -> Iterator[CompanionError]:
        """What does not go together."""
        title = self.sheet.title.lower()
        if self.paper.id not in self.sheet.papers:
            known = ", ".join(get_paper(each).title for each in self.sheet.papers)
            message = f"The {title} does not fit {self.paper.title}: it is for {known}."
            yield NotAllowedHere(message, ("paper",))
        if self.is_large and self.paper.id not in LARGE_PAPERS:
            yield NotAllowedHere("Large print needs A4 or Letter.", ("large",))
        if self.first > self.last:
            yield NotPossible(f"Rounds {self.first} to {self.last} run backwards.", ("last",))
        if self.sheet.needs_game and self.game is None:
            yield NotAllowedHere(f"A {title} needs a game: print it from the game's page.", ("game",))
        if self.sheet.needs_cards and not self.rule_set.has_cards:
            message = f"{self.rule_set.name} has no cards, so that there is no {title} of it."
            yield NotAllowedHere(message, ("rules",))


WORDS = {each.name.removeprefix("is_"): each for each in fields(Order) if each.metadata}


def list_words(sheet: Sheet, rule_set: RuleSet) -> set[str]:
    """The words that a sheet takes: its own, and those about the game, which any sheet takes."""
    rounds = {"rounds"} if rule_set.length is not None else set()
    of_game = {"rules", KEY, "method", "target", "yaku", "names", "deck"}
    return {*sheet.takes} | of_game | rounds | {option.id for option in rule_set.options}


def parse_order(sheet_id: str, raw: Mapping[str, Any], game: PrintedGame | None = None) -> Order:
    """The order for these words, with defaults for what they leave out.

    A game brings its own rule set, options, names and date, and its deck where none is named.
    Raises every fault at once; only a rule set that cannot be read is said alone, for the rest depends on it.
    """
    now_id, chosen = MOVED.get(sheet_id, (sheet_id, {}))
    sheet, raw = get_sheet(now_id), {**raw, **chosen}
    rule_set = _read_rule_set(raw) if game is None else game.rule_set
    faults, known = FaultList(), list_words(sheet, rule_set)
    faults += [
        NotAllowedHere(
            f"The sheet {sheet.id} has no option “{key[:80]}”{say_nearest(key, [*sheet.takes, 'rules'])}.",
            (key[:80],),
        )
        for key in raw
        if key not in known
    ]
    read = {each.name: _read_word(raw, key, each.metadata["read"], faults) for key, each in WORDS.items()}
    given: dict[str, Any] = {"deck": rule_set.deck, "date": ""}
    if game is not None:
        given = {"deck": game.deck or rule_set.deck, "date": game.date}
    given |= {name: value for name, value in read.items() if value is not None}
    if game is None:
        usual = parse_options(rule_set, {})
        words = (sheet, rule_set, raw, given.get("rounds"), faults)
        options = _attempt(faults, "rules", usual, _read_options, *words)
        nobody: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        players, sides = _attempt(faults, "names", nobody, _read_sides, rule_set, raw, faults)
    else:
        options, players, sides = game.options, game.players, game.sides
    order = Order(
        sheet=sheet, game=game, rule_set=rule_set, options=options, players=players, sides=sides, **given
    )
    faults += order.find_faults()
    raise_all(faults)
    return order


def _get_word(raw: Mapping[str, Any], key: str) -> str:
    return str(raw.get(key, "")).strip()


def _attempt(faults: FaultList, key: str, otherwise: Found, read: Callable[..., Found], *given: Any) -> Found:
    """What is read, or the other where its faults are noted: at this key, if they name none."""
    try:
        return read(*given)
    except CompanionError as error:
        faults += [type(each)(each.message, each.where[-1:] or (key,)) for each in error.faults]
        return otherwise


def _read_word(raw: Mapping[str, Any], key: str, read: Callable[[str, str], Any], faults: FaultList) -> Any:
    """What a word says; None where it says nothing, or nothing that can be read."""
    text = _get_word(raw, key)
    return _attempt(faults, key, None, read, key, text) if text else None


def _read_rule_set(raw: Mapping[str, Any]) -> RuleSet:
    """The rule set that is named, as the table plays it that brings its own rules."""
    try:
        own = parse_own_rules(_get_word(raw, KEY) or "{}")
        return get_own_rule_set(_get_word(raw, "rules") or RULE_SET_IDS[0], own)
    except CompanionError as error:
        raise Faults(type(fault)(fault.message, ("rules",)) for fault in error.faults) from None


def _read_options(
    sheet: Sheet, rule_set: RuleSet, raw: Mapping[str, Any], rounds: int | None, faults: FaultList
) -> Options:
    wanted: dict[str, Any] = {key: _get_word(raw, key) for key in ("method", "yaku")}
    if "," in wanted["yaku"]:
        wanted["yaku"] = [each.strip() for each in wanted["yaku"].split(",")]
    for option in rule_set.options:
        read = read_yes if isinstance(option.default, bool) else lambda _, text: text
        wanted[option.id] = _read_word(raw, option.id, read, faults)
    wanted["target"] = _read_word(raw, "target", whole(1, TARGET_LIMIT), faults)
    # With a target, they are only the rows of a pad.
    if rule_set.length is not None and (wanted["target"] is None or "rounds" not in sheet.takes):
        wanted["rounds"] = rounds
    return parse_options(rule_set, {key: value for key, value in wanted.items() if value not in ("", None)})


def _read_sides(
    rule_set: RuleSet, raw: Mapping[str, Any], faults: FaultList
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of players and sides; without names as many empty ones as play."""
    players = names = _read_names(raw, faults)
    counts = rule_set.side_counts
    if teams := _TEAMS.fullmatch(_get_word(raw, "sides")):
        players, count = names or ("",) * int(teams[1]), int(teams[2])
    else:
        low, high = (1, 9) if names else (counts[0], counts[-1])
        count = _read_word(raw, "sides", whole(low, high), faults) or len(names) or counts[0]
    allowed = rule_set.get_sides(len(players)) if players else counts
    if count not in allowed:
        words = " or ".join(str(each) for each in sorted(allowed))
        form = f"{len(players)} players form" if players else "There are"
        raise NotAllowedHere(f"{form} {words} sides in {rule_set.name}, not {count}.", ("sides",))
    if not names:
        return players, ("",) * count
    faults += [
        NotPossible(f"Two players are called {name}.", ("names",)) for _, name in find_doubled_names(names)
    ]
    return names, Seating(names, count).get_side_names()


def _read_names(raw: Mapping[str, Any], faults: FaultList) -> tuple[str, ...]:
    """The names of the players, without the empty ones."""
    texts, names = raw.get("names", ()), []
    if len(texts) > NAME_LIMIT:
        raise NotAllowedHere(f"At most {NAME_LIMIT} names are read, not {write_number(len(texts))}.")
    for number, text in enumerate(filter(str.strip, texts), 1):
        try:
            names.append(parse_name(text))
        except CompanionError as error:
            faults.append(NotUnderstood(f"Name {number}: {error.message}", ("names",)))
    return tuple(names)
