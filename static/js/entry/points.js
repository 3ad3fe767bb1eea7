/* The fields of points: the last side is filled in, and what cannot be is marked.

   Expects the fields points-<side>. */

import { fillLast } from "./shapes/by_hand.js";
import { isPossible } from "./shapes/pointed.js";

export function addPoints(entry) {
  const names = entry.sides.map((_, n) => `points-${n}`);
  names.forEach((name, n) => {
    const field = entry.form.elements[name];
    field.addEventListener("focus", () => {
      entry.choose(String(n));
      if ("filled" in field.dataset) field.select();
    });
    field.addEventListener("input", () => {
      delete field.dataset.filled;
      fillLast(entry, names, entry.rules.deck_points);
      entry.commit(entry.write("typed_points", { name: entry.nameOf(n), points: field.value.trim() || "–" }), { typing: name });
    });
  });
  entry.watch(({ way }) => {
    if (way === "cards") return;
    for (const name of names) entry.form.elements[name].ariaInvalid = isPossible(entry, name) ? null : "true";
  });
}
