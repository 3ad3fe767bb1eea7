"""Rulings: questions that stop a game, each with a verdict to read aloud and its sources.

    >>> ruling = get_ruling("negative-net")
    >>> ruling.label, ruling.house
    ('rulebook', None)
    >>> [value for value, _ in get_readings(get_ruling("bonus-before-or-after"), get_rule_set("kwado-1985"))]
    ['after-floor', 'before-floor']

A ruling has one wording for the games in `games` and may have others, each of one more game, or of one rule
set of a game (a form of Koi-Koi): whoever names a rule set gets its words, or else those of its game.

Sources: each ruling names its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple, TypeVar

from companion.cards import CardSet, get_card
from companion.errors import CompanionError, NotUnderstood, raise_all, say_nearest
from companion.reference.content_file import read_content
from companion.reference.figures import fill
from companion.reference.sources import load_sources
from companion.rules import RULE_SET_IDS, Method, Options, RuleSet, get_rule_set, parse_options
from companion.rules.records import LABELS, find_unknown, keyed, parse_records

VERDICT_LIMIT = 200
SECTIONS = {
    "setting-up": "Setting up",
    "odd-deal": "Misdeals",
    "playing": "Playing",
    "gaji": "Gaji",
    "scoring": "Scoring",
    "ending": "Ending",
    "min-hwatu": "Min-Hwatu",
    "koi-koi": "Koi-Koi",
    "sakura": "Sakura",
}
GAMES: dict[str, tuple[str, ...]] = {}
for _each in RULE_SET_IDS:
    _page = get_rule_set(_each).page
    GAMES[_page] = (*GAMES.get(_page, ()), _each)
# The game of each rule set.
_HOMES = {rule_set_id: game for game, rule_set_ids in GAMES.items() for rule_set_id in rule_set_ids}
Reading = tuple[str | bool, str]
Said = TypeVar("Said", "Ruling", "Verdict")


@dataclass(frozen=True, slots=True)
class House:
    """The option by which a table chooses a reading.

    With `table` it changes no score and is kept on the house-rule sheet only. Such an option, or one of a
    game without a rule set, brings its own `readings`; others have those of the rule set.
    """

    of_rules: str = keyed("option", default="")
    table: str = ""
    readings: tuple[Reading, ...] = ()
    default: str | None = None

    @property
    def option(self) -> str:
        return self.table or self.of_rules

    @property
    def is_table(self) -> bool:
        return bool(self.table)

    def find_faults(self) -> list[str]:
        if self.is_table and self.default not in [value for value, _ in self.readings]:
            return [f"the default “{self.default}” is not one of its readings."]
        if not self.is_table and not self.readings and not _is_offered(self.option):
            return [f"no rule set has an option “{self.option}”."]
        return []


@dataclass(frozen=True, slots=True)
class Verdict:
    """What holds in a game that answers the question otherwise; `default` is its reading at the table.

    `game` may also be a rule set that answers otherwise than its game. Where it is `settled` there is nothing
    to choose, and the option of the ruling is not offered. The question and the reason of the ruling stand
    where it has none of its own; its rulebook and tradition are never those of another game.
    """

    game: str
    verdict: str
    label: str
    sources: tuple[str, ...] = keyed("source", split=", ")
    question: str = ""
    reason: str = ""
    rulebook: str = ""
    tradition: str = ""
    default: str | None = None
    is_settled: bool = keyed("settled", default=False)

    def find_faults(self) -> list[str]:
        return (
            find_unknown([self.game], [*GAMES, *_HOMES], "game")
            + find_unknown([self.label], LABELS, "label")
            + find_unknown(self.sources, load_sources(), "source")
        )


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question. `near` are the ids of its neighbours.

    Its own words are those of `games`; `verdicts` are the words of further games.
    """

    id: str
    section: str
    question: str
    verdict: str
    reason: str
    rulebook: str
    tradition: str
    label: str
    sources: tuple[str, ...] = keyed("source", split=", ")
    games: tuple[str, ...] = keyed()
    cards: CardSet = CardSet()
    yaku: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    house: House | None = None
    asked: tuple[str, ...] = keyed(split="\n", default=())
    verdicts: tuple[Verdict, ...] = ()

    @property
    def all_games(self) -> tuple[str, ...]:
        return (*self.games, *(one.game for one in self.verdicts if one.game in GAMES))

    @property
    def rule_sets(self) -> tuple[str, ...]:
        """The rule sets that it concerns."""
        return tuple(rule_set_id for game in self.all_games for rule_set_id in GAMES[game])

    def say_for(self, name: str | None) -> Ruling:
        """The ruling in the words of a rule set or a game.

        A rule set without words of its own has those of its game; a game without them those of the ruling.
        """
        said = self._find_said(name) or self._find_said(find_game(name))
        if said is None:
            return self
        return replace(
            self,
            question=said.question or self.question,
            verdict=said.verdict,
            reason=said.reason or self.reason,
            rulebook=said.rulebook,
            tradition=said.tradition,
            label=said.label,
            sources=said.sources,
            house=self._choose_house(said),
        )

    def _choose_house(self, said: Verdict) -> House | None:
        if self.house is None or said.is_settled:
            return None
        return replace(self.house, default=said.default) if said.default else self.house

    def _find_said(self, name: str | None) -> Verdict | None:
        return next((one for one in self.verdicts if one.game == name), None)

    def find_faults(self) -> list[str]:
        faults = find_unknown([self.section], SECTIONS, "section")
        faults += find_unknown([self.label], LABELS, "label")
        faults += find_unknown(self.sources, load_sources(), "source")
        faults += find_unknown(self.games or ("",), GAMES, "game")
        faults += find_unknown(self.yaku, list_yaku_ids(), "yaku")
        named = [*self.games, *(one.game for one in self.verdicts)]
        if len(set(named)) < len(named):
            faults.append("a game has two verdicts.")
        for said in self.verdicts:
            if _HOMES.get(said.game, said.game) not in named:
                faults.append(f"{said.game} has a verdict, and its game has none.")
        if self.house and self.house.is_table:
            known = [str(value) for value, _ in self.house.readings]
            defaults = [one.default for one in self.verdicts if one.default]
            faults += find_unknown(defaults, known, "reading")
        if not self.near or self.id in self.near:
            faults.append("it needs neighbours, others than itself.")
        return faults


