/* What the inputs say, as an entry for `scoreRound`, with the round that it makes: read anew after every change.

   Each shape of a round reads its own fields (shapes/*.js); "undeclared" and the way belong to all of them. A side
   with nothing entered has no figures, not 0. */

import { captured } from "./shapes/captured.js";
import { counted } from "./shapes/counted.js";
import { listExtras, listUntold, readExtras, readNumbers } from "./ways.js";
import { pointed } from "./shapes/pointed.js";
import { scoreRound } from "./scoring.js";
import { plays, setTicks, setValue, ticksOf, valueOf } from "./facts.js";

const SHAPES = { cards: captured, counts: counted, points: pointed };

export function look(entry) {
  const way = valueOf(entry.form, "way");
  const shape = SHAPES[way];
  const read = shape.read(entry);
  const out = entry.sides.map((_, n) => !plays(entry, n));
  const told = { gaji: null, declared: readDeclared(entry), out, told: readNumbers(entry), ...readExtras(entry) };
  return {
    ...read,
    way, shape, out,
    isKnown: read.isKnown.map((known, n) => known || out[n]),
    round: scoreRound(entry.rules, { ...told, ...read.document }),
  };
}

/* The questions that are open before the round can be saved. */
export function listOpen(entry) {
  const { now, form } = entry;
  const extras = now.out.includes(true) ? [] : listExtras(entry);
  const asked = extras.filter((name) => !valueOf(form, name));
  const few = now.out.filter((isOut) => !isOut).length < 2 ? ["sits_out"] : [];
  const open = [...few, ...now.shape.listOpen(entry, now), ...asked, ...listUntold(entry).map(([name]) => name)];
  // Nothing is asked of who sits out.
  return open.filter((name) => plays(entry, /\/(\d)/.exec(name)?.[1]));
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
