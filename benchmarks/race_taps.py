"""How many taps a race takes, save included: by cards, and by ticking yaku.

Koi-Koi is played at random: eight turns each, in each a pair of one month or nothing; whoever has a new or a
better yaku stops in two of three cases and calls koi-koi in the third. The real page is pressed, as in
`taps.py`, and what is posted is compared with what was played.
"""

import random
import statistics
import sys
from collections.abc import Iterator
from typing import Any

from benchmarks.measure import Row
from benchmarks.phone import PHONE, open_browser, open_round, serve, start_game
from companion.cards import CHAFF, DECK, SUITS, CardSet
from companion.rules import get_rule_set, get_scorer, parse_options

ROUNDS = 300
CARDS_LIMIT, YAKU_LIMIT = 12, 6
STOPPING, TURNS = 2 / 3, 8

PRESS = """async ([rounds, way]) => {
  const form = document.querySelector("form.is-live");
  const find = (selector) => form.querySelector(selector);
  let [taps, posted] = [0, null];
  const press = (element) => {
    if (!element || element.disabled) throw new Error(`no ${element?.outerHTML}`);
    element.click();
    taps += 1;
  };
  window.requestAnimationFrame = (act) => act();
  const countUp = () => new Promise((done) => setTimeout(done, 5));
  window.fetch = async (address, { body }) => {
    posted = body ?? posted;
    return new Response('{"errors": ["counted"]}', { status: 422 });
  };
  const counted = [];
  for (const { winner, cards, chaff, calls, yaku } of rounds) {
    find("[data-restart]").click();
    find(`.ways input[value="${way}"]`).click();
    await countUp();
    [taps, posted] = [0, null];
    press(find(`[name=winner][value="${winner}"]`));
    for (const [n, times] of calls.entries()) {
      for (let more = 0; more < times; more += 1) press(find(`[data-step="calls/${n}"] .call__add`));
    }
    if (way === "cards") {
      for (const card of cards) press(find(`[data-card="${card}"] .pick__card`));
      const chips = [...find("[data-chaff]").querySelectorAll("button")];
      const last = chips.length - 1;
      const at = chaff - Number(chips[0].textContent);
      const presses = at < 0 ? 0 : 1 + Math.max(0, at - last);
      for (let more = 0; more < presses; more += 1) press(chips[Math.min(at, last)]);
      await countUp();
      for (const chip of form.querySelectorAll(".found--ask[data-yaku]")) {
        press(chip);
        press(chip);
        await countUp();
      }
    } else {
      for (const [id, further] of yaku) {
        const place = find(`[id="yaku/${winner}"] .claim:has([value="${id}"])`);
        press(place.querySelector("input"));
        for (let more = 0; more < further; more += 1) press(place.querySelector(".claim__more"));
      }
    }
    await countUp();
    await countUp();
    press(find(".round__save button"));
    const check = find("[data-summary]");
    if (check.open) press(find("[data-summary-save]"));
    while (form.classList.contains("is-saving")) await new Promise((done) => setTimeout(done));
    if (!posted) throw new Error("not posted: " + check.innerText);
    if (posted.get("winner") !== String(winner)) throw new Error("not by " + winner);
    for (const card of way === "cards" ? cards : []) {
      if (posted.get(`captured/${card}`) !== String(winner)) throw new Error(card);
    }
    const ticked = posted.getAll(`yaku/${winner}`);
    if (way === "counts" && String(ticked) !== String(yaku.map(([id]) => id))) throw new Error("other yaku");
    counted.push(taps);
  }
  return counted;
}"""


def play_race(dice: random.Random) -> dict[str, Any] | None:
    """Who stopped, with which cards, and the calls; None where nobody stopped."""
    rules = get_rule_set("koikoi-modern")
    finder = get_scorer(rules, parse_options(rules, {"month-cards": False})).finder
    pairs = []
    for suit in SUITS:
        four = [card for card in DECK if card.suit == suit]
        dice.shuffle(four)
        pairs += [four[:2], four[2:]]
    dice.shuffle(pairs)
    piles, best, calls = [CardSet(), CardSet()], [0, 0], [0, 0]
    for turn in range(2 * TURNS):
        side = turn % 2
        for _ in range(dice.choice((0, 1, 1, 2))):
            if pairs:
                piles[side] |= CardSet.of(pairs.pop())
        found = finder.find(piles[side])
        points = sum(score.points for score in found)
        if points <= best[side]:
            continue
        best[side] = points
        if dice.random() < STOPPING:
            picked = piles[side] - CHAFF
            return {
                "winner": side,
                "cards": list(picked.ids),
                "chaff": len(piles[side] & CHAFF),
                "calls": calls,
                "yaku": [[score.yaku.id, score.points - score.yaku.points] for score in found],
            }
        calls[side] += 1
    return None


def rows() -> Iterator[Row]:
    """Taps by cards and by yaku."""
    dice = random.Random(1961)
    races: list[dict[str, Any]] = []
    while len(races) < ROUNDS:
        if race := play_race(dice):
            races.append(race)
    with serve() as server, open_browser() as browser:
        page = browser.new_context(**PHONE).new_page()  # type: ignore[arg-type]
        open_round(page, start_game(page, server, ("Ann", "Ben"), "koikoi-modern"))
        for way, limit in (("cards", CARDS_LIMIT), ("counts", YAKU_LIMIT)):
            taps = page.evaluate(PRESS, [races, way])
            print(f"  ({way}: at most {max(taps)} taps)", file=sys.stderr)
            yield Row(
                f"taps for a race by {way}, median of {ROUNDS}", statistics.median(taps), None, limit, "taps"
            )