def parse_rulings(text: str) -> tuple[Ruling, ...]:
    """The rulings in a text, with their figures filled in; raises every fault."""
    written = parse_records(Ruling, text, "ruling")
    faults: list[CompanionError] = []
    rulings = [_fill_ruling(ruling, faults) for ruling in written]
    known = {ruling.id for ruling in rulings}
    for ruling in rulings:
        wrong = find_unknown(ruling.near, known, "ruling")
        for verdict in (ruling.verdict, *(said.verdict for said in ruling.verdicts)):
            if len(verdict) > VERDICT_LIMIT:
                wrong.append(f"a verdict has {len(verdict)} characters, more than {VERDICT_LIMIT}.")
        faults += [NotUnderstood(f"ruling {ruling.id}: {message}") for message in wrong]
    raise_all(faults)
    return tuple(replace(ruling, near=_join_neighbours(ruling, rulings)) for ruling in rulings)


def _fill_ruling(ruling: Ruling, faults: list[CompanionError]) -> Ruling:
    """The ruling with its figures: those of the first of its games that has a rule set."""
    where = f"ruling {ruling.id}"
    verdicts = tuple(_fill_words(said, _find_first(said.game), where, faults) for said in ruling.verdicts)
    rule_set_id = next(filter(None, map(find_rule_set, ruling.games)), None)
    return replace(_fill_words(ruling, rule_set_id, where, faults), verdicts=verdicts)


def _find_first(name: str) -> str | None:
    """The rule set of this name, or the first of the game of this name."""
    return find_rule_set(name) if name in GAMES else name if name in RULE_SET_IDS else None


