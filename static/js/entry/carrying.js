/* What was entered one way is carried over to another where it can be: from cards to counts and points, and from
   counts to points. The other way round nobody could know. An input that already holds what a person entered is never
   overwritten.

   `list(entry, to, from, seen)` names what the new way would hold of what `look` saw: each [name, read, write]. */

import { setValue } from "./facts.js";

export function addCarrying(entry, look, list) {
  const { form } = entry;
  const carried = new Map();
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "way") return;
    const [[from], to] = [entry.facts.way, target.value];
    if (from === "points" || to === "cards" || from === to) return;
    setValue(form, "way", from);
    const seen = look(entry);
    setValue(form, "way", to);
    for (const [name, read, write] of list(entry, to, from, seen)) {
      if (read() !== "" && read() !== carried.get(name)) continue;
      write();
      carried.set(name, read());
    }
  });
}
