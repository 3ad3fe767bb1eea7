/* A round by points: the card points that a side added up itself.

   Expects the fields points/<side>. */

import { listLeft, listUnclaimed, listUndealt, listUntaken, lookByHand } from "./by_hand.js";
import { readNumber } from "../numbers.js";
import { readTicked, valueOf } from "../facts.js";

export const pointed = {
  read(entry) {
    const numbers = entry.sides.map((_, n) => [readNumber(entry, `points/${n}`)]);
    const points = numbers.map(([number], n) => ({ card_points: number ?? 0, yaku: readTicked(entry, n) }));
    return lookByHand(entry, { points }, numbers);
  },
  listOpen: (entry, now) => [
    ...entry.sides.flatMap((_, n) => {
      if (valueOf(entry.form, `points/${n}`) === "") return [`points/${n}`];
      return readNumber(entry, `points/${n}`) === null ? [`wrong/${n}`] : [];
    }),
    ...(isTooMuch(entry) ? ["too-much"] : []),
    ...listUndealt(entry, now),
    ...listUntaken(entry),
    ...listUnclaimed(entry, now),
    ...listLeft(entry, now),
  ],
  /* What the points of a side allow. */
  limit({ form, rules }, side) {
    const most = readNumber({ form, rules }, `points/${side}`);
    const worth = new Map(rules.cards.map(({ id, points }) => [id, points]));
    return most === null ? [] : [{ side, worth, least: 0, most }];
  },
  /* What the fields would hold for what was entered another way: a value by name. */
  carry: (entry, side, pile, cardPoints) => [[`points/${side}`, cardPoints]],
};

/* What is entered is a number of card points, and all sides together have at most the deck's. */
export function isPossible(entry, name) {
  return readNumber(entry, name) === null ? valueOf(entry.form, name) === "" : !isTooMuch(entry);
}

function isTooMuch({ form, rules, sides }) {
  return sides.reduce((sum, _, n) => sum + (readNumber({ form, rules }, `points/${n}`) ?? 0), 0) > rules.deck_points;
}
