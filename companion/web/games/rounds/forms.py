"""The form of a round. Its fields, what they ask and the document that they make are of `rules.form`."""

import secrets
from collections.abc import Set
from itertools import chain
from typing import Any

from companion.cards import MONTH_ORDERS, Card, CardSet, DeckStyle, get_month, get_suit_cards
from companion.errors import CompanionError
from companion.rules import Entry, Options, RoundBreakdown, RoundContext, RuleSet, score_round
from companion.rules.form.fields import CARD, WAYS, write_fields
from companion.rules.form.questions import Question, is_answered, list_questions
from companion.rules.form.score import score_written
from companion.rules.form.written import WrittenRound
from companion.rules.scoring.breakdown import CarriedFigures
from companion.store import Game, Round
from companion.web.forms import Form

# How the cards lie on a page: as in a pile, or by month.
ORDERS = ("kind", "month")
# What an address may fill in of a new round, by the first part of the path.
FILLED = {"captured", "way", "winner", "points", "minus", "yaku", "calls", "further", "dealer"}


class RoundForm(Form):
    """Round `number` of a game, or the `kept` one that is corrected.

    `dealer` is the seat that deals or dealt it, as long as nobody says otherwise, `before` what the round
    before has left. `asks` is the round as it is written, `questions` what it asks.
    """

    def __init__(
        self,
        game: Game,
        *,
        number: int,
        dealer: int | None = None,
        kept: Round | None = None,
        before: CarriedFigures = (),
    ) -> None:
        options = kept.options if kept else game.options
        month = kept.stored_entry.get("month") if kept else None
        self.context = RoundContext(
            month or number, None if dealer is None else dealer % len(game.side_names), before
        )
        super().__init__(
            {"order": ORDERS[0], "key": secrets.token_urlsafe(16), "version": kept.version if kept else ""}
        )
        if not self.is_submitted():
            self.fields_typed.update(self._show(game, options, kept.entry if kept else None))
            if kept and kept.stored_entry.get("dealer") is not None and dealer is not None:
                self.fields_typed["dealer"] = str(dealer)
        show = self.get("show")
        if show in ("by-kind", "by-month"):
            self.fields_typed["order"] = show.removeprefix("by-")
        if show in WAYS:
            self.fields_typed["way"] = show
            # A photo shows with this owner what another had: what is chosen there comes last.
            for card, owners in list(self.fields_typed.lists()):
                if card.startswith(CARD):
                    self.fields_typed[card] = owners[-1]
        self.questions: list[Question] = []
        self.asks = WrittenRound(
            game.rule_set,
            options,
            game.side_names,
            dict(self.fields_typed.lists()),
            context=self.context,
            players=game.players,
            dealer=dealer,
            month=month,
        )

    def _show(self, game: Game, options: Options, entry: Entry | None) -> dict[str, list[str]]:
        """What the fields hold for a round that was entered; for a new one, the way to enter it."""
        if entry is None:
            return {"way": ["counts" if game.rule_set.counting.numbered else WAYS[0]]}
        return write_fields(entry, score_round(game.rule_set, options, entry, self.context))

    @property
    def to_confirm(self) -> list[Question]:
        """The questions to which the only answer is yes."""
        return [question for question in self.questions if question.answers == ("yes",)]

    @property
    def order(self) -> str:
        """How the cards are laid out."""
        return self.get("order") if self.get("order") in ORDERS else ORDERS[0]

    def read(self) -> tuple[Entry, RoundBreakdown] | None:
        """The round as entered and as it scores; None, with a fault at each field that has one and questions
        to confirm.
        """
        self.questions = list_questions(self.asks)
        for question in self.questions:
            if not is_answered(self.asks, question):
                self.fail(question.path, question.words)
        try:
            found = score_written(self.asks)
        except CompanionError as error:
            open_paths = set(self.faults)
            for fault in error.faults:
                path = self.find_field("/".join(map(str, fault.where))) or self.find_part(*fault.where[:1])
                if path not in open_paths:
                    self.fail(path, fault.message)
            return None
        return None if self.faults else found

    def list_names(self) -> Set[str]:
        """The fields that a fault may stand at: those that were sent, and numbers that were left open."""
        paths = [number.list_paths(len(self.asks.sides)) for number in self.asks.numbers]
        return self.fields_typed.keys() | chain(*paths)

    def find_part(self, key: str | int = "") -> str:
        """The part of the page for a fault at no field: that of its first key or, without one, of the way."""
        return str(key) or {"cards": "captured"}.get(self.asks.way, self.asks.way)


def place(rule_set: RuleSet, deck: DeckStyle, card: Card) -> dict[str, Any]:
    """The card with its month in this deck, and the points that it has in this rule set."""
    return {"card": card, "month": get_month(card.suit, deck), "points": rule_set.counting.get_points(card)}


def get_card_rows(
    rule_set: RuleSet, picked: CardSet, deck: DeckStyle, order: str
) -> list[tuple[str, list[dict[str, Any]]]]:
    """The cards that are picked, under their headings, months in the order of the deck."""
    if order == "month":
        return [
            (
                f"{month}. {suit.english}",
                [place(rule_set, deck, card) for card in get_suit_cards(suit) & picked],
            )
            for month, suit in enumerate(MONTH_ORDERS[deck], 1)
            if get_suit_cards(suit) & rule_set.cards
        ]
    return [
        (
            f"{group.plural.capitalize()}, {group.points} each"
            if group.points
            else group.plural.capitalize(),
            [
                place(rule_set, deck, card)
                for card in sorted(
                    group.cards & picked, key=lambda card: (get_month(card.suit, deck), card.index)
                )
            ],
        )
        for group in rule_set.values
        if group.cards & picked
    ]
