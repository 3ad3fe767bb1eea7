"""The search of the site of files: the phone answers by itself, as the server does."""

import json
import random
from typing import Any

from playwright.sync_api import Page

from companion.reference import (
    SearchEntry,
    find_hits,
    load_rulings,
    make_search_document,
    search_nearest,
)
from companion.rules import RULE_SET_IDS
from companion.web.assets import bundle_script
from tests.reference.test_search import ASKED, ELSEWHERE, KEPT, LISTS, OFF_TOPIC, TWO_GAMES

ANSWER = """async ([source, text, questions]) => {
  const { buildIndex, search, searchNearest } = await import(URL.createObjectURL(
    new Blob([source], { type: "text/javascript" })));
  const index = buildIndex(JSON.parse(text));
  const say = (hits) => hits.map(({ title, summary, address }) => [title, summary, address]);
  return JSON.stringify(questions.map(([question, played]) => [
    say(search(index, question, played, index.numbers.hit_limit)),
    say(searchNearest(index, question)),
  ]));
}"""
ODD = (
    "",
    " ",
    "?!",
    "x" * 300,
    "🀄" * 50,
    "<b>",
    "constructor toString __proto__",
    "ﷺ 20-5 −5",
    "ß",
    "İ",
    "数 20点",
)


def say(hits: tuple[SearchEntry, ...]) -> list[list[str]]:
    return [[hit.title, hit.summary, hit.address] for hit in hits]


def slip(question: str, dice: random.Random) -> str:
    """The question with two letters swapped, one missed, one doubled or the end not typed yet."""
    at = dice.randrange(len(question))
    one, other = question[at], question[at + 1 : at + 2]
    return question[:at] + dice.choice((other + one, other, one + one + other, "")) + question[at + 2 :]


def list_questions() -> list[tuple[str, str | None]]:
    """Questions of six languages, with slips, about other things, and with a game that is played."""
    dice = random.Random(48)
    asked = [row[0] for rows in ASKED.values() for row in rows]
    asked += [row[0] for rows in (*KEPT.values(), ELSEWHERE, TWO_GAMES) for row in rows]
    asked += [*OFF_TOPIC, *ODD, *(ruling.question for ruling in load_rulings().values())]
    listed = [row[0] for rows in LISTS.values() for row in rows]
    slipped = [slip(question, dice) for question in dice.sample(listed, 200)]
    mixed = [" ".join(dice.sample(" ".join(listed).split(), dice.randrange(1, 6))) for _ in range(100)]
    return [
        *((question, None) for question in (*asked, *slipped, *mixed)),
        *((question, played) for played in RULE_SET_IDS for question in dice.sample(asked, 20)),
    ]


def test_the_phone_gives_the_answers_of_the_server_in_their_order(page: Page, repo: Any) -> None:
    document = json.dumps(make_search_document(lambda entry: {"address": entry.address}))
    questions = list_questions()
    source = bundle_script(repo / "static" / "js" / "site_search" / "search.js")
    source += "\nexport { buildIndex, search, searchNearest };"
    answers = json.loads(page.evaluate(ANSWER, [source, document, questions]))
    misses = []
    for (question, played), answer in zip(questions, answers, strict=True):
        if answer != [say(find_hits(question, played=played)), say(search_nearest(question))]:
            misses.append((question, played, answer))
    assert misses == []
    assert len(questions) > 600
