/* What the inputs say, as an entry for `scoreRound`, with its figures: read anew after every change.

   Expects the fields of templates/round.html: card-<id>, all-four-<suit>, gaji-by, gaji-took, undeclared,
   count-<side>-<kind>, points-<side>, yaku-<side>. A side with nothing entered has no figures, not 0. */

import { scoreRound } from "./scoring.js";
import { readWay, ticksOf, valueOf } from "./facts.js";

export const KINDS = { brights: 5, animals: 9, ribbons: 10 };
export const TABLE = "table";

export function look(entry) {
  const way = readWay(entry.form);
  const read = { cards: lookAtCards, counts: lookAtCounts, points: lookAtPoints }[way](entry);
  const round = scoreRound(entry.rules, { gaji: null, declared: readDeclared(entry), ...read.document });
  const figures = round.sides.map((side, n) => ({
    ...side,
    isKnown: read.isKnown[n],
    total: entry.sides[n].total + side.score,
  }));
  return { ...read, way, round, figures };
}

function lookAtCards(entry) {
  const { form, rules } = entry;
  const owners = new Map(entry.cards.map(({ id }) => [id, valueOf(form, `card-${id}`)]));
  const cardsOf = (owner) => entry.cards.filter(({ id }) => owners.get(id) === owner).map(({ id }) => id);
  const piles = entry.sides.map((_, n) => cardsOf(String(n)));
  const unplaced = cardsOf("");
  // As long as cards are still to be given, none of them is left over for the Gaji.
  const gaji = unplaced.length ? null : readGaji(entry);
  // The Gaji lies with whoever used it: then nobody needs to be asked about the four willows.
  const suits = findFullSuits(entry, piles).filter(({ suit }) => !gaji || suit !== rules.gaji.suit);
  const all_four = {};
  for (const { suit, side, answer } of suits) if (answer === "yes") all_four[suit] = side;
  const held = piles.map((pile, n) => (gaji?.by === n ? [...pile, rules.gaji.card] : pile));
  const placed = entry.cards.filter(({ id }) => owners.get(id));
  return {
    document: { piles: held, all_four, gaji },
    piles,
    owners, unplaced, suits, left: cardsOf(TABLE),
    placedPoints: placed.reduce((sum, card) => sum + card.points, 0),
    hasGaji: hasGaji(rules) && (cardsOf(TABLE).length > 0 || valueOf(form, "gaji-by") !== ""),
    isStarted: placed.length > 0,
    isKnown: piles.map((pile) => pile.length > 0 || !unplaced.length),
  };
}

/* The suits of month yaku of which one side holds every card with points, and the answer: "yes", "no", "". */
function findFullSuits(entry, piles) {
  return [...entry.form.querySelectorAll(".ask[data-suit]")].flatMap(({ dataset: { suit } }) => {
    const needed = entry.cards.filter((card) => card.suit === suit);
    const side = piles.findIndex((pile) => needed.every(({ id }) => pile.includes(id)));
    return side < 0 ? [] : [{ suit, side, answer: valueOf(entry.form, `all-four-${suit}`) }];
  });
}

function lookAtCounts(entry) {
  const rows = entry.sides.map((_, n) => Object.keys(KINDS).map((kind) => readNumber(entry, `count-${n}-${kind}`)));
  const counts = rows.map(([brights, animals, ribbons], n) => ({
    brights: brights ?? 0, animals: animals ?? 0, ribbons: ribbons ?? 0, yaku: ticksOf(entry.form, `yaku-${n}`),
  }));
  const points = (row) => entry.rules.values.reduce((sum, [id, , each]) => sum + row[id] * each, 0);
  const placed = counts.reduce((sum, row) => sum + points(row), 0);
  return countedByHand({ counts }, placed, rows.map((row) => !row.includes(null)), rows.flat());
}

function lookAtPoints(entry) {
  const numbers = entry.sides.map((_, n) => readNumber(entry, `points-${n}`));
  const points = numbers.map((number, n) => ({ card_points: number ?? 0, yaku: ticksOf(entry.form, `yaku-${n}`) }));
  const placed = numbers.reduce((sum, number) => sum + (number ?? 0), 0);
  return countedByHand({ points }, placed, numbers.map((number) => number !== null), numbers);
}

function countedByHand(document, placedPoints, isKnown, numbers) {
  const isStarted = numbers.some((number) => number !== null);
  return { document, placedPoints, isKnown, isStarted, owners: null, piles: null, unplaced: [], suits: [], left: [], hasGaji: false };
}

/* The whole number in a field; null where nothing, or no number, is entered. */
export function readNumber(entry, name) {
  const text = valueOf(entry.form, name).trim();
  return /^[0-9]{1,4}$/.test(text) ? Number(text) : null;
}

function hasGaji(rules) {
  return ["kwado", "sakura"].includes(rules.gaji?.way);
}

function readGaji({ form, rules }) {
  const by = valueOf(form, "gaji-by");
  return hasGaji(rules) && /^[0-9]$/.test(by) ? { by: Number(by), took: valueOf(form, "gaji-took") || null } : null;
}

function readDeclared({ form, rules, sides }) {
  const struck = ticksOf(form, "undeclared");
  const declared = rules.yaku.filter((yaku) => yaku.declare && !struck.includes(yaku.id)).map(({ id }) => id);
  return sides.map(() => declared);
}
