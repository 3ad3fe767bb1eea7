/* The check before a race is saved: what is still open, or the sum of each side with what it does to the game.

   Expects <dialog data-check> with [data-check-title], [data-check-body] and [data-check-save]. It opens where
   something is open, and where a yaku would count that is not on the screen. */

import { areChipsSeen, isTickSeen, numeral, sayWith } from "../entry/facts.js";
import { h } from "../entry/panel.js";
import { listBonuses } from "../entry/scoring.js";
import { listOpen } from "./look.js";
import { sayChaff, sayOutcome } from "../entry/lines.js";
import { sayScores } from "../entry/meter.js";
import { showSum } from "../entry/tools.js";

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

/* The sum as a child can follow it: "5 + 2 = 7, × 2 = 14", where the cup is chaff "1 + 2 = 3 (11 + sake cup = 12)"; and the save button that says what it will do.

   Expects [data-meter-words], [data-save-words] and [data-heard]. */

export function addSums(entry) {
  const find = (name) => entry.form.querySelector(`[data-${name}]`);
  const [sum, save, heard] = ["meter-words", "save-words", "heard"].map(find);
  entry.watch((now, step) => {
    const parts = now.figures.map((side, n) => saySum(entry, now, side, n)).filter(Boolean);
    const [first] = now.asked;
    const start = first !== undefined && now.way === "cards" ? entry.write("start", { name: entry.nameOf(first) }) : "";
    sum.textContent = now.isStarted ? parts.join(" · ") || start : entry.write("stopped");
    save.textContent = sayScores(entry, now);
    if (step) heard.textContent = `${step}. ${sum.textContent}`;
  });
}

function saySum(entry, { asked, round }, side, n) {
  const who = asked.length > 1 ? `${entry.nameOf(n)}: ` : "";
  const { figures, found, extras, base, score, isListed } = side;
  const factors = entry.rules.figures.filter(({ id, factor }) => factor && entry.rules.shown.includes(id) && figures[id] > 1);
  if (extras.length) return extras.map(({ words, points }) => `${words} ${numeral(points)}`).join(" + ");
  if (!isListed || !base) return "";
  const terms = found.flatMap(({ yaku, points }) => (points > yaku.points ? [yaku.points, points - yaku.points] : [points]));
  const sum = terms.length > 1 ? `${terms.join(" + ")} = ${base}` : `${base}`;
  const times = factors.map(({ id, line: [words] }) => entry.write("times", { factor: figures[id], words: sayWith(words, { ...figures, others: entry.nameOf(1 - n) }) }));
  const chaff = found.map(({ yaku, points }) => sayChaff(entry.rules, yaku, points, round.piles[n])).join("");
  return [who + sum + chaff, ...times].join(", ") + (times.length ? " = " + numeral(score) : "");
}
