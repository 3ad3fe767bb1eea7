/* Undo and redo, in the row above the save button, each with the name of its step.

   Expects [data-undo] and [data-redo], each with a <span> for its words. */

export function addTools(entry) {
  const [undo, redo] = ["undo", "redo"].map((name) => entry.form.querySelector(`[data-${name}]`));
  undo.addEventListener("click", entry.undo);
  redo.addEventListener("click", entry.redo);
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
