/* The cards that nobody has yet go to one owner in one tap.

   Expects [data-rest], a button with a <span> for its words. */

import { give } from "./cards.js";
import { TABLE, plays } from "./facts.js";
import { askDisputes } from "./later.js";
import { setText } from "./elements.js";

export function addRest(entry) {
  const rest = entry.form.querySelector("[data-rest]");
  entry.giveRest = (owner) => giveRest(entry, owner);
  rest.addEventListener("click", () => giveRest(entry, findRestOwner(entry)));
  entry.watch((now) => {
    rest.ariaDisabled = !now.unplaced.length;
    const owner = findRestOwner(entry);
    const words = entry.write(owner === TABLE ? "rest_stays" : "rest", { name: entry.nameOf(owner, "short") });
    setText(rest.querySelector("span"), words);
  });
}

export function giveRest(entry, owner) {
  if (askDisputes(entry, () => giveRest(entry, owner))) return;
  for (const id of entry.now.unplaced) {
    give(entry, entry.rules.byId.get(id), owner);
    entry.told.rest[id] = owner;
  }
  entry.commit(entry.write(owner === TABLE ? "rest_left" : "rest_given", { name: entry.nameOf(owner, "short") }));
}

/* Who has the rest: the one side without a card, when there is one only; else the chosen owner. */
function findRestOwner(entry) {
  const { piles } = entry.now;
  const empty = Object.keys(piles ?? []).filter((n) => !piles[n].length && plays(entry, n));
  return empty.length === 1 && entry.now.isStarted ? empty[0] : entry.chosen;
}
