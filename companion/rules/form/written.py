"""A round as the fields of a form say it, whole or not yet: what is asked of it depends on what they hold.

Sources: scoring-io.md (the paths of fields).
"""

from collections.abc import Sequence
from itertools import chain

from companion.cards import CardSet, Suit, get_suit_cards
from companion.rules.entries.claimed import POINTS
from companion.rules.form.fields import CARD, NOBODY, TABLE, WAYS, Fields, name_end
from companion.rules.records.options import Options
from companion.rules.records.race import Ending
from companion.rules.records.rule_set import RuleSet
from companion.rules.records.yaku import Yaku
from companion.rules.scoring.breakdown import RoundContext
from companion.rules.scoring.round import FIRST_ROUND
from companion.rules.scoring.scorer import get_scorer


class WrittenRound:
    """A round of a game that is being entered: its `fields`, and what is asked of such a round.

    `dealer` is the seat that deals or dealt it, unless somebody says otherwise; `month` that of a kept race.
    `yaku` are those in play, `declared_yaku` those of them that must be declared, `asked_extras` the extra
    points whose owner must be asked for, `numbers` those of the rule set; `has_gaji` says whether the
    lightning card is wild. `places` are those of the sides, `playing` those of the sides that do not sit out.
    """

    def __init__(
        self,
        rule_set: RuleSet,
        options: Options,
        sides: Sequence[str],
        fields: Fields,
        *,
        context: RoundContext = FIRST_ROUND,
        players: Sequence[str] = (),
        dealer: int | None = None,
        month: int | None = None,
    ) -> None:
        self.rule_set = rule_set
        self.options = options
        self.sides = tuple(sides)
        self.fields = fields
        self.context = context
        self.players = tuple(players)
        self.dealer = dealer
        self.month = month
        self.places = tuple(map(str, range(len(self.sides))))
        self.playing = [place for place in self.places if place not in fields.get("sits_out", ())]
        scorer = get_scorer(rule_set, options)
        self.picked = scorer.picked
        self.yaku = [rule_set.get_yaku(yaku_id) for yaku_id in options.yaku]
        self.declared_yaku = [yaku for yaku in self.yaku if yaku.id in scorer.declared_ids]
        self.asked_extras = [
            extra
            for extra in scorer.extras
            if extra.asks and extra.sides == len(self.sides) == len(self.playing)
        ]
        must_sit_out = len(self.sides) > rule_set.most_playing
        self.numbers = [
            number
            for number in rule_set.list_numbers(options.choices)
            if must_sit_out or not number.is_sitting_out
        ]
        self.rainable = [yaku for yaku in scorer.finder.yaku if yaku.rained_out]
        self.has_gaji = rule_set.gaji is not None and options.brings is not None
        self.needs_dealer = rule_set.needs_dealer and (
            (rule_set.race is not None and (must_sit_out or not rule_set.sells))
            or any(not extra.asks for extra in scorer.extras if extra.sides == len(self.sides))
        )

    def get(self, path: str) -> str:
        """What a field holds; empty where it holds nothing or is not there."""
        return next(iter(self.fields.get(path, ())), "")

    @property
    def way(self) -> str:
        """By cards, counts or points."""
        if not self.rule_set.has_cards:
            return "points"
        return self.get("way") if self.get("way") in WAYS else WAYS[0]

    @property
    def month_suits(self) -> list[Suit]:
        """The suits whose four cards make a yaku in play that cards without points complete."""
        if self.rule_set.race is not None:
            month = self.rule_set.months[self.context.month - 1]
            return [month] if any(yaku.is_of_month for yaku in self.yaku) else []
        return [
            next(iter(yaku.all_of)).suit
            for yaku in self.yaku
            if yaku.all_of - self.picked and len({card.suit for card in yaku.all_of}) == 1
        ]

    @property
    def seat(self) -> str:
        """The seat that deals, as said or as usual."""
        return self.get("dealer") or ("" if self.dealer is None else str(self.dealer))

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(map(str, range(len(self.players))))

    def get_side(self, path: str) -> str | None:
        """The side that a field names, whether or not it plays; None where it names none."""
        return None if self.get(path) in ("", NOBODY) else self.get(path)

    def by_side(self, path: str, places: Sequence[str] = ()) -> dict[str, str]:
        """What the field of each side holds, where it holds something. {} in the path is its place."""
        taken = {place: self.get(path.format(place)).strip() for place in places or self.places}
        return {place: text for place, text in taken.items() if text}

    def list_captured(self) -> dict[str, list[str]]:
        """The card ids by owner, with the rest for whoever has it. What cannot be, the reader refuses."""
        captured: dict[str, list[str]] = {place: [] for place in self.places}
        given = [
            (path.removeprefix(CARD), owner)
            for path, owners in self.fields.items()
            if path.startswith(CARD)
            for owner in owners
        ]
        given += [(card.id, self.get("rest")) for card in self.unplaced]
        if self.has_gaji and self.rule_set.gaji and self.get_side("gaji/by"):
            given += [(card.id, self.get("gaji/by")) for card in self.rule_set.gaji.card]
        # A table may name the Gaji beside saying who used it.
        for card_id, owner in dict.fromkeys(given):
            if owner not in ("", TABLE):
                captured.setdefault(owner, []).append(card_id)
        return captured

    @property
    def unplaced(self) -> CardSet:
        """The cards that were given to nobody and not left on the table."""
        return CardSet.of(card for card in self.picked if not self.get(CARD + card.id))

    @property
    def counted_keys(self) -> list[str]:
        """What a side tells in a round by points or counts: its card points, or the cards of each value."""
        if self.way == "points":
            return [POINTS]
        return [group.id for group in self.rule_set.counting.point_groups]

    def list_piles(self) -> list[CardSet]:
        """The piles of the sides in their order, as far as they are cards that are picked and asked for."""
        captured = self.list_captured()
        asked = self.places if self.rule_set.race is None else self.list_asked()
        return [
            CardSet.of(card for card in self.picked if place in asked and card.id in captured[place])
            for place in self.places
        ]

    @property
    def ends(self) -> dict[str, tuple[Ending, str]]:
        """What the field `winner` may hold: how a race ended, and the place of who won, if anybody."""
        found: dict[str, tuple[Ending, str]] = {}
        for ending in self.rule_set.race.endings if self.rule_set.race else ():
            if ending.by == "winner":
                found |= {name_end(ending, place): (ending, place) for place in self.playing}
            else:
                found[name_end(ending, "")] = (ending, "")
        return found

    @property
    def ends_of_nobody(self) -> dict[str, Ending]:
        """Those that name no winner."""
        return {value: ending for value, (ending, _) in self.ends.items() if ending.by != "winner"}

    @property
    def ending(self) -> tuple[Ending | None, str]:
        """How the race ended, as said; nothing and nobody as long as nobody said so."""
        return self.ends.get(self.get("winner"), (None, ""))

    def list_asked(self) -> tuple[str, ...]:
        """The sides of a race whose yaku may score."""
        race, (ending, winner) = self.rule_set.race, self.ending
        if ending is not None and ending.by == "nobody":
            return self.places if race and race.exhausted == "most-yaku" else ()
        return (winner,) if ending is not None and ending.has_cards else ()

    def is_of_gaji(self, suit: Suit, holder: int | None) -> bool:
        """Whether the Gaji was used and is of this suit, or took a card of it that the holder so cannot have.

        The lightning and what it took lie with whoever used it, so that nothing is left to ask.
        """
        by, wild = self.get_side("gaji/by"), self.rule_set.gaji if self.has_gaji else None
        if wild is None or by is None:
            return False
        is_taken = self.get("gaji/took") in get_suit_cards(suit).ids
        return wild.suit == suit or (is_taken and holder is not None and str(holder) != by)

    def list_whole(self) -> list[tuple[Suit, int]]:
        """The suits that are asked about, where one side holds every card that is picked, with that side."""
        piles, gaji, by = self.list_piles(), self.rule_set.gaji, self.get_side("gaji/by")
        took = next((card for card in self.rule_set.cards if card.id == self.get("gaji/took")), None)
        if gaji and took and by in self.places and (brings := self.options.brings):
            # What the Gaji brings lies with whoever used it.
            uncaptured = self.picked - CardSet.of(chain.from_iterable(piles))
            piles[int(by)] |= gaji.list_brought(brings, took, uncaptured)
        rows = [(suit, get_suit_cards(suit) & self.picked) for suit in self.month_suits]
        return [(suit, holder) for suit, cards in rows for holder, pile in enumerate(piles) if cards <= pile]

    def list_rained(self) -> list[Yaku]:
        """The yaku that may be rained out, where a side has their cards."""
        piles = self.list_piles()
        return [yaku for yaku in self.rainable if any(yaku.all_of <= pile for pile in piles)]
