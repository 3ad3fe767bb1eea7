/* Which yaku a pile has, as companion/rules/yaku.py finds them. Pure. */

/* The complete yaku of a pile that count: the best of each group, without those that another replaces.

   `unlisted` is how many chaff cards it has that it does not list; `rainedOut` are the table's words. */
export function findYaku(rules, pile, { yaku: list = rules.yaku, unlisted = 0, rainedOut = [] } = {}) {
  const holds = (id) => pile.has(id);
  const complete = list.flatMap((yaku) => {
    const { all_of, at_least, extra, twice, unless } = yaku;
    const count = (cards) => cards.filter(holds).length + cards.filter((id) => holds(id) && twice.includes(id)).length
      + (unlisted && rules.race.chaff.every((id) => cards.includes(id)) ? unlisted : 0);
    if (!all_of.every(holds) || count(at_least.of) < at_least.n) return [];
    if (unless.some(holds) || rainedOut.includes(yaku.rained_out)) return [];
    const needed = extra.of.filter((id) => all_of.includes(id)).length + at_least.n;
    return [{ yaku, points: yaku.points + extra.points * Math.max(0, count(extra.of) - needed) }];
  });
  if (complete.every(({ yaku }) => yaku.beside_others)) return [];
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
