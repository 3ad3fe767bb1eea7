/* Yaku by one tap each, and a tap for each further card. Of the yaku of one group only one can be ticked.

   Expects in [data-of-side] the ticks yaku/<side> and, where further cards count, the fields
   further/<side>/<yaku>, which keep the facts. */

import { findTick, setTick, setValue, ticksOf } from "../entry/facts.js";
import { makeButton } from "../entry/elements.js";
import { readNumber } from "../entry/numbers.js";

export function addTicks(entry) {
  const { form, rules } = entry;
  for (const yaku of rules.yaku) {
    for (const n of entry.sides.keys()) {
      const tick = findTick(form, `yaku/${n}`, yaku.id);
      tick.addEventListener("change", () => tick.checked && dropRivals(entry, n, yaku));
      const field = form.elements[`further/${n}/${yaku.id}`];
      if (field) addFurther(entry, n, yaku, tick, field);
    }
  }
}

function addFurther(entry, n, yaku, tick, field) {
  const more = makeButton("", "claim__more", () => {
    const next = (readNumber(entry, field.name) ?? 0) + 1;
    setValue(entry.form, field.name, next > yaku.furthest ? "" : String(next));
    entry.commit(entry.write("further", { yaku: yaku.short, count: field.value || 0 }));
  });
  field.parentElement.after(more);
  entry.showAtOnce(() => {
    if (!tick.checked && field.value) field.value = "";
    more.hidden = !tick.checked;
    const further = readNumber(entry, field.name);
    more.textContent = entry.write(further ? "more_so_far" : "more", { count: further });
    more.ariaLabel = entry.write("further_label", { yaku: yaku.short, count: further ?? 0 });
  });
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
