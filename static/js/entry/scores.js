/* What the save button says. */

import { h, setText } from "./elements.js";
import { signed } from "./words.js";

/* "Save round 3: Ann +30 · Ben 0"; with many sides each name has the room that is left, and is read aloud whole. */
export function sayScores(entry, button, { figures, isStarted }) {
  const { number } = entry.form.dataset;
  const isLong = figures.length > 3 || entry.sides.some(({ name }) => name.length > 12);
  button.classList.toggle("saves", isStarted && isLong);
  if (!isStarted) {
    button.textContent = entry.write("save", { number });
    return;
  }
  if (!button.firstElementChild) {
    const places = figures.flatMap((_, n) => [
      n ? " · " : "",
      h("span", h("bdi"), Object.assign(h("span"), { className: "nowrap" })),
    ]);
    button.replaceChildren(entry.write("save_scores", { number, scores: "" }), ...places);
  }
  figures.forEach(({ score, isKnown }, n) => {
    const [name, figure] = button.children[n].children;
    setText(name, entry.sides[n].name);
    setText(figure, `\u00a0${isKnown ? signed(score) : "–"}`);
  });
}
