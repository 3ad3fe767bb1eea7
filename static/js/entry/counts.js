/* Counts by one tap: for the chosen owner a row of number chips a kind; the last side is filled in.

   Expects [data-chips="brights"] and so on, empty, and the fields count-<side>-<kind>, which keep the facts.
   A number that the deck no longer has, or that is too small for the yaku claimed, is struck out. */

import { findYaku } from "./scoring.js";
import { KINDS, readNumber } from "./look.js";
import { readWay, setTick, setValue, ticksOf } from "./facts.js";

export function addCounts(entry) {
  for (const [kind, most] of Object.entries(KINDS)) {
    const row = entry.form.querySelector(`[data-chips="${kind}"]`);
    const chips = Array.from({ length: most + 1 }, (_, count) => makeChip(entry, kind, count));
    row.append(...chips);
    entry.showAtOnce(() => {
      if (readWay(entry.form) !== "counts") return;
      const chosen = readNumber(entry, `count-${entry.chosen}-${kind}`);
      const [least, free] = findRange(entry, entry.chosen, kind);
      chips.forEach((chip, count) => {
        chip.setAttribute("aria-pressed", String(count === chosen));
        chip.disabled = count < least || count > free;
      });
    });
  }
}

function makeChip(entry, kind, count) {
  const chip = document.createElement("button");
  chip.type = "button";
  chip.className = "count-chip";
  chip.textContent = String(count);
  chip.setAttribute("aria-label", `${count} ${kind}`);
  chip.addEventListener("click", () => setCount(entry, entry.chosen, kind, count));
  return chip;
}

export function setCount(entry, owner, kind, count) {
  const name = `count-${owner}-${kind}`;
  setValue(entry.form, name, String(count));
  delete entry.form.elements[name].dataset.filled;
  fillLast(entry, entry.sides.map((_, n) => `count-${n}-${kind}`), KINDS[kind]);
  entry.sides.forEach((_, n) => tickCertain(entry, n));
  entry.commit(`${entry.nameOf(owner)}: ${count} ${kind}`);
}

/* The least and the most cards of a kind that a side can have. */
export function findRange(entry, owner, kind) {
  return [countClaimed(entry, owner, kind), KINDS[kind] - countOthers(entry, owner, kind)];
}

/* Fills the one field that is empty, or was filled in before, with what the others leave. */
export function fillLast(entry, names, all) {
  const isOpen = (name) => readNumber(entry, name) === null || "filled" in entry.form.elements[name].dataset;
  const open = names.filter(isOpen);
  if (open.length !== 1) return;
  const left = all - names.reduce((sum, name) => sum + (isOpen(name) ? 0 : readNumber(entry, name)), 0);
  if (left < 0) return;
  setValue(entry.form, open[0], String(left));
  entry.form.elements[open[0]].dataset.filled = "";
}

function countOthers(entry, owner, kind) {
  return entry.sides.reduce((sum, _, n) => {
    const field = entry.form.elements[`count-${n}-${kind}`];
    const counts = String(n) === owner || "filled" in field.dataset ? 0 : readNumber(entry, field.name);
    return sum + Math.max(counts ?? 0, String(n) === owner ? 0 : countClaimed(entry, String(n), kind));
  }, 0);
}

/* How many cards of a kind the yaku take that a side claims. */
export function countClaimed(entry, owner, kind, further = []) {
  const ids = [...ticksOf(entry.form, `yaku-${owner}`), ...further];
  const cards = new Set(entry.rules.yaku.filter(({ id }) => ids.includes(id)).flatMap(({ all_of }) => all_of));
  return [...cards].filter((id) => `${entry.rules.byId.get(id).kind}s` === kind).length;
}

/* A side that has every card of a kind has the yaku made of them: nobody needs to tick these. */
function tickCertain(entry, n) {
  const full = Object.keys(KINDS).filter((kind) => readNumber(entry, `count-${n}-${kind}`) === KINDS[kind]);
  const certain = new Set(entry.cards.filter(({ kind }) => full.includes(`${kind}s`)).map(({ id }) => id));
  for (const { yaku } of findYaku(entry.rules, certain)) {
    setTick(entry.form, `yaku-${n}`, yaku.id, true);
  }
}
