"""An order: which sheet, on which paper, with what on it.

>>> order = parse_order("score-pad", {"names": ["Ann", "Ben"], "paper": "a5"})
>>> order.sides, order.paper.title, order.options.target
(('Ann', 'Ben'), 'A5', 200)
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.cards import DeckStyle, parse_deck
from companion.errors import (
    CompanionError,
    FaultList,
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
# Words of old addresses, and a paper of theirs.
_GONE, _GONE_PAPER = ("fillable", "up"), "a6"
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
    last_round: int | None
    date: str
    game: PrintedGame | None
    deck: DeckStyle
    is_strip: bool


def parse_order(sheet_id: str, raw: Mapping[str, object], game: PrintedGame | None = None) -> Order:
    """The order for these words, with defaults for what they leave out.

    A game brings its own rule set, options, names and date, and its deck where none is named.
    Raises every fault at once.
    """
    now_id, chosen = MOVED.get(sheet_id, (sheet_id, {}))
    reader = _OrderReader(get_sheet(now_id), {**raw, **chosen}, game)
    order = reader.read()
    raise_all(reader.faults)
    assert order is not None
    return order


def list_rule_words(rule_set: RuleSet | None) -> tuple[str, ...]:
    """The words about the game that any sheet takes, besides the options of the rule set."""
    rounds = ("rounds",) if rule_set is not None and rule_set.length is not None else ()
    return ("rules", KEY, "method", "target", "yaku", "names", "deck", *rounds)


class _OrderReader:
    def __init__(self, sheet: Sheet, raw: Mapping[str, object], game: PrintedGame | None) -> None:
        self.sheet = sheet
        self.raw = raw
        self.game = game
        self.faults = FaultList()

    def fail(self, kind: type[CompanionError], message: str, key: str) -> None:
        self.faults.append(kind(message, (key,)))

    def attempt(self, key: str, read: Callable[..., Found], *given: Any) -> Found | None:
        """What is read; None with its faults, at this key or at those that they are about."""
        try:
            return read(*given)
        except CompanionError as error:
            self.faults += [
                type(fault)(fault.message, (key,) if key else fault.where[-1:]) for fault in error.faults
            ]
            return None

    def get_word(self, key: str) -> str:
        value = self.raw.get(key, "")
        if not isinstance(value, str):
            self.fail(NotUnderstood, f"“{key}” is one word.", key)
            return ""
        return value.strip()

    def read(self) -> Order | None:
        rounds = self.read_number("rounds", 1, PAD_ROUND_LIMIT)
        rule_set, options = self.read_rules(rounds)
        for key in self.raw:
            if key not in (*self.sheet.takes, *list_rule_words(rule_set), *_GONE):
                known = [*self.sheet.takes, "rules"]
                if rule_set is None or rule_set.find_option(key) is None:
                    said = key[:80]
                    message = f"The sheet {self.sheet.id} has no option “{said}”{say_nearest(said, known)}."
                    self.fail(NotAllowedHere, message, said)
        paper = self.read_paper()
        is_large = self.read_yes("large")
        if is_large and paper is not None and paper.id not in LARGE_PAPERS:
            self.fail(NotAllowedHere, "Large print needs A4 or Letter.", "large")
        players, sides = self.read_sides(rule_set)
        first, last = self.read_span()
        ink = self.read_yes("ink_saving")
        date = self.read_date()
        deck = self.read_deck(rule_set)
        is_strip = self.read_yes("strip")
        if self.sheet.needs_game and self.game is None:
            message = f"A {self.sheet.title.lower()} needs a game: print it from the game's page."
            self.fail(NotAllowedHere, message, "game")
        if self.sheet.needs_cards and rule_set is not None and not rule_set.has_cards:
            message = f"{rule_set.name} has no cards, so that there is no {self.sheet.title.lower()} of it."
            self.fail(NotAllowedHere, message, "rules")
        if self.faults or rule_set is None or options is None or paper is None or deck is None:
            return None
        return Order(
            sheet=self.sheet,
            paper=paper,
            is_ink_saving=ink,
            zoom=(self.sheet.large or 1.0) if is_large else 1.0,
            rule_set=rule_set,
            options=options,
            players=players,
            sides=sides,
            rounds=rounds,
            first_round=first,
            last_round=last,
            date=date,
            game=self.game,
            deck=deck,
            is_strip=is_strip,
        )

    def read_rule_set(self) -> RuleSet:
        """The rule set that is named, as the table plays it that brings its own rules."""
        own = parse_own_rules(self.get_word(KEY) or "{}")
        return get_own_rule_set(self.get_word("rules") or RULE_SET_IDS[0], own)

    def read_rules(self, rounds: int | None) -> tuple[RuleSet | None, Options | None]:
        if self.game is not None:
            return self.game.rule_set, self.game.options
        rule_set = self.attempt("rules", self.read_rule_set)
        if rule_set is None:
            return None, None
        method, yaku = self.get_word("method"), self.get_word("yaku")
        wanted: dict[str, object] = {"method": method} if method else {}
        if yaku:
            wanted["yaku"] = [each.strip() for each in yaku.split(",")] if "," in yaku else yaku
        target = self.read_number("target", 1, TARGET_LIMIT)
        if target is not None:
            wanted["target"] = target
        # With a target, they are only the rows of a pad.
        is_length = rule_set.length is not None and (target is None or "rounds" not in self.sheet.takes)
        if rounds is not None and is_length:
            wanted["rounds"] = rounds
        for option in rule_set.options:
            word = self.get_word(option.id) if option.id in self.raw else ""
            if word:
                is_switch = isinstance(option.default, bool)
                wanted[option.id] = self.read_yes(option.id) if is_switch else word
        return rule_set, self.attempt("", parse_options, rule_set, wanted)

    def read_paper(self) -> Paper | None:
        word = self.get_word("paper").lower()
        if word in ("", _GONE_PAPER):
            return get_paper(self.sheet.papers[0])
        paper = self.attempt("paper", get_paper, word)
        if paper is not None and paper.id not in self.sheet.papers:
            known = ", ".join(each.title for each in PAPERS if each.id in self.sheet.papers)
            title = self.sheet.title.lower()
            self.fail(NotAllowedHere, f"The {title} does not fit {paper.title}: it is for {known}.", "paper")
        return paper

    def read_yes(self, key: str) -> bool:
        word = self.get_word(key).lower()
        if word not in (*_YES, *_NO):
            self.fail(NotUnderstood, f"“{key}” is yes or no, not “{word[:80]}”.", key)
        return word in _YES

    def read_number(self, key: str, low: int, high: int) -> int | None:
        word = self.get_word(key)
        if not word:
            return None
        if not re.fullmatch(r"[0-9]{1,6}", word, re.ASCII) or not low <= int(word) <= high:
            message = f"“{key}” is a whole number from {low} to {write_number(high)}, not “{word[:80]}”."
            self.fail(NotUnderstood, message, key)
            return None
        return int(word)

    def read_span(self) -> tuple[int, int | None]:
        first = self.read_number("first", 1, ROUND_LIMIT)
        last = self.read_number("last", 1, ROUND_LIMIT)
        if first is not None and last is not None and first > last:
            self.fail(NotPossible, f"Rounds {first} to {last} run backwards.", "last")
        return first or 1, last

    def read_date(self) -> str:
        date = " ".join(self.get_word("date").split())
        if len(date) > DATE_LIMIT or not date.isprintable():
            self.fail(NotUnderstood, f"A date has at most {DATE_LIMIT} characters.", "date")
            return ""
        return date or (self.game.date if self.game else "")

    def read_deck(self, rule_set: RuleSet | None) -> DeckStyle | None:
        if word := self.get_word("deck").lower():
            return self.attempt("deck", parse_deck, word)
        if self.game is not None and self.game.deck is not None:
            return self.game.deck
        return None if rule_set is None else rule_set.deck

    def read_sides(self, rule_set: RuleSet | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if self.game is not None:
            return self.game.players, self.game.sides
        players = self.read_names()
        wanted = self.get_word("sides")
        if rule_set is None:
            return players, ()
        counts = rule_set.side_counts
        teams = _TEAMS.fullmatch(wanted)
        if teams and not players:
            seats, team_count = int(teams[1]), int(teams[2])
            if team_count not in rule_set.sides.get(seats, ()):
                message = f"{seats} players do not form {team_count} sides in {rule_set.name}."
                self.fail(NotAllowedHere, message, "sides")
            return ("",) * seats, ("",) * team_count
        if not players:
            count = self.read_number("sides", counts[0], counts[-1]) if wanted else counts[0]
            if count is not None and count not in counts:
                self.fail(NotAllowedHere, f"{rule_set.name} is not for {count} sides.", "sides")
            return (), ("",) * (count or counts[0])
        allowed = self.attempt("names", rule_set.get_sides, len(players))
        if allowed is None:
            return players, ()
        count = int(teams[2]) if teams else self.read_number("sides", 1, 9) if wanted else len(players)
        if count is not None and count not in allowed:
            words = " or ".join(str(each) for each in sorted(allowed))
            message = f"{len(players)} players form {words} sides in {rule_set.name}, not {count}."
            self.fail(NotAllowedHere, message, "sides")
            return players, ()
        return players, Seating(players, count or len(players)).get_side_names()

    def read_names(self) -> tuple[str, ...]:
        raw = self.raw.get("names", ())
        if isinstance(raw, str) or not isinstance(raw, Sequence):
            self.fail(NotUnderstood, "The names are a list.", "names")
            return ()
        if len(raw) > NAME_LIMIT:
            self.fail(
                NotAllowedHere, f"At most {NAME_LIMIT} names are read, not {write_number(len(raw))}.", "names"
            )
            return ()
        names: list[str] = []
        for text in raw:
            if isinstance(text, str) and not text.strip():
                continue
            try:
                name = parse_name(text)
            except CompanionError as error:
                self.fail(NotUnderstood, f"Name {len(names) + 1}: {error.message}", "names")
                continue
            names.append(name)
        for _, name in find_doubled_names(names):
            self.fail(NotPossible, f"Two players are called {name}.", "names")
        return tuple(names)
