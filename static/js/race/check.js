/* The check before a race is saved: what is still open, or the sum of each side with what it does to the game.

   Expects <dialog data-check> with [data-check-title], [data-check-body] and [data-check-save]. It opens where
   something is open, and where a yaku would count that is not on the screen. */

import { listBonuses } from "../entry/figures.js";
import { areChipsSeen, isTickSeen } from "../entry/on_screen.js";
import { sayOutcome } from "../entry/outcome.js";
import { h } from "../entry/panel.js";
import { sayScores } from "../entry/save_words.js";
import { showSum } from "../entry/why.js";
import { listOpen } from "./look.js";

export function addCheck(entry) {
  const { form } = entry;
  const dialog = form.querySelector("[data-check]");
  const find = (name) => dialog.querySelector(`[data-check-${name}]`);
  entry.sure = new Set();
  const open = () => {
    const { now } = entry;
    const asked = listOpen(entry);
    find("title").textContent = entry.write(asked.length ? "open" : "check", { number: form.dataset.number });
    const questions = asked.map(([key, n, yaku]) => h("p", entry.write(key, { name: n === undefined ? "" : entry.nameOf(n), yaku })));
    const outcome = asked.length ? "" : sayOutcome(entry.goal, entry.sides.map(({ name }) => name), now.figures.map(({ tally }) => tally));
    const sums = asked.length ? [] : [...now.figures.entries()].map(([n, side]) => showSum(entry, n, side));
    find("body").replaceChildren(...questions, ...listAsks(entry), ...sums, h("p", outcome));
    find("save").textContent = sayScores(entry, now);
    find("save").hidden = asked.length > 0;
    if (dialog.open) return;
    dialog.showModal();
    find("title").focus();
  };
  entry.summarizeFirst = () => {
    if (!listOpen(entry).length && isSeen(entry)) return false;
    open();
    return true;
  };
  entry.openSummary = open;
  entry.watch(() => dialog.open && open());
  dialog.addEventListener("close", () => {
    form.querySelector("[data-asked]").append(...dialog.querySelectorAll(".ask"));
    entry.refresh();
  });
  find("save").addEventListener("click", () => {
    dialog.close();
    entry.save();
  });
}

/* The form's own questions of this round, answered or not: what is taken out of the page would not be sent. */
function listAsks({ form, now }) {
  const month = now.suits.map(({ suit }) => form.querySelector(`.ask[data-suit="${suit}"]`));
  return [...month, ...now.rained.map((word) => form.querySelector(`[data-rained="${word}"]`))];
}

/* Whether every yaku that counts is on the screen: as a chip under the cards, or as a tick. */
function isSeen({ form, now }) {
  return now.way === "cards" ? areChipsSeen(form) : listBonuses(now).every((bonus) => isTickSeen(form, bonus));
}
