"""Each game by plain forms: what a table enters, what it then has, and what the pages say of it.

The sums themselves: tests/rules/scoring/cases.py. Koi-Koi's, in the words of a child: test_koi_koi_pages.py.
"""

import json
import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from companion.rules import get_rule_set
from tests.web.games.test_copies import bring_in, save
from tests.web.table import (
    Table,
    by_cards,
    by_points,
    drop_terms,
    expect_words,
    read_faults,
    read_fields,
    read_notices,
    read_totals,
    read_words,
    to_table,
)
from tests.web.tables.test_statistics import read_parts

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")
RIBBONS = ("pine-ribbon", "plum-ribbon", "cherry-ribbon")
SAKURA_CARDS = get_rule_set("sakura").counting.point_cards
# Koi-Koi: each is a yaku in every form.
HUNT = ["clover-boar", "maple-deer", "peony-butterflies"]
MOON = ["susuki-moon", "chrysanthemum-cup"]


def rules(game: str, **fields: str) -> dict[str, str]:
    """The fields of a new game by these rules, as the page of their own form sends them."""
    return {"game": game, "fields-of": game, **fields}


def enter(*points: int | str, **fields: str) -> dict[str, str]:
    """A round of any game by points, or what somebody typed for one."""
    return {f"points/{side}": str(value) for side, value in enumerate(points)} | fields


def stopped(side: int, cards: Sequence[str], **fields: str) -> dict[str, Any]:
    """A race by cards."""
    return {"way": "cards", "winner": str(side)} | {f"captured/{card}": str(side) for card in cards} | fields


# --- What a table then has ---------------------------------------------------------------------------


class Game(NamedTuple):
    """A game as a table starts and plays it: the totals after each step, and what pages say at the end."""

    players: int
    rules: dict[str, str]
    # A round, or a page below the game and what is sent there.
    steps: Sequence[dict[str, Any] | tuple[str, dict[str, Any]]] = ()
    totals: Sequence[Sequence[int]] = ()
    # By page; "" is that of the game.
    says: Mapping[str, Sequence[str]] = {}
    never: Mapping[str, Sequence[str]] = {}
    # What the fields of a page hold.
    shown: Mapping[str, Mapping[str, Any]] = {}


BRIGHTS = ["five-brights", "dragon", "sakura-1", "sakura-2", "sakura-3", "sakura-4"]
AFTER_THE_END = [
    by_points(155, 85, yaku_0=["four-iris", "sakura-6", "sakura-7", "sakura-8"]),
    by_points(50, 190, yaku_1=[*BRIGHTS, "four-maple"]),
    by_points(200, 40, yaku_0=BRIGHTS),
]
BY_COUNTS = {"way": "counts"} | {
    f"counts/{side}/{kind}": str(count)
    for side, counts in enumerate([(3, 5, 4), (2, 4, 6)])
    for kind, count in zip(("brights", "animals", "ribbons"), counts, strict=True)
}
SAKURA = rules("sakura")
SAKURA_COUNTS = ("Twenties, of 4", "Tens, of 11", "Fives, of 10")
VICTORIES = rules("sakura", **{"options/count": "victories"})
BASA = VICTORIES | {"options/basa": "yes", "length": "rounds", "rounds": "3"}
SAKURA_ROUNDS = [by_points(150, 50, 40), by_points(30, 190, 20, yaku_0=["sakura-8"]), by_points(90, 85, 65)]
MAPLE_GAJI = by_cards({"Ann": ["pine-ribbon"], "Ben": "rest"}, {"by": "Ann", "took": ""}, SAKURA_CARDS) | {
    "captured/pine-crane": "table",
    "captured/susuki-moon": "table",
}
HANA = rules("hana-awase")
DANDRUFF = HANA | {"options/dandruff": "on"}
SURE = {"sure/left": "yes", "sure/holder/dragon": "yes"}
NO_FOUR = {f"all_four/{suit}": "no" for suit in ("wisteria", "willow", "paulownia")}
CHAFF = {"way": "cards", "captured/pine-crane": "0", "rest": "1", "counts/0/chaff": "11", **NO_FOUR}
VOID = "Dandruff: the round is void."
MIN_HWATU = rules("min-hwatu")
JOKER = MIN_HWATU | {"options/round-up": "joker"}
FIVE = by_points(45, 45, 50, 50, 50)
SIT_OUT = [
    by_points(100, 80, 60, yaku_2=["cheongdan"]) | {"sits_out": "3"},
    # A 0 that somebody typed is no card.
    by_points(140, 0, yaku_0=["hongdan"]) | {"points/3": "100", "sits_out": ["1", "2"]},
]
ROUND_UP = MIN_HWATU | {"options/round-up": "player"}
DEALT = [{**by_points(60, 45, 45, 45, 45), "dealer": dealer} for dealer in ("2", "")]
BY_POINTS = rules("by-points")
THREE_ROUNDS = [enter(12, "-5", 0), enter(7, 20, 4, **{"minus/2": "yes"}), enter(0, 30, 1)]
LOWEST = BY_POINTS | {"length": "target", "target": "50", "options/wins": "lowest"}
MODERN, NINTENDO = rules("koikoi-modern"), rules("koikoi-nintendo")
FIELD = MODERN | {"options/viewing": "field"}
CUP = "chaff cards without the sake cup"
TICKED = {"winner": "0", "way": "counts", "yaku/0": ["ribbons", "chaff"], "further/0/chaff": "3"}


def label_chaff(cup: str, words: str) -> Game:
    label = f'<label class="field__label" for="chaff/0">Ann: {words}</label>'
    return Game(2, MODERN | {"options/cup": cup}, says={"/rounds/new": [label]})


