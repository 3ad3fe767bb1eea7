/* A round by counts: how many cards of each value group a side has.

   Expects the fields counts/<side>/<value group>. */

import { canBeDealt, hold } from "../dealt.js";
import { listHeld, listLeft, listUnclaimed, listUndealt, listUntaken, lookByHand } from "./by_hand.js";
import { readNumber } from "../numbers.js";
import { plays, readTicked, valueOf } from "../facts.js";

export const counted = {
  read(entry) {
    const { rules: { values }, sides } = entry;
    const numbers = sides.map((_, n) => values.map(({ id }) => readNumber(entry, nameCount(n, id))));
    const counts = numbers.map((row, n) => ({
      ...Object.fromEntries(values.map(({ id }, place) => [id, row[place] ?? 0])), yaku: readTicked(entry, n),
    }));
    return lookByHand(entry, { counts }, numbers);
  },
  listOpen: (entry, now) => [
    ...entry.sides
      .flatMap((_, n) => entry.rules.values.map(({ id }) => nameCount(n, id)))
      .filter((name) => readNumber(entry, name) === null),
    ...(isOverfull(entry) ? ["undealt"] : listUndealt(entry, now)),
    ...listUntaken(entry),
    ...listUnclaimed(entry, now),
    ...listLeft(entry, now),
  ],
  /* What the numbers of a side allow. */
  limit: (entry, side) => entry.rules.values.flatMap(({ id, cards }) => {
    const number = readNumber(entry, nameCount(side, id));
    return number === null ? [] : [hold(side, cards, 0, number)];
  }),
  /* What the fields would hold for what was entered another way: a value by name. */
  carry: ({ rules }, side, pile) => rules.values.map((group) => [nameCount(side, group.id), countHeld(pile, group)]),
};

export function nameCount(side, group) {
  return `counts/${side}/${group}`;
}

/* Whether the sides have more cards of a value group than there are. */
export function isOverfull(entry) {
  const countAll = ({ id }) => entry.sides.reduce(
    (sum, _, n) => sum + (plays(entry, n) ? (readNumber(entry, nameCount(n, id)) ?? 0) : 0),
    0,
  );
  const { values, numbered } = entry.rules;
  const asked = valueOf(entry.form, "way") === "cards" ? values.filter(({ id }) => id === numbered) : values;
  return asked.some((group) => countAll(group) > group.cards.length);
}

function countHeld(cards, group) {
  return cards.filter((id) => group.cards.includes(id)).length;
}

/* The numbers of cards of a value group that a side can have, by what is said beside them: a test for one of them. What
   was filled in by itself makes room. */
export function findRoom(entry, side, group) {
  const isFilled = (n) => "filled" in entry.form.elements[nameCount(n, group.id)].dataset;
  const isOf = ({ worth, isNumber }) => isNumber && worth.has(group.cards[0]);
  const isKept = (each) => !isOf(each) || (each.side !== side && !isFilled(each.side));
  const held = listHeld(entry, counted.limit).filter(isKept);
  const room = held.filter(isOf).reduce((left, { most }) => left - most, group.cards.length);
  return (count) => count <= room && canBeDealt([...held, hold(side, group.cards, count, count)]);
}
