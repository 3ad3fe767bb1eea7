/* The sheet before a race is saved: what is still open, or the sum of each side with what it does to the game.

   Expects in <dialog data-summary> a [data-summary-body] and the button [data-summary-save]; the form's questions
   [data-rained] and [data-suit] move into it. */

import { addSheet, fillSheet } from "../entry/sheet.js";
import { areChipsSeen, isTickSeen, numeral } from "../entry/facts.js";
import { h } from "../entry/panel.js";
import { listBonuses } from "../entry/scoring.js";
import { listOpen } from "./look.js";
import { sayChaff } from "../entry/lines.js";
import { showSum } from "../entry/tools.js";

export function addCheck(entry) {
  addSheet(entry, fillCheck, () => !listOpen(entry).length && isSeen(entry));
}

function fillCheck(entry) {
  const open = listOpen(entry);
  fillSheet(entry, open.length ? "open" : "check", open.length);
  const questions = open.map(([path, key, n, yaku]) => {
    const words = h("p", entry.write(key, { name: n === undefined ? "" : entry.nameOf(n), yaku }));
    words.dataset.ask = path;
    return words;
  });
  const sums = open.length ? [] : entry.now.figures.map((side, n) => showSum(entry, n, side));
  entry.find("summary-body").replaceChildren(...questions, ...listAsks(entry), ...sums);
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

/* The sum as a child can follow it: "(5 + 2) × 2 = 14", where the cup is chaff "1 + 2 = 3 (11 + sake cup = 12)".

   It stands where other games have what is placed. */

export function saySums(entry, now) {
  if (!now.isStarted) return entry.write("stopped");
  const parts = now.figures.map((side, n) => saySum(entry, now, side, n)).filter(Boolean);
  const [first] = now.asked;
  const start = first !== undefined && now.way === "cards" ? entry.write("start", { name: entry.nameOf(first) }) : "";
  return parts.join(" · ") || start || (listOpen(entry).length ? "" : entry.write("nobody_scores"));
}

function saySum(entry, { asked, round }, side, n) {
  const who = asked.length > 1 ? `${entry.nameOf(n)}: ` : "";
  const { figures, found, extras, base, score, isListed } = side;
  const factors = entry.rules.figures.filter(
    ({ id, factor }) => factor && entry.rules.shown.includes(id) && figures[id] > 1,
  );
  if (extras.length) return extras.map(({ words, points }) => `${words} ${numeral(points)}`).join(" + ");
  if (!isListed || !base) return "";
  const terms = !found.length
    ? [base]
    : found.flatMap(({ yaku, points }) => (points > yaku.points ? [yaku.points, points - yaku.points] : [points]));
  const sum = terms.length > 1 && factors.length ? `(${terms.join(" + ")})` : terms.join(" + ");
  const product = [sum, ...factors.map(({ id }) => figures[id])].join(" × ");
  const chaff = found.map(({ yaku, points }) => sayChaff(entry.rules, yaku, points, round.piles[n])).join("");
  if (product === `${base}`) {
    return who + entry.write(base === 1 ? "one_point" : "figure_points", { points: base }) + chaff;
  }
  return `${who}${product} = ${numeral(score)}${chaff}`;
}
