/* What counts and points share: numbers in fields, yaku that are ticked, the last side filled in. */

import { canBeDealt, hold, listUnticked, listWays } from "../dealt.js";
import { countPoints } from "../scoring.js";
import { findTick, plays, readTicked, setTick } from "../facts.js";
import { readGaji } from "../ways.js";
import { readNumber } from "../numbers.js";

/* What `look` sees of `numbers`, a list for each side, and of the document that they make. */
export function lookByHand(entry, document, numbers) {
  const { rules } = entry;
  const [[way, all]] = Object.entries(document);
  // What was entered for a side before it sat out is not sent.
  const rows = all.map((row, n) => (plays(entry, n) ? row : { ...zero(row), yaku: {} }));
  const placedPoints = rows.reduce((sum, row) => sum + countPoints(rules, row), 0);
  return {
    document: { [way]: rows },
    placedPoints,
    isKnown: numbers.map((row) => placedPoints <= rules.deck_points && !row.includes(null)),
    isStarted: numbers.flat().some((number) => number !== null),
    piles: null, unplaced: [], suits: [], left: [], hasGaji: readGaji(entry) !== null,
  };
}

const zero = (row) => Object.fromEntries(Object.keys(row).map((key) => [key, 0]));

/* What the Gaji took, where that matters and nobody said it. */
export function listUntaken(entry) {
  const gaji = readGaji(entry);
  return gaji && entry.rules.gaji.needs_took && !gaji.took ? ["gaji/took"] : [];
}

/* The question whether what is counted is all, where the deck has more points. */
export function listLeft({ rules, sure }, { placedPoints, isKnown }) {
  return placedPoints < rules.deck_points && isKnown.every(Boolean) && !sure.has("sure/left") ? ["sure/left"] : [];
}

/* The yaku of one card that nobody claims though all its group is captured: somebody has it. */
export function listUnclaimed({ rules: { deck_points: all, values, yaku }, sure }, { document, placedPoints }) {
  const [rows] = Object.values(document);
  const countAll = (group) => rows.reduce((sum, row) => sum + (row[group] ?? 0), 0);
  const isFull = ({ id, cards }) => placedPoints === all || countAll(id) === cards.length;
  const full = values.filter(isFull).flatMap(({ cards }) => cards);
  const isOpen = ({ id, all_of: [card, other] }) =>
    !other && full.includes(card) && !rows.some((row) => id in row.yaku);
  return yaku.filter(isOpen).map(({ id }) => `sure/holder/${id}`).filter((name) => !sure.has(name));
}

/* What numbers and ticks say of the piles, with a yaku more of one side; `limit` is the shape's. What was ticked by
   itself says no more. */
export function listHeld(entry, limit, side, more) {
  const ticked = entry.sides.map((_, n) => ({ ...readOwnTicks(entry, n), ...(n === side ? { [more]: 0 } : {}) }));
  return holdAll(entry, limit, ticked);
}

function holdAll(entry, limit, ticked) {
  const gaji = readGaji(entry);
  const used = gaji && [entry.rules.gaji.card, gaji.took].filter(Boolean);
  const playing = entry.sides.map((_, n) => plays(entry, n));
  const limits = entry.sides.flatMap((_, n) => (playing[n] ? limit(entry, n) : []));
  return listWays(entry.rules, { ticked: ticked.map((said, n) => (playing[n] ? said : {})) }, [
    ...limits.map((each) => ({ ...each, isNumber: true })),
    ...(used ? [hold(gaji.by, used, used.length)] : []),
  ])[0];
}

function readOwnTicks(entry, n) {
  const isOwn = ([id]) => !("certain" in findTick(entry.form, `yaku/${n}`, id).dataset);
  return Object.fromEntries(Object.entries(readTicked(entry, n)).filter(isOwn));
}

/* That yaku and numbers cannot be together; what was ticked by itself is sent, too. */
export function listUndealt(entry, { shape }) {
  const ticked = entry.sides.map((_, n) => readTicked(entry, n));
  return canBeDealt(holdAll(entry, shape.limit, ticked)) ? [] : ["undealt"];
}

/* What a side has for certain is ticked, as long as it is certain: nobody needs to. */
export function tickCertain(entry, limit) {
  const held = listHeld(entry, limit);
  entry.sides.forEach((_, n) => {
    const own = readOwnTicks(entry, n);
    const certain = canBeDealt(held) ? listUnticked(entry.rules, [held], own, n).map(({ id }) => id) : [];
    for (const { id } of entry.rules.yaku) {
      if (id in own) continue;
      const tick = findTick(entry.form, `yaku/${n}`, id);
      setTick(entry.form, `yaku/${n}`, id, certain.includes(id));
      if (tick.checked) tick.dataset.certain = "";
      else delete tick.dataset.certain;
    }
  });
}

/* Fills the one field that is empty, or was filled in before, with what the others leave. */
export function fillLast(entry, every, all) {
  const names = every.filter((_, n) => plays(entry, n));
  const isOpen = (name) => readNumber(entry, name) === null || "filled" in entry.form.elements[name].dataset;
  const open = names.filter(isOpen);
  if (open.length !== 1) return;
  const left = all - names.reduce((sum, name) => sum + (isOpen(name) ? 0 : readNumber(entry, name)), 0);
  if (left < 0) return;
  entry.form.elements[open[0]].value = String(left);
  entry.form.elements[open[0]].dataset.filled = "";
}