def _fill_words(said: Said, rule_set_id: str | None, where: str, faults: list[CompanionError]) -> Said:
    filled: dict[str, Any] = {}
    for key in ("question", "verdict", "reason", "rulebook", "tradition"):
        try:
            filled[key] = fill(getattr(said, key), rule_set_id or RULE_SET_IDS[0])
        except CompanionError as error:
            faults.append(NotUnderstood(f"{where}: {error.message}"))
    return replace(said, **filled)


def _join_neighbours(ruling: Ruling, rulings: Sequence[Ruling]) -> tuple[str, ...]:
    """Its neighbours, and those that name it: links go both ways."""
    back = [other.id for other in rulings if ruling.id in other.near]
    return tuple(dict.fromkeys([*ruling.near, *back]))


def _is_offered(option: str) -> bool:
    rule_sets = map(get_rule_set, RULE_SET_IDS)
    return option in ("method", "yaku") or any(rules.find_option(option) for rules in rule_sets)


@cache
def list_yaku_ids() -> frozenset[str]:
    """Every yaku id of a rule set."""
    return frozenset(yaku.id for rule_set_id in RULE_SET_IDS for yaku in get_rule_set(rule_set_id).yaku)


def read_rulings() -> str:
    """The text of all rulings: the file of each section, in their order."""
    return "\n".join(read_content(f"rulings/{section}.toml") for section in SECTIONS)


@cache
def load_rulings() -> dict[str, Ruling]:
    """All rulings by id, in the order of the page."""
    return {ruling.id: ruling for ruling in parse_rulings(read_rulings())}


def get_ruling(ruling_id: str, rule_set_id: str | None = None) -> Ruling:
    """The ruling with this id, in the words of a rule set or its game.

    Raises `NotUnderstood`, naming the nearest known one.
    """
    ruling = load_rulings().get(ruling_id)
    if ruling is None:
        raise NotUnderstood(f"There is no ruling “{ruling_id[:80]}”{say_nearest(ruling_id, load_rulings())}.")
    return ruling.say_for(rule_set_id)


def find_game(rule_set_id: str | None) -> str | None:
    """The game of a rule set, “kwado” of “kwado-1985”; None for one that is not ours."""
    return _HOMES.get(rule_set_id or "")


def find_rule_set(game: str) -> str | None:
    """The first rule set of a game; None while the game cannot be played here."""
    return next((rule_set_id for rule_set_id in GAMES[game] if rule_set_id in RULE_SET_IDS), None)


def list_games() -> tuple[RuleSet, ...]:
    """The newest rule set of each game that can be played here."""
    found = (find_rule_set(game) for game in GAMES)
    return tuple(get_rule_set(rule_set_id) for rule_set_id in found if rule_set_id)


def name_game(ruling_id: str, rule_set_id: str) -> str | None:
    """The rule set as the address of a ruling names it, `?game=…`; None where the address needs none.

    It needs none for the first game of a ruling, unless the rule set has words of its own, nor for a game
    that the ruling does not concern.
    """
    ruling = load_rulings().get(ruling_id)
    if ruling is None or rule_set_id not in ruling.rule_sets:
        return None
    is_first = find_game(rule_set_id) == ruling.games[0]
    return None if is_first and ruling.say_for(rule_set_id) is ruling else rule_set_id


class Elsewhere(NamedTuple):
    """What other games say: their names, one of their rule sets, and the ruling in their words.

    The rule sets of a game that do not agree are named one by one.
    """

    games: tuple[str, ...]
    rule_set_id: str
    ruling: Ruling


def list_elsewhere(ruling: Ruling, rule_set_id: str | None = None) -> tuple[Elsewhere, ...]:
    """What the other games that can be played here say, where the verdict is not the same."""
    written = get_ruling(ruling.id)
    here = written.say_for(rule_set_id).verdict
    found: dict[str, dict[str, str]] = {}
    for game in written.all_games:
        own = [get_rule_set(each) for each in GAMES[game] if each in RULE_SET_IDS]
        verdicts = {rules.id: written.say_for(rules.id).verdict for rules in own}
        do_agree = len(set(verdicts.values())) == 1
        for rules in own:
            if verdicts[rules.id] != here:
                names = found.setdefault(verdicts[rules.id], {})
                names.setdefault(rules.game if do_agree else rules.name, rules.id)
    return tuple(
        Elsewhere(tuple(names), first, get_ruling(ruling.id, first))
        for names in found.values()
        for first in [next(iter(names.values()))]
    )


