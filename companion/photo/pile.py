"""Reads the cards of a pile in a photo: candidates are compared with the deck, the likeliest first.

What is sure lies on what is not known yet: of a card under others, only what they leave to be seen is
compared. Cards that are found show where others may lie beside them.
"""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.photo.corners import find_quads, merge
from companion.photo.features import Marks, find_by_marks
from companion.photo.layout import measure_edges
from companion.photo.matching import (
    COARSE,
    FINE,
    Look,
    Photo,
    Pictures,
    carry,
    compare,
    describe,
    glance,
    know,
    list_suit,
    list_twins,
    look,
    rectangle,
    tell_shown,
)
from companion.photo.sizes import find_odd

# A candidate is looked at from this figure at first sight.
LEAST = 0.3
# Simple drawings are like many things, so that it counts how many times as like its picture a card is as 95
# of 100 other things in the photo are: from here on it is asked about.
ASKED = 2.2
USUAL_PERCENT, LEAST_USUAL = 95, 0.1
# So many other things at most.
OTHERS = 400
# A candidate is whole that shows so much.
WHOLE = 0.95
# A card that shows less is not read.
LEAST_SHOWN = 0.12
# A card is sure that reaches a row of these: how much is shown, its figure, its ratio and to how many other
# things, how far the next card is behind, and how far the cards of points of its month if it is chaff. Less
# of a picture is like more things. In made photos, hardly anything that was not the card had more than 0.6
# whole, or a ratio above 3.1. In 32 heaps of 14, what was not the card had 0.81 in part, and with a ratio of
# 4.9, 0.73 and 0.35 shown; of 22 cards that showed less than 0.3 the last row leaves two. A bridge
# that shows 0.78 had a lead of 0.22 as chaff.
SURE = np.array(
    [
        (WHOLE, 0.7, 0, 0, 0.12, 0.2),
        (WHOLE, 0.5, 3.2, 60, 0.12, 0.2),
        (0.3, 0.8, ASKED, 0, 0.2, 0.25),
        (0.45, 0.76, 3.8, 60, 0.35, 0.35),
        (LEAST_SHOWN, 0.85, 2.5, 0, 0.3, 0.3),
    ]
)
# What is clear has these figures: whole, and also in part.
SURE_FIGURE, PART_FIGURE = 0.7, 0.8
# Where what is not like the picture was left out, so much has to be seen.
LEAST_IN_PARTS = 0.4
# Chaff of a suit is exchanged more easily than other cards: with less than SURE_FIGURE it is not sure which
# of them it is.
TWIN_MARGIN = 0.2
# Nothing else is tried where a card is so like its picture.
SETTLED = 0.85
# Two candidates are at one place where so much of the smaller is shared.
SAME_PLACE = 0.75
# What shares so much with a card that is sure is this card.
SAME_CARD = 0.8
# It is asked about from this figure on, a higher one the less it shows, and if it is so much more like one
# suit than like any other.
LEAST_ASKED, LESS_SHOWN, LEAST_LEAD = 0.33, 0.4, 0.1
# Where a table looks a little like a card, it has less than so much of the contrast of what is drawn on that,
# and a figure below the other.
LEAST_CONTRAST, FAINT_FIGURE = 0.25, 0.5
# Beside a card that is known, so much longer may a side of a card be than the one opposite, and so broad may
# it be for its height. In 73 photos 24 places were asked about where no card lies, without these limits 30.
UNEQUAL, NARROW, BROAD = 1.4, 0.4, 0.9
# So many times as large as the next card may it be.
LARGER = 1.67
# A card under others is about as large as they.
ALIKE = 1.3
# So far from a card, in its size, others are sought that are as large.
FAR = 2.0
# What is less like any card of the deck may be one of another: in 48 made photos 8 of 10 places were as like
# their deck, and where another lay and was not nearly the same, 5 of 10 at most.
LIKE_DECK = 0.75
# Chaff is drawn simply: in part it is sure with such a ratio or figure only.
CHAFF_RATIO, CHAFF_FIGURE = 3.8, 0.88
# A shape is asked about whose sides are so like those of the nearest card, all longer or all shorter as on a
# slanted table, and that shares no more with any.
SAME_SIZE, UNEVEN, APART = 1.4, 1.25, 0.3
# What is so bright is burnt by flash: nothing can be seen on it. A back is darker, and plain. A spot of white
# is at most so many times as large as a card, or as small.
BURNT, WHITE, BURNT_SIZE = 0.88, 252, 2.5
# Of a card that is sure, so much lies in the photo, and it has contrast unless so much of it is shown.
LEAST_INSIDE, PLAIN_SHOWN = 0.5, 0.45


class Taught:
    """The 48 cards of a taught deck, in deck order: their pictures, and the marks on them."""

    def __init__(self, pictures: Sequence[MatLike]) -> None:
        self.pictures, self.marks = Pictures(pictures), Marks(pictures)


