/* Calls of koi-koi: one tap each; a small button takes one back.

   Expects [data-call="<side>"] with a label, the select "calls/<side>", which keeps the fact, and two buttons. */

import { setValue, valueOf } from "../entry/facts.js";

export function addCalls(entry) {
  for (const place of entry.form.querySelectorAll("[data-call]")) {
    const name = `calls/${place.dataset.call}`;
    const who = entry.nameOf(place.dataset.call);
    const step = (by) => {
      const count = Math.min(entry.rules.race.most_calls, Math.max(0, Number(valueOf(entry.form, name)) + by));
      setValue(entry.form, name, count ? String(count) : "");
      entry.commit(entry.write("called", { name: who, count }));
    };
    const [add, less] = place.querySelectorAll("button");
    add.addEventListener("click", () => step(1));
    less.addEventListener("click", () => step(-1));
    entry.showAtOnce(() => {
      const count = Number(valueOf(entry.form, name));
      add.textContent = entry.write(count ? "calls" : "calls_none", {
        name: entry.nameOf(place.dataset.call, "short"),
        count,
      });
      add.ariaPressed = count > 0;
      less.hidden = !count;
    });
  }
}
