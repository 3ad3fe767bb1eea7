/* The piles that players hand in on their own phones come into the round that is entered here. The first loads this.

   Expects on the form data-piles, the address that answers { round, piles, handed }, and [data-handed] for who has
   handed in. A pile is { side, at, whole, by, fields: { <field>: text } }; `by` says how it was counted, "" where its
   cards are named, and a list of yaku has commas. `entry.told` has those that are in the form, the cards that the rest
   has given (`rest`), and those that several have (`disputes`, by the card: their owners). Such a card is nobody's
   until somebody says whose it is; one of the rest is whose pile has it. */

import { give } from "../entry/cards.js";
import { plays, setTicks, setValue, ticksOf, valueOf } from "../entry/facts.js";
import { h, makeButton } from "../entry/elements.js";
import { listOpenDisputes } from "../entry/later.js";
import { openPanel } from "../entry/panel.js";
import { say } from "../entry/notice.js";
import { sayWith } from "../entry/words.js";

const CARD = "captured/";
let heard;

/* Takes those that are new; `at` is another number whenever one was handed in. */
export async function hear(entry, at) {
  if (at === heard || entry.isSaving) return;
  const { piles: address, number } = entry.form.dataset;
  const { round, piles, handed } = await (await fetch(address, { cache: "no-store" })).json();
  // Save may refuse this round, which then takes them.
  if (entry.isSaving) return;
  const isFirst = heard === undefined;
  heard = at;
  // Rounds that wait on this phone come before.
  if (round !== Number(number)) return;
  const place = entry.find("handed");
  place.hidden = !handed;
  place.textContent = handed;
  const { told, form } = entry;
  const before = new Map(told.piles.map((pile) => [pile.side, pile]));
  told.piles = piles.filter(({ side }) => plays(entry, side));
  setValue(form, "piles", String(Math.max(0, ...piles.map((pile) => pile.at))));
  const news = told.piles.filter((pile) => before.get(pile.side)?.at !== pile.at);
  for (const pile of news) take(entry, pile, before.get(pile.side)?.fields ?? {});
  // By counts or points they are counted.
  if (isFirst) entry.carryOver?.();
  for (const { side } of told.piles) {
    for (const tab of form.querySelectorAll(`[data-owner="${side}"]`)) tab.classList.add("is-handed");
    // What was handed in makes no room for other numbers.
    const numbers = form.querySelectorAll(`[name^="counts/${side}/"], [name="points/${side}"]`);
    for (const { dataset } of numbers) delete dataset.filled;
  }
  if (isFirst || news.length) finish(entry);
}

function take(entry, pile, before) {
  const { form } = entry;
  const names = Object.keys({ ...before, ...pile.fields });
  for (const name of names.filter((one) => pile.fields[one] !== before[one])) {
    const isCard = name.startsWith(CARD);
    if (isCard && name in pile.fields) claim(entry, pile, name.slice(CARD.length));
    else if (isCard) leave(entry, pile, name.slice(CARD.length));
    else if (name in pile.fields || read(form, name) === before[name]) write(form, name, pile.fields[name] ?? "");
  }
  entry.carryOver?.();
  const said = entry.write("pile_came", { name: entry.nameOf(pile.side), by: pile.by });
  entry.commit(said);
  say(entry, said, { passes: true });
}

const areTicks = (name) => name.startsWith("yaku/");

function read(form, name) {
  return areTicks(name) ? String(ticksOf(form, name)) : valueOf(form, name);
}

function write(form, name, text) {
  if (areTicks(name)) setTicks(form, name, text.split(","));
  else setValue(form, name, text);
}

/* A card that the side did not have before. */
function claim(entry, { side }, id) {
  const { form, told } = entry;
  const own = String(side);
  const held = valueOf(form, CARD + id);
  const isGiven = held && told.rest[id] !== held;
  const others = told.piles.filter(({ fields }) => CARD + id in fields).map((one) => String(one.side));
  const owners = [...new Set([...others, ...(isGiven ? [held] : []), own])];
  delete told.rest[id];
  delete told.disputes[id];
  if (owners.length > 1) told.disputes[id] = owners;
  give(entry, entry.rules.byId.get(id), owners.length > 1 ? "" : own);
}

/* A card that the side no longer has. */
function leave(entry, { side }, id) {
  const { form, told: { disputes } } = entry;
  const held = valueOf(form, CARD + id);
  const left = disputes[id]?.filter((owner) => owner !== String(side));
  if (left?.length > 1) disputes[id] = left;
  else delete disputes[id];
  if (held === String(side) || !held) give(entry, entry.rules.byId.get(id), left?.length === 1 ? left[0] : "");
}

/* Says what is disputed; where all but one side have handed in, the rest goes to the last. */
function finish(entry) {
  const [open] = listOpenDisputes(entry);
  if (open) return say(entry, sayDispute(entry, open), { stays: true });
  const isOpen = (n) => plays(entry, n) && !entry.told.piles.some(({ side, whole }) => whole && side === n);
  const last = entry.sides.map((_, n) => n).filter(isOpen);
  // The cards of a pile that was counted are not known.
  if (entry.told.piles.some(({ by }) => by)) return;
  // A race and a game without cards have no rest.
  if (!entry.giveRest || valueOf(entry.form, "way") !== "cards" || last.length !== 1) return;
  if (entry.now.unplaced.length && !entry.now.piles[last[0]].length) entry.giveRest(String(last[0]));
}

function sayDispute({ told, rules, nameOf }, id) {
  const names = told.disputes[id].map((owner) => nameOf(owner));
  const last = names.pop();
  return sayWith(told.disputed, { card: rules.byId.get(id).name, names: `${names.join(", ")} and ${last}` });
}

/* Asks whose these cards are, then goes on. */
export function ask(entry, open, then) {
  const answer = (id, owner) => {
    const card = entry.rules.byId.get(id);
    give(entry, card, owner);
    entry.carryOver?.();
    entry.commit(entry.write("a_card", { card: card.short, name: entry.nameOf(owner, "short") }));
    const left = listOpenDisputes(entry);
    if (left.length) return ask(entry, left, then);
    entry.find("panel").close();
    then();
  };
  openPanel(entry, entry.write("disputed"), open.map((id) => h(
    "section",
    h("p", sayDispute(entry, id)),
    ...entry.told.disputes[id].map((owner) => makeButton(entry.nameOf(owner), "button", () => answer(id, owner))),
  )));
}
