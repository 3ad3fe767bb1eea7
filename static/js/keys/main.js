/* Arrows move over the cards, digits name an owner (0 the table), Ctrl-Z and Ctrl-Y go back and forth.

   A digit on a card gives the card; anywhere else, but in a field, it chooses the owner. The entry screen loads this
   script at the first key. */

import { TABLE, findMiddle } from "../entry/facts.js";
import { give } from "../entry/cards.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function press(entry, event) {
  const act = isField(event.target) ? null : findAct(entry, event);
  if (!act) return;
  event.preventDefault();
  act();
}

function findAct(entry, { target, key, ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey) return { z: shiftKey ? entry.redo : entry.undo, y: entry.redo }[key.toLowerCase()];
  const tile = entry.tiles.find(({ button }) => button === target);
  if (tile && WAYS[key]) return () => findNext(entry.tiles, tile, WAYS[key]).button.focus();
  if (!/^[0-9]$/.test(key) || Number(key) > entry.sides.length) return null;
  return () => pressDigit(entry, tile, key === "0" ? TABLE : String(key - 1));
}

function pressDigit(entry, tile, owner) {
  if (!tile) return entry.choose(owner);
  entry.chosen = owner;
  give(entry, tile.card, owner);
  entry.commit(entry.write("a_card", { card: tile.card.short, name: entry.nameOf(owner, "short") }));
}

function isField({ type, tagName }) {
  return tagName === "SELECT" || ["text", "radio", "checkbox"].includes(type);
}

/* The nearest card in this direction, wherever the cards lie; the same one at the edge. */
function findNext(tiles, from, [x, y]) {
  const [fromX, fromY] = findMiddle(from.button);
  let best = [Infinity, from];
  for (const tile of tiles) {
    const [tileX, tileY] = findMiddle(tile.button);
    const [dx, dy] = [tileX - fromX, tileY - fromY];
    const along = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    if (along > 2 && along + 3 * aside < best[0]) best = [along + 3 * aside, tile];
  }
  return best[1];
}
