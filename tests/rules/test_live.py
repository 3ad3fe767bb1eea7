"""The phone's figures and sentences are the server's: thousands of rounds are counted by both."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.cards import DECK, SUITS, CardSet, get_suit_cards
from companion.errors import CompanionError
from companion.rules import (
    RULE_SET_IDS,
    Entry,
    Options,
    RuleSet,
    add_rounds,
    and_list,
    find_outcome,
    get_rule_set,
    get_scorer,
    goal_document,
    make_lines,
    open_game,
    parse_entry,
    parse_game,
    parse_options,
    parse_rule_set,
    score_round,
)
from companion.rules.breakdown import RoundContext
from companion.rules.live import live_document
from companion.rules.round import check_entry
from companion.rules.yaku import YakuFinder
from companion.web.filters import counted

COUNTED = [each for each in RULE_SET_IDS if get_rule_set(each).race is None]
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")
# Words of yaku that Kwa-Dō does not use and its neighbours do: the phone must know them too.
FURTHER_YAKU = """
[[yaku]]
id = "three-brights"
name = "Three brights"
at_least = {n = 3, of = "dry-brights"}
points = 6
group = "brights"
source = "KKN"
label = "rulebook"

[[yaku]]
id = "rainy-four-brights"
name = "Rainy four brights"
all_of = ["willow-rain-man"]
at_least = {n = 3, of = "dry-brights"}
points = 7
group = "brights"
source = "KKN"
label = "rulebook"

[[yaku]]
id = "ribbons"
name = "Ribbons"
at_least = {n = 5, of = "ribbons"}
extra = {points = 1, of = "ribbons"}
points = 1
replaces = ["sakura-7"]
source = "KKN"
label = "rulebook"

[[yaku]]
id = "poetry"
name = "Poetry and more"
all_of = "poetry-ribbons"
extra = {points = 2, of = "ribbons"}
points = 5
replaces = ["ribbons", "rainy-four-brights"]
source = "KKN"
label = "rulebook"

