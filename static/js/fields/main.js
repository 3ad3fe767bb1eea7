/* Forms of several fields, where scripts run. Expects <form data-fields>; a button [data-shows="<field>"] shows
   the form anew for what was chosen in that field: it is pressed by the choice. */

import { goByEnter } from "../phone/next_field.js";
import { nameDealers } from "./dealer_names.js";

for (const form of document.querySelectorAll("form[data-fields]")) {
  goByEnter(form);
  nameDealers(form);
  const button = form.querySelector("[data-shows]");
  if (!button) continue;
  for (const part of form.querySelectorAll("[data-plain]")) part.hidden = true;
  for (const choice of form.elements[button.dataset.shows]) choice.addEventListener("change", () => form.requestSubmit(button));
}
