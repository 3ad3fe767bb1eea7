/* The sheet before a race is saved: what is still open, or the sum of each side with what it does to the game.

   Expects in <dialog data-summary> a [data-summary-body] and the button [data-summary-save]; the form's questions
   [data-rained] and [data-suit] move into it. */

import { addSheet, fillSheet } from "../entry/sheet.js";
import { areChipsSeen, isTickSeen } from "../entry/seen.js";
import { h } from "../entry/elements.js";
import { listBonuses } from "../entry/rules.js";
import { listOpen } from "./look.js";
import { loadSums } from "../entry/later.js";

export function addCheck(entry) {
  addSheet(entry, fillCheck, () => !listOpen(entry).length && isSeen(entry));
}

function fillCheck(entry) {
  const open = listOpen(entry);
  fillSheet(entry, open.length ? "open" : "check", open.length);
  const questions = open.map(([path, key, n, what]) => {
    const words = h("p", entry.write(key, { name: n === undefined ? "" : entry.nameOf(n), what }));
    words.dataset.ask = path;
    return words;
  });
  const sums = h("div");
  sums.className = "panel__body";
  entry.find("summary-body").replaceChildren(...questions, ...listAsks(entry), sums);
  if (!open.length) loadSums(entry).then(({ showSum }) => {
    sums.replaceChildren(...entry.now.figures.map((side, n) => showSum(entry, n, side)));
  }, () => {});
  entry.find("summary-save").hidden = open.length > 0;
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
