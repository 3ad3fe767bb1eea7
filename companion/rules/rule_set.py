"""A rule set: the numbers, sets of cards, options and sources of one published form of a game.

A rule set is read from TOML, strictly: an unknown key, a missing source or an unknown card does not load.
It is frozen, and it keeps the text that it came from, so that a kept game can carry its own copy.

    >>> rules = get_rule_set("kwado-1985")
    >>> rules.get_deal(3), rules.card_values[Kind.BRIGHT], rules.get_yaku("dragon").points
    (Deal(players=3, hand=7, field=6), 20, 25)

Sources: the rule files; each record carries its own.
"""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

from companion.cards import (
    DECK,
    CardSet,
    Kind,
    PointCounter,
    Suit,
    get_card,
    get_named_set,
    get_suit,
    get_suit_cards,
)
from companion.errors import CompanionError, FaultList, NotAllowedHere, NotUnderstood, raise_all, say_nearest
from companion.rules.names import parse_name
from companion.rules.yaku import AtLeast, Extra, Yaku

LABELS = ("rulebook", "tradition", "silent", "inferred", "house")
SOURCES = (
    "KD85", "KD82", "MH21", "MH25", "KKC", "KKH", "KKN", "FKK", "SAK", "HAN", "SUI", "FAQ", "CEL",
)  # fmt: skip
MONTH_ORDERS = {
    "japanese": tuple(card.suit for card in DECK[::4]),
    # Paulownia is November and willow December in Korea and in Kwa-Dō (KD85, SUI).
    "korean": tuple(card.suit for card in (*DECK[:40:4], DECK[44], DECK[40])),
}
Choice = str | bool
# A rule set of ours has about 7,000 characters, no line with more than a few dots, no number beyond a target.
TEXT_LIMIT = 100_000
DOT_LIMIT = 40
LINE_LIMIT = 400
NUMBER_LIMIT = 100_000
PLAYER_LIMIT = 12


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a number comes from: its label and the keys of its sources."""

    label: str
    source: str

    def __str__(self) -> str:
        return f"{self.label}, {self.source}"


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards are dealt to a number of players; the rest is the draw pile."""

    players: int
    hand: int
    field: int
    provenance: Provenance = dataclasses.field(compare=False, repr=False)

    @property
    def draw_pile(self) -> int:
        """How many cards are left to draw from."""
        return len(DECK) - self.players * self.hand - self.field


@dataclass(frozen=True, slots=True)
class Method:
    """A way of scoring a round: the name of its settlement, and the target where the rules print one."""

    id: str
    name: str
    settlement: str
    target: int | None
    ruling: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Option:
    """What a table may choose: the values with their words, the default, and the ruling that explains it."""

    id: str
    title: str
    values: tuple[tuple[Choice, str], ...]
    default: Choice
    ruling: str
    provenance: Provenance

    def get_words(self, value: Choice) -> str:
        """What choosing this value means, in table words."""
        return next(words for known, words in self.values if known is value or known == value)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named choice of yaku."""

    id: str
    words: str
    yaku: tuple[str, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class GajiRule:
    """The wild card, and the suit that it belongs to."""

    card: CardSet
    suit: Suit
    ruling: str
    provenance: Provenance

    @property
    def suit_cards(self) -> CardSet:
        """The four cards of the wild card's own suit."""
        return get_suit_cards(self.suit)


