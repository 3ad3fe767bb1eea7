/* Starts an entry screen: shows what scripts need, adds its parts, brings the draft back.

   Expects a form with [data-live] and [data-plain] parts and [data-restart]. */

import { addKeeping } from "./saving.js";
import { goByEnter } from "../phone/next_field.js";
import { writeFacts } from "./facts.js";

export function start(entry, parts) {
  const { form } = entry;
  document.documentElement.classList.add("is-entry");
  form.classList.add("is-live", "is-fitting");
  for (const part of form.querySelectorAll("[data-live]")) part.hidden = false;
  for (const part of form.querySelectorAll("[data-plain]")) part.hidden = true;
  for (const add of parts) add(entry);
  goByEnter(form);
  entry.refresh();
  entry.settle();
  // Only a draft that is there changes what the form holds; who waits for that can wait for this mark.
  addKeeping(entry).finally(() => { form.dataset.ready = ""; });
  requestAnimationFrame(() => fit(form));
  addEventListener("resize", () => fit(form));
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  document.querySelector("[data-restart]").addEventListener("click", () => clear(entry));
}

function clear(entry) {
  const { way, dealer } = entry.facts;
  writeFacts(entry.form, { way, dealer });
  entry.commit(entry.write("cleared"));
}

/* Where the whole screen fits, no finger needs to scroll it, and a drag in any direction paints. Most screens do:
   the mark is there beforehand, or the page would be laid out twice. */
function fit({ classList }) {
  classList.add("is-fitting");
  classList.toggle("is-fitting", document.documentElement.scrollHeight <= innerHeight + 1);
}
