"""An order: which sheet, on which paper, with what on it, for which game.

>>> order = parse_order("score-pad", {"name": ["Ann", "Ben"], "paper": "a5"})
>>> order.sides, order.paper.title, order.options.target
(('Ann', 'Ben'), 'A5', 200)
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, NewType, get_origin

from companion.cards import DeckStyle, parse_deck
from companion.errors import (
    CompanionError,
    FaultList,
    NotAllowedHere,
    NotPossible,
    NotUnderstood,
    Where,
    raise_all,
    say_nearest,
)
from companion.printing.papers import LARGE_PAPERS, PAPERS, Paper, get_paper
from companion.printing.sheet_list import MOVED, Sheet, get_sheet
from companion.rules import (
    ROUND_LIMIT,
    RULE_SET_IDS,
    Bounds,
    EnteredGame,
    GameBreakdown,
    Name,
    Option,
    Options,
    Reader,
    RuleSet,
    Seating,
    find_doubled_names,
    get_own_rule_set,
    parse_options,
    read_typed,
    score_game,
    write_number,
)
from companion.rules.records.own_rules import KEY, parse_own_rules

PAD_ROUND_LIMIT = 99
DATE_LIMIT = 40
# Empty ones count: the page sends one for each seat.
NAME_LIMIT = 20
# How many play, and in how many sides: “6-3”.
_TEAMS = re.compile(r"([1-9])-([1-9])", re.ASCII)
_SAYS_YES = dict.fromkeys(("yes", "on", "true", "1"), True) | dict.fromkeys(
    ("no", "off", "false", "0"), False
)
Date = NewType("Date", str)


def _read_date(text: str) -> str:
    date = " ".join(text.split())
    if len(date) > DATE_LIMIT or not date.isprintable():
        raise NotUnderstood(f"A date has at most {DATE_LIMIT} characters.")
    return date


class _WordReader(Reader):
    """Reads the words of an order, which all are texts."""

    def __init__(self) -> None:
        decks_and_papers: dict[Any, Callable[[str], Any]] = {
            DeckStyle: lambda text: parse_deck(text.lower()),
            Paper: lambda text: get_paper(text.lower()),
        }
        super().__init__(FaultList(), decks_and_papers | {Date: _read_date})

    def read(self, hint: Any, value: Any, where: Where) -> Any:
        """What a text says; None, with the fault noted, where it says no such thing."""
        if hint is bool:
            if value.lower() not in _SAYS_YES:
                message = f"“{where[-1]}” is yes or no, not “{value[:80]}”."
                self.faults.append(NotUnderstood(message, where))
            return _SAYS_YES.get(value.lower())
        return super().read(hint, read_typed(value) if get_origin(hint) is Annotated else value, where)

    def head(self, where: Where) -> str:
        return f"Name {int(where[1]) + 1}: " if where[0] == "name" else ""


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game to print."""

    breakdown: GameBreakdown
    options: Options
    players: tuple[str, ...]
    date: str = ""
    address: str = ""
    """Its view link, or empty."""
    deck: DeckStyle | None = None
    """None for that of its rules."""

    @property
    def rule_set(self) -> RuleSet:
        return self.breakdown.rule_set

    @property
    def sides(self) -> tuple[str, ...]:
        return self.breakdown.sides


