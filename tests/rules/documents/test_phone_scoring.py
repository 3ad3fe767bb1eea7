"""The phone's figures and sentences are the server's: thousands of rounds are counted by both."""

import itertools
import json
import os
import random
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from companion.cards import DECK, SUITS, CardSet
from companion.errors import CompanionError
from companion.rules import (
    RULE_SET_IDS,
    EnteredGame,
    Entry,
    Options,
    RaceEntry,
    RoundInGame,
    RuleSet,
    add_rounds,
    begin_game,
    get_own_rule_set,
    get_rule_set,
    get_scorer,
    goal_document,
    make_lines,
    parse_entry,
    parse_game,
    parse_options,
    parse_rule_set,
    say_outcome,
    score_game,
    score_round,
)
from companion.rules.documents.for_phone import phone_document
from companion.rules.entries.claimed import ClaimedEntry
from companion.rules.figures.settlement import name_given
from companion.rules.scoring.breakdown import RoundContext
from companion.rules.scoring.check import check_entry, find_growths, find_lost
from companion.rules.scoring.finder import YakuFinder
from companion.rules.scoring.scorer import get_finders
from companion.rules.text.numbers import find_typed_fault
from tests.rules.second_scorer import go_stop_rounds, koikoi_rounds
from tests.rules.tables import FORMS, NAMES
from tests.rules.text.written_numbers import FAULTY, TYPED, WRITTEN

THOROUGH = os.environ.get("KWADO_TEST_THOROUGH") == "1"
COUNTED = [each for each in RULE_SET_IDS if get_rule_set(each).counting.deck_points]
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
    """Every rule set that is no race, one with every word of a yaku, one where a card has its own worth."""
    kwado = get_rule_set("kwado-1985").text.replace("[[preset]]", FURTHER_YAKU + "[[preset]]", 1)
    own = get_own_rule_set("roppyakken", {"values": {"maple-deer": 50, "pine-chaff-1": 5}})
    return [*map(get_rule_set, COUNTED), parse_rule_set(kwado), own]


def list_yaku(rule_set: RuleSet) -> list[str]:
    return [yaku.id for yaku in rule_set.yaku]


def get_all_options(rule_set: RuleSet) -> list[Options]:
    """The options of a rule set in every combination that may change a sum, with every preset."""
    change_sums = (
        "bonus", "declare", "gaji", "payment", "round-up", "leftover", "count", "chu", "basa", "settlement",
        "dandruff", "rain-spoils-viewings", "willow-row-cancels",
    )  # fmt: skip
    values: dict[str, list[Any]] = {
        option.id: [value for value, _ in option.values]
        for option in rule_set.options
        if option.id in change_sums
    }
    every_yaku = list_yaku(rule_set)
    values["yaku"] = [*(preset.id for preset in rule_set.presets), every_yaku, every_yaku[::2]]
    values["method"] = [method.id for method in rule_set.methods]
    return [
        parse_options(rule_set, {"target": 200, **dict(zip(values, chosen, strict=True))})
        for chosen in itertools.product(*values.values())
    ]


def deal_entry(dice: random.Random, rule_set: RuleSet, way: str, sides: tuple[str, ...]) -> dict[str, Any]:
    """A round as a table might enter it: lucky piles, cards left over, wild cards, claims."""
    may_sit_out = rule_set.may_sit_out and len(sides) > 2 and dice.random() < 0.2
    out = dice.sample(sides, dice.randint(1, len(sides) - 2)) if may_sit_out else []
    playing = [side for side in sides if side not in out]
    lucky = dice.choice(playing)
    owners = [*playing, *([lucky] * dice.randrange(6)), *([None] * dice.randrange(2))]
    owned = {card.id: dice.choice(owners) for card in rule_set.counting.point_cards}
    # The one chaff card that a phone names: it enters cards with points.
    owned |= {"willow-lightning": lucky} if dice.random() < 0.3 else {}
    held = {side: [card for card, owner in owned.items() if owner == side] for side in sides}
    raw: dict[str, Any] = {way: held}
    if out:
        raw["sits_out"] = out
    if way != "captured":
        raw[way] = {side: claim(dice, rule_set, way, CardSet.from_ids(ids)) for side, ids in held.items()}
    elif rule_set.counting.numbered and dice.random() < 0.8:
        raw["captured"] = {
            side: list((CardSet.from_ids(ids) & rule_set.counting.picked).ids) for side, ids in held.items()
        }
        raw["chaff"] = {
            side: len(CardSet.from_ids(ids) - rule_set.counting.picked) for side, ids in held.items()
        }
        raw["all_four"] = {"wisteria": dice.choice(sides)} if dice.random() < 0.3 else {}
    elif dice.random() < 0.3:
        raw["all_four"] = {dice.choice(SUITS).id: dice.choice(sides)}
    if dice.random() < 0.6:
        declared = [yaku.id for yaku in rule_set.yaku if yaku.is_declared]
        raw["declared"] = {
            side: [yaku for yaku in declared if dice.random() < 0.7] for side in sides if dice.random() < 0.9
        }
    if rule_set.gaji and dice.random() < 0.6:
        took = {"took": dice.choice(DECK).id} if dice.random() < 0.8 else {}
        raw["gaji"] = {"by": lucky, **took}
    if rule_set.extras and dice.random() < 0.8:
        raw |= {"dealer": dice.choice(sides), "joker": dice.choice(sides)}
    return raw


