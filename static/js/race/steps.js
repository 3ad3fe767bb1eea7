/* Numbers by taps: calls of koi-koi or go, months shaken; one tap each, and a small button takes one back.

   Expects [data-step="<field>"] with a select of that name, which keeps the fact, two buttons, data-side, data-what and
   data-kind: "calls" names the side, "step" does not. */

import { inLetters } from "../entry/elements.js";
import { setValue, valueOf } from "../entry/facts.js";

export function addSteps(entry) {
  for (const place of entry.form.querySelectorAll("[data-step]")) {
    const { step: name, side, what, kind } = place.dataset;
    const most = entry.form.elements[name].options.length - 1;
    const step = (by) => {
      const count = Math.min(most, Math.max(0, Number(valueOf(entry.form, name)) + by));
      setValue(entry.form, name, count ? String(count) : "");
      entry.commit(entry.write("called", { name: entry.nameOf(side), what, count }));
    };
    const [add, less] = place.querySelectorAll("button");
    add.addEventListener("click", () => step(1));
    less.addEventListener("click", () => step(-1));
    entry.showAtOnce(() => {
      const count = Number(valueOf(entry.form, name));
      const words = entry.write(count ? kind : `${kind}_none`, { name: entry.nameOf(side, "short"), what, count });
      if (add.textContent !== words) add.replaceChildren(...inLetters(words));
      add.ariaPressed = count > 0;
      less.hidden = !count;
    });
  }
}
