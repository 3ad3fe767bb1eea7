/* Why 55? The sum of every side, line by line, as it stands while the round is being entered.

   Expects [data-why], a button, and on the form data-rulings='{"<sort of line>": "<address>"}'. Each line leads to its ruling; the same sums stand on the Breakdown page
   once the round is saved, each with its source. */

import { KINDS } from "./look.js";
import { signed } from "./owners.js";
import { h, openPanel } from "./panel.js";

export function addWhy(entry) {
  entry.form.querySelector("[data-why]").addEventListener("click", () => {
    const sides = [...entry.now.figures.entries()].sort(([a], [b]) => (String(b) === entry.chosen) - (String(a) === entry.chosen));
    openPanel(entry, "How it counts so far", sides.map(([n, side]) => showSum(entry, n, side)));
  });
}

/* Each line: [words, points, the sort of line whose ruling explains it, whether it adds up those above]. */
function showSum(entry, n, side) {
  const lines = [...listKinds(entry, n), ["Card points", side.cardPoints, "values", true]];
  const rulings = JSON.parse(entry.form.dataset.rulings);
  const { floor, net } = side;
  const isUnder = side.cardPoints < floor;
  const yaku = side.yaku.map(({ yaku, points }) => [yaku.name, points, "yaku"]);
  const struck = side.undeclared.map(({ yaku }) => [`${yaku.name}: not announced`, 0, "undeclared"]);
  const off = floor === null ? [] : [[`Floor: ${entry.rules.deck_points} ÷ ${entry.sides.length} sides`, -floor, "floor"]];
  if (entry.rules.is_bonus_before) lines.push(...yaku, ...struck, ...off);
  else {
    if (floor !== null) off.push([isUnder ? "Net: under the floor counts as 0" : "Net", net, isUnder ? "under" : "net", true]);
    lines.push(...off, ...yaku, ...struck);
  }
  lines.push(["Round score", side.score, yaku.length ? "score-with-yaku" : "score", true], ["Total", side.total, "", true]);
  const rows = lines.map(([words, points, sort, isSum]) => {
    const row = h("tr", h("td", sort ? makeLink(rulings[sort], words) : words), h("td", isSum ? String(points) : signed(points)));
    if (isSum) row.className = "panel__sum";
    return row;
  });
  return h("section", h("h3", entry.sides[n].name), h("table", h("tbody", ...rows)));
}

function makeLink(address, words) {
  const link = h("a", words);
  link.href = address;
  return link;
}

/* "3 brights × 20" and so on, of the cards or of the counts. */
function listKinds({ now, rules }, n) {
  return Object.keys(KINDS).flatMap((kinds) => {
    const kind = kinds.slice(0, -1);
    const value = rules.values[kind];
    if (now.way === "points") return [];
    const pile = now.round.piles?.[n];
    const count = pile ? [...pile].filter((id) => rules.byId.get(id).kind === kind).length : now.document.counts[n][kinds];
    return [[`${count} ${kind}${count === 1 ? "" : "s"} × ${value}`, count * value, "values"]];
  });
}
