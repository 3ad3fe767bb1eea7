/* Undo and redo, each with the name of its step: behind the last card, or above the save button where no cards are.

   Expects [data-undo] and [data-redo] in .tools, each with a <span> for its words. */

import { h, openPanel } from "./panel.js";
import { makeLines } from "./lines.js";
import { numeral, readSide, signed, valueOf } from "./facts.js";

export function addTools(entry) {
  for (const [name, steps] of [["undo", "steps"], ["redo", "undone"]]) {
    const button = entry.find(name);
    button.addEventListener("click", entry[name]);
    entry.watch(() => {
      const step = entry[steps].at(-1);
      // Not where it has the focus: a button that goes under its own focus drops it, and these do no harm.
      button.classList.toggle("tool--idle", !step);
      button.ariaDisabled = !step;
      button.querySelector("span").textContent = entry.write(step ? `${name}_step` : name, { step: step?.name });
    });
  }
  const tools = entry.find("undo").parentElement;
  const [cards, save] = ["[data-way=cards]", ".round__save"].map((one) => entry.form.querySelector(one));
  entry.showAtOnce(() => {
    // A race that ended without a pile has no cards to give.
    const isByCards = valueOf(entry.form, "way") === "cards"
      && !["dealt", "exhausted"].includes(entry.form.dataset.ended);
    if (isByCards === (tools.parentElement === cards)) return;
    if (isByCards) cards.append(tools);
    else save.before(tools);
  });
}

/* Why 55? The sum of every side, line by line, as it stands while the round is being entered.

   Expects [data-why], a button, and on the form data-rulings='{"<ruling>": "<address>"}'. Each line leads to its
   ruling; the same sums stand on the Breakdown page once the round is saved, each with its source. */

export function addWhy(entry) {
  entry.form.querySelector("[data-why]").addEventListener("click", () => {
    const sides = [...entry.now.figures.entries()].sort(
      ([a], [b]) => (String(b) === entry.chosen) - (String(a) === entry.chosen),
    );
    openPanel(entry, entry.write("sums"), sides.map(([n, side]) => showSum(entry, n, side)));
  });
}

export function showSum(entry, n, side) {
  const rulings = JSON.parse(entry.form.dataset.rulings);
  const total = { words: entry.write("total"), points: side.total, isSum: true };
  const decider = entry.rules.figures.find(({ id }) => id === entry.rules.decides && id !== "score");
  const lines = [...makeLines(entry.rules, entry.now.round, n, entry.sides.map((side) => side.name)), total];
  if (decider) lines.push({ words: entry.write("in_all", { head: decider.head }), points: side.tally, isSum: true });
  const rows = lines.map(({ words, points, ruling, isSum, isFactor }) => {
    const said = ruling ? Object.assign(h("a", words), { href: rulings[ruling] }) : words;
    const figure = isFactor ? `× ${points}` : isSum ? numeral(points) : signed(points);
    return Object.assign(h("tr", h("td", said), h("td", figure)), { className: isSum ? "panel__sum" : "" });
  });
  return h("section", h("h3", entry.sides[n].name), h("table", h("tbody", ...rows)));
}

/* The Gaji, asked in a sheet of its own: who used it, what it took.

   Expects <dialog data-gaji-panel>, the fieldset [data-gaji], which moves into it, and the button [data-open-gaji]. */

export function addGaji(entry) {
  const { form, find, sides, write } = entry;
  const fields = find("gaji");
  if (!fields) return;
  const button = find("open-gaji");
  find("gaji-place").append(fields);
  button.addEventListener("click", () => find("gaji-panel").showModal());
  entry.watch(({ hasGaji }) => {
    const by = valueOf(form, "gaji/by");
    form.elements["gaji/took"].disabled = readSide(form, "gaji/by") === null;
    button.textContent = write(by ? "gaji_by" : hasGaji ? "gaji_asked" : "gaji", { name: sides[by]?.short ?? by });
    button.classList.toggle("tool--ask", hasGaji && !by);
  });
}
