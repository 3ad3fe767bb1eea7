/* What was entered one way is carried over to another where it can be; an input that already holds what a person
   entered is never overwritten. */

import { SHAPES, look } from "./look.js";
import { readWay, setTick, setValue, ticksOf, valueOf } from "./facts.js";

export function addCarrying(entry) {
  let way = readWay(entry.form);
  const carried = new Map();
  entry.showAtOnce(() => {
    way = readWay(entry.form);
  });
  entry.form.addEventListener("change", ({ target }) => {
    if (target.name === "way") carry(entry, way, target.value, carried);
  });
}

/* From cards to counts and points, and from counts to points. The other way round nobody could know. */
function carry(entry, from, to, carried) {
  if (from === "points" || to === "cards" || from === to) return;
  setValue(entry.form, "way", from);
  const { piles, figures, isKnown } = look(entry);
  setValue(entry.form, "way", to);
  figures.forEach((figure, n) => {
    if (!isKnown[n]) return;
    const held = piles && [...piles[n], ...figure.gaji];
    for (const [name, value] of SHAPES[to].carry(entry, n, held, figure.cardPoints)) fill(entry, carried, name, String(value));
    if (from === "cards") tickYaku(entry, carried, `yaku-${n}`, figure.found.map(({ yaku }) => yaku.id));
  });
}

function fill({ form }, carried, name, value) {
  if (isTyped(carried, name, valueOf(form, name))) return;
  setValue(form, name, value);
  form.elements[name].dataset.filled = "";
  carried.set(name, value);
}

function tickYaku({ form }, carried, name, ids) {
  if (isTyped(carried, name, String(ticksOf(form, name)))) return;
  for (const { value } of form.querySelectorAll(`input[name="${name}"]`)) setTick(form, name, value, ids.includes(value));
  carried.set(name, String(ticksOf(form, name)));
}

function isTyped(carried, name, held) {
  return held !== "" && held !== carried.get(name);
}
