/* Press and drag over the cards: each card that the finger passes goes to the chosen owner, as one step.

   Expects the tiles of picker.js. A press that stays on one card is a tap on it. */

import { give } from "./picker.js";

export function addPainting(entry) {
  const area = entry.form.querySelector('[data-way="cards"]');
  let start = null;
  let painted = new Set();
  entry.liftedAt = -Infinity;
  const paint = (tile) => {
    if (painted.has(tile)) return;
    painted.add(tile);
    give(entry, tile.card, entry.chosen);
    entry.refresh();
  };
  area.addEventListener("pointerdown", (event) => {
    painted = new Set();
    start = event.isPrimary && event.button === 0 ? findTile(entry, event) : null;
  });
  area.addEventListener("pointermove", (event) => {
    const tile = start && findTile(entry, event);
    if (!tile || (tile === start && !painted.size)) return;
    paint(start);
    paint(tile);
  });
  const stop = (event) => {
    const isTap = event.type === "pointerup" && start && findTile(entry, event) === start;
    if (start) entry.liftedAt = event.timeStamp;
    if (painted.size) entry.commit(`${painted.size} cards → ${entry.nameOf(entry.chosen)}`);
    else if (isTap) start.tap();
    start = null;
    painted = new Set();
  };
  area.addEventListener("pointercancel", stop);
  addEventListener("pointerup", stop);
  // A drag would otherwise carry the picture away, or select the text under it.
  area.addEventListener("dragstart", (event) => event.preventDefault());
}

function findTile(entry, { clientX, clientY }) {
  const pick = document.elementFromPoint(clientX, clientY)?.closest(".pick");
  return pick && entry.tiles.find((tile) => tile.pick === pick);
}
