/* Why 55? The sum of every side, line by line, as it stands while the round is being entered.

   Expects [data-why], a button. The same sums stand on the Breakdown page once the round is saved, each
   with its rule and source. */

import { KINDS } from "./look.js";
import { signed } from "./owners.js";
import { h, openPanel } from "./panel.js";

export function addWhy(entry) {
  entry.form.querySelector("[data-why]").addEventListener("click", () => {
    const sides = [...entry.now.figures.entries()].sort(([a], [b]) => (String(b) === entry.chosen) - (String(a) === entry.chosen));
    openPanel(entry, "How it counts so far", sides.map(([n, side]) => showSum(entry, n, side)));
  });
}

function showSum(entry, n, side) {
  const lines = [...listKinds(entry, n), ["Card points", side.cardPoints, true]];
  const { floor, net } = side;
  const yaku = side.yaku.map(({ yaku, points }) => [yaku.name, points]);
  const struck = side.undeclared.map(({ yaku }) => [`${yaku.name}: not declared`, 0]);
  const off = floor === null ? [] : [[`Floor: ${entry.rules.deck_points} ÷ ${entry.sides.length} sides`, -floor]];
  if (entry.rules.is_bonus_before) lines.push(...yaku, ...struck, ...off);
  else {
    if (floor !== null) off.push([side.cardPoints < floor ? "Net: under the floor counts as 0" : "Net", net, true]);
    lines.push(...off, ...yaku, ...struck);
  }
  lines.push(["Round score", side.score, true], ["Total", side.total, true]);
  const rows = lines.map(([words, points, isSum]) => {
    const row = h("tr", h("td", words), h("td", isSum ? String(points) : signed(points)));
    if (isSum) row.className = "panel__sum";
    return row;
  });
  return h("section", h("h3", entry.sides[n].name), h("table", h("tbody", ...rows)));
}

/* "3 brights × 20" and so on, of the cards or of the counts. */
function listKinds({ now, rules }, n) {
  return Object.keys(KINDS).flatMap((kinds) => {
    const kind = kinds.slice(0, -1);
    const value = rules.values[kind];
    if (now.way === "points") return [];
    const pile = now.round.piles?.[n];
    const count = pile ? [...pile].filter((id) => rules.byId.get(id).kind === kind).length : now.document.counts[n][kinds];
    return [[`${count} ${kind}${count === 1 ? "" : "s"} × ${value}`, count * value]];
  });
}
