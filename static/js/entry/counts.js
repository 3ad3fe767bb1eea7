/* Counts by one tap: for the chosen owner a row of number chips for each value group; the last side is filled in.

   Expects [data-chips="<value group>"], empty, and the fields count-<side>-<value group>, which keep the facts.
   A number that the deck no longer has, or that is too small for the yaku claimed, is struck out. */

import { findYaku } from "./scoring.js";
import { readWay, setTick, setValue } from "./facts.js";
import { makeButton } from "./panel.js";
import { fillLast, readNumber } from "./shapes/by_hand.js";
import { findRange, nameCount } from "./shapes/counted.js";

export function addCounts(entry) {
  for (const group of entry.rules.values) {
    const row = entry.form.querySelector(`[data-chips="${group.id}"]`);
    const chips = Array.from({ length: group.cards.length + 1 }, (_, count) => makeChip(entry, group, count));
    row.append(...chips);
    entry.showAtOnce(() => {
      if (readWay(entry.form) !== "counts") return;
      const chosen = readNumber(entry, nameCount(entry.chosen, group.id));
      const [least, free] = findRange(entry, entry.chosen, group);
      chips.forEach((chip, count) => {
        chip.ariaPressed = count === chosen;
        chip.disabled = count < least || count > free;
      });
    });
  }
}

function makeChip(entry, group, count) {
  const chip = makeButton(count, "count-chip", () => setCount(entry, entry.chosen, group, count));
  chip.ariaLabel = `${count} ${group.id}`;
  return chip;
}

export function setCount(entry, owner, group, count) {
  const names = entry.sides.map((_, n) => nameCount(n, group.id));
  setValue(entry.form, names[owner], String(count));
  delete entry.form.elements[names[owner]].dataset.filled;
  fillLast(entry, names, group.cards.length);
  entry.sides.forEach((_, n) => tickCertain(entry, n));
  entry.commit(entry.write("counted", { name: entry.nameOf(owner), count, group: count === 1 ? group.name : group.id }));
}

/* A side that has every card of a value group has the yaku made of them: nobody needs to tick these. */
function tickCertain(entry, n) {
  const full = entry.rules.values.filter(({ id, cards }) => readNumber(entry, nameCount(n, id)) === cards.length);
  for (const { yaku } of findYaku(entry.rules, new Set(full.flatMap(({ cards }) => cards)))) {
    setTick(entry.form, `yaku-${n}`, yaku.id, true);
  }
}
