/* The piles that players hand in on their own phones come into the round that is entered here. The first loads this.

   Expects on the form data-piles, the address that answers { round, piles }. A pile is { side, at, fields: { <field>:
   text } }; `came` has the last one of each side, `contested` the fields of cards that two have. A card that two have
   handed in, or that was given to another here, is given to nobody: saving asks. */

import { plays, setValue, valueOf } from "../entry/facts.js";
import { say } from "../entry/notice.js";

const CARD = "captured/";
const came = new Map();
const contested = new Set();
let heard;

/* Takes those that are new; `at` is another number whenever one was handed in. */
export async function hear(entry, at) {
  if (at === heard || entry.isSaving) return;
  const { piles: address, number } = entry.form.dataset;
  const { round, piles } = await (await fetch(address, { cache: "no-store" })).json();
  // Save may refuse this round, which then takes them.
  if (entry.isSaving) return;
  const isHere = round === Number(number);
  const news = isHere ? piles.filter((pile) => came.get(pile.side)?.at !== pile.at) : [];
  for (const pile of news) take(entry, pile);
  heard = at;
}

function take(entry, pile) {
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
