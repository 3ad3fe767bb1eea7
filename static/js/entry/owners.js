/* The owners: a tap chooses who gets the next cards; each shows points, round score and the total after it.

   Expects <button data-owner="0"> … with [data-points], [data-score], [data-total] inside. */

import { numeral, signed } from "./words.js";
import { setText } from "./elements.js";
import { plays, valueOf } from "./facts.js";

export function addOwners(entry) {
  const tabs = [...entry.form.querySelectorAll("[data-owner]")];
  for (const tab of tabs) tab.addEventListener("click", () => entry.choose(tab.dataset.owner));
  entry.showAtOnce(() => {
    // Nobody counts what lies on the table.
    const isByCards = valueOf(entry.form, "way") === "cards";
    if (!plays(entry, entry.chosen) || (!isByCards && !entry.sides[entry.chosen])) {
      entry.chosen = String(entry.sides.findIndex((_, n) => plays(entry, n)));
    }
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
  const figures = { points: numeral(side.cardPoints), score: signed(side.score), total: numeral(side.total) };
  for (const [name, figure] of Object.entries(figures)) {
    // Two sides have room for what each figure is, five for no sign.
    const shown = now.figures.length < 3
      ? entry.write(`figure_${name}`, figures)
      : name === "total" && now.figures.length < 5
        ? `→\u2009${figure}`
        : figure;
    write(tab, name, side.isKnown ? shown : name === "points" ? "–" : "");
  }
}

function write(tab, name, text) {
  const place = tab.querySelector(`[data-${name}]`);
  if (place) setText(place, text);
}
