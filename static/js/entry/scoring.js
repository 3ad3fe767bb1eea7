/* Counts a round as it is entered, by the rules of `live_document` (companion/rules/live.py).

   Pure: `scoreRound(rules, entry)` touches neither page nor entry. An entry has the sides by number:
   { piles: [[card id …] …], all_four: { suit: side }, chaff: [number …] | undefined }
   (its cards are those that are picked, and the Gaji)
   or { counts: [{ <value group>: number, yaku }] } or { points: [{ card_points, yaku }] },
   each with { gaji: { by, took } | null, declared: [[yaku id …] …] | null, dealer: side | null,
   extras: { <extra>: side } }.
   The server counts again; tests/rules/test_live.py holds both to the same figures. */

export function scoreRound(rules, entry) {
  const divided = entry.piles ? dividePiles(rules, entry) : { piles: null, brought: [] };
  const rows = divided.piles ?? entry.counts ?? entry.points;
  const findClaimed = (row) => keepBest(
    rules.yaku.filter(({ id }) => row.yaku.includes(id)).map((yaku) => ({ yaku, points: yaku.points })),
  );
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
      ({ id, sides: count, asks }) => count === rows.length && (asks ? entry.extras?.[id] : entry.dealer) === number);
    return { cardPoints, counts, found: found[number], yaku, undeclared, bonus, gaji, extras };
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
  const left = rules.cards.filter(({ id, points }) => points !== 0 && !piles.some((pile) => pile.has(id)));
  const brought = left.filter((card) => bringsGaji(rules, entry.gaji, card)).map(({ id }) => id);
  for (const id of brought) piles[entry.gaji.by].add(id);
  return { piles, brought };
}

/* Whether a card left over goes to the side that used the Gaji: of its own suit, of the suit that it took, or
   any, as the rules say; nothing where it took a card of its own suit, which was an ordinary match. */
function bringsGaji(rules, gaji, card) {
  if (!gaji || !rules.gaji) return false;
  const took = gaji.took ? rules.byId.get(gaji.took).suit : null;
  if (took === rules.gaji.suit) return false;
  return {
    own: card.suit === rules.gaji.suit,
    taken: card.suit === took,
    all: took !== null,
  }[rules.gaji.brings] ?? false;
}

/* Which yaku a pile has, as companion/rules/yaku.py finds them. Pure. */

/* The complete yaku of a pile that count, of these.

   `rainedOut` are the table's words, `unlisted` is how many of these `chaff` cards it has that it does not list. */
export function findYaku(list, pile, known) {
  const complete = findComplete(list, pile, known);
  return complete.every(({ yaku }) => yaku.beside_others) ? [] : keepBest(complete);
}

/* The same with those that do not count beside a better one. */
export function findComplete(list, pile, { rainedOut = [], unlisted = 0, chaff = [] } = {}) {
  const holds = (id) => pile.has(id);
  return list.flatMap((yaku) => {
    const { all_of, at_least, extra, twice, unless, rained_out } = yaku;
    const count = (cards) => {
      const held = cards.filter(holds);
      const isOfChaff = chaff.every((id) => cards.includes(id));
      return held.length + held.filter((id) => twice.includes(id)).length + (isOfChaff ? unlisted : 0);
    };
    if (unless.some(holds) || rainedOut.includes(rained_out)) return [];
    if (count(all_of) < all_of.length || count(at_least.of) < at_least.n) return [];
    const needed = extra.of.filter((id) => all_of.includes(id)).length + at_least.n;
    const further = Math.max(0, count(extra.of) - needed);
    return [{ yaku, further, points: yaku.points + extra.points * further }];
  });
}

/* The complete yaku of all sides that count, where one of them cancels those of all, or of the others. */
function cancelYaku(found) {
  const by = found.findIndex((own) => own.some(({ yaku }) => yaku.cancels));
  if (by < 0) return found;
  const isOwn = found[by].some(({ yaku }) => yaku.cancels === "others");
  return found.map((own, n) => (isOwn && n === by ? own : []));
}

/* Whether a pile has a yaku but for a card that spoils it. */
export function isSpoilt({ all_of, at_least, unless }, pile) {
  const holds = (id) => pile.has(id);
  return unless.some(holds) && all_of.every(holds) && at_least.of.filter(holds).length >= at_least.n;
}

