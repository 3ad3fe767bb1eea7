/* Counts a round as it is entered, by the rules of `live_document` (companion/rules/live.py).

   Pure: `scoreRound(rules, entry)` touches neither page nor entry. An entry has the sides by number:
   { piles: [[card id …] | "rest" | "rest-of-points" …], all_four: { suit: side } }
   or { counts: [{ brights, animals, ribbons, yaku }] } or { points: [{ card_points, yaku }] },
   each with { gaji: { by, took } | null, declared: [[yaku id …] …] | null }.
   The server counts again; tests/rules/test_live.py holds both to the same figures. */

const COUNTED = { bright: "brights", animal: "animals", ribbon: "ribbons" };

/* The rules, ready for use: sets instead of lists. */
export function readRules(live) {
  const cards = live.cards.map(([id, suit, kind, name]) => ({ id, suit, kind, name, points: live.values[kind] }));
  const yaku = live.yaku.map((one) => ({
    ...one,
    at_least: one.at_least ?? { n: 0, of: [] },
    extra: one.extra ?? { points: 0, of: [] },
    replaces: one.replaces ?? [],
  }));
  return { ...live, cards, yaku, byId: new Map(cards.map((card) => [card.id, card])) };
}

export function scoreRound(rules, entry) {
  const divided = entry.piles ? dividePiles(rules, entry) : { piles: null, brought: [], uncaptured: [] };
  const rows = divided.piles ?? entry.counts ?? entry.points;
  const found = rows.map((row) => (divided.piles ? findYaku(rules, row) : findClaimed(rules, row)));
  const settled = rows.map((row, number) => {
    const declared = entry.declared ? new Set(entry.declared[number]) : null;
    const counts = ({ yaku }) => !yaku.declare || !declared || declared.has(yaku.id);
    const yaku = found[number].filter(counts);
    const undeclared = found[number].filter((one) => !counts(one));
    const bonus = yaku.reduce((sum, one) => sum + one.points, 0);
    const cardPoints = countPoints(rules, row);
    const gaji = divided.brought.length && entry.gaji.by === number ? divided.brought : [];
    return { cardPoints, ...settle(rules, cardPoints, bonus, rows.length), yaku, undeclared, bonus, gaji };
  });
  return { sides: settled, ...divided };
}

/* The complete yaku of a pile that count: the best of each group, without those that another replaces. */
export function findYaku(rules, pile) {
  const complete = rules.yaku.flatMap((yaku) => {
    const held = (cards) => cards.filter((id) => pile.has(id)).length;
    const { all_of, at_least, extra } = yaku;
    if (held(all_of) < all_of.length || held(at_least.of) < at_least.n) return [];
    const needed = extra.of.filter((id) => all_of.includes(id)).length + at_least.n;
    return [{ yaku, points: yaku.points + extra.points * Math.max(0, held(extra.of) - needed) }];
  });
  const replaced = new Set(complete.flatMap(({ yaku }) => yaku.replaces));
  const best = new Map();
  for (const one of complete) {
    const { group, id } = one.yaku;
    if (group && !replaced.has(id) && !(best.get(group)?.points >= one.points)) best.set(group, one);
  }
  return complete.filter((one) => !replaced.has(one.yaku.id) && (best.get(one.yaku.group) ?? one) === one);
}

/* The yaku that one more card would complete, with the cards of which any one does. */
export function findNear(rules, pile) {
  return rules.yaku.flatMap((yaku) => {
    const missing = yaku.all_of.filter((id) => !pile.has(id));
    const open = yaku.at_least.of.filter((id) => !pile.has(id));
    const short = Math.max(0, yaku.at_least.n - (yaku.at_least.of.length - open.length));
    return missing.length + short === 1 ? [{ yaku, missing: short ? open : missing }] : [];
  });
}

function findClaimed(rules, row) {
  return rules.yaku.filter(({ id }) => row.yaku.includes(id)).map((yaku) => ({ yaku, points: yaku.points }));
}

function countPoints(rules, row) {
  if ("card_points" in row) return row.card_points;
  if (row instanceof Set) return [...row].reduce((sum, id) => sum + rules.byId.get(id).points, 0);
  return Object.entries(COUNTED).reduce((sum, [kind, key]) => sum + row[key] * rules.values[kind], 0);
}

function settle(rules, points, bonus, sides) {
  if (rules.settlement === "card-points") return { floor: null, net: null, score: points + bonus };
  const floor = Math.floor(rules.deck_points / sides);
  const net = Math.max(0, points - floor);
  return { floor, net, score: rules.is_bonus_before ? Math.max(0, points + bonus - floor) : net + bonus };
}

/* All piles, with the rest, all fours and what the Gaji brings; and the cards that are nobody's. */
function dividePiles(rules, entry) {
  const isPoint = ({ kind }) => kind !== "chaff";
  const piles = entry.piles.map((pile) => new Set(typeof pile === "string" ? [] : pile));
  const isChaff = (id) => id !== rules.gaji?.card && !isPoint(rules.byId.get(id));
  const isChaffEntered = entry.piles.includes("rest") || piles.some((pile) => [...pile].some(isChaff));
  for (const [suit, side] of Object.entries(entry.all_four ?? {})) {
    for (const card of rules.cards) if (card.suit === suit) piles[side].add(card.id);
  }
  const isFree = ({ id }) => !piles.some((pile) => pile.has(id));
  entry.piles.forEach((pile, side) => {
    if (typeof pile !== "string") return;
    const rest = rules.cards.filter((card) => isFree(card) && (pile === "rest" || isPoint(card)));
    for (const { id } of rest) piles[side].add(id);
  });
  const left = rules.cards.filter((card) => isFree(card) && (isChaffEntered || isPoint(card)));
  const brought = left.filter((card) => bringsGaji(rules, entry.gaji, card)).map(({ id }) => id);
  for (const id of brought) piles[entry.gaji.by].add(id);
  return { piles, brought, uncaptured: left.map(({ id }) => id).filter((id) => !brought.includes(id)) };
}

/* Whether a card left over goes to the side that used the Gaji: of its own suit in Kwa-Dō, of the suit that
   it took in Sakura; nothing where it took a card of its own suit, which was an ordinary match. */
function bringsGaji(rules, gaji, card) {
  if (!gaji || !rules.gaji) return false;
  const took = gaji.took ? rules.byId.get(gaji.took).suit : null;
  if (took === rules.gaji.suit) return false;
  return card.suit === { kwado: rules.gaji.suit, sakura: took }[rules.gaji.way];
}
