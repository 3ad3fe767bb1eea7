/* Points that no card has: who has them is asked in the summary, who dealt can be changed under More.

   Expects the fields extra-<id> in [data-extras] and "dealer" in [data-dealer], where the game has them; they
   move into [data-extras-here] and [data-dealer-here]. */

import { readSide, valueOf } from "./facts.js";

export function addExtras({ form }) {
  for (const part of ["extras", "dealer"]) {
    const fields = form.querySelector(`[data-${part}]`);
    if (fields) form.querySelector(`[data-${part}-here]`).append(fields);
  }
}

/* What a round of every shape says of them, as `scoreRound` takes it. Where nobody chose a dealer it is the usual one. */
export function readExtras({ form, rules, sides }) {
  const { dealer: field } = form.elements;
  const dealer = readSide(form, "dealer") ?? (field?.dataset.usual ? Number(field.dataset.usual) : null);
  const answers = listExtras({ rules, sides }).map(({ id, field }) => [id, readSide(form, field)]);
  return { dealer: dealer === null ? null : dealer % sides.length, extras: Object.fromEntries(answers) };
}

/* The questions that are still open. */
export function listOpenExtras(entry) {
  return listExtras(entry).map(({ field }) => field).filter((name) => !valueOf(entry.form, name));
}

/* Those that are asked for at this table, each with the name of its field. */
export function listExtras({ rules, sides }) {
  const asked = rules.extras.filter((extra) => extra.asks && extra.sides === sides.length);
  return asked.map((extra) => ({ ...extra, field: `extra-${extra.id}` }));
}
