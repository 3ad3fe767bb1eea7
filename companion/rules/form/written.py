"""A round as a form writes it: what it asks, what is still open in it, and the document that it makes.

The fields are called by their paths in the document, with places for sides and seats: `captured/pine-crane`
is "0" where the first side has the crane and "table" where nobody has, `counts/1/animals` is the number of
animals of the second side, `yaku/0` has the yaku that the first side ticked. A number is text, as typed.
Nothing that is left empty is taken for zero: it is asked about where it can matter, and the answer is a field
of the same form. The phone asks the same (static/js/entry/look.js, race/look.js).

    >>> from companion.rules.records.options import parse_options
    >>> from companion.rules.records.files import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> fields = {"way": ["points"], "points/0": ["125"], "points/1": [""]}
    >>> written = WrittenRound(rules, parse_options(rules, {}), ("Ann", "Ben"), fields)
    >>> [(question.path, question.words) for question in written.list_open()]
    [('points/1', 'Ben: how many card points? Enter 0 for none.')]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.cards import SUITS, CardSet, Suit, get_suit_cards
from companion.errors import CompanionError, raise_all
from companion.rules.entries.captured import CapturedEntry
from companion.rules.entries.claimed import (
    POINTS,
    POINTS_LIMIT,
    ClaimedEntry,
    Counts,
    find_unclaimed,
    sum_counts,
)
from companion.rules.entries.entry import Entry, parse_entry
from companion.rules.entries.race import RaceEntry
from companion.rules.entries.reading import place_sides
from companion.rules.records.options import Options
from companion.rules.records.rule_set import Ending, Number, RuleSet
from companion.rules.records.yaku import Yaku
from companion.rules.scoring.breakdown import RoundBreakdown, RoundContext
from companion.rules.scoring.round import FIRST_ROUND, check_entry, score_round
from companion.rules.scoring.scorer import get_scorer
from companion.rules.text.names import and_list, isolate
from companion.rules.text.numbers import (
    read_exact,
    read_number,
    read_whole_number,
    say_typed_fault,
)
from companion.rules.text.reader import leave_out_none

# What the fields hold, by their paths.
Fields = Mapping[str, Sequence[str]]
WAYS = ("cards", "counts", "points")
TABLE = "table"
NOBODY = "nobody"
DEALT = "dealt"
YES, NO = "yes", "no"
# What the path of a card begins with.
CARD = "captured/"


class Question(NamedTuple):
    """What must be said before the round can be saved, at the field that says it; any number where there are
    no answers to choose from.
    """

    path: str
    words: str
    answers: tuple[str, ...] = ()


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
        self.yaku = [rule_set.get_yaku(yaku_id) for yaku_id in options.yaku]
        self.declared_yaku = [yaku for yaku in self.yaku if yaku.id in scorer.declared_ids]
        self.asked_extras = [
            extra
            for extra in scorer.extras
            if extra.asks and extra.sides == len(self.sides) == len(self.playing)
        ]
        self.numbers = rule_set.list_numbers(options.choices)
        self.rainable = [yaku for yaku in scorer.finder.yaku if yaku.rained_out]
        self.has_gaji = rule_set.gaji is not None and options.brings is not None
        self.needs_dealer = rule_set.needs_dealer and (
            rule_set.race is not None
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
            if yaku.all_of - self.rule_set.picked and len({card.suit for card in yaku.all_of}) == 1
        ]

    # --- The document -------------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """The document of the fields, with places for sides and numbers as typed."""
        document: dict[str, Any] = {
            "month": self.month,
            "sits_out": self.fields.get("sits_out") or None,
            "note": " ".join(self.get("note").split()) or None,
            **{key: self._write_told(*each) for key, each in self.rule_set.number_keys.items()},
            **self._write_shape(),
            **{extra.id: self._get_side(extra.id) for extra in self.asked_extras},
        }
        # Who deals a round of a race follows from those before, as long as nobody says otherwise.
        seat = self.get("dealer") if self.rule_set.race is not None else self._seat
        if self.needs_dealer and seat:
            document["dealer"] = self.players[int(seat)] if seat in self._seats else seat
        if self.has_gaji:
            document["gaji"] = {"by": self._get_side("gaji/by"), "took": self.get("gaji/took") or None}
        if self.declared_yaku:
            struck = self.fields.get("undeclared", ())
            announced = [yaku.id for yaku in self.declared_yaku if yaku.id not in struck]
            document["declared"] = dict.fromkeys(self.places, announced)
        return leave_out_none(document)

    def _write_told(self, number: Number, *_: Number) -> object:
        """What was told of the numbers under a key: a side, the words of a list, or numbers."""
        if number.is_side:
            return self._get_side(number.id)
        paths = number.list_paths(len(self.sides))
        if not number.word:
            said: Any = {path: self.get(path).strip() for path in paths}
        else:
            said = {path: list(self.fields.get(path, ())) for path in paths}
        if not number.is_per_side:
            return said[number.key] or None
        return {path.rpartition("/")[2]: each for path, each in said.items() if each} or None

    def _write_shape(self) -> dict[str, Any]:
        if self.rule_set.race is not None:
            return self._write_race()
        if not self.rule_set.has_cards:
            return {"points": self._write_points()}
        if self.way == "cards":
            numbered = self.rule_set.numbered
            return {
                "captured": self._list_captured(),
                # Empty says that it was asked: then nothing on the pages wonders about it any more.
                "all_four": self._list_all_four(),
                "chaff": self._by_side(f"counts/{{}}/{numbered.id}") if numbered else None,
            }
        keys = [POINTS] if self.way == "points" else [group.id for group in self.rule_set.counted]
        return {
            self.way: {
                place: {
                    key: self.get(name_number(place, key)) or ("" if place in self.playing else "0")
                    for key in keys
                }
                | {"yaku": self.fields.get(f"yaku/{place}", ())}
                for place in self.places
            }
        }

    def _write_points(self) -> dict[str, str]:
        """The points of each side; those of the last, where the others are there and all add up to 0."""
        points = {
            place: typed for place, typed in self._by_side("points/{}").items() if place in self.playing
        }
        below = [place for place in points if YES in self.fields.get(f"minus/{place}", ())]
        # A minus that was typed is not put before it again.
        points |= {place: f"\u2212{points[place]}" for place in below if (read_exact(points[place]) or 0) > 0}
        open_places = [place for place in self.playing if place not in points]
        numbers = [number for number in map(read_number, points.values()) if number is not None]
        is_last = len(open_places) == 1 and len(numbers) == len(points)
        return points | ({open_places[0]: str(-sum(numbers))} if self.options.is_zero_sum and is_last else {})

    def _write_race(self) -> dict[str, Any]:
        ending, winner = self.ending
        if ending is not None and ending.by == "hand":
            return {"outcome": ending.id, "dealt": self._by_side("dealt/{}")}
        # Where nobody said how it ended, the reader asks who stopped.
        outcome = ending.id if ending else next(each.id for each, _ in self.ends.values() if each.has_cards)
        document: dict[str, Any] = {
            "outcome": outcome,
            "winner": winner or self._get_side("winner"),
            "calls": self._by_side("calls/{}"),
        }
        asked = self._list_asked()
        if asked and self.way == "counts":
            document["ticked"] = {
                place: {
                    yaku: self.get(f"further/{place}/{yaku}") or 0
                    for yaku in self.fields.get(f"yaku/{place}", ())
                }
                for place in asked
            }
        elif asked and self.way == "points":
            document["points"] = self._by_side("points/{}", asked)
        elif asked:
            listed, captured = self._list_listed(), self._list_captured()
            rained = [yaku.rained_out for yaku in self._list_rained()]
            document |= {
                "captured": {place: captured.get(place, []) for place in listed},
                "chaff": self._by_side("chaff/{}", listed),
                "all_four": self._list_all_four(),
                "rained_out": [word for word in rained if self.get(f"rained_out/{word}") == YES],
            }
        return document

    @property
    def _seat(self) -> str:
        """The seat that deals, as said or as usual."""
        return self.get("dealer") or ("" if self.dealer is None else str(self.dealer))

    @property
    def _seats(self) -> tuple[str, ...]:
        return tuple(map(str, range(len(self.players))))

    def _get_side(self, path: str) -> str | None:
        """The side that a field names, whether or not it plays; None where it names none."""
        return None if self.get(path) in ("", NOBODY) else self.get(path)

    def _by_side(self, path: str, places: Sequence[str] = ()) -> dict[str, str]:
        """What the field of each side holds, where it holds something. {} in the path is its place."""
        taken = {place: self.get(path.format(place)).strip() for place in places or self.places}
        return {place: text for place, text in taken.items() if text}

    def _list_captured(self) -> dict[str, list[str]]:
        """The card ids by owner, with the rest for whoever has it. What cannot be, the reader refuses."""
        captured: dict[str, list[str]] = {place: [] for place in self.places}
        given = [
            (path.removeprefix(CARD), owner)
            for path, owners in self.fields.items()
            if path.startswith(CARD)
            for owner in owners
        ]
        given += [(card.id, self.get("rest")) for card in self.unplaced]
        if self.has_gaji and self.rule_set.gaji and self._get_side("gaji/by"):
            given += [(card.id, self.get("gaji/by")) for card in self.rule_set.gaji.card]
        for card_id, owner in given:
            if owner not in ("", TABLE):
                captured.setdefault(owner, []).append(card_id)
        return captured

    @property
    def unplaced(self) -> CardSet:
        """The cards that were given to nobody and not left on the table."""
        return CardSet.of(card for card in self.rule_set.picked if not self.get(CARD + card.id))

    def list_piles(self) -> list[CardSet]:
        """The piles of the sides in their order, as far as they are cards that are picked and asked for."""
        captured = self._list_captured()
        asked = self.places if self.rule_set.race is None else self._list_asked()
        return [
            CardSet.of(card for card in self.rule_set.picked if place in asked and card.id in captured[place])
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

    def _list_asked(self) -> tuple[str, ...]:
        """The sides of a race whose yaku may score."""
        race, (ending, winner) = self.rule_set.race, self.ending
        if ending is not None and ending.by == "nobody":
            return self.places if race and race.exhausted == "most-yaku" else ()
        return (winner,) if ending is not None and ending.has_cards else ()

    def _list_listed(self) -> tuple[str, ...]:
        """The sides of a race whose cards are listed: those that are asked, and losers who have some."""
        race, asked, captured = self.rule_set.race, self._list_asked(), self._list_captured()
        if race is None or race.counts != "winner" or not asked:
            return asked
        others = [place for place in self.playing if captured.get(place) or self.get(f"chaff/{place}")]
        return tuple(dict.fromkeys([*asked, *others]))

    def _list_all_four(self) -> dict[str, str]:
        """Who has all four of a suit: whoever holds all cards of it that are picked, where it said yes."""
        return {
            suit.id: self.places[holder]
            for suit, holder in self._list_whole()
            if self.get(f"all_four/{suit.id}") == YES and not self._is_of_gaji(suit, holder)
        }

    def _is_of_gaji(self, suit: Suit, holder: int | None) -> bool:
        """Whether the Gaji was used and is of this suit, or took a card of it that the holder so cannot have.

        The lightning and what it took lie with whoever used it, so that nothing is left to ask.
        """
        by, wild = self._get_side("gaji/by"), self.rule_set.gaji if self.has_gaji else None
        if wild is None or by is None:
            return False
        is_taken = self.get("gaji/took") in get_suit_cards(suit).ids
        return wild.suit == suit or (is_taken and holder is not None and str(holder) != by)

    def _list_whole(self) -> list[tuple[Suit, int]]:
        """The suits that are asked about, where one side holds every card that is picked, with that side."""
        piles = self.list_piles()
        rows = [(suit, get_suit_cards(suit) & self.rule_set.picked) for suit in self.month_suits]
        return [(suit, holder) for suit, cards in rows for holder, pile in enumerate(piles) if cards <= pile]

    def _list_rained(self) -> list[Yaku]:
        """The yaku that may be rained out, where a side has their cards."""
        piles = self.list_piles()
        return [yaku for yaku in self.rainable if any(yaku.all_of <= pile for pile in piles)]

    # --- What is open -------------------------------------------------------------------------

    def list_open(self) -> list[Question]:
        """The questions that nobody has answered yet."""
        return [question for question in self.list_questions() if not self.is_answered(question)]

    def is_answered(self, question: Question) -> bool:
        said = self.get(question.path).strip()
        return said in question.answers if question.answers else said != ""

    def list_questions(self) -> list[Question]:
        """What is asked of the round as far as it is written, answered or not."""
        if self.rule_set.race is not None:
            asked = self._ask_of_race()
        elif not self.rule_set.has_cards:
            asked = self._ask_points(self._write_points())
        else:
            asked = self._ask_of_cards() if self.way == "cards" else self._ask_of_counted()
        return [*asked, *self._ask_of_all()]

    def _ask_of_cards(self) -> Iterator[Question]:
        unplaced, piles = CardSet() if self.get("rest") else self.unplaced, self.list_piles()
        if unplaced == self.rule_set.picked:
            yield Question("captured", "No card was given to anybody yet.")
            return
        if unplaced:
            names = and_list([card.english for card in unplaced])
            were = "1 card was" if len(unplaced) == 1 else f"{len(unplaced)} cards were"
            yield _ask_whether("unplaced", f"{were} given to nobody: {names}. Left on the table?")
        # As long as cards are still to be given, nobody has nothing, and none is left over for the Gaji.
        if not unplaced or self.get("sure/unplaced") == YES:
            for place, pile in zip(self.places, piles, strict=True):
                if not pile and place in self.playing:
                    words = f"{self._say(place)} has no card with points: is that right?"
                    yield _ask_whether(f"nothing/{place}", words)
            if self.has_gaji and sum(map(len, piles)) < len(self.rule_set.picked):
                words = "Cards are left over: did anybody use the Gaji as a wild card?"
                yield Question("gaji/by", words, (*self.places, NOBODY))
        if (group := self.rule_set.numbered) is not None:
            for place in self.playing:
                yield self._ask_number(name_number(place, group.id), place, group.id)
        yield from self._ask_all_four()

    def _ask_of_counted(self) -> Iterator[Question]:
        keys = [POINTS] if self.way == "points" else [group.id for group in self.rule_set.counted]
        for place in self.playing:
            for key in keys:
                yield self._ask_number(name_number(place, key), place, key)
        numbers = [self._read_numbers(place, keys) for place in self.playing]
        claimed = {yaku for place in self.places for yaku in self.fields.get(f"yaku/{place}", ())}
        for yaku in find_unclaimed(self.rule_set, self.yaku, numbers, claimed):
            names = and_list([card.english for card in yaku.all_of])
            words = f"{yaku.name}: somebody has {names}, but nobody ticked it. Save without it?"
            yield _ask_whether(f"holder/{yaku.id}", words)
        left = self.rule_set.deck_points - sum(sum_counts(self.rule_set, each) for each in numbers)
        if left > 0 and all(len(each) == len(keys) for each in numbers):
            words = f"{left} of the {self.rule_set.deck_points} card points are nobody's: is that right?"
            yield _ask_whether("left", words)

    def _ask_of_race(self) -> Iterator[Question]:
        if self.get("winner") == DEALT:
            if not self._by_side("dealt/{}"):
                yield Question("dealt/0", "Who was dealt which hand? Please choose.")
            return
        words = "Who stopped? Choose a side, or how the round ended without."
        yield Question("winner", words, tuple(self.ends))
        asked, piles = self._list_asked(), self.list_piles()
        if self.way == "cards":
            for place in asked:
                if not piles[int(place)] and not self.get(f"chaff/{place}"):
                    yield Question("captured", f"No card of {self._say(place)} is entered yet.")
            yield from self._ask_all_four()
            for yaku in self._list_rained():
                words = f"{yaku.short_name}: was it rained out?"
                yield Question(f"rained_out/{yaku.rained_out}", words, (YES, NO))
        elif self.way == "points":
            for place in asked:
                yield self._ask_number(f"points/{place}", place, "points of the yaku")

    def _ask_points(self, points: Mapping[str, str]) -> Iterator[Question]:
        """The points that are missing, or what is wrong with them as typed, which the phone says as well."""
        for place in self.playing:
            typed = points.get(place, "")
            fault = say_typed_fault(self._say(place), typed, POINTS_LIMIT, has_tenths=self.options.has_tenths)
            if not typed:
                yield self._ask_number(f"points/{place}", place, "points")
            elif fault:
                yield Question(f"points/{place}", fault, ("0",))

    def _ask_all_four(self) -> Iterator[Question]:
        """All four of a suit? Asked where one side holds the cards of it that are picked."""
        whole = dict(self._list_whole())
        for suit in self.month_suits:
            path, head = f"all_four/{suit.id}", f"All four of {suit.english}"
            holder = whole.get(suit)
            names = and_list([card.english for card in get_suit_cards(suit) & self.rule_set.picked])
            if self._is_of_gaji(suit, holder):
                if holder is not None and str(holder) != self.get("gaji/by") and self.get(path) == YES:
                    words = f"{head}: whoever used the Gaji has a card of it."
                    yield Question(path, words, (NO,))
            elif holder is not None:
                words = f"{self._say(str(holder))} has {names}: all four of {suit.english}?"
                yield Question(path, words, (YES, NO))
            elif self.get(path) == YES:
                yield Question(path, f"{head}: no side has {names}.", (NO,))

    def _ask_number(self, path: str, place: str, what: str) -> Question:
        return Question(path, f"{self._say(place)}: how many {what.replace('_', ' ')}? Enter 0 for none.")

    def _ask_of_all(self) -> Iterator[Question]:
        """The numbers of the rule set, who dealt, where that matters, and who has the extra points."""
        for number in self.numbers:
            for place, path in enumerate(number.list_paths(len(self.sides))):
                head = f"{self._say(str(place))}: " if number.is_per_side else ""
                if number.asks and not number.where and (not head or str(place) in self.playing):
                    yield Question(path, head + number.asks)
        if self.needs_dealer and self.dealer is None:
            yield Question("dealer", "Who dealt this round? Please choose.", self._seats)
        for extra in self.asked_extras:
            yield Question(extra.id, str(extra.asks), (*self.places, NOBODY))

    def _say(self, place: str) -> str:
        return isolate(self.sides[int(place)])

    def _read_numbers(self, place: str, keys: Sequence[str]) -> Counts:
        """The numbers of a side, as far as they are numbers."""
        read = {key: read_whole_number(self.get(name_number(place, key))) for key in keys}
        return {key: number for key, number in read.items() if number is not None}

    # --- The round ----------------------------------------------------------------------------

    def score(self) -> tuple[Entry, RoundBreakdown]:
        """The round as entered and as it scores; raises every fault at once, at the path of its field."""
        entry = parse_entry(self.document(), self.rule_set, self.sides, players=self.players, is_typed=True)
        dealing = int(self._seat) % len(self.sides) if self.needs_dealer and self._seat else None
        context = self.context._replace(dealer=dealing)
        scored = score_round(self.rule_set, self.options, entry, context)
        try:
            check_entry(entry, scored)
        except CompanionError as error:
            raise_all(
                [
                    type(each)(each.message, place_sides(each.where, self.sides, self.rule_set))
                    for each in error.faults
                ]
            )
        if not self.declared_yaku or entry.declared is None:
            return entry, scored
        # What was announced is kept of the yaku that were made.
        made = [{score.yaku.id for score in side.yaku} for side in scored.sides]
        declared = [
            tuple(yaku_id for yaku_id in each if yaku_id in found)
            for each, found in zip(entry.declared, made, strict=True)
        ]
        return replace(entry, declared=tuple(declared)), scored


def _ask_whether(name: str, words: str) -> Question:
    """A question that has one answer: that it is right."""
    return Question(f"sure/{name}", words, (YES,))


def write_fields(entry: Entry, rule_set: RuleSet, undeclared: Sequence[str] = ()) -> dict[str, list[str]]:
    """The fields of a round that was entered; `undeclared` are the yaku that were not announced."""
    shown = {"way": find_way(entry), "gaji/by": NOBODY, "note": entry.note}
    if entry.gaji is not None:
        shown |= {"gaji/by": str(entry.gaji.by), "gaji/took": entry.gaji.took.id if entry.gaji.took else ""}
    ticked: dict[str, Sequence[str]] = {
        "undeclared": undeclared,
        "sits_out": list(map(str, entry.sitting_out)),
    }
    extras = dict(entry.extras)
    shown |= {extra.id: str(extras.get(extra.id, NOBODY)) for extra in rule_set.extras}
    for number in rule_set.numbers:
        told = entry.tell(number)
        if number.word:
            ticked |= {path: [*ticked.get(path, ()), *([number.word] if each else [])] for path, each in told}
        else:
            shown |= {path: "" if each is None else str(each) for path, each in told}
    if isinstance(entry, RaceEntry):
        shown |= _show_race(entry, rule_set)
        ticked |= {f"yaku/{n}": [yaku for yaku, _ in each] for n, each in enumerate(entry.ticked) if each}
    elif isinstance(entry, CapturedEntry):
        shown |= _show_captured(entry, rule_set)
    else:
        ticked |= {f"yaku/{n}": yaku for n, yaku in enumerate(entry.yaku)}
        for n, numbers in enumerate(entry.numbers):
            shown |= {
                name_number(str(n), key): str(each).replace("-", "\u2212") for key, each in numbers.items()
            }
    return {path: [text] for path, text in shown.items()} | {
        path: list(each) for path, each in ticked.items()
    }


def name_end(ending: Ending, place: str) -> str:
    """How the field `winner` names an ending with the place of who won: “1”, “nobody”, “four-dealt/1”."""
    if ending.by != "winner":
        return NOBODY if ending.by == "nobody" else DEALT
    return place if ending.has_cards else f"{ending.id}/{place}"


def name_number(place: str, key: str) -> str:
    """The field of a number of a side that the table counted: its card points, or its cards of a value."""
    return f"points/{place}" if key == POINTS else f"counts/{place}/{key}"


def name_count(rule_set: RuleSet, place: str) -> str:
    """The field of the number of chaff of a side in a round by cards; that of its points without cards."""
    if rule_set.race is not None:
        return f"chaff/{place}"
    if not rule_set.has_cards:
        return name_number(place, POINTS)
    return name_number(place, rule_set.numbered.id) if rule_set.numbered else ""


def write_pile(rule_set: RuleSet, side: int, cards: Sequence[str], count: str) -> dict[str, str]:
    """The fields of what a side hands in: ids of its cards, and that number as it was typed."""
    fields = {CARD + card: str(side) for card in cards}
    path = name_count(rule_set, str(side))
    return fields | ({path: count} if count and path else {})


def say_count_fault(rule_set: RuleSet, options: Options, side: str, text: str) -> str:
    """What is wrong with that number as it was typed; nothing where it can be."""
    most = len(rule_set.cards) if rule_set.has_cards else POINTS_LIMIT
    if rule_set.has_cards and read_whole_number(text) not in range(most + 1):
        return f"{isolate(side)}: a whole number of chaff cards, please, not “{text[:20]}”."
    return "" if rule_set.has_cards else say_typed_fault(side, text, most, has_tenths=options.has_tenths)


def find_way(entry: Entry) -> str:
    """How a round was entered."""
    if isinstance(entry, RaceEntry):
        by_hand = {"points": entry.points, "counts": entry.ticked}
        return next((way for way, sides in by_hand.items() if any(one is not None for one in sides)), WAYS[0])
    return entry.way if isinstance(entry, ClaimedEntry) else WAYS[0]


def _show_captured(entry: CapturedEntry, rule_set: RuleSet) -> dict[str, str]:
    """Whose each card is, whether four of a month lie together, and how many there are of what is counted."""
    owner_of = {card: str(number) for number, pile in enumerate(entry.piles) for card in pile}
    shown = {CARD + card.id: owner_of.get(card, TABLE) for card in rule_set.picked}
    for suit in SUITS:
        is_one_pile = any(get_suit_cards(suit) <= pile for pile in entry.piles)
        shown[f"all_four/{suit.id}"] = YES if is_one_pile else NO
    if group := rule_set.numbered:
        unlisted = entry.unlisted or [0] * len(entry.piles)
        for number, pile in enumerate(entry.piles):
            shown[name_number(str(number), group.id)] = str(pile.count(group.cards) + unlisted[number])
    return shown


def _show_race(entry: RaceEntry, rule_set: RuleSet) -> dict[str, str]:
    """How a race ended, and what was said of each side."""
    ending = rule_set.find_ending(entry.outcome)
    shown = {"winner": name_end(ending, str(entry.winner)) if ending else ""}
    for n in range(len(entry.sides)):
        known: dict[str, object] = {
            "calls": entry.calls[n] or None,
            "dealt": entry.dealt[n],
            "chaff": entry.chaff[n],
            "points": entry.points[n],
        }
        shown |= {f"{key}/{n}": "" if each is None else str(each) for key, each in known.items()}
        shown |= {f"further/{n}/{yaku}": str(further or "") for yaku, further in entry.ticked[n] or ()}
        shown |= {CARD + card.id: str(n) for card in entry.piles[n] or ()}
    held = dict(entry.all_four or ())
    not_held = "" if entry.all_four is None else NO
    shown |= {f"all_four/{suit.id}": YES if suit.id in held else not_held for suit in rule_set.months}
    return shown | {
        f"rained_out/{word}": YES if word in entry.rained_out else NO for word in rule_set.rained_out
    }
