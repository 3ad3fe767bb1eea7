/* A round by counts: how many cards of each value group a side has.

   Expects the fields counts/<side>/<value group>. */

import { findClaimedCards, listLeft, listUnclaimed, lookByHand } from "./by_hand.js";
import { readNumber } from "../numbers.js";
import { ticksOf } from "../facts.js";

export const counted = {
  read(entry) {
    const { form, rules: { values }, sides } = entry;
    const numbers = sides.map((_, n) => values.map(({ id }) => readNumber(entry, nameCount(n, id))));
    const counts = numbers.map((row, n) => ({
      ...Object.fromEntries(values.map(({ id }, place) => [id, row[place] ?? 0])), yaku: ticksOf(form, `yaku/${n}`),
    }));
    return lookByHand(entry, { counts }, numbers);
  },
  listOpen: (entry, now) => [
    ...entry.sides
      .flatMap((_, n) => entry.rules.values.map(({ id }) => nameCount(n, id)))
      .filter((name) => readNumber(entry, name) === null),
    ...listUnclaimed(entry, now),
    ...listLeft(entry, now),
  ],
  /* Whether a side can have these cards. */
  canHold: (entry, side, cards) => entry.rules.values.every((group) => (
    countHeld(cards, group) <= (readNumber(entry, nameCount(side, group.id)) ?? Infinity)
  )),
  /* What the fields would hold for what was entered another way: a value by name. */
  carry: ({ rules }, side, pile) => rules.values.map((group) => [nameCount(side, group.id), countHeld(pile, group)]),
};

export function nameCount(side, group) {
  return `counts/${side}/${group}`;
}

function countHeld(cards, group) {
  return cards.filter((id) => group.cards.includes(id)).length;
}

/* The least and the most cards of a value group that a side can have. */
export function findRange(entry, owner, group) {
  const countClaimed = (side) => countHeld(findClaimedCards(entry, side), group);
  const others = entry.sides.reduce((sum, _, n) => {
    if (String(n) === owner) return sum;
    const name = nameCount(n, group.id);
    const number = "filled" in entry.form.elements[name].dataset ? 0 : readNumber(entry, name);
    return sum + Math.max(number ?? 0, countClaimed(n));
  }, 0);
  return [countClaimed(owner), group.cards.length - others];
}
