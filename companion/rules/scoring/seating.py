"""Who sits where, who deals and who starts.

Seats are in the order of play. Sides go round the table in turn, so that partners of a pair sit opposite
each other and threes alternate.

    >>> seating = Seating(("Ann", "Ben", "Cem", "Dee"), 2)
    >>> seating.get_side_names(), seating.get_seats(1)
    (('Ann & Cem', 'Ben & Dee'), (1, 3))

Sources: KD85 (seats; the player on the dealer's left starts), SAK, MH25 (the round's best scorer deals next).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where."""

    players: tuple[str, ...]
    """By seat."""
    side_count: int
    first_dealer: int = 0
    """A seat."""
    order: tuple[int, ...] = ()
    """Seats in the order of play, where players have changed places since the game began: a player keeps the
    seat’s number. Without it they play in the order of their numbers.
    """

    @property
    def places(self) -> tuple[int, ...]:
        """The seats in the order of play."""
        return self.order or tuple(range(len(self.players)))

    def get_side(self, seat: int) -> int:
        """The side that a seat plays for."""
        return seat % self.side_count

    def get_seats(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(range(side, len(self.players), self.side_count))

    def get_side_names(self) -> tuple[str, ...]:
        """A name for each side: its player's, or its players' joined."""
        return tuple(
            " & ".join(self.players[seat] for seat in self.get_seats(side)) for side in range(self.side_count)
        )

    def get_next(self, seat: int) -> int:
        """The seat that plays after this one: on its left where play goes clockwise."""
        places = self.places
        return places[(places.index(seat) + 1) % len(places)]

    def find_playing(self, seat: int, sitting_out: Collection[int]) -> int:
        """This seat, or the first after it whose side does not sit out."""
        while self.get_side(seat) in sitting_out:
            seat = self.get_next(seat)
        return seat

    def get_starter(self, dealer: int, starts: str) -> int:
        """The seat that plays first when this one deals; `starts` is the word of the rule set's turn."""
        return dealer if starts == "dealer" else self.get_next(dealer)


def find_next_dealer(
    seating: Seating, dealer: int, scores: Mapping[int, int], way: str, last_dealers: Sequence[int | None]
) -> int:
    """The seat that deals the next round, by the option `dealer` (`way`) and the scores of those who played.

    By `most-points` the side with the most points in the round deals; equal sides: the one that has just
    dealt or, else, the one that sits next after the dealer. The members of a team take turns (`last_dealers`,
    a seat or None for each side).

    Source: SAK, MH25 (tradition); ties and turns in a team are the house's.
    """
    if way == "fixed":
        return dealer
    if way == "left":
        return seating.get_next(dealer)
    best = max(scores.values())
    leaders = {side for side, score in scores.items() if score == best}
    seat = dealer
    while seating.get_side(seat) not in leaders:
        seat = seating.get_next(seat)
    return choose_dealer(seating, seating.get_side(seat), last_dealers, seating.get_next(dealer))


def choose_dealer(seating: Seating, side: int, last_dealers: Sequence[int | None], first: int) -> int:
    """The seat of a side whose turn it is to deal.

    The next in the order of play after the last of the side who dealt; where none has, the next from `first`
    on, which is the seat after the dealer.

    Source: house (kwado.md).
    """
    last = last_dealers[side]
    seat = first if last is None else seating.get_next(last)
    while seating.get_side(seat) != side:
        seat = seating.get_next(seat)
    return seat
