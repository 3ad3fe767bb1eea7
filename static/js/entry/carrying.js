/* What was entered one way is carried over to another where it can be: from cards to counts and points, and from
   counts to points. The other way round nobody could know. An input that already holds what a person entered is never
   overwritten.

   `list(entry, to, from, seen)` names what the new way would hold of what `look` saw: each [name, read, write]. */

import { setValue, valueOf } from "./facts.js";

export function addCarrying(entry, look, list) {
  const { form } = entry;
  // What the form came with of piles that players handed in otherwise.
  const carried = new Map(Object.entries(entry.told.carried));
  const carry = (from, to) => {
    if (from === "points" || to === "cards" || from === to) return;
    setValue(form, "way", from);
    const seen = look(entry);
    setValue(form, "way", to);
    for (const [name, read, write] of list(entry, to, from, seen)) {
      if (read() !== "" && read() !== carried.get(name)) continue;
      write();
      carried.set(name, read());
    }
  };
  form.addEventListener("change", ({ target }) => target.name === "way" && carry(entry.facts.way[0], target.value));
  // Piles that come while it is entered another way.
  entry.carryOver = () => ["cards", "counts"].forEach((from) => carry(from, valueOf(form, "way")));
}
