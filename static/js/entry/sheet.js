/* The sheet before a round is saved, of every shape: it opens where something must be answered, and where
   something would count that was not on the screen.

   Expects <dialog data-summary> with [data-summary-title], [data-summary-save] and [data-outcome]. The form's own
   questions, [data-asked] and [data-gaji-place], are asked in it while it is open. */

import { plays } from "./facts.js";
import { sayOutcome } from "./outcome.js";
import { sayScores } from "./scores.js";

/* An option of a select is :checked, too. */
const OPEN = [
  "[data-ask]:not([hidden]) button",
  ":is(.ask, [data-gaji], [data-extras] fieldset):not(:has(input:checked)) input",
  "[data-gaji] select",
].join(", ");

/* `fill` shows the round in the sheet, `isReady` says whether it can be saved unseen. */
export function addSheet(entry, fill, isReady) {
  const { form } = entry;
  const dialog = form.querySelector("[data-summary]");
  const save = dialog.querySelector("[data-summary-save]");
  entry.summary = dialog;
  entry.sure = new Set();
  entry.isReady = isReady;
  entry.openSummary = () => {
    fill(entry);
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("[data-summary-title]").focus();
    if (save.ariaDisabled === "true") dialog.querySelector(OPEN)?.scrollIntoView({ block: "nearest" });
  };
  entry.watch(() => dialog.open && fill(entry));
  save.addEventListener("click", () => {
    if (save.ariaDisabled === "true") return dialog.querySelector(OPEN).focus();
    dialog.close();
    entry.save();
  });
  dialog.addEventListener("close", () => {
    form.querySelector("[data-asked]")?.append(...dialog.querySelectorAll(".ask"));
    form.querySelector("[data-gaji-place]").append(...dialog.querySelectorAll("[data-gaji]"));
    entry.refresh();
  });
}

/* What the sheet of every shape says: its title, what is saved, what that does to the game. */
export function fillSheet(entry, title, count) {
  const { now, find } = entry;
  find("summary-title").textContent = entry.write(title, { count, number: entry.form.dataset.number });
  sayScores(entry, find("summary-save"), now);
  find("summary-save").ariaDisabled = count > 0;
  find("outcome").textContent = count
    ? ""
    : sayOutcome(
      entry.goal,
      entry.sides.map(({ name }) => name),
      now.figures.map(({ tally }) => tally),
      now.figures.map(({ yaku = [] }) => yaku.map(({ yaku: { id } }) => id)),
      entry.sides.map((_, n) => !plays(entry, n)),
    );
}
