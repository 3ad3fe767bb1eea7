/* A pile that a player has handed in comes into the round that is entered here. The first one loads this.

   A pile is { side, at, fields: { <field>: text } }; `came` has the last one of each side, `contested` the fields of
   cards that two have. A card that two have handed in, or that was given to another here, is given to nobody: saving
   asks. */

import { plays, setValue, valueOf } from "../entry/facts.js";
import { say } from "../entry/notice.js";

const CARD = "captured/";

export function take(entry, { came, contested }, pile) {
  const { form, write } = entry;
  const before = came.get(pile.side);
  came.set(pile.side, pile);
  const isByCards = Object.keys(pile.fields).some((name) => name.startsWith(CARD));
  if (isByCards && valueOf(form, "way") !== "cards") form.querySelector("[name=way][value=cards]").click();
  for (const [name, place] of Object.entries(before?.fields ?? {})) {
    if (valueOf(form, name) === place && !(name in pile.fields)) setValue(form, name, "");
  }
  const shared = Object.entries(pile.fields).filter(([name, place]) => {
    const held = name.startsWith(CARD) ? valueOf(form, name) : "";
    const isShared = held !== "" && held !== place;
    setValue(form, name, isShared ? "" : place);
    if (isShared) contested.add(name);
    return isShared;
  });
  const name = entry.nameOf(pile.side);
  entry.commit(write("pile_came", { name }));
  for (const tab of form.querySelectorAll(`[data-owner="${pile.side}"]`)) tab.classList.add("is-handed");
  const cards = shared.map(([field]) => entry.rules.byId.get(field.slice(CARD.length)).name).join(", ");
  say(entry, write(cards ? "pile_shared" : "pile_came", { name, cards }));
  const open = entry.sides.map((_, n) => n).filter((n) => plays(entry, n) && !came.has(n));
  // A race and a game without cards have no rest.
  if (!entry.giveRest || contested.size || open.length !== 1) return;
  const [last] = open;
  if (entry.now.unplaced.length && !entry.now.piles[last].length) entry.giveRest(String(last));
}
