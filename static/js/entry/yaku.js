/* Which yaku a pile has, as companion/rules/scoring/finder.py finds them. Pure. */

/* The complete yaku of a pile that count, of these.

   `rainedOut` are the table's words, `unlisted` is how many of these `chaff` cards it has that it does not list. */
export function findYaku(list, pile, known) {
  const complete = findComplete(list, pile, known);
  return complete.every(({ yaku }) => yaku.beside_others) ? [] : keepBest(complete);
}

/* Those that a side ticked, { <yaku>: its further cards }. */
export const findTicked = ({ yaku }, ticked) => yaku.filter(({ id }) => id in ticked)
  .map((one) => ({ yaku: one, further: ticked[one.id], points: one.points + one.extra.points * ticked[one.id] }));

/* The same with those that do not count beside a better one. */
export function findComplete(list, pile, known = {}) {
  const holds = (id) => pile.has(id);
  return list.flatMap((yaku) => {
    const { all_of, at_least, extra, unless, rained_out } = yaku;
    const count = (cards) => countInPool(yaku, cards, pile, known);
    if (unless.some(holds) || known.rainedOut?.includes(rained_out)) return [];
    if (count(all_of) < all_of.length || count(at_least.of) < at_least.n) return [];
    const needed = extra.of.filter((id) => all_of.includes(id)).length + at_least.n;
    const further = Math.max(0, count(extra.of) - needed);
    return [{ yaku, further, points: yaku.points + extra.points * further }];
  });
}

/* How many of these cards a pile has, those that a yaku counts twice as two, with chaff that it does not list. */
export function countInPool({ twice }, cards, pile, { unlisted = 0, chaff = [] } = {}) {
  const held = cards.filter((id) => pile.has(id));
  const isOfChaff = chaff.every((id) => cards.includes(id));
  return held.length + held.filter((id) => twice.includes(id)).length + (isOfChaff ? unlisted : 0);
}

/* Every card that may belong to a yaku. */
export const listPool = ({ all_of, at_least, extra }) => [...new Set([...all_of, ...at_least.of, ...extra.of])];

/* The complete yaku of all sides that count, where one of them cancels those of all, or of the others. */
export function cancelYaku(found) {
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
export function keepBest(complete) {
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
