"""The deck, by the tables of deck.md."""

import pytest

from companion.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    BRIGHTS,
    CHAFF,
    DECK,
    GRASS_RIBBONS,
    NAMED_SETS,
    POETRY_RIBBONS,
    POINT_CARDS,
    RIBBONS,
    SUITS,
    WILLOW_RIBBON,
    CardSet,
    fold,
    get_card,
    get_named_set,
    get_names,
    get_suit,
)
from companion.errors import NotUnderstood

# The table of identifiers, row by row: deck.md.
ROWS = """
pine-crane pine-ribbon pine-chaff-1 pine-chaff-2
plum-warbler plum-ribbon plum-chaff-1 plum-chaff-2
cherry-curtain cherry-ribbon cherry-chaff-1 cherry-chaff-2
wisteria-cuckoo wisteria-ribbon wisteria-chaff-1 wisteria-chaff-2
iris-bridge iris-ribbon iris-chaff-1 iris-chaff-2
peony-butterflies peony-ribbon peony-chaff-1 peony-chaff-2
clover-boar clover-ribbon clover-chaff-1 clover-chaff-2
susuki-moon susuki-geese susuki-chaff-1 susuki-chaff-2
chrysanthemum-cup chrysanthemum-ribbon chrysanthemum-chaff-1 chrysanthemum-chaff-2
maple-deer maple-ribbon maple-chaff-1 maple-chaff-2
willow-rain-man willow-swallow willow-ribbon willow-lightning
paulownia-phoenix paulownia-chaff-1 paulownia-chaff-2 paulownia-chaff-3
"""


def test_the_deck_has_48_cards_in_the_order_of_the_table():
    assert [card.id for card in DECK] == ROWS.split()
    assert [card.index for card in DECK] == list(range(48))


def test_every_suit_has_four_cards_in_a_row():
    for number, line in enumerate(ROWS.split("\n")[1:-1]):
        assert {get_card(card_id).suit for card_id in line.split()} == {SUITS[number]}


# deck.md: which cards a set has.
SETS = [
    (BRIGHTS, "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"),
    (POETRY_RIBBONS, "pine-ribbon plum-ribbon cherry-ribbon"),
    (BLUE_RIBBONS, "peony-ribbon chrysanthemum-ribbon maple-ribbon"),
    (GRASS_RIBBONS, "wisteria-ribbon iris-ribbon clover-ribbon"),
    (RIBBONS - POETRY_RIBBONS - BLUE_RIBBONS - GRASS_RIBBONS, "willow-ribbon"),
    (CHAFF & CardSet.of(get_named_set("suit-willow")), "willow-lightning"),
]


def test_a_set_has_the_cards_of_its_text():
    assert [(cards.ids, said) for cards, said in SETS if cards.ids != tuple(said.split())] == []
    assert [len(cards) for cards in (BRIGHTS, ANIMALS, RIBBONS, CHAFF, POINT_CARDS)] == [5, 9, 10, 24, 24]
    assert WILLOW_RIBBON.ribbon == "plain"


@pytest.mark.parametrize(
    ("find", "name", "said"),
    [
        (get_card, "pine-crain", "pine-crain.*the nearest is pine-crane"),
        (get_suit, "oak", "no suit"),
        (get_named_set, "gras-ribbons", "the nearest is grass-ribbons"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_known_one(find, name, said):
    with pytest.raises(NotUnderstood, match=said):
        find(name)


def test_a_suit_is_a_named_set_too():
    assert all(len(get_named_set(f"suit-{suit.id}")) == 4 for suit in SUITS)
    assert set().union(*(set(NAMED_SETS[f"suit-{suit.id}"]) for suit in SUITS)) == set(DECK)


def list_named(words):
    """The cards that have this name."""
    return [card for card in DECK if fold(words) in map(fold, get_names(card))]


# deck.md, "Names": each word is a name of the cards of its suit or kind.
@pytest.mark.parametrize(
    ("words", "suit"),
    [
        (word, suit)
        for suit, words in {
            "pine": "Pine, 松, matsu, 송학, songhak",
            "plum": "Plum blossom, 梅, ume, 매조, maejo",
            "cherry": "Cherry blossom, 桜, sakura, 벚꽃, beotkkot",
            "wisteria": "Wisteria, 藤, fuji, 흑싸리, heukssari, black bean, kuromame, bush clover",
            "iris": "Iris, 菖蒲, ayame, 난초, nancho",
            "peony": "Peony, 牡丹, botan, 모란, moran",
            "clover": "Bush clover, 萩, hagi, 홍싸리, hongssari, red bean, akamame, colored bush clover",
            "susuki": "Susuki grass, 芒, susuki, 공산, gongsan, pampas, moon, bald head, bōzu, bozu",
            "chrysanthemum": "Chrysanthemum, 菊, kiku, 국화, gukhwa",
            "maple": "Maple, 紅葉, momiji, 단풍, danpung",
            "willow": "Willow, 柳, yanagi, 비, bi, rain",
            "paulownia": "Paulownia, 桐, kiri, 오동, odong",
        }.items()
        for word in words.split(", ")
    ],
)
def test_every_name_of_a_suit_is_one_of_its_four_cards(words, suit):
    assert [card.suit.id for card in list_named(words)].count(suit) == 4


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (word, kind)
        for kind, words in {
            "bright": "bright, light, 20-point card, 光札, hikari-fuda, 광, gwang, kwang",
            "animal": "animal, seed, tane, ten, 10-point card, 種札, tane-fuda, 열끗, yeolkkeut",
            "ribbon": "ribbon, slip, tanzaku, scroll, 5-point card, 短冊, 띠, tti",
            "chaff": "chaff, dregs, junk, plain, kasu, 1-point card, カス, 피, pi",
        }.items()
        for word in words.split(", ")
    ],
)
def test_every_name_of_a_kind_is_one_of_its_cards_only(words, kind):
    assert {card.kind.value for card in list_named(words)} == {kind}


def test_a_set_of_cards_is_like_a_set():
    some, other = CardSet.from_ids(["pine-crane", "plum-ribbon"]), CardSet.from_ids(["plum-ribbon"])
    assert (some & other).ids == ("plum-ribbon",)
    assert (some - other).ids == ("pine-crane",)
    assert (some | other) == some
    assert other <= some
    assert some >= other
    assert not some <= other
    assert some != {1}
    assert hash(some) == hash(CardSet.of(reversed(tuple(some))))
    assert len(CardSet.of(DECK) - some) == 46
    assert "pine-crane" not in some
    assert not CardSet()
    assert repr(other) == "CardSet(plum-ribbon)"
    assert not some - some
