"""How many taps a whole round takes, save included, and how soon each of them is seen.

The real page is pressed for 500 rounds of each size, as a table does it: a side's cards one after the other,
the next side, the rest to whoever has most, the questions, save, and the summary where it opens. The cards
of a round fall as in play, in pairs of a month. What is posted is compared with what was dealt, so that a tap
saved is not a card lost.
"""

import random
import statistics
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import CDPSession, Page

from benchmarks.measure import Row
from benchmarks.phone import PHONE, open_browser, open_round, serve, start_game
from companion.cards import POINT_CARDS, SUITS, CardSet, get_suit_cards
from companion.rules import get_rule_set, get_scorer, parse_options

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")
OF_SEVEN = {2: 17, 3: 21, 4: 24, 6: 28, 7: 30}
LIMITS = {"kwado-1985": {2: 16, 3: 20, 4: 23, 6: 27}, "min-hwatu": OF_SEVEN, "sakura": OF_SEVEN}
COUNTS_LIMIT = 12
ROUNDS = 500
PAINT_LIMIT_MS = 50
# In about a tenth of a second an answer still seems to come at once.
FIGURES_LIMIT_MS = 120
SLOWER = 6
BETWEEN_TAPS_MS = 300

PRESS = """async (rounds) => {
  const form = document.querySelector("form.is-live");
  const find = (selector) => form.querySelector(selector);
  let taps = 0;
  let summaries = 0;
  const press = (element, isCounted = true) => {
    if (!element?.checkVisibility() || element.disabled) throw new Error(`no ${element?.outerHTML}`);
    element.click();
    taps += isCounted ? 1 : 0;
  };
  let posted = null;
  // Nobody looks on: what follows a paint need not wait for one.
  window.requestAnimationFrame = (act) => act();
  // Longer than the least pause of timers that wait for each other.
  const countUp = () => new Promise((done) => setTimeout(done, 5));
  // What other phones do is asked for as well, without a body.
  window.fetch = async (address, { body }) => {
    posted = body ?? posted;
    return new Response('{"errors": ["counted"]}', { status: 422 });
  };
  const choose = (owner) => {
    const tab = find(`[data-owner="${owner}"]`);
    if (tab.ariaPressed !== "true") press(tab);
  };
  // The summary, where it opens, is answered and saved as well.
  const save = async () => {
    await countUp();
    await countUp();
    press(find(".round__save button"));
    const summary = find("[data-summary]");
    summaries += summary.open ? 1 : 0;
    if (summary.open) {
      const answers = [...summary.querySelectorAll('[data-act="right"]')];
      for (const answer of answers.filter((one) => one.checkVisibility())) {
        press(answer);
        await countUp();
      }
      press(find("[data-summary-save]"));
    }
    while (form.classList.contains("is-saving")) await new Promise((done) => setTimeout(done));
    if (!posted) throw new Error("not posted: " + find("[data-summary]").innerText);
  };
  const byCards = async ({ piles, four }) => {
    const most = piles.reduce((best, pile, n) => (pile.length > piles[best].length ? n : best), 0);
    const givers = piles.keys().filter((n) => n !== most && piles[n].length);
    for (const n of givers) {
      choose(n);
      for (const card of piles[n]) press(find(`[data-card="${card}"] .pick__card`));
    }
    await countUp();
    if (!find("[data-rest]").textContent.endsWith(` ${form.dataset.names.split(",")[most]}`)) choose(most);
    press(find("[data-rest]"));
    await countUp();
    for (const chip of form.querySelectorAll(".found--ask[data-yaku]")) {
      const { yaku } = JSON.parse(form.dataset.rules);
      const { all_of: [card] } = yaku.find(({ id }) => id === chip.dataset.yaku);
      press(chip);
      if (!four.some((suit) => card.startsWith(suit))) press(chip);
      await countUp();
    }
    await save();
    piles.forEach((pile, n) => pile.forEach((card) => {
      if (posted.get(`captured/${card}`) !== String(n)) throw new Error(`${card} is not with ${n}`);
    }));
  };
  const byCounts = async ({ counts, yaku }) => {
    find("[data-more]").open = true;
    press(find('.ways input[value="counts"]'));
    counts.slice(0, -1).forEach((row, n) => {
      choose(n);
      for (const [kind, count] of Object.entries(row)) {
        press([...find(`[data-chips="${kind}"]`).querySelectorAll("button")][count]);
      }
    });
    for (const n of [...yaku.keys()].toReversed()) {
      const missing = yaku[n].filter((id) => !find(`input[name="yaku/${n}"][value="${id}"]`).checked);
      if (missing.length) choose(n);
      await countUp();
      for (const id of missing) press(find(`input[name="yaku/${n}"][value="${id}"]`));
    }
    await save();
    counts.forEach((row, n) => Object.entries(row).forEach(([kind, count]) => {
      if (posted.get(`counts/${n}/${kind}`) !== String(count)) throw new Error(`${n}: not ${count} ${kind}`);
    }));
    yaku.forEach((ids, n) => {
      const claimed = posted.getAll(`yaku/${n}`);
      if (String(claimed) !== String(ids)) throw new Error(`${n} has ${claimed}, not ${ids}`);
    });
  };
  const counted = [];
  for (const round of rounds) {
    // A closed summary gives the questions back a moment later.
    while (find("[data-summary] .ask")) await countUp();
    find('.ways input[value="cards"]').click();
    find("[data-restart]").click();
    // "Not saved" of the round before lies over the board; a page of its own has no such message.
    find("[data-says]").click();
    find('[data-owner="0"]').click();
    [taps, posted] = [0, null];
    await (round.counts ? byCounts : byCards)(round);
    counted.push(taps);
  }
  return { counted, summaries };
}"""

