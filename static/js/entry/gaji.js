/* The Gaji, asked in a sheet of its own: who used it, what it took.

   Expects <dialog data-gaji-panel>, the fieldset [data-gaji], which moves into it, and the button [data-open-gaji]. */

import { readSide, valueOf } from "./facts.js";
import { setText } from "./elements.js";

export function addGaji(entry) {
  const { form, find, sides, write } = entry;
  const fields = find("gaji");
  if (!fields) return;
  const button = find("open-gaji");
  find("gaji-place").append(fields);
  button.addEventListener("click", () => find("gaji-panel").showModal());
  entry.watch(({ hasGaji }) => {
    const by = valueOf(form, "gaji/by");
    form.elements["gaji/took"].disabled = readSide(form, "gaji/by") === null;
    setText(button, write(by ? "gaji_by" : hasGaji ? "gaji_asked" : "gaji", { name: sides[by]?.short ?? by }));
    button.classList.toggle("tool--ask", hasGaji && !by);
  });
}