class SeenPlace:
    """What is seen at a place: how like the 48 cards it is, its corners, and how much is `shown`, 0 to 1.

    `top` is the figure of the likeliest card, `lead` how far the next one is behind that is no twin of it:
    chaff of its suit. `twin_lead` is how far that is, `suit_lead` how far the next suit, `points_lead` how
    far the cards of points are of a suit of chaff. `size` is the side of a square as large. `ratio` is how
    many times as like the card it is as other things in the photo, `compared` how many these are. An odd
    one has another size than the cards.
    """

    def __init__(self, look: Look) -> None:
        self.figures, self.corners, self.parts, self.shown, self.contrast = look
        self.card = int(self.figures.argmax())
        self.top = float(self.figures[self.card])
        suit, twins, every = list_suit(self.card), list_twins(self.card), range(len(self.figures))
        self.twins = [n for n in twins if n != self.card]
        self.lead = self._tell_lead([n for n in every if n not in twins])
        self.twin_lead = self._tell_lead(self.twins)
        self.suit_lead = self._tell_lead([n for n in every if n not in suit])
        self.points_lead = self._tell_lead([n for n in suit if n not in twins and self.twins])
        self.middle = self.corners.mean(axis=0)
        self.size = math.sqrt(cv2.contourArea(self.corners))
        self.ratio, self.compared, self.inside = 0.0, 0, 1.0
        self.is_odd = False

    def _tell_lead(self, cards: Sequence[int]) -> float:
        """How far these cards are behind."""
        return self.top - float(self.figures[cards].max(initial=-1))

    @property
    def is_sure(self) -> bool:
        """Whether its suit is, and of what is no chaff the card."""
        reached = (self.shown, self.top, self.ratio, self.compared, self.lead, self.points_lead)
        is_like = bool((np.array(reached) >= SURE).all(axis=1).any())
        is_seen = self.parts.all() or self.shown >= LEAST_IN_PARTS
        is_plain = self.top >= PART_FIGURE and self.shown >= PLAIN_SHOWN
        is_drawn = is_plain or self.contrast >= LEAST_CONTRAST
        is_inside = self.inside >= LEAST_INSIDE
        is_simple = bool(self.twins) and self.shown < WHOLE
        is_rare = not is_simple or self.ratio >= CHAFF_RATIO or self.top >= CHAFF_FIGURE
        return is_like and bool(is_seen) and is_drawn and is_inside and is_rare and not self.is_odd

    @property
    def is_clear(self) -> bool:
        """Whether it is this card even where that lies somewhere else as well."""
        return self.is_sure and self.top >= SURE_FIGURE

    @property
    def may_be_card(self) -> bool:
        enough = LEAST_ASKED + LESS_SHOWN * (1 - self.shown)
        is_like = self.ratio >= ASKED and self.top >= enough and self.suit_lead >= LEAST_LEAD
        return is_like and (self.top >= FAINT_FIGURE or self.contrast >= LEAST_CONTRAST)

    @property
    def is_like_deck(self) -> bool:
        """Whether it is much like one of the deck."""
        return self.top >= LIKE_DECK

    @property
    def is_twin_sure(self) -> bool:
        """Whether it is this card, if its suit is sure."""
        return not self.twins or (self.twin_lead >= TWIN_MARGIN and self.top >= SURE_FIGURE)


def tell_share(one: MatLike, other: MatLike) -> float:
    """How much of the smaller of two quads lies on the other, 0 to 1."""
    smaller = min(cv2.contourArea(one), cv2.contourArea(other))
    return float(cv2.intersectConvexConvex(one, other)[0] / max(smaller, 1.0))


def find_in_pile(photo: Photo, deck: Taught) -> list[SeenPlace]:
    """What is seen where cards lie, the sure ones first; two may be most like the same card."""
    reading = PhotoReading(photo, deck)
    reading.look_at([*reading.marks.quads, *reading.shapes])
    # Under and beside a card that was found others may lie.
    while new := reading.settle():
        reading.look_at([*reading.look_again(new), *reading.list_by_mark(new)])
    return reading.choose()


