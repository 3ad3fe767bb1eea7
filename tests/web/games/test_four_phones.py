"""Four phones at one table: games with what goes wrong at real ones, to the totals of the rules.

In each game two players have one card, a page is loaded anew while its player taps, a pile changes, one is
handed in without network, and one comes too late. Nobody taps anything to see the result or the next round.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Response, expect

from companion.rules import score_document
from companion.web.badges import get_badges
from companion.web.games.change_words import say_sides
from tests.waiting import wait_until
from tests.web.games.test_koi_koi import RaceScreen
from tests.web.phone import KEEPS, entry_screen, expect_totals

ANN, BEN, CEM = range(3)
CRANE, DEER = "pine-crane", "maple-deer"
# A player has another one in each round. The first makes Godori, and wins in Go-Stop.
PILES = (
    (CRANE, "cherry-curtain", "plum-warbler", "wisteria-cuckoo", "susuki-geese"),
    ("willow-rain-man", "susuki-moon", "pine-ribbon", "iris-bridge", "peony-butterflies"),
    ("paulownia-phoenix", "chrysanthemum-cup", "clover-boar"),
)
CHAFF = (10, 3, 7)
# Whether a card on the entry screen is of this owner.
IS_OF = """([card, owner]) => (
  document.querySelector("form[data-round]").elements[`captured/${card}`].value === owner
)"""


class Evening(NamedTuple):
    """A game: `fields` start it, `rest` is the side that has the cards of no pile, if one has."""

    fields: dict[str, str]
    options: dict[str, Any]
    rounds: int
    players: tuple[str, ...]
    sides: tuple[str, ...]
    rest: int | None = None

    def find_place(self, player: int, number: int) -> int:
        """Which of the piles a player has in a round."""
        return (player - number + 1) % len(PILES)

    def side_of(self, player: int) -> int:
        return player % len(self.sides)

    def find_winner(self, number: int) -> int:
        return (number - 1) % len(PILES)

    def write_round(self, number: int, piles: Mapping[int, list[str]]) -> dict[str, Any]:
        """What must have been entered, where the players have these piles."""
        captured: dict[str, Any] = {self.sides[self.side_of(player)]: [] for player in piles}
        for player, pile in piles.items():
            captured[self.sides[self.side_of(player)]] += pile
        if self.rest is not None:
            return {"captured": captured | {self.sides[self.rest]: "rest-of-points"}, "all_four": {}}
        chaff = {self.sides[player]: CHAFF[self.find_place(player, number)] for player in piles}
        winner = self.sides[self.find_winner(number)]
        return {"outcome": "stop", "winner": winner, "captured": captured, "chaff": chaff}


THREE, FOUR = ("Ann", "Ben", "Cem"), ("Ann", "Ben", "Cem", "Dee")
EVENINGS = {
    "kwado": Evening(
        {"game": "kwado-1985", "preset": "none"}, {"yaku": "none"}, 3, players=FOUR, sides=FOUR, rest=3
    ),
    "teams": Evening(
        {"game": "kwado-1982", "sides": "2"}, {}, 2, players=FOUR, sides=("Ann & Cem", "Ben & Dee"), rest=1
    ),
    "go-stop": Evening(
        {"game": "go-stop", "length": "rounds", "rounds": "3"}, {"rounds": 3}, 2, players=THREE, sides=THREE
    ),
}


class FourPhones:
    """The phones of the first three players, each with *My pile*, and the one that keeps the score."""

    def __init__(self, evening: Evening, phones: list[RaceScreen]) -> None:
        self.evening, self.saving, self.players = evening, phones[3], phones[:3]
        self.number = 0
        self.piles: dict[int, list[str]] = {}
        self.rounds: list[dict[str, Any]] = []
        fields = evening.fields
        self.game = self.saving.start(*evening.players, fields_of=fields["game"], **fields)
        for name, phone in zip(evening.players, self.players, strict=False):
            phone.page.goto(f"{self.game}/pile")
            phone.tap(f".button--wide:has-text('{name}')")
            phone.wait()

    def begin_round(self) -> None:
        self.number += 1
        self.piles = {}
        self.saving.open(self.game)

    def pile_of(self, player: int) -> list[str]:
        return list(PILES[self.evening.find_place(player, self.number)])

    # --- A player -----------------------------------------------------------------------------------

    def tap_cards(self, player: int, cards: list[str]) -> None:
        self.piles[player] = self.piles.get(player, []) + cards
        for card in cards:
            self.players[player].tap(f'label:has([value="{card}"])')

    def press_hand_in(self, player: int) -> None:
        phone = self.players[player]
        if self.evening.rest is None:
            phone.page.locator("#count").fill(str(CHAFF[self.evening.find_place(player, self.number)]))
        phone.tap('.count__sum .button--main:text-is("Hand in")')

    def hand_in(self, player: int, cards: list[str]) -> None:
        """Tap these cards too and hand them in; the entry then shows the pile."""
        page = self.players[player].page
        self.tap_cards(player, cards)
        with page.expect_navigation():
            self.press_hand_in(player)
        expect(page.locator(".notice").first).to_contain_text(f"is handed in for round {self.number}.")
        self.players[player].wait()
        self.expect_handed_in(player)

    def hand_in_without_network(self, player: int) -> None:
        self.players[player].page.context.set_offline(True)
        self.tap_cards(player, self.pile_of(player))
        self.press_hand_in(player)
        said = self.players[player].page.locator("[data-says]")
        expect(said).to_contain_text("Your pile waits on this phone")

    # --- Who enters the round -----------------------------------------------------------------------

    def expect_owner(self, card: str, owner: str) -> None:
        wait_until(self.saving.page, IS_OF, [card, owner])

    def expect_handed_in(self, player: int) -> None:
        """The entry says how many there are, and has each that no other side has handed in."""
        evening, pile = self.evening, self.piles[player]
        chaff = CHAFF[evening.find_place(player, self.number)] if evening.rest is None else 0
        handed = self.saving.page.locator("[data-handed]")
        expect(handed).to_contain_text(f"{evening.players[player]} ✓ {len(pile) + chaff}")
        for card in pile:
            sides = {evening.side_of(each) for each, cards in self.piles.items() if card in cards}
            self.expect_owner(card, str(*sides) if len(sides) == 1 else "")

    @property
    def question(self) -> str:
        """Who has the crane? Ann and Ben have handed it in."""
        return f"Crane on pine: {' and '.join(self.evening.sides[:2])} have it. Who has it?"

    def expect_question(self) -> None:
        """It is seen, above the button that saves."""
        says, save = (self.saving.page.locator(part) for part in ("[data-says]", ".round__save button"))
        expect(says).to_contain_text(self.question)
        expect(says).to_be_in_viewport(ratio=1)
        words, button = says.bounding_box(), save.bounding_box()
        assert words
        assert button
        assert words["y"] + words["height"] <= button["y"]
        self.expect_owner(CRANE, "")

    def answer_question(self) -> None:
        """It is Ann's."""
        dialog = self.saving.page.locator("dialog[open]")
        expect(dialog).to_contain_text(self.question)
        dialog.get_by_role("button", name=self.evening.sides[ANN], exact=True).tap()
        self.piles[BEN].remove(CRANE)

    def give_rest(self) -> None:
        self.saving.choose(str(self.evening.rest))
        self.saving.tap("[data-rest]")

    def expect_rest_given(self) -> None:
        self.expect_owner("wisteria-ribbon", str(self.evening.rest))

    def press_save(self) -> None:
        if self.evening.rest is None:
            self.saving.stop(self.evening.find_winner(self.number))
        else:
            self.saving.say_all_four([])
        self.saving.save()

    # --- What comes of it ---------------------------------------------------------------------------

    def expect_saved(self) -> None:
        """The game has the totals of the rules. Each player's phone has the result, and an empty pile."""
        evening = self.evening
        self.saving.pass_summary()
        self.rounds.append(evening.write_round(self.number, self.piles))
        game = {"game": evening.fields["game"], "options": evening.options, "sides": list(evening.sides)}
        scored = score_document({**game, "rounds": self.rounds})
        expect_totals(self.saving.page, scored["totals"].values())
        sides = scored["rounds"][-1]["sides"]
        brought = say_sides((badge.short, sides[badge.name]["score"]) for badge in get_badges(evening.sides))
        for player, phone in enumerate(self.players):
            phone.page.context.set_offline(False)
            heading = f"Round {self.number + 1}: {evening.players[player]}"
            expect(phone.page.locator("h1")).to_have_text(heading)
            expect(phone.page.locator("main")).to_contain_text(f"Round {self.number}: {brought}.")
            phone.wait()
            expect(phone.page.locator("[name=card]:checked")).to_have_count(0)


