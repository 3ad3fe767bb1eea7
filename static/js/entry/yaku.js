/* Which yaku a pile has, as companion/rules/yaku.py finds them. Pure. */

/* The complete yaku of a pile that count. */
export function findYaku(rules, pile) {
  const count = (cards) => cards.filter((id) => pile.has(id)).length;
  return keepBest(rules.yaku.flatMap((yaku) => scoreYaku(yaku, count)));
}

/* What a yaku earns, in a list; none where it is not complete. `count` says how many of some cards a pile has. */
export function scoreYaku(yaku, count) {
  const { all_of, at_least, extra } = yaku;
  if (count(all_of) < all_of.length || count(at_least.of) < at_least.n) return [];
  const needed = extra.of.filter((id) => all_of.includes(id)).length + at_least.n;
  return [{ yaku, points: yaku.points + extra.points * Math.max(0, count(extra.of) - needed) }];
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

/* The yaku that one more card would complete, with the cards of which any one does. */
export function findNear(rules, pile) {
  return rules.yaku.flatMap((yaku) => {
    const missing = yaku.all_of.filter((id) => !pile.has(id));
    const open = yaku.at_least.of.filter((id) => !pile.has(id));
    const short = Math.max(0, yaku.at_least.n - (yaku.at_least.of.length - open.length));
    return missing.length + short === 1 ? [{ yaku, missing: short ? open : missing }] : [];
  });
}
