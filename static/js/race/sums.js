/* The sum as a child can follow it: "(5 + 2) × 2 = 14", where the cup is chaff "1 + 2 = 3 (11 + sake cup = 12)".

   It stands where other games have what is placed. */

import { listOpen } from "./look.js";
import { numeral, signed } from "../entry/words.js";
import { sayChaff } from "./scoring.js";

export function saySums(entry, now) {
  if (!now.isStarted) return entry.write("stopped");
  const parts = now.figures.map((side, n) => saySum(entry, now, side, n)).filter(Boolean);
  const [first] = now.asked;
  const start = first !== undefined && now.way === "cards" ? entry.write("start", { name: entry.nameOf(first) }) : "";
  // Who won without cards has what was agreed.
  const { winner } = now.document;
  const won = now.figures[winner];
  const agreed = won?.score && won.isKnown ? `${entry.nameOf(winner)} ${signed(won.score)}` : "";
  return parts.join(" · ") || start || agreed || (listOpen(entry).length ? "" : entry.write("nobody_scores"));
}

function saySum(entry, { asked, round }, side, n) {
  const who = asked.length > 1 ? `${entry.nameOf(n)}: ` : "";
  const { figures, found, extras, base, score, isListed } = side;
  const factors = entry.rules.figures.filter(
    ({ id, factor }) => factor && entry.rules.shown.includes(id) && figures[id] > 1,
  );
  const times = factors.map(({ id }) => ` × ${figures[id]}`).join("");
  if (extras.length) return extras.map(({ words, points }) => `${words} ${numeral(points)}`).join(" + ") + times;
  if (!isListed || !base) return "";
  const terms = !found.length
    ? [base]
    : found.flatMap(({ yaku, points }) => (points > yaku.points ? [yaku.points, points - yaku.points] : [points]));
  const sum = terms.length > 1 && factors.length ? `(${terms.join(" + ")})` : terms.join(" + ");
  const product = `${sum}${times}`;
  const chaff = found.map(({ yaku, points }) => sayChaff(entry.rules, yaku, points, round.piles[n])).join("");
  // Who has yaku and does not score with them has no sum: only what they are worth.
  if (product === `${base}` || !score || entry.rules.race.counts === "winner") {
    return who + entry.write(base === 1 ? "one_point" : "figure_points", { points: base }) + chaff;
  }
  return `${who}${product} = ${numeral(score)}${chaff}`;
}
