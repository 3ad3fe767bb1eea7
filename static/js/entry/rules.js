/* The rules as the scripts use them. Pure. */

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
  const values = live.values.map(([id, name, points, held]) => ({
    id, name, points, cards: held, plural: held.length === 1 ? name : id,
  }));
  return {
    ...live,
    cards,
    yaku: readYaku(live.yaku),
    readings: live.readings?.map(readYaku),
    values,
    byId: new Map(cards.map((card) => [card.id, card])),
    chaff: cards.filter(({ kind }) => kind === "chaff").map(({ id }) => id),
  };
}

export function sumPoints(items) {
  return items.reduce((sum, { points }) => sum + points, 0);
}

/* A name for each bonus that counts, as companion/web/games/rounds/summary.py writes them. */
export function listBonuses({ figures }) {
  return figures.flatMap((side, n) => side.yaku.map(({ yaku, points }) => `${n}/${yaku.id}/${points}`));
}