FIND_MIDDLE = """(selector) => {
  const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}"""

WATCH = """() => {
  window.seenMs = { tap: [], figures: [] };
  let lifted = 0;
  addEventListener("pointerup", ({ timeStamp }) => { lifted = timeStamp; }, true);
  new PerformanceObserver((list) => {
    const lifts = list.getEntries().filter(({ name }) => name === "pointerup");
    window.seenMs.tap.push(...lifts.map(({ duration }) => duration));
  }).observe({ type: "event", durationThreshold: 0 });
  const watcher = new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    window.seenMs.figures.push(performance.now() - lifted);
  })));
  // Each tap changes one of them: points that move from side to side leave the meter as it is.
  for (const words of document.querySelectorAll("[data-meter-words], [data-heard], [data-rest]")) {
    watcher.observe(words, { childList: true, characterData: true, subtree: true });
  }
}"""


BARE_PAGE = """<meta name="viewport" content="width=device-width">
<button style="width: 200px; height: 200px">0</button><p data-meter-words>0</p><script>
const [button, words] = document.querySelectorAll("button, p");
button.addEventListener("pointerup", () => {
  words.textContent = button.textContent = String(Number(button.textContent) + 1);
});
</script>"""


def deal_round(dice: random.Random, sides: int) -> list[CardSet]:
    """The piles of a round: the cards of each month in two pairs, each captured by somebody."""
    piles: list[CardSet] = [CardSet()] * sides
    for suit in SUITS:
        four = list(get_suit_cards(suit))
        dice.shuffle(four)
        for pair in (four[:2], four[2:]):
            owner = dice.randrange(sides)
            piles[owner] |= CardSet.of(pair)
    return piles


def write_round(piles: Sequence[CardSet], point_cards: CardSet) -> dict[str, Any]:
    four = [suit.id for suit in SUITS if any(get_suit_cards(suit) <= pile for pile in piles)]
    return {"piles": [list((pile & point_cards).ids) for pile in piles], "four": four}


def write_counts(piles: Sequence[CardSet]) -> dict[str, Any]:
    rules = get_rule_set("kwado-1985")
    finder = get_scorer(rules, parse_options(rules, {})).finder
    kinds = [[card.kind.plural for card in pile] for pile in piles]
    counts = [{kind: row.count(kind) for kind in ("brights", "animals", "ribbons")} for row in kinds]
    return {"counts": counts, "yaku": [[found.yaku.id for found in finder.find(pile)] for pile in piles]}


def count_taps(page: Page, rounds: Sequence[dict[str, Any]], of: str, limit: int) -> Row:
    """The median of the taps that these rounds take, pressed one after the other."""
    pressed = page.evaluate(PRESS, rounds)
    taps = statistics.median(pressed["counted"])
    print(f"  ({of}: the summary opens in {pressed['summaries']} of {ROUNDS} rounds)", file=sys.stderr)
    return Row(f"taps for a round of {of}, median of {ROUNDS}", taps, None, limit, "taps")


