"""A rule set: the numbers, sets of cards, options and sources of one published form of a game.

A rule set is read from TOML, strictly: an unknown key, a missing source or an unknown card does not load.
It is frozen, and it keeps the text that it came from, so that a kept game can carry its own copy.

    >>> from companion.rules.records.files import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> rules.get_deal(3), rules.values[0].points, rules.get_yaku("dragon").points
    (Deal(players=3, hand=7, field=6), 20, 25)

Sources: the rule files; each record carries its own.
"""

import dataclasses
import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.cards import (
    MONTH_ORDERS,
    Card,
    CardSet,
    DeckStyle,
    PointCounter,
    Suit,
    get_suit_cards,
    parse_deck,
)
from companion.errors import NotAllowedHere, get_known
from companion.rules.figures.figure import Choice
from companion.rules.records.cards import GajiRule, ValueGroup, WildCard
from companion.rules.records.choices import Length, Method, Option, Preset
from companion.rules.records.dealing import PLAYER_LIMIT, Deal, Seats, Turn
from companion.rules.records.own_rules import find_overlaps
from companion.rules.records.race import Award, Ending, Race
from companion.rules.records.round_numbers import Extra, Number
from companion.rules.records.yaku import Amendment, BestOf, Yaku
from companion.rules.text.reader import LABELS, OWN, Name, Provenance, group, keyed


