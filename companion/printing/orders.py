"""An order: which sheet, on which paper, with what on it.

>>> order = parse_order("score-pad", {"names": ["Ann", "Ben"], "paper": "a5"})
>>> order.sides, order.paper.title, order.options.target
(('Ann', 'Ben'), 'A5', 200)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
from companion.printing.papers import PAPERS, Paper, get_paper
from companion.printing.printed_game import PrintedGame
from companion.printing.sheet_list import Sheet, get_sheet
from companion.rules import (
    ROUND_LIMIT,
    RULE_SET_IDS,
    TARGET_LIMIT,
    Options,
    RuleSet,
    Seating,
    find_doubled_names,
    get_rule_set,
    get_scorer,
    parse_name,
    parse_options,
    write_number,
)

PAD_ROUND_LIMIT = 60
DATE_LIMIT = 40
# Empty ones count: the page sends one for each seat.
NAME_LIMIT = 20
# Papers that hold several of a sheet.
_LARGE = ("a4", "letter")
# Words of old addresses.
_GONE = ("fillable",)
_YES, _NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0", "")


@dataclass(frozen=True, slots=True)
class Order:
    """One sheet as it is wanted; everything in it can be printed.

    `sides` are names, or empty texts where they are to be written by hand. `rounds` is how many rounds a pad
    has (None: as many as the game, or a page full); `first_round` and `last_round` are those of a record. The
    cards and their numbers are those of the `deck`. Large print has a `zoom` of more than 1.
    """

    sheet: Sheet
    paper: Paper
    up: int
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


def parse_order(sheet_id: str, raw: Mapping[str, object], game: PrintedGame | None = None) -> Order:
    """The order for these words, with defaults for what they leave out.

    A game brings its own rule set, options, names and date, and its deck where none is named.
    Raises every fault at once.
    """
    sheet = get_sheet(sheet_id)
    reader = _OrderReader(sheet, raw, game)
    order = reader.read()
    raise_all(reader.faults)
    assert order is not None
    return order


def list_rule_words(rule_set: RuleSet | None) -> tuple[str, ...]:
    """The words about the game that any sheet takes, besides the options of the rule set."""
    rounds = ("rounds",) if rule_set is not None and rule_set.length is not None else ()
    return ("rules", "method", "target", "yaku", "names", "deck", *rounds)


class _OrderReader:
    def __init__(self, sheet: Sheet, raw: Mapping[str, object], game: PrintedGame | None) -> None:
        self.sheet = sheet
        self.raw = raw
        self.game = game
        self.faults = FaultList()

    def fail(self, kind: type[CompanionError], message: str, key: str) -> None:
        self.faults.append(kind(message, (key,)))

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
        up = self.read_up()
        self.check_large(paper, up)
        players, sides = self.read_sides(rule_set)
        first, last = self.read_span()
        ink = self.read_yes("ink_saving")
        date = self.read_date()
        deck = self.read_deck(rule_set)
        if self.sheet.needs_game and self.game is None:
            message = f"A {self.sheet.title.lower()} needs a game: print it from the game's page."
            self.fail(NotAllowedHere, message, "game")
        if rule_set is not None and options is not None:
            self.check_declaring(rule_set, options)
        if self.faults or rule_set is None or options is None or paper is None or deck is None:
            return None
        return Order(
            sheet=self.sheet,
            paper=paper,
            up=up,
            is_ink_saving=ink,
            zoom=(self.sheet.large or 1.0) if self.read_yes("large") else 1.0,
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
        )

    def read_rules(self, rounds: int | None) -> tuple[RuleSet | None, Options | None]:
        if self.game is not None:
            return self.game.rule_set, self.game.options
        try:
            rule_set = get_rule_set(self.get_word("rules") or RULE_SET_IDS[0])
        except CompanionError as error:
            self.faults.append(type(error)(error.message, ("rules",)))
            return None, None
        wanted: dict[str, object] = {}
        for key in ("method", "yaku"):
            if self.get_word(key):
                wanted[key] = self.get_word(key)
        if "yaku" in wanted and "," in str(wanted["yaku"]):
            wanted["yaku"] = [each.strip() for each in str(wanted["yaku"]).split(",")]
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
        try:
            return rule_set, parse_options(rule_set, wanted)
        except CompanionError as error:
            for fault in error.faults:
                self.faults.append(type(fault)(fault.message, fault.where[-1:]))
            return rule_set, None

    def get_paper_word(self) -> str:
        """The paper that was named, or the usual one; for several on a page the first that holds them."""
        if word := self.get_word("paper").lower():
            return word
        large = [paper for paper in self.sheet.papers if paper in _LARGE]
        is_shared = self.get_word("up") in ("2", "4")
        return large[0] if is_shared and large else self.sheet.papers[0]

    def check_declaring(self, rule_set: RuleSet, options: Options) -> None:
        if not self.sheet.is_for(rule_set):
            names = [each.name for each in map(get_rule_set, RULE_SET_IDS) if self.sheet.is_for(each)]
            why = "no yaku has to be declared" if self.sheet.needs_declaring else "no card points are counted"
            message = f"In {rule_set.name} {why}: this sheet is for {', '.join(names)}."
            self.fail(NotAllowedHere, message, "rules")
        elif self.sheet.needs_declaring and not get_scorer(rule_set, options).declared_ids:
            self.fail(NotAllowedHere, "At this table no yaku has to be declared.", "declare")

    def read_paper(self) -> Paper | None:
        word = self.get_paper_word()
        try:
            paper = get_paper(word)
        except CompanionError as error:
            self.faults.append(error)
            return None
        if paper.id not in self.sheet.papers:
            known = ", ".join(each.title for each in PAPERS if each.id in self.sheet.papers)
            title = self.sheet.title.lower()
            self.fail(NotAllowedHere, f"The {title} does not fit {paper.title}: it is for {known}.", "paper")
        return paper

    def read_up(self) -> int:
        paper = self.get_paper_word()
        word = self.get_word("up") or str(self.sheet.usual_up if paper in _LARGE else 1)
        if word not in ("1", "2", "4"):
            self.fail(NotUnderstood, f"A page holds 1, 2 or 4 of a sheet, not “{word[:80]}”.", "up")
            return 1
        up = int(word)
        if up > 1 and paper not in _LARGE:
            self.fail(NotAllowedHere, "Several on one page need A4 or Letter.", "up")
        return up

    def check_large(self, paper: Paper | None, up: int) -> None:
        """Large print needs a large page of its own, and no screen."""
        if not self.read_yes("large"):
            return
        if paper is not None and paper.id not in _LARGE:
            self.fail(NotAllowedHere, "Large print needs A4 or Letter.", "large")
        if up > 1:
            self.fail(NotAllowedHere, "Large print stands alone: take 1 a page.", "large")

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
            try:
                return parse_deck(word)
            except CompanionError as error:
                self.faults.append(error)
                return None
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
        if not players:
            count = self.read_number("sides", counts[0], counts[-1]) if wanted else counts[0]
            if count is not None and count not in counts:
                self.fail(NotAllowedHere, f"{rule_set.name} is not for {count} sides.", "sides")
            return (), ("",) * (count or counts[0])
        try:
            allowed = rule_set.get_sides(len(players))
        except CompanionError as error:
            self.fail(type(error), error.message, "names")
            return players, ()
        count = self.read_number("sides", 1, 9) if wanted else len(players)
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
