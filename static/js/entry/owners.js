/* The owners: a tap chooses who gets the next cards; each shows points, round score and the total after it.

   Expects <button data-owner="0"> … with [data-points], [data-score], [data-total] inside. */

import { readWay } from "./facts.js";
import { numeral, signed } from "./words.js";

export function addOwners(entry) {
  const tabs = [...entry.form.querySelectorAll("[data-owner]")];
  for (const tab of tabs) tab.addEventListener("click", () => entry.choose(tab.dataset.owner));
  entry.showAtOnce(() => {
    // Nobody counts what lies on the table.
    const isByCards = readWay(entry.form) === "cards";
    if (!isByCards && !entry.sides[entry.chosen]) entry.chosen = "0";
    for (const tab of tabs) {
      tab.ariaPressed = tab.dataset.owner === entry.chosen;
      tab.hidden = !isByCards && !entry.sides[tab.dataset.owner];
    }
  });
  entry.watch((now) => {
    for (const tab of tabs) showFigures(entry, tab, now);
  });
}

function showFigures(entry, tab, now) {
  const side = now.figures[tab.dataset.owner];
  if (!side) {
    write(tab, "points", now.left.length ? entry.write("left", { count: now.left.length }) : "");
    return;
  }
  // Beside seven sides there is no room for a sign.
  const sign = now.figures.length > 6 ? "" : now.figures.length > 2 ? "→" : entry.write("tab_total");
  // Two have room for what the figure is.
  const points = numeral(side.cardPoints);
  write(tab, "points", !side.isKnown ? "–" : now.figures.length > 2 ? points : entry.write("shows", { points }));
  write(tab, "score", side.isKnown ? signed(side.score) : "");
  write(tab, "total", side.isKnown ? sign + numeral(side.total) : "");
}

function write(tab, name, text) {
  const place = tab.querySelector(`[data-${name}]`);
  if (place && place.textContent !== text) place.textContent = text;
}
