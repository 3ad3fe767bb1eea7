/* Calls of koi-koi: one tap each; a small button takes one back.

   Expects [data-call="<side>"] with a label and the select "calls-<side>", which keeps the fact. */

import { valueOf, setValue } from "../entry/facts.js";
import { makeButton } from "../entry/panel.js";

export function addCalls(entry) {
  for (const place of entry.form.querySelectorAll("[data-call]")) {
    const name = `calls-${place.dataset.call}`;
    const who = entry.nameOf(place.dataset.call);
    const step = (by) => {
      const count = Math.min(entry.rules.race.mostCalls, Math.max(0, Number(valueOf(entry.form, name)) + by));
      setValue(entry.form, name, count ? String(count) : "");
      entry.commit(entry.write("called", { name: who, count }));
    };
    const add = makeButton("", "call__add", () => step(1));
    const less = makeButton("−", "call__less", () => step(-1));
    less.ariaLabel = entry.write("call_less", { name: who });
    place.append(add, less);
    entry.showAtOnce(() => {
      const count = Number(valueOf(entry.form, name));
      add.textContent = entry.write(count ? "calls" : "calls_none", { name: entry.nameOf(place.dataset.call, "short"), count });
      add.ariaPressed = count > 0;
      less.hidden = !count;
    });
  }
}