@dataclass(frozen=True, eq=False)
class RuleSet:
    """One published form of a game. Two rule sets are the same only when they are the same object."""

    id: str
    name: str
    game: str
    month_order: str
    provenance: Provenance
    sides: dict[int, tuple[int, ...]]
    deals: tuple[Deal, ...]
    starts: str
    direction: str
    turn: Provenance
    card_values: dict[Kind, int]
    card_value_provenance: Provenance
    methods: tuple[Method, ...]
    options: tuple[Option, ...]
    yaku: tuple[Yaku, ...]
    presets: tuple[Preset, ...]
    default_preset: str
    gaji: GajiRule | None
    text: str = dataclasses.field(repr=False)

    @cached_property
    def points(self) -> PointCounter:
        """Counts the card points of a pile."""
        return PointCounter((get_named_set(kind.plural), self.card_values[kind]) for kind in Kind)

    @cached_property
    def deck_points(self) -> int:
        """What all cards together are worth."""
        return self.points.count(CardSet.of(DECK))

    @cached_property
    def side_counts(self) -> tuple[int, ...]:
        """How many sides may play, smallest first."""
        return tuple(sorted({count for counts in self.sides.values() for count in counts}))

    @cached_property
    def months(self) -> tuple[Suit, ...]:
        """The suits from the first month to the twelfth, in this rule set's order."""
        return MONTH_ORDERS[self.month_order]

    def get_month(self, suit: Suit) -> int:
        """The month of a suit, 1 to 12."""
        return self.months.index(suit) + 1

    def get_deal(self, players: int) -> Deal:
        """The deal for so many players; raises `NotAllowedHere` when the game does not know that number."""
        for deal in self.deals:
            if deal.players == players:
                return deal
        known = [deal.players for deal in self.deals]
        raise NotAllowedHere(f"{self.name} is for {min(known)} to {max(known)} players, not {players}.")

    def get_method(self, method_id: str) -> Method:
        """The method with this id; raises `NotUnderstood`."""
        for method in self.methods:
            if method.id == method_id:
                return method
        known = " or ".join(method.id for method in self.methods)
        raise NotUnderstood(f"{self.name} has no method “{method_id[:80]}”: it is {known}.")

    def find_option(self, option_id: str) -> Option | None:
        """The option with this id, or None when this rule set does not offer it."""
        return next((option for option in self.options if option.id == option_id), None)

    def get_preset(self, preset_id: str) -> Preset:
        """The preset with this id; raises `NotUnderstood`, naming the nearest known one."""
        for preset in self.presets:
            if preset.id == preset_id:
                return preset
        known = [preset.id for preset in self.presets]
        raise NotUnderstood(
            f"{self.name} has no yaku preset “{preset_id[:80]}”: it has {', '.join(known)}"
            f"{say_nearest(preset_id, known)}."
        )

    def get_yaku(self, yaku_id: str) -> Yaku:
        """The yaku with this id; raises `NotUnderstood`, naming the nearest known one."""
        yaku = self._yaku_by_id.get(yaku_id)
        if yaku is None:
            nearest = say_nearest(yaku_id, self._yaku_by_id)
            raise NotUnderstood(f"{self.name} has no yaku “{yaku_id[:80]}”{nearest}.")
        return yaku

    @cached_property
    def _yaku_by_id(self) -> dict[str, Yaku]:
        return {yaku.id: yaku for yaku in self.yaku}


class _Table:
    """A TOML table that is taken apart key by key; what is left over at the end is a fault."""

    def __init__(self, values: dict[str, Any], name: str, faults: list[CompanionError]) -> None:
        self.values = dict(values)
        self.name = name
        self.faults = faults

    def fail(self, message: str) -> None:
        self.faults.append(NotUnderstood(f"{self.name}: {message}"))

    def take(self, key: str, sort: type, default: Any = ...) -> Any:
        value = self.values.pop(key, default)
        if value is ...:
            self.fail(f"“{key}” is missing.")
            return sort()
        if value is not default and type(value) is not sort:
            self.fail(f"“{key}” must be {sort.__name__}, not {repr(value)[:80]}.")
            return sort()
        if isinstance(value, str) and not (len(value) <= LINE_LIMIT and value.isprintable()):
            self.fail(f"“{key}” is one line of at most {LINE_LIMIT} characters that can be printed.")
            return ""
        if isinstance(value, int) and abs(value) > NUMBER_LIMIT:
            self.fail(f"“{key}” is a number up to {NUMBER_LIMIT:,}.")
            return 0
        return value

    def take_name(self, key: str) -> str:
        """A name as people may type one."""
        try:
            return parse_name(self.take(key, str))
        except NotUnderstood as error:
            self.fail(f"“{key}”: {error.message}")
            return ""

    def take_all(self, key: str, sort: type, default: Any = ...) -> tuple[Any, ...]:
        """A list of values of one sort."""
        values = self.take(key, list, default)
        if any(type(value) is not sort for value in values):
            self.fail(f"“{key}” is a list, and each in it must be {sort.__name__}.")
            return ()
        return tuple(values)

    def take_provenance(self) -> Provenance:
        label, source = self.take("label", str), self.take("source", str)
        if label and label not in LABELS:
            self.fail(f"there is no label “{label}”{say_nearest(label, LABELS)}.")
        for key in source.split(", ") if source else ():
            if key not in SOURCES:
                self.fail(f"there is no source “{key}”{say_nearest(key, SOURCES)}.")
        return Provenance(label, source)

    def take_cards(self, key: str, default: Any = ...) -> CardSet:
        value = self.values.pop(key, default)
        try:
            if value is ...:
                raise NotUnderstood(f"“{key}” is missing.")
            if isinstance(value, str):
                return get_named_set(value)
            return CardSet.from_ids(value)
        except (CompanionError, TypeError) as error:
            self.fail(str(error))
            return CardSet()

    def tables(self, key: str, required: bool = True) -> list[_Table]:
        rows = self.take_all(key, dict, ... if required else [])
        return [
            _Table(row, f"{self.name} [{key}] {row.get('id', row.get('players', number))}", self.faults)
            for number, row in enumerate(rows, 1)
        ]

    def table(self, key: str) -> _Table:
        return _Table(self.take(key, dict), f"{self.name} [{key}]", self.faults)

    def close(self) -> None:
        for key in self.values:
            self.fail(f"unknown key “{key}”.")