def score_for_print(game: EnteredGame, date: str = "") -> PrintedGame:
    """The scored game of a document. The names of its sides stand for the players."""
    return PrintedGame(score_game(game), game.options, game.sides, date, deck=game.deck)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One sheet as it is wanted; everything in it can be printed. The words of a field are its help."""

    sheet: Sheet
    game: PrintedGame | None
    rule_set: RuleSet
    options: Options
    players: tuple[str, ...]
    """Names, or empty texts where they are to be written by hand; so are those of sides."""
    sides: tuple[str, ...]
    paper: Paper = field(default=PAPERS[0], metadata={"words": "a4, letter, a5 or a6."})
    rounds: Annotated[int, Bounds(1, PAD_ROUND_LIMIT)] | None = field(
        default=None, metadata={"words": "How many rounds a pad has, or a game that is played by rounds."}
    )
    first: Annotated[int, Bounds(1, ROUND_LIMIT)] = field(
        default=1, metadata={"words": "The first round of a record."}
    )
    last: Annotated[int, Bounds(1, ROUND_LIMIT)] = field(
        default=ROUND_LIMIT, metadata={"words": "The last round of a record."}
    )
    date: Date = field(
        default=Date(""), metadata={"words": "The date at the head; otherwise a line to write it on."}
    )
    is_ink_saving: bool = field(default=False, metadata={"words": "Outlines and marks only."})
    is_large: bool = field(default=False, metadata={"words": "Large print: a score pad or rule sheet."})
    is_strip: bool = field(
        default=False, metadata={"words": "The deck guide as strips for the edge of the table."}
    )
    deck: DeckStyle = field(
        metadata={"words": "The cards in the pictures: korean or japanese. Default: as the game has them."}
    )

    is_agreed: bool = False
    """Where the table chose anything, what it left unsaid is agreed too."""
    is_of_set: bool = False
    """Such a sheet goes by the same pad as the others."""

    @property
    def zoom(self) -> float:
        """How many times larger large print is."""
        return self.sheet.large if self.is_large and self.sheet.large else 1.0

    @property
    def stands(self) -> bool:
        """Whether method, length and yaku stand: the table chose, or its pad has them."""
        return self.is_agreed or self.is_of_set

    @property
    def may_use_gaji(self) -> bool:
        """Whether somebody may use the wild card, also where that is still open."""
        is_open = self.rule_set.bringing not in self.settled
        return self.rule_set.gaji is not None and (is_open or self.options.brings is not None)

    @property
    def settled(self) -> tuple[Option, ...]:
        """The options that are not open: all where the table chose, else those that a pad counts by."""
        rule_set = self.rule_set
        if self.is_agreed:
            return rule_set.options
        by_pad = {
            *rule_set.get_method(self.options.method).settlement.changed_by,
            *(option for amendment in rule_set.amendments for option in amendment.when),
        }
        return tuple(
            option
            for option in rule_set.options
            if option.id in by_pad or any(each.both_dealt or each.award for each in option.listed)
        )

    @property
    def playing(self) -> int:
        """How many play a round; 0 where nobody said, as for a rule sheet alone."""
        is_open = len(self.rule_set.side_counts) > 1 and not (
            self.is_of_set or self.players or "sides" in self.sheet.takes
        )
        return 0 if is_open else min(len(self.sides), self.rule_set.most_playing)

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
        if self.sheet.needs_game and not (self.game and (self.game.address or not self.sheet.needs_link)):
            needed = "the link of a game" if self.game else "a game"
            yield NotAllowedHere(f"A {title} needs {needed}: print it from the game's page.", ("game",))
        if self.sheet.needs_cards and not self.rule_set.has_cards:
            message = f"{self.rule_set.name} has no cards, so that there is no {title} of it."
            yield NotAllowedHere(message, ("rules",))


# The fields that are asked for by a word, by this word. The command line shows what is said of each.
WORDS = {each.name.removeprefix("is_"): each for each in fields(Order) if each.metadata}


def list_words(sheet: Sheet, rule_set: RuleSet) -> set[str]:
    """The words that a sheet takes: its own, and those about the game, which any sheet takes."""
    rounds = {"rounds"} if rule_set.length is not None else set()
    of_game = {"rules", KEY, "method", "target", "yaku", "name", "deck"}
    return {*sheet.takes} | of_game | rounds | {option.id for option in rule_set.options}


def parse_order(sheet_id: str, raw: Mapping[str, Any], game: PrintedGame | None = None) -> Order:
    """The order for these words, with defaults for what they leave out.

    A game brings its own rule set, options, names and date, and its deck where none is named.
    Raises at once all that cannot be read, then all that does not go together; only a rule set that cannot
    be read is said alone, for the rest depends on it.
    """
    now_id, chosen = MOVED.get(sheet_id, (sheet_id, {}))
    sheet, raw = get_sheet(now_id), {**raw, **chosen}
    words = {key: text for key, said in raw.items() if key != "name" and (text := str(said).strip())}
    rule_set = (
        game.rule_set
        if game
        else get_own_rule_set(words.get("rules", RULE_SET_IDS[0]), parse_own_rules(words.get(KEY, "{}")))
    )
    reader, known = _WordReader(), list_words(sheet, rule_set)
    reader.faults += [
        NotAllowedHere(
            f"The sheet {sheet.id} has no option “{key[:80]}”{say_nearest(key, [*sheet.takes, 'rules'])}.",
            (key[:80],),
        )
        for key in raw
        if key not in known
    ]
    read = {
        each.name: reader.read(each.type, words[key], (key,)) for key, each in WORDS.items() if key in words
    }
    given: dict[str, Any] = {"deck": (game and game.deck) or rule_set.deck}
    if game is None:
        with _noting(reader.faults, "rules"):
            given["options"] = _read_options(sheet, rule_set, words, read.get("rounds"), reader)
        with _noting(reader.faults, "name"):
            given["players"], given["sides"] = _read_sides(rule_set, raw.get("name", ()), words, reader)
    else:
        given |= {name: getattr(game, name) for name in ("options", "players", "sides", "date")}
    raise_all(reader.faults)
    # What any sheet may be told, but for which game it is.
    is_agreed = game is not None or bool(words.keys() - {*sheet.takes, "rules", "deck"})
    order = Order(sheet=sheet, game=game, rule_set=rule_set, is_agreed=is_agreed, **given | read)
    raise_all([*order.find_faults()])
    return order


@contextmanager
def _noting(faults: list[CompanionError], key: str) -> Iterator[None]:
    """Notes what is wrong, at this key where a fault names none."""
    try:
        yield
    except CompanionError as error:
        faults += [type(each)(each.message, each.where[-1:] or (key,)) for each in error.faults]


def _read_yaku(word: str) -> str | list[str]:
    """A preset, or ids with commas."""
    return [each.strip() for each in word.split(",")] if "," in word else word


def _read_options(
    sheet: Sheet, rule_set: RuleSet, words: Mapping[str, str], rounds: int | None, reader: Reader
) -> Options:
    wanted: dict[str, Any] = {
        option.id: reader.read(bool, words[option.id], (option.id,))
        if isinstance(option.default, bool)
        else words[option.id]
        for option in rule_set.options
        if option.id in words
    }
    reads: dict[str, Callable[[str], Any]] = {
        "method": str,
        "target": read_typed,
        "yaku": _read_yaku,
    }
    wanted |= {key: read(words[key]) for key, read in reads.items() if key in words}
    # With a target, they are only the rows of a pad.
    if rule_set.length is not None and ("target" not in words or "rounds" not in sheet.takes):
        wanted["rounds"] = rounds
    return parse_options(rule_set, {key: value for key, value in wanted.items() if value is not None})


def _read_sides(
    rule_set: RuleSet, texts: Sequence[str], words: Mapping[str, str], reader: Reader
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of players and sides; without names as many empty ones as play."""
    if len(texts) > NAME_LIMIT:
        raise NotAllowedHere(f"At most {NAME_LIMIT} names are read, not {write_number(len(texts))}.")
    names: tuple[str, ...] = reader.read_rows(Name, filter(str.strip, texts), ("name",))
    players = names = tuple(filter(None, names))
    counts, said = rule_set.side_counts, words.get("sides", "")
    if teams := _TEAMS.fullmatch(said):
        players, count = names or ("",) * int(teams[1]), int(teams[2])
    else:
        bounds = Bounds(1, 9) if names else Bounds(counts[0], counts[-1])
        typed = reader.read(Annotated[int, bounds], said, ("sides",)) if said else None
        count = typed or len(names) or counts[0]
    allowed = rule_set.get_sides(len(players)) if players else counts
    if count not in allowed:
        allowed_words = " or ".join(str(each) for each in sorted(allowed))
        form = f"{len(players)} players form" if players else "There are"
        raise NotAllowedHere(f"{form} {allowed_words} sides in {rule_set.name}, not {count}.", ("sides",))
    if not names:
        return players, ("",) * count
    reader.faults += [
        NotPossible(f"Two players are called {name}.", ("name",)) for _, name in find_doubled_names(names)
    ]
    return names, Seating(names, count).get_side_names()
