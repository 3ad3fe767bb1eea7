/* The sum as a child can follow it: "5 + 2 = 7, × 2 = 14", where the cup is chaff "1 + 2 = 3 (11 + sake cup = 12)"; and the save button that says what it will do.

   Expects [data-meter-words], [data-save-words] and [data-heard]. */

import { sayScores } from "../entry/save_words.js";
import { sayChaff } from "../entry/lines.js";
import { numeral, sayWith } from "../entry/words.js";

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
