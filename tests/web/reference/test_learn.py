"""The lessons: what a newcomer must find on them, the round to count, and how they print."""

import itertools
import re
from collections.abc import Iterator
from html import unescape

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page

from companion.cards import get_suit_cards
from companion.reference import LESSONS, load_lesson
from companion.rules import get_rule_set
from tests.rules.tables import CARD_GAMES
from tests.store.tables import SHARE
from tests.web.paper.test_printed_pages import print_page
from tests.web.table import expect_words


def read(client: FlaskClient, address: str) -> str:
    """What a reader sees of a page, in one line."""
    text = re.sub(r"<[^>]+>", " ", client.get(address).text.split("<main")[1])
    return re.sub(r"\s+", " ", unescape(text))


def test_the_four_games_can_be_learned_from_home_and_from_the_rules_of_every_form(
    client: FlaskClient,
) -> None:
    lessons = {get_rule_set(taught).game: f'href="/learn/{game_id}"' for game_id, taught in LESSONS.items()}
    forms = {f"/rules/{each}": [lessons[get_rule_set(each).game]] for each in CARD_GAMES}
    for address, said in {"/": ['href="/learn"'], "/rules": ['href="/learn"'], **forms}.items():
        expect_words(client.get(address).text, *said)
    page = client.get("/learn").text
    # Where the cards come from stands below, and links to its rulings.
    facts = ("Portuguese", "1549", "Unsun Karuta with 75", "1791", "Fusajiro Yamauchi", "1889", "mulberry")
    expect_words(page + read(client, "/learn"), *lessons.values(), *facts)
    linked = re.findall(r'href="/rulings/(history-[a-z-]+)', page)
    assert sorted(linked) == ["history-bans", "history-cards", "history-gostop", "history-nintendo"]
    assert client.get("/learn/poker").status_code == 404


def test_a_lesson_says_how_many_cards_what_they_are_worth_how_they_are_dealt_and_what_a_round_brings(
    client: FlaskClient,
) -> None:
    said = {
        # deck.md and kwado.md: 5 brights, 9 animals, 10 ribbons, 24 chaff; 20, 10, 5, 0 points.
        "kwado": (
            *("sake cup 9 10", "plain red 10 5", "lightning 24 0", "worth 240 points"),
            *("Deal 10 cards to each", "Lay 8 cards face up", "Draw pile: 20", "dealer's left begins"),
            *(
                "floor . For two sides it is 120",
                "for four 60",
                "a team is one side",
                "By method A 200 wins.",
            ),
            *("For method B agree on a target", "five times the floor: 600 for two sides"),
            *("gets 25 more", "bring 100", "wisteria, iris and clover; not the willow"),
            *("one willow is left on the field", "our reading"),
            # kwado.md: 240 ÷ 5, 240 ÷ 6.
            *(
                "for five 48, for six 40",
                "usually the best of the round",
                "on the field are not in the rules",
            ),
            *("matches the pair that you just made: the pair is yours", "third card stays"),
            # kwado.md, "Worked examples": 125 and 115, less the floor of 120.
            *("Card points 125", "Floor: 240 ÷ 2 sides −120", "Round score 5", "Round score 0"),
        ),
        "min-hwatu": (
            *("sake cup 9 10", "counter-clockwise", "brings you twice 30"),
            *("Round score 125", "Round score 115"),
        ),
        # sakura.md: 20, 10, 5 and 0 points for 4, 11, 10 and 23 cards.
        "sakura": (
            *("phoenix 4 20", "coloured foot 11 10", "rain man 10 5", "23 0", "takes 50 points off"),
            *("Deal 8 cards to each", "eight cards are left in the pile"),
            *("Round score 115", "Round score 125"),
        ),
        # hana-awase.md: 24 chaff of 1; without chaff 125, and 264 − 125 for the other, less 132.
        "hana-awase": (
            *("lightning 24 1", "worth 264 points", "Deal 8 cards to each", "132 with two players"),
            *("that is Bakappana", "Par: 264 ÷ 2 players −132"),
            *("Round score −7", "Round score 7"),
        ),
        # mushi.md: 20 chaff of 1, par 115; without peonies 110, and 230 − 110 for the other.
        "mushi": (
            *("ten months of four cards each", "lightning 20 1", "worth 230 points", "Draw pile: 16"),
            *("half of the 230: 115", "Par: 230 ÷ 2 players −115"),
            *("Round score −5", "Round score 5"),
        ),
        # roppyakken.md: 6 × 50, 19 × 10; without yaku 270, and 490 − 270 for the other.
        "roppyakken": (
            *("warbler 6 50", "yellow paulownia 19 10", "worth 490 points", "Deal 8 cards to each"),
            *("who reaches 600 wins", "Round score 270", "Round score 220"),
        ),
        "koi-koi": (
            *("Deal 8 cards to each", "Draw pile: 24", "Seven points or more are doubled"),
            *("five points become ten", "an animal and a chaff card at once. Try it."),
            # koi-koi.md: base 7, the opponent had called: 7 × 2 × 2.
            *("5 + 2 7", "Round score 28"),
        ),
        "go-stop": (
            *(
                "Deal 10 cards to each",
                "Draw pile: 20",
                "counter-clockwise",
                "You need 7 points, or 3 when three",
            ),
            *("Only the one who stops is paid", "Each go of the winner adds 1", "pays for both"),
            # go-stop.md: godori 5, six animals 2; the other had called go: 7 × 2.
            "Round score 14",
        ),
    }
    assert said.keys() == LESSONS.keys()
    everywhere = ("lightning is a willow", "A match must be taken.", "No match: the card stays on the field.")
    for game_id, words in said.items():
        text = read(client, f"/learn/{game_id}").replace("’", "'").replace("No match :", "No match:")
        expect_words(text, *words, *everywhere)


