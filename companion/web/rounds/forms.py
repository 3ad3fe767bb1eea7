"""The form of a round: by cards, by counts or by points, and the document that it becomes.

Nothing that is left empty is taken for zero: cards that were given to nobody, a side that has nothing, four
of a month, the Gaji are asked about where they can matter, and the answer is a field of the same form.
"""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from companion.cards import CHAFF, DECK, POINT_CARDS, Card, CardSet, Suit, get_suit_cards
from companion.errors import CompanionError
from companion.rules import (
    CapturedEntry,
    CountsEntry,
    Entry,
    Options,
    PointsEntry,
    RuleSet,
    Yaku,
    check_entry,
    parse_entry,
    score_round,
)
from companion.store import KeptGame
from companion.web.filters import and_list, isolate, plural
from companion.web.forms import PageForm
from companion.web.rounds.card_rows import ORDERS

POINT_CARD_IDS = frozenset(POINT_CARDS.ids)
WAYS = ("cards", "counts", "points")
TABLE = "table"
NOBODY = "nobody"
COUNTED = ("brights", "animals", "ribbons")


class Question(NamedTuple):
    """Something that must be confirmed: the value of its tick, and its words."""

    value: str
    words: str


class RoundForm(PageForm):
    """A round of a game; `entry` is what it holds already, `version` the state of it that was seen."""

    def __init__(
        self, game: KeptGame, options: Options, entry: Entry | None = None, version: str = ""
    ) -> None:
        self.rule_set: RuleSet = game.rule_set
        self.options = options
        self.sides = game.side_names
        shown = show_entry(entry, self.rule_set) if entry else {"way": WAYS[0]}
        super().__init__(shown | {"order": ORDERS[0], "key": secrets.token_urlsafe(16), "version": version})
        self.questions: list[Question] = []
        show = self.get("show")
        if show in ("by-kind", "by-month"):
            self.fields_typed["order"] = show.removeprefix("by-")
        if show in WAYS:
            self.fields_typed["way"] = show

    # --- What is asked in this game -----------------------------------------------------------

    @property
    def order(self) -> str:
        """How the cards are laid out."""
        return self.get("order") if self.get("order") in ORDERS else ORDERS[0]

    @property
    def way(self) -> str:
        """How the round is entered."""
        return self.get("way") if self.get("way") in WAYS else WAYS[0]

    @property
    def yaku(self) -> list[Yaku]:
        """The yaku in play."""
        return [self.rule_set.get_yaku(yaku_id) for yaku_id in self.options.yaku]

    @property
    def has_gaji(self) -> bool:
        """Whether the lightning card is wild in this game."""
        return self.rule_set.gaji is not None and self.options.choice("gaji") not in (None, "off")

    @property
    def month_suits(self) -> list[Suit]:
        """The suits of which all four cards make a yaku in play that only chaff completes."""
        return [
            next(iter(yaku.all_of)).suit
            for yaku in self.yaku
            if yaku.all_of & CHAFF and len({card.suit for card in yaku.all_of}) == 1
        ]

    @property
    def declared_yaku(self) -> list[Yaku]:
        """The yaku in play that must be declared."""
        return [yaku for yaku in self.yaku if yaku.is_declared] if self.options.choice("declare") else []

    # --- Reading ------------------------------------------------------------------------------

    def read(self) -> Entry | None:
        """The round as entered; None, with a fault at each field that has one and questions to confirm."""
        reader = {"cards": self.read_cards, "counts": self.read_counts, "points": self.read_points}
        if self.get("way") not in WAYS:
            self.fail("way", "By cards, by counts or by points? Please choose.")
        document = reader[self.way]()
        if self.faults:
            return None
        try:
            entry = self.parse(document)
            if self.declared_yaku:
                entry = self.parse(document | {"declared": self.read_declared(entry)})
        except CompanionError as error:
            self.fail_all(error, self.get_fields(), self.way)
            return None
        return entry

    def parse(self, document: dict[str, Any]) -> Entry:
        """The entry that a document holds, checked against the options of the game."""
        entry = parse_entry(document, self.rule_set, self.sides)
        check_entry(entry, self.options)
        return entry

    def read_cards(self) -> dict[str, Any]:
        """The document of the card fields."""
        piles, unplaced = self.read_piles()
        document: dict[str, Any] = {}
        if len(unplaced) == len(POINT_CARDS):
            self.fail("cards", "No card was given to anybody yet.")
            return document
        if unplaced:
            self.ask(
                "unplaced",
                f"{plural(len(unplaced), 'card was', 'cards were')} given to nobody: "
                f"{and_list([card.english for card in unplaced])}. Left on the table?",
                "cards",
            )
        self.ask_empty_sides([not pile for pile in piles])
        all_four = self.read_all_four(piles)
        # Empty says that it was asked: then nothing on the pages wonders about it any more.
        document["all_four"] = all_four
        gaji = self.read_gaji(is_needed=sum(map(len, piles)) < len(POINT_CARDS))
        if gaji:
            document["gaji"] = gaji
            if self.rule_set.gaji:
                user = self.sides.index(gaji["by"])
                piles[user] |= self.rule_set.gaji.card
        document["captured"] = {side: list(pile.ids) for side, pile in zip(self.sides, piles, strict=True)}
        return document

    def read_piles(self) -> tuple[list[CardSet], CardSet]:
        """The pile of each side, and the cards that were given to nobody; the rest goes to its side."""
        owners = {str(number): number for number in range(len(self.sides))}
        piles: list[list[Card]] = [[] for _ in self.sides]
        unplaced: list[Card] = []
        for card in POINT_CARDS:
            given = self.get_all(f"card-{card.id}")
            if len(set(given)) > 1:
                self.fail("cards", f"{card.english} was given to two; a card has one owner.")
            elif not given:
                unplaced.append(card)
            elif given[0] in owners:
                piles[owners[given[0]]].append(card)
            elif given[0] != TABLE:
                self.fail("cards", f"{card.english}: “{given[0][:40]}” is no side of this game.")
        for name in self.fields_typed:
            if name.startswith("card-") and name[5:] not in POINT_CARD_IDS:
                self.fail("cards", f"There is no card “{name[5:45]}” with points.")
        rest = self.get("rest-to")
        if rest in owners:
            piles[owners[rest]] += unplaced
            unplaced = []
        elif rest == TABLE:
            unplaced = []
        elif rest:
            self.fail("rest-to", "The rest goes to one of the sides, or stays on the table.")
        return [CardSet.of(pile) for pile in piles], CardSet.of(unplaced)

    def read_all_four(self, piles: list[CardSet]) -> dict[str, str]:
        """Who has all four of which suit, asked where one side holds all cards with points of it."""
        found = {}
        gaji_by = self.get("gaji-by")
        for suit in self.month_suits:
            field = f"all-four-{suit.id}"
            answer = self.get(field)
            with_points = get_suit_cards(suit) & POINT_CARDS
            holder = next((n for n, pile in enumerate(piles) if with_points <= pile), None)
            wild = self.rule_set.gaji
            if self.has_gaji and wild and wild.suit == suit and gaji_by not in ("", NOBODY):
                # The lightning lies with whoever used it, so that nothing is left to be asked.
                if answer == "yes" and holder is not None and str(holder) != gaji_by:
                    self.fail(field, f"All four of {suit.english}: the lightning is with whoever used it.")
            elif answer == "yes" and holder is None:
                names = and_list([card.english for card in with_points])
                self.fail(field, f"All four of {suit.english}: no side has {names}.")
            elif answer == "yes" and holder is not None:
                found[suit.id] = self.sides[holder]
            elif holder is not None and answer != "no":
                names = and_list([card.english for card in with_points])
                self.fail(field, f"{isolate(self.sides[holder])} has {names}: all four of {suit.english}?")
        return found

    def read_gaji(self, *, is_needed: bool) -> dict[str, str]:
        """Who used the Gaji, and what it took; asked where cards are left that it may bring in."""
        if not self.has_gaji:
            return {}
        by = self.get("gaji-by")
        if by in map(str, range(len(self.sides))):
            took = self.get("gaji-took")
            return {"by": self.sides[int(by)], **({"took": took} if took else {})}
        if by not in ("", NOBODY):
            self.fail("gaji-by", "The Gaji was used by one of the sides, or by nobody.")
        elif by == "" and is_needed:
            self.fail("gaji-by", "Cards are left over: did anybody use the Gaji as a wild card?")
        elif by == NOBODY and self.get("gaji-took"):
            self.fail("gaji-took", "The Gaji took a card, but nobody is said to have used it.")
        return {}

    def read_counts(self) -> dict[str, Any]:
        """The document of the count fields."""
        counts: dict[str, Any] = {}
        for number, side in enumerate(self.sides):
            row: dict[str, Any] = {"yaku": self.get_all(f"yaku-{number}")}
            for kind in COUNTED:
                field = f"count-{number}-{kind}"
                row[kind] = self.read_number(field, f"{isolate(side)}, {kind}")
                if row[kind] is None and field not in self.faults:
                    self.fail(
                        field, f"{isolate(side)}: the {kind} are not entered; 0 is none, nothing is not."
                    )
            counts[side] = row
        return {"counts": counts, **self.add_gaji()}

    def read_points(self) -> dict[str, Any]:
        """The document of the point fields."""
        points: dict[str, Any] = {}
        for number, side in enumerate(self.sides):
            field = f"points-{number}"
            value = self.read_number(field, f"{isolate(side)}, card points")
            if value is None and field not in self.faults:
                self.fail(
                    field, f"{isolate(side)}: the card points are not entered; 0 is none, nothing is not."
                )
            points[side] = {"card_points": value, "yaku": self.get_all(f"yaku-{number}")}
        return {"points": points, **self.add_gaji()}

    def add_gaji(self) -> dict[str, Any]:
        """The use of the Gaji as a part of a document, where it was entered."""
        gaji = self.read_gaji(is_needed=False)
        return {"gaji": gaji} if gaji else {}

    def read_declared(self, entry: Entry) -> dict[str, list[str]]:
        """The declared yaku of each side: all that it completed, but for those that were struck out."""
        struck = set(self.get_all("undeclared"))
        scored = score_round(self.rule_set, self.options, entry)
        return {
            side.side: [
                score.yaku.id
                for score in (*side.yaku, *side.undeclared)
                if score.yaku.is_declared and score.yaku.id not in struck
            ]
            for side in scored.sides
        }

    # --- Asking -------------------------------------------------------------------------------

    def ask_empty_sides(self, empty: list[bool]) -> None:
        """Asks about each side that has nothing."""
        for number, side in enumerate(self.sides):
            if empty[number]:
                self.ask(
                    f"nothing-{number}", f"{isolate(side)} has no card with points: is that right?", "cards"
                )

    def ask(self, value: str, words: str, field: str) -> None:
        """Asks for a tick; notes a fault as long as it is not there."""
        self.questions.append(Question(value, words))
        if not self.has("sure", value):
            self.fail(f"sure-{value}", words)

    def get_fields(self) -> dict[str, str]:
        """The field of each path of keys in a document."""
        fields = {"captured": "cards", "gaji": "gaji-by", "gaji/by": "gaji-by", "gaji/took": "gaji-took"}
        fields |= {"points": "points-0", "counts": "count-0-brights"}
        fields |= {f"counts/{kind}": f"count-0-{kind}" for kind in COUNTED}
        fields |= {f"all_four/{suit.id}": f"all-four-{suit.id}" for suit in self.month_suits}
        for number, side in enumerate(self.sides):
            fields |= {f"points/{side}/card_points": f"points-{number}"}
            fields |= {f"{way}/{side}/yaku": f"yaku-{number}" for way in ("points", "counts")}
            fields |= {f"counts/{side}/{kind}": f"count-{number}-{kind}" for kind in COUNTED}
        return fields