class PhotoReading:
    """A photo while it is read.

    `sure` are the cards that are known: what they cover is not compared any more. `seen` is what else was
    looked at closely. On what waits for `later` a card lies that is `new`.
    """

    def __init__(self, photo: Photo, deck: Taught) -> None:
        self.photo, self.deck = photo, deck
        self.marks = find_by_marks(photo.sizes[0], deck.marks)
        self.shapes = find_quads(photo.sizes[0])
        self.sure: list[SeenPlace] = []
        self.seen: list[SeenPlace] = []
        self.new: list[SeenPlace] = []
        self.later: list[MatLike] = []
        self.others = np.empty((0, 4, 2), np.float32), np.empty((4, 0, 0), np.float32)

    def look_at(self, candidates: list[MatLike]) -> None:
        """Adds what candidates bring, or puts it in place of what was seen there."""
        shown = [self.photo.measure_shown(each) for each in candidates]
        seen = [each for each in zip(candidates, shown, strict=True) if each[1] > LEAST_SHOWN]
        if not seen:
            return
        candidates = [quad for quad, _ in seen]
        if not len(self.others[0]):
            step = -(-len(candidates) // OTHERS)
            others = candidates[::step]
            self.others = np.array(others), know(describe(self.photo, others, COARSE))
        figures = glance(self.photo, candidates, self.deck.pictures)
        best = figures.max(axis=1)
        for n in np.argsort(-best):
            if best[n] < LEAST:
                break
            quad, shown_before = seen[n]
            if self.new and self.photo.measure_shown(quad) < shown_before - 0.02:
                self.later.append(quad)
            else:
                self.look_closely(quad if figures[n].argmax() < 48 else np.roll(quad, 2, axis=0))

    def look_closely(self, quad: MatLike) -> None:
        if any(tell_share(each.corners, quad) > SAME_CARD for each in [*self.sure, *self.new]):
            return
        here = [each for each in self.seen if tell_share(each.corners, quad) > SAME_PLACE]
        before = max(here, key=lambda each: each.top, default=None)
        if before and before.top > SETTLED:
            return
        found = SeenPlace(look(self.photo, quad, self.deck.pictures))
        is_card = found.shown >= LEAST_SHOWN and cv2.isContourConvex(found.corners)
        if not is_card or (before and before.top >= found.top):
            return
        self.rate(found)
        self.seen = [each for each in self.seen if each is not before]
        if found.is_sure and self.lies_like(found):
            self.new.append(found)
            self.cover(found)
        else:
            self.seen.append(found)

    def rate(self, found: SeenPlace) -> None:
        """Measures it against what else in the photo is like this card, in what is shown of it."""
        quads, others = self.others
        away = np.linalg.norm(quads.mean(axis=1) - found.middle, axis=1) > found.size / 2
        card = self.deck.pictures.coarse[0][:, [found.card]]
        shown = tell_shown(self.photo, [found.corners], COARSE)
        upright, turned = (compare(card[..., ::n], shown[:, ::n], others)[0, away] for n in (1, -1))
        usual = float(np.percentile(np.maximum(upright, turned), USUAL_PERCENT)) if away.any() else 0.0
        found.ratio, found.compared = found.top / max(usual, LEAST_USUAL), int(away.sum())
        height, width = self.photo.covered.shape
        inside = cv2.intersectConvexConvex(found.corners, rectangle(width, height))[0]
        found.inside = inside / max(cv2.contourArea(found.corners), 1.0)

    def find_nearest(self, found: SeenPlace) -> SeenPlace:
        """The nearest card that is known; the place itself where none is."""
        return min(self.sure, key=lambda each: math.dist(each.middle, found.middle), default=found)

    def lies_like(self, found: SeenPlace) -> bool:
        """Whether it has a card's shape on the table where the nearest card lies that is known."""
        flat = carry(found.corners, self.find_nearest(found).corners, rectangle(*FINE))
        top, right, bottom, left = np.linalg.norm(flat - np.roll(flat, -1, axis=0), axis=1)
        are_equal = all(1 / UNEQUAL < one / other < UNEQUAL for one, other in ((top, bottom), (right, left)))
        return bool(are_equal and NARROW < (top + bottom) / (right + left) < BROAD)

    def cover(self, found: SeenPlace) -> None:
        """Takes it that nothing else is seen where this card is seen."""
        if found.parts.all():
            self.photo.cover(found.corners)
            return
        for part in np.flatnonzero(found.parts):
            place = np.array((part % 2, part // 2)) * FINE / (2, 3)
            corners = (rectangle(FINE[0] / 2, FINE[1] / 3) + place).astype(np.float32)
            self.photo.cover(carry(corners, rectangle(*FINE), found.corners))

    def settle(self) -> list[SeenPlace]:
        """The cards that are sure since the last time: they cover what lies under them."""
        new, self.new = self.new, []
        self.sure += new
        return new

    def look_again(self, new: list[SeenPlace]) -> list[MatLike]:
        """What lies partly under these cards and was seen, or was not looked at closely yet."""
        again = [
            each for each in self.seen if any(tell_share(one.corners, each.corners) > 0.02 for one in new)
        ]
        self.seen = [each for each in self.seen if each not in again]
        later, self.later = self.later, []
        return [*(each.corners for each in again), *later]

    def list_by_mark(self, new: list[SeenPlace]) -> list[MatLike]:
        """Where cards as large as these lie beside them by a mark that is on no card that is known."""
        x, y = self.marks.places.astype(int).T
        around = self.marks.around[self.photo.covered[y, x] == 0]
        middles, sizes = around.mean(axis=1), np.linalg.norm(around[:, 0] - around[:, 2], axis=1)
        away = np.array([np.linalg.norm(middles - one.middle, axis=1) / one.size for one in new])
        found: list[MatLike] = []
        for one, far in zip(new, away, strict=True):
            alike = np.abs(np.log(sizes / np.linalg.norm(one.corners[0] - one.corners[2]))) < math.log(ALIKE)
            # The nearest card tells best how large another looks.
            found += [*_lay_like(around[(far < FAR) & alike & (far == away.min(axis=0))], one.corners)]
        return found

    def choose(self) -> list[SeenPlace]:
        """The sure cards, and what may be a card of the rest: like its picture, or of a card's shape."""
        sure = sorted(self.sure, key=lambda each: -each.top)
        odd = find_odd([each.corners for each in sure], [each.shown > WHOLE for each in sure])
        for one, is_odd in zip(sure, odd, strict=True):
            one.is_odd = is_odd
        shapes = self.find_unexplained()
        asked: list[SeenPlace] = []
        for each in sorted(self.seen, key=lambda each: -each.top):
            if (
                each.may_be_card
                and 1 / LARGER < each.size / self.find_nearest(each).size < LARGER
                and self.lies_like(each)
                and self.photo.measure_shown(each.corners) > LEAST_SHOWN
                and not any(tell_share(other.corners, each.corners) > SAME_PLACE for other in asked)
                # Partly on a card's shape it is another part of that card.
                and not any(APART < tell_share(one.corners, each.corners) < SAME_PLACE for one in shapes)
            ):
                asked.append(each)
        shapes = [
            one for one in shapes if not any(tell_share(each.corners, one.corners) > APART for each in asked)
        ]
        return [*sure, *asked, *shapes]

    def find_unexplained(self) -> list[SeenPlace]:
        """Where no card is known: shapes as large as the nearest with something drawn on them, or burnt."""
        found: list[SeenPlace] = []
        for quad in [*self.shapes, *self._list_burnt()] if self.sure else ():
            near = self._find_at(quad)
            flat = carry(quad, near.corners, rectangle(*FINE))
            sides = np.linalg.norm(flat - np.roll(flat, -1, axis=0), axis=1) / (*FINE, *FINE)
            if (
                np.abs(np.log(sides)).max() < math.log(SAME_SIZE)
                and sides.max() / sides.min() < UNEVEN
                and self.photo.measure_shown(quad) > WHOLE
                and not any(tell_share(each.corners, quad) > APART for each in [*self.sure, *found])
            ):
                seen = SeenPlace(look(self.photo, quad, self.deck.pictures)._replace(corners=quad))
                light = self.photo.straighten(quad, COARSE).mean() / 255
                is_card = seen.contrast >= LEAST_CONTRAST and measure_edges(self.photo, quad[None])[0] > 0
                if is_card or light > BURNT:
                    found.append(seen)
        return found

    def _find_at(self, quad: MatLike) -> SeenPlace:
        return min(self.sure, key=lambda each: math.dist(each.middle, quad.mean(axis=0)))

    def _list_burnt(self) -> list[MatLike]:
        """Where light has burnt about as much as a card: a card as large and as turned as the nearest."""
        step = len(self.photo.sizes) - 1
        grey = cv2.cvtColor(self.photo.sizes[step], cv2.COLOR_BGR2GRAY)
        count, _, stats, middles = cv2.connectedComponentsWithStats((grey >= WHITE).astype(np.uint8))
        found = []
        for n in range(1, count):
            middle = middles[n].astype(np.float32) * 2**step
            near = self._find_at(middle[None])
            if 1 / BURNT_SIZE < stats[n, cv2.CC_STAT_AREA] * 4**step / near.size**2 < BURNT_SIZE:
                found.append(near.corners - near.middle + middle)
        return found


def _lay_like(quads: MatLike, card: MatLike) -> MatLike:
    """The same places and turns, with cards that are as large as this one; of each bundle one."""
    if not len(quads):
        return quads
    plane = rectangle(*FINE)
    flat = carry(quads.reshape(-1, 2), card, plane).reshape(-1, 4, 2)
    middles = flat.mean(axis=1)
    x, y = (flat[:, 2] + flat[:, 3] - flat[:, 0] - flat[:, 1]).T
    turns = np.arctan2(-x, y)
    cos, sin = np.cos(turns), np.sin(turns)
    turned = np.array([(cos, sin), (-sin, cos)]).transpose(2, 0, 1)
    laid = merge((middles[:, None] + (plane - plane.mean(axis=0)) @ turned).astype(np.float32))
    return carry(laid.reshape(-1, 2), plane, card).reshape(-1, 4, 2)