def get_readings(ruling: Ruling, rule_set: RuleSet | None = None) -> tuple[Reading, ...]:
    """The readings that a table may choose from, with their words; empty if the ruling has no option.

    With a rule set, those of its option, or none if it lacks the option.
    """
    house = ruling.house
    if house is None or (rule_set is not None and rule_set.id not in ruling.rule_sets):
        return ()
    if house.readings and (house.is_table or rule_set is None):
        return house.readings
    if rule_set is None:
        own = [rule_set_id for game in ruling.games for rule_set_id in GAMES[game]]
        known = [rule_set_id for rule_set_id in own if rule_set_id in RULE_SET_IDS]
        found = [get_readings(ruling, get_rule_set(rule_set_id)) for rule_set_id in known]
        return max(found, key=len, default=())
    if house.option == "method":
        return tuple((method.id, f"method {method.id}, {method.name}") for method in rule_set.methods)
    if house.option == "yaku":
        return tuple((preset.id, preset.words) for preset in rule_set.presets)
    option = rule_set.find_option(house.option)
    return option.values if option is not None else ()


def say_meanwhile(ruling_id: str, rule_set: RuleSet, options: Options | None = None) -> str:
    """What to do where the rules say nothing: what the table chose, our default, or the verdict."""
    ruling = get_ruling(ruling_id, rule_set.id)
    house = ruling.house
    option = rule_set.find_option(house.option) if house and not house.is_table else None
    # An option answers the question that it was made for, and not every other that it bears on.
    if option is not None and option.ruling != ruling.id:
        return ruling.verdict
    chosen = get_chosen(ruling, options or parse_options(rule_set, {}))
    found = (words for value, words in get_readings(ruling, rule_set) if value == chosen)
    return next(found, ruling.verdict)


def get_chosen(ruling: Ruling, options: Options) -> str | bool | None:
    """The reading that a table follows: chosen in its options, or the default."""
    house = ruling.house
    if house is None:
        return None
    if house.is_table:
        return dict(options.house_rules).get(house.option, house.default)
    if house.option == "method":
        return options.method
    if house.option == "yaku":
        return options.preset
    return options.choice(house.option)


def is_in_force(option_id: str, method: Method) -> bool:
    """Whether an option can change a score by this method."""
    return option_id not in method.settlement.idle


def adopt(ruling: Ruling, value: str, rule_set: RuleSet, options: Options) -> dict[str, object]:
    """The options document after a table adopts this reading.

    `value` is text, "true" or "false" for yes or no. Raises `NotUnderstood` for a reading that the ruling
    does not have in this rule set.
    """
    readings = get_readings(ruling, rule_set)
    known = {str(one).lower() if isinstance(one, bool) else one: one for one, _ in readings}
    if ruling.house is None or value not in known:
        raise NotUnderstood(f"“{value[:80]}” is not one of the readings{say_nearest(value, list(known))}.")
    document = options.document()
    if ruling.house.is_table:
        return document | {"house_rules": {**dict(options.house_rules), ruling.house.option: known[value]}}
    return document | {ruling.house.option: known[value]}


def find_rulings(
    *, card_id: str | None = None, yaku_id: str | None = None, rule_set_id: str | None = None
) -> tuple[Ruling, ...]:
    """The rulings about a card, about a yaku, or for a rule set; the last in the words of its game."""
    return tuple(
        get_ruling(ruling.id, rule_set_id)
        for ruling in load_rulings().values()
        if (card_id is None or get_card(card_id) in ruling.cards)
        and (yaku_id is None or yaku_id in ruling.yaku)
        and (rule_set_id is None or rule_set_id in ruling.rule_sets)
    )