def show_entry(entry: Entry, rule_set: RuleSet) -> dict[str, str | list[str]]:
    """What the fields hold for a round that was entered."""
    shown: dict[str, str | list[str]] = {"gaji-by": NOBODY}
    if entry.gaji is not None:
        shown["gaji-by"] = str(entry.gaji.by)
        shown["gaji-took"] = entry.gaji.took.id if entry.gaji.took else ""
    if entry.declared is not None:
        declared = {yaku for row in entry.declared for yaku in row}
        shown["undeclared"] = [
            yaku.id for yaku in rule_set.yaku if yaku.is_declared and yaku.id not in declared
        ]
    if isinstance(entry, CapturedEntry):
        shown |= {"way": "cards", **show_piles(entry)}
    elif isinstance(entry, CountsEntry):
        shown["way"] = "counts"
        for number, counts in enumerate(entry.counts):
            shown |= {f"count-{number}-{kind}": str(count) for kind, count in counts.items()}
    elif isinstance(entry, PointsEntry):
        shown["way"] = "points"
        shown |= {f"points-{number}": str(points) for number, points in enumerate(entry.card_points)}
    if not isinstance(entry, CapturedEntry):
        shown |= {f"yaku-{number}": list(yaku) for number, yaku in enumerate(entry.yaku)}
    return shown


def show_piles(entry: CapturedEntry) -> dict[str, str]:
    """The card fields of a round that was entered by cards, and whether four of a month lie together."""
    owner_of = {card: str(number) for number, pile in enumerate(entry.piles) for card in pile}
    shown = {f"card-{card.id}": owner_of.get(card, TABLE) for card in POINT_CARDS}
    for suit in {card.suit for card in DECK}:
        is_one_pile = any(get_suit_cards(suit) <= pile for pile in entry.piles)
        shown[f"all-four-{suit.id}"] = "yes" if is_one_pile else "no"
    return shown