@pytest.fixture(params=EVENINGS)
def four(request: pytest.FixtureRequest, browser: Browser, live_server: str) -> Iterator[FourPhones]:
    """A game on four phones, to which the server has never answered with an error of its own."""
    failed: list[str] = []

    def watch(answer: Response) -> None:
        if answer.status >= 500:
            failed.append(answer.url)

    with ExitStack() as opened:
        phones = [
            opened.enter_context(entry_screen(browser, live_server, size))
            for size in ("390", "360", "360", "390")
        ]
        for phone in phones:
            phone.page.on("response", watch)
        yield FourPhones(EVENINGS[request.param], [RaceScreen(phone.page, live_server) for phone in phones])
    assert failed == []


def test_four_phones_play_a_game_to_the_totals_of_the_rules(four: FourPhones) -> None:
    evening, (ann, ben, cem) = four.evening, four.players

    # Ann's page is loaded anew while she taps, Ben hands in a card of hers, and Cem one more than at first.
    four.begin_round()
    first = four.pile_of(ANN)[:3]
    four.tap_cards(ANN, first)
    wait_until(ann.page, KEEPS, [["card", card] for card in first])
    ann.page.reload()
    ann.wait()
    expect(ann.page.locator("[data-says]")).to_contain_text("Not handed in yet")
    expect(ann.page.locator("[name=card]:checked")).to_have_count(3)
    four.hand_in(ANN, four.pile_of(ANN)[3:])
    four.hand_in(BEN, [*four.pile_of(BEN), CRANE])
    expect(ben.page.locator(".notice").first).to_contain_text(four.question)
    four.expect_question()
    four.hand_in(CEM, four.pile_of(CEM))
    four.expect_question()
    if evening.rest is None:
        four.hand_in(CEM, [DEER])
        four.press_save()
        four.answer_question()
    else:
        four.give_rest()
        four.answer_question()
        four.expect_rest_given()
        four.hand_in(CEM, [DEER])
        four.press_save()
    four.expect_saved()

    # Ben's pile waits until he is back, and Cem's until the round is saved.
    four.begin_round()
    four.hand_in(ANN, four.pile_of(ANN))
    four.hand_in_without_network(BEN)
    ben.page.context.set_offline(False)
    four.expect_handed_in(BEN)
    expect(ben.page.locator("main")).to_contain_text("Handed in.")
    four.hand_in_without_network(CEM)
    if evening.rest is None:
        del four.piles[CEM]
    else:
        four.saving.choose(evening.side_of(CEM))
        four.saving.give(four.pile_of(CEM))
        four.give_rest()
        four.expect_rest_given()
    four.press_save()
    four.expect_saved()
    expect(cem.page.locator("[data-other]")).to_contain_text("Your pile of round 2 was not handed in.")

    # Cem's late pile is one of this round, and Ann has his. Dee has the rest without a tap.
    if evening.rounds > 2:
        late = four.pile_of(CEM)
        four.begin_round()
        phones = [*four.players, four.saving]
        for phone in phones:
            phone.taps = 0
        cem.tap("[data-other] button")
        four.piles[CEM] = late
        four.hand_in(CEM, [])
        four.hand_in(BEN, four.pile_of(BEN))
        four.hand_in(ANN, four.pile_of(CEM))
        four.expect_rest_given()
        four.press_save()
        four.expect_saved()
        assert max(phone.taps for phone in phones) <= 8
