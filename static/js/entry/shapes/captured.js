/* A round by cards: what lies with whom, what is to be given, which questions that raises.

   Expects the fields captured/<card>, all_four/<suit>, gaji/by and gaji/took, and counts/<side>/<value group> of the
   group that is numbered. */

import { findFullSuits, readGaji } from "../ways.js";
import { isOverfull, nameCount } from "./counted.js";
import { readNumber } from "../numbers.js";
import { listBrought } from "../scoring.js";
import { sumPoints } from "../rules.js";
import { TABLE, plays, readOwners, valueOf } from "../facts.js";

export const captured = { read: readPiles, listOpen: listOpenPiles, limit: () => [] };

function readPiles(entry) {
  const { form, rules } = entry;
  const owners = readOwners(entry);
  const cardsOf = (owner) => entry.cards.filter(({ id }) => owners.get(id) === owner).map(({ id }) => id);
  const piles = entry.sides.map((_, n) => cardsOf(String(n)));
  const [unplaced, left] = [cardsOf(""), cardsOf(TABLE)];
  // As long as cards are still to be given, none of them is left over for the Gaji.
  const used = readGaji(entry);
  const gaji = unplaced.length ? null : used;
  // The Gaji and what it took lie with whoever used it: then nobody needs to be asked about all four willows, and
  // nobody else about all four of the suit that it took.
  const isKnown = ({ suit, side }) =>
    suit === rules.gaji.suit || (used.by !== side && suit === rules.byId.get(used.took)?.suit);
  // What the Gaji brings lies with whoever used it.
  const whole = piles.map((pile, n) => (gaji?.by === n ? [...pile, ...listBrought(rules, gaji, left)] : pile));
  const suits = findFullSuits(entry, whole).filter((one) => !used || !isKnown(one));
  const all_four = {};
  for (const { suit, side, answer } of suits) if (answer === "yes") all_four[suit] = side;
  const held = piles.map((pile, n) => (gaji?.by === n ? [...pile, rules.gaji.card] : pile));
  const placed = entry.cards.filter(({ id }) => owners.get(id));
  const numbers = listNumbers(entry).map((name) => readNumber(entry, name));
  const chaff = numbers.length ? numbers.map((number) => number ?? 0) : undefined;
  const each = rules.values.find(({ id }) => id === rules.numbered)?.points;
  return {
    document: { piles: held, all_four, gaji, chaff },
    piles,
    unplaced, suits, left,
    placedPoints: sumPoints(placed) + sumPoints(numbers.map((number) => ({ points: number * each }))),
    hasGaji: Boolean(rules.gaji?.brings) && (left.length > 0 || valueOf(form, "gaji/by") !== ""),
    isStarted: placed.length > 0 || numbers.some((number) => number !== null),
    isKnown: piles.map((pile, n) => (pile.length > 0 || !unplaced.length) && numbers[n] !== null),
  };
}

/* The fields of the cards that are counted; none where every card is picked. */
function listNumbers({ rules, sides }) {
  return rules.numbered ? sides.map((_, n) => nameCount(n, rules.numbered)) : [];
}

function listOpenPiles(entry, now) {
  const { form, rules, sides, sure } = entry;
  const by = valueOf(form, "gaji/by");
  const needsTook = by && by !== "nobody" && rules.gaji?.needs_took && !valueOf(form, "gaji/took");
  const open = now.unplaced.length ? ["sure/unplaced"] : [];
  if (now.hasGaji && !by) open.push("gaji/by");
  if (now.hasGaji && needsTook) open.push("gaji/took");
  // One after the other: the last fills itself in.
  open.push(...listNumbers(entry)
    .filter((name, n) => readNumber(entry, name) === null && plays(entry, n))
    .slice(0, 1));
  if (isOverfull(entry)) open.push("undealt");
  if (now.piles.some((pile, n) => pile.length && !plays(entry, n))) open.push("sits_out");
  open.push(...now.suits.filter(({ answer }) => !answer).map(({ suit }) => `all_four/${suit}`));
  const empty = now.unplaced.length
    ? []
    : sides.map((_, n) => `sure/nothing/${n}`).filter((_, n) => !now.piles[n].length);
  return [...open, ...empty.filter((name) => !sure.has(name))];
}
