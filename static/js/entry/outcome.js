/* What a round does to the game, in the words of the rules (companion/web/games/rounds/summary.py). Pure.

   "Ben wins with 345.", "Ann leads with 120, 80 to go."; nothing where later rounds decide. `rounds_left` are
   those after this one, null where the table plays to a target. `tallies` are the sums that decide; `counted`
   says of what where they are not points: ["victory", "victories"]. `yaku` are the ids of those of each side: of
   several at the target the first of `wins` decides. Who is `out` and never played is not ahead. */

import { numeral, sayCount, sayWith } from "./words.js";

const NAMES = new Intl.ListFormat("en-GB");

export function sayOutcome(goal, names, tallies, yaku = [], out = []) {
  const { target, rounds_left: left, counted, words, wins } = goal;
  if (!goal.is_last) return "";
  const hasPlayed = (n) => !out[n] || goal.played.includes(n);
  const ranked = tallies.filter((_, n) => hasPlayed(n));
  const most = Math.max(...ranked);
  const holds = (id) => names.findIndex((_, n) => tallies[n] >= target && yaku[n]?.includes(id));
  const first = target === null ? undefined : wins.map(holds).find((n) => n >= 0);
  const best = tallies[first] ?? (goal.is_lowest ? Math.min(...ranked) : most);
  const ahead = names.filter((_, n) => (first === undefined ? tallies[n] === best && hasPlayed(n) : n === first));
  const isOne = ahead.length === 1;
  const toGo = Math.max(0, target === null ? left : target - most);
  const isWon = (target ?? left) !== null && !toGo && (isOne || !goal.plays_on);
  const kind = isWon
    ? "won"
    : !toGo || (goal.is_lowest && target !== null)
      ? "ahead"
      : target !== null
        ? "to_go"
        : toGo > 1
          ? "rounds_to_go"
          : "one_to_go";
  const said = {
    names: NAMES.format(ahead),
    best: sayCount(best, counted),
    to_go: numeral(toGo),
    s: ahead[0].includes(" & ") ? "" : "s",
  };
  return sayWith(words[kind][isOne ? 0 : 1], said);
}