@lru_cache(maxsize=64)
def parse_rule_set(text: str) -> RuleSet:
    """The rule set that this TOML text holds; raises every fault of the text at once.

    The same text gives the same object.
    """
    # A key of 20,000 dots takes the reader eight seconds.
    if len(text) > TEXT_LIMIT or any(line.count(".") > DOT_LIMIT for line in text.splitlines()):
        raise NotUnderstood(
            f"A rule set has at most {TEXT_LIMIT:,} characters, and {DOT_LIMIT} dots in a line."
        )
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotUnderstood(f"The rule set is not TOML: {error}.") from error
    except (RecursionError, ValueError) as error:
        raise NotUnderstood("The rule set is not TOML that can be read.") from error
    faults = FaultList()
    top = _Table(values, str(values.get("id", "rule set")), faults)
    rule_set = _read_rule_set(top, text)
    if not faults:
        _check_whole(rule_set, top)
    raise_all(faults)
    return rule_set


def _read_rule_set(top: _Table, text: str) -> RuleSet:
    identity = {key: top.take(key, str) for key in ("id", "month_order", "default_preset")}
    identity |= {key: top.take_name(key) for key in ("name", "game")}
    provenance = top.take_provenance()
    sides: dict[int, tuple[int, ...]] = {}
    for row in top.tables("sides"):
        row.take_provenance()
        sides[row.take("players", int)] = row.take_all("sides", int)
        row.close()
    deals = []
    for row in top.tables("deal"):
        deals.append(
            Deal(
                row.take("players", int), row.take("hand", int), row.take("field", int), row.take_provenance()
            )
        )
        row.close()
    turn = top.table("turn")
    starts, direction = turn.take("starts", str), turn.take("direction", str)
    turn_provenance = turn.take_provenance()
    turn.close()
    values = top.table("card_values")
    card_values = {kind: values.take(kind.value, int) for kind in Kind}
    value_provenance = values.take_provenance()
    values.close()
    methods = tuple(_read_method(row) for row in top.tables("method"))
    options = tuple(_read_option(row) for row in top.tables("option"))
    yaku = tuple(_read_yaku(row) for row in top.tables("yaku"))
    presets = tuple(_read_preset(row) for row in top.tables("preset"))
    gaji = _read_gaji(top.table("gaji")) if "gaji" in top.values else None
    top.close()
    return RuleSet(
        **identity,
        provenance=provenance,
        sides=sides,
        deals=tuple(deals),
        starts=starts,
        direction=direction,
        turn=turn_provenance,
        card_values=card_values,
        card_value_provenance=value_provenance,
        methods=methods,
        options=options,
        yaku=yaku,
        presets=presets,
        gaji=gaji,
        text=text,
    )


def _read_method(row: _Table) -> Method:
    method = Method(
        row.take("id", str),
        row.take_name("name"),
        row.take("settlement", str),
        row.take("target", int, None),
        row.take("ruling", str),
        row.take_provenance(),
    )
    row.close()
    return method


def _read_option(row: _Table) -> Option:
    values: list[tuple[Choice, str]] = []
    for pair in row.tables("values"):
        value = pair.values.pop("value", None)
        if not isinstance(value, str | bool):
            pair.fail(f"“value” must be a word or true or false, not {value!r}.")
        else:
            values.append((value, pair.take("words", str)))
        pair.close()
    default = row.values.pop("default", None)
    if default not in [value for value, _ in values]:
        row.fail(f"the default {default!r} is none of its values.")
    option = Option(
        row.take("id", str),
        row.take("title", str),
        tuple(values),
        default if isinstance(default, str | bool) else "",
        row.take("ruling", str),
        row.take_provenance(),
    )
    row.close()
    return option


def _read_yaku(row: _Table) -> Yaku:
    all_of = row.take_cards("all_of", [])
    at_least = extra = None
    if "at_least" in row.values:
        part = row.table("at_least")
        at_least = AtLeast(part.take("n", int), part.take_cards("of"))
        part.close()
        if not at_least.of.is_disjoint(all_of):
            row.fail("“all_of” and “at_least” overlap.")
        if not 0 < at_least.n <= len(at_least.of):
            row.fail(f"“at_least” asks for {at_least.n} of {len(at_least.of)} cards.")
    if "extra" in row.values:
        part = row.table("extra")
        extra = Extra(part.take("points", int), part.take_cards("of"))
        part.close()
    if not all_of and at_least is None:
        row.fail("it needs “all_of” or “at_least”.")
    provenance = row.take_provenance()
    yaku = Yaku(
        id=row.take("id", str),
        name=row.take_name("name"),
        points=row.take("points", int),
        all_of=all_of,
        at_least=at_least,
        extra=extra,
        group=row.take("group", str, None),
        replaces=row.take_all("replaces", str, []),
        family=row.take("family", str, ""),
        is_declared=row.take("declaring", bool, False),
        label=provenance.label,
        source=provenance.source,
    )
    row.close()
    return yaku