def month_cards(length: str, chosen: str, frozen: str) -> Game:
    """What a running game plays is frozen with it."""
    words = {"yes": "All four cards of the month a yaku of 4 ", "no": "of the month not a yaku "}[frozen]
    return Game(
        2,
        MODERN | {"length": length, "options/month-cards": chosen},
        says={"/house-rules": [words]},
        shown={
            "/house-rules": {"options/month-cards": [frozen]},
            "/again": {"options/month-cards": [chosen]},
        },
    )


GAMES = {
    "totals, the distance and the next deal follow a round": Game(
        2, {}, [by_points(115, 125, yaku_1=["dragon"])], [[0, 30]],
        # Ben had the most points in the round, and deals.
        {"": ["leads · 170 to go", "last round +30 Dragon bonus", "Enter round 2",
              "Ben deals: 10 cards each, 8 to the field. Ann starts.",
              "Round 1 is saved: Ann 0 · Ben +30."]},
        {"": ["sits out"]},
    ),
    "the higher total wins and the page says so": Game(
        2, {"target": "50"}, [by_points(175, 65)], [[55, 0]],
        {"": ["Ann wins", "Rematch", "Final scores", "Round 1 is saved: Ann +55 · Ben 0."]}, {"": ["to go"]},
    ),
    "nobody has so far to go after the end": Game(
        3, {"target": "50"}, [by_points(175, 45, 20), by_points(80, 80, 80)], [[95, 0, 0], [95, 0, 0]],
        never={"": ["to go"]},
    ),
    "two players of a team lead": Game(
        4, {"sides": "2", "target": "50"}, [by_points(150, 90)], [[30, 0]], {"": ["· lead · 20 to go"]}
    ),
    "nobody leads among equals": Game(
        6, {}, [by_points(*[40] * 6)], [[0] * 6], never={"": ["leads", "tied first"]}
    ),
    "two are tied": Game(
        6, {}, [by_points(60, 60, 30, 30, 30, 30)], [[20, 20, 0, 0, 0, 0]],
        {"": ["tied first"]},
    ),
    "method A has a floor": Game(
        2, {"method": "A"}, [by_points(150, 90)], [[30, 0]], {"/rounds/1/why": ["floor"]}
    ),
    "method B has no floor among its words": Game(
        2, {"method": "B", "target": "50"}, [by_points(150, 90)], [[150, 90]],
        never={"": ["floor", "Floor"], "/rounds/1/why": ["floor", "Floor"]},
    ),
    "equal totals share the win": Game(
        2, {"target": "25"},
        [by_points(130, 110), by_points(110, 130, yaku_0=["sakura-1"], yaku_1=["sakura-4"])],
        [[10, 0], [40, 40]],
        {"": ["Ann and Ben share the win", 'aria-label="Totals of Ann and Ben after each round']},
    ),
    "a game may be ended early": Game(
        2, {}, [by_points(130, 110), ("/end", {})], [[10, 0], [10, 0]],
        {"": ["Ann wins 10 Won by 10 in 1 round, ended early", "Continue this game"]},
        {"": ["Undo: ", "Enter round"]},
    ),
    "a game that was ended is taken up again": Game(
        2, {}, [by_points(130, 110), ("/end", {}), ("/resume", {})], [[10, 0]] * 3, {"": ["Enter round 2"]}
    ),
    "a game says its rule set": Game(
        2, {"game": "kwado-1982"}, says={"": [get_rule_set("kwado-1982").name]}
    ),
    "whoever dealt deals again after a tie": Game(
        3, {}, [by_points(100, 100, 40)], [[20, 20, 0]],
        {"": ["Ann and Ben tied in the last round. Ann deals again."]},
    ),
    "the next player deals after a tie of others": Game(
        3, {}, [by_points(100, 100, 40), by_points(40, 100, 100)], [[20, 20, 0], [20, 40, 20]],
        {"": ["Ben and Cem tied in the last round. The next player after the dealer deals."]},
    ),
    "nothing is said of a tie that was none": Game(
        3, {}, [by_points(100, 80, 60)], [[20, 0, 0]], never={"": [" tied in"]}
    ),
    "a rematch is dealt by whoever would deal next": Game(
        2, {"target": "20"}, [by_points(100, 140)], [[0, 20]], shown={"/again": {"first-dealer": ["1"]}}
    ),
    "the dealer of a rematch deals": Game(
        2, {"target": "20"},
        [by_points(100, 140), ("/again", {"player-0": "Ann", "player-1": "Ben", "first-dealer": "1"})],
        [[0, 20], [0, 20]],
        {"~2": ["Ben deals: 10 cards"]},
    ),
    "a team is shown with its players": Game(
        4, {"sides": "2", "team-0": "Moon", "team-1": "Wind"}, [by_points(130, 110)], [[10, 0]],
        {"": ["Ann and Cem", "Ben and Dee"]},
    ),
    "a team that has won is shown with its players": Game(
        4, {"sides": "2", "team-0": "Moon", "team-1": "Wind", "target": "40"}, [by_points(220, 20)],
        [[100, 0]],
        {"": ["Ann and Cem", "Ben and Dee"]},
    ),
    "a team whose name says its players is shown without": Game(
        4, {"sides": "2", "team-0": "Ann & Cem", "team-1": "Ben & Dee"}, [by_points(130, 110)], [[10, 0]],
        never={"": ["Ann and Cem", "Ben and Dee"]},
    ),
    "a target is enough": Game(
        2, {}, AFTER_THE_END[:2], [[155, 0], [155, 345]],
        {"": ["Ben wins"]}, {"": ["played after the end", "chart__end"]},
    ),
    # Ben wins with 345; then Ann makes 325.
    "the winner stands first when play goes on after the end": Game(
        2, {}, AFTER_THE_END, [[155, 0], [155, 345], [155, 345]],
        {"": ["1 round was played after the end. The winner stays Ben.", "Ben wins", "chart__end",
              "1. B Ben 345 with all 3 rounds 345 2. A Ann 480 with all 3 rounds 155",
              "The game was won by Ben in round 2; this round came after it."]},
    ),
    "a round by counts scores its kinds and yaku, and the next one opens in that way": Game(
        2, {}, [BY_COUNTS | {"yaku/0": ["dragon"]}], [[35, 0]], shown={"/rounds/new": {"way": ["counts"]}}
    ),
    "a round opens by points as the last one": Game(
        2, {}, [by_points(150, 90)], [[30, 0]], shown={"/rounds/new": {"way": ["points"]}}
    ),
    "the first round opens by cards": Game(2, {}, shown={"/rounds/new": {"way": ["cards"]}}),
    "two people have, and points come in steps": Game(
        4, {"sides": "2"},
        says={"/rounds/new": ["Ann & Cem have no card with points", "Card points come in steps of 5"]},
        never={"/rounds/new": ["Cem has", "Dee has"]},
    ),
    # sakura.md, worked example.
    "the breakdown lists each yaku of an opponent, and a total may be below zero": Game(
        3, SAKURA, [by_points(150, 90, 0, yaku_1=["sakura-2"])], [[100, 90, -50]],
        {"/rounds/1/why": ["Ben: Drinking 飲み (curtain, moon, cup)", "The scores add up to 140"]},
        {"/rounds/1/why": ["Who pays whom", "ictories"]},
    ),
    "what the Gaji took counts in Sakura": Game(
        2, SAKURA | {"preset": "none"}, [MAPLE_GAJI | {"gaji/took": "pine-ribbon"}], [[30, 190]]
    ),
    "victories stand where they decide": Game(
        3, BASA, SAKURA_ROUNDS[:1], [[2, 0, 0]],
        {"": ["victories · 150 points", "Sakura · 3 rounds by victories", "2 victories"]},
    ),
    "more points and fewer victories do not win": Game(
        3, BASA, SAKURA_ROUNDS, [[2, 0, 0], [2, 2, 0], [3, 2, 0]],
        # Round 2 was 30, 140, −30: Ben was 110 ahead.
        {"": ["Ann wins", "Victories by round", "270 points", "275 points"],
         "/rounds/2/why": ["basa, 100 or more ahead"]},
    ),
    "a change from points to victories counts the rounds before it": Game(
        2, SAKURA,
        [by_points(130, 110), by_points(130, 110),
         ("/house-rules", {"length": "4", "options/count": "victories", "reach": "from-now-on"}),
         by_points(20, 220)],
        [[130, 110], [260, 220], [260, 220], [2, 1]],
    ),
    "a target of Sakura may be victories": Game(
        2, VICTORIES | {"length": "target", "target": "5"}, says={"": ["Sakura · to 5 victories "]}
    ),
    "Sakura's cards stand by what they count": Game(
        2, SAKURA,
        says={"/rounds/new": ["Twenties, 20 each", "Tens, 10 each", "Fives, 5 each",
                              *(f'aria-label="{row}"' for row in SAKURA_COUNTS)]},
    ),
    # 20 + 11 − 132, and 200 for all ribbons, the three animals and drinking of the other.
    "chaff is a number beside the cards and is shown again": Game(
        2, HANA, [CHAFF | {"counts/1/chaff": "13"}], [[-301, 301]],
        shown={"/rounds/1": {"counts/0/chaff": ["11"], "counts/1/chaff": ["13"]}},
    ),
    "Hana-Awase opens by counts": Game(
        3, HANA, shown={"/rounds/new": {"way": ["counts"]}}, never={"/rounds/new": ['data-chips="chaff"']},
    ),
    "Bakappana is named in its game": Game(2, HANA | {"yaku": "bakappana"}, says={"": ["Hana-Awase"]}),
    "a form says that dandruff voids a round": Game(
        3, DANDRUFF, says={"/rounds/new": [VOID]}, never={"/rounds/new": ['data-fill="valid"']}
    ),
    "a round without dandruff is not void": Game(
        3, DANDRUFF, [by_points(100, 80, 60) | SURE], [[12, -8, -28]], never={"": [VOID]}
    ),
    "a round that dandruff voids says so": Game(
        3, DANDRUFF, [by_points(100, 120, 20) | SURE], [[0, 0, 0]], {"": [VOID]}
    ),
    "a game to a target says so": Game(
        3, MIN_HWATU | {"length": "target", "target": "500"},
        says={"": ["Min-Hwatu · to 500"], "/house-rules": ['name="length" value="target" checked']},
    ),
    "a game says how many rounds are played": Game(
        3, MIN_HWATU | {"length": "target", "target": "500"},
        [("/house-rules", {"length": "rounds", "rounds": "2", "reach": "from-now-on"}),
         by_points(0, 80, 160)],
        [[0, 0, 0], [0, 80, 160]],
        {"": ["Min-Hwatu · 2 rounds", "After round 1 of 2"]},
    ),
    # A total below zero; in the chart: test_winner.py.
    "a game ends after its last round": Game(
        3, MIN_HWATU | {"length": "rounds", "rounds": "2"},
        [by_points(0, 80, 160), by_points(10, 10, 220, yaku_2=["cheongdan"])], [[0, 80, 160], [-20, 60, 440]],
        {"": ["Cem wins", "\u221220"]},
    ),
    # min-hwatu.md, worked example.
    "the breakdown says who pays whom and that the scores add up": Game(
        3, MIN_HWATU, [by_points(100, 80, 60, yaku_2=["cheongdan"])], [[70, 50, 120]],
        {"/rounds/1/why": ["A Ann pays C Cem 30", "B Ben pays C Cem 30", "The scores add up to 240",
                           "30 from each other player", "To Cem: Cheongdan"]},
    ),
    "who sits out scores nothing, and the others pay each other": Game(
        4, MIN_HWATU, SIT_OUT, [[70, 50, 120, 0], [240, 50, 120, 70]],
        {"": ["Dee sat out.", "Ben and Cem sat out.", "5 cards each, 8 to the field",
              "If one sits out: 7 each, 6 to the field."],
         "/rounds/2/why": ["D Dee pays A Ann 30", "Sat out"],
         "/rounds/2": ['name="sits_out" value="1" checked']},
        never={"/rounds/2/why": ["pays B", "B Ben pays"],
               "/rounds/1": ['name="sits_out" value="1" checked']},
    ),
    "of four at Go-Stop one must sit out, so that nothing is said of a round where one does": Game(
        4, {"game": "go-stop"}, says={"": ["7 cards each, 6 to the field"]}, never={"": ["If one sits out"]},
    ),
    "a table that plays with a wild card reads so at the head of its game": Game(
        3, HANA | {"options/gaji": "mushi"},
        says={"": ["Hana-Awase · 12 rounds · the lightning is wild, as in Mushi"],
              "/house-rules": ["as in Mushi: its user gets the mate"]},
    ),
    "nobody reads of a wild card that is not played": Game(3, HANA, never={"": ["lightning"]}),
    "a joker counts 10": Game(
        5, JOKER, [FIVE | {"joker": "3"}], [[45, 45, 50, 60, 50]],
        says={"/rounds/1": ['name="joker" value="3" checked']},
    ),
    "the first dealer is proposed": Game(
        5, ROUND_UP, says={"/rounds/new": ['<option value="">Ann (no change)</option>']}
    ),
    # Ann had the most points of the round and deals the next one.
    "round-up goes to the dealer that the round names": Game(
        5, ROUND_UP, DEALT[:1], [[60, 45, 55, 45, 45]],
        {"/rounds/new": ['<option value="">Ann (no change)</option>']},
    ),
    "round-up goes to whoever deals": Game(
        5, ROUND_UP, DEALT, [[60, 45, 55, 45, 45], [130, 90, 100, 90, 90]],
        {"/rounds/1": ['<option value="">Cem (no change)</option>']},
    ),
    "a game by points has scores below zero and names the deal without cards": Game(
        3, BY_POINTS | {"length": "3"}, THREE_ROUNDS[:2], [[12, -5, 0], [19, 15, -4]],
        {"": ["After round 2 of 3", "Any game", "Cem deals."]}, {"": ["cards each"]},
    ),
    "a game by points ends": Game(
        3, BY_POINTS | {"length": "3"}, THREE_ROUNDS, [[12, -5, 0], [19, 15, -4], [19, 45, -3]],
        {"": ["Ben wins", "Won by 26 in 3 rounds"], "/history": ["Ann 0 · Ben +30 · Cem +1", "Cem −4"]},
    ),
    "where the lowest total wins a target is no goal": Game(
        3, LOWEST, [enter(10, 30, 20)], [[10, 30, 20]],
        {"": ["to 50", "lowest total wins", "leads", "20 left"], "/house-rules": ["lowest total"]},
        {"": ["first to 50"], "/house-rules": ["Deck", "deck"]},
    ),
    "where the lowest total wins who reaches the target loses": Game(
        3, LOWEST, [enter(10, 30, 20), enter(15, 25, -5)], [[10, 30, 20], [25, 55, 15]],
        {"": ["Cem wins", "15", "Won by 10 in 2 rounds", "1. C Cem", "2. A Ann", "3. B Ben"]},
    ),
    "a score below zero is shown again as a number with its minus": Game(
        2, BY_POINTS, [enter(-8, 3)], [[-8, 3]],
        {"/rounds/1/why": ["Points of the round, as entered", "−8"]},
        shown={"/rounds/1": {"points/0": ["\u22128"], "minus/0": None, "points/1": ["3"], "minus/1": None}},
    ),
    "the cup is no chaff": label_chaff("animal", "chaff cards"),
    "the cup is chaff or an animal": label_chaff("either", CUP),
    "the cup is chaff and an animal": label_chaff("both", CUP),
    "the cup counts double": label_chaff("both-double", CUP),
    "a race is doubled by the other's call": Game(
        2, MODERN, [stopped(0, [*HUNT, "plum-warbler"], **{"calls/1": "1"})], [[12, 0]]
    ),
    "yaku are ticked with their further cards": Game(
        2, NINTENDO, [TICKED], [[5, 0]], shown={"/rounds/1": {"further/0/chaff": ["3"]}}
    ),
    # Boar, deer, butterflies and the cup: 5 + 1.
    "rain spoils the moon where the field decides": Game(
        2, FIELD, [stopped(0, [*MOON, *HUNT], **{"rained_out/moon": "yes"})], [[6, 0]]
    ),
    "a game may go to the fifty points that the rules offer": Game(
        2, MODERN | {"length": "to-50"}, says={"": ["Round 1 Koi-Koi, today's rules · to 50 "]},
        shown={"/again": {"length": ["to-50"], "target": [""]}},
    ),
    # koi-koi.md: the month cards are a yaku in games of 12 rounds, unless the table says otherwise.
    "twelve rounds have month cards": month_cards("12", "usual", "yes"),
    "six rounds have none": month_cards("6", "usual", "no"),
    "fifty points have none": month_cards("to-50", "usual", "no"),
    "a table leaves month cards out": month_cards("12", "no", "no"),
    "a table takes month cards in": month_cards("6", "yes", "yes"),
    "changed options count the rounds of a race again": Game(
        2, MODERN,
        [stopped(0, MOON), ("/house-rules", {"options/viewing": "off", "reach": "for-all"})],
        [[5, 0], [0, 0]],
        {"": ["House rules changed for all rounds. Totals: Ann 5 → 0."],
         "/rounds/1/why": ["Ann stopped without a yaku, so nobody scores."]},
    ),
    "the house rules of a race have its own words": Game(
        2, MODERN,
        says={"/house-rules": ["Moon and flower viewing count"]}, never={"/house-rules": ["Bonuses"]},
    ),
    "a game of another length names the month without a strip": Game(
        2, MODERN | {"length": "6"}, says={"": ["Round 1 · January, pine"]}, never={"": ['class="months"']}
    ),
    "another game names no month": Game(2, MIN_HWATU, never={"": ["January"]}),
}  # fmt: skip


