/* Undo and redo, each with the name of its step: behind the last card, or above the save button where no cards are.

   Expects [data-undo] and [data-redo] in .tools, each with a <span> for its words. */

import { canStayAwake, keepAwake, stayAwake } from "../phone/awake.js";
import { h, openPanel } from "./panel.js";
import { makeLines } from "./lines.js";
import { numeral, readSide, signed, valueOf } from "./facts.js";
import { recall, remember } from "../phone/memory.js";

export function addTools(entry) {
  for (const [name, steps] of [["undo", "steps"], ["redo", "undone"]]) {
    const button = entry.find(name);
    button.addEventListener("click", entry[name]);
    entry.watch(() => {
      const step = entry[steps].at(-1);
      // Said and not enforced: a button that is switched off under its own focus drops it, and these do no harm.
      button.ariaDisabled = !step;
      button.querySelector("span").textContent = entry.write(step ? `${name}_step` : name, { step: step?.name });
    });
  }
  const tools = entry.find("undo").parentElement;
  const [cards, save] = ["[data-way=cards]", ".round__save"].map((one) => entry.form.querySelector(one));
  entry.showAtOnce(() => {
    // A race that ended without a pile has no cards to give.
    const isByCards = valueOf(entry.form, "way") === "cards" && !["dealt", "exhausted"].includes(entry.form.dataset.ended);
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
    const sides = [...entry.now.figures.entries()].sort(([a], [b]) => (String(b) === entry.chosen) - (String(a) === entry.chosen));
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

/* The screen stays awake and a tap ticks, where the phone can do either; each has a switch that is remembered.

   Expects <input type="checkbox" data-switch="awake"> and data-switch="tick", each in a label that is hidden
   until the phone turns out to have it. */

export function addDevice(entry) {
  addSwitch(entry, "awake", canStayAwake, stayAwake);
  keepAwake();
  const tick = addSwitch(entry, "tick", "vibrate" in navigator);
  entry.showAtOnce((step) => step && tick() && navigator.userActivation?.hasBeenActive && navigator.vibrate(8));
}

function addSwitch({ form }, name, isThere, act) {
  const box = form.querySelector(`[data-switch="${name}"]`);
  box.closest("label").hidden = !isThere;
  box.checked = recall(name) !== "off";
  box.addEventListener("change", () => {
    remember(name, box.checked ? "on" : "off");
    act?.(box.checked);
  });
  return () => isThere && box.checked;
}

/* The Gaji, asked in a sheet of its own when cards are left over: who used it, what it took.

   Expects <dialog data-gaji-panel> and the fieldset [data-gaji], which moves into it; its chip on the board opens it. */

export function addGaji(entry) {
  const fields = entry.form.querySelector("[data-gaji]");
  if (!fields) return;
  entry.form.querySelector("[data-gaji-place]").append(fields);
  const took = entry.form.elements["gaji-took"];
  entry.watch(() => {
    took.disabled = readSide(entry.form, "gaji-by") === null;
  });
}
