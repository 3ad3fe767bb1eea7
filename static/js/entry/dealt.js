/* Whether what is known of the piles of a round can be true at once, and what follows from it, as
   companion/rules/scoring/holdings.py has it. Pure.

   A holding is { side, worth: Map(card → how often it counts), least, most, isNumber }: a side has from `least` to
   `most` of these cards. What a table counted `isNumber`, and exact for its side. */

import { findTicked, keepBest } from "./yaku.js";

export function hold(side, cards, least, most = Infinity, twice = []) {
  return { side, worth: new Map(cards.map((card) => [card, 1 + twice.includes(card)])), least, most };
}

const sum = (worth) => [...worth.values()].reduce((all, one) => all + one, 0);

export function canBeDealt(holdings) {
  const owners = new Map();
  for (const { side, worth, least } of holdings) {
    // All of these cards are asked for.
    if (least >= sum(worth)) for (const card of worth.keys()) {
      if ((owners.get(card) ?? side) !== side) return false;
      owners.set(card, side);
    }
  }
  const left = holdings.map(({ side, worth, least, most }) => {
    const cards = [...worth];
    const had = cards.reduce((all, [card, one]) => all + (owners.get(card) === side ? one : 0), 0);
    return { side, worth: new Map(cards.filter(([card]) => !owners.has(card))), least: least - had, most: most - had };
  });
  if (left.some(({ worth, least, most }) => most < 0 || least > sum(worth))) return false;
  const asking = left.filter(({ least }) => least > 0).map(({ side }) => side);
  return !asking.length || deal(left.filter(({ side }) => asking.includes(side)));
}

/* Tries every way, kind of cards by kind, side by side: cards are of one kind where they count alike. */
function deal(holdings) {
  const kinds = new Map();
  for (const card of new Set(holdings.flatMap(({ worth }) => [...worth.keys()]))) {
    const kind = String(holdings.map(({ worth }) => worth.get(card) ?? 0));
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  // Few cards leave few ways: the first ones decide most.
  const steps = [...kinds].sort(([, one], [, other]) => one - other).flatMap(([key, count]) => {
    const kind = key.split(",").map(Number);
    const sides = new Set(holdings.flatMap(({ side }, n) => (kind[n] ? [side] : [])));
    return [...sides].map((side, at) => ({
      count, isFirst: !at, adds: kind.map((worth, n) => (holdings[n].side === side ? worth : 0)),
    }));
  });
  const reach = steps.reduceRight(
    ([next, ...rest], { count, adds }) => [next.map((all, n) => all + count * adds[n]), next, ...rest],
    [holdings.map(() => 0)],
  );
  const failed = new Set();
  // What takes longer counts as possible.
  let patience = 2000;
  const go = (at, kept, had) => {
    const state = `${at} ${kept} ${had}`;
    if (failed.has(state) || holdings.some(({ least }, n) => had[n] + reach[at][n] < least)) return false;
    patience -= 1;
    if (at === steps.length || patience < 0) return true;
    const { count, isFirst, adds } = steps[at];
    const left = isFirst ? count : kept;
    // Nobody is dealt more than is asked for.
    const isAsked = adds.some((worth, n) => worth && had[n] < holdings[n].least);
    const room = adds.map((worth, n) => (worth ? Math.floor((holdings[n].most - had[n]) / worth) : Infinity));
    for (let dealt = isAsked ? Math.min(left, ...room) : 0; dealt >= 0; dealt -= 1) {
      if (go(at + 1, left - dealt, had.map((has, n) => has + dealt * adds[n]))) return true;
    }
    failed.add(state);
    return false;
  };
  return go(0, 0, holdings.map(() => 0));
}

/* What was said of the piles, once for each way to read a pile. `limits` are what numbers say of each side; an entry
   has yaku with their further cards (`ticked`), and in a race `piles`, `calls` and `told`, as `scoreRace` takes it. */
export function listWays(rules, { ticked, piles = [], calls = [], told = [] }, limits = []) {
  const all = rules.cards.map(({ id }) => id);
  const jokers = rules.numbers.reduce((most, { chaff = 0 }) => most + chaff, 0);
  const lacking = rules.numbers.filter(({ without }) => without);
  return (rules.readings ?? [rules.yaku]).map((yaku) => [
    ...limits,
    ...piles.flatMap((pile, n) => (pile ? [hold(n, [...pile], pile.size)] : [])),
    ...calls.flatMap((count, n) => (count ? [hold(n, all, 1)] : [])),
    ...told.flatMap((said, n) => lacking.flatMap(
      ({ given, without }) => (said[given] ? [hold(n, without, 0, 0)] : []),
    )),
    ...ticked.flatMap((said, n) => yaku.flatMap((one) => (
      said && one.id in said ? listNeeded(rules, n, one, said[one.id], jokers) : []
    ))),
  ]);
}

/* What a side has that has a yaku, with exactly so many further cards. */
function listNeeded({ chaff }, side, { all_of, at_least, extra, twice, unless }, further, jokers) {
  const pool = (cards) => [...cards, ...(chaff.every((id) => cards.includes(id)) ? Array(jokers).keys() : [])];
  const count = extra.of.filter((id) => all_of.includes(id)).length + at_least.n + further;
  return [
    hold(side, all_of, all_of.length),
    hold(side, pool(at_least.of), at_least.n, Infinity, twice),
    ...(extra.of.length || further ? [hold(side, pool(extra.of), further && count, count, twice)] : []),
    hold(side, unless, 0, 0),
  ];
}

/* The yaku that a side has for certain, whichever way piles are read, and has not ticked. */
export function listUnticked(rules, ways, said, side) {
  const ticked = findTicked(rules, said);
  return rules.yaku.filter((yaku) => {
    if (yaku.id in said || yaku.beside_others || yaku.rained_out) return false;
    const one = { yaku, points: yaku.points };
    return keepBest([...ticked, one]).includes(one) && ways.every((each) => isCertain(each, side, yaku));
  });
}

/* Whether a side that has all this has the yaku, too. */
function isCertain(holdings, side, { all_of, at_least: { n: least, of }, unless, twice }) {
  const exact = holdings.map((each) => (each.isNumber && each.side === side ? { ...each, least: each.most } : each));
  const held = new Set(exact.flatMap((each) => (each.side === side && each.least ? [...each.worth.keys()] : [])));
  if (!all_of.every((id) => held.has(id)) || of.filter((id) => held.has(id)).length < least) return false;
  const without = all_of.map((id) => hold(side, [id], 0, 0));
  if (least) without.push(hold(side, of, 0, least - 1, twice));
  if (unless.length) without.push(hold(side, unless, 1));
  return !without.some((each) => canBeDealt([...exact, each]));
}

/* Whether a side has none of the cards that a number names, because the others have them all. */
export function lacksCertainly({ without }, holdings, side) {
  const elsewhere = holdings.flatMap((each) => (each.least && each.side !== side ? [...each.worth.keys()] : []));
  return Boolean(without?.every((id) => elsewhere.includes(id)))
    && canBeDealt(holdings) && !canBeDealt([...holdings, hold(side, without, 1)]);
}