/* The best of each group, without those that another replaces. */
function keepBest(complete) {
  const replaced = new Set(complete.flatMap(({ yaku }) => yaku.replaces));
  const best = new Map();
  for (const one of complete) {
    const { group, id } = one.yaku;
    if (group && !replaced.has(id) && !(best.get(group)?.points >= one.points)) best.set(group, one);
  }
  return complete.filter((one) => !replaced.has(one.yaku.id) && (best.get(one.yaku.group) ?? one) === one);
}

/* The yaku that one more card would complete, with each card that does. */
export function findNear(rules, pile) {
  return rules.yaku.filter(({ unless }) => !unless.some((id) => pile.has(id))).flatMap((yaku) => {
    const missing = yaku.all_of.filter((id) => !pile.has(id));
    const open = yaku.at_least.of.filter((id) => !pile.has(id));
    const short = Math.max(0, yaku.at_least.n - (yaku.at_least.of.length - open.length));
    return missing.length + short === 1 ? [{ yaku, missing: short ? open : missing }] : [];
  });
}

/* Works out a formula of the rules (companion/rules/formula.py) for one side.

   `read(name)` gives a figure of this side, `all(name)` that of every side. */

const SIGNS = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "//": (a, b) => Math.floor(a / b),
  "<": (a, b) => Number(a < b), "<=": (a, b) => Number(a <= b), ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b), "==": (a, b) => Number(a === b), "!=": (a, b) => Number(a !== b),
  min: Math.min, max: Math.max,
};

const add = (numbers) => numbers.reduce((sum, one) => sum + one, 0);

/* From what every side has, and what this one has. */
const OVER_SIDES = {
  sum: add,
  others: (numbers, own) => add(numbers) - own,
  most_others: (numbers, own) => Math.max(...numbers.toSpliced(numbers.indexOf(own), 1)),
};

export function workOut(formula, read, all) {
  if (typeof formula === "number") return formula;
  if (typeof formula === "string") return read(formula);
  const [sign, ...parts] = formula;
  if (OVER_SIDES[sign]) return OVER_SIDES[sign](all(parts[0]), read(parts[0]));
  const value = (part) => workOut(part, read, all);
  if (sign === "if") return value(value(parts[0]) ? parts[1] : parts[2]);
  return SIGNS[sign](...parts.map(value));
}

/* The rules as the scripts use them, and the sums of a settlement (companion/rules/settlement.py). Pure. */

/* The rules, ready for use: sets instead of lists. */
export function readRules(live) {
  const cards = live.cards.map(
    ([id, suit, kind, name, points, short = name]) => ({ id, suit, kind, name, points, short }),
  );
  const none = { n: 0, points: 0, of: [] };
  const readYaku = (list) => list.map((one) => ({
    at_least: none,
    extra: none,
    replaces: [],
    twice: [],
    unless: [],
    ...one,
  }));
  const values = live.values.map(([id, name, points, held]) => ({ id, name, points, cards: held }));
  return {
    ...live,
    cards,
    yaku: readYaku(live.yaku),
    readings: live.readings?.map(readYaku),
    values,
    byId: new Map(cards.map((card) => [card.id, card])),
  };
}

export function sumPoints(items) {
  return items.reduce((sum, { points }) => sum + points, 0);
}

/* Adds `figures`, the sums by id, and the score, one of them, to every side; `give` says what a side has. */
export function settle(rules, sides, give) {
  const given = sides.map((side) => ({ ...give(side), deck_points: rules.deck_points, sides: sides.length }));
  for (const side of sides) side.figures = {};
  const all = (name) => sides.map(({ figures }) => figures[name]);
  for (const { id, formula = id } of rules.figures) {
    sides.forEach(({ figures }, n) => {
      figures[id] = workOut(formula, (name) => figures[name] ?? given[n][name], all);
    });
  }
  for (const side of sides) side.score = side.figures.score;
}

/* A name for each bonus that counts, as companion/web/rounds/summary.py writes them. */
export function listBonuses({ figures }) {
  return figures.flatMap((side, n) => side.yaku.map(({ yaku, points }) => `${n}/${yaku.id}/${points}`));
}
