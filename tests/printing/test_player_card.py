"""The player card: in front every yaku with its cards, on the back a turn, the deal, what counts, a round."""

from typing import Any

import pytest

from companion.printing.yaku_pictures import list_yaku, say_behind_name
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.conftest import THOROUGH, LaySheet, PrintSheet, order_sheet, read_html, read_words
from tests.printing.reading import read_pages, squeeze
from tests.rules.tables import CARD_GAMES

# Players, paper, and how many sheets of front and back they need.
SHEETS = [(2, "a4", 1), (4, "letter", 2), (2, "a5", 2), (2, "a6", 2), (5, "a4", 2), (5, "a5", 3)]


def list_shown(rules: str, **raw: str) -> dict[str, Any]:
    return {each["yaku"].id: each for each in list_yaku(order_sheet("player-card", rules=rules, **raw))}


@pytest.mark.parametrize(("players", "paper", "sheets"), SHEETS if THOROUGH else SHEETS[1:4])
def test_each_player_has_a_card_whose_back_follows_its_front(
    players: int, paper: str, sheets: int, lay_sheet: LaySheet
) -> None:
    laid = lay_sheet("player-card", sides=str(players), paper=paper)
    fronts, backs = laid.texts[::2], laid.texts[1::2]
    assert len(fronts) == len(backs) == sheets
    assert all("Four irises" in text and "Your turn" not in text for text in fronts)
    assert all("Your turn" in text and "Four irises" not in text for text in backs)
    assert laid.least_pt > 7.49
    assert laid.faults == []


def test_each_player_has_a_card_with_the_own_name(print_sheet: PrintSheet) -> None:
    names = ["Ann", "Bartholomäus", "Cy", "Di", "Eva"]
    fronts, last = read_pages(print_sheet("player-card", name=names, paper="a4").content)[::2]
    assert [name for name in names[:4] if fronts.count(name) != 1] == []
    # A spare card has none.
    assert (last.count("Eva"), [name for name in names[:4] if name in last]) == (1, [])
    assert fronts.count("Four irises") == last.count("Four irises") == 4


@pytest.mark.parametrize("rules", [each for each in RULE_SET_IDS if get_rule_set(each).presets])
def test_the_fewer_yaku_are_played_the_larger_are_their_cards(rules: str, lay_sheet: LaySheet) -> None:
    rule_set = get_rule_set(rules)
    presets = sorted(
        (each for each in rule_set.presets if each.yaku), key=lambda each: len(each.yaku), reverse=True
    )
    widths = []
    for preset in presets:
        laid = lay_sheet("player-card", rules=rules, yaku=preset.id)
        assert laid.faults == []
        front, _ = map(squeeze, laid.texts)
        for yaku in rule_set.yaku:
            is_there = squeeze(f"{yaku.short_name}{say_behind_name(rule_set, yaku)}") in front
            assert is_there is (yaku.id in preset.yaku), yaku.name
        widths.append(laid.pictures[0][1])
    assert widths == sorted(widths)


@pytest.mark.parametrize("rules", [each for each in RULE_SET_IDS if each.startswith("koikoi")])
def test_the_yaku_of_koi_koi_stand_in_front_on_every_paper(rules: str, lay_sheet: LaySheet) -> None:
    """On half a Letter sheet, which has the least room; in a thorough run on all."""
    for paper in ("letter", "a4", "a5")[: 1 + 2 * THOROUGH]:
        laid = lay_sheet("player-card", rules=rules, paper=paper)
        assert laid.faults == []
        assert len(laid.texts) == (4 if paper == "a5" else 2)
        for each in list_shown(rules).values():
            assert squeeze(f"{each['yaku'].short_name}{each['words']}") in squeeze(laid.texts[0])
        # A card of 33 by 54 mm is known at a quarter of its size.
        assert min(width for _, width in laid.pictures) > 8.0


def test_the_pictures_show_what_the_words_say() -> None:
    modern, hu = list_shown("koikoi-modern"), list_shown("koikoi-hu")
    shown = {yaku: len(each["cards"]) for yaku, each in modern.items()}
    assert shown["poetry-ribbons"] == shown["boar-deer-butterflies"] == 3
    assert shown["poetry-and-blue-ribbons"] == 6
    assert (shown["five-brights"], shown["three-brights"], shown["ribbons"]) == (5, 4, 10)
    # Ten chaff are one “× 10”, month cards those of a month, and the rain man stands apart as required.
    assert (shown["chaff"], modern["chaff"]["times"]) == (1, 10)
    assert len({card.suit for card in modern["month-cards"]["cards"]}) == 1
    assert shown["month-cards"] == 4
    rainy = modern["rainy-four-brights"]
    assert [card.id for card in rainy["required"]] == ["willow-rain-man"]
    assert "willow-rain-man" not in {card.id for card in rainy["cards"]}
    html = read_html("player-card", rules="koikoi-modern")
    assert html.count("picture--required") == html.count(">with<") == 1
    assert html.count("× 10") == 1
    assert modern["three-brights"]["words"] == "sankō 三光 (without the rain man) · any 3"
    assert hu["animals"]["words"] == "tane タネ · any 5 · +1 each further"
    assert hu["poetry-ribbons"]["words"] == "akatan 赤短"


def test_it_says_what_further_cards_count() -> None:
    said = {yaku: each["words"] for yaku, each in list_shown("koikoi-modern").items()}
    assert said["poetry-ribbons"] == "akatan 赤短 · +1 each further ribbon"
    assert said["boar-deer-butterflies"] == "inoshikachō 猪鹿蝶 · +1 each further animal"
    assert said["chaff"] == "kasu カス · any 10 · +1 each further"


def test_the_back_says_a_turn_the_deal_what_counts_and_the_round() -> None:
    text = read_words("player-card", target="300", sides="3")
    for said in (
        *("From your hand", "From the pile", "No match?", "What counts", "The round", "target 300"),
        *("bright 20", "animal 10", "ribbon 5", "chaff 0", "All cards together: 240"),
        # KD85: three players have 7 cards each, 6 on the field, 21 to draw from; 240 ÷ 3.
        "3 players: 7 cards each, 6 on the field, 21 in the pile.",
        "Floor of 3 sides: 80.",
    ):
        assert text.count(said) == 2, said


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_the_back_says_how_many_cards_are_taken(rules: str) -> None:
    takes_all = get_rule_set(rules).turn.of_three == "all"
    assert ("Three: take all." in read_words("player-card", rules=rules)) is takes_all, rules


def test_nineteen_yaku_stand_on_one_side_of_the_smallest_card(lay_sheet: LaySheet) -> None:
    """Of two players: two fronts, two backs. A line more would put backs behind the wrong fronts."""
    assert len(lay_sheet("player-card", rules="roppyakken", paper="a6").heights_mm) == 4
