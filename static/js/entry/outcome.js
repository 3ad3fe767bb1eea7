/* What a round does to the game, in the words of the rules (companion/rules/outcome.py). Pure.

   "Ben wins with 345.", "Ann leads with 120, 80 to go."; nothing where later rounds decide. */

import { numeral, sayWith } from "./words.js";

const NAMES = new Intl.ListFormat("en-GB");

export function sayOutcome({ target, playsOn, isLast, words }, names, totals) {
  if (!isLast) return "";
  const best = Math.max(...totals);
  const ahead = names.filter((_, n) => totals[n] === best);
  const isOne = ahead.length === 1;
  const toGo = target === null ? 0 : target - best;
  const isWon = target !== null && toGo <= 0 && (isOne || !playsOn);
  const kind = isWon ? "won" : toGo > 0 ? "to_go" : "ahead";
  const said = { names: NAMES.format(ahead), best: numeral(best), to_go: numeral(toGo) };
  return sayWith(words[kind][isOne ? 0 : 1], (name) => said[name]);
}
