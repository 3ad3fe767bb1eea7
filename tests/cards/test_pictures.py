"""The drawings: all 48 there, each its own, light to load, legible small, the same on screen and on paper."""

import gzip
import re
from contextlib import closing
from io import BytesIO
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat
from playwright.sync_api import Browser

from companion.cards import BLUE_RIBBONS, DECK, POETRY_RIBBONS, Card, Kind, get_card
from companion.cards.pictures import (
    DECK_STYLES,
    DRAWINGS_DIRECTORY,
    PALETTE,
    DeckStyle,
    get_month,
    picture_svg,
)
from companion.rules.records.rule_set import MONTH_ORDERS
from tools.deck import deck_svg, icon_svg, render_pngs

# The size at which the cards of the entry screen must be told apart.
WIDTH_PX, HEIGHT_PX = 56, 92

# Mean difference of two pictures, 0 to 1. The two nearest of all are the chaff of the cherry (0.09), and as
# outlines the ribbons of wisteria and iris (0.08).
TOLD_APART = 0.07
# A chaff card's distance from the mirror image of another, divided by its distance from that card itself:
# about 1 for two drawings, 0 for one drawing and its mirror image.
NO_MIRROR = 0.9
# Blossoms that grow are of several sizes: the largest of a card against the smallest.
LARGEST_BLOSSOM = 1.4
# Sizes that differ by less look equal. Three equal blossoms make a row when one stands half-way between the
# others, give or take this share of their distance.
EQUAL_BLOSSOMS, HALF_WAY = 1.15, 0.1
# A card against the same card without its drawing (0.10 for the least drawn).
DRAWN = 0.08
# The same mark on two cards (0.000), and the two marks nearest to each other (0.049, the 3 and the 5).
SAME_MARK, OTHER_MARK = 0.005, 0.04
# The same card in Chromium and in WeasyPrint: only the edges are smoothed otherwise.
SAME = 0.02

CONTRAST = 3.0

SVG = "{http://www.w3.org/2000/svg}"

Pictures = dict[str, Image.Image]


def on_white(png: bytes) -> Image.Image:
    picture = Image.open(BytesIO(png)).convert("RGBA")
    ground = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(ground, picture).convert("RGB")


def distance(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference over all pixels and channels, 0 to 1."""
    means = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(means) / len(means) / 255


def nearest_pair(pictures: Pictures) -> tuple[float, str, str]:
    return min((distance(pictures[a], pictures[b]), a, b) for a, b in combinations(pictures, 2))


def luminance(red: float, green: float, blue: float) -> float:
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG has it: greyscale changes nothing about it."""
    dark, light = sorted(
        luminance(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))) for colour in (one, other)
    )
    return (light + 0.05) / (dark + 0.05)


def render(svgs: list[str], *, greyscale: bool = False) -> Pictures:
    """The SVGs of all 48 as WeasyPrint renders them, 56 pixels wide."""
    pngs = render_pngs(svgs, WIDTH_PX, HEIGHT_PX, greyscale=greyscale)
    return {card.id: on_white(png) for card, png in zip(DECK, pngs, strict=True)}


@pytest.fixture(scope="module")
def printed() -> Pictures:
    return render([picture_svg(card) for card in DECK])


