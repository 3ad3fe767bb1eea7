/* What the inputs say, as an entry for `scoreRound`, with its figures: read anew after every change.

   Each shape of a round reads its own fields (shapes/*.js); "undeclared" and the way belong to all of them. A side
   with nothing entered has no figures, not 0. */

import { scoreRound } from "./scoring.js";
import { listOpenExtras, readExtras } from "./extras.js";
import { readWay, ticksOf } from "./facts.js";
import { captured } from "./shapes/captured.js";
import { counted } from "./shapes/counted.js";
import { pointed } from "./shapes/pointed.js";

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