def measure_paint(page: Page, pressed: Sequence[str]) -> dict[str, float]:
    """How long the slowest of 95 in 100 taps takes to be seen, in ms, on a processor six times slower:
    "tap", the card as its owner's, and "figures", all that it counts. On average, as the browser counts them,
    "styles" and "layouts" that a tap has worked out, and "work", the ms of the page's thread.
    """
    points = {selector: page.evaluate(FIND_MIDDLE, selector) for selector in pressed}
    page.evaluate(WATCH)
    # Bare touches: what else the driver does for a tap would be slowed, and counted, as well.
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    finger.send("Performance.enable")
    before = read_metrics(finger)
    for selector in pressed:
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [points[selector]]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(BETWEEN_TAPS_MS)
    slowest = {name: (count - before[name]) / len(pressed) for name, count in read_metrics(finger).items()}
    for what, times in page.evaluate("window.seenMs").items():
        assert len(times) >= 0.95 * len(pressed), f"not every tap was timed: {what}"
        slowest[what] = float(sorted(times)[int(0.95 * len(times))])
    return slowest


def read_metrics(page: CDPSession) -> dict[str, float]:
    """How often styles and layout were worked out, and the ms that the page's thread was at work."""
    found = {each["name"]: each["value"] for each in page.send("Performance.getMetrics")["metrics"]}
    return {
        "styles": found["RecalcStyleCount"],
        "layouts": found["LayoutCount"],
        "work": 1_000 * found["TaskDuration"],
    }


def rows() -> Iterator[Row]:
    """Taps by size and way, and how soon a tap is seen."""
    dice = random.Random(500)
    with serve() as server, open_browser() as browser:
        page = browser.new_context(**PHONE).new_page()  # type: ignore[arg-type]
        games = [(rules, *each) for rules, limits in LIMITS.items() for each in limits.items()]
        for rule_set_id, sides, limit in games:
            open_round(page, start_game(page, server, NAMES[:sides], rule_set_id))
            page.evaluate(
                "(names) => document.querySelector('form.is-live').dataset.names = names", ",".join(NAMES)
            )
            point_cards = get_rule_set(rule_set_id).counting.point_cards
            rounds = [write_round(deal_round(dice, sides), point_cards) for _ in range(ROUNDS)]
            yield count_taps(page, rounds, f"{rule_set_id}, {sides}", limit)
        open_round(page, start_game(page, server, NAMES[:2]))
        rounds = [write_counts(deal_round(dice, 2)) for _ in range(ROUNDS)]
        yield count_taps(page, rounds, "2 by counts", COUNTS_LIMIT)
        # Phones of their own: two thousand rounds leave their mark on a browser.
        page, bare_page = (browser.new_context(**PHONE).new_page() for _ in range(2))  # type: ignore[arg-type]
        open_round(page, start_game(page, server, NAMES[:4]))
        # Whoever drives a page listens in on its taps until it is loaded anew.
        page.reload()
        cards = [f'[data-card="{card.id}"]' for card in list(POINT_CARDS)[:20]]
        pressed = [tap for owner in ("0", "1", "table") for tap in (f'[data-owner="{owner}"]', *cards)]
        slowest = measure_paint(page, pressed)
        # What a tap costs here at the least, whatever the page.
        bare_page.set_content(BARE_PAGE)
        least = measure_paint(bare_page, ["button"] * len(pressed))
        slow = f"95 of 100, processor {SLOWER} × slower"
        yield Row(f"a tap is seen, {slow}", slowest["tap"], None, PAINT_LIMIT_MS, "ms")
        yield Row("the same on a page with one button", least["tap"], None, PAINT_LIMIT_MS, "ms")
        yield Row(f"its figures are seen, {slow}", slowest["figures"], None, FIGURES_LIMIT_MS, "ms")
        for what, words in (("styles", "style recalculations"), ("layouts", "layouts")):
            yield Row(f"{words} a tap", slowest[what], least[what], 2, "times")
        yield Row(
            f"work of the page a tap, processor {SLOWER} × slower", slowest["work"], least["work"], 3, "ms"
        )