@pytest.fixture(scope="module")
def shown(browser: Browser) -> Pictures:
    """All 48 as Chromium shows them from the one file, 56 pixels wide."""
    uses = "".join(f"<svg><use href='deck.svg#{card.id}'/></svg>" for card in DECK)
    style = f"body{{margin:0;display:grid;grid-template-columns:repeat(12,{WIDTH_PX}px)}}"
    style += f"svg{{display:block;width:{WIDTH_PX}px;height:{HEIGHT_PX}px}}"
    html = f"<!doctype html><style>{style}</style>{uses}"
    deck = deck_svg("korean")
    with closing(browser.new_page(viewport={"width": 12 * WIDTH_PX, "height": 4 * HEIGHT_PX})) as page:
        page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.route("**/deck.svg", lambda route: route.fulfill(body=deck, content_type="image/svg+xml"))
        page.goto("http://127.0.0.1/", wait_until="networkidle")
        sheet = on_white(page.screenshot())
    places = [(card.index % 12 * WIDTH_PX, card.index // 12 * HEIGHT_PX) for card in DECK]
    return {
        card.id: sheet.crop((left, top, left + WIDTH_PX, top + HEIGHT_PX))
        for card, (left, top) in zip(DECK, places, strict=True)
    }


@pytest.fixture(scope="module")
def blanks() -> Pictures:
    """All 48 with frame and marks, without their drawings."""
    return render([re.sub(r'<svg x="10"[^>]*?(/>|>.*?</svg>)', "", picture_svg(card)) for card in DECK])


@pytest.fixture(params=["shown", "printed"])
def pictures(request: pytest.FixtureRequest, shown: Pictures, printed: Pictures) -> Pictures:
    """All 48 on screen, then all 48 on paper."""
    return shown if request.param == "shown" else printed


# --- Told apart ----------------------------------------------------------------------------------


def test_all_48_are_drawn_and_told_apart_in_colour_and_in_greyscale(
    pictures: Pictures, blanks: Pictures
) -> None:
    drawn = {card.id: distance(pictures[card.id], blanks[card.id]) for card in DECK}
    assert {name: how_much for name, how_much in drawn.items() if how_much < DRAWN} == {}
    grey = {name: image.convert("L") for name, image in pictures.items()}
    assert min(nearest_pair(pictures), nearest_pair(grey)) > (TOLD_APART,)


@pytest.mark.parametrize("ink_saving", [False, True])
def test_all_48_are_told_apart_without_their_marks(ink_saving: bool) -> None:
    svgs = [picture_svg(card, marks=False, ink_saving=ink_saving) for card in DECK]
    assert nearest_pair(render(svgs, greyscale=True)) > (TOLD_APART,)


def test_a_card_looks_the_same_on_screen_and_on_paper(shown: Pictures, printed: Pictures) -> None:
    differences = {card.id: distance(shown[card.id], printed[card.id]) for card in DECK}
    assert {name: how_much for name, how_much in differences.items() if how_much > SAME} == {}


# --- Drawn, not copied ---------------------------------------------------------------------------


def test_no_chaff_card_is_the_mirror_image_of_another() -> None:
    pictures = render([picture_svg(card, marks=False) for card in DECK])
    mirrored = {
        f"{card.id} and {other.id}": distance(pictures[card.id], ImageOps.mirror(pictures[other.id]))
        / distance(pictures[card.id], pictures[other.id])
        for card, other in combinations(DECK, 2)
        if card.suit is other.suit and card.kind is other.kind is Kind.CHAFF
    }
    assert len(mirrored) == 13
    assert {pair: share for pair, share in mirrored.items() if share < NO_MIRROR} == {}


def find_blossoms(card: Card) -> list[tuple[complex, float]]:
    """Return where each blossom (or maple leaf) of a card stands, and its size."""
    drawing = read_drawing(card)
    place = r'#(?:[a-z]+-blossom|maple-leaf)"[^>]* transform="translate\((\S+) (\S+)\)'
    uses = re.findall(place + r'(?:[^"]*scale\(-?([\d.]+))?', drawing)
    assert len(uses) == len(re.findall("-blossom|maple-leaf", drawing))
    return [(complex(float(x), float(y)), float(size or 1)) for x, y, size in uses]


def read_drawing(card: Card) -> str:
    return (DRAWINGS_DIRECTORY / f"{card.id}.svg").read_text(encoding="utf-8")


def is_row(blossoms: tuple[tuple[complex, float], ...]) -> bool:
    """Whether three blossoms of one size stand in a line, the middle one half-way."""
    sizes = [size for _, size in blossoms]
    if max(sizes) / min(sizes) >= EQUAL_BLOSSOMS:
        return False
    one, two, three = (place for place, _ in blossoms)
    return any(
        abs(middle - (end + other) / 2) < HALF_WAY * abs(end - other)
        for middle, end, other in ((one, two, three), (two, one, three), (three, one, two))
    )


def test_the_blossoms_of_a_card_are_of_several_sizes_and_make_no_grid() -> None:
    blossoms = {card.id: find_blossoms(card) for card in DECK}
    many = {name: found for name, found in blossoms.items() if len(found) >= 3}
    assert len(many) >= 12
    for name, found in many.items():
        sizes = [size for _, size in found]
        assert max(sizes) / min(sizes) >= LARGEST_BLOSSOM, name
        assert not any(map(is_row, combinations(found, 3))), name


# --- Marks ---------------------------------------------------------------------------------------


def crop_marks(picture: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Return what lies within the month's and the kind's tab of a card 56 pixels wide."""
    return picture.crop((4, 4, 17, 15)), picture.crop((40, 3, 53, 15))


def mark_of(card: Card) -> str:
    return f"{card.ribbon} ribbon" if card.kind is Kind.RIBBON else card.kind.value


def test_month_and_kind_are_legible_on_every_card(shown: Pictures) -> None:
    marks = {card: crop_marks(shown[card.id].convert("L")) for card in DECK}
    for card, other in combinations(DECK, 2):
        same = (card.suit is other.suit, mark_of(card) == mark_of(other))
        far = [distance(one, two) for one, two in zip(marks[card], marks[other], strict=True)]
        said = [
            each < SAME_MARK if is_same else each > OTHER_MARK
            for is_same, each in zip(same, far, strict=True)
        ]
        assert said == [True, True], f"{card.id} and {other.id}: {far}"


def test_marks_stand_out_three_to_one_on_screen_and_paper(pictures: Pictures) -> None:
    for name, picture in pictures.items():
        for tab in crop_marks(picture.convert("L")):
            one, other = (f"#{value:02x}{value:02x}{value:02x}" for value in ImageStat.Stat(tab).extrema[0])
            assert contrast(one, other) >= CONTRAST, name


def test_the_edge_of_a_card_stands_out_from_the_page_three_to_one(repo: Path) -> None:
    """A frame of black within a rim of paper: the rim is what one sees on dark lacquer."""
    tokens = (repo / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    grounds = re.findall(r"--(?:paper|sheet): (#[0-9a-f]{6})", tokens)
    black, paper = PALETTE["black"], PALETTE["paper"]
    edges = [max(contrast(ground, black), contrast(ground, paper)) for ground in grounds]
    assert len(edges) >= 4
    assert min(*edges, contrast(black, paper)) >= CONTRAST


# --- One deck, two decks -------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECK_STYLES)
def test_the_month_on_a_card_is_its_month_in_the_rule_sets_of_that_order(deck: DeckStyle) -> None:
    assert [get_month(suit, deck) for suit in MONTH_ORDERS[deck]] == list(range(1, 13))


def test_the_decks_differ_in_late_months_writing_and_one_foot_only() -> None:
    late = {card.id for card in DECK if card.suit.id in ("willow", "paulownia")}
    written = {*POETRY_RIBBONS.ids, *BLUE_RIBBONS.ids}
    for marks, differing in ((True, late | written), (False, {"paulownia-chaff-1"} | written)):
        japanese, korean = (
            {card.id: picture_svg(card, deck, marks=marks) for card in DECK}
            for deck in ("japanese", "korean")
        )
        assert {name for name in japanese if japanese[name] != korean[name]} == differing
    feet = [picture_svg(get_card("paulownia-chaff-1"), deck) for deck in ("japanese", "korean")]
    colours = [[name for name in ("yellow", "vermilion") if PALETTE[name] in foot] for foot in feet]
    assert colours == [["yellow"], ["vermilion"]]


def test_only_brights_carry_the_seal_and_every_ribbon_card_the_ribbon_of_its_sort() -> None:
    for card in DECK:
        drawing = read_drawing(card)
        assert ("#seal" in drawing) == (card.kind is Kind.BRIGHT), card.id
        ribbons = re.findall(r"#\S*?(poetry|blue|plain)-ribbon", drawing)
        assert ribbons == ([card.ribbon] if card.ribbon else []), card.id


# --- The files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECK_STYLES)
def test_the_deck_file_is_what_the_drawings_say_and_weighs_20_kb_on_the_way(deck: DeckStyle) -> None:
    text = deck_svg(deck)
    file = DRAWINGS_DIRECTORY / f"deck-{deck}.svg"
    assert file.read_text(encoding="utf-8") == text, "Run ./run deck --write."
    assert len(text.encode()) <= 90_000
    assert len(gzip.compress(text.encode())) <= 20_000


@pytest.mark.parametrize("deck", DECK_STYLES)
def test_the_deck_file_holds_one_titled_symbol_a_card(deck: DeckStyle) -> None:
    root = ElementTree.fromstring(deck_svg(deck))
    titles = {symbol.attrib["id"]: symbol.findtext(f"{SVG}title") for symbol in root.iter(f"{SVG}symbol")}
    assert titles == {card.id: card.english for card in DECK}
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {use.attrib["href"].removeprefix("#") for use in root.iter(f"{SVG}use")} <= set(ids)


def test_pictures_in_one_page_share_no_identifier() -> None:
    for svg in [*map(picture_svg, DECK), icon_svg()]:
        used = [element for element in ElementTree.fromstring(svg).iter() if element.tag == f"{SVG}use"]
        assert (used, " id=" in svg) == ([], False)


def test_a_picture_says_its_name_or_is_silent() -> None:
    silent = picture_svg(DECK[0], titled=False)
    assert "<title>Crane on pine</title>" in picture_svg(DECK[0])
    assert ("<title>" in silent, 'aria-hidden="true"' in silent) == (False, True)


def test_there_is_a_drawing_for_every_card_and_none_besides() -> None:
    names = {path.stem for path in DRAWINGS_DIRECTORY.glob("*.svg")}
    assert names == {card.id for card in DECK} | {"parts"} | {f"deck-{deck}" for deck in DECK_STYLES}


@pytest.mark.parametrize("name", [*(card.id for card in DECK), "parts"])
def test_a_drawing_is_flat_fontless_and_of_the_palette(name: str) -> None:
    """No text, style or gradient; colours of the palette; numbers of one decimal at most."""
    elements = list(ElementTree.parse(DRAWINGS_DIRECTORY / f"{name}.svg").getroot().iter())
    tags = {element.tag.removeprefix(SVG) for element in elements}
    assert tags <= {"svg", "g", "use", "path", "circle", "ellipse", "rect"}
    assert not any("style" in element.attrib for element in elements)
    paints = {element.get(paint, "none") for element in elements for paint in ("fill", "stroke")}
    assert paints <= {"none", *PALETTE.values()}
    numbers = " ".join(element.get(each, "") for element in elements for each in ("d", "r", "cx"))
    assert not re.search(r"\.\d\d", numbers)


# --- Saving ink ----------------------------------------------------------------------------------


def test_saving_ink_leaves_every_area_open() -> None:
    for card in DECK:
        root = ElementTree.fromstring(picture_svg(card, ink_saving=True))
        paints = {element.get(paint) for element in root.iter() for paint in ("fill", "stroke")}
        assert paints <= {None, "none", "#fff", PALETTE["ink"]}, card.id


def test_saving_ink_takes_less_than_a_quarter_of_the_paper_and_keeps_the_month() -> None:
    pictures = render([picture_svg(card, ink_saving=True) for card in DECK], greyscale=True)
    for name, picture in pictures.items():
        grey = picture.convert("L")
        assert 1 - ImageStat.Stat(grey).mean[0] / 255 < 0.25, name
        assert ImageStat.Stat(crop_marks(grey)[0]).extrema[0][0] < 80, name
