/* Undo and redo, each with the name of its step: behind the last card, or above the save button where no cards are.

   Expects [data-undo] and [data-redo] in .tools, each with a <span> for its words. */

import { setText } from "./elements.js";
import { valueOf } from "./facts.js";

export function addTools(entry) {
  for (const [name, steps] of [["undo", "steps"], ["redo", "undone"]]) {
    const button = entry.find(name);
    button.addEventListener("click", entry[name]);
    entry.watch(() => {
      const step = entry[steps].at(-1);
      // Not where it has the focus: a button that goes under its own focus drops it, and these do no harm.
      button.classList.toggle("tool--idle", !step);
      button.ariaDisabled = !step;
      setText(button.querySelector("span"), entry.write(step ? `${name}_step` : name, { step: step?.name }));
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
