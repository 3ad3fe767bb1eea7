/* What the inputs say, as an entry for `scoreRound`, with its figures: read anew after every change.

   Each shape of a round reads its own fields (shapes/*.js); "undeclared" and the way belong to all of them. A side
   with nothing entered has no figures, not 0. */

import { captured } from "./shapes/captured.js";
import { counted } from "./shapes/counted.js";
import { listOpenExtras, readExtras } from "./ways.js";
import { pointed } from "./shapes/pointed.js";
import { readWay, setTick, setValue, ticksOf, valueOf } from "./facts.js";
import { scoreRound } from "./scoring.js";

export const SHAPES = { cards: captured, counts: counted, points: pointed };

export function look(entry) {
  const way = readWay(entry.form);
  const shape = SHAPES[way];
  const read = shape.read(entry);
  const told = { gaji: null, declared: readDeclared(entry), ...readExtras(entry) };
  const round = scoreRound(entry.rules, { ...told, ...read.document });
  const figures = round.sides.map((side, n) => ({
    ...side,
    isKnown: read.isKnown[n],
    total: entry.sides[n].total + side.score,
    tally: entry.sides[n].tally + side.figures[entry.rules.decides],
  }));
  return { ...read, way, shape, round, figures };
}

/* The questions that are open before the round can be saved. */
export function listOpen(entry) {
  return [...entry.now.shape.listOpen(entry, entry.now), ...listOpenExtras(entry)];
}

function readDeclared({ form, rules, sides }) {
  const struck = ticksOf(form, "undeclared");
  const declared = rules.yaku.filter((yaku) => yaku.declare && !struck.includes(yaku.id)).map(({ id }) => id);
  return sides.map(() => declared);
}

/* What was entered one way is carried over to another where it can be; an input that already holds what a person
   entered is never overwritten. */

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