def read(text: str) -> str:
    """What a reader sees of a page, in one line."""
    words = re.sub(r".*<main[^>]*>|<svg.*?</svg>|</?bdi>", "", text, flags=re.DOTALL)
    return " ".join(unescape(re.sub("<[^>]+>", " ", words)).split()) + " "


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_a_game_has_its_totals_and_its_pages_say_so(table: Table, played: Game) -> None:
    game = table.start(*NAMES[: played.players], **played.rules)
    pages: dict[str, str] = {}
    totals = []
    for step in played.steps:
        if isinstance(step, tuple):
            table.post(game + step[0], step[1])
        else:
            table.record(game, step)
        # A page says only once what was done.
        pages[""] = table.get(game)
        totals.append(read_totals(pages[""]))
    assert totals == list(played.totals)
    for page in {**played.says, **played.never, **played.shown}:
        text = pages.get(page) or table.get(game + page)
        fields = read_fields(text)
        never = [words for words in played.never.get(page, ()) if words in text + read(text)]
        assert never == []
        expect_words(text + read(text), *played.says.get(page, ()))
        shown = played.shown.get(page, {})
        assert {name: fields.get(name) for name in shown} == dict(shown)


# --- What is refused, and what is shown first --------------------------------------------------------

ANN = ["pine-crane", "plum-warbler", "cherry-curtain", "iris-bridge"]
CARDS = by_cards({"Ann": ANN, "Ben": "rest"})
MAPLE = {"captured/maple-deer": "0", "captured/maple-ribbon": "0"}
# A round of Kwa-Dō, what is changed in it, and why it is refused.
KWADO_REFUSED: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"way": "cards"}, {}, "No card was given to anybody yet."),
    (CARDS, {"captured/maple-deer": "0", "all_four/maple": "yes"}, "no side has"),
    (
        CARDS,
        {**MAPLE, "gaji/by": "1", "gaji/took": "maple-chaff-1", "all_four/maple": "yes"},
        "All four of Maple: whoever used the Gaji has a card of it.",
    ),
    (
        CARDS,
        {"gaji/by": [], "captured/willow-swallow": "table"},
        "Cards are left over: did anybody use the Gaji as a wild card?",
    ),
    (CARDS, {"gaji/by": "0"}, "depends on the card that it took"),
    # What no page of ours sends.
    (CARDS, {"captured/pine-crane": "7"}, "No side “7” plays here."),
    (CARDS, {"captured/pine-crane": ["0", "1"]}, "a card has one owner"),
    (CARDS, {"captured/oak-squirrel": "0"}, "There is no card “oak-squirrel”"),
    (CARDS, {"captured/pine-ribbon": [], "rest": "9"}, "No side “9” plays here."),
    (CARDS, {"gaji/by": "9"}, "No side “9” plays here."),
    (BY_COUNTS, {"counts/0/brights": ""}, "Ann: how many brights? Enter 0 for none."),
    (BY_COUNTS, {"counts/0/brights": "6"}, "The deck has 5 brights, not 8."),
    (
        BY_COUNTS,
        {"counts/0/animals": "99999999999"},
        "Ann: “animals” is a whole number from 0 to 999, not 99999999999.",
    ),
    (BY_COUNTS, {"counts/0/animals": "-1"}, "Ann: “animals” is a whole number from 0 to 999, not -1."),
    (BY_COUNTS, {"counts/1/ribbons": "①"}, "Ben: “ribbons” is a whole number from 0 to 999, not ①."),
    (BY_COUNTS, {"counts/1/ribbons": "true"}, "Ben: “ribbons” is a whole number from 0 to 999, not true."),
    (BY_COUNTS, {"counts/1/ribbons": "NaN"}, "Ben: “ribbons” is a whole number from 0 to 999, not NaN."),
    (by_points(120, 115), {"points/0": ""}, "Ann: how many card points? Enter 0 for none."),
    (by_points(123, 117), {}, "card points come in steps of 5"),
    (by_points(200, 100), {}, "The deck has 240 card points, not 300."),
    (by_points(-5, 100), {}, "is a whole number from 0 to 999, not -5"),
    (by_points(0, 100), {"points/0": "1e2"}, "is a whole number from 0 to 999, not 1e2"),
    (by_points(120, 120, yaku_0=["dragon"], yaku_1=["dragon"]), {}, "Phoenix on paulownia"),
]
CALLED = stopped(0, HUNT) | {"winner": "nobody", "calls/1": "1", "chaff/1": "3"}
BOTH_DEALT = {"way": "cards", "winner": "dealt", "dealt/0": "teshi", "dealt/1": "teshi"}
# What was typed, by what is wrong about it.
REFUSED: dict[str, tuple[dict[str, str], dict[str, Any], str]] = {
    **{
        f"Kwa-Dō {number}: {said}": ({"options/gaji": "sakura"}, fields | change, said)
        for number, (fields, change, said) in enumerate(KWADO_REFUSED)
    },
    "Sakura: the Gaji took nothing": (
        SAKURA, MAPLE_GAJI,
        "What the Gaji brings depends on the card that it took: the round must say which.",
    ),
    "Hana-Awase: chaff": (HANA, CHAFF, "Ben: how many chaff? Enter 0 for none."),
    "Koi-Koi: no yaku": (MODERN, stopped(0, HUNT[:2]), "Ann has no yaku, so Ann cannot have stopped."),
    "Koi-Koi: chaff": (
        MODERN, stopped(0, HUNT, **{"chaff/0": "25"}), "“chaff” is a whole number from 0 to 24, not 25",
    ),
    "by points: 3,5 without tenths": (BY_POINTS, enter("3,5", 4), "“3,5” is not a whole number."),
    "by points: a sum that is not 0": (
        BY_POINTS | {"options/zero-sum": "yes"}, enter(3, 4), "The scores of a round add up to 0 here",
    ),
    "Koi-Koi: nobody said": (MODERN, {"way": "cards"}, "Who stopped?"),
    "Koi-Koi: no cards": (MODERN, {"way": "cards", "winner": "0"}, "No card of"),
    "Koi-Koi: no hand": (MODERN, {"way": "cards", "winner": "dealt"}, "Who was dealt which hand?"),
    "Koi-Koi: both hands": (rules("koikoi-hu"), BOTH_DEALT, "both are ignored"),
    "Koi-Koi: points": (
        MODERN, {"winner": "0", "way": "points", "points/0": "x"}, "whole number from 0 to 200, not x",
    ),
    "Koi-Koi: calls": (
        rules("koikoi-compendium"), CALLED, "Ben has no yaku, so Ben cannot have called koi-koi.",
    ),
    "Koi-Koi: month": (MODERN, stopped(0, ["pine-crane", "pine-ribbon", *HUNT]), "all four of Pine?"),
    "Koi-Koi: rain": (FIELD, stopped(0, [*MOON, *HUNT]), "Moon viewing: was it rained out?"),
    "by points: nothing": (BY_POINTS, enter("", 4), "Ann: how many points? Enter 0 for none."),
    **{
        f"by points: {typed}": (BY_POINTS, enter(typed, 4), said)
        for typed, said in (
            ("1e9", "Ann: “1e9” is not a number."),
            (f"12.{'3' * 18}", f"Ann: “12.{'3' * 17}…” is not a number."),
            ("3.55", "Ann: “3.55” is not a whole number. Whole numbers only."),
            ("-10000", "Ann: “-10000” is too large a number. At most 9\u202f999, above or below 0."),
        )
    },
}  # fmt: skip


