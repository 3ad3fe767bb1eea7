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
from itertools import chain
from typing import Annotated, Any, Literal

from companion.cards import (
    DECK,
    MONTH_ORDERS,
    SUITS,
    Card,
    CardSet,
    DeckStyle,
    PointCounter,
    Suit,
    get_suit_cards,
    parse_deck,
)
from companion.errors import CompanionError, NotAllowedHere, NotUnderstood, get_known
from companion.rules.records.own_rules import RoundCount, find_overlaps
from companion.rules.records.settlement import Choice, Settlement
from companion.rules.records.yaku import Amendment, Yaku
from companion.rules.text.reader import OWN, Bounds, Name, Provenance, find_unknown, group, keyed

# The suit of the cards that a Gaji brings: its own, that of the card that it took, or any. With “mate” it is
# that of the card, and the last card of its own goes to whoever has the others that are not wild.
Brings = Literal["own", "taken", "mate", "all"]
BothDealt = Literal["nobody", "dealer", "play-on"]
# What a document of any game may have for each side, and what else a round may have: no number is called so.
SIDE_KEYS = ("captured", "counts", "points", "chaff", "calls", "ticked", "dealt", "declared")
ROUND_KEYS = (
    *(*SIDE_KEYS, "outcome", "winner", "all_four"),
    *("rained_out", "month", "gaji", "dealer", "sits_out", "note"),
)
PLAYER_LIMIT = 12


