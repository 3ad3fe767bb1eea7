/* What the save button says. */

import { h } from "./elements.js";
import { signed } from "./words.js";

/* "Save round 3: Ann +30 · Ben 0"; with many sides each name has the room that is left, and is read aloud whole. */
export function sayScores(entry, button, now) {
  const { number } = entry.form.dataset;
  const scores = now.figures.flatMap(({ score, isKnown }, n) => {
    const figure = Object.assign(h("span", `\u00a0${isKnown ? signed(score) : "–"}`), { className: "nowrap" });
    const one = h("span", h("bdi", entry.sides[n].name), figure);
    return n ? [" · ", one] : [one];
  });
  button.classList.toggle(
    "saves",
    now.isStarted && (scores.length > 5 || entry.sides.some(({ name }) => name.length > 12)),
  );
  if (now.isStarted) button.replaceChildren(entry.write("save_scores", { number, scores: "" }), ...scores);
  else button.textContent = entry.write("save", { number });
}
