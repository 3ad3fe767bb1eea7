/* Points of the yaku count while they are typed.

   Expects the fields points-<side>. */

export function addPoints(entry) {
  for (const [n, { name }] of entry.sides.entries()) {
    entry.form.elements[`points-${n}`].addEventListener("input", () => {
      entry.commit(entry.write("typed_points", { name }), { isTyping: true });
    });
  }
}
