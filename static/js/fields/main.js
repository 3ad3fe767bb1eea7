/* Forms of several fields, where scripts run. Expects <form data-fields>; a button [data-shows="<field> …"] shows
   the form anew for what was chosen in one of these fields: it is pressed by the choice. */

import { goByEnter } from "../phone/next_field.js";
import { askNames } from "./names.js";
import { drawTable } from "./round_table.js";
import { proposeTarget } from "./target.js";
import { showTicks } from "./ticks.js";

for (const form of document.querySelectorAll("form[data-fields]")) {
  goByEnter(form);
  askNames(form);
  drawTable(form);
  proposeTarget(form);
  showTicks(form);
  const button = form.querySelector("[data-shows]");
  if (!button) continue;
  for (const part of form.querySelectorAll("[data-plain]")) part.hidden = true;
  for (const name of button.dataset.shows.split(" ")) {
    for (const choice of form.querySelectorAll(`[name="${name}"]`)) choice.addEventListener("change", () => form.requestSubmit(button));
  }
}
