"""The fields that rounds of every shape have: yaku, the Gaji, and what must be confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.cards import Suit
from companion.rules import Extra, Options, RoundContext, RuleSet, Yaku, get_scorer
from companion.store import KeptGame
from companion.web.filters import isolate
from companion.web.forms import PageForm
from companion.web.standings import say_usual_dealer

NOBODY = "nobody"

# What fields hold, by their names.
Shown = dict[str, str | list[str]]


class Question(NamedTuple):
    """Something that must be confirmed: the value of its tick, and its words."""

    value: str
    words: str


class RoundFields(PageForm):
    """The fields of a round of a game, read by the modules of the shapes.

    `usual_dealer` is the seat that dealt, as long as nobody says otherwise.
    """

    def __init__(
        self,
        game: KeptGame,
        options: Options,
        shown: Mapping[str, str | list[str]],
        context: RoundContext,
        usual_dealer: int | None,
    ) -> None:
        self.context = context
        self.usual_dealer = usual_dealer
        self.rule_set: RuleSet = game.rule_set
        self.options = options
        self.sides = game.side_names
        self.players = game.players
        self.questions: list[Question] = []
        super().__init__(shown)

    # --- What is asked in this game -----------------------------------------------------------

    @property
    def yaku(self) -> list[Yaku]:
        """The yaku in play."""
        return [self.rule_set.get_yaku(yaku_id) for yaku_id in self.options.yaku]

    @property
    def has_gaji(self) -> bool:
        """Whether the lightning card is wild in this game."""
        return self.rule_set.gaji is not None and self.options.brings is not None

    @property
    def month_suits(self) -> list[Suit]:
        """The suits of which all four cards make a yaku in play that cards without points complete."""
        if self.rule_set.race is not None:
            month = self.rule_set.months[self.context.month - 1]
            return [month] if any(yaku.is_of_month for yaku in self.yaku) else []
        return [
            next(iter(yaku.all_of)).suit
            for yaku in self.yaku
            if yaku.all_of - self.rule_set.point_cards and len({card.suit for card in yaku.all_of}) == 1
        ]

    @property
    def rainable(self) -> list[Yaku]:
        """The yaku in play of which it is asked whether they were rained out."""
        return [yaku for yaku in get_scorer(self.rule_set, self.options).finder.yaku if yaku.rained_out]

    @property
    def rained_out(self) -> list[str]:
        """The words of those yaku."""
        return [yaku.rained_out for yaku in self.rainable if yaku.rained_out]

    @property
    def declared_yaku(self) -> list[Yaku]:
        """The yaku in play that must be declared."""
        declared_ids = get_scorer(self.rule_set, self.options).declared_ids
        return [yaku for yaku in self.yaku if yaku.id in declared_ids]

    @property
    def extras(self) -> list[Extra]:
        """The extra points that are in play at this table."""
        return get_scorer(self.rule_set, self.options).list_extras(len(self.sides))

    @property
    def asked_extras(self) -> list[Extra]:
        """Those of which it must be asked who has them."""
        return [extra for extra in self.extras if extra.asks]

    @property
    def needs_dealer(self) -> bool:
        """Whether a score depends on who dealt."""
        return self.rule_set.needs_dealer and (
            self.rule_set.race is not None or any(not extra.asks for extra in self.extras)
        )

    @property
    def usual_dealer_words(self) -> str:
        """The choice of the usual dealer, in words."""
        return "" if self.usual_dealer is None else say_usual_dealer(self.players[self.usual_dealer])

    # --- Reading ------------------------------------------------------------------------------

    def read_gaji(self, *, is_needed: bool = False) -> dict[str, dict[str, str]]:
        """Who used the Gaji, and what it took, as a part of a document; nothing where nobody did.

        `is_needed` says that cards are left which it may bring in, so that an answer is needed.
        """
        if not self.has_gaji:
            return {}
        by = self.get("gaji-by")
        if by in map(str, range(len(self.sides))):
            took = self.get("gaji-took")
            return {"gaji": {"by": self.sides[int(by)], **({"took": took} if took else {})}}
        if by not in ("", NOBODY):
            self.fail("gaji-by", "The Gaji was used by one of the sides, or by nobody.")
        elif by == "" and is_needed:
            self.fail("gaji-by", "Cards are left over: did anybody use the Gaji as a wild card?")
        elif by == NOBODY and self.get("gaji-took"):
            self.fail("gaji-took", "The Gaji took a card, but nobody is said to have used it.")
        return {}

    def read_extras(self) -> dict[str, str]:
        """Who dealt, where that matters, and who has the extra points, as a part of a document."""
        found = {}
        if self.needs_dealer:
            usual = "" if self.usual_dealer is None else str(self.usual_dealer)
            seat = self.get("dealer") or usual
            if self.rule_set.race is not None and seat == usual:
                # Who deals follows from the rounds before, as long as nobody says otherwise.
                pass
            elif seat in map(str, range(len(self.players))):
                found["dealer"] = self.players[int(seat)]
            else:
                self.fail("dealer", "Who dealt this round? Please choose.")
        for extra in self.asked_extras:
            answer = self.get(f"extra-{extra.id}")
            if answer in map(str, range(len(self.sides))):
                found[extra.id] = self.sides[int(answer)]
            elif answer != NOBODY and extra.asks:
                self.fail(f"extra-{extra.id}", extra.asks)
        return found

    def read_amount(self, field: str, number: int, what: str) -> int | None:
        """How many of something a side has; None, with a fault, where that is not entered."""
        side = isolate(self.sides[number])
        amount = self.read_number(field, f"{side}, {what}")
        if amount is None and field not in self.faults:
            self.fail(field, f"{side}: how many {what}? Enter 0 for none.")
        return amount

    def ask(self, value: str, words: str, field: str) -> None:
        """Asks for a tick; notes a fault as long as it is not there."""
        self.questions.append(Question(value, words))
        if not self.has("sure", value):
            self.fail(f"sure-{value}", words)
