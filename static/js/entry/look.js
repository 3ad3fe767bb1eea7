/* What the inputs say, as an entry for `scoreRound`, with the round that it makes: read anew after every change.

   Each shape of a round reads its own fields (shapes/*.js); "undeclared" and the way belong to all of them. A side
   with nothing entered has no figures, not 0. */

import { captured } from "./shapes/captured.js";
import { counted } from "./shapes/counted.js";
import { listExtras, readExtras } from "./ways.js";
import { pointed } from "./shapes/pointed.js";
import { setTick, setValue, ticksOf, valueOf } from "./facts.js";
import { scoreRound } from "./scoring.js";

const SHAPES = { cards: captured, counts: counted, points: pointed };

export function look(entry) {
  const way = valueOf(entry.form, "way");
  const shape = SHAPES[way];
  const read = shape.read(entry);
  const told = { gaji: null, declared: readDeclared(entry), ...readExtras(entry) };
  return { ...read, way, shape, round: scoreRound(entry.rules, { ...told, ...read.document }) };
}

/* The questions that are open before the round can be saved. */
export function listOpen(entry) {
  const extras = listExtras(entry).map(({ field }) => field).filter((name) => !valueOf(entry.form, name));
  return [...entry.now.shape.listOpen(entry, entry.now), ...extras];
}

function readDeclared({ form, rules, sides }) {
  const struck = ticksOf(form, "undeclared");
  const declared = rules.yaku.filter((yaku) => yaku.declare && !struck.includes(yaku.id)).map(({ id }) => id);
  return sides.map(() => declared);
}

/* What was entered one way is carried over to another where it can be; an input that already holds what a person
   entered is never overwritten. */

export function addCarrying(entry) {
  const carried = new Map();
  entry.form.addEventListener("change", ({ target }) => {
    if (target.name === "way") carry(entry, entry.facts.way[0], target.value, carried);
  });
}

/* From cards to counts and points, and from counts to points. The other way round nobody could know. */
function carry(entry, from, to, carried) {
  const { form } = entry;
  if (from === "points" || to === "cards" || from === to) return;
  setValue(form, "way", from);
  const { piles, round, isKnown } = look(entry);
  setValue(form, "way", to);
  round.sides.forEach((figure, n) => {
    if (!isKnown[n]) return;
    const held = piles && [...piles[n], ...figure.gaji];
    for (const [name, value] of SHAPES[to].carry(entry, n, held, figure.cardPoints)) {
      fill(carried, name, () => valueOf(form, name), () => {
        setValue(form, name, String(value));
        form.elements[name].dataset.filled = "";
      });
    }
    if (from !== "cards") return;
    const [name, ids] = [`yaku-${n}`, figure.found.map(({ yaku }) => yaku.id)];
    fill(carried, name, () => String(ticksOf(form, name)), () => {
      for (const { value } of form.querySelectorAll(`[name="${name}"]`)) setTick(form, name, value, ids.includes(value));
    });
  });
}

function fill(carried, name, read, write) {
  if (read() !== "" && read() !== carried.get(name)) return;
  write();
  carried.set(name, read());
}
