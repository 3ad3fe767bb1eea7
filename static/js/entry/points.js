/* The fields of points: the last side is filled in, and what cannot be is marked.

   Expects the fields points/<side>, and for all of them the sentence #points-wrong. */

import { fillLast, tickCertain } from "./shapes/by_hand.js";
import { isPossible } from "./shapes/pointed.js";

export function addPoints(entry) {
  const names = entry.sides.map((_, n) => `points/${n}`);
  addFields(entry, names, entry.rules.deck_points);
  entry.watch(({ way }) => {
    if (way === "cards") return;
    for (const name of names) entry.form.elements[name].ariaInvalid = isPossible(entry, name) ? null : "true";
    const isWrong = !names.every((name) => isPossible(entry, name));
    entry.form.querySelector("#points-wrong").hidden = !isWrong;
    entry.form.classList.toggle("is-wrong", isWrong);
  });
}

/* Fields, one a side; the last is filled in. */
export function addFields(entry, names, all) {
  names.forEach((name, n) => {
    const field = entry.form.elements[name];
    // Enter goes to the next field and chooses nobody: a yaku that is tapped then is still of the side just typed.
    const choose = () => entry.chosen === String(n) || entry.choose(String(n));
    field.addEventListener("click", choose);
    field.addEventListener("focus", () => {
      if ("filled" in field.dataset) field.select();
    });
    field.addEventListener("input", () => {
      choose();
      delete field.dataset.filled;
      fillLast(entry, names, all);
      tickCertain(entry, entry.now.shape.limit);
    });
  });
}
