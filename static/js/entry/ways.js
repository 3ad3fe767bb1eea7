/* By cards, by counts or by points: the panels of the chosen way show. Also names the steps that are made in the
   form's own inputs, and closes the menu once something of it was chosen. Each way keeps its own inputs, so that
   nothing is lost by looking at another. */

import { readSide, readWay, valueOf } from "./facts.js";

export function addWays(entry) {
  const menu = entry.form.querySelector("[data-more]");
  const ways = entry.form.querySelector("[data-ways]");
  menu.querySelector("[data-ways-here]").append(ways);
  const panels = [...entry.form.querySelectorAll("[data-way]")];
  entry.showAtOnce(() => {
    const way = readWay(entry.form);
    for (const panel of panels) panel.hidden = !panel.matches(`[data-way~="${way}"]`);
    menu.querySelector("[data-way-name]").textContent = ways.querySelector(":checked").nextElementSibling.textContent;
  });
  menu.addEventListener("click", ({ target }) => {
    if (target.closest("[data-why], [data-restart]")) menu.open = false;
  });
  entry.form.addEventListener("change", ({ target }) => {
    if (target.name === "way") menu.open = false;
    if (target.name) entry.commit(nameChange(entry, target), { typing: target.type === "text" ? target.name : "" });
  });
}

function nameChange(entry, input) {
  const words = input.dataset.words ?? input.labels[0].textContent.trim();
  if (input.name === "way") return entry.write(`by_${input.value}`);
  if (input.type === "text") return entry.write("typed", { words });
  const name = input.tagName === "SELECT" ? input.selectedOptions[0].text : words;
  if (input.name.startsWith("gaji")) return entry.write("asked", { what: "Gaji", name });
  const head = input.closest("fieldset").querySelector("legend")?.textContent.trim() ?? "";
  return entry.write(...(input.name.startsWith("yaku") ? ["ticked", { name: entry.nameOf(entry.chosen), words }] : ["answered", { head, words }]));
}

/* Points that no card has: who has them is asked in the summary, who dealt can be changed under More.

   Expects the fields extra-<id> in [data-extras] and "dealer" in [data-dealer], where the game has them; they
   move into [data-extras-here] and [data-dealer-here]. */

export function addExtras({ form }) {
  for (const part of ["extras", "dealer"]) {
    const fields = form.querySelector(`[data-${part}]`);
    if (fields) form.querySelector(`[data-${part}-here]`).append(fields);
  }
}

/* What a round of every shape says of them, as `scoreRound` takes it. Where nobody chose a dealer it is the usual one. */
export function readExtras({ form, rules, sides }) {
  const { dealer: field } = form.elements;
  const dealer = readSide(form, "dealer") ?? (field?.dataset.usual ? Number(field.dataset.usual) : null);
  const answers = listExtras({ rules, sides }).map(({ id, field }) => [id, readSide(form, field)]);
  return { dealer: dealer === null ? null : dealer % sides.length, extras: Object.fromEntries(answers) };
}

/* The questions that are still open. */
export function listOpenExtras(entry) {
  return listExtras(entry).map(({ field }) => field).filter((name) => !valueOf(entry.form, name));
}

/* Those that are asked for at this table, each with the name of its field. */
export function listExtras({ rules, sides }) {
  const asked = rules.extras.filter((extra) => extra.asks && extra.sides === sides.length);
  return asked.map((extra) => ({ ...extra, field: `extra-${extra.id}` }));
}
