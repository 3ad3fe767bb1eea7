/* Points that no card has: who has them is asked in the summary, who dealt can be changed under More.

   Expects the fields extra-<id> in [data-extras] and "dealer" in [data-dealer], where the game has them; they
   move into [data-extras-here] and [data-dealer-here]. */

import { valueOf } from "./facts.js";

export function addExtras({ form }) {
  for (const part of ["extras", "dealer"]) {
    const fields = form.querySelector(`[data-${part}]`);
    if (fields) form.querySelector(`[data-${part}-here]`).append(fields);
  }
}

/* What a round of every shape says of them, as `scoreRound` takes it. */
export function readExtras({ form, rules, sides }) {
  const dealer = valueOf(form, "dealer");
  const answers = listAsked({ rules, sides }).map(({ id }) => [id, valueOf(form, nameExtra(id))]);
  return {
    dealer: dealer === "" ? null : Number(dealer) % sides.length,
    extras: Object.fromEntries(answers.filter(([, answer]) => /^[0-9]$/.test(answer)).map(([id, answer]) => [id, Number(answer)])),
  };
}

/* The questions that are still open. */
export function listOpenExtras(entry) {
  return listAsked(entry).map(({ id }) => nameExtra(id)).filter((name) => !valueOf(entry.form, name));
}

const listAsked = ({ rules, sides }) => rules.extras.filter((extra) => extra.asks && extra.sides === sides.length);
const nameExtra = (id) => `extra-${id}`;
