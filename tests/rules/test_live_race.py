"""The phone counts a race as the server does: figures, yaku, lines and words."""

import json
import random
from typing import Any

from playwright.sync_api import Page

from companion.rules import RaceEntry, RoundContext, get_rule_set, make_lines, parse_game, score_round
from companion.rules.game import score_game
from companion.rules.live import live_document
from companion.rules.race_round import find_growths, find_lost
from companion.rules.scorer import get_scorer
from tests.rules.second_scorer.koikoi_rounds import make_document
from tests.rules.test_live import read_pure_scripts

FORMS = ("koikoi-modern", "koikoi-nintendo", "koikoi-compendium", "koikoi-hu")

COUNT_ON_THE_PHONE = """
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


def write_for_phone(entry: RaceEntry, dealer: int) -> dict[str, Any]:
    """The entry as the page of a phone has it: the sides by number."""
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
    }


def change_way(dice: random.Random, document: dict[str, Any]) -> None:
    """Enters some rounds by points, as a table in a hurry does."""
    for each in document["rounds"]:
        if each["outcome"] == "shobu" and dice.random() < 0.15:
            for key in ("captured", "chaff", "all_four", "rained_out"):
                each.pop(key, None)
            each["points"] = {
                each["winner"]: dice.randrange(1 + each.get("calls", {}).get(each["winner"], 0), 20)
            }


def test_the_phone_counts_two_thousand_races_as_the_server_does(page: Page, repo: Any) -> None:
    dice = random.Random(1961)
    races: list[dict[str, Any]] = []
    expected: list[list[dict[str, Any]]] = []
    while len(races) < 2_000:
        document = make_document(dice, FORMS[len(races) % 4])
        change_way(dice, document)
        game = parse_game(document)
        for (entry, options), scored in zip(game.rounds, score_game(game).rounds, strict=True):
            assert isinstance(entry, RaceEntry)
            context = RoundContext(scored.number, scored.dealer)
            breakdown = score_round(game.rule_set, options, entry, context)
            dealer = game.sides.index(entry.dealer) if entry.dealer else scored.dealer or 0
            live = live_document(game.rule_set, options, entry.month or context.month)
            races.append({"live": live, "entry": write_for_phone(entry, dealer), "names": list(game.sides)})
            expected.append(
                [
                    {
                        "figures": breakdown.sides[number].figures,
                        "yaku": [[found.yaku.id, found.points] for found in side.yaku],
                        "lines": [
                            [line.words, line.points, line.ruling, line.is_sum, line.is_factor]
                            for line in make_lines(breakdown, number)
                        ],
                        "extras": [[extra.words, extra.points] for extra in side.extras],
                        "known": side.is_known,
                        "lost": find_lost(get_scorer(game.rule_set, options), entry, number),
                        "growths": find_growths(get_scorer(game.rule_set, options), entry, number, context),
                    }
                    for number, side in enumerate(breakdown.sides)
                ]
            )
    source = read_pure_scripts(repo / "static" / "js" / "entry")
    # As text: the browser's protocol takes three minutes for so many values.
    counted = json.loads(page.evaluate(COUNT_ON_THE_PHONE, [source, json.dumps(races)]))
    for race, here, there in zip(races, expected, counted, strict=True):
        assert there == here, json.dumps(race["entry"])
    sides = [side for one in expected for side in one]
    for happens in (
        lambda side: side["figures"]["multiplier"] >= 4,
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
    ):
        assert sum(map(bool, map(happens, sides))) >= 3


def test_the_rules_of_a_race_for_a_phone_are_json_and_have_the_month() -> None:
    for form in FORMS:
        rules = get_rule_set(form)
        options = parse_game({"game": form, "sides": ["Ann", "Ben"], "rounds": []}).options
        live = live_document(rules, options, 8)
        assert json.loads(json.dumps(live)) == live
        assert [one["id"] for one in live["yaku"]] == list(options.yaku)
        month = [one for one in live["yaku"] if one["id"] == "month-cards"]
        for yaku in month:
            assert yaku["all_of"] == ["susuki-moon", "susuki-geese", "susuki-chaff-1", "susuki-chaff-2"]
        assert bool(month) == (form == "koikoi-modern")