@dataclass(frozen=True, eq=False)
class RuleSet:
    """One published form of a game. Two rule sets are the same only when they are the same object."""

    id: str
    name: Name
    game: Name
    month_order: str
    provenance: Provenance
    seats: tuple[Seats, ...] = keyed("sides")
    turn: Turn = keyed()
    methods: tuple[Method, ...] = keyed("method")
    deals: tuple[Deal, ...] = keyed("deal", default=())
    # Of a game to the usual target, for two sides, three and so on; a pad has room for as many.
    usual_rounds: tuple[int, ...] = ()
    # Without any, the game has no cards: a table enters the points of each side.
    values: tuple[ValueGroup, ...] = keyed("value", default=())
    options: tuple[Option, ...] = keyed("option", default=())
    yaku: tuple[Yaku, ...] = ()
    groups: tuple[BestOf, ...] = keyed("group", default=())
    # Where there are no presets, the options say which yaku are played.
    presets: tuple[Preset, ...] = keyed("preset", default=())
    default_preset: str | None = None
    gaji: GajiRule | None = None
    wild: WildCard | None = None
    length: Length | None = None
    extras: tuple[Extra, ...] = keyed("extra", default=())
    amendments: tuple[Amendment, ...] = keyed("amendment", default=())
    recorded: tuple[Number, ...] = keyed("number", default=())
    race: Race | None = None
    # Pages show the game by these cards. Rule sets kept with older games name none.
    emblem: tuple[Card, ...] = ()
    # How many sides play a round at most; the others sit out.
    most_playing: int = PLAYER_LIMIT
    # How this form differs from the others of its game, in a line.
    hint: str = ""
    # The game's name in rulings and addresses, and the text of its rules in `reference/content`.
    page: str = ""
    # What else players call the game, in any letters.
    names: tuple[str, ...] = ()
    # Its place in every list; kept ones need none.
    place: int = 0
    # What the table plays otherwise, as a document has it; None for published rules.
    own: Any = None
    text: str = dataclasses.field(default="", repr=False)

    @property
    def form(self) -> str:
        """Its name among the forms of its game: “1985”, “by Nintendo”; the usual form may have the game’s."""
        return self.name.removeprefix(self.game).strip(" ,()") or self.name

    @property
    def has_cards(self) -> bool:
        """Whether it says what is dealt and what a card is; else it is a game by points only."""
        return bool(self.values)

    @cached_property
    def cards(self) -> CardSet:
        """The cards that it is played with: those that have a value."""
        return CardSet.of(card for group in self.values for card in group.cards)

    @cached_property
    def suits(self) -> tuple[Suit, ...]:
        """The suits of these cards, in the order of the months."""
        return tuple(suit for suit in self.months if get_suit_cards(suit) & self.cards)

    @cached_property
    def sides(self) -> dict[int, tuple[int, ...]]:
        """How many sides each number of players may form."""
        return {seats.players: seats.sides for seats in self.seats}

    @cached_property
    def counted(self) -> tuple[ValueGroup, ...]:
        """The value groups that have points."""
        return tuple(group for group in self.values if group.points)

    @property
    def point_step(self) -> int:
        """Card points come in steps of this; 1 in a game without cards or without card points."""
        return math.gcd(*[group.points for group in self.counted]) or 1

    @cached_property
    def point_cards(self) -> CardSet:
        """The cards that have points."""
        return CardSet.of(card for group in self.counted for card in group.cards)

    @cached_property
    def numbered(self) -> ValueGroup | None:
        """The value group with points that a round by cards gives as numbers of cards."""
        return next((group for group in self.counted if group.is_numbered), None)

    @cached_property
    def counted_chaff(self) -> CardSet:
        """The cards that a round by cards may count for each side, as a number."""
        if self.race is not None:
            return self.race.chaff
        return self.numbered.cards if self.numbered else CardSet()

    @cached_property
    def picked(self) -> CardSet:
        """The cards that are given to their sides one by one, for points or for a yaku that names them; the
        others have no points or are counted.
        """
        usual = self.cards if self.race is not None else self.point_cards
        return (
            usual - self.counted_chaff
            | CardSet.of(card for yaku in self.yaku for card in yaku.named) & self.cards
        )

    def count_chaff(self, pile: CardSet) -> int:
        """How many chaff cards a pile lists, doubles as two."""
        return pile.count(self.counted_chaff) + pile.count(self.double_chaff)

    @cached_property
    def picked_groups(self) -> tuple[ValueGroup, ...]:
        """The value groups of these cards."""
        return tuple(group for group in self.values if group.cards & self.picked)

    @cached_property
    def rained_out(self) -> tuple[str, ...]:
        """The words by which a table says that a yaku was rained out."""
        return tuple(each.rained_out for each in self.amendments if each.rained_out)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers of a round. Older rule sets have none: there the value of an option asks for one."""
        return self.recorded or tuple(
            Number("field_brights", "brights dealt to the field", 5, {option.id: each.value}, each.asks)
            for option in self.options
            for each in option.listed
            if each.asks
        )

    @cached_property
    def unprinted_groups(self) -> dict[str, str]:
        """The groups where no source says that only the best yaku counts, with their label."""
        said = {each.id: each.provenance.label for each in self.groups}
        return {each: LABELS[label] for each, label in said.items() if label in ("inferred", "house")}

    @property
    def has_months(self) -> bool:
        """Whether a round is of a month: that of its number."""
        return self.race is not None and self.race.has_months

    @cached_property
    def number_keys(self) -> dict[str, tuple[Number, ...]]:
        """The numbers under each key of a document: one, or those that are words of its list."""
        keys = dict.fromkeys(each.key for each in self.numbers)
        return {key: tuple(each for each in self.numbers if each.key == key) for key in keys}

    def list_numbers(self, choices: tuple[tuple[str, Choice], ...]) -> list[Number]:
        """The numbers of a round at a table that chose this."""
        return [number for number in self.numbers if number.when.items() <= set(choices)]

    @cached_property
    def double_chaff(self) -> CardSet:
        """The chaff cards that count as two."""
        held = [yaku.twice & self.race.chaff for yaku in self.yaku] if self.race else []
        return CardSet.of(card for each in held for card in each)

    @property
    def call(self) -> str:
        """What a side calls that plays on; a race that does not say is called by it."""
        return (self.race.call if self.race else "") or self.game.lower()

    @property
    def most_calls(self) -> int:
        """How often a side can call in a round: a turn is a card of its hand."""
        return max(deal.hand for deal in self.deals)

    @property
    def may_sit_out(self) -> bool:
        """Whether a side may sit out where two are left: others pay for yaku, or there are no cards."""
        pays = any(method.settlement.pays for method in self.methods)
        return max(self.side_counts) > 2 and (pays or not self.has_cards)

    @property
    def needs_dealer(self) -> bool:
        """Whether a score may depend on who dealt."""
        race = self.race
        if race is None:
            return any(not extra.asks for extra in self.extras)
        both = {race.both_dealt, *(each.both_dealt for option in self.options for each in option.listed)}
        return bool(race.dealer) or race.exhausted == "most-yaku" or "dealer" in both

    @property
    def needs_before(self) -> bool:
        """Whether a score may depend on the rounds before, or on who dealt."""
        return self.needs_dealer or (self.race is not None and bool(self.race.carries))

    @property
    def awards(self) -> tuple[Award, ...]:
        """The points that no yaku brings."""
        return (*self.race.hands, *((self.race.dealer,) if self.race.dealer else ())) if self.race else ()

    def say_absent(self, card: Card) -> str:
        """What to say of a card that is not in its deck."""
        return f"{card.english} is not in the deck of {self.game}."

    def get_points(self, card: Card) -> int:
        """What a card is worth."""
        group = self.find_value(card)
        return group.points if group else 0

    def find_value(self, card: Card) -> ValueGroup | None:
        """The value group of a card."""
        return next((group for group in self.values if card in group.cards), None)

    @cached_property
    def points(self) -> PointCounter:
        """Counts the card points of a pile."""
        return PointCounter((group.cards, group.points) for group in self.values)

    @cached_property
    def deck_points(self) -> int:
        """What all cards together are worth."""
        return self.points.count(self.cards)

    @cached_property
    def side_counts(self) -> tuple[int, ...]:
        """How many sides may play, smallest first."""
        return tuple(sorted({count for counts in self.sides.values() for count in counts}))

    @cached_property
    def deck(self) -> DeckStyle:
        """The deck that it is played with where a table chooses no other."""
        return parse_deck(self.month_order)

    @cached_property
    def months(self) -> tuple[Suit, ...]:
        """The suits from the first month to the twelfth, in this rule set's order."""
        return MONTH_ORDERS[self.month_order]

    def count_draw_pile(self, deal: Deal, choices: tuple[tuple[str, Choice], ...] = ()) -> int:
        """How many cards are left to draw from at a table that chose this, a joker among them."""
        extras = (each for each in self.extras if each.sides == deal.players)
        dealt = deal.players * deal.hand + deal.field
        return (
            len(self.cards) - dealt + sum(each.cards for each in extras if each.when.items() <= set(choices))
        )

    def get_deal(self, players: int) -> Deal:
        """The deal for so many players; raises `NotAllowedHere` when the game does not know that number."""
        self.get_sides(players)
        return next(deal for deal in self.deals if deal.players == min(players, self.most_playing))

    def find_ending(self, word: str) -> Ending | None:
        """How a race ended, by the word of a document."""
        endings = self.race.endings if self.race else ()
        return next((each for each in endings if each.id == word), None)

    def get_sides(self, players: int) -> tuple[int, ...]:
        """How many sides so many players may form; raises `NotAllowedHere` for a number that cannot play."""
        if players not in self.sides:
            raise NotAllowedHere(f"{self.name} is for {say_range(self.sides)} players, not {players}.")
        return self.sides[players]

    def get_method(self, method_id: str) -> Method:
        """The method with this id; raises `NotUnderstood`."""
        known = {method.id: method for method in self.methods}
        return get_known(known, method_id, f"{self.name} has no method", listed=known)

    def find_option(self, option_id: str) -> Option | None:
        """The option with this id, or None when this rule set does not offer it."""
        return next((option for option in self.options if option.id == option_id), None)

    @cached_property
    def bringing(self) -> Option | None:
        """The option by which the Gaji brings cards, where the rule set has one."""
        return next((each for each in self.options if any(one.brings for one in each.listed)), None)

    @cached_property
    def declaring(self) -> Option | None:
        """The option by which yaku have to be declared, where the rule set has one."""
        return next((each for each in self.options if any(one.is_declaring for one in each.listed)), None)

    @property
    def own_yaku(self) -> dict[str, Any]:
        """What the table's own rules say of each yaku that they add, change or leave out, by its id."""
        return self.own.get("yaku", {}) if self.own else {}

    @cached_property
    def left_out(self) -> frozenset[str]:
        """The yaku of the game that the table's own rules leave out."""
        return frozenset(yaku_id for yaku_id, said in self.own_yaku.items() if said.get("off"))

    @property
    def points_from(self) -> Provenance:
        """Where the points of the cards come from: from the table as soon as it changed some."""
        return OWN if any(group.provenance == OWN for group in self.values) else self.values[0].provenance

    @cached_property
    def overlaps(self) -> tuple[str, ...]:
        """A sentence for each two yaku of the table's own rules, where one always comes with the other."""
        return tuple(dict.fromkeys(find_overlaps(self.yaku, set(self.own_yaku))))

    def list_idle(self, option_id: str) -> list[Method]:
        """The methods by which this option changes nothing."""
        return [method for method in self.methods if option_id in method.settlement.idle]

    def list_players_of(self, option_id: str) -> list[int]:
        """How many play where this option is of use; empty where that does not depend on them."""
        return [extra.sides for extra in self.extras if option_id in extra.when]

    def get_preset(self, preset_id: str) -> Preset:
        """The preset with this id; raises `NotUnderstood`, naming the nearest known one."""
        return get_known({one.id: one for one in self.presets}, preset_id, f"{self.name} has no yaku preset")

    def get_yaku(self, yaku_id: str) -> Yaku:
        """The yaku with this id; raises `NotUnderstood`, naming the nearest known one."""
        return get_known(self._yaku_by_id, yaku_id, f"{self.name} has no yaku")

    @cached_property
    def _yaku_by_id(self) -> dict[str, Yaku]:
        return {yaku.id: yaku for yaku in self.yaku}


def group_by_game(rule_sets: Iterable[RuleSet]) -> dict[str, list[RuleSet]]:
    """The forms of each game, by its name, in the order in which they come."""
    return group((rule_set.game, rule_set) for rule_set in rule_sets)


def say_range(numbers: Collection[int]) -> str:
    """From the lowest to the highest: “2 to 6”, or “2” where there is one."""
    lowest, highest = min(numbers), max(numbers)
    return str(lowest) if lowest == highest else f"{lowest} to {highest}"