def test_every_listed_yaku_shows_its_cards_and_says_how_many_of_them(client: FlaskClient) -> None:
    for game_id, taught in LESSONS.items():
        items = re.findall(r'<li class="bonus">.*?</li>', client.get(f"/learn/{game_id}").text, re.S)
        assert len(items) >= 4
        for item in items:
            [yaku_id] = re.findall(r'href="/rules/[^"/]+/yaku/([^"/]+)"', item)
            yaku = get_rule_set(taught).get_yaku(yaku_id)
            # A picture of each, and the names of all in one.
            cards = [*yaku.all_of, *(yaku.at_least.of if yaku.at_least else ())]
            assert re.findall(r'<use href="[^"]*#([^"]+)"', item) == [card.id for card in cards], yaku_id
            named = ", ".join(re.findall(r'role="img"\s+aria-label="([^"]+)"', item))
            assert unescape(named) == ", ".join(card.english for card in cards), yaku_id
            counted = [f"{yaku.at_least.n} of these:"] if yaku.at_least else []
            expect_words(item, *counted, *["the four cards of the month"] * yaku.is_of_month)


def test_a_lesson_shows_the_four_cards_of_each_month_in_one_place(client: FlaskClient) -> None:
    for game_id, taught in LESSONS.items():
        months = client.get(f"/learn/{game_id}").text.split('<ol class="months">')[1].split("</ol>")[0]
        items = re.findall(r"<li>.*?</li>", months, re.S)
        shown = [re.findall(r'<use href="[^"]*#([^"]+)"', item) for item in items]
        assert shown == [
            list(cards.ids)
            for suit in get_rule_set(taught).months
            if (cards := get_suit_cards(suit) & get_rule_set(taught).cards)
        ]
        assert ["Willow" in item for item in items] == ["willow-lightning" in ids for ids in shown]


def test_a_first_round_counts_as_the_exercise_does_and_the_choice_of_a_race_belongs_to_the_turn() -> None:
    words = {
        (game_id, section.id): " ".join(block.markdown for block in section.blocks)
        for game_id in LESSONS
        for section in load_lesson(game_id)
    }
    assert "method B" not in words["kwado", "play"]
    assert "lesson goes by *method A*" in words["kwado", "count"]
    assert [place for (_, place), text in words.items() if "“shōbu”" in text] == ["turn"]


@pytest.fixture(scope="module")
def page(browser: Browser, live_server: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True)
    yield context.new_page()
    context.close()


def test_a_tapped_card_changes_both_scores_and_in_a_race_makes_or_breaks_a_yaku(
    page: Page, live_server: str
) -> None:
    for lesson, *taps in (
        (
            "kwado",
            (
                ["Curtain under cherry"],
                "You: 145 card points, round score 25. The other player: 95 card points, round score 0.",
            ),
            (
                ["Crane on pine"],
                "You: 125 card points, round score 5. The other player: 115 card points, round score 0.",
            ),
        ),
        (
            "koi-koi",
            # koi-koi.md: 5 + 3 for three animals more, 5 for moon viewing, doubled twice.
            (
                ["Moon over susuki"],
                "Boar, deer, butterflies 猪鹿蝶: 5 + 2 = 7"
                " · ×2 (for 7 or more) · ×2 (The other player called koi-koi こいこい) · Round score: 28",
            ),
            (
                ["Sake cup"],
                "Boar, deer, butterflies 猪鹿蝶: 5 + 3 = 8 · Moon viewing 月見 (moon, cup): 5"
                " · ×2 (for 7 or more) · ×2 (The other player called koi-koi こいこい) · Round score: 52",
            ),
            (["Boar", "Deer", "Warbler", "Cuckoo", "Moon over susuki"], "Not enough: you cannot stop yet."),
        ),
    ):
        page.goto(f"{live_server}/learn/{lesson}")
        said = page.locator("[data-said]")
        said.wait_for()
        for cards, expected in taps:
            for card in cards:
                page.locator("label", has=page.get_by_label(card)).tap()
            assert said.inner_text() == expected


def test_a_lesson_prints_on_four_sheets_with_its_answer(page: Page, live_server: str) -> None:
    # On Letter, the shorter paper; every lesson on both in a thorough run.
    papers = itertools.product(LESSONS, ("Letter", "A4")) if SHARE == 1 else [("kwado", "Letter")]
    for game_id, paper in papers:
        sheets = print_page(page, f"{live_server}/learn/{game_id}", paper)
        assert len(sheets) in (2, 3, 4), (game_id, paper)
        assert "Roundscore" in "".join(sheets)
