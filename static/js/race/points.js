/* Points of the yaku count while they are typed.

   Expects the fields points-<side>. */

export function addPoints(entry) {
  for (const [n, { name }] of entry.sides.entries()) {
    const field = entry.form.elements[`points-${n}`];
    field.addEventListener("input", () => {
      entry.commit(entry.write("typed_points", { name, points: field.value.trim() || "–" }), { typing: field.name });
    });
  }
}
