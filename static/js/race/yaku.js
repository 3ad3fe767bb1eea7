/* Which yaku a pile of a race has, as companion/rules/yaku.py finds them. Pure. */

import { keepBest, scoreYaku } from "../entry/yaku.js";

/* The complete yaku of a pile that count, of these.

   `unlisted` is how many chaff cards it has that it does not list; `rainedOut` are the table's words. */
export function findRaceYaku({ race }, list, pile, unlisted, rainedOut) {
  const holds = (id) => pile.has(id);
  const complete = list.flatMap((yaku) => {
    const { twice = [], unless = [] } = yaku;
    if (unless.some(holds) || rainedOut.includes(yaku.rained_out)) return [];
    return scoreYaku(yaku, (cards) => {
      const held = cards.filter(holds);
      const isChaff = race.chaff.every((id) => cards.includes(id));
      return held.length + held.filter((id) => twice.includes(id)).length + (isChaff ? unlisted : 0);
    });
  });
  return complete.every(({ yaku }) => yaku.beside_others) ? [] : keepBest(complete);
}
