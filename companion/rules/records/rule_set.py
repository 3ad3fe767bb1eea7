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
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.cards import (
    MONTH_ORDERS,
    Card,
    CardSet,
    DeckStyle,
    Suit,
    parse_deck,
)
from companion.errors import NotAllowedHere, get_known
from companion.rules.figures.figure import Choice
from companion.rules.records.cards import Counting, GajiRule, ValueGroup, WildCard
from companion.rules.records.choices import Length, Method, Option, Preset
from companion.rules.records.dealing import PLAYER_LIMIT, Deal, Seats, Turn
from companion.rules.records.race import Race
from companion.rules.records.round_numbers import Extra, Number
from companion.rules.records.yaku import Amendment, BestOf, Yaku
from companion.rules.text.reader import Name, Provenance, group, keyed


@dataclass(frozen=True, eq=False)
class RuleSet:
    """One published form of a game. Two rule sets are the same only when they are the same object."""

    id: str
    name: Name
    """Of this form: “Kwa-Dō, 1985”."""
    game: Name
    """Of all its forms: “Kwa-Dō”."""
    month_order: str
    """The id of an order of the suits (`MONTH_ORDERS`)."""
    provenance: Provenance
    """Of the form as a whole."""
    seats: tuple[Seats, ...] = keyed("sides")
    """How many players, and what sides they form."""
    turn: Turn = keyed()
    methods: tuple[Method, ...] = keyed("method")
    deals: tuple[Deal, ...] = keyed("deal", default=())
    usual_rounds: tuple[int, ...] = ()
    """Of a game to the usual target, for two sides, three and so on; a pad has room for as many."""
    values: tuple[ValueGroup, ...] = keyed("value", default=())
    """Without any the game has no cards: a table enters the points of each side."""
    options: tuple[Option, ...] = keyed("option", default=())
    yaku: tuple[Yaku, ...] = ()
    groups: tuple[BestOf, ...] = keyed("group", default=())
    """Of yaku where only the best counts."""
    presets: tuple[Preset, ...] = keyed("preset", default=())
    """Without any, the options say which yaku are played."""
    default_preset: str | None = None
    """The id of that which a new game has."""
    gaji: GajiRule | None = None
    """The wild card that counts, where the game has one."""
    wild: WildCard | None = None
    """A wild card on which no score depends."""
    length: Length | None = None
    """How many rounds, where a table agrees on no target."""
    extras: tuple[Extra, ...] = keyed("extra", default=())
    """Points that no card of the deck has."""
    amendments: tuple[Amendment, ...] = keyed("amendment", default=())
    """What choices of options change in yaku."""
    numbers: tuple[Number, ...] = keyed("number", default=())
    """What no card says of a round."""
    race: Race | None = None
    """How it is played, where a side may stop a round."""
    emblem: tuple[Card, ...] = ()
    """Pages show the game by these cards. Rule sets kept with older games name none."""
    most_playing: int = PLAYER_LIMIT
    """How many sides play a round; the others sit out."""
    hint: str = ""
    """How this form differs from the others of its game, in a line."""
    page: str = ""
    """The game’s name in rulings and addresses, and of the text of its rules in `reference/content`."""
    names: tuple[str, ...] = ()
    """What else players call the game, in any letters."""
    place: int = 0
    """In every list; kept ones need none."""
    own: Any = None
    """What the table plays otherwise, as a document has it; None for published rules."""
    text: str = dataclasses.field(default="", repr=False)
    """That it was read from."""

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
    def counting(self) -> Counting:
        """How these cards are counted."""
        return Counting(self.cards, self.values, self.yaku, self.race)

    @cached_property
    def sides(self) -> dict[int, tuple[int, ...]]:
        """How many sides each number of players may form."""
        return {seats.players: seats.sides for seats in self.seats}

    @cached_property
    def rained_out(self) -> tuple[str, ...]:
        """The words by which a table says that a yaku was rained out."""
        return tuple(each.rained_out for each in self.amendments if each.rained_out)

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
        return [
            each
            for each in self.numbers
            if each.when.items() <= set(choices) and not each.unless.items() & set(choices)
        ]

    @property
    def may_sit_out(self) -> bool:
        """Whether a side may sit out where two are left: others pay for yaku, or there are no cards."""
        pays = any(method.settlement.pays for method in self.methods)
        return max(self.side_counts) > 2 and (pays or not self.has_cards)

    @property
    def sells(self) -> bool:
        """Whether a side that must sit out may be paid for its cards."""
        return any(number.is_sitting_out for number in self.numbers)

    @property
    def needs_dealer(self) -> bool:
        """Whether a score may depend on who dealt."""
        race = self.race
        if race is None:
            return any(not extra.asks for extra in self.extras)
        both = {race.both_dealt, *(each.both_dealt for option in self.options for each in option.listed)}
        return bool(race.dealer) or race.exhausted == "most-yaku" or "dealer" in both or self.sells

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

    def get_preset(self, preset_id: str) -> Preset:
        """The preset with this id; raises `NotUnderstood`, naming the nearest known one."""
        return get_known({one.id: one for one in self.presets}, preset_id, f"{self.name} has no yaku preset")

    def get_yaku(self, yaku_id: str) -> Yaku:
        """The yaku with this id; raises `NotUnderstood`, naming the nearest known one."""
        return get_known({one.id: one for one in self.yaku}, yaku_id, f"{self.name} has no yaku")


def group_by_game(rule_sets: Iterable[RuleSet]) -> dict[str, list[RuleSet]]:
    """The forms of each game, by its name, in the order in which they come."""
    return group((rule_set.game, rule_set) for rule_set in rule_sets)


def say_absent(card: Card, rule_set: RuleSet) -> str:
    """What to say of a card that is not in its deck."""
    return f"{card.english} is not in the deck of {rule_set.game}."


def say_range(numbers: Collection[int]) -> str:
    """From the lowest to the highest: “2 to 6”, or “2” where there is one."""
    lowest, highest = min(numbers), max(numbers)
    return str(lowest) if lowest == highest else f"{lowest} to {highest}"
