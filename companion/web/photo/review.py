"""What was read of a pile, as a person looks it through: the cards of this game, what is asked, the sums."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from companion.cards import SUITS, Card, CardSet, Suit, get_card, get_suit_cards
from companion.errors import NotPossible
from companion.photo import Sighting
from companion.rules import RuleSet
from companion.rules.scoring.pile import are_alike
from companion.web.filters import plural
from companion.web.photo.reading import write_picture

# Of fewer places it is not asked whether they are of another deck.
FEW = 4


class Choice(NamedTuple):
    """A card that a sighting may be.

    `held_by` has it by now, `is_asked` where the form has it to pick; `chaff` is how much it adds to the
    number of chaff, where the form has that.
    """

    card: Card
    is_asked: bool
    held_by: str
    chaff: int


class Seen(NamedTuple):
    """What is shown of a sighting. One that `is_open` is asked about: whether a card lies there, and which.

    `group` is the place of its sum, `corners` are numbers in pixels of its photo, x and y in turn.
    """

    photo: int
    corners: list[float]
    picture: str
    confidence: str
    group: int
    is_open: bool
    choices: list[Choice]

    @property
    def is_ticked(self) -> bool:
        return not self.is_open and not self.choices[0].held_by


class Review(NamedTuple):
    """What was read of the pile of an owner. `chaff` is how much there is for `chaff_field`:
    double chaff counts as two.

    `full` are the suits that lie there with all four cards, among those that the form asks about. `left_out`
    names the cards with which this game is not played. `is_other_deck` where hardly a place is like a card
    of the deck.
    """

    left_out: str
    seen: list[Seen]
    sums: list[tuple[int, str]]
    chaff_field: str
    chaff: int
    full: list[Suit]
    is_other_deck: bool

    @property
    def fields(self) -> list[str]:
        """The fields of the round that it has itself."""
        return [self.chaff_field, *(f"all_four/{suit.id}" for suit in self.full)]

    @property
    def said(self) -> str:
        """As in: 14 places, 1 asked. Do 14 cards lie there?"""
        places, asked = len(self.seen), sum(one.is_open for one in self.seen)
        counts = plural(places, "place") + f", {asked} asked" * (asked > 0)
        return f"{counts}. {'Does' if places == 1 else 'Do'} {plural(places, 'card')} lie there?"


def review_pile(
    rule_set: RuleSet,
    read: Iterable[Sighting],
    *,
    picked: CardSet,
    holders: Mapping[str, str],
    asked: Collection[str] = (),
    chaff_field: str = "",
) -> Review:
    """What lies in a pile; raises `NotPossible` where no card is of this game.

    `picked` are the cards that the form has to pick, `holders` the names of those who have a card, by its id,
    `asked` the ids of the suits about which it asks whether all four lie there.
    """
    found, left_out = leave_out(rule_set, read)
    if left_out and not found:
        raise NotPossible(left_out)
    sightings = sorted(choose_alike(rule_set, found, holders), key=tell_place)
    known = CardSet.of(get_card(one.ids[0]) for one in sightings if not one.is_doubtful)
    counted = rule_set.cards - rule_set.counting.picked if chaff_field else CardSet()
    seen = [show_sighting(rule_set, one, picked, counted, holders) for one in sightings]
    counts = Counter(one.group for one in seen if not one.is_open)
    groups = [(place, group, counts[place]) for place, group in enumerate(rule_set.values)]
    return Review(
        left_out=left_out,
        # What is asked comes first.
        seen=sorted(seen, key=lambda one: not one.is_open),
        sums=[
            (place, f"{group.say(n)} {n * group.points or ''}".rstrip()) for place, group, n in groups if n
        ],
        chaff_field=chaff_field,
        chaff=sum(one.choices[0].chaff for one in seen if one.is_ticked),
        full=[suit for suit in SUITS if suit.id in asked and get_suit_cards(suit) <= known],
        is_other_deck=len(found) >= FEW and 2 * sum(one.is_like for one in found) < len(found),
    )


def leave_out(rule_set: RuleSet, found: Iterable[Sighting]) -> tuple[list[Sighting], str]:
    """The cards with which this game is played, each once, and what is said of the others; empty without."""
    deck_ids, others, again = rule_set.cards.ids, [], []
    ours: list[Sighting] = []
    for one in found:
        name = " or ".join(get_card(card_id).english for card_id in one.ids)
        ids = tuple(each for each in one.ids if each in deck_ids)
        if not ids:
            others.append(name)
        elif one.is_card and len(ids) == 1 and any(each.ids == ids for each in ours):
            again.append(get_card(ids[0]).english)
        else:
            ours.append(one._replace(ids=ids))
    said = [f"Not in the deck of {rule_set.game}, so left out: {'; '.join(others)}."] if others else []
    said += [f"Seen twice, as in two decks, and counted once: {'; '.join(again)}."] if again else []
    return ours, " ".join(said)


def choose_alike(rule_set: RuleSet, found: Sequence[Sighting], held: Iterable[str] = ()) -> list[Sighting]:
    """Where it does not matter which of several cards lies there, it is the likeliest that nobody has yet."""
    chosen, taken = [], {one.ids[0] for one in found if not one.is_doubtful} | set(held)
    for one in found:
        free = [card_id for card_id in one.ids if card_id not in taken]
        if one.is_card and one.is_doubtful and free and are_alike(rule_set, CardSet.from_ids(one.ids)):
            one = one._replace(ids=(free[0],))
            taken.add(free[0])
        chosen.append(one)
    return chosen


def tell_place(sighting: Sighting) -> tuple[int, int, float]:
    """Where it lies, as one reads: its photo, a row about as high as the card, and how far to the right."""
    across, down = zip(*sighting.corners, strict=True)
    return sighting.photo, int(sum(down) / 4 / (max(down) - min(down))), sum(across)


def show_sighting(
    rule_set: RuleSet, sighting: Sighting, picked: CardSet, counted: CardSet, holders: Mapping[str, str]
) -> Seen:
    """A sighting with the cards that it may be, and who has each by what is entered; double chaff is two."""
    cards = [get_card(card_id) for card_id in sighting.ids]
    values, double = enumerate(rule_set.values), rule_set.counting.double_chaff
    return Seen(
        photo=sighting.photo,
        corners=list(chain.from_iterable(sighting.corners)),
        picture=write_picture(sighting.picture),
        confidence=f"{sighting.confidence:.0%}",
        group=next((place for place, group in values if cards[0] in group.cards), -1),
        is_open=sighting.is_doubtful,
        choices=[
            Choice(card, card in picked, holders.get(card.id, ""), (card in counted) + (card in double))
            for card in cards
        ],
    )
