/* Yaku that a side claims in a round counted by hand: only those that it can have, the chosen owner's shown.

   Expects <fieldset id="yaku-<side>"> with the ticks of that name, and the fields points-<side>. A yaku is
   struck out when another side claims one of its cards, or the numbers are too small for it. */

import { KINDS, readNumber } from "./look.js";
import { countClaimed, fillLast } from "./counts.js";
import { nameYaku } from "./strip.js";
import { readWay, ticksOf } from "./facts.js";
import { drawCards, h } from "./panel.js";

export function addClaims(entry) {
  const boxes = entry.sides.map((_, n) => entry.form.querySelector(`fieldset#yaku-${n}`));
  const names = entry.sides.map((_, n) => `points-${n}`);
  for (const name of names) {
    const field = entry.form.elements[name];
    field.addEventListener("focus", () => entry.choose(name.split("-")[1]));
    field.addEventListener("input", () => {
      delete field.dataset.filled;
      fillLast(entry, names, entry.rules.deck_points);
      entry.commit(`typed ${entry.nameOf(entry.chosen)}’s points`);
    });
  }
  entry.showAtOnce(() => {
    boxes.forEach((box, n) => {
      if (box) box.hidden = String(n) !== entry.chosen;
      if (box && !box.hidden && readWay(entry.form) !== "cards" && !box.querySelector("svg")) drawChips(entry, box);
    });
  });
  entry.watch((now) => {
    if (now.way === "cards") return;
    boxes.forEach((box, n) => {
      if (box && !box.hidden) for (const tick of box.querySelectorAll("input")) tick.disabled = !tick.checked && !canClaim(entry, now, n, tick.value);
    });
    for (const name of names) checkPoints(entry, name);
  });
}

/* Each yaku by its short name and its cards; the whole name is read aloud. */
function drawChips(entry, box) {
  for (const tick of box.querySelectorAll("input")) {
    const yaku = entry.rules.yaku.find(({ id }) => id === tick.value);
    tick.setAttribute("aria-label", yaku.name);
    tick.title = yaku.name;
    tick.nextElementSibling.replaceChildren(nameYaku(yaku), h("small", ...drawCards(entry, yaku.all_of)));
  }
}

function canClaim(entry, now, n, id) {
  const cardsOf = (ids) => entry.rules.yaku.filter((yaku) => ids.includes(yaku.id)).flatMap(({ all_of }) => all_of);
  const mine = new Set(cardsOf([...ticksOf(entry.form, `yaku-${n}`), id]));
  const others = entry.sides.flatMap((_, other) => (other === n ? [] : cardsOf(ticksOf(entry.form, `yaku-${other}`))));
  if (others.some((card) => mine.has(card))) return false;
  if (now.way === "counts") {
    return Object.keys(KINDS).every((kind) => countClaimed(entry, n, kind, [id]) <= (readNumber(entry, `count-${n}-${kind}`) ?? Infinity));
  }
  const needed = [...mine].reduce((sum, card) => sum + entry.rules.byId.get(card).points, 0);
  return needed <= (readNumber(entry, `points-${n}`) ?? Infinity);
}

/* Card points come in steps of the smallest value, and all sides together have at most the deck's. */
export function isPossible(entry, name) {
  const step = findStep(entry.rules);
  const number = readNumber(entry, name);
  const all = entry.sides.reduce((sum, _, n) => sum + (readNumber(entry, `points-${n}`) ?? 0), 0);
  return number === null ? entry.form.elements[name].value === "" : number % step === 0 && all <= entry.rules.deck_points;
}

export function findStep({ values }) {
  return Math.min(...values.map(([, , points]) => points));
}

function checkPoints(entry, name) {
  const field = entry.form.elements[name];
  if (isPossible(entry, name)) field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
}
