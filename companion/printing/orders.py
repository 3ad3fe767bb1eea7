"""An order: which sheet, on which paper, with what on it.

>>> order = parse_order("score-pad", {"names": ["Ann", "Ben"], "paper": "a5"})
>>> order.sides, order.paper.title, order.options.target
(('Ann', 'Ben'), 'A5', 200)
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
    parse_name,
    parse_options,
    write_number,
)
from companion.rules.own_rules import KEY, parse_own_rules
from companion.rules.rule_set import get_own_rule_set

Found = TypeVar("Found")

PAD_ROUND_LIMIT = 60
DATE_LIMIT = 40
# Empty ones count: the page sends one for each seat.
NAME_LIMIT = 20
# How many play, and in how many sides: “6-3”.
_TEAMS = re.compile(r"([1-9])-([1-9])", re.ASCII)
_YES, _NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0", "")


@dataclass(frozen=True, slots=True)
class Order:
    """One sheet as it is wanted; everything in it can be printed.

    `players` and `sides` are names, or empty texts where they are to be written by hand. `rounds` is how many
    rounds a pad has (None: as many as the game usually has); `first_round` and `last_round` are those of a
    record. The cards and their numbers are those of the `deck`. Large print has a `zoom` of more than 1. A
    deck guide may be a strip.
    """

    sheet: Sheet
    paper: Paper
    is_ink_saving: bool
    zoom: float
    rule_set: RuleSet
    options: Options
    players: tuple[str, ...]
    sides: tuple[str, ...]
    rounds: int | None
    first_round: int
    last_round: int
    date: str
    game: PrintedGame | None
    deck: DeckStyle
    is_strip: bool


def parse_order(sheet_id: str, raw: Mapping[str, Any], game: PrintedGame | None = None) -> Order:
    """The order for these words, with defaults for what they leave out.

    A game brings its own rule set, options, names and date, and its deck where none is named.
    Raises every fault at once.
    """
    now_id, chosen = MOVED.get(sheet_id, (sheet_id, {}))
    return _OrderReader(get_sheet(now_id), {**raw, **chosen}, game).read()


def list_rule_words(rule_set: RuleSet) -> tuple[str, ...]:
    """The words about the game that any sheet takes, besides the options of the rule set."""
    rounds = ("rounds",) if rule_set.length is not None else ()
    return ("rules", KEY, "method", "target", "yaku", "names", "deck", *rounds)


class _OrderReader:
    """Reads the words of an order: each `read_` raises what is wrong with its own, `read` raises all of it.

    Only a rule set that cannot be read is said alone: what else is wrong depends on it.
    """

    def __init__(self, sheet: Sheet, raw: Mapping[str, Any], game: PrintedGame | None) -> None:
        self.sheet = sheet
        self.raw = raw
        self.game = game
        self.rule_set = self.read_rule_set() if game is None else game.rule_set
        self.faults = FaultList()

    def attempt(self, key: str, otherwise: Found, read: Callable[..., Found], *given: Any) -> Found:
        """What is read, or the other where its faults are noted: at this key, if they name none."""
        try:
            return read(*given)
        except CompanionError as error:
            self.faults += [type(fault)(fault.message, fault.where[-1:] or (key,)) for fault in error.faults]
            return otherwise

    def get_word(self, key: str) -> str:
        word: str = self.raw.get(key, "")
        return word.strip()

    def read(self) -> Order:
        rounds = self.attempt("rounds", None, self.read_number, "rounds", 1, PAD_ROUND_LIMIT)
        options = self.attempt("rules", parse_options(self.rule_set, {}), self.read_options, rounds)
        self.find_unknown_keys()
        paper = self.attempt("paper", PAPERS[0], self.read_paper)
        zoom = self.attempt("large", 1.0, self.read_zoom, paper)
        nobody: tuple[str, ...] = ()
        players, sides = self.attempt("names", (nobody, nobody), self.read_sides)
        first, last = self.attempt("last", (1, ROUND_LIMIT), self.read_span)
        order = Order(
            sheet=self.sheet,
            paper=paper,
            is_ink_saving=self.attempt("ink_saving", False, self.read_yes, "ink_saving"),
            zoom=zoom,
            rule_set=self.rule_set,
            options=options,
            players=players,
            sides=sides,
            rounds=rounds,
            first_round=first,
            last_round=last,
            date=self.attempt("date", "", self.read_date),
            game=self.game,
            deck=self.attempt("deck", self.rule_set.deck, self.read_deck),
            is_strip=self.attempt("strip", False, self.read_yes, "strip"),
        )
        title = self.sheet.title.lower()
        if self.sheet.needs_game and self.game is None:
            message = f"A {title} needs a game: print it from the game's page."
            self.faults.append(NotAllowedHere(message, ("game",)))
        if self.sheet.needs_cards and not self.rule_set.has_cards:
            message = f"{self.rule_set.name} has no cards, so that there is no {title} of it."
            self.faults.append(NotAllowedHere(message, ("rules",)))
        raise_all(self.faults)
        return order

    def find_unknown_keys(self) -> None:
        """Notes each word that neither the sheet nor the rule set takes."""
        options = (option.id for option in self.rule_set.options)
        known = {*self.sheet.takes, *list_rule_words(self.rule_set), *options}
        for key in self.raw:
            if key not in known:
                nearest = say_nearest(key, [*self.sheet.takes, "rules"])
                message = f"The sheet {self.sheet.id} has no option “{key[:80]}”{nearest}."
                self.faults.append(NotAllowedHere(message, (key[:80],)))

    def read_rule_set(self) -> RuleSet:
        """The rule set that is named, as the table plays it that brings its own rules."""
        try:
            own = parse_own_rules(self.get_word(KEY) or "{}")
            return get_own_rule_set(self.get_word("rules") or RULE_SET_IDS[0], own)
        except CompanionError as error:
            raise Faults(type(fault)(fault.message, ("rules",)) for fault in error.faults) from None

    def read_options(self, rounds: int | None) -> Options:
        if self.game is not None:
            return self.game.options
        keys = ("method", "yaku", *(option.id for option in self.rule_set.options))
        wanted: dict[str, Any] = {key: self.get_word(key) for key in keys if self.get_word(key)}
        if "," in wanted.get("yaku", ""):
            wanted["yaku"] = [each.strip() for each in wanted["yaku"].split(",")]
        for option in self.rule_set.options:
            if isinstance(option.default, bool) and option.id in wanted:
                wanted[option.id] = self.read_yes(option.id)
        target = self.attempt("target", None, self.read_number, "target", 1, TARGET_LIMIT)
        if target is not None:
            wanted["target"] = target
        # With a target, they are only the rows of a pad.
        is_length = self.rule_set.length is not None and (target is None or "rounds" not in self.sheet.takes)
        if rounds is not None and is_length:
            wanted["rounds"] = rounds
        return parse_options(self.rule_set, wanted)

    def read_paper(self) -> Paper:
        word = self.get_word("paper").lower()
        if not word:
            return get_paper(self.sheet.papers[0])
        paper = get_paper(word)
        if paper.id not in self.sheet.papers:
            known = ", ".join(each.title for each in PAPERS if each.id in self.sheet.papers)
            title = self.sheet.title.lower()
            raise NotAllowedHere(f"The {title} does not fit {paper.title}: it is for {known}.")
        return paper

    def read_zoom(self, paper: Paper) -> float:
        """How much larger large print is, where it is asked for."""
        if not self.read_yes("large"):
            return 1.0
        if paper.id not in LARGE_PAPERS:
            raise NotAllowedHere("Large print needs A4 or Letter.")
        return self.sheet.large or 1.0

    def read_yes(self, key: str) -> bool:
        word = self.get_word(key).lower()
        if word not in (*_YES, *_NO):
            raise NotUnderstood(f"“{key}” is yes or no, not “{word[:80]}”.", (key,))
        return word in _YES

    def read_number(self, key: str, low: int, high: int) -> int | None:
        word = self.get_word(key)
        if not word:
            return None
        if not re.fullmatch(r"[0-9]{1,6}", word, re.ASCII) or not low <= int(word) <= high:
            span = f"a whole number from {low} to {write_number(high)}" if low < high else str(low)
            raise NotUnderstood(f"“{key}” is {span}, not “{word[:80]}”.", (key,))
        return int(word)

    def read_span(self) -> tuple[int, int]:
        first = self.read_number("first", 1, ROUND_LIMIT) or 1
        last = self.read_number("last", 1, ROUND_LIMIT) or ROUND_LIMIT
        if first > last:
            raise NotPossible(f"Rounds {first} to {last} run backwards.")
        return first, last

    def read_date(self) -> str:
        date = " ".join(self.get_word("date").split())
        if len(date) > DATE_LIMIT or not date.isprintable():
            raise NotUnderstood(f"A date has at most {DATE_LIMIT} characters.")
        return date or (self.game.date if self.game else "")

    def read_deck(self) -> DeckStyle:
        if word := self.get_word("deck").lower():
            return parse_deck(word)
        return (self.game and self.game.deck) or self.rule_set.deck

    def read_sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of players and sides; without names as many empty ones as play."""
        if self.game is not None:
            return self.game.players, self.game.sides
        names, counts = self.read_names(), self.rule_set.side_counts
        teams = _TEAMS.fullmatch(self.get_word("sides"))
        if teams:
            players, count = names or ("",) * int(teams[1]), int(teams[2])
        elif names:
            players, count = names, self.read_number("sides", 1, 9) or len(names)
        else:
            players, count = (), self.read_number("sides", counts[0], counts[-1]) or counts[0]
        allowed = self.rule_set.get_sides(len(players)) if players else counts
        if count not in allowed:
            words = " or ".join(str(each) for each in sorted(allowed))
            form = f"{len(players)} players form" if players else "There are"
            raise NotAllowedHere(f"{form} {words} sides in {self.rule_set.name}, not {count}.", ("sides",))
        if not names:
            return players, ("",) * count
        for _, name in find_doubled_names(names):
            self.faults.append(NotPossible(f"Two players are called {name}.", ("names",)))
        return names, Seating(names, count).get_side_names()

    def read_names(self) -> tuple[str, ...]:
        """The names of the players, without the empty ones."""
        raw, names = self.raw.get("names", ()), []
        if len(raw) > NAME_LIMIT:
            raise NotAllowedHere(f"At most {NAME_LIMIT} names are read, not {write_number(len(raw))}.")
        for number, text in enumerate(filter(str.strip, raw), 1):
            try:
                names.append(parse_name(text))
            except CompanionError as error:
                self.faults.append(NotUnderstood(f"Name {number}: {error.message}", ("names",)))
        return tuple(names)
