/* Yaku that a side claims in a round counted by hand: only those that it can have, the chosen owner's shown.

   Expects <fieldset id="yaku-<side>"> with the ticks of that name. A yaku is struck out when another side claims
   one of its cards, or the numbers are too small for it. */

import { findClaimedCards } from "./shapes/by_hand.js";
import { readWay } from "./facts.js";
import { drawCards, h } from "./panel.js";

export function addClaims(entry) {
  const boxes = entry.sides.map((_, n) => entry.form.querySelector(`fieldset#yaku-${n}`));
  entry.showAtOnce(() => {
    boxes.forEach((box, n) => {
      if (box) box.hidden = String(n) !== entry.chosen;
      if (box && !box.hidden && readWay(entry.form) !== "cards" && !box.querySelector("svg")) drawChips(entry, box);
    });
  });
  entry.watch((now) => {
    if (now.way === "cards") return;
    boxes.forEach((box, n) => {
      if (box && !box.hidden) for (const tick of box.querySelectorAll("input")) tick.disabled = !tick.checked && !canClaim(entry, now, n, tick.value);
    });
  });
}

/* Each yaku by its short name and its cards; the whole name is read aloud. */
function drawChips(entry, box) {
  for (const tick of box.querySelectorAll("input")) {
    const yaku = entry.rules.yaku.find(({ id }) => id === tick.value);
    tick.ariaLabel = yaku.name;
    tick.title = yaku.name;
    tick.nextElementSibling.replaceChildren(yaku.short, h("small", ...drawCards(entry, yaku.all_of)));
  }
}

function canClaim(entry, { shape }, n, id) {
  const mine = findClaimedCards(entry, n, [id]);
  const isTheirs = (other) => findClaimedCards(entry, other).some((card) => mine.includes(card));
  return shape.canHold(entry, n, mine) && !entry.sides.some((_, other) => other !== n && isTheirs(other));
}
