/* By cards, by counts or by points: the panels of the chosen way show; [data-other-way] leads from cards to counts, and
   back. Also names the steps that are made in the form's own inputs, and closes the menu once something of it was
   chosen. Each way keeps its own inputs, so that nothing is lost by looking at another.

   The fields [data-ways], [data-extras], [data-dealer], [data-note] and [data-photo-deck] move into [data-ways-here]
   and so on: who dealt can be changed in the menu, who has points that no card has is asked in the summary. */

import { readNumber } from "./numbers.js";
import { plays, readSide, ticksOf, valueOf } from "./facts.js";
import { setText } from "./elements.js";

export function addWays(entry) {
  for (const part of ["ways", "extras", "dealer", "sits-out", "note", "photo-deck"]) {
    const fields = entry.find(part);
    if (fields) entry.find(`${part}-here`).append(fields);
  }
  const menu = entry.find("more");
  const other = entry.find("other-way");
  const findOther = () => entry.find("ways").querySelector(
    `[value="${valueOf(entry.form, "way") === "cards" ? "counts" : "cards"}"]`,
  );
  other.addEventListener("click", () => findOther().click());
  entry.showAtOnce(() => {
    entry.form.dataset.by = valueOf(entry.form, "way");
    setText(other, findOther().nextElementSibling.textContent);
  });
  menu.addEventListener("click", ({ target }) => {
    if (target.closest("[data-why], [data-restart], a")) menu.open = false;
  });
  entry.form.addEventListener("change", ({ target }) => {
    if (["way", "dealer", "sits_out"].includes(target.name)) menu.open = false;
    if (target.name && target.type !== "text") entry.commit(nameChange(entry, target));
  });
  // Points count while they are typed.
  entry.form.addEventListener("input", ({ target: { type, name, value } }) => {
    if (type !== "text") return;
    const said = { name: entry.nameOf(name.split("/")[1]), points: value.trim() || "–" };
    entry.commit(entry.write("typed_points", said), name);
  });
}

function nameChange(entry, input) {
  const words = input.dataset.words ?? input.labels[0].textContent.trim();
  if (input.name === "way") return entry.write(`by_${input.value}`);
  const name = input.tagName === "SELECT" ? input.selectedOptions[0].text : words;
  if (input.name.startsWith("gaji")) return entry.write("asked", { what: "Gaji", name });
  const box = input.closest("fieldset");
  const head = (box ? box.querySelector("legend")?.textContent.trim() : words) ?? "";
  return entry.write(...(
    input.name.startsWith("yaku")
      ? ["ticked", { name: entry.nameOf(entry.chosen), words }]
      : ["answered", { head, words: name }]
  ));
}

/* Points that no card has, in the fields <extra>, and who dealt, as `scoreRound` takes them. Where nobody chose a
   dealer it is the usual one. */
export function readExtras({ form, rules, sides }) {
  const { dealer: field } = form.elements;
  const dealer = readSide(form, "dealer") ?? (field?.dataset.usual ? Number(field.dataset.usual) : null);
  const answers = listExtras({ rules, sides }).map((id) => [id, readSide(form, id)]);
  return { dealer: dealer === null ? null : dealer % sides.length, extras: Object.fromEntries(answers) };
}

/* Those that are asked for at this table: the names of their fields. */
export const listExtras = ({ rules, sides }) =>
  rules.extras.filter((extra) => extra.asks && extra.sides === sides.length).map(({ id }) => id);

/* The numbers of the rule set, for each side { <number>: its value }; one that nobody told is 0. */
export const readNumbers = (entry) => entry.sides.map((_, n) => Object.fromEntries(
  entry.rules.numbers.map((one) => [one.given, tellNumber(entry, one, n)]),
));

function tellNumber(entry, { key, word, side, out: isOfOut = false, per_side: isPerSide }, n) {
  if (isPerSide && plays(entry, n) === isOfOut) return 0;
  const name = isPerSide ? `${key}/${n}` : key;
  if (word) return Number(ticksOf(entry.form, name).includes(word));
  return side ? Number(valueOf(entry.form, name) === String(n)) : (readNumber(entry, name) ?? 0);
}

/* Those that must be told and are not: each [the name of its field, the question, its side if it is of one, the figure
   that says where it matters]. */
export const listUntold = ({ form, rules, sides }) => rules.numbers
  .filter(({ asks }) => asks)
  .flatMap(({ id, asks, where, per_side: isPerSide }) => (
    isPerSide ? sides.map((_, n) => [`${id}/${n}`, asks, n, where]) : [[id, asks, undefined, where]]
  ))
  .filter(([name]) => !valueOf(form, name));

/* Who used the Gaji and what it took; null where nobody did. */
export function readGaji({ form, rules }) {
  const by = readSide(form, "gaji/by");
  return rules.gaji?.brings && by !== null ? { by, took: valueOf(form, "gaji/took") || null } : null;
}

/* The suits that are asked about, where one side holds every card that is picked, and the answer: "yes", "no", "". */
export function findFullSuits({ form, cards }, piles) {
  return [...form.querySelectorAll(".ask[data-suit]")].flatMap(({ dataset: { suit } }) => {
    const needed = cards.filter((card) => card.suit === suit);
    const side = piles.findIndex((pile) => pile && needed.every(({ id }) => pile.includes(id)));
    return side < 0 ? [] : [{ suit, side, answer: valueOf(form, `all_four/${suit}`) }];
  });
}
