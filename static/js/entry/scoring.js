/* Counts a round as it is entered, by the rules of `phone_document` (companion/rules/documents/for_phone.py).

   Pure: `scoreRound(rules, entry)` touches neither page nor entry. An entry has the sides by number:
   { piles: [[card id …] …], all_four: { suit: side }, chaff: [number …] | undefined }
   (its cards are those that are picked, and the Gaji)
   or { counts: [{ <value group>: number, yaku: { <yaku>: further } }] } or { points: [{ card_points, yaku }] },
   each with { gaji: { by, took } | null, declared: [[yaku id …] …] | null, dealer: side | null,
   extras: { <extra>: side }, told: [{ <number>: value }], out: [boolean …] | undefined }; who is out has no
   figures but 0.
   The server counts again; tests/rules/documents/test_phone_scoring.py holds both to the same figures. */

import { cancelYaku, findTicked, findYaku, keepBest } from "./yaku.js";
import { settle } from "./formula.js";
import { sumPoints } from "./rules.js";

export function scoreRound(rules, entry) {
  const divided = entry.piles ? dividePiles(rules, entry) : { piles: null, brought: [] };
  const rows = divided.piles ?? entry.counts ?? entry.points;
  const findClaimed = (row) => keepBest(findTicked(rules, row.yaku));
  const found = cancelYaku(rows.map((row) => (divided.piles ? findYaku(rules.yaku, row) : findClaimed(row))));
  const sides = rows.map((row, number) => {
    const declared = entry.declared?.[number];
    const isSaid = ({ yaku }) => !yaku.declare || !declared || declared.includes(yaku.id);
    const yaku = found[number].filter(isSaid);
    const undeclared = found[number].filter((one) => !isSaid(one));
    const bonus = sumPoints(yaku);
    const counts = countGroups(rules, row, entry.chaff?.[number]);
    const cardPoints = countPoints(rules, row, counts);
    const gaji = divided.brought.length && entry.gaji.by === number ? divided.brought : [];
    const extras = rules.extras.filter(
      ({ id, sides: count, asks }) => count === rows.length
        && !entry.out?.includes(true)
        && (asks ? entry.extras?.[id] : entry.dealer) === number,
    );
    const isOut = entry.out?.[number];
    const told = entry.told?.[number];
    return { told, cardPoints, counts, found: found[number], yaku, undeclared, bonus, gaji, extras, isOut };
  });
  settle(rules, sides, ({ cardPoints, bonus, extras }) => ({
    card_points: cardPoints,
    bonus,
    extra: sumPoints(extras),
  }));
  return { sides, ...divided };
}

export function countPoints(rules, row, counts = countGroups(rules, row)) {
  return counts ? sumPoints(rules.values.map(({ id, points }) => ({ points: counts[id] * points }))) : row.card_points;
}

/* How many cards of each value group, with the number of those that are counted; null where a table added up itself. */
function countGroups(rules, row, chaff) {
  if ("card_points" in row) return null;
  const count = (cards) => cards.filter((id) => row.has(id)).length;
  return Object.fromEntries(rules.values.map(({ id, cards }) => [
    id,
    row instanceof Set ? (id === rules.numbered && chaff) || count(cards) : row[id],
  ]));
}

/* All piles, with all fours and what the Gaji brings. */
function dividePiles(rules, entry) {
  const piles = entry.piles.map((pile) => new Set(pile));
  for (const [suit, side] of Object.entries(entry.all_four ?? {})) {
    for (const card of rules.cards) if (card.suit === suit) piles[side].add(card.id);
  }
  const counted = entry.chaff ? rules.values.find(({ id }) => id === rules.numbered).cards : [];
  const isLeft = ({ id, points }) => points !== 0 && !counted.includes(id) && !piles.some((pile) => pile.has(id));
  const left = rules.cards.filter(isLeft).map(({ id }) => id);
  const brought = entry.gaji ? listBrought(rules, entry.gaji, left) : [];
  for (const id of brought) piles[entry.gaji.by].add(id);
  const took = rules.byId.get(entry.gaji?.took)?.suit;
  if (took && took !== rules.gaji.suit && rules.gaji.brings === "mate") giveLast(rules, piles);
  return { piles, brought };
}

/* The last card of the Gaji's suit goes to whoever has the other two. */
function giveLast({ cards, gaji }, piles) {
  const own = cards.filter(({ id, suit }) => suit === gaji.suit && id !== gaji.card);
  const last = own.filter(({ id }) => !piles.some((pile) => pile.has(id)));
  const others = own.filter((card) => !last.includes(card));
  if (last.length === 1) piles.find((pile) => others.every(({ id }) => pile.has(id)))?.add(last[0].id);
}

/* Of the cards that are left over, those that go to the side that used the Gaji: of its own suit, of the suit that it
   took, or any, as the rules say; none where it took an ordinary match, of its own suit. */
export function listBrought({ byId, gaji: { brings, suit: own } }, gaji, left) {
  const took = byId.get(gaji.took)?.suit;
  const goes = (suit) => ({ own: suit === own, taken: suit === took, mate: suit === took, all: Boolean(took) }[brings]);
  return took === own ? [] : left.filter((id) => goes(byId.get(id).suit));
}
