/* What the save button says. */

import { signed } from "./words.js";

/* "Save round 3: Ann +30 · Ben 0"; with many sides their initials. */
export function sayScores(entry, now) {
  const { number } = entry.form.dataset;
  if (!now.isStarted) return entry.write("save", { number });
  const isLong = entry.sides.length > 3 || entry.sides.some(({ name }) => name.length > 12);
  const scores = now.figures.map(({ score, isKnown }, n) => {
    const { name, initial } = entry.sides[n];
    return `${isLong ? initial : name}\u00a0${isKnown ? signed(score) : "–"}`;
  });
  return entry.write("save_scores", { number, scores: scores.join("\u00a0· ") });
}
