/* The rules as the scripts use them, and the sums of a settlement (companion/rules/settlement.py). Pure. */

import { workOut } from "./formula.js";

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

/* Adds `figures`, the sums by id, and the score, one of them, to every side; `give` says what a side has beside
   what was `told` of it, and what nobody said is 0. Who `isOut` has 0. */
export function settle(rules, sides, give) {
  const playing = sides.filter(({ isOut }) => !isOut);
  const ofRound = { deck_points: rules.deck_points, sides: playing.length };
  const given = playing.map((side) => ({ ...side.told, ...give(side), ...ofRound }));
  for (const side of sides) side.figures = {};
  const all = (name) => playing.map(({ figures }) => figures[name]);
  for (const { id, formula = id } of rules.figures) {
    for (const { figures, isOut } of sides) if (isOut) figures[id] = 0;
    playing.forEach(({ figures }, n) => {
      figures[id] = workOut(formula, (name) => figures[name] ?? given[n][name] ?? 0, all);
    });
  }
  for (const side of sides) side.score = side.figures.score;
}

/* A name for each bonus that counts, as companion/web/games/rounds/summary.py writes them. */
export function listBonuses({ figures }) {
  return figures.flatMap((side, n) => side.yaku.map(({ yaku, points }) => `${n}/${yaku.id}/${points}`));
}