def _read_preset(row: _Table) -> Preset:
    preset = Preset(
        row.take("id", str), row.take("words", str), row.take_all("yaku", str), row.take_provenance()
    )
    row.close()
    return preset


def _read_gaji(row: _Table) -> GajiRule:
    try:
        card, suit = get_card(row.take("card", str)), get_suit(row.take("suit", str))
    except CompanionError as error:
        row.fail(str(error))
        card, suit = DECK[0], DECK[0].suit
    gaji = GajiRule(CardSet.of([card]), suit, row.take("ruling", str), row.take_provenance())
    row.close()
    return gaji


def _check_whole(rule_set: RuleSet, top: _Table) -> None:
    """Faults that show only when the whole is read: ids that come twice, names that lead nowhere."""
    from companion.rules.settlement import SETTLEMENTS

    if rule_set.month_order not in MONTH_ORDERS:
        top.fail(f"there is no month order “{rule_set.month_order}”.")
    if rule_set.starts not in ("dealer", "left-of-dealer"):
        top.fail(f"nobody starts by “{rule_set.starts}”.")
    for sort in ("methods", "options", "yaku", "presets"):
        ids = [record.id for record in getattr(rule_set, sort)]
        top.faults += [
            NotUnderstood(f"{rule_set.id}: the id “{doubled}” comes twice.")
            for doubled in {one for one in ids if ids.count(one) > 1}
        ]
    for method in rule_set.methods:
        if method.settlement not in SETTLEMENTS:
            top.fail(
                f"there is no settlement “{method.settlement}”{say_nearest(method.settlement, SETTLEMENTS)}."
            )
    known = {yaku.id for yaku in rule_set.yaku}
    for preset in rule_set.presets:
        for yaku_id in preset.yaku:
            if yaku_id not in known:
                top.fail(f"preset {preset.id}: no yaku “{yaku_id}”{say_nearest(yaku_id, known)}.")
    for yaku in rule_set.yaku:
        for yaku_id in yaku.replaces:
            if yaku_id not in known:
                top.fail(f"yaku {yaku.id} replaces “{yaku_id}”, which there is not.")
    if rule_set.default_preset not in {preset.id for preset in rule_set.presets}:
        top.fail(f"the default preset “{rule_set.default_preset}” is none of its presets.")
    if not rule_set.methods or not rule_set.sides:
        top.fail("it needs a method, and must say how many play.")
    dealt = {deal.players for deal in rule_set.deals}
    for players, counts in rule_set.sides.items():
        if not 2 <= players <= PLAYER_LIMIT or players not in dealt:
            top.fail(f"nothing can be dealt to {players} players.")
        if not counts or any(not 2 <= count <= players or players % count for count in counts):
            top.fail(f"{players} players do not form {' or '.join(map(str, counts)) or 'no'} sides.")
    for deal in rule_set.deals:
        if deal.hand < 1 or deal.field < 0:
            top.fail(f"{deal.players} players are dealt no cards.")
        if deal.draw_pile < 0:
            top.fail(f"{deal.players} players are dealt more cards than the deck has.")
        if deal.players not in rule_set.sides:
            top.fail(f"nothing says how {deal.players} players form sides.")


def _find_ids() -> tuple[str, ...]:
    folder = resources.files("companion.rules") / "rulesets"
    names = [entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")]
    # Newest edition first: the default game leads the list.
    return tuple(
        sorted(
            names,
            key=lambda name: (
                name.rstrip("0123456789"),
                -int("0" + name[-4:] if name[-4:].isdigit() else "0"),
            ),
        )
    )


RULE_SET_IDS: tuple[str, ...] = _find_ids()


def get_rule_set(rule_set_id: str) -> RuleSet:
    """The rule set with this id; raises `NotUnderstood`, naming the nearest known one."""
    if rule_set_id not in RULE_SET_IDS:
        raise NotUnderstood(
            f"There is no game “{rule_set_id[:80]}” here: there is {', '.join(RULE_SET_IDS)}"
            f"{say_nearest(rule_set_id, RULE_SET_IDS)}."
        )
    path = resources.files("companion.rules") / "rulesets" / f"{rule_set_id}.toml"
    return parse_rule_set(path.read_text(encoding="utf-8"))
