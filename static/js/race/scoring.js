/* Counts a race as it is entered, as companion/rules/scoring/race_round.py does. Pure.

   An entry is { outcome: <word of an ending> | "", winner: side | null, dealer: side } and for each side
   { calls: [number], piles: [Set | null], unlisted: [number], ticked: [{ <yaku>: further } | null],
   points: [number | null], dealt: [hand | ""] }, told: [{ <number>: value }], out: [boolean] | undefined, with
   { rainedOut: [word] }.
   The server counts again; tests/rules/documents/test_phone_scoring.py holds both to the same figures. */

import { canBeDealt, lacksCertainly, listWays } from "../entry/dealt.js";
import { countInPool, findComplete, findTicked, findYaku, keepBest, listPool } from "../entry/yaku.js";
import { sayWith } from "../entry/words.js";
import { settle } from "../entry/formula.js";
import { sumPoints } from "../entry/rules.js";

export function scoreRace(rules, entry) {
  const held = listWays(rules, entry);
  const ways = rules.readings.map((yaku, at) => readPiles(rules, entry, yaku, held[at]));
  const sides = choose(ways).map((side, n) => ({
    ...side, lost: findLost(rules, entry, n), growths: findGrowths(rules, entry, n),
  }));
  return { sides, piles: entry.piles, sayChaff, held: held.filter(canBeDealt) };
}

/* The way to read the piles that is best for the side whose pile can be read in several: by its score, then by the
   best score of the others, then by the points of its yaku. */
function choose([first, ...others]) {
  const isSame = ({ told, base }, other) => base === other.base && JSON.stringify(told) === JSON.stringify(other.told);
  const holder = first.findIndex((side, n) => others.some((way) => !isSame(side, way[n])));
  const weigh = (way) => [
    way[holder].score,
    -Math.max(...way.filter(({ isOut }, n) => n !== holder && !isOut).map(({ score }) => score)),
    way[holder].base,
  ];
  const isBetter = (one, other) => {
    const [a, b] = [weigh(one), weigh(other)];
    const place = a.findIndex((each, at) => each !== b[at]);
    return place >= 0 && a[place] > b[place];
  };
  return holder < 0 ? first : others.reduce((best, way) => (isBetter(way, best) ? way : best), first);
}

/* The sides with the piles read in one way. */
function readPiles(rules, entry, yaku, held) {
  const sides = entry.calls.map((calls, n) => {
    const isCounted = rules.race.counts !== "winner" || n === entry.winner;
    const found = isCounted ? findOf(rules, entry, n, yaku) : [];
    const isListed = [entry.piles[n], entry.ticked[n], entry.points[n]].some((each) => each !== null);
    const lacks = tellLacking(rules, entry, n, held);
    const told = { ...rules.alike, ...tellFields(entry, n), ...lacks, ...tellPiles(rules, entry, n, yaku, found) };
    return {
      found, yaku: found, undeclared: [], gaji: [], counts: null, cardPoints: 0, isOut: entry.out?.[n],
      told, lacks, base: entry.points[n] ?? sumPoints(found), calls, scores: 0, extras: [], isListed,
    };
  });
  const scoring = findScoring(rules, entry, sides.map(({ base }) => base));
  if (scoring !== null) sides[scoring].scores = 1;
  giveAwards(rules, entry, sides, scoring);
  settle(rules, sides, ({ base, extras, scores }) => ({ bonus: base, extra: sumPoints(extras), scores }));
  return sides;
}

/* What formulas may ask of a side: numbers, and 1 where a field of the round names it or for the outcome. */
function tellFields({ told, calls, winner, dealer, outcome, points, piles }, n) {
  return {
    [outcome.replaceAll("-", "_")]: 1,
    ...told[n],
    calls: calls[n],
    winner: Number(winner === n),
    dealer: Number(dealer === n),
    listed: Number(piles[n] !== null),
    typed: Number(points[n] !== null),
  };
}

/* What a loser who lists no cards has none of for certain. */
function tellLacking({ numbers }, { piles, told, winner }, n, held) {
  const isOpen = ({ given }) => n !== winner && piles[n] === null && !told[n][given];
  const lacked = numbers.filter((one) => isOpen(one) && lacksCertainly(one, held, n));
  return Object.fromEntries(lacked.map(({ given }) => [given, 1]));
}

/* What figures ask of a pile: how many cards of the pool of a yaku, what some yaku score. Of ticked yaku it is known
   how many cards they have at least; where the table left the yaku out, the value of the same name is its pool. */
function tellPiles(rules, entry, n, yaku, found) {
  const known = getKnown(rules, entry, n);
  const countPool = (figure, of) => {
    const [one, own] = [yaku, rules.yaku].map((list) => list.find(({ id }) => id === of));
    if (one && entry.piles[n]) return countInPool(one, listPool(one), entry.piles[n], known);
    const value = rules.values.find(({ id }) => id === figure)?.cards ?? rules.race.chaff;
    const pool = new Set(own ? listPool(own) : value);
    if (entry.piles[n]) return [...pool].filter((id) => entry.piles[n].has(id)).length;
    return Math.max(0, ...found.filter(({ yaku }) => listPool(yaku).every((id) => pool.has(id))).map(getSize));
  };
  const sumWorth = (ids) => sumPoints(found.filter((each) => ids.includes(each.yaku.id)));
  return Object.fromEntries(rules.figures.flatMap(({ id, pool, worth }) =>
    (pool ? [[id, countPool(id, pool)]] : worth ? [[id, sumWorth(worth)]] : [])));
}

