"""The 48 cards: twelve suits of four, each card with its kind and its names.

A card's index is its place in the deck order, 0 to 47. The deck order says nothing about months: a month
belongs to a deck's order, never to a card.

    >>> DECK[0].id, DECK[0].kind.value, DECK[0].english
    ('pine-crane', 'bright', 'Crane on pine')
    >>> [card.id for card in DECK if card.suit is get_suit("willow")][-1]
    'willow-lightning'

Sources: SUI (suits, kinds and their names), KD85 (the names in Kwa-Dō). The names of the motifs are ours.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from companion.errors import NotUnderstood, get_known


class Kind(Enum):
    """The kind of a card; its value is the word used everywhere."""

    BRIGHT = "bright"
    ANIMAL = "animal"
    RIBBON = "ribbon"
    CHAFF = "chaff"

    @property
    def plural(self) -> str:
        """The plural: "brights", "chaff"."""
        return "chaff" if self is Kind.CHAFF else f"{self.value}s"

    @property
    def also(self) -> tuple[str, ...]:
        """Other names of the kind, from related games (SUI, KD85)."""
        return _KIND_NAMES[self]


_KIND_NAMES = {
    Kind.BRIGHT: ("light", "20-point card", "光札", "光", "hikari-fuda", "hikari", "광", "gwang", "kwang"),
    Kind.ANIMAL: ("seed", "tane", "ten", "10-point card", "種札", "tane-fuda", "열끗", "yeolkkeut"),
    Kind.RIBBON: ("slip", "tanzaku", "scroll", "5-point card", "短冊", "띠", "tti"),
    Kind.CHAFF: ("dregs", "junk", "plain", "kasu", "1-point card", "カス", "피", "pi"),
}


@dataclass(frozen=True, slots=True)
class Suit:
    """One of the twelve flowers."""

    index: int
    """From 0, in the order of the usual year."""
    id: str
    english: str
    japanese: str
    romaji: str
    korean: str
    romaja: str
    also: tuple[str, ...] = ()
    """Other names."""

    def __str__(self) -> str:
        return self.english


SUITS: tuple[Suit, ...] = (
    Suit(0, "pine", "Pine", "松", "matsu", "송학", "songhak"),
    Suit(1, "plum", "Plum blossom", "梅", "ume", "매조", "maejo"),
    Suit(2, "cherry", "Cherry blossom", "桜", "sakura", "벚꽃", "beotkkot"),
    Suit(
        3,
        "wisteria",
        "Wisteria",
        "藤",
        "fuji",
        "흑싸리",
        "heukssari",
        ("black bean", "kuromame", "bush clover"),
    ),
    Suit(4, "iris", "Iris", "菖蒲", "ayame", "난초", "nancho"),
    Suit(5, "peony", "Peony", "牡丹", "botan", "모란", "moran", ("목단", "mokdan")),
    Suit(
        6,
        "clover",
        "Bush clover",
        "萩",
        "hagi",
        "홍싸리",
        "hongssari",
        ("red bean", "akamame", "colored bush clover"),
    ),
    Suit(
        7,
        "susuki",
        "Susuki grass",
        "芒",
        "susuki",
        "공산",
        "gongsan",
        ("pampas", "moon", "bald head", "bōzu"),
    ),
    Suit(8, "chrysanthemum", "Chrysanthemum", "菊", "kiku", "국화", "gukhwa"),
    Suit(9, "maple", "Maple", "紅葉", "momiji", "단풍", "danpung"),
    Suit(10, "willow", "Willow", "柳", "yanagi", "비", "bi", ("rain",)),
    Suit(11, "paulownia", "Paulownia", "桐", "kiri", "오동", "odong"),
)

# The suits from the first month to the twelfth: deck.md, "Month orders". Paulownia is November and willow
# December in Korea and in Kwa-Dō.
MONTH_ORDERS = {"japanese": SUITS, "korean": (*SUITS[:10], SUITS[11], SUITS[10])}

DeckStyle = Literal["korean", "japanese"]

DECK_STYLES: tuple[DeckStyle, ...] = ("korean", "japanese")
"""The two decks on sale. The first is the Kwa-Dō deck and the default."""


def find_deck_style(word: object) -> DeckStyle | None:
    """The deck of this name, None for another word."""
    return next((style for style in DECK_STYLES if style == word), None)


def parse_deck(word: object) -> DeckStyle:
    """The deck of this name; raises `NotUnderstood` for another word."""
    if style := find_deck_style(word):
        return style
    said = f", not “{word[:80]}”" if isinstance(word, str) else ""
    raise NotUnderstood(f"A deck is {' or '.join(DECK_STYLES)}{said}.", ("deck",))


def get_month(suit: Suit, deck: DeckStyle) -> int:
    """The month, 1 to 12, printed on a suit's cards. The decks differ in willow and paulownia."""
    return MONTH_ORDERS[deck].index(suit) + 1


