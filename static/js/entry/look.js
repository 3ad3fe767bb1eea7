/* What the inputs say, as an entry for `scoreRound`, with the round that it makes: read anew after every change.

   Each shape of a round reads its own fields (shapes/*.js); "undeclared" and the way belong to all of them. A side
   with nothing entered has no figures, not 0. */

import { captured } from "./shapes/captured.js";
import { counted } from "./shapes/counted.js";
import { listExtras, listOut, readExtras } from "./ways.js";
import { pointed } from "./shapes/pointed.js";
import { scoreRound } from "./scoring.js";
import { setTicks, setValue, ticksOf, valueOf } from "./facts.js";

// A question about one side.
const OF_SIDE = /^(?:counts|points|wrong|sure\/nothing)\/(\d)/;
const SHAPES = { cards: captured, counts: counted, points: pointed };

export function look(entry) {
  const way = valueOf(entry.form, "way");
  const shape = SHAPES[way];
  const read = shape.read(entry);
  const out = listOut(entry);
  const told = { gaji: null, declared: readDeclared(entry), out, ...readExtras(entry) };
  return {
    ...read,
    isKnown: read.isKnown.map((known, n) => known || out.includes(String(n))),
    way, shape, out,
    round: scoreRound(entry.rules, { ...told, ...read.document }),
  };
}

/* The questions that are open before the round can be saved. */
export function listOpen(entry) {
  const extras = listExtras(entry).map(({ field }) => field).filter((name) => !valueOf(entry.form, name));
  // Nothing is asked of who sits out.
  const isAsked = (name) => !entry.now.out.includes(OF_SIDE.exec(name)?.[1]);
  return [...entry.now.shape.listOpen(entry, entry.now), ...extras].filter(isAsked);
}

function readDeclared({ form, rules, sides }) {
  const struck = ticksOf(form, "undeclared");
  const declared = rules.yaku.filter((yaku) => yaku.declare && !struck.includes(yaku.id)).map(({ id }) => id);
  return sides.map(() => declared);
}

/* What another way would hold of what was entered: each [name, read, write] of a side. */
export function listCarried(entry, to, from, { piles, round, isKnown }) {
  const { form } = entry;
  return round.sides.flatMap((figure, n) => {
    if (!isKnown[n]) return [];
    const held = piles && [...piles[n], ...figure.gaji];
    const fields = SHAPES[to].carry(entry, n, held, figure.cardPoints).map(([name, value]) => {
      const write = () => {
        setValue(form, name, String(value));
        form.elements[name].dataset.filled = "";
      };
      return [name, () => valueOf(form, name), write];
    });
    if (from !== "cards") return fields;
    const [name, ids] = [`yaku/${n}`, figure.found.map(({ yaku }) => yaku.id)];
    return [...fields, [name, () => String(ticksOf(form, name)), () => setTicks(form, name, ids)]];
  });
}