def claim(dice: random.Random, rule_set: RuleSet, way: str, pile: CardSet) -> dict[str, Any]:
    """What a table enters of a pile whose cards it does not list; now and then it forgets a yaku."""
    found = YakuFinder(rule_set.yaku).find(pile)
    if way == "counts":
        entered = {group.id: pile.count(group.cards) for group in rule_set.counting.point_groups}
    else:
        entered = {"card_points": rule_set.counting.count_points(pile)}
    return {**entered, "yaku": [score.yaku.id for score in found if dice.random() < 0.9]}


def write_for_phone(entry: Entry) -> dict[str, Any]:
    """The entry as the page of a phone has it: the sides by number."""
    number = {side: index for index, side in enumerate(entry.sides)}
    document: dict[str, Any] = entry.document()
    gaji = document.get("gaji")
    written: dict[str, Any] = {
        "gaji": gaji and {"by": number[gaji["by"]], "took": gaji.get("took")},
        "declared": entry.declared and [list(row) for row in entry.declared],
        "dealer": None if entry.dealer is None else number[entry.dealer],
        "extras": dict(entry.extras),
        "out": [number in entry.sitting_out for number in range(len(entry.sides))],
    }
    if isinstance(entry, ClaimedEntry):
        rows = zip(entry.numbers, entry.ticked, strict=True)
        written[entry.way] = [{**numbers, "yaku": dict(ticked)} for numbers, ticked in rows]
    if "captured" in document:
        written["piles"] = list(document["captured"].values())
        if "chaff" in document:
            written["chaff"] = list(document["chaff"].values())
        written["all_four"] = {suit: number[side] for suit, side in document.get("all_four", {}).items()}
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
                "figures": breakdown.sides[number].figures,
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
      const sides = round.sides.map(({ counts, found, isOut, ...side }, number) => ({
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


PURE = (
    "words",
    "numbers",
    "facts",
    "rules",
    "formula",
    "yaku",
    "dealt",
    "scoring",
    "../sums/lines",
    "outcome",
    "../race/scoring",
    "../scored/faults",
)


def read_pure_scripts(folder: Path) -> str:
    """The modules that count and say sums, as one."""
    sources = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in PURE]
    return re.sub(r"^import .*$", "", "\n".join(sources), flags=re.M)


def get_rounds(rule_set: RuleSet, options: Options, dice: random.Random, count: int) -> list[Entry]:
    """So many rounds that can be on a table, by all three ways of entering."""
    rounds: list[Entry] = []
    for way in itertools.cycle(("captured", "counts", "points", "captured")):
        sides = NAMES[: dice.choice(rule_set.side_counts)]
        # A wild card on somebody else's pile, all four with a card elsewhere: no table has these.
        with suppress(CompanionError):
            entry = parse_entry(deal_entry(dice, rule_set, way, sides), rule_set, sides)
            check_entry(entry, score_round(rule_set, options, entry))
            rounds.append(entry)
        if len(rounds) == count:
            break
    return rounds


Happenings = tuple[Callable[[dict[str, Any]], object], ...]
# What a sum can have: rounds in which nothing happens would hold nothing.
HAPPENS: Happenings = (
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
    # Who sits out.
    lambda side: not side["lines"],
)


def list_rare(
    wanted: tuple[Callable[[dict[str, Any]], object], ...], sides: list[dict[str, Any]]
) -> list[int]:
    """The places of what happens to no side, or in the thorough run to fewer than three."""
    return [
        number
        for number, happens in enumerate(wanted)
        if sum(map(bool, map(happens, sides))) < (3 if THOROUGH else 1)
    ]


def test_the_phone_counts_a_thousand_rounds_of_all_options_as_the_server_does(page: Page, repo: Any) -> None:
    """Two thousand in the thorough run."""
    dice = random.Random(2026)
    games: list[dict[str, Any]] = []
    expected: list[list[dict[str, Any]]] = []
    for rule_set in get_rule_sets():
        for options in get_all_options(rule_set):
            rounds = get_rounds(rule_set, options, dice, 6 if THOROUGH else 3)
            written = [write_for_phone(entry) for entry in rounds]
            games.append({"rules": phone_document(rule_set, options), "entries": written})
            expected.append([count_here(rule_set, options, entry) for entry in rounds])
    source = read_pure_scripts(repo / "static" / "js" / "entry")
    counted = json.loads(page.evaluate(COUNT_ON_THE_PHONE, [source, json.dumps(games), list(NAMES)]))
    for game, here, there in zip(games, expected, counted, strict=True):
        for entry, one, other in zip(game["entries"], here, there, strict=True):
            assert other == one, json.dumps(entry)
    assert sum(map(len, expected)) >= (2_000 if THOROUGH else 1_000)
    sides = [side for rounds in expected for one in rounds for side in one["sides"]]
    assert list_rare(HAPPENS, sides) == []


SAY_ON_THE_PHONE = """
async ([source, told]) => {
  const { sayOutcome } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  return told.map(([goal, names, totals, yaku, out]) => sayOutcome(goal, names, totals, yaku, out));
}
"""


# Each sentence is among them, for one side, for a team of two names, and for several.
SAID = (
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


def test_the_phone_says_who_wins_leads_and_is_level_in_the_words_of_the_server(page: Page, repo: Any) -> None:
    dice = random.Random(200)
    told: list[list[Any]] = []
    expected: list[str] = []
    by_victories = {"count": "victories", "chu": True}
    ends: list[tuple[str, dict[str, Any]]] = [
        *(("kwado-1985", {"method": "B", "target": target}) for target in (None, 40, 90)),
        *(("min-hwatu", {"rounds": rounds}) for rounds in (3, 4, 6)),
        ("min-hwatu", {"target": 60}),
        *(("sakura", {**by_victories, "rounds": rounds}) for rounds in (3, 4, 6)),
        *(("sakura", {**by_victories, "target": target}) for target in (2, 4)),
        *(("by-points", {"wins": "lowest", "rounds": rounds}) for rounds in (3, 4)),
        ("by-points", {"wins": "lowest", "target": 40}),
    ]
    for (game_id, end), tie, _ in itertools.product(ends, ("share", "play-on"), range(60)):
        rules = get_rule_set(game_id)
        options = parse_options(
            rules, {**end, **({"yaku": rules.presets[0].id} if rules.presets else {}), "tie": tie}
        )
        sides = NAMES[: dice.choice(rules.side_counts)]
        if len(sides) == 2 and dice.random() < 0.5:
            sides = ("Ann & Cem", "Ben & Dee")
        most = 240 // len(sides) // 5 if game_id == "sakura" else 6
        is_even, rounds = dice.random() < 0.4, []
        for _ in range(3):
            drawn = [5 * dice.randrange(most + 1) for _ in sides]
            row = {
                side: {"card_points": points} if rules.has_cards else points
                for side, points in zip(sides, drawn[:1] * len(sides) if is_even else drawn, strict=True)
            }
            # Where a game has no cards, some sit out, now and then every round.
            out = sides[2:][: dice.randrange(3)] if not rules.has_cards else ()
            left = {"points": {side: each for side, each in row.items() if side not in out}}
            rounds.append((parse_entry(left | ({"sits_out": [*out]} if out else {}), rules, sides), options))
        before = add_rounds(begin_game(EnteredGame(rules, options, sides, ())), rounds[:2])
        after = add_rounds(before, rounds[2:])
        expected.append(say_outcome(before, after, options))
        sat_out = [side in out for side in sides]
        told.append(
            [goal_document(before, options, is_last=True), list(sides), list(after.tallies), [], sat_out]
        )
    told.append([goal_document(before, options, is_last=False), list(sides), list(after.tallies)])
    expected.append("")
    # roppyakken.md: four brights win, though Ben has more.
    for several, said in (("yaku", "Ann wins with 890."), ("total", "Ben wins with 900.")):
        rules, yaku = get_rule_set("roppyakken"), [["four-brights"], ["seven-ribbons", "gun"]]
        options = parse_options(rules, {"several": several})
        goal = goal_document(begin_game(EnteredGame(rules, options, NAMES[:2], ())), options, is_last=True)
        told.append([goal, list(NAMES[:2]), [890, 900], yaku])
        expected.append(said)
    source = read_pure_scripts(repo / "static" / "js" / "entry")
    assert page.evaluate(SAY_ON_THE_PHONE, [source, json.loads(json.dumps(told))]) == expected
    assert {words for words in SAID if sum(words in said for said in expected) < 5} == set()


# --- A race --------------------------------------------------------------------------------------


RACE_HAPPENS: Happenings = (
    lambda side: side["figures"]["multiplier"] >= 4,
    lambda side: side["figures"].get("times", 0) >= 4,
    lambda side: side["figures"].get("shifted", 0) < 0,
    lambda side: side["figures"].get("carried", 1) > 1,
    lambda side: any("’s amount" in words for words, *_ in side["lines"]),
    lambda side: side["extras"],
    lambda side: not side["known"],
    lambda side: side["known"] and not side["yaku"],
    lambda side: any("called koi-koi" in words for words, *_ in side["lines"]),
    lambda side: any(": 5 + " in words for words, *_ in side["lines"]),
    lambda side: any(" + sake cup = " in words for words, *_ in side["lines"]),
    lambda side: any(" + sake cup × 2 = " in words for words, *_ in side["lines"]),
    lambda side: any(yaku == "month-cards" for yaku, _ in side["yaku"]),
    lambda side: any(yaku == "moonlit-blossoms" for yaku, _ in side["yaku"]),
    lambda side: len(side["yaku"]) > 3,
    lambda side: side["lost"] and not side["yaku"] and side["figures"]["calls"],
)

COUNT_RACES_ON_THE_PHONE = """
async ([source, text]) => {
  const { readRules, scoreRace, makeLines } = await import(URL.createObjectURL(
    new Blob([source], { type: "text/javascript" })));
  return JSON.stringify(JSON.parse(text).map(({ live, entry, names }) => {
    const rules = readRules(live);
    const piles = entry.piles.map((pile) => pile && new Set(pile));
    const round = scoreRace(rules, { ...entry, piles });
    return round.sides.map((side, number) => ({
      figures: side.figures,
      yaku: side.yaku.map(({ yaku, points }) => [yaku.id, points]),
      lines: makeLines(rules, round, number, names).map(
        ({ words, points, ruling, isSum, isFactor }) => [words, points, ruling, isSum, Boolean(isFactor)]),
      extras: side.extras.map(({ words, points }) => [words, points]),
      known: side.isListed,
      lost: side.lost?.short ?? null,
      growths: side.growths,
    }));
  }));
}
"""


def write_race_for_phone(rule_set: RuleSet, entry: RaceEntry, dealer: int) -> dict[str, Any]:
    """The entry as the page of a phone has it: the sides by number."""
    nothing = [0] * len(entry.sides)
    return {
        "outcome": entry.outcome,
        "winner": entry.winner,
        "calls": list(entry.calls),
        "piles": [None if pile is None else list(pile.ids) for pile in entry.piles],
        "unlisted": list(entry.unlisted),
        "ticked": [None if ticked is None else dict(ticked) for ticked in entry.ticked],
        "points": list(entry.points),
        "dealt": [hand or "" for hand in entry.dealt],
        "dealer": dealer,
        "rainedOut": list(entry.rained_out),
        "told": [
            {
                name_given(each.id): entry.list_given().get(name_given(each.id), nothing)[side]
                for each in rule_set.numbers
            }
            for side in range(len(entry.sides))
        ],
        "out": [side in entry.sitting_out for side in range(len(entry.sides))],
    }


def write_race(game: EnteredGame, entry: RaceEntry, options: Options, scored: RoundInGame) -> dict[str, Any]:
    """A race as a phone gets it, with the rules of its round."""
    context = scored.breakdown.context
    dealer = game.sides.index(entry.dealer) if entry.dealer else scored.dealer or 0
    live = phone_document(game.rule_set, options, entry.month or context.month, context.before)
    written = write_race_for_phone(game.rule_set, entry, dealer)
    return {"live": live, "entry": written, "names": list(game.sides)}


def count_race_here(game: EnteredGame, entry: RaceEntry, scored: RoundInGame) -> list[dict[str, Any]]:
    """The figures of a race by the server."""
    breakdown = scored.breakdown
    scorer = get_scorer(game.rule_set, breakdown.options)
    finders = get_finders(scorer, entry.month or breakdown.context.month)
    return [
        {
            "figures": breakdown.sides[number].figures,
            "yaku": [[found.yaku.id, found.points] for found in side.yaku],
            "lines": [
                [line.words, line.points, line.ruling, line.is_sum, line.is_factor]
                for line in make_lines(breakdown, number)
            ],
            "extras": [[extra.words, extra.points] for extra in side.extras],
            "known": side.is_known,
            "lost": find_lost(finders[0].yaku, entry, number),
            "growths": find_growths(finders, entry, number),
        }
        for number, side in enumerate(breakdown.sides)
    ]


def change_way(dice: random.Random, document: dict[str, Any]) -> None:
    """Enters some rounds by points, as a table in a hurry does."""
    for each in document["rounds"]:
        if each["outcome"] == "shobu" and dice.random() < 0.15:
            for key in ("captured", "chaff", "all_four", "rained_out"):
                each.pop(key, None)
            each["points"] = {
                each["winner"]: dice.randrange(1 + each.get("calls", {}).get(each["winner"], 0), 20)
            }


def test_the_phone_counts_a_thousand_races_as_the_server_does(page: Page, repo: Any) -> None:
    """Two thousand in the thorough run."""
    dice = random.Random(1961)
    races: list[dict[str, Any]] = []
    expected: list[list[dict[str, Any]]] = []
    while len(races) < (2_600 if THOROUGH else 1_300):
        if len(races) < (2_000 if THOROUGH else 1_000):
            document = koikoi_rounds.make_document(dice, FORMS[len(races) % 4])
            change_way(dice, document)
        else:
            document = go_stop_rounds.make_document(dice, "go-stop")
            off = {"yaku": {dice.choice(["five-brights", "animals", "ribbons", "chaff"]): {"off": True}}}
            # Without that yaku a winner may have too few points.
            with suppress(CompanionError):
                parse_game(document | {"rules": off})
                document |= {"rules": off} if dice.random() < 0.3 else {}
        game = parse_game(document)
        for (entry, options), scored in zip(game.rounds, score_game(game).rounds, strict=True):
            assert isinstance(entry, RaceEntry)
            races.append(write_race(game, entry, options, scored))
            expected.append(count_race_here(game, entry, scored))
    source = read_pure_scripts(repo / "static" / "js" / "entry")
    # As text: the browser's protocol takes three minutes for so many values.
    counted = json.loads(page.evaluate(COUNT_RACES_ON_THE_PHONE, [source, json.dumps(races)]))
    for race, here, there in zip(races, expected, counted, strict=True):
        assert there == here, json.dumps(race["entry"])
    sides = [side for one in expected for side in one]
    assert list_rare(RACE_HAPPENS, sides) == []


READ_ON_THE_PHONE = """
async ([source, typed, faults, written]) => {
  const { findFault, numeral, readTyped, signed } = await import(URL.createObjectURL(
    new Blob([source], { type: "text/javascript" })));
  return {
    read: typed.map((text) => readTyped(text)?.number ?? null),
    isPlainZero: typed.every((text) => !Object.is(readTyped(text)?.number, -0)),
    faults: faults.map(([text, tenths]) => findFault({ tenths, most_points: 9999 }, text)),
    written: written.map(numeral),
    signed: written.map(signed),
  };
}
"""


def test_the_phone_reads_and_writes_numbers_as_the_server_does(page: Page, repo: Any) -> None:
    source = read_pure_scripts(repo / "static" / "js" / "entry")
    faults = [[text, has_tenths] for text in (*TYPED, *FAULTY) for has_tenths in (False, True)]
    numbers = [float(number) for number in WRITTEN]
    found = page.evaluate(READ_ON_THE_PHONE, [source, list(TYPED), faults, numbers])
    expected = [None if number is None else float(number) for number in TYPED.values()]
    assert dict(zip(TYPED, found["read"], strict=True)) == dict(zip(TYPED, expected, strict=True))
    assert found["isPlainZero"]
    assert found["faults"] == [find_typed_fault(text, 9_999, has_tenths) for text, has_tenths in faults]
    assert found["written"] == list(WRITTEN.values())
    assert found["signed"] == [f"+{text}" if number > 0 else text for number, text in WRITTEN.items()]
