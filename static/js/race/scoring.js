/* Counts a race as it is entered, as companion/rules/race_round.py does. Pure.

   An entry is { outcome: "shobu" | "exhausted" | "dealt" | "", winner: side | null, dealer: side } and for each side
   { calls: [number], piles: [Set | null], unlisted: [number], ticked: [{ <yaku>: further } | null],
   points: [number | null], dealt: [hand | ""] }, told: [{ <number>: value }], with
   { rainedOut: [word] }.
   The server counts again; tests/rules/test_live.py holds both to the same figures. */

import { findComplete, findYaku } from "../entry/yaku.js";
import { sayWith } from "../entry/words.js";
import { settle } from "../entry/formula.js";
import { sumPoints } from "../entry/rules.js";

export function scoreRace(rules, entry) {
  const sides = entry.calls.map((calls, n) => {
    const found = findOf(rules, entry, n);
    const isListed = [entry.piles[n], entry.ticked[n], entry.points[n]].some((each) => each !== null);
    return {
      found, yaku: found, undeclared: [], gaji: [], counts: null, cardPoints: 0,
      told: tellFields(entry, n), base: entry.points[n] ?? sumPoints(found), calls, scores: 0, extras: [], isListed,
      lost: findLost(rules, entry, n), growths: findGrowths(rules, entry, n),
    };
  });
  const scoring = findScoring(rules, entry, sides.map(({ base }) => base));
  if (scoring !== null) sides[scoring].scores = 1;
  giveAwards(rules, entry, sides, scoring);
  settle(rules, sides, ({ base, extras, scores }) => ({ bonus: base, extra: sumPoints(extras), scores }));
  return { sides, piles: entry.piles, sayChaff };
}

/* What formulas may ask of a side: numbers, and 1 where a field of the round names it or for the outcome. */
function tellFields({ told, calls, winner, dealt, outcome }, n) {
  return { [outcome]: 1, ...told[n], calls: calls[n], winner: Number(winner === n), dealt: Number(Boolean(dealt[n])) };
}

/* Behind a yaku of chaff in which another card counts as one: " (11 + sake cup = 12)"; nothing where none does. */
export function sayChaff(rules, { points: base, at_least, extra, joined = [] }, points, pile) {
  const held = joined.filter(([id]) => pile?.has(id));
  if (!held.length) return "";
  const all = at_least.n + (points - base) / extra.points;
  const count = all - held.reduce((sum, [, times]) => sum + times, 0);
  return sayWith(rules.joined_words, { count, cards: held.map(([, , words]) => words).join(" + "), all });
}

/* The yaku of a side: as ticked, or those of its pile, read in the way that scores most. */
function findOf(rules, { ticked, piles, unlisted, rainedOut }, n) {
  if (ticked[n]) {
    const said = rules.yaku.filter(({ id, rained_out }) => id in ticked[n] && !rainedOut.includes(rained_out));
    const found = said.map((yaku) => ({ yaku, points: yaku.points + yaku.extra.points * ticked[n][yaku.id] }));
    return found.every(({ yaku }) => yaku.beside_others) ? [] : found;
  }
  if (!piles[n]) return [];
  const known = { rainedOut, unlisted: unlisted[n], chaff: rules.race.chaff };
  const found = rules.readings.map((yaku) => findYaku(yaku, piles[n], known));
  return found.reduce((best, one) => (sumPoints(one) > sumPoints(best) ? one : best));
}

/* How many captures of a side, at most, made or raised a yaku. */
function findGrowths(rules, { points, ticked, piles, unlisted, rainedOut }, n) {
  if (piles[n]) {
    const known = { rainedOut, unlisted: unlisted[n], chaff: rules.race.chaff };
    return countGrowths(rules.readings.flatMap((yaku) => findComplete(yaku, piles[n], known)));
  }
  const said = rules.yaku.filter(({ id, rained_out }) => id in (ticked[n] ?? {}) && !rainedOut.includes(rained_out));
  return (points[n] ?? 0) + countGrowths(said.flatMap((one) => listWithin(rules, one, ticked[n][one.id])));
}

/* A yaku with its further cards, and those that were made on the way to it. */
function listWithin({ yaku }, one, further) {
  const cards = new Set([...one.all_of, ...one.at_least.of.slice(0, one.at_least.n)]);
  const less = yaku.filter(
    ({ id, group, points }) => one.replaces.includes(id) || (group && group === one.group && points < one.points),
  );
  return [{ yaku: one, further }, ...findComplete(less, cards).map((each) => ({ ...each, further: 0 }))];
}

/* One that replaces others is made in the capture that makes the last of them. */
function countGrowths(complete) {
  const rows = complete.filter(({ yaku }) => !yaku.replaces.length).map(({ yaku, further }) => {
    const size = yaku.all_of.length + yaku.at_least.n;
    return { of: yaku.group ?? yaku.id, size, most: size + further };
  });
  const counts = [...new Set(rows.map(({ of }) => of))].map((name) => {
    const own = rows.filter(({ of }) => of === name);
    return 1 + Math.max(...own.map(({ most }) => most)) - Math.min(...own.map(({ size }) => size));
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/* The first yaku that a side has no more, because of rain; null where there is none. */
function findLost(rules, { piles, ticked, rainedOut }, n) {
  const isLost = ({ rained_out, unless }) => rainedOut.includes(rained_out) || unless.some((id) => piles[n]?.has(id));
  return rules.yaku.find((yaku) => isLost(yaku) && isHeld(yaku, piles[n], ticked[n])) ?? null;
}

/* Whether a side has the cards of a yaku, whether or not it counts. */
export function isHeld({ id, all_of }, pile, ticked) {
  return ticked?.[id] !== undefined || Boolean(pile && all_of.every((card) => pile.has(card)));
}

/* The side whose yaku score; null where nobody's do. */
function findScoring({ race }, { outcome, winner, dealer }, bases) {
  if (winner !== null) return bases[winner] ? winner : null;
  const best = Math.max(...bases);
  if (outcome !== "exhausted" || race.exhausted !== "most-yaku" || !best) return null;
  return bases.every((base) => base === best) ? dealer : bases.indexOf(best);
}

/* Points that no yaku brings: for a dealt hand, and for the dealer where the hands ran out. */
function giveAwards({ race }, { outcome, dealt, dealer }, sides, scoring) {
  const find = (id) => race.awards
    .filter(([award, , points]) => award === id && points)
    .map(([, words, points, ruling]) => ({ words, points, ruling }));
  const holders = [...dealt.keys()].filter((n) => dealt[n]);
  if (holders.length === 1 || race.both_dealt === "dealer") {
    for (const n of holders.length === 1 ? holders : holders.filter((one) => one === dealer)) {
      sides[n].extras = find(dealt[n]);
    }
  }
  if (outcome === "exhausted" && scoring === null) sides[dealer].extras = find("dealer");
}
