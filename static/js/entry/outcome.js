/* What a round does to the game, in the words of the rules (companion/rules/outcome.py). Pure.

   "Ben wins with 345.", "Ann leads with 120, 80 to go."; nothing where later rounds decide. `roundsLeft` are
   those after this one, null where the table plays to a target. `tallies` are the sums that decide; `counted`
   says of what where they are not points: ["victory", "victories"]. */

import { numeral, sayCount, sayWith } from "./words.js";

const NAMES = new Intl.ListFormat("en-GB");

export function sayOutcome({ target, roundsLeft, playsOn, isLast, counted, words }, names, tallies) {
  if (!isLast) return "";
  const best = Math.max(...tallies);
  const ahead = names.filter((_, n) => tallies[n] === best);
  const isOne = ahead.length === 1;
  const toGo = Math.max(0, target === null ? roundsLeft : target - best);
  const isWon = (target ?? roundsLeft) !== null && !toGo && (isOne || !playsOn);
  const kind = isWon ? "won" : !toGo ? "ahead" : target !== null ? "to_go" : toGo > 1 ? "rounds_to_go" : "one_to_go";
  const said = { names: NAMES.format(ahead), best: sayCount(best, counted), to_go: numeral(toGo), s: ahead[0].includes(" & ") ? "" : "s" };
  return sayWith(words[kind][isOne ? 0 : 1], said);
}
