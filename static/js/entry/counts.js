/* Counts by one tap: for the chosen owner a row of number chips for each value group; the last side is filled in.

   Expects [data-chips="<value group>"] with a button for each number from 0, but for a group that is numbered, and
   the fields counts/<side>/<value group>, which keep the facts. By keyboard one Tab enters a row. A number that the
   deck no longer has, or that is too small for the yaku claimed, is struck out. */

import { addFields } from "./points.js";
import { counted, findRoom, nameCount } from "./shapes/counted.js";
import { fillLast, tickCertain } from "./shapes/by_hand.js";
import { readNumber } from "./numbers.js";
import { setValue, valueOf } from "./facts.js";

export function addCounts(entry) {
  for (const group of entry.rules.values) {
    if (group.id === entry.rules.numbered) {
      addFields(entry, entry.sides.map((_, n) => nameCount(n, group.id)), group.cards.length);
      continue;
    }
    const row = entry.form.querySelector(`[data-chips="${group.id}"]`);
    const chips = [...row.querySelectorAll("button")];
    row.addEventListener("keydown", (event) => goByKey(chips, event));
    chips.forEach((chip, count) => chip.addEventListener("click", () => setCount(entry, entry.chosen, group, count)));
    entry.showAtOnce(() => {
      if (valueOf(entry.form, "way") !== "counts") return;
      const chosen = readNumber(entry, nameCount(entry.chosen, group.id));
      const hasRoom = findRoom(entry, Number(entry.chosen), group);
      chips.forEach((chip, count) => {
        chip.ariaChecked = count === chosen;
        chip.disabled = !hasRoom(count);
      });
      setStop(chips, chips[chosen]?.disabled === false ? chips[chosen] : chips.find(({ disabled }) => !disabled));
    });
  }
}

/* The one chip of a row at which Tab stops. */
function setStop(chips, stop) {
  for (const chip of chips) chip.tabIndex = chip === stop ? 0 : -1;
}

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/* Arrows move in a row, and a digit chooses its number: 0 at the chip of 1 is ten. */
function goByKey(chips, event) {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const free = chips.filter(({ disabled }) => !disabled);
  const typed = [target.textContent + key, key].map((number) => chips[number]).find((chip) => free.includes(chip));
  const next = key in STEPS ? free.at((free.indexOf(target) + STEPS[key]) % free.length) : typed;
  if (!next) return;
  event.preventDefault();
  setStop(chips, next);
  next.focus();
  if (next === typed) next.click();
}

export function setCount(entry, owner, group, count) {
  const names = entry.sides.map((_, n) => nameCount(n, group.id));
  setValue(entry.form, names[owner], String(count));
  delete entry.form.elements[names[owner]].dataset.filled;
  fillLast(entry, names, group.cards.length);
  tickCertain(entry, counted.limit);
  entry.commit(entry.write("counted", {
    name: entry.nameOf(owner),
    count,
    group: count === 1 ? group.name : group.plural,
  }));
}
