/* A tap for each further card of a yaku that is ticked. Expects beside its tick the field further/<side>/<yaku>, which
   keeps the fact. */

import { findTick, setValue } from "./facts.js";
import { makeButton } from "./elements.js";
import { readNumber } from "./numbers.js";

export function addFurther(entry) {
  for (const yaku of entry.rules.yaku) for (const n of entry.sides.keys()) {
    const field = entry.form.elements[`further/${n}/${yaku.id}`];
    if (field) addMore(entry, yaku, findTick(entry.form, `yaku/${n}`, yaku.id), field);
  }
}

function addMore(entry, yaku, tick, field) {
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
