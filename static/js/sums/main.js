/* Why 55? The sum of every side, line by line, as it stands while the round is being entered.

   Expects on the form data-rulings='{"<ruling>": "<address>"}'. Each line leads to its ruling; the same sums stand on
   the Breakdown page once the round is saved, each with its source. Entry screens load this when it is asked for. */

import { h, inLetters } from "../entry/elements.js";
import { makeLines } from "./lines.js";
import { numeral, signed } from "../entry/words.js";
import { openPanel } from "../entry/panel.js";

export function openSums(entry) {
  const sides = [...entry.now.figures.entries()].sort(
    ([a], [b]) => (String(b) === entry.chosen) - (String(a) === entry.chosen),
  );
  openPanel(entry, entry.write("sums"), sides.map(([n, side]) => showSum(entry, n, side)));
}

export function showSum(entry, n, side) {
  const rulings = JSON.parse(entry.form.dataset.rulings);
  const total = { words: entry.write("total"), points: side.total, isSum: true };
  const decider = entry.rules.figures.find(({ id }) => id === entry.rules.decides && id !== "score");
  const lines = [...makeLines(entry.rules, entry.now.round, n, entry.sides.map((side) => side.name)), total];
  if (decider) lines.push({ words: entry.write("in_all", { head: decider.head }), points: side.tally, isSum: true });
  const rows = lines.map(({ words, points, ruling, isSum, isFactor }) => {
    const said = ruling ? Object.assign(h("a", h("span", ...inLetters(words))), { href: rulings[ruling] }) : words;
    const figure = isFactor ? `× ${points}` : isSum ? numeral(points) : signed(points);
    return Object.assign(h("tr", h("td", said), h("td", figure)), { className: isSum ? "panel__sum" : "" });
  });
  return h("section", h("h3", entry.sides[n].name), h("table", h("tbody", ...rows)));
}
