"""The fields that rounds of every shape have: yaku, the Gaji, and what must be confirmed."""

from collections.abc import Mapping

from companion.cards import Suit
from companion.rules import Options, RoundContext, RuleSet, Yaku, get_scorer
from companion.store import Game
from companion.web.filters import isolate
from companion.web.forms import PageForm

NOBODY = "nobody"

# What fields hold, by their names.
Shown = dict[str, str | list[str]]


class RoundFields(PageForm):
    """The fields of a round of a game, read by the modules of the shapes.

    `usual_dealer` is the seat that dealt, as long as nobody says otherwise. `side_of` has the sides by what a
    field says of them. `yaku` are those in play, `declared_yaku` those of them that must be declared, and
    `asked_extras` the extra points whose owner must be asked for. `has_gaji` says whether the
    lightning card is wild. `questions` must be confirmed: the value of each tick, and its words.
    """

    def __init__(
        self,
        game: Game,
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
        self.questions: list[tuple[str, str]] = []
        self.side_of = {str(number): side for number, side in enumerate(self.sides)}
        scorer = get_scorer(self.rule_set, options)
        self.yaku = [self.rule_set.get_yaku(yaku_id) for yaku_id in options.yaku]
        self.declared_yaku = [yaku for yaku in self.yaku if yaku.id in scorer.declared_ids]
        self.extras = [extra for extra in scorer.extras if extra.sides == len(self.sides)]
        self.asked_extras = [extra for extra in self.extras if extra.asks]
        self.has_gaji = self.rule_set.gaji is not None and options.brings is not None
        super().__init__(shown)

    # --- What is asked in this game -----------------------------------------------------------

    @property
    def month_suits(self) -> list[Suit]:
        """The suits whose four cards make a yaku in play that cards without points complete."""
        if self.rule_set.race is not None:
            month = self.rule_set.months[self.context.month - 1]
            return [month] if any(yaku.is_of_month for yaku in self.yaku) else []
        return [
            next(iter(yaku.all_of)).suit
            for yaku in self.yaku
            if yaku.all_of - self.rule_set.picked and len({card.suit for card in yaku.all_of}) == 1
        ]

    @property
    def rainable(self) -> list[Yaku]:
        """The yaku in play that may be rained out, which is asked."""
        return [yaku for yaku in get_scorer(self.rule_set, self.options).finder.yaku if yaku.rained_out]

    @property
    def needs_dealer(self) -> bool:
        """Whether a score depends on who dealt."""
        return self.rule_set.needs_dealer and (
            self.rule_set.race is not None or any(not extra.asks for extra in self.extras)
        )

    # --- Reading ------------------------------------------------------------------------------

    def read_gaji(self, *, is_needed: bool = False) -> dict[str, dict[str, str | None]]:
        """Who used the Gaji, and what it took, as a part of a document; nothing where nobody did.

        `is_needed` says that cards are left which it may bring in, so that an answer is needed.
        """
        if not self.has_gaji:
            return {}
        by, took = self.get("gaji-by"), self.get("gaji-took")
        if by not in ("", NOBODY):
            return {"gaji": {"by": self.side_of.get(by, by), "took": took or None}}
        if not by and is_needed:
            self.fail("gaji-by", "Cards are left over: did anybody use the Gaji as a wild card?")
        elif by and took:
            self.fail("gaji-took", "The Gaji took a card, but nobody is said to have used it.")
        return {}

    def read_extras(self) -> dict[str, str]:
        """Who dealt, where that matters, and who has the extra points, as a part of a document."""
        found = {}
        if self.needs_dealer:
            usual = "" if self.usual_dealer is None else str(self.usual_dealer)
            seat = self.get("dealer") or usual
            if seat not in map(str, range(len(self.players))):
                self.fail("dealer", "Who dealt this round? Please choose.")
            elif self.rule_set.race is None or seat != usual:
                # Who deals a round of a race follows from those before, as long as nobody says otherwise.
                found["dealer"] = self.players[int(seat)]
        for extra in self.asked_extras:
            answer = self.get(f"extra-{extra.id}")
            if answer in self.side_of:
                found[extra.id] = self.side_of[answer]
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
        self.questions.append((value, words))
        if not self.has("sure", value):
            self.fail(f"sure-{value}", words)
