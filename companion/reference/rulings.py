"""Rulings: questions that stop a game, each with a verdict to read aloud and its sources.

    >>> ruling = get_ruling("negative-net")
    >>> ruling.label, ruling.house
    ('rulebook', None)
    >>> [value for value, _ in get_readings(get_ruling("bonus-before-or-after"), get_rule_set("kwado-1985"))]
    ['after-floor', 'before-floor']

A ruling has one wording for the games in `games` and may have others, each of one more game, or of one rule
set of a game (a form of Koi-Koi): whoever names a rule set gets its words, or else those of its game.

What a ruling names exists (labels, sources, yaku, neighbours): `tests/reference/test_rulings.py` sees to it.

Sources: each ruling names its own.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from companion.cards import CardSet, get_card
from companion.errors import NotUnderstood, get_known, say_nearest, saying_paths
from companion.reference.content_file import read_content
from companion.reference.figures import fill
from companion.rules import (
    RULE_SET_IDS,
    Method,
    Options,
    RuleSet,
    get_rule_set,
    keyed,
    parse_options,
    parse_records,
)

# The page of all rulings; each has its own below it.
RULINGS_PAGE = "/rulings"
# The game of each rule set, and the rule sets of each game.
_HOMES = {rule_set_id: get_rule_set(rule_set_id).page for rule_set_id in RULE_SET_IDS}
GAMES = {game: tuple(each for each in RULE_SET_IDS if _HOMES[each] == game) for game in _HOMES.values()}
# What is asked in any game; then what only one game asks. The first game has no section of its own.
SECTIONS = {
    "setting-up": "Setting up",
    "odd-deal": "Misdeals",
    "playing": "Playing",
    "gaji": "Gaji",
    "scoring": "Scoring",
    "ending": "Ending",
    **{game: get_rule_set(ids[0]).game for game, ids in list(GAMES.items())[1:]},
}
Reading = tuple[str | bool, str]


@dataclass(frozen=True, slots=True)
class House:
    """The option by which a table chooses a reading.

    One with `readings` of its own, and their `default`, changes no score and is kept on the house-rule sheet
    only; others have the readings of the rule set.
    """

    option: str
    readings: tuple[Reading, ...] = ()
    default: str | None = None

    @property
    def is_table(self) -> bool:
        return bool(self.readings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What is said to a question in a game, and where it comes from."""

    question: str = ""
    verdict: str
    reason: str = ""
    rulebook: str = ""
    tradition: str = ""
    label: str
    sources: tuple[str, ...] = keyed("source", split=", ")


Said = TypeVar("Said", bound=Words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Words):
    """What holds in a game that answers the question otherwise; `default` is its reading at the table.

    `game` may also be a rule set that answers otherwise than its game. Where it is `settled` there is nothing
    to choose, and the option of the ruling is not offered. The question and the reason of the ruling stand
    where it has none of its own; its rulebook and tradition are never those of another game.
    """

    game: str
    default: str | None = None
    is_settled: bool = keyed("settled", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Words):
    """One question. `near` are the ids of its neighbours.

    Its own words are those of `games`; `verdicts` are the words of further games.
    """

    id: str
    section: str
    games: tuple[str, ...]
    cards: CardSet = CardSet()
    yaku: tuple[str, ...] = ()
    near: tuple[str, ...]
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

    def say_for(self, name: str | None) -> "Ruling":
        """The ruling in the words of a rule set or a game.

        A rule set without words of its own has those of its game; a game without them those of the ruling.
        """
        written = {one.game: one for one in self.verdicts}
        said = written.get(name or "") or written.get(find_game(name) or "")
        if said is None:
            return self
        house = None if said.is_settled else self.house
        return replace(
            self,
            question=said.question or self.question,
            verdict=said.verdict,
            reason=said.reason or self.reason,
            rulebook=said.rulebook,
            tradition=said.tradition,
            label=said.label,
            sources=said.sources,
            house=replace(house, default=said.default) if house and said.default else house,
        )


def parse_rulings(text: str, played: RuleSet | None = None) -> tuple[Ruling, ...]:
    """The rulings in a text, with their figures filled in, also as a table plays them."""
    return tuple(_fill_ruling(ruling, played) for ruling in _parse_unfilled(text))


def _fill_ruling(ruling: Ruling, played: RuleSet | None) -> Ruling:
    with saying_paths("ruling", ruling.id):
        verdicts = tuple(_fill_words(said, said.game, played) for said in ruling.verdicts)
        return replace(_fill_words(ruling, ruling.games[0], played), verdicts=verdicts)


@lru_cache(maxsize=2)
def _parse_unfilled(text: str) -> tuple[Ruling, ...]:
    """The rulings as they stand in a text; a neighbour is one in both directions."""
    rulings = parse_records(Ruling, text, "ruling")
    back = {ruling.id: [other.id for other in rulings if ruling.id in other.near] for ruling in rulings}
    return tuple(
        replace(ruling, near=tuple(dict.fromkeys([*ruling.near, *back[ruling.id]]))) for ruling in rulings
    )