@dataclass(frozen=True, slots=True)
class Seats:
    """How many sides so many players may form."""

    players: int
    sides: tuple[int, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards are dealt to a number of players; the rest is the draw pile."""

    players: int
    hand: int
    field: int
    provenance: Provenance = dataclasses.field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who starts a round, which way play goes, how many of three matches are taken, what ends the round.

    A field that has what is `void` is dealt again. `instead` is the ruling on what may be done in place of
    playing a hand card, `left` what becomes of cards that still lie on the field. `told` is what
    else may happen in a turn, each with its name (“Bomb: …”).
    """

    starts: Literal["dealer", "left-of-dealer"]
    direction: str
    provenance: Provenance
    of_three: Literal["one", "all"] = "one"
    ends: str = "all hands are empty"
    left: str = "is nobody’s"
    void: str = ""
    instead: str = ""
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueGroup:
    """Cards of one value: `id` is their plural (“brights”), `name` one of them (“bright”), `points` each.

    A card to which a table gives a worth of its own is a group whose `id` is that of the card. `words` say
    which they are, where the name does not. A round by cards names no cards of a group that `is_numbered`: it
    has how many each side took.
    """

    id: str
    name: Name
    cards: CardSet
    points: int
    provenance: Provenance
    words: str = ""
    is_numbered: bool = keyed("numbered", default=False)

    def say(self, count: int) -> str:
        """So many of them: “1 bright”, “3 brights”."""
        return f"{count} {self.name if count == 1 else self.plural}"

    @property
    def plural(self) -> str:
        """What a page calls its cards: “brights”; of a card alone its name."""
        return self.name if len(self.cards) == 1 else self.id


@dataclass(frozen=True, slots=True)
class Method:
    """A way of scoring a round: its settlement, and the target where the rules print one.

    `proposed_targets` are what a new game of so many sides proposes where they print none; games of 0.2 froze
    one `proposed_target` for all.
    """

    id: str
    name: Name
    settlement: Settlement
    ruling: str
    provenance: Provenance
    target: int | None = None
    proposed_target: int | None = None
    proposed_targets: dict[str, int] = dataclasses.field(default_factory=dict)

    def propose(self, sides: int) -> int | None:
        """The target of a game of so many sides, where the table names none."""
        return self.target or self.proposed_targets.get(str(sides), self.proposed_target)


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One value of an option, what choosing it means, and what the foot of a pad says of it.

    What it changes: the suit whose cards the Gaji brings, whether yaku have to be declared, the points of an
    `Award`, who scores where both were dealt a hand (`Race`), the `number` that formulas are given (of “few-
    chaff” it is agreed_few_chaff), and whether the scores that a table enters add up to 0 or may have one
    decimal place. Where it has a label of its own, that of its option does not hold for it. What it `asks` is
    of rule sets that are kept (`RuleSet.numbers`).
    """

    value: Choice
    words: str
    said: str = ""
    brings: Brings | None = None
    is_declaring: bool = keyed("declaring", default=False)
    award: int | None = None
    both_dealt: BothDealt | None = None
    number: int | None = None
    asks: str = ""
    is_zero_sum: bool = keyed("zero_sum", default=False)
    has_tenths: bool = keyed("tenths", default=False)
    provenance: Provenance | None = None

    @property
    def typed(self) -> str:
        """The value in a field of a form: yes or no for a switch."""
        return self.value if isinstance(self.value, str) else "yes" if self.value else "no"


@dataclass(frozen=True, slots=True)
class DefaultIn:
    """What stands for a choice that a table of so many rounds left unsaid."""

    rounds: int
    value: Choice


@dataclass(frozen=True, slots=True)
class Option:
    """What a table may choose: the values with their words, the default, and the ruling that explains it.

    With `says_we`, what is said of its values follows “We”; with `of_bonuses` it matters only with yaku, and
    only where the table chose the options `when`. What `in_sums` is said with the sums of a pad, as a clause.
    """

    id: str
    title: str
    listed: tuple[OptionValue, ...] = keyed("values")
    default: Choice = keyed()
    ruling: str = keyed()
    provenance: Provenance = keyed()
    says_we: bool = False
    of_bonuses: bool = False
    is_in_sums: bool = keyed("in_sums", default=False)
    default_in: DefaultIn | None = None
    when: dict[str, Choice] = dataclasses.field(default_factory=dict)

    @property
    def values(self) -> tuple[tuple[Choice, str], ...]:
        """Each value with its words."""
        return tuple((each.value, each.words) for each in self.listed)

    def get_value(self, value: Choice) -> OptionValue:
        """The record of a value that the option has."""
        return next(each for each in self.listed if each.value == value)

    def get_default(self, rounds: int | None) -> Choice:
        """What stands for a choice that is left unsaid in a game of so many rounds."""
        other = self.default_in
        return other.value if other is not None and other.rounds == rounds else self.default

    def find_faults(self) -> list[str]:
        """A default that is none of the values."""
        known = [value for value, _ in self.values]
        return [] if self.default in known else [f"the default {self.default!r} is none of its values."]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named choice of yaku: `title` is one word for it (“Learner”), `words` say what it is."""

    id: str
    words: str
    yaku: tuple[str, ...]
    provenance: Provenance
    title: str = ""


# Games of Kwa-Dō froze their wild card without words.
KWADO_GAJI = (
    "The lightning card may take any one card on the field, played from the hand or turned up. "
    "Lying on the field it can be taken by another willow card only. The willow left over at the end goes to "
    "whoever used it."
)


@dataclass(frozen=True, slots=True)
class GajiRule:
    """The wild card, and the suit that it belongs to; `words` explain it on a sheet."""

    wild: Card = keyed("card")
    suit: Suit = keyed()
    ruling: str = keyed()
    provenance: Provenance = keyed()
    words: str = KWADO_GAJI

    @property
    def card(self) -> CardSet:
        """The wild card, as a set."""
        return CardSet.of([self.wild])

    @property
    def suit_cards(self) -> CardSet:
        """The four cards of the wild card's own suit."""
        return get_suit_cards(self.suit)


@dataclass(frozen=True, slots=True)
class WildCard:
    """A wild card on which no score depends; `words` explain it on a sheet."""

    card: Card
    words: str
    ruling: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a round that no card says, from 0 to `most`: one for all, or one for each side.

    A document has it under its id, and formulas are given it. It is asked for by the options `when`, and only
    of sides whose figure `where` is not 0. Where it `asks`, somebody must answer, else what is left unsaid
    is 0. One that `is_side` names a side, for which it is 1. One that `is_chaff` is counted chaff
    beside the pile's. A word of a list is 1: “lacks/brights” is the word “brights” in the list “lacks”.
    """

    id: str
    words: str
    most: Annotated[int, Bounds(1, 99)] = 1
    when: dict[str, Choice] = dataclasses.field(default_factory=dict)
    asks: str = ""
    where: str = ""
    is_per_side: bool = keyed("per_side", default=False)
    is_side: bool = keyed("side", default=False)
    is_chaff: bool = keyed("chaff", default=False)

    @property
    def key(self) -> str:
        """The key of a document under which it stands."""
        return self.id.partition("/")[0]

    @property
    def word(self) -> str:
        """Its word in the list under that key; empty where it is a number."""
        return self.id.partition("/")[2]

    @property
    def hint(self) -> Any:
        """The type of its value."""
        number: Any = Annotated
        return number[int, Bounds(0, self.most, "" if self.is_per_side else f"The number of {self.words} is")]

    def list_paths(self, sides: int) -> list[str]:
        """Its fields in a form: that for all, or those of the sides by their places."""
        name = self.key if self.word else self.id
        return [f"{name}/{place}" for place in range(sides)] if self.is_per_side else [name]


@dataclass(frozen=True, slots=True)
class Extra:
    """Points for one side that no card of the deck has, in a game of so many `sides`.

    Whoever deals gets them or, where it `asks`, the side that the answer names; a document has the answer
    under the extra's id. They count only by the options `when`. `cards` is how many cards the deck then has
    more: a joker is one.
    """

    id: str
    words: str
    points: int
    sides: int
    when: dict[str, Choice]
    ruling: str
    provenance: Provenance
    asks: str | None = None
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Length:
    """How many rounds a game has where the table agrees on no target: the default, and those to offer.

    `targets` are the targets to offer; without any, `has_target` says that the rules allow one.
    """

    rounds: RoundCount
    offered: tuple[RoundCount, ...]
    ruling: str
    provenance: Provenance
    targets: tuple[int, ...] = ()
    has_target: bool = False


@dataclass(frozen=True, slots=True)
class Award:
    """Points that no yaku brings; those of the value of an `option` come first."""

    id: str
    words: str
    points: int
    ruling: str
    provenance: Provenance
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round may end, by its word in a document, and what a form says of it.

    It names a `winner`, the side that was dealt a `hand`, or nobody. Where it `has_cards`, the winner stopped
    with what is in its pile. The words are a sentence behind the
    name of a winner; else that is `said`. The first ending of a race is the stop.
    """

    id: str
    words: str
    by: Literal["winner", "hand", "nobody"]
    has_cards: bool = False
    said: str = ""


_ENDINGS = (
    Ending("shobu", "stopped", "winner", has_cards=True),
    Ending("exhausted", "Nobody: hands ran out", "nobody", said="Nobody stopped."),
    Ending("dealt", "Nobody: dealt hand", "hand"),
)


@dataclass(frozen=True, slots=True)
class Race:
    """How a race is scored: `hands` are dealt hands that end it, `dealer` what the dealer has without a yaku.

    `counts` says whose yaku are found, `call` what a side calls that plays on (`RuleSet.call`). A document
    that begins later says under the keys of `carries` which figures the round before its first had.

    `exhausted` says who scores when the hands ran out, by yaku, `both_dealt` who does when both were dealt a
    hand that ends the round. The cards of `chaff` are counted; each other card is given to its side.

    The rest is for sheets. `first_dealer` says who deals first, `short` what the game is, `offers` when a
    side may stop or call, `says` what each is (“Stop: …”), `asked` when one that called may stop, and
    `run_out` what else holds when the hands ran out: “unless …”. `tried` are examples: the points of a side
    that stops, its calls and those of the others. Rounds may be named by `months`.
    """

    chaff: CardSet
    exhausted: Literal["nobody", "most-yaku"]
    both_dealt: BothDealt
    first_dealer: str
    ruling: str
    provenance: Provenance
    hands: tuple[Award, ...] = keyed("hand", default=())
    dealer: Award | None = None
    counts: Literal["all", "winner"] = "all"
    call: str = ""
    carries: dict[str, str] = dataclasses.field(default_factory=dict)
    endings: tuple[Ending, ...] = keyed("ending", default=_ENDINGS)
    asked: str = ""
    run_out: str = ""
    # Here and below, the words of a race that was kept before rule sets had them.
    short: str = (
        "Two players race for sets of cards, yaku. Lay a card to one of its month and take both. Whoever"
        " makes a yaku may stop, and score it, or go on for more and risk it: koi-koi. Cards in themselves"
        " count nothing."
    )
    offers: str = "When your turn has brought you a new yaku, say which:"
    says: tuple[str, ...] = (
        "Shōbu, “game”: you stop. The round ends, your yaku score, and the other side scores nothing.",
        "Koi-koi, “come on”: you play on for more. If the other side then stops first, yours score nothing.",
    )
    tried: tuple[tuple[int, ...], ...] = ((5, 0, 0), (6, 1, 0), (5, 0, 2), (7, 0, 0), (7, 0, 1))
    has_months: bool = keyed("months", default=True)


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
    def picked(self) -> CardSet:
        """The cards that are given to their sides one by one; the others have no points or are counted."""
        if self.race is not None:
            return self.cards - self.race.chaff
        return self.point_cards - (self.numbered.cards if self.numbered else CardSet())

    @cached_property
    def picked_groups(self) -> tuple[ValueGroup, ...]:
        """The value groups of these cards."""
        return tuple(group for group in self.values if group.cards & self.picked)

    @cached_property
    def _named(self) -> list[CardSet]:
        """Each set of cards that some rule names: a month, a value, a part of a yaku or of an amendment."""
        named = [*map(get_suit_cards, SUITS), *(group.cards for group in self.values)]
        named += [self.gaji.card] if self.gaji else []
        for yaku in self.yaku:
            named += [yaku.all_of, yaku.required_pool, yaku.twice, yaku.unless]
            named += [yaku.extra.of] if yaku.extra else []
        for each in self.amendments:
            named += [each.further, each.without, each.twice, each.unless]
        return named

    def are_alike(self, cards: CardSet) -> bool:
        """Whether it never matters which of these cards one is: no rule names one without the others."""
        return not any(named & cards and not cards <= named for named in self._named)

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

    def find_deal_of_fewer(self, players: int) -> Deal | None:
        """The deal where one of so many sits out; None where nobody may."""
        fewer = (deal for deal in self.deals if deal.players == players - 1 and self.may_sit_out)
        return next(fewer, None)

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

    @cached_property
    def qualifying(self) -> tuple[Option, ...]:
        """The options that say what a yaku or the hands of a round need to count."""
        amending = {key for amendment in self.amendments for key in amendment.when}
        return tuple(
            option
            for option in self.options
            if option.id in amending
            or any(one.brings or one.is_declaring or one.award is not None for one in option.listed)
        )

    @property
    def own_yaku(self) -> dict[str, Any]:
        """What the table's own rules say of each yaku that they add, change or leave out, by its id."""
        return self.own.get("yaku", {}) if self.own else {}

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

    def find_faults(self) -> list[str | CompanionError]:
        """What shows only when the whole is read: names that lead nowhere, cards in two value groups."""
        faults: list[str | CompanionError] = [*find_unknown([self.month_order], MONTH_ORDERS, "month order")]
        held = [card for group in self.values for card in group.cards]
        faults += [f"{card.id} has two values." for card in DECK if held.count(card) > 1]
        faults += [
            f"{yaku.name} asks for {', '.join(left.ids)}: not in its deck."
            for yaku in self.yaku
            if (left := yaku.required_pool - self.cards)
        ]
        named = [preset.yaku for preset in self.presets] + [yaku.replaces for yaku in self.yaku]
        named += [amendment.yaku for amendment in self.amendments]
        # A table may leave out a yaku whose cards its settlement counts.
        figures = () if self.own else chain(*(method.settlement.figures for method in self.methods))
        named += [(*([figure.pool] if figure.pool else []), *figure.worth) for figure in figures]
        faults += find_unknown(dict.fromkeys(chain(*named)), self._yaku_by_id, "yaku")
        if self.presets and self.default_preset not in {preset.id for preset in self.presets}:
            faults.append(f"the default preset “{self.default_preset}” is none of its presets.")
        if not self.methods or not self.sides:
            faults.append("it needs a method, and must say how many play.")
        dealt = {deal.players for deal in self.deals}
        for players, counts in self.sides.items():
            if not 2 <= players <= PLAYER_LIMIT or (
                self.has_cards and min(players, self.most_playing) not in dealt
            ):
                faults.append(f"nothing can be dealt to {players} players.")
            if not counts or any(not 2 <= count <= players or players % count for count in counts):
                faults.append(f"{players} players do not form {' or '.join(map(str, counts)) or 'no'} sides.")
        for deal in self.deals:
            if deal.hand < 1 or deal.field < 0 or (self.has_cards and self.count_draw_pile(deal) < 0):
                faults.append(f"{deal.players} players cannot be dealt so many cards.")
            if deal.players not in self.sides:
                faults.append(f"nothing says how {deal.players} players form sides.")
        offered = {(option.id, value) for option in self.options for value, _ in option.values}
        faults += [
            f"the number “{number.id}” is asked for by “{option}”, which has no such value."
            for number in self.recorded
            for option, value in number.when.items()
            if (option, value) not in offered
        ]
        faults += [
            NotUnderstood("a round has something else of this name.", ("number", number.id))
            for number in self.recorded
            if number.id in ROUND_KEYS
        ]
        of_cards = (self.deals, self.yaku, self.gaji, self.extras, self.race, self.recorded)
        if not self.has_cards and any(of_cards):
            faults.append(
                "without values of cards it has points only: no deal, yaku, Gaji, extra, number or race."
            )
        return faults


def needs_took(brings: str | None) -> bool:
    """Whether what the Gaji brings depends on the card that it took."""
    return brings in ("taken", "mate", "all")


def group_by_game(rule_sets: Iterable[RuleSet]) -> dict[str, list[RuleSet]]:
    """The forms of each game, by its name, in the order in which they come."""
    return group((rule_set.game, rule_set) for rule_set in rule_sets)


def say_range(numbers: Collection[int]) -> str:
    """From the lowest to the highest: “2 to 6”, or “2” where there is one."""
    lowest, highest = min(numbers), max(numbers)
    return str(lowest) if lowest == highest else f"{lowest} to {highest}"