_SUITS_BY_ID = {suit.id: suit for suit in SUITS}


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the deck."""

    index: int
    """From 0, in deck order."""
    id: str
    suit: Suit
    kind: Kind
    ribbon: str | None
    """“poetry”, “blue” or “plain” for ribbons."""
    english: str
    japanese: str
    korean: str

    @property
    def short_name(self) -> str:
        """What a table calls it: “Crane” for “Crane on pine”."""
        return _FLOWER_BEHIND.split(self.english)[0]

    def __str__(self) -> str:
        return self.english

    def __repr__(self) -> str:
        return f"<{self.id}>"


_FLOWER_BEHIND = re.compile(r" (?:on|over|under|with|in) ")
_ROWS = (
    ("pine-crane", Kind.BRIGHT, None, "Crane on pine", "松に鶴", "송학 광"),
    ("pine-ribbon", Kind.RIBBON, "poetry", "Pine poetry ribbon", "松に赤短", "송학 홍단"),
    ("pine-chaff-1", Kind.CHAFF, None, "Pine chaff 1", "松のカス", "송학 피"),
    ("pine-chaff-2", Kind.CHAFF, None, "Pine chaff 2", "松のカス", "송학 피"),
    ("plum-warbler", Kind.ANIMAL, None, "Warbler on plum", "梅に鶯", "매조 열끗"),
    ("plum-ribbon", Kind.RIBBON, "poetry", "Plum blossom poetry ribbon", "梅に赤短", "매조 홍단"),
    ("plum-chaff-1", Kind.CHAFF, None, "Plum blossom chaff 1", "梅のカス", "매조 피"),
    ("plum-chaff-2", Kind.CHAFF, None, "Plum blossom chaff 2", "梅のカス", "매조 피"),
    ("cherry-curtain", Kind.BRIGHT, None, "Curtain under cherry", "桜に幕", "벚꽃 광"),
    ("cherry-ribbon", Kind.RIBBON, "poetry", "Cherry blossom poetry ribbon", "桜に赤短", "벚꽃 홍단"),
    ("cherry-chaff-1", Kind.CHAFF, None, "Cherry blossom chaff 1", "桜のカス", "벚꽃 피"),
    ("cherry-chaff-2", Kind.CHAFF, None, "Cherry blossom chaff 2", "桜のカス", "벚꽃 피"),
    ("wisteria-cuckoo", Kind.ANIMAL, None, "Cuckoo on wisteria", "藤に不如帰", "흑싸리 열끗"),
    ("wisteria-ribbon", Kind.RIBBON, "plain", "Wisteria ribbon", "藤に短冊", "흑싸리 띠"),
    ("wisteria-chaff-1", Kind.CHAFF, None, "Wisteria chaff 1", "藤のカス", "흑싸리 피"),
    ("wisteria-chaff-2", Kind.CHAFF, None, "Wisteria chaff 2", "藤のカス", "흑싸리 피"),
    ("iris-bridge", Kind.ANIMAL, None, "Bridge with iris", "菖蒲に八橋", "난초 열끗"),
    ("iris-ribbon", Kind.RIBBON, "plain", "Iris ribbon", "菖蒲に短冊", "난초 띠"),
    ("iris-chaff-1", Kind.CHAFF, None, "Iris chaff 1", "菖蒲のカス", "난초 피"),
    ("iris-chaff-2", Kind.CHAFF, None, "Iris chaff 2", "菖蒲のカス", "난초 피"),
    ("peony-butterflies", Kind.ANIMAL, None, "Butterflies on peony", "牡丹に蝶", "모란 열끗"),
    ("peony-ribbon", Kind.RIBBON, "blue", "Peony blue ribbon", "牡丹に青短", "모란 청단"),
    ("peony-chaff-1", Kind.CHAFF, None, "Peony chaff 1", "牡丹のカス", "모란 피"),
    ("peony-chaff-2", Kind.CHAFF, None, "Peony chaff 2", "牡丹のカス", "모란 피"),
    ("clover-boar", Kind.ANIMAL, None, "Boar in bush clover", "萩に猪", "홍싸리 열끗"),
    ("clover-ribbon", Kind.RIBBON, "plain", "Bush clover ribbon", "萩に短冊", "홍싸리 띠"),
    ("clover-chaff-1", Kind.CHAFF, None, "Bush clover chaff 1", "萩のカス", "홍싸리 피"),
    ("clover-chaff-2", Kind.CHAFF, None, "Bush clover chaff 2", "萩のカス", "홍싸리 피"),
    ("susuki-moon", Kind.BRIGHT, None, "Moon over susuki", "芒に月", "공산 광"),
    ("susuki-geese", Kind.ANIMAL, None, "Geese over susuki", "芒に雁", "공산 열끗"),
    ("susuki-chaff-1", Kind.CHAFF, None, "Susuki chaff 1", "芒のカス", "공산 피"),
    ("susuki-chaff-2", Kind.CHAFF, None, "Susuki chaff 2", "芒のカス", "공산 피"),
    ("chrysanthemum-cup", Kind.ANIMAL, None, "Sake cup with chrysanthemum", "菊に盃", "국화 열끗"),
    ("chrysanthemum-ribbon", Kind.RIBBON, "blue", "Chrysanthemum blue ribbon", "菊に青短", "국화 청단"),
    ("chrysanthemum-chaff-1", Kind.CHAFF, None, "Chrysanthemum chaff 1", "菊のカス", "국화 피"),
    ("chrysanthemum-chaff-2", Kind.CHAFF, None, "Chrysanthemum chaff 2", "菊のカス", "국화 피"),
    ("maple-deer", Kind.ANIMAL, None, "Deer under maple", "紅葉に鹿", "단풍 열끗"),
    ("maple-ribbon", Kind.RIBBON, "blue", "Maple blue ribbon", "紅葉に青短", "단풍 청단"),
    ("maple-chaff-1", Kind.CHAFF, None, "Maple chaff 1", "紅葉のカス", "단풍 피"),
    ("maple-chaff-2", Kind.CHAFF, None, "Maple chaff 2", "紅葉のカス", "단풍 피"),
    ("willow-rain-man", Kind.BRIGHT, None, "Rain man under willow", "柳に小野道風", "비 광"),
    ("willow-swallow", Kind.ANIMAL, None, "Swallow under willow", "柳に燕", "비 열끗"),
    ("willow-ribbon", Kind.RIBBON, "plain", "Willow ribbon", "柳に短冊", "비 띠"),
    ("willow-lightning", Kind.CHAFF, None, "Lightning", "柳のカス", "비 피"),
    ("paulownia-phoenix", Kind.BRIGHT, None, "Phoenix on paulownia", "桐に鳳凰", "오동 광"),
    ("paulownia-chaff-1", Kind.CHAFF, None, "Paulownia chaff 1", "桐のカス", "오동 피"),
    ("paulownia-chaff-2", Kind.CHAFF, None, "Paulownia chaff 2", "桐のカス", "오동 피"),
    ("paulownia-chaff-3", Kind.CHAFF, None, "Paulownia chaff 3", "桐のカス", "오동 피"),
)

DECK: tuple[Card, ...] = tuple(
    Card(index, card_id, SUITS[index // 4], kind, ribbon, english, japanese, korean)
    for index, (card_id, kind, ribbon, english, japanese, korean) in enumerate(_ROWS)
)
_CARDS_BY_ID = {card.id: card for card in DECK}


def get_card(card_id: str) -> Card:
    """The card with this id; raises `NotUnderstood`, naming the nearest known id."""
    return get_known(_CARDS_BY_ID, card_id, "There is no card")


def get_suit(suit_id: str) -> Suit:
    """The suit with this id; raises `NotUnderstood`, naming the nearest known id."""
    return get_known(_SUITS_BY_ID, suit_id, "There is no suit")