"""


def get_rule_sets() -> list[RuleSet]:
    """Every rule set that is no race, and one that has every word a yaku can have."""
    known = [get_rule_set(rule_set_id) for rule_set_id in COUNTED]
    kwado = get_rule_set("kwado-1985").text
    return [*known, parse_rule_set(kwado.replace("[[preset]]", FURTHER_YAKU + "[[preset]]", 1))]


def get_all_options(rule_set: RuleSet) -> list[Options]:
    """The options of a rule set in every combination that may change a sum, with every preset."""
    change_sums = ("bonus", "declare", "gaji", "payment", "round-up", "leftover", "count", "chu", "basa")
    counted = [option for option in rule_set.options if option.id in change_sums]
    values = [[value for value, _ in option.values] for option in counted]
    yaku: list[Any] = [preset.id for preset in rule_set.presets]
    yaku.append([yaku.id for yaku in rule_set.yaku])
    yaku.append([yaku.id for yaku in rule_set.yaku[::2]])
    return [
        parse_options(
            rule_set,
            {
                "method": method.id,
                "target": 200,
                "yaku": ticked,
                **dict(zip((o.id for o in counted), chosen, strict=True)),
            },
        )
        for method in rule_set.methods
        for chosen in itertools.product(*values)
        for ticked in yaku
    ]


def deal_entry(dice: random.Random, rule_set: RuleSet, way: str, sides: tuple[str, ...]) -> dict[str, Any]:
    """A round as a table might enter it: lucky piles, cards left over, wild cards, claims."""
    lucky = dice.choice(sides)
    owners = [*sides, *([lucky] * dice.randrange(6)), *([None] * dice.randrange(2))]
    held: dict[str, list[str]] = {side: [] for side in sides}
    for card in rule_set.point_cards:
        owner = dice.choice(owners)
        if owner:
            held[owner].append(card.id)
    raw: dict[str, Any] = {}
    if dice.random() < 0.3:
        # The one chaff card that a phone names: it enters cards with points.
        held[lucky].append("willow-lightning")
    if way == "captured":
        if dice.random() < 0.5:
            raw["all_four"] = {dice.choice(SUITS).id: dice.choice(sides)}
        raw["captured"] = held
    else:
        piles = {side: CardSet.from_ids(ids) for side, ids in held.items()}
        finder = get_scorer(
            rule_set, parse_options(rule_set, {"target": 1, "yaku": list_yaku(rule_set)})
        ).finder
        claims = {
            side: [found.yaku.id for found in finder.find(pile) if dice.random() < 0.9]
            for side, pile in piles.items()
        }
        if way == "counts":
            raw["counts"] = {
                side: {**count_groups(rule_set, piles[side]), "yaku": claims[side]} for side in sides
            }
        else:
            raw["points"] = {
                side: {"card_points": rule_set.points.count(piles[side]), "yaku": claims[side]}
                for side in sides
            }
    if dice.random() < 0.6:
        raw["declared"] = {
            side: [yaku.id for yaku in rule_set.yaku if yaku.is_declared and dice.random() < 0.7]
            for side in sides
            if dice.random() < 0.9
        }
    if rule_set.gaji and dice.random() < 0.6:
        raw["gaji"] = {"by": dice.choice(sides)}
        if dice.random() < 0.8:
            raw["gaji"]["took"] = dice.choice(DECK).id
    if rule_set.extras and dice.random() < 0.8:
        raw |= {"dealer": dice.choice(sides), "joker": dice.choice(sides)}
    return raw


def list_yaku(rule_set: RuleSet) -> list[str]:
    return [yaku.id for yaku in rule_set.yaku]


def count_groups(rule_set: RuleSet, pile: CardSet) -> dict[str, int]:
    return {group.id: pile.count(group.cards) for group in rule_set.counted}


def write_for_phone(entry: Entry) -> dict[str, Any]:
    """The entry as the page of a phone has it: the sides by number."""
    number = {side: index for index, side in enumerate(entry.sides)}
    document: dict[str, Any] = entry.document()
    written: dict[str, Any] = {"gaji": None, "declared": None, "dealer": None}
    if entry.dealer is not None:
        written["dealer"] = number[entry.dealer]
    written["extras"] = dict(entry.extras)
    if "captured" in document:
        written["piles"] = list(document["captured"].values())
        written["all_four"] = {suit: number[side] for suit, side in document.get("all_four", {}).items()}
    for way in ("counts", "points"):
        if way in document:
            written[way] = list(document[way].values())
    if "gaji" in document:
        gaji = document["gaji"]
        written["gaji"] = {"by": number[gaji["by"]], "took": gaji.get("took")}
    if entry.declared is not None:
        written["declared"] = [list(row) for row in entry.declared]
    return written


def list_near(finder: YakuFinder, pile: CardSet) -> list[list[Any]]:
    """The yaku that one more card would complete, each with those cards, found by trying every card."""
    near = []
    for yaku in finder.yaku:
        alone = YakuFinder([yaku])
        completing = [card.id for card in yaku.pool - pile if alone.find(pile | CardSet.of([card]))]
        if completing and not alone.find(pile):
            near.append([yaku.id, completing])
    return near


def count_here(rule_set: RuleSet, options: Options, entry: Entry) -> dict[str, Any]:
    """The figures of a round by the server."""
    dealer = None if entry.dealer is None else entry.sides.index(entry.dealer)
    breakdown = score_round(rule_set, options, entry, RoundContext(dealer=dealer))
    finder = get_scorer(rule_set, options).finder
    return {
        "sides": [
            {
                "cardPoints": side.card_points,
                "figures": breakdown.get_figures(number),
                "lines": [
                    [line.id, line.words, line.points, line.ruling, line.is_sum]
                    for line in make_lines(breakdown, number)
                ],
                "yaku": [[score.yaku.id, score.points] for score in side.yaku],
                "undeclared": [score.yaku.id for score in side.undeclared],
                "bonus": side.bonus,
                "gaji": list(side.gaji.ids),
                "extras": [extra.id for extra in side.extras],
                "score": side.score,
                "near": None if side.pile is None else list_near(finder, side.pile),
            }
            for number, side in enumerate(breakdown.sides)
        ],
    }


COUNT_ON_THE_PHONE = """
async ([source, text, names]) => {
  const { readRules, scoreRound, findNear, makeLines } = await import(URL.createObjectURL(
    new Blob([source], { type: "text/javascript" })));
  return JSON.stringify(JSON.parse(text).map(({ rules: live, entries }) => {
    const rules = readRules(live);
    return entries.map((entry) => {
      const before = JSON.stringify(entry);
      const round = scoreRound(rules, entry);
      if (JSON.stringify(entry) !== before) throw new Error("scoreRound changed the entry");
      const sides = round.sides.map(({ counts, found, ...side }, number) => ({
        ...side,
        lines: makeLines(rules, round, number, names).map(
          ({ id, words, points, ruling, isSum }) => [id, words, points, ruling, isSum]),
        yaku: side.yaku.map(({ yaku, points }) => [yaku.id, points]),
        undeclared: side.undeclared.map(({ yaku }) => yaku.id),
        extras: side.extras.map(({ id }) => id),
        near: round.piles && findNear(rules, round.piles[number]).map((one) => [one.yaku.id, one.missing]),
      }));
      return { sides };
    });
  }));
}
"""


def read_pure_scripts(folder: Path) -> str:
    """The modules that count and say sums, as one."""
    sources = [
        (folder / f"{name}.js").read_text(encoding="utf-8")
        for name in (
            "words",
            "formula",
            "figures",
            "yaku",
            "scoring",
            "lines",
            "outcome",
            "../race/yaku",
            "../race/scoring",
        )
    ]
    return re.sub(r"^import .*$", "", "\n".join(sources), flags=re.M)


def get_rounds(rule_set: RuleSet, options: Options, dice: random.Random, count: int) -> list[Entry]:
    """So many rounds that can be on a table, by all three ways of entering."""
    rounds: list[Entry] = []
    ways = itertools.cycle(("captured", "counts", "points", "captured"))
    while len(rounds) < count:
        sides = NAMES[: dice.choice(rule_set.side_counts)]
        raw = deal_entry(dice, rule_set, next(ways), sides)
        try:
            entry = parse_entry(raw, rule_set, sides)
            check_entry(rule_set, options, entry)
        except CompanionError:
            # A wild card on somebody else's pile, all four with a card elsewhere: no table has these.
            raw.pop("gaji", None)
            raw.pop("all_four", None)
            try:
                entry = parse_entry(raw, rule_set, sides)
            except CompanionError:
                continue
        rounds.append(entry)
    return rounds


def test_the_phone_counts_two_thousand_rounds_of_all_options_as_the_server_does(
    page: Page, repo: Any
) -> None:
    dice = random.Random(1985)
    games: list[dict[str, Any]] = []
    expected: list[list[dict[str, Any]]] = []
    for rule_set in get_rule_sets():
        for options in get_all_options(rule_set):
            rounds = get_rounds(rule_set, options, dice, 6)
            games.append(
                {"rules": live_document(rule_set, options), "entries": [write_for_phone(e) for e in rounds]}
            )
            expected.append([count_here(rule_set, options, entry) for entry in rounds])
    source = read_pure_scripts(repo / "static" / "js" / "entry")
    counted = json.loads(page.evaluate(COUNT_ON_THE_PHONE, [source, json.dumps(games), list(NAMES)]))
    total = 0
    for game, here, there in zip(games, expected, counted, strict=True):
        for entry, one, other in zip(game["entries"], here, there, strict=True):
            assert other == one, json.dumps(entry)
            total += 1
    print(f"{total} rounds")
    assert total >= 2_000
    sides = [side for rounds in expected for one in rounds for side in one["sides"]]
    # Rounds in which nothing happens would hold nothing: everything that a sum can have is among them.
    for happens in (
        lambda side: side["bonus"] >= 100,
        lambda side: side["gaji"],
        lambda side: side["undeclared"],
        lambda side: side["near"],
        lambda side: side["figures"].get("net") == 0 and side["score"] > 0,
        lambda side: "floor" not in side["figures"],
        lambda side: any("under the floor" in words for _, words, *_ in side["lines"]),
        lambda side: any(yaku in ("poetry", "ribbons") for yaku, _ in side["yaku"]),
        lambda side: any(yaku == "four-willow" for yaku, _ in side["yaku"]),
        lambda side: side["figures"].get("paid", 0) > 0 and side["figures"].get("received", 0) > 0,
        lambda side: any("from each other player" in words for _, words, *_ in side["lines"]),
        lambda side: "joker" in side["extras"],
        lambda side: "seven-players" in side["extras"],
        lambda side: side["figures"].get("paid", 0) > 0 and "received" not in side["figures"],
        lambda side: side["figures"].get("victories") == 3,
        lambda side: any("chu, 50 or more ahead" in words for _, words, *_ in side["lines"]),
    ):
        assert sum(map(bool, map(happens, sides))) >= 3


SAY_ON_THE_PHONE = """
async ([source, told]) => {
  const { sayOutcome } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  return told.map(([goal, names, totals]) => sayOutcome(goal, names, totals));
}
"""


def test_the_phone_says_who_wins_leads_and_is_level_in_the_words_of_the_server(page: Page, repo: Any) -> None:
    dice = random.Random(200)
    told: list[list[Any]] = []
    expected: list[str] = []
    kwado, min_hwatu = get_rule_set("kwado-1985"), get_rule_set("min-hwatu")
    ends: list[tuple[RuleSet, dict[str, Any]]]
    ends = [(kwado, {"method": "B", "target": target}) for target in (None, 40, 90)]
    ends += [(min_hwatu, {"rounds": rounds}) for rounds in (3, 4, 6)] + [(min_hwatu, {"target": 60})]
    by_victories = {"count": "victories", "chu": True}
    ends += [(get_rule_set("sakura"), {**by_victories, "rounds": rounds}) for rounds in (3, 4, 6)]
    ends += [(get_rule_set("sakura"), {**by_victories, "target": target}) for target in (2, 4)]
    for (rules, end), tie in itertools.product(ends, ("share", "play-on")):
        options = parse_options(rules, {**end, "yaku": rules.presets[0].id, "tie": tie})
        for _ in range(60):
            sides = NAMES[: dice.choice(rules.side_counts)]
            if len(sides) == 2 and dice.random() < 0.5:
                sides = ("Ann & Cem", "Ben & Dee")
            rounds = []
            is_even = dice.random() < 0.4
            for _ in range(3):
                most = 240 // len(sides) // 5 if rules.id == "sakura" else 6
                points = {side: {"card_points": 5 * dice.randrange(most + 1)} for side in sides}
                if is_even:
                    points = dict.fromkeys(sides, points[sides[0]])
                rounds.append((parse_entry({"points": points}, rules, sides), options))
            game = parse_game(
                {"game": rules.id, "sides": list(sides), "rounds": [], "options": options.document()}
            )
            before = add_rounds(open_game(game), rounds[:2])
            after = add_rounds(before, rounds[2:])
            outcome = find_outcome(before, after, options)
            names, best = and_list(outcome.sides), counted(outcome.best, outcome.decider)
            expected.append(outcome.words.format(names=names, best=best, to_go=outcome.to_go))
            told.append([goal_document(before, options, is_last=True), list(sides), list(after.tallies)])
    told.append([goal_document(before, options, is_last=False), list(sides), list(after.tallies)])
    expected.append("")
    source = read_pure_scripts(repo / "static" / "js" / "entry")
    assert page.evaluate(SAY_ON_THE_PHONE, [source, json.loads(json.dumps(told))]) == expected
    # Each sentence is among them, for one side, for a team of two names, and for several.
    said_of = (
        "Ann & Cem win with",
        "Ann & Cem lead with",
        "wins with",
        "share the win",
        "leads with",
        "are tied at",
        ", one round to go",
        " 3 rounds to go",
        "leads with 1 victory",
        "wins with 2 victories.",
    )
    for words in said_of:
        assert sum(words in said for said in expected) >= 5


@pytest.mark.parametrize("rule_set_id", COUNTED)
def test_the_rules_for_a_phone_are_those_of_the_rule_set(rule_set_id: str) -> None:
    rule_set = get_rule_set(rule_set_id)
    for options in get_all_options(rule_set):
        live = live_document(rule_set, options)
        assert json.loads(json.dumps(live)) == live
        assert [yaku["id"] for yaku in live["yaku"]] == list(options.yaku)
        assert sum(card[4] for card in live["cards"]) == rule_set.deck_points
        assert [(row[0], row[2]) for row in live["values"]] == [
            (group.id, group.points) for group in rule_set.values if group.points
        ]
        for written in live["yaku"]:
            yaku = rule_set.get_yaku(written["id"])
            assert (written["name"], written["points"]) == (yaku.name, yaku.points)
            assert CardSet.from_ids(written["all_of"]) == yaku.all_of
            declares = options.choice("declare") is True and yaku.is_declared
            assert written.get("declare", False) is declares
        assert (live["gaji"] is None) == (rule_set.gaji is None)
        if rule_set.gaji is None:
            continue
        brings = {"kwado": "own", "sakura": "taken", "off": None, "month": "taken", "all": "all"}
        option = "leftover" if rule_set.id == "sakura" else "gaji"
        assert live["gaji"]["brings"] == brings[str(options.choice(option))]
        assert [card[0] for card in live["cards"] if card[1] == live["gaji"]["suit"]] == list(
            get_suit_cards(rule_set.gaji.suit).ids
        )
