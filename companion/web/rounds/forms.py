"""The form of a round: by cards, by counts or by points, and the document that it becomes.

Nothing that is left empty is taken for zero: cards that were given to nobody, a side that has nothing, four
of a month, the Gaji are asked about where they can matter, and the answer is a field of the same form. Each
shape has a module in `shapes`.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from companion.cards import MONTH_ORDERS, Card, DeckStyle, get_month, get_suit_cards
from companion.errors import CompanionError
from companion.rules import (
    ClaimedEntry,
    Entry,
    Options,
    RaceEntry,
    RoundBreakdown,
    RoundContext,
    RuleSet,
    ScoredEntry,
    and_list,
    check_entry,
    find_unclaimed,
    parse_entry,
    score_round,
)
from companion.store import Game
from companion.web.rounds.shapes.captured import read_captured, show_captured
from companion.web.rounds.shapes.claimed import (
    list_numbers,
    name_field,
    read_claimed,
    read_scored,
    show_claimed,
    show_scored,
)
from companion.web.rounds.shapes.race import read_race, show_race
from companion.web.rounds.shapes.reading import NOBODY, RoundFields, Shown


class Shape(NamedTuple):
    """How a shape is read from its fields and shown in them."""

    read: Callable[[RoundFields], dict[str, Any]]
    show: Callable[[Any, RuleSet], Shown]


# By the way in which a table enters it.
SHAPES = {
    "cards": Shape(read_captured, show_captured),
    "counts": Shape(read_claimed, show_claimed),
    "points": Shape(read_claimed, show_claimed),
}
WAYS = tuple(SHAPES)
# A race is one shape, whichever way it is entered.
RACE = Shape(read_race, show_race)
SCORED = Shape(read_scored, show_scored)
# How the cards lie on a page: as in a pile, or by month.
ORDERS = ("kind", "month")


class RoundForm(RoundFields):
    """Round `number` of a game; `entry` is what it holds already, `version` the state of it that was seen.

    `dealer` is the seat that deals or dealt it, as long as nobody says otherwise.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        entry: Entry | None = None,
        version: str = "",
        *,
        number: int,
        dealer: int | None = None,
    ) -> None:
        dealing = dealer % len(game.side_names) if dealer is not None else None
        month = entry.month if isinstance(entry, RaceEntry) else None
        context = RoundContext(month or number, dealing)
        first = "counts" if game.rule_set.numbered else WAYS[0]
        shown = show_entry(entry, game.rule_set, options, context) if entry else {"way": first}
        shown |= {"order": ORDERS[0], "key": secrets.token_urlsafe(16), "version": version}
        super().__init__(game, options, shown, context, dealer)
        self.said: dict[str, Any] = {} if month is None else {"month": month}
        if dealer is not None and entry is not None and entry.dealer is not None:
            self.said["dealer"] = self.players[dealer]
        show = self.get("show")
        if show in ("by-kind", "by-month"):
            self.fields_typed["order"] = show.removeprefix("by-")
        if show in WAYS:
            self.fields_typed["way"] = show
            # A photo shows with this owner what another had: what is chosen there comes last.
            for card, owners in list(self.fields_typed.lists()):
                if card.startswith("card-"):
                    self.fields_typed[card] = owners[-1]

    @property
    def order(self) -> str:
        """How the cards are laid out."""
        return self.get("order") if self.get("order") in ORDERS else ORDERS[0]

    def read(self) -> tuple[Entry, RoundBreakdown] | None:
        """The round as entered and as it scores; None, with a fault at each field that has one and questions
        to confirm.
        """
        way = self.get("way") if self.get("way") in SHAPES else WAYS[0]
        usual = SHAPES[way] if self.rule_set.has_cards else SCORED
        shape = RACE if self.rule_set.race is not None else usual
        document = self.said | shape.read(self) | self.read_extras()
        if self.faults:
            return None
        try:
            entry = parse_entry(document, self.rule_set, self.sides, players=self.players)
            check_entry(self.rule_set, self.options, entry, self.context)
        except CompanionError as error:
            self.fail_all(error, find_fields(self), way)
            return None
        scored = score_round(self.rule_set, self.options, entry, self.context)
        left = self.rule_set.deck_points - sum(side.card_points for side in scored.sides)
        if shape in (SHAPES["counts"], SHAPES["points"]) and left > 0:
            self.ask(
                "left",
                f"{left} of the {self.rule_set.deck_points} card points are nobody's: is that right?",
                way,
            )
        if isinstance(entry, ClaimedEntry):
            for yaku in find_unclaimed(self.rule_set, self.yaku, entry):
                names = and_list([card.english for card in yaku.all_of])
                words = f"{yaku.name}: somebody has {names}, but nobody ticked it. Save without it?"
                self.ask(f"holder-{yaku.id}", words, way)
        if self.faults:
            return None
        if not self.declared_yaku:
            return entry, scored
        entry = replace(entry, declared=self.list_declared(scored))
        return entry, score_round(self.rule_set, self.options, entry, self.context)

    def list_declared(self, scored: RoundBreakdown) -> tuple[tuple[str, ...], ...]:
        """The declared yaku of each side: all that it completed, but for those that were struck out."""
        struck = set(self.get_all("undeclared"))
        made = [
            {score.yaku.id for score in (*side.yaku, *side.undeclared) if score.yaku.is_declared} - struck
            for side in scored.sides
        ]
        return tuple(tuple(yaku.id for yaku in self.rule_set.yaku if yaku.id in found) for found in made)


