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
    nameStep(entry, undo, "undo", entry.steps.at(-1));
    nameStep(entry, redo, "redo", entry.undone.at(-1));
    setIdle(rest, !now.unplaced.length);
    const owner = findRestOwner(entry);
    rest.querySelector("span").textContent = entry.write(owner === TABLE ? "rest_stays" : "rest", { name: entry.nameOf(owner) });
  });
}

function nameStep(entry, button, word, step) {
  setIdle(button, !step);
  button.querySelector("span").textContent = entry.write(step ? `${word}_step` : word, { step: step?.name });
}

/* Said and not enforced: a button that is switched off under its own focus drops it, and these do no harm. */
function setIdle(button, isIdle) {
  button.ariaDisabled = isIdle;
}

export function giveRest(entry, owner) {
  for (const id of entry.now.unplaced) give(entry, entry.rules.byId.get(id), owner);
  entry.commit(entry.write(owner === TABLE ? "rest_left" : "rest_given", { name: entry.nameOf(owner) }));
}

/* Who has the rest: the one side without a card, when there is one only; else the chosen owner. */
function findRestOwner(entry) {
  const empty = entry.now.piles?.flatMap((pile, n) => (pile.length ? [] : [String(n)])) ?? [];
  return empty.length === 1 && entry.now.isStarted ? empty[0] : entry.chosen;
}
