/* Yaku by one tap each. Of the yaku of one group only one can be ticked. Expects in [data-of-side] the ticks
   yaku/<side>. */

import { addFurther } from "../entry/further.js";
import { findTick, setTick, ticksOf } from "../entry/facts.js";

export function addTicks(entry) {
  const { form, rules } = entry;
  for (const yaku of rules.yaku) {
    for (const n of entry.sides.keys()) {
      const tick = findTick(form, `yaku/${n}`, yaku.id);
      tick.addEventListener("change", () => tick.checked && dropRivals(entry, n, yaku));
    }
  }
  addFurther(entry);
}

function dropRivals({ form, rules }, n, { id, group, replaces }) {
  for (const other of ticksOf(form, `yaku/${n}`)) {
    const rival = rules.yaku.find((one) => one.id === other);
    if (
      other !== id
      && ((group && rival.group === group) || replaces.includes(other) || rival.replaces.includes(id))
    ) setTick(form, `yaku/${n}`, other, false);
  }
}
