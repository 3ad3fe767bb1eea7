"""A deck is taught by photos of it laid out, and photos of its cards are read. The photos are made.

`./run bench photo` says how many of many cards are read; here is what must always hold.
"""

import io
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from benchmarks.photo import lies_at
from benchmarks.photos import Deck, load_deck, make_layout, make_lying, make_rows
from companion.cards import DECK, MONTH_ORDERS, DeckStyle, get_card
from companion.child_process import Busy
from companion.photo import (
    CannotRead,
    NothingFound,
    PhotoReader,
    Sighting,
    name_missing,
    naming,
    pack_deck,
)
from companion.photo import months as months_module
from companion.photo import reader as reader_module
from companion.photo.child import learn_deck
from companion.photo.layout import find_layout
from companion.photo.matching import Look, Photo, compare_whole
from companion.photo.months import order_rows
from companion.photo.naming import name_cards
from companion.photo.pictures import PICTURE_PX, read_photo
from companion.photo.pile import SeenPlace, Taught
from tests.photo import other_work
from tests.photo.hostile_decks import TOO_MANY_PARTS, draw_scans, lay_tiles
from tests.photo.made import NAME, get_layout, list_ids, make


@pytest.fixture(scope="module")
def reader() -> Iterator[PhotoReader]:
    reader = PhotoReader()
    yield reader
    reader.close()


@pytest.fixture(scope="module")
def deck(reader: PhotoReader) -> dict[str, bytes]:
    return reader.learn([get_layout(start) for start in (0, 4, 8)], "japanese").pictures


def name_all(found: list[Sighting]) -> list[str]:
    """The sure cards, in deck order."""
    sure = {each.ids[0] for each in found if not each.is_doubtful}
    return [card.id for card in DECK if card.id in sure]


