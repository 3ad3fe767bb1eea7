/* The strip under the cards: what must be asked, the yaku that are complete, those that lack one card.

   Expects [data-strip], the fieldsets .ask[data-suit] and, where the game has it, [data-gaji]. The "all
   four?" questions are the form's own radio buttons, moved here while they can matter. A complete yaku that
   has to be declared is a button that strikes it out by the form's tick "undeclared". */

import { readWay } from "./facts.js";
import { findNear } from "./scoring.js";
import { shortName } from "./entry.js";

export function addStrip(entry) {
  const strip = entry.form.querySelector("[data-strip]");
  const asks = [...entry.form.querySelectorAll(".ask[data-suit]")];
  const found = document.createElement("div");
  found.className = "strip__found";
  for (const answer of asks.flatMap((ask) => [...ask.querySelectorAll("input")])) answer.nextElementSibling.textContent = answer.value;
  strip.append(...asks, found);
  let shown = "";
  entry.showAtOnce(() => {
    strip.hidden = readWay(entry.form) !== "cards";
  });
  entry.watch((now) => {
    for (const ask of asks) showAsk(entry, ask, now.suits.find(({ suit }) => suit === ask.dataset.suit));
    const items = [...listGaji(entry, now), ...listComplete(entry, now), ...listNear(entry, now)];
    if (shown === (shown = JSON.stringify(items))) return;
    const focused = found.contains(document.activeElement) ? document.activeElement.dataset.yaku : null;
    found.replaceChildren(...items.map((item) => makeItem(entry, item)));
    if (focused) found.querySelector(`[data-yaku="${focused}"]`)?.focus();
  });
}

function showAsk(entry, ask, found) {
  ask.hidden = !found;
  if (!found) return;
  const words = `${entry.sides[found.side].initial}: all four ${found.suit}?`;
  const legend = ask.querySelector("legend");
  if (legend.textContent !== words) legend.textContent = words;
}

function listGaji(entry, now) {
  if (!now.hasGaji) return [];
  const by = entry.form.elements["gaji-by"].value;
  const words = by === "" ? "Gaji?" : by === "nobody" ? "Gaji: nobody" : `Gaji: ${entry.nameOf(by)}`;
  return [{ words, opens: "gaji" }];
}

/* Complete yaku, those of the chosen owner first. */
function listComplete(entry, now) {
  const rows = now.figures.flatMap((side, n) => [
    ...side.yaku.map(({ yaku, points }) => ({ side: n, yaku, points, isStruck: false })),
    ...side.undeclared.map(({ yaku, points }) => ({ side: n, yaku, points, isStruck: true })),
  ]);
  const isFirst = ({ side }) => String(side) === entry.chosen;
  return [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))].map(({ side, yaku, points, isStruck }) => ({
    side, isStruck, strikes: yaku.declare ? yaku.id : null, words: nameYaku(yaku), note: isStruck ? "not declared" : yaku.declare ? `+${points}, declared` : `+${points}`,
  }));
}

/* What the chosen owner lacks one card for, as long as nobody has that card. */
function listNear(entry, now) {
  const pile = now.round.piles?.[entry.chosen];
  if (!pile?.size) return [];
  const isOpen = (id) => now.unplaced.includes(id);
  return findNear(entry.rules, pile)
    .filter(({ yaku, missing }) => yaku.all_of.length > 1 && missing.some(isOpen))
    .map(({ yaku, missing }) => ({
      isNear: true, words: nameYaku(yaku), note: `lacks ${shortName(entry.rules.byId.get(missing.find(isOpen)))}`,
    }));
}

/* "Sakura 1" for "Sakura 1: crane, warbler, curtain". */
export function nameYaku(yaku) {
  return yaku.name.split(/ ?[:(]/)[0];
}

function makeItem(entry, { words, note = "", side, isNear, isStruck, strikes, opens }) {
  const item = document.createElement(strikes || opens ? "button" : "span");
  item.className = `found ${isNear ? "found--near" : ""} ${isStruck ? "found--struck" : ""}`;
  if (side !== undefined) item.classList.add(`owner--${side + 1}`);
  const name = document.createElement("b");
  name.textContent = side === undefined ? words : `${entry.sides[side].initial}\u2002${words}`;
  const rest = document.createElement("small");
  rest.textContent = note;
  item.append(name, rest);
  if (opens) item.dataset.open = opens;
  if (strikes) {
    item.dataset.yaku = strikes;
    item.setAttribute("aria-pressed", String(!isStruck));
    item.setAttribute("aria-label", `${entry.sides[side].name}: ${words}, declared`);
    item.addEventListener("click", () => strike(entry, strikes, words, isStruck));
  }
  if (item.tagName === "BUTTON") item.type = "button";
  return item;
}

function strike(entry, id, words, isStruck) {
  entry.form.querySelector(`input[name="undeclared"][value="${id}"]`).checked = !isStruck;
  entry.commit(`${words} ${isStruck ? "declared" : "not declared"}`);
}
