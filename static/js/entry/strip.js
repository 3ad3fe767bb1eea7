/* The strip under the cards: what must be asked, the yaku that are complete, those that lack one card.

   Expects [data-strip], the fieldsets .ask[data-suit] and, where the game has it, [data-gaji]. The "all
   four?" questions are the form's own radio buttons, moved here while they can matter. A complete yaku that
   has to be announced is a button that strikes it out by the form's tick "undeclared". Each yaku keeps its
   place; what the strip has no room for waits behind "+3 more", which opens the summary. */

import { listExtras } from "./extras.js";
import { readWay, setTick, valueOf } from "./facts.js";
import { h } from "./panel.js";
import { findNear } from "./scoring.js";
import { signed } from "./words.js";

export function addStrip(entry) {
  const strip = entry.form.querySelector("[data-strip]");
  const asks = [...entry.form.querySelectorAll(".ask[data-suit]")];
  const found = h("div");
  found.className = "strip__found";
  for (const answer of asks.flatMap((ask) => [...ask.querySelectorAll("input")])) answer.nextElementSibling.textContent = answer.value;
  strip.append(...asks, found);
  let shown = "";
  entry.showAtOnce(() => {
    strip.hidden = readWay(entry.form) !== "cards";
  });
  entry.showAsks = (now) => {
    for (const ask of asks) showAsk(entry, ask, now.suits.find(({ suit }) => suit === ask.dataset.suit));
  };
  entry.watch((now) => {
    entry.showAsks(now);
    const items = [...listAsked(entry, now), ...listComplete(now), ...listNear(entry, now)];
    if (shown === (shown = JSON.stringify([items, now.suits.length, strip.hidden]))) return;
    const focused = found.contains(document.activeElement) ? document.activeElement.dataset.yaku : null;
    found.replaceChildren(...items.map((item) => makeItem(entry, item)));
    fitStrip(strip, found);
    if (focused) found.querySelector(`[data-yaku="${focused}"]`)?.focus();
  });
  addEventListener("resize", () => fitStrip(strip, found));
}

/* Hides what the strip has no room for, and says how many of the complete yaku that are. */
function fitStrip(strip, found) {
  found.querySelector('[data-open="all"]')?.remove();
  const items = [...found.children];
  for (const item of items) item.hidden = false;
  const end = strip.getBoundingClientRect().bottom + 1;
  const isOut = (item) => item.getBoundingClientRect().bottom > end;
  for (const item of items.filter(isOut)) item.hidden = true;
  if (!items.some((item) => item.hidden && item.dataset.of)) return;
  const more = makeItem(null, { opens: "all" });
  found.append(more);
  for (const item of items.toReversed()) {
    item.hidden ||= isOut(more);
    more.firstChild.textContent = `+${items.filter((one) => one.hidden && one.dataset.of).length} more`;
  }
}

function showAsk(entry, ask, found) {
  ask.hidden = !found;
  if (!found) return;
  const { name, initial } = entry.sides[found.side];
  const words = entry.write(ask.closest("dialog") ? "all_four" : "all_four_short", { name, initial, suit: found.suit });
  const legend = ask.querySelector("legend");
  if (legend.textContent !== words) legend.textContent = words;
}

/* What is asked in a sheet of its own: who used the Gaji, who has points that no card has. */
function listAsked(entry, now) {
  const asked = listExtras(entry).map(({ words, field }) => ({ what: words, field, opens: "extras" }));
  if (now.hasGaji) asked.unshift({ what: "Gaji", field: "gaji-by", opens: "gaji" });
  return asked.map(({ what, field, opens }) => {
    const by = valueOf(entry.form, field);
    return { words: entry.write(by ? "asked" : "asked_open", { what, name: entry.sides[by]?.name ?? by }), opens };
  });
}

/* Complete yaku by side and in the order of the rules, so that none changes its place when it is struck out. */
function listComplete(now) {
  return now.figures.flatMap((side, n) => side.found.map((one) => ({
    side: n, words: one.yaku.short, strikes: one.yaku.declare && one.yaku.id, points: one.points, isStruck: side.undeclared.includes(one),
  })));
}

/* What the chosen owner lacks one card for, as long as nobody has that card. */
function listNear(entry, now) {
  const pile = now.round.piles?.[entry.chosen];
  if (!pile?.size) return [];
  const isOpen = (id) => now.unplaced.includes(id);
  return findNear(entry.rules, pile)
    .filter(({ yaku, missing }) => yaku.all_of.length > 1 && missing.some(isOpen))
    .map(({ yaku, missing }) => ({
      isNear: true, words: yaku.short, note: entry.write("lacks", { card: entry.rules.byId.get(missing.find(isOpen)).short }),
    }));
}

function makeItem(entry, { words, note = "", side, points, isNear, isStruck, strikes, opens }) {
  const rest = h("small", note);
  const item = h(strikes || opens ? "button" : "span", h("b", words), rest);
  item.className = `found ${isNear ? "found--near" : ""} ${isStruck ? "found--struck" : ""}`;
  if (side !== undefined) {
    item.classList.add(`owner--${side + 1}`);
    item.dataset.of = side;
    const { penalties } = entry.rules;
    const kind = isStruck ? "chip_struck" : strikes ? "chip_announced" : penalties ? "chip_penalty" : "chip";
    rest.textContent = entry.write(kind, { initial: entry.sides[side].initial, points: penalties ? signed(-points) : points });
  }
  if (opens) item.dataset.open = opens;
  if (strikes) {
    item.dataset.yaku = strikes;
    item.ariaPressed = !isStruck;
    item.ariaLabel = entry.write("chip_label", { name: entry.sides[side].name, yaku: words });
    item.addEventListener("click", () => strike(entry, strikes, isStruck));
  }
  if (item.tagName === "BUTTON") item.type = "button";
  return item;
}

export function strike(entry, id, isAnnounced) {
  setTick(entry.form, "undeclared", id, !isAnnounced);
  const yaku = entry.rules.yaku.find((one) => one.id === id).short;
  entry.commit(entry.write(isAnnounced ? "announced" : "not_announced", { yaku }));
}
