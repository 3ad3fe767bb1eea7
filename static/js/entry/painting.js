/* Press and drag over the cards: each card that the finger passes goes to the chosen owner, as one step.

   Expects the tiles of addPicker. A press that stays on one card is a tap on it. */

import { give, tap } from "./cards.js";

export function addPainting(entry) {
  const area = entry.form.querySelector('[data-way="cards"]');
  let start = null;
  let isOff = false;
  let painted = new Set();
  entry.liftedAt = -Infinity;
  const paint = (tile) => {
    if (painted.has(tile)) return;
    painted.add(tile);
    give(entry, tile.card, entry.chosen);
    entry.refresh();
  };
  area.addEventListener("pointerdown", (event) => {
    // The second finger of two waits for its turn.
    if (!event.isPrimary) return;
    painted = new Set();
    isOff = false;
    start = event.button === 0 ? findTile(entry, event.target) : null;
  });
  area.addEventListener("pointermove", (event) => {
    if (!start || !event.isPrimary || !event.buttons) return;
    // A finger's events all go to where it came down: where it is now must be looked up.
    const tile = findTile(entry, document.elementFromPoint(event.clientX, event.clientY));
    isOff ||= tile !== start;
    if (!tile || (tile === start && !painted.size)) return;
    paint(start);
    paint(tile);
  });
  const stop = (event) => {
    if (!start || !event.isPrimary) return;
    entry.liftedAt = event.timeStamp;
    if (painted.size) entry.commit(entry.write(
      "cards",
      { count: painted.size, name: entry.nameOf(entry.chosen, "short") },
    ));
    else if (!isOff && event.type === "pointerup" && findTile(entry, event.target) === start) tap(entry, start.card);
    start = null;
    painted = new Set();
  };
  area.addEventListener("pointercancel", stop);
  addEventListener("pointerup", stop);
  // A drag would otherwise carry the picture away, or select the text under it.
  area.addEventListener("dragstart", (event) => event.preventDefault());
}

function findTile(entry, element) {
  const pick = element?.closest(".pick");
  return pick && entry.tiles.find((tile) => tile.pick === pick);
}
