/* Yaku that a side claims in a round counted by hand: only those that it can have, the chosen owner's shown.

   Expects <fieldset id="yaku/<side>"> with the ticks of that name. A yaku is struck out when another side claims
   one of its cards, or the numbers are too small for it. Where saving would ask who has it, its tick asks already. */

import { canBeDealt } from "./dealt.js";
import { drawCards, h, setText } from "./elements.js";
import { listHeld, tickCertain } from "./shapes/by_hand.js";
import { valueOf } from "./facts.js";

export function addClaims(entry) {
  const boxes = entry.sides.map((_, n) => entry.form.querySelector(`fieldset[id="yaku/${n}"]`));
  for (const box of boxes) box?.addEventListener("change", () => tickCertain(entry, entry.now.shape.limit));
  entry.showAtOnce(() => {
    boxes.forEach((box, n) => {
      if (box) box.hidden = String(n) !== entry.chosen;
      if (box && !box.hidden && valueOf(entry.form, "way") !== "cards" && !box.querySelector("svg")) {
        drawChips(entry, box);
      }
    });
  });
  entry.watch((now) => {
    if (now.way === "cards") return;
    const open = now.shape.listOpen(entry, now);
    boxes.forEach((box, n) => {
      if (box && !box.hidden) for (const tick of box.querySelectorAll("[type=checkbox]")) {
        tick.disabled = !tick.checked && !canBeDealt(listHeld(entry, now.shape.limit, n, tick.value));
        sayAsked(entry, tick, open.includes(`sure/holder/${tick.value}`));
      }
    });
  });
}

/* Each yaku by its short name and its cards; the whole name is read aloud (`sayAsked`). */
function drawChips(entry, box) {
  for (const tick of box.querySelectorAll("[type=checkbox]")) {
    const yaku = entry.rules.yaku.find(({ id }) => id === tick.value);
    tick.nextElementSibling.replaceChildren(
      yaku.short,
      h("small", ...drawCards(
        entry,
        yaku.all_of.length ? yaku.all_of : yaku.at_least.of.slice(0, yaku.at_least.n),
      )),
    );
  }
}

function sayAsked({ rules, write }, tick, isAsked) {
  const { name, short } = rules.yaku.find(({ id }) => id === tick.value);
  tick.ariaLabel = isAsked ? write("holder_label", { yaku: name }) : name;
  setText(tick.nextElementSibling, isAsked ? write("holder", { yaku: short }) : short);
  tick.parentElement.classList.toggle("chip--ask", isAsked);
}