def write_jpeg(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.mark.parametrize(("seed", "count"), [(1, 1), (2, 7), (3, 24)])
def test_every_card_of_a_pile_is_named_where_it_lies(
    reader: PhotoReader, deck: dict[str, bytes], seed: int, count: int
) -> None:
    photo = make(seed, count)
    found = reader.read(deck, [photo.content])
    assert name_all(found) == list_ids(photo)
    corners = {each.ids[0]: np.array(each.corners) for each in found}
    for truth in photo.cards:
        expected = np.array(truth.corners)
        width = np.linalg.norm(expected[0] - expected[1])
        # The first corner is the card's own top left, however it lies.
        assert np.abs(corners[truth.id] - expected).max() < 0.15 * width
    assert all(0.5 < each.confidence <= 1 for each in found)


@pytest.mark.parametrize(("seed", "least"), [(85, 0.6), (117, 0.4)], ids=["rows", "a heap"])
def test_a_card_under_others_is_named_by_what_shows_and_nothing_is_asked_where_none_lies(
    reader: PhotoReader, deck: dict[str, bytes], seed: int, least: float
) -> None:
    name, photo = make_lying(seed)
    assert name == NAME
    found = reader.read(deck, [photo.content])
    shown = {card.id: card.shown for card in photo.cards}
    assert sum(share < 0.9 for share in shown.values()) >= 4
    assert set(name_all(found)) <= shown.keys()
    assert {card_id for card_id, share in shown.items() if share >= least} <= {each.ids[0] for each in found}
    assert all(any(lies_at(each, card) for card in photo.cards) for each in found)


def open_photo(content: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)


LAID = [open_photo(get_layout(start)) for start in (0, 4, 8)]


def test_photos_teach_a_deck_in_any_order_turned_and_with_months_in_columns(
    reader: PhotoReader, deck: dict[str, bytes]
) -> None:
    columns = make_layout(load_deck(NAME), np.random.default_rng(5), range(12), table="oak").content
    for photos in (
        [np.rot90(LAID[2], 2), LAID[0], np.rot90(LAID[1])],
        [np.rot90(open_photo(columns))],
    ):
        pictures, looks = reader.learn([write_jpeg(each) for each in photos], "japanese")
        assert looks == {}
        found, known = ([read_photo(each[card.id])[0] for card in DECK] for each in (pictures, deck))
        figures = compare_whole(found, known)
        assert figures.argmax(axis=1).tolist() == list(range(48))
        assert figures.diagonal().min() > 0.3


def test_months_that_lie_elsewhere_are_asked_about(reader: PhotoReader) -> None:
    photo = make_layout(load_deck(NAME), np.random.default_rng(1), range(12), table="oak").content
    # A game of other months does not matter.
    assert reader.learn([photo], "korean") == reader.learn([photo], "japanese")
    # February lies first, then March, then January.
    moved = make_layout(
        load_deck(NAME), np.random.default_rng(1), [1, 2, 0, *range(3, 12)], table="oak"
    ).content
    lesson = reader.learn([moved], "japanese")
    assert lesson.looks == {"pine": "plum", "plum": "cherry", "cherry": "pine"}


def test_rows_that_look_only_a_little_better_elsewhere_are_taken_as_they_lie(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    photo = make_layout(load_deck(NAME), np.random.default_rng(1), range(12), table="oak").content
    found = [find_layout(Photo(read_photo(photo)[0]))]
    for enough, months in ((months_module.ENOUGH, [*range(10), 11, 10]), (100, [*range(12)])):
        monkeypatch.setattr(months_module, "ENOUGH", enough)
        assert order_rows(found, "korean")[1] == months


def test_eight_months_follow_each_other_though_one_looks_like_another() -> None:
    laid = make_layout(load_deck(NAME), np.random.default_rng(1), [0, 1, 2, 3, 9, 5, 6, 7], table="oak")
    rows, _, _ = order_rows([find_layout(Photo(read_photo(laid.content)[0]))], "japanese")
    assert [n for n, row in enumerate(rows) if row.any()] == [*range(8)]


@pytest.mark.parametrize("style", ["japanese", "korean"])
def test_rows_are_laid_in_either_direction_and_with_wide_gaps(style: DeckStyle) -> None:
    """The chaff lies first in one photo; in the other four cards and twelve rows fill it."""
    deck, suits = load_deck(NAME), [suit.index for suit in MONTH_ORDERS["japanese"]]
    for step, order in (((41, 62), (3, 2, 1, 0)), ((130, 62), range(4))):
        photo = make_rows(deck, np.random.default_rng(1), suits, step, order)
        pictures, looks = learn_deck([photo.content], style)
        assert looks == {}
        found = [read_photo(pictures[card.id])[0] for card in DECK]
        drawn = [cv2.resize(deck[card.id], PICTURE_PX) for card in DECK]
        assert (compare_whole(found, drawn).argmax(axis=1) // 4).tolist() == [n // 4 for n in range(48)]


def hide(photo: np.ndarray, corners: Any) -> np.ndarray:
    """The photo without the card that has these corners."""
    middle = np.mean(corners, axis=0)
    around = ((corners - middle) * 1.15 + middle).astype(np.int32)
    hole = cv2.fillConvexPoly(np.zeros(photo.shape[:2], np.uint8), around, 255)
    return cv2.inpaint(photo, hole, 5, cv2.INPAINT_TELEA)


def test_a_card_that_is_missing_is_named_and_a_photo_of_its_own_brings_it(reader: PhotoReader) -> None:
    laid = make_layout(load_deck(NAME), np.random.default_rng(0), range(4), table="grey table")
    photo = write_jpeg(hide(open_photo(laid.content), np.array(laid.cards[6].corners)))
    pictures, looks = reader.learn([photo, get_layout(4), get_layout(8)], "japanese")
    assert (name_missing(pictures, "japanese"), looks) == (["February, third card"], {})
    photo = make(1, 1, "grey table")
    [card] = photo.cards
    middle, across = np.mean(card.corners, axis=0), np.subtract(card.corners[1], card.corners[0])
    turn = cv2.getRotationMatrix2D(middle.tolist(), float(np.degrees(np.arctan2(*across[::-1]))), 1)
    upright = cv2.warpAffine(open_photo(photo.content), turn, (1600, 1600), borderMode=cv2.BORDER_REPLICATE)
    alone = read_photo(reader.learn_card(write_jpeg(upright)))[0]
    drawn = cv2.resize(load_deck(NAME)[card.id], alone.shape[1::-1])
    assert compare_whole([alone], [drawn]) > 0.5


def lay_backs() -> np.ndarray:
    backs = Deck(load_deck(NAME).make, {})
    return open_photo(make_layout(backs, np.random.default_rng(3), range(4), table="oak").content)


def lay_twice() -> np.ndarray:
    months = [*range(4), *range(4)]
    return open_photo(make_layout(load_deck(NAME), np.random.default_rng(3), months, table="oak").content)


def lay_hand(photo: np.ndarray) -> np.ndarray:
    middle = (photo.shape[1] // 2, photo.shape[0] * 3 // 5)
    return cv2.ellipse(photo.copy(), middle, (350, 500), 0, 0, 360, (120, 160, 215), -1)


PAULOWNIA = [f"paulownia-chaff-{n}" for n in (1, 2, 3)]
TABLE = np.random.default_rng(0).normal(140, 12, (900, 1200, 3)).clip(0, 255).astype(np.uint8)
DRAWN = load_deck(NAME)
MIXED = dict(zip(DRAWN.large, np.random.default_rng(9).permutation([*DRAWN.large.values()]), strict=True))
NO_MONTHS = make_layout(Deck(DRAWN.make, MIXED), np.random.default_rng(3), range(4), table="oak").content
MIRROR_IMAGES = [each[:, ::-1] for each in LAID]


@pytest.mark.parametrize(
    ("photos", "said"),
    [
        ([TABLE], "^No rows of four cards were found. Lay the cards by month"),
        (LAID[:2], "^Not seen: September; October; November; December. Send photos of all twelve months"),
        ([open_photo(NO_MONTHS)], "^4 rows of four cards were found, and they look like no months. Lay the"),
        (
            [*LAID[:2], lay_hand(LAID[2])],
            "^Photo 3: (No rows of four|.*) cards were found|^Not seen: ",
        ),
        ([*LAID[:2], lay_backs()], "^Photo 3: The cards lie face down"),
        ([LAID[0], LAID[1], LAID[0]], "^Photos 1 and 3 show the same cards"),
        ([np.hstack([LAID[0], LAID[0]])], "16 of them in rows of four"),
        ([lay_twice()], "^The same cards lie there twice"),
        (
            [np.hstack([np.vstack(LAID)] * 2)],
            "No rows of four cards were found|of them in rows of four",
        ),
        ([LAID[0], MIRROR_IMAGES[1], LAID[2]], "^This is a mirror image. Take the photo with the camera"),
        (MIRROR_IMAGES, "^This is a mirror image. Take the photo with the camera at the back"),
        ([LAID[0], TABLE // 10], "^Photo 2: The photo is too dark"),
    ],
    ids=[
        *(
            "no card",
            "two of three photos",
            "a pile in rows",
            "a hand over cards",
            "backs",
            "the same photo twice",
        ),
        *("two layouts", "cards twice", "two decks", "one mirror image", "mirror images", "dark"),
    ],
)
def test_what_cannot_teach_a_deck_is_a_sentence(
    reader: PhotoReader, photos: list[np.ndarray], said: str
) -> None:
    with pytest.raises(CannotRead, match=said):
        reader.learn([write_jpeg(each) for each in photos], "japanese")


def test_a_card_seen_in_two_photos_is_one_card(reader: PhotoReader, deck: dict[str, bytes]) -> None:
    one, other = make(2, 7), make(1, 1)
    found = reader.read(deck, [one.content, other.content, one.content])
    lying = {card.id for card in one.cards + other.cards}
    assert sorted(each.ids for each in found) == sorted((card_id,) for card_id in lying)
    assert {each.photo for each in found if each.ids[0] == other.cards[0].id} == {1}


@pytest.mark.parametrize(
    ("seed", "named"),
    [
        (4, [("iris-bridge",), ("iris-bridge",)]),
        # The other chaff of its suit is like it, and may be what lies there.
        (3, [("iris-chaff-1",), ("iris-chaff-2", ...)]),
    ],
)
def test_a_card_that_lies_twice_in_one_photo_is_named_twice_and_chaff_is_asked_about(
    deck: dict[str, bytes], seed: int, named: list[tuple[str, ...]]
) -> None:
    photo = open_photo(make(seed, 1, "grey table").content)
    pictures = Taught([read_photo(deck[card.id])[0] for card in DECK])
    found = name_cards([write_jpeg(np.hstack([photo, photo]))], pictures)
    assert [(*each.ids[:1], ...) if each.is_doubtful else each.ids for each in found] == named


CARD_CORNERS = np.float32([(0, 0), (110, 0), (110, 180), (0, 180)])


@pytest.mark.parametrize(
    ("likeliest", "next_one", "next_figure", "shown", "is_sure"),
    [
        # Half under others, a bridge is soon like the chaff of its month.
        ("iris-chaff-1", "iris-bridge", 0.65, 0.78, False),
        ("iris-chaff-1", "iris-bridge", 0.4, 0.78, True),
        ("iris-chaff-1", "iris-bridge", 0.72, 1.0, False),
        ("iris-chaff-1", "iris-chaff-2", 0.86, 0.78, True),
        ("iris-bridge", "iris-chaff-1", 0.65, 0.78, True),
    ],
)
def test_chaff_is_not_sure_while_a_card_of_points_of_its_month_is_nearly_as_like(
    likeliest: str, next_one: str, next_figure: float, shown: float, is_sure: bool
) -> None:
    figures = np.zeros(len(DECK))
    figures[get_card(next_one).index], figures[get_card(likeliest).index] = next_figure, 0.87
    place = SeenPlace(Look(figures, CARD_CORNERS, np.ones(6, bool), shown, 1.0))
    place.ratio = 4.0
    assert place.is_sure == is_sure


@pytest.mark.parametrize(
    ("figure", "shown", "ratio", "compared", "is_sure"),
    [
        (0.75, 1.0, 0.0, 0, True),
        # With a lower figure it has to be rare among enough other things.
        (0.6, 1.0, 3.5, 100, True),
        (0.6, 1.0, 3.5, 20, False),
        (0.78, 0.6, 4.0, 100, True),
        (0.78, 0.6, 4.0, 20, False),
        (0.78, 0.6, 3.0, 100, False),
        # A third of a hill was as rare, where no card lay.
        (0.73, 0.35, 4.9, 100, False),
        (0.78, 0.35, 4.9, 100, False),
        (0.82, 0.6, 3.0, 20, True),
        # What shows little.
        (0.82, 0.2, 3.0, 100, False),
        (0.9, 0.2, 2.6, 20, True),
        (0.9, 0.1, 4.0, 100, False),
    ],
)
def test_a_card_is_sure_by_how_much_of_it_shows(
    figure: float, shown: float, ratio: float, compared: int, is_sure: bool
) -> None:
    figures = np.zeros(len(DECK))
    figures[get_card("pine-crane").index] = figure
    place = SeenPlace(Look(figures, CARD_CORNERS, np.ones(6, bool), shown, 1.0))
    place.ratio, place.compared = ratio, compared
    assert place.is_sure == is_sure


def see_crane(shown: float, figure: float = 0.9, contrast: float = 1.0, inside: float = 1.0) -> SeenPlace:
    figures = np.zeros(len(DECK))
    figures[get_card("pine-crane").index] = figure
    place = SeenPlace(Look(figures, CARD_CORNERS, np.ones(6, bool), shown, contrast))
    place.ratio, place.compared, place.inside = 4.0, 100, inside
    return place


def test_nothing_is_sure_that_lies_mostly_outside_of_the_photo_or_shows_little_without_contrast() -> None:
    assert see_crane(0.6, inside=0.6).is_sure
    assert not see_crane(0.6, inside=0.4).is_sure
    assert see_crane(0.6, contrast=0.1).is_sure
    assert not see_crane(0.2, contrast=0.1).is_sure
    assert see_crane(0.2, contrast=0.5).is_sure


@pytest.mark.parametrize(
    ("figure", "ratio", "is_sure"), [(0.84, 3.6, False), (0.84, 3.9, True), (0.9, 3.6, True)]
)
def test_chaff_that_is_seen_in_part_needs_more_than_a_card_of_points(
    figure: float, ratio: float, is_sure: bool
) -> None:
    figures = np.zeros(len(DECK))
    figures[get_card("susuki-chaff-2").index] = figure
    place = SeenPlace(Look(figures, CARD_CORNERS, np.ones(6, bool), 0.53, 0.77))
    place.ratio, place.compared = ratio, 100
    assert place.is_sure == is_sure


def test_a_burnt_card_and_one_of_another_deck_are_asked_about_and_a_back_is_not(
    deck: dict[str, bytes],
) -> None:
    photo = make(2, 7, "oak")
    picture, (burnt, other, back, *rest) = open_photo(photo.content), photo.cards
    drawn = np.random.default_rng(1).integers(0, 255, (9, 6, 3)).astype(np.uint8)
    for card, face in ((burnt, np.full((9, 6, 3), 255, np.uint8)), (other, drawn), (back, drawn * 0 + 60)):
        corners = np.array(card.corners, np.float32)
        start = np.array([(0, 0), (6, 0), (6, 9), (0, 9)], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(start, corners)
        size = picture.shape[1::-1]
        laid = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_NEAREST)
        picture[cv2.fillConvexPoly(np.zeros(size[::-1], np.uint8), corners.astype(int), 1) > 0] = 0
        picture += (
            laid * (cv2.fillConvexPoly(np.zeros(size[::-1], np.uint8), corners.astype(int), 1) > 0)[..., None]
        )
    pictures = Taught([read_photo(deck[card.id])[0] for card in DECK])
    found = name_cards([write_jpeg(picture)], pictures)
    assert name_all(found) == [card.id for card in DECK if card.id in {one.id for one in rest}]
    for card, count in ((burnt, 1), (other, 1), (back, 0)):
        here = [each for each in found if lies_at(each, card)]
        assert [each.is_card for each in here] == [False] * count


@pytest.mark.parametrize(
    ("card_id", "figure", "is_twin_sure"),
    [("iris-chaff-2", 0.9, True), ("iris-chaff-2", 0.56, False), ("iris-bridge", 0.56, True)],
)
def test_which_chaff_of_a_month_it_is_is_not_sure_of_what_is_a_little_like_it(
    card_id: str, figure: float, is_twin_sure: bool
) -> None:
    figures = np.zeros(len(DECK))
    figures[get_card(card_id).index] = figure
    assert SeenPlace(Look(figures, CARD_CORNERS, np.ones(6, bool), 1.0, 1.0)).is_twin_sure == is_twin_sure


def test_a_doubtful_card_may_be_of_another_suit_also_where_three_chaff_are_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    figures = np.zeros(len(DECK))
    for figure, card_id in zip((0.5, 0.48, 0.46, 0.2), [*PAULOWNIA, "pine-crane"], strict=True):
        figures[get_card(card_id).index] = figure
    place = SeenPlace(Look(figures, CARD_CORNERS, np.ones(6, bool), 1.0, 1.0))
    monkeypatch.setattr(naming, "find_in_pile", lambda photo, deck: [place])
    [found] = name_cards([write_jpeg(TABLE)], None)
    assert found.ids == (*PAULOWNIA, "pine-crane")


def test_a_photo_is_read_upright_as_the_phone_was_held(reader: PhotoReader, deck: dict[str, bytes]) -> None:
    made = make(2, 7)
    upright = reader.read(deck, [made.content])
    turned = Image.open(io.BytesIO(made.content)).rotate(90, expand=True)
    orientation = Image.Exif()
    # "Turn by a quarter, clockwise."
    orientation[0x0112] = 6
    content = io.BytesIO()
    turned.save(content, "JPEG", exif=orientation, quality=95)
    found = reader.read(deck, [content.getvalue()])
    middles = [{each.ids: np.mean(each.corners, axis=0) for each in read} for read in (upright, found)]
    assert middles[0].keys() == middles[1].keys()
    assert max(np.abs(middles[0][ids] - middles[1][ids]).max() for ids in middles[0]) < 8


def test_corners_are_those_of_the_whole_photo(reader: PhotoReader, deck: dict[str, bytes]) -> None:
    photo = Image.open(io.BytesIO(make(1, 1).content))
    content = io.BytesIO()
    photo.resize((photo.width * 2, photo.height * 2)).save(content, "JPEG")
    [small] = reader.read(deck, [make(1, 1).content])
    [large] = reader.read(deck, [content.getvalue()])
    assert np.abs(np.array(large.corners) - 2 * np.array(small.corners)).max() < 8


def make_picture(width: int, height: int, kind: str, **how: Any) -> bytes:
    content = io.BytesIO()
    Image.new("L", (width, height)).save(content, kind, **how)
    return content.getvalue()


def make_png(width: int, height: int) -> bytes:
    return make_picture(width, height, "PNG")


CARD_HEIC, LARGE_HEIC = (Path(__file__).with_name(f"{name}.heic").read_bytes() for name in ("card", "large"))
TILES = lay_tiles(CARD_HEIC, b"grid", 4, 1_200)


@pytest.mark.parametrize(
    "photo",
    [
        lay_tiles(LARGE_HEIC, b"iovl", 20, 1_000),
        lay_tiles(CARD_HEIC, b"iden", 1, 1_000),
        lay_tiles(LARGE_HEIC, b"grid", 16, 1_500),
        lay_tiles(CARD_HEIC, b"grid", 900, 1_500),
        TILES.replace(b"ispe", b"free", 1),
        TILES + TILES[TILES.index(b"meta") - 4 :],
    ],
    ids=[
        *("20 layers of 48 megapixels", "the same again", "16 tiles of 48 megapixels", "900 tiles"),
        *("tiles without a size", "two lists of items"),
    ],
)
def test_a_heic_of_tiles_that_cost_more_than_its_pixels_is_refused_before_it_is_decoded(photo: bytes) -> None:
    used = time.process_time()
    with pytest.raises(CannotRead, match="Send a JPEG: an iPhone takes them"):
        read_photo(photo)
    assert time.process_time() - used < 0.5


def test_a_heic_of_tiles_is_read() -> None:
    assert read_photo(TILES)[0].shape == (1_200, 1_200, 3)


def test_a_photo_of_an_iphone_is_read_as_it_comes_or_it_is_said_how_to_send_a_jpeg(
    reader: PhotoReader, deck: dict[str, bytes]
) -> None:
    """The files are the made photo of one card as HEIC, and a grey picture of 48 megapixels."""
    card, large = CARD_HEIC, LARGE_HEIC
    [found] = reader.read(deck, [card])
    assert found.ids == (make(1, 1).cards[0].id,)
    for refused in (large, card[: len(card) // 2]):
        with pytest.raises(
            CannotRead, match="Send a JPEG: an iPhone takes them by Settings, Camera, Formats"
        ):
            reader.read(deck, [refused])


TOO_LARGE = "too large. Send a JPEG of at most 50 megapixels, or a PNG or WebP of at most 16."
NO_PHOTO = "no photo, or it is damaged. Send a photo as JPEG, HEIC, PNG or WebP."


@pytest.mark.parametrize(
    ("photo", "said"),
    [
        (make(1, 1).content[:3000], NO_PHOTO),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", NO_PHOTO),
        (b"", NO_PHOTO),
        (make_png(10_000, 10_000), TOO_LARGE),
        (make_picture(7_000, 7_000, "PNG"), TOO_LARGE),
        (make_picture(14_000, 14_000, "JPEG"), TOO_LARGE),
        (make_picture(7_000, 7_000, "WEBP"), TOO_LARGE),
        (make_picture(7_000, 7_000, "WEBP", lossless=True), TOO_LARGE),
        (make_picture(7_000, 7_000, "WEBP", exif=Image.Exif()), TOO_LARGE),
        (make_picture(4_000, 4_000, "WEBP"), "too dark"),
        (make_picture(4_000, 4_000, "WEBP", lossless=True), "too dark"),
        (make_picture(7_000, 7_000, "JPEG"), "too dark"),
        (make_png(800, 600), "too dark"),
    ],
    ids=[
        *("truncated", "no picture", "empty", "100 megapixels", "49 as PNG", "196 as JPEG", "49 as WebP"),
        *("49 as exact WebP", "49 as WebP with more", "16 as WebP", "16 as exact WebP", "49 as JPEG", "dark"),
    ],
)
def test_what_is_no_photo_of_cards_is_a_sentence(
    reader: PhotoReader, deck: dict[str, bytes], photo: bytes, said: str
) -> None:
    for ask in (lambda: reader.read(deck, [photo]), lambda: reader.learn([photo], "korean")):
        with pytest.raises(CannotRead, match=said):
            ask()


PNG = make_png(800, 600)


@pytest.mark.parametrize(
    "photo",
    [
        draw_scans(7_064, 3_000),
        draw_scans(7_064, 21).replace(b"\xff\xda", b"\xff\xff\xda"),
        b"\xff\xd8" + b"\xff\xfe\x00\x02" * 2_000_000,
        b"\xff\xd8" + (b"\xff\xe1\xff\xf0Exif\0\0" + bytes(65_512)) * 700,
        PNG[:33] + (bytes(4) + b"iCCP" + bytes(4)) * 21 + PNG[33:],
        *(PNG[:place] + (bytes(4) + b"noTe" + bytes(4)) * 500_000 + PNG[place:] for place in (33, -12)),
    ],
    ids=[
        *("3,000 scans", "21 scans behind other bytes", "two million notes", "700 pieces of Exif"),
        *("21 profiles", "500,000 chunks", "500,000 chunks behind the picture"),
    ],
)
def test_a_photo_that_would_cost_more_than_its_pixels_is_refused_before_it_is_decoded(photo: bytes) -> None:
    used = time.process_time()
    with pytest.raises(CannotRead, match=TOO_MANY_PARTS):
        read_photo(photo)
    assert time.process_time() - used < 0.5


@pytest.mark.parametrize(
    ("left", "size", "more"),
    [(100, (1_000, 500), 2), (100, (1_000, 1_000), 4), (100, (6_000, 8_000), 8), (0, (1_000, 1_000), 0)],
    ids=["half a megapixel", "one", "48, read as two", "without a limit"],
)
def test_a_photo_adds_processor_time_by_its_pixels(left: float, size: tuple[int, int], more: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, left)
    read_photo(make_picture(*size, "JPEG"))
    seconds = signal.setitimer(signal.ITIMER_PROF, 0)[0]
    # What reading took is gone.
    assert left + more - 2 < seconds <= left + more + 0.1 if left else seconds == 0


def test_a_photo_whose_exif_is_damaged_fills_no_log(capfd: pytest.CaptureFixture[str]) -> None:
    entries = [struct.pack("<HHII", 0x9000 + number, 7, 100, 8) for number in range(50)]
    exif = b"Exif\0\0II*\0" + struct.pack("<IH", 8, len(entries)) + b"".join(entries) + bytes(4)
    photo = make_picture(100, 100, "WEBP", exif=exif)
    with pytest.warns(UserWarning, match="Tag data larger than file"):
        read_photo(photo)
    reader = PhotoReader()
    with pytest.raises(CannotRead, match="too dark"):
        reader.learn_card(photo)
    reader.close()
    assert capfd.readouterr().err == ""


def test_a_photo_in_steps_is_read_with_a_film_behind_it_and_a_preview_inside() -> None:
    """Marks of scans in what phones add are no scans of the photo."""
    photo = io.BytesIO()
    note = bytes([255, 0xDA]) * 500
    shown = Image.open(io.BytesIO(make(1, 1).content))
    shown.save(photo, "JPEG", progressive=True, comment=note)
    assert read_photo(photo.getvalue() + note)[0].any()


def test_a_table_without_cards_is_a_sentence(reader: PhotoReader, deck: dict[str, bytes]) -> None:
    with pytest.raises(NothingFound, match="Lay the cards side by side, their faces up"):
        reader.read(deck, [write_jpeg(TABLE)])
    with pytest.raises(CannotRead, match="No card was found"):
        reader.learn_card(write_jpeg(TABLE))
    with pytest.raises(CannotRead, match=r"^The card lies face down"):
        reader.learn_card(write_jpeg(lay_backs()))


def test_of_several_photos_the_one_that_cannot_be_read_is_named(
    reader: PhotoReader, deck: dict[str, bytes]
) -> None:
    with pytest.raises(CannotRead, match=r"^Photo 2: The photo is too dark"):
        reader.read(deck, [make(1, 1).content, write_jpeg(TABLE // 10)])


def test_a_deck_that_was_saved_is_adopted_as_it_was_and_no_picture_is_taken_as_it_comes(
    reader: PhotoReader, deck: dict[str, bytes]
) -> None:
    adopted = reader.adopt({card_id: make_png(66, 108) for card_id in deck})
    assert {Image.open(io.BytesIO(picture)).format for picture in adopted.values()} == {"JPEG"}
    assert {Image.open(io.BytesIO(picture)).size for picture in adopted.values()} == {(110, 180)}
    with pytest.raises(CannotRead, match=f"Crane on pine: This file is {NO_PHOTO}"):
        reader.adopt(deck | {"pine-crane": b"\xff\xd8 no picture"})
    assert reader.adopt(pack_deck(deck)).keys() == deck.keys()


@pytest.mark.parametrize("work", [other_work.hang, other_work.take_processor, other_work.take_memory])
def test_a_photo_beyond_its_limits_is_given_up_and_the_next_is_read(
    work: object, deck: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = PhotoReader()
    monkeypatch.setattr(reader_module.child, "read_photos", work)
    with pytest.raises(CannotRead, match=r"too slow or too busy|too much memory"):
        reader.read(deck, [b"a photo"])
    monkeypatch.undo()
    assert reader.read(deck, [make(1, 1).content])
    reader.close()


def test_beyond_a_short_queue_the_reader_is_busy(deck: dict[str, bytes]) -> None:
    reader = PhotoReader(waiting_limit=0)
    with reader._child._take_place("Ann"), pytest.raises(Busy):
        reader.read(deck, [b"a photo"], "Ben")


def test_pages_and_commands_load_nothing_that_reads_photos() -> None:
    script = (
        "import sys, companion.photo, companion.web, companion.cli.photo\n"
        "print([name for name in ('cv2', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