const getSize = ({ yaku, points }) => yaku.all_of.length + yaku.at_least.n
  + (yaku.extra.points && (points - yaku.points) / yaku.extra.points);

/* What finding yaku needs beside a pile: what was rained out, and the chaff that it does not list. */
function getKnown(rules, { rainedOut, unlisted, told }, n) {
  const numbers = rules.numbers.filter(({ chaff }) => chaff).map(({ given }) => told[n][given]);
  const more = numbers.reduce((sum, one) => sum + one, unlisted[n]);
  return { rainedOut, unlisted: more, chaff: rules.race.chaff };
}

/* Behind a yaku of chaff in which another card counts as one: " (11 + sake cup = 12)"; nothing where none does. */
export function sayChaff(rules, { points: base, at_least, extra, joined = [] }, points, pile) {
  const held = joined.filter(([id]) => pile?.has(id));
  if (!held.length) return "";
  const all = at_least.n + (points - base) / extra.points;
  const count = all - held.reduce((sum, [, times]) => sum + times, 0);
  return sayWith(rules.joined_words, { count, cards: held.map(([, , words]) => words).join(" + "), all });
}

/* The yaku of a side: as ticked, or those of its pile. */
function findOf(rules, entry, n, list) {
  const { ticked, piles, rainedOut } = entry;
  if (ticked[n]) {
    const found = findTicked(rules, ticked[n]).filter(({ yaku }) => !rainedOut.includes(yaku.rained_out));
    return found.every(({ yaku }) => yaku.beside_others) ? [] : found;
  }
  return piles[n] ? findYaku(list, piles[n], getKnown(rules, entry, n)) : [];
}

/* How many captures of a side, at most, made or raised a yaku, each by a point or more. */
function findGrowths(rules, { points, ticked, piles, rainedOut, unlisted }, n) {
  const isDry = ({ yaku }) => !rainedOut.includes(yaku.rained_out);
  if (piles[n]) {
    const known = { unlisted: unlisted[n], chaff: rules.race.chaff };
    const complete = rules.readings.map((yaku) => findComplete(yaku, piles[n], known).filter(isDry));
    const isOpen = (found) => !found.every(({ yaku }) => yaku.beside_others);
    const most = complete.map((found) => (isOpen(found) ? sumPoints(keepBest(found)) : 0));
    return Math.min(Math.max(...most), countGrowths(complete.flat()));
  }
  const said = ticked[n] ?? {};
  const made = findTicked(rules, said).flatMap((one) => listWithin(rules, one)).filter(isDry);
  // Nothing says which of these a side had before rain took it.
  const spoilt = rules.yaku.filter(({ id, unless, rained_out }) => !(id in said) && (unless.length || rained_out));
  return (points[n] ?? 0) + countGrowths(made) + spoilt.length;
}

const sizeOf = ({ all_of, at_least }) => all_of.length + at_least.n;

/* A yaku with its further cards, and those that may have been made on the way to it. */
function listWithin({ yaku }, one) {
  const pool = new Set(listPool(one.yaku));
  const isLess = (other) => one.yaku.replaces.includes(other.id) || (
    other.group && other.group === one.yaku.group && other.points < one.yaku.points && isHeld(other, pool)
  );
  const less = yaku.filter((other) => sizeOf(other) <= sizeOf(one.yaku) + one.further && isLess(other));
  return [one, ...less.map((other) => ({ yaku: other, further: 0 }))];
}

/* One that is made of those that it replaces is made in the capture that makes the last of them. */
function countGrowths(complete) {
  const isApart = ({ yaku: { replaces, all_of, at_least } }) => {
    const cards = new Set(complete.flatMap(({ yaku }) => (replaces.includes(yaku.id) ? yaku.all_of : [])));
    return !replaces.length || at_least.n > 0 || cards.size !== all_of.length || all_of.some((id) => !cards.has(id));
  };
  const rows = complete.filter(isApart).map(({ yaku, further }) => (
    { of: yaku.group ?? yaku.id, size: sizeOf(yaku), most: sizeOf(yaku) + further }
  ));
  const counts = [...new Set(rows.map(({ of }) => of))].map((name) => {
    const own = rows.filter(({ of }) => of === name);
    return 1 + Math.max(...own.map(({ most }) => most)) - Math.min(...own.map(({ size }) => size));
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/* The first yaku that a side has no more, because of rain; null where there is none. */
function findLost(rules, entry, n) {
  const [pile, ticked, known] = [entry.piles[n], entry.ticked[n], getKnown(rules, entry, n)];
  const isLost = ({ rained_out, unless }) => (
    entry.rainedOut.includes(rained_out) || unless.some((id) => pile?.has(id))
  );
  return rules.yaku.find((yaku) => isLost(yaku) && isHeld(yaku, pile, ticked, known)) ?? null;
}

/* Whether a side has the cards of a yaku, whether or not it counts. */
export function isHeld({ id, all_of, at_least, twice }, pile, ticked, known) {
  const has = () => all_of.every((card) => pile.has(card))
    && countInPool({ twice }, at_least.of, pile, known) >= at_least.n;
  return ticked?.[id] !== undefined || Boolean(pile && has());
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
