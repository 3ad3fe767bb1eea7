/* Undo and redo, each with the name of its step: behind the last card, or above the save button where no cards are.

   Expects [data-undo] and [data-redo] in .tools, each with a <span> for its words. */

import { readWay } from "./facts.js";

export function addTools(entry) {
  const [undo, redo] = ["undo", "redo"].map((name) => entry.form.querySelector(`[data-${name}]`));
  undo.addEventListener("click", entry.undo);
  redo.addEventListener("click", entry.redo);
  const tools = undo.parentElement;
  const [cards, save] = ["[data-way=cards]", ".round__save"].map((one) => entry.form.querySelector(one));
  entry.showAtOnce(() => {
    // A race that ended without a pile has no cards to give.
    const isByCards = readWay(entry.form) === "cards" && !["dealt", "exhausted"].includes(entry.form.dataset.ended);
    if (isByCards === (tools.parentElement === cards)) return;
    if (isByCards) cards.append(tools);
    else save.before(tools);
  });
  entry.watch(() => {
    nameStep(entry, undo, "undo", entry.steps.at(-1));
    nameStep(entry, redo, "redo", entry.undone.at(-1));
  });
}

function nameStep(entry, button, word, step) {
  setIdle(button, !step);
  button.querySelector("span").textContent = entry.write(step ? `${word}_step` : word, { step: step?.name });
}

/* Said and not enforced: a button that is switched off under its own focus drops it, and these do no harm. */
export function setIdle(button, isIdle) {
  button.ariaDisabled = isIdle;
}