def test_no_field_for_a_number_cuts_what_is_pasted(table: Table) -> None:
    game = table.start("Ann", "Ben", **BY_POINTS)
    pages = (
        f"{game}/rounds/new",
        f"{game}/players",
        "/rules/koikoi-modern/ours",
        "/print?sheet=score-pad",
        f"{game}/print",
    )
    for page in pages:
        fields = re.findall(r"<input[^>]* inputmode=[^>]*>", table.get(page))
        assert fields, page
        assert [field for field in fields if "maxlength" in field] == [], page


def refuse(table: Table, path: str, typed: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The faults of a form that is refused, and what its fields hold then."""
    text = table.post(path, typed, 422).text
    return re.sub("[\u2066-\u2069]", "", " ".join(read_faults(text))), read_fields(text)


@pytest.mark.parametrize(("chosen", "typed", "said"), REFUSED.values(), ids=REFUSED)
def test_a_round_that_cannot_be_is_refused_in_a_sentence_and_what_was_typed_is_still_there(
    table: Table, chosen: dict[str, str], typed: dict[str, Any], said: str
) -> None:
    game = table.start("Ann", "Ben", **chosen)
    faults, shown = refuse(table, f"{game}/rounds/new", typed | {"key": "a" * 22})
    assert said in faults
    parts = ("captured/clover", "winner", "points", "counts")
    kept = {name: [value] for name, value in typed.items() if name.startswith(parts)}
    assert shown | kept == shown
    expect_words(read_words(table.get(game)), "Enter round 1", never=["After round"])


def test_the_joker_of_five_is_asked_for(table: Table) -> None:
    path = f"{table.start(*NAMES[:5], **JOKER)}/rounds/new"
    assert refuse(table, path, FIVE | {"key": "a" * 22})[0] == "Who has the joker?"


LENGTHS = [
    ({"length": "rounds", "rounds": ""}, "The number of rounds is a whole number from 1 to 99."),
    ({"length": "rounds", "rounds": "100"}, "The number of rounds is a whole number from 1 to 99, not 100."),
    ({"length": "target", "target": ""}, "The target is a whole number from 1 to 100\u202f000."),
    ({"length": "soon"}, "How long is the game? Please choose."),
]


def test_a_length_that_no_game_has_is_refused_at_its_field(table: Table) -> None:
    typed = {**MIN_HWATU, "player-0": "Ann", "player-1": "Ben"}
    assert [refuse(table, "/games/new", typed | length)[0] for length, _ in LENGTHS] == [
        words for _, words in LENGTHS
    ]


# What a form says that is shown before its round is saved.
CHECKS: list[tuple[int, dict[str, str], dict[str, Any], list[str]]] = [
    (
        2, VICTORIES, by_cards({"Ann": RIBBONS, "Ben": "rest"}, None, SAKURA_CARDS),
        [
            "Poetry ribbons 赤短 others \u221250", "victories in all 1",
            "Ben leads with 1 victory, 3 rounds to go.",
        ],
    ),
    (
        3, MIN_HWATU, by_cards({"Ann": RIBBONS, "Ben": ["pine-crane"], "Cem": "rest"}),
        ["Hongdan (poetry ribbons, 홍단) +60"],
    ),
    (
        2, MODERN, stopped(0, [*HUNT, "plum-warbler"], **{"calls/1": "1"}),
        ["Points of the yaku 6", "Ben called koi-koi こいこい × 2", "Round score +12", "Ann leads with 12"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("players", "chosen", "typed", "said"), CHECKS, ids=["Sakura", "payments", "race"])
def test_the_check_says_what_a_round_brings_before_it_is_saved(
    table: Table, players: int, chosen: dict[str, str], typed: dict[str, Any], said: list[str]
) -> None:
    path = f"{table.start(*NAMES[:players], **chosen)}/rounds/new"
    text = table.post(path, {"key": "b" * 22, **typed}, 422).text
    expect_words(read_words(drop_terms(text)), *said)


# --- Forms and other pages ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["kwado-1985", "sakura", "hana-awase", "min-hwatu"])
def test_every_card_that_is_picked_is_on_the_form_for_each_who_may_have_it(table: Table, game: str) -> None:
    text = table.get(f"{table.start(*NAMES[:3], **rules(game))}/rounds/new")
    cards = sorted(get_rule_set(game).counting.picked.ids)
    assert sorted(re.findall(r'data-card="([^"]+)"', text)) == cards
    for card in cards:
        assert re.findall(rf'name="captured/{card}" value="([^"]+)"', text) == ["0", "1", "2", "table"]


NEW_GAMES: list[tuple[dict[str, str], list[str], list[str]]] = [
    (
        {"game": "koikoi-modern", "fields-of": "kwado-1985", "show": "game"},
        ["Change Rules Today's rules By Nintendo By the compendium By Hu", "12 rounds", "6 rounds",
         "3 rounds", "First to 50 points", 'name="length" value="12" checked'],
        ["player-2", 'name="preset"'],
    ),
    ({"game": "koikoi-hu", "fields-of": "kwado-1985", "show": "game"}, ["rounds"], ["First to 50"]),
    (
        {"game": "hana-awase", "show": "game"},
        ["beginners’ game Bakappana", 'value="bakappana"'], [],
    ),
    (
        {"game": "by-points", "show": "game"},
        ["Any game", "10 rounds", "The game is won by", "To 100 points"],
        ["Korean deck", "to the field", "First to"],
    ),
    ({**BY_POINTS, "options/wins": "lowest", "show": "form"}, ["lowest total wins"], []),
]  # fmt: skip


def test_new_game_asks_what_the_chosen_game_needs(table: Table) -> None:
    assert "Change Rules 1985 1982" in read(table.get("/games/new"))
    for chosen, said, never in NEW_GAMES:
        text = drop_terms(table.post("/games/new", chosen, 200).text)
        expect_words(text + read(text), *said)
        assert [words for words in never if words in text.partition("<main")[2]] == [], chosen


NO_CARDS = ["Evening set", "Player card", "Rule sheet", "Deck guide", "Booklet"]
# A page, what it says, and what it does not.
PAGES: list[tuple[str, list[str], list[str]]] = [
    ("/print?rules=by-points&show=game", ["Score pad", "House rules"], NO_CARDS),
    ("/search?q=another game", ["Choose “Any game”"], []),
    ("/search?q=just points", ["Choose “Any game”"], []),
    ("/search?q=bakappana", ["/rulings/ha-bakappana"], []),
    ("/rules/by-points", ["Any game", "the lowest total", "2 to 7 play"], ["240", "yaku"]),
    ("/rules/compare", [], ["Any game"]),
    ("/cards/pine-crane", [], ["Any game"]),
    # koi-koi.md: at once an animal and chaff in two forms, one of both in the compendium, an animal by Hu.
    (
        "/cards/chrysanthemum-cup",
        ["Ten chaff , Koi-Koi (today's rules, by Nintendo, by the compendium)", "no card points"], [],
    ),
    ("/rules/koikoi-modern/yaku/five-brights", ["15 points."], []),
    (
        "/rules/koikoi-nintendo/yaku/three-brights",
        ["5 points. rulebook, the rules of Nintendo 3 of these:",
         "Koi-Koi (today's rules, by the compendium, by Hu) 6 points"], [],
    ),
    ("/rules/koikoi-modern/yaku/rainy-four-brights", ["Rain man under willow And 3 of these:"], []),
    (
        "/rules/koikoi-modern/yaku/boar-deer-butterflies",
        ["5 points, +1 for each further animal.",
         "Only the best counts of Boar, deer, butterflies and Five animals."], [],
    ),
    ("/rules/koikoi-hu/yaku/boar-deer-butterflies", ["6 points."], []),
    ("/rules/koikoi-compendium/yaku/month-cards", ["The four cards of the month."], []),
    (
        "/rules/koikoi-compendium/yaku/moonlit-blossoms",
        ["takes the place of Moon viewing and Flower viewing."], [],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("path", "said", "never"), PAGES, ids=[path for path, *_ in PAGES])
def test_a_page_says_what_its_game_has(table: Table, path: str, said: list[str], never: list[str]) -> None:
    text = table.get(path)
    expect_words(text + read(text), *said)
    expect_words(read(text), never=never)


def test_a_game_by_points_prints_nothing_about_cards(table: Table) -> None:
    said = read(table.get(f"{table.start('Ann', 'Ben', **BY_POINTS)}/print"))
    expect_words(said, "Score pad", "House rules", never=("Game record", *NO_CARDS))
    for sheet in ("rule-sheet", "player-card", "deck-guide", "booklet", "evening-set"):
        expect_words(table.get(f"/print/{sheet}.pdf?rules=by-points", 422), "Any game has no cards")


def test_what_the_table_played_last_comes_first_everywhere(table: Table) -> None:
    """New game, where the others keep their places, rules, print and search."""
    chosen = re.compile(r'name="game" value="([^"]+)"( checked)?')
    before = chosen.findall(table.get("/games/new"))
    assert before[0] == ("kwado-1985", " checked")
    table.get(table.start(*NAMES[:3], **MIN_HWATU))
    text = table.get("/games/new")
    after = chosen.findall(text)
    others = [game for game, _ in before if game != "min-hwatu"]
    assert [game for game, _ in after] == ["min-hwatu", *others]
    assert after[0] == ("min-hwatu", " checked")
    assert 'id="player-6"' in text
    for page, row in (("/rules", "/rules/{}"), ("/print", '<option value="{}"')):
        text = table.get(page)
        assert text.index(row.format("min-hwatu")) < text.index(row.format("kwado-1985"))
    assert "rules=min-hwatu" in table.client.get("/print?make=score-pad").location
    assert "game=min-hwatu" in table.get("/search?q=three+of+a+month+on+the+field")


# --- Corrections, and the best ------------------------------------------------------------------------


@pytest.mark.parametrize("wins", ["highest", "lowest"])
def test_whatever_speaks_of_the_best_asks_the_game_which_way_it_goes(table: Table, wins: str) -> None:
    """One game, and its mirror: Ben is first in each place, Ann second, Cem last."""
    way = 1 if wins == "highest" else -1
    game = table.start(*NAMES[:3], length="3", option_wins=wins, **BY_POINTS)
    for round_ in ((10, 30, 5), (20, 15, 5)):
        table.record(game, enter(*(way * points for points in round_)))
    ahead = r"--leads.*?<bdi>(\w+)</bdi>"
    assert re.findall(ahead, table.get("/") + table.get(game), re.S) == ["Ben", "Ben"]
    sign = "+" if way > 0 else "\u2212"
    expect_words(read_words(table.get(f"{game}/history")), f"Ben {sign}30")
    statistics = to_table(game, "/statistics")
    won = read_parts(table.get(statistics))["won"]
    shown = [item.split()[1] + item.partition("Best score")[2][:5] for item in won]
    assert shown == ["Ben in 1", "Ann in 1", "Cem in 0"]
    table.record(game, enter(0, 0, 0))
    page = table.get(game)
    expect_words(read_words(page), "Ben wins", "Won by 15 in 3 rounds")
    assert re.findall(r'total__place">\d\.</span>.*?<bdi>(\w+)</bdi>', page, re.S) == ["Ben", "Ann", "Cem"]
    players = json.loads(table.get(f"{statistics}.json"))["players"]
    assert [(each["games_won"], each["best"]["score"]) for each in players] == [
        (0, way * 20), (1, way * 30), (0, way * 5)
    ]  # fmt: skip


def test_a_round_is_corrected_and_undone_and_two_versions_have_no_card_points(table: Table) -> None:
    game = table.start("Ann", "Ben", **LOWEST)
    table.record(game, enter(-8, 3))
    old = read_fields(table.get(f"{game}/rounds/1"))
    # Sent as it is shown, it is the same round.
    for change, totals in (({}, [-8, 3]), ({"points/1": "5"}, [-8, 5])):
        table.correct(game, 1, change)
        assert table.totals(game) == totals
    answer = table.post(f"{game}/rounds/1", {**old, **enter(5, 6)}, 409)
    expect_words(read_words(answer.text), "\u22128", "+6", never=["card points"])
    table.press(game, "undo")
    assert table.totals(game) == [-8, 3]
    saved = save(table, game)
    brought = urlsplit(bring_in(table, saved.data).location).path
    assert (save(table, brought).data, table.totals(brought)) == (saved.data, [-8, 3])


def test_a_race_can_be_corrected_and_its_month_and_dealer_stay(table: Table) -> None:
    game = table.start("Ann", "Ben", **MODERN)
    table.record(game, stopped(1, HUNT))
    table.record(game, {"winner": "1", "way": "points", "points/1": "4"})
    assert table.totals(game) == [0, 9]
    table.correct(game, 1, {"winner": "0", **{f"captured/{card}": "0" for card in HUNT}})
    assert table.totals(game) == [5, 4]
    assert "Ann dealt" in read_words(table.get(f"{game}/rounds/2/why"))


# Boar, deer, butterflies and two further animals: 5 + 2.
GROWN = [*HUNT, "plum-warbler", "wisteria-cuckoo"]


def test_a_removed_round_moves_the_months_and_dealers_of_later_ones_and_says_so(table: Table) -> None:
    game = table.start("Ann", "Ben", **MODERN)
    for side in (1, 0, 1, 1):
        table.record(game, stopped(side, GROWN))
    table.record(game, {"way": "cards", "winner": "nobody"})
    assert "Undo: round 5, no score" in table.get(game)
    table.press(game, "undo")
    # No later round has moved.
    assert "now" not in read_notices(table.get(game))

    def remove(number: int) -> str:
        version = read_fields(table.get(f"{game}/rounds/{number}/why"))["version"]
        table.post(f"{game}/rounds/{number}/remove", {"version": version})
        return read_notices(table.get(game))

    # Round 3 was dealt by Ann, who had won the second round.
    assert "Round 2 is now February, round 3 is now March. New dealers: round 2 Ben." in remove(2)
    table.press(game, "undo")
    said = read_notices(table.get(game))
    assert "Round 3 is now March, round 4 is now April. New dealers: round 3 Ann." in said
    assert "Rounds 1 to 3 are now January to March." in remove(1)
