/* Forms of several fields, where scripts run. Expects <form data-fields>; a button [data-shows="<field> …"] shows
   the form anew for what was chosen in one of these fields: it is pressed by the choice. */

import { goByEnter } from "../phone/next_field.js";
import { askNames } from "./names.js";
import { drawTable } from "./round_table.js";
import { proposeTarget } from "./target.js";

for (const form of document.querySelectorAll("form[data-fields]")) {
  goByEnter(form);
  // A PDF takes seconds, and the page stays where it is kept as a file.
  form.addEventListener("submit", ({ submitter }) => {
    submitter?.setAttribute("aria-busy", "true");
    setTimeout(() => submitter?.removeAttribute("aria-busy"), 10_000);
  });
  askNames(form);
  drawTable(form);
  proposeTarget(form);
  // The single bonuses come into view when they are asked for.
  form.querySelector('[name="preset"][value="ticked"]')?.addEventListener("change", () => {
    form.querySelector("[data-ticks]").previousElementSibling.lastElementChild.scrollIntoView();
  });
  const button = form.querySelector("[data-shows]");
  if (!button) continue;
  for (const part of form.querySelectorAll("[data-plain]")) part.hidden = true;
  for (const name of button.dataset.shows.split(" ")) {
    for (const choice of form.querySelectorAll(`[name="${name}"]`)) choice.addEventListener("change", () => form.requestSubmit(button));
  }
}