def find_fields(form: RoundFields) -> dict[str, str]:
    """The field of each path of keys in the document, of whatever shape."""
    way, keys, numbered = form.get("way"), list_numbers(form), form.rule_set.numbered
    chaff = f"count-%d-{numbered.id}" if numbered else "chaff-%d"
    rained = next((yaku.rained_out for yaku in form.rainable), "")
    fields = {"outcome": "stopped", "winner": "stopped", "calls": "calls-0", "dealt": "dealt-0"}
    fields |= {"captured": "cards", "chaff": chaff % 0, "rained_out": f"rained-{rained}"}
    fields |= {"gaji": "gaji-by", "gaji/took": "gaji-took"}
    fields |= {f"all_four/{suit.id}": f"all-four-{suit.id}" for suit in form.month_suits}
    fields |= {way: name_field(keys[0], 0)} if keys else {}
    for place, side in enumerate(form.sides):
        fields |= {f"{key}/{side}": f"{key}-{place}" for key in ("calls", "dealt", "points")}
        fields |= {f"chaff/{side}": chaff % place, f"ticked/{side}": f"yaku-{place}"}
        fields |= {f"{way}/{side}/{key}": name_field(key, place) for key in keys}
        fields[f"{way}/{side}/yaku"] = f"yaku-{place}"
    return fields


def show_entry(entry: Entry, rule_set: RuleSet, options: Options, context: RoundContext) -> Shown:
    """What the fields hold for a round that was entered."""
    way = find_way(entry)
    if isinstance(entry, RaceEntry):
        return show_race(entry, rule_set) | {"way": way}
    if isinstance(entry, ScoredEntry):
        return show_scored(entry, rule_set)
    shown: Shown = {"way": way, "gaji-by": NOBODY}
    if entry.gaji is not None:
        shown["gaji-by"] = str(entry.gaji.by)
        shown["gaji-took"] = entry.gaji.took.id if entry.gaji.took else ""
    if entry.declared is not None:
        # Of a yaku that a correction completes nobody has said yet that it was not announced.
        scored = score_round(rule_set, options, entry, context)
        shown["undeclared"] = [score.yaku.id for side in scored.sides for score in side.undeclared]
    extras = dict(entry.extras)
    for extra in rule_set.extras:
        shown[f"extra-{extra.id}"] = str(extras[extra.id]) if extra.id in extras else NOBODY
    return shown | SHAPES[way].show(entry, rule_set)


def find_way(entry: Entry) -> str:
    """How a round was entered."""
    if isinstance(entry, RaceEntry):
        by_hand = {"points": entry.points, "counts": entry.ticked}
        return next((way for way, sides in by_hand.items() if any(one is not None for one in sides)), "cards")
    return entry.way if isinstance(entry, ClaimedEntry) else WAYS[0]


def place(rule_set: RuleSet, deck: DeckStyle, card: Card) -> dict[str, Any]:
    """The card with its month in this deck, and the points that it has in this rule set."""
    return {"card": card, "month": get_month(card.suit, deck), "points": rule_set.get_points(card)}


def get_card_rows(rule_set: RuleSet, deck: DeckStyle, order: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """The cards under their headings, months in the order of the deck."""
    if order == "month":
        return [
            (
                f"{month}. {suit.english}",
                [place(rule_set, deck, card) for card in get_suit_cards(suit) & rule_set.picked],
            )
            for month, suit in enumerate(MONTH_ORDERS[deck], 1)
        ]
    return [
        (
            f"{group.id.capitalize()}, {group.points} each" if group.points else group.id.capitalize(),
            [
                place(rule_set, deck, card)
                for card in sorted(group.cards, key=lambda card: (get_month(card.suit, deck), card.index))
            ],
        )
        for group in rule_set.picked_groups
    ]
