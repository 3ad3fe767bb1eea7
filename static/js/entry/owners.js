/* The owners: a tap chooses who gets the next cards; each shows points, round score and the total after it.

   Expects <button data-owner="0"> … with [data-points], [data-score], [data-total] inside. */

import { TABLE, numeral, signed, valueOf } from "./facts.js";
import { give } from "./cards.js";

export function addOwners(entry) {
  const tabs = [...entry.form.querySelectorAll("[data-owner]")];
  for (const tab of tabs) tab.addEventListener("click", () => entry.choose(tab.dataset.owner));
  entry.showAtOnce(() => {
    // Nobody counts what lies on the table.
    const isByCards = valueOf(entry.form, "way") === "cards";
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
  if (place && place.textContent !== text) place.textContent = text;
}

/* The cards that nobody has yet go to one owner in one tap.

   Expects [data-rest], a button with a <span> for its words. */

export function addRest(entry) {
  const rest = entry.form.querySelector("[data-rest]");
  rest.addEventListener("click", () => giveRest(entry, findRestOwner(entry)));
  entry.watch((now) => {
    rest.ariaDisabled = !now.unplaced.length;
    const owner = findRestOwner(entry);
    rest.querySelector("span").textContent = entry.write(
      owner === TABLE ? "rest_stays" : "rest",
      { name: entry.nameOf(owner, "short") },
    );
  });
}

export function giveRest(entry, owner) {
  for (const id of entry.now.unplaced) give(entry, entry.rules.byId.get(id), owner);
  entry.commit(entry.write(owner === TABLE ? "rest_left" : "rest_given", { name: entry.nameOf(owner, "short") }));
}

/* Who has the rest: the one side without a card, when there is one only; else the chosen owner. */
function findRestOwner(entry) {
  const empty = entry.now.piles?.flatMap((pile, n) => (pile.length ? [] : [String(n)])) ?? [];
  return empty.length === 1 && entry.now.isStarted ? empty[0] : entry.chosen;
}