def _fill_words(said: Said, name: str, played: RuleSet | None) -> Said:
    """The words with the figures of a rule set, or of the first of a game.

    What the rulebook and tradition have no table changes.
    """
    rule_set_id = GAMES.get(name, (name,))[0]
    return replace(
        said,
        question=fill(said.question, rule_set_id, played),
        verdict=fill(said.verdict, rule_set_id, played),
        reason=fill(said.reason, rule_set_id, played),
        rulebook=fill(said.rulebook, rule_set_id),
        tradition=fill(said.tradition, rule_set_id),
    )


def read_rulings() -> str:
    """The text of all rulings: the file of each section, in their order."""
    return "\n".join(read_content(f"rulings/{section}.toml") for section in SECTIONS)


@lru_cache(maxsize=16)
def load_rulings(played: RuleSet | None = None) -> dict[str, Ruling]:
    """All rulings by id, in the order of the page."""
    return {ruling.id: ruling for ruling in parse_rulings(read_rulings(), played)}


def get_ruling(ruling_id: str, rule_set_id: str | None = None, played: RuleSet | None = None) -> Ruling:
    """The ruling with this id, in the words of a rule set or its game, also as a table plays them.

    Raises `NotUnderstood`, naming the nearest known one.
    """
    rulings = load_rulings(played) if played and played.own else load_rulings()
    return get_known(rulings, ruling_id, "There is no ruling").say_for(rule_set_id)


def find_game(rule_set_id: str | None) -> str | None:
    """The game of a rule set, “kwado” of “kwado-1985”; None for one that is not ours."""
    return _HOMES.get(rule_set_id or "")


def list_newest_rule_sets() -> tuple[RuleSet, ...]:
    """The newest rule set of each game."""
    return tuple(get_rule_set(rule_set_ids[0]) for rule_set_ids in GAMES.values())


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


def say_address(ruling: Ruling, rule_set: RuleSet) -> str:
    """The permanent address of a ruling as a rule set has it, without the host."""
    game = name_game(ruling.id, rule_set.id)
    return f"{RULINGS_PAGE}/{ruling.id}" + (f"?game={game}" if game else "")


def list_elsewhere(
    ruling: Ruling, rule_set_id: str | None = None
) -> list[tuple[tuple[str, ...], str, Ruling]]:
    """What other games say, where the verdict is not the same: their names, one of their rule sets, and the
    ruling in their words. The rule sets of a game that do not agree are named one by one.
    """
    found: dict[str, dict[str, str]] = {}
    for game in ruling.all_games:
        verdicts = {one: get_ruling(ruling.id, one).verdict for one in GAMES[game]}
        do_agree = len(set(verdicts.values())) == 1
        for rules in map(get_rule_set, GAMES[game]):
            names = found.setdefault(verdicts[rules.id], {})
            names.setdefault(rules.game if do_agree else rules.name, rules.id)
    found.pop(get_ruling(ruling.id, rule_set_id).verdict, None)
    firsts = [(tuple(names), next(iter(names.values()))) for names in found.values()]
    return [(names, first, get_ruling(ruling.id, first)) for names, first in firsts]


def get_readings(ruling: Ruling, rule_set: RuleSet | None = None) -> tuple[Reading, ...]:
    """The readings that a table may choose from, with their words; empty if the ruling has no option.

    With a rule set, those of its option, or none if it lacks the option.
    """
    house = ruling.house
    if house is None or (rule_set is not None and rule_set.id not in ruling.rule_sets):
        return ()
    if house.readings:
        return house.readings
    if rule_set is None:
        own = [get_rule_set(rule_set_id) for game in ruling.games for rule_set_id in GAMES[game]]
        return max((get_readings(ruling, rules) for rules in own), key=len)
    if house.option == "method":
        return tuple((method.id, f"method {method.id}, {method.name}") for method in rule_set.methods)
    if house.option == "yaku":
        return tuple((preset.id, preset.words) for preset in rule_set.presets)
    option = rule_set.find_option(house.option)
    return option.values if option is not None else ()


def say_meanwhile(ruling_id: str, rule_set: RuleSet, options: Options | None = None) -> str:
    """What to do where the rules say nothing: what the table chose, our default, or the verdict."""
    ruling = get_ruling(ruling_id, rule_set.id, rule_set)
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
    agreed = {"method": options.method, "yaku": options.preset, **dict(options.choices)}
    return agreed.get(house.option)


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
    *,
    card_id: str | None = None,
    yaku_id: str | None = None,
    rule_set_id: str | None = None,
    played: RuleSet | None = None,
) -> tuple[Ruling, ...]:
    """The rulings about a card, about a yaku, or for a rule set; the last in the words of its game.

    With a rule set as it is `played`, for that one, with the figures of the table.
    """
    rule_set_id = played.id if played else rule_set_id
    rulings = load_rulings(played) if played and played.own else load_rulings()
    return tuple(
        ruling.say_for(rule_set_id)
        for ruling in rulings.values()
        if (card_id is None or get_card(card_id) in ruling.cards)
        and (yaku_id is None or yaku_id in ruling.yaku)
        and (rule_set_id is None or rule_set_id in ruling.rule_sets)
    )
