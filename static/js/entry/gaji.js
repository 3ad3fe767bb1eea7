/* The Gaji, asked in a sheet of its own when cards are left over: who used it, what it took.

   Expects <dialog data-gaji-panel> and the fieldset [data-gaji], which moves into it; buttons with
   data-open="gaji" open it. */

import { readSide } from "./facts.js";

export function addGaji(entry) {
  const fields = entry.form.querySelector("[data-gaji]");
  const dialog = entry.form.querySelector("[data-gaji-panel]");
  if (!fields) return;
  dialog.querySelector("[data-gaji-place]").append(fields);
  entry.form.addEventListener("click", (event) => {
    if (event.target.closest('[data-open="gaji"]')) dialog.showModal();
  });
  const took = entry.form.elements["gaji-took"];
  entry.watch(() => {
    took.disabled = readSide(entry.form, "gaji-by") === null;
  });
}
