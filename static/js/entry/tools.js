/* The row above the save button: undo and redo that name their step, the rest in one tap.

   Expects [data-undo], [data-redo] and [data-rest], each with a <span> for its words. */

import { TABLE, readWay } from "./facts.js";
import { give } from "./picker.js";

export function addTools(entry) {
  const [undo, redo, rest] = ["undo", "redo", "rest"].map((name) => entry.form.querySelector(`[data-${name}]`));
  undo.addEventListener("click", entry.undo);
  redo.addEventListener("click", entry.redo);
  rest.addEventListener("click", () => giveRest(entry, findRestOwner(entry)));
  entry.showAtOnce(() => {
    rest.hidden = readWay(entry.form) !== "cards";
  });
  entry.watch((now) => {
    nameStep(undo, "Undo", entry.steps.at(-1));
    nameStep(redo, "Redo", entry.undone.at(-1));
    setIdle(rest, !now.unplaced.length);
    const owner = findRestOwner(entry);
    rest.querySelector("span").textContent = owner === TABLE ? "Rest stays" : `Rest to ${entry.nameOf(owner)}`;
  });
}

function nameStep(button, word, step) {
  setIdle(button, !step);
  button.querySelector("span").textContent = step ? `${word}: ${step.name}` : word;
}

/* Said and not enforced: a button that is switched off under its own focus drops it, and these do no harm. */
function setIdle(button, isIdle) {
  button.setAttribute("aria-disabled", String(isIdle));
}

export function giveRest(entry, owner) {
  for (const id of entry.now.unplaced) give(entry, entry.rules.byId.get(id), owner);
  entry.commit(owner === TABLE ? "the rest stays on the table" : `the rest → ${entry.nameOf(owner)}`);
}

/* Who has the rest: the one side without a card, when there is one only; else the chosen owner. */
function findRestOwner(entry) {
  const empty = entry.now.piles?.flatMap((pile, n) => (pile.length ? [] : [String(n)])) ?? [];
  return empty.length === 1 && entry.now.isStarted ? empty[0] : entry.chosen;
}
