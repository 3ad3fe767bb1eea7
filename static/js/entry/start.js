/* Starts an entry screen: shows what scripts need, adds its own parts and those of every screen, brings the draft back.

   What an own part does at a change comes first. Expects <form data-round> with [data-live] and [data-plain] parts
   and [data-restart]. */

import { addBack } from "./back.js";
import { addBoard } from "./board.js";
import { addKeeping } from "./keeping.js";
import { addLookUp, addNews, addPhotos, addWhy } from "./later.js";
import { addNotice } from "./notice.js";
import { addOrder } from "./order.js";
import { addPainting } from "./painting.js";
import { addPanel } from "./panel.js";
import { addPicker } from "./cards.js";
import { addSaving } from "./saving.js";
import { addTools } from "./undo.js";
import { addWays } from "./ways.js";
import { afterPaint, openEntry } from "./entry.js";
import { goByEnter } from "../phone/next_field.js";
import { keepAwake } from "../phone/awake.js";
import { writeFacts } from "./facts.js";

const PARTS = [
  addPicker,
  addPainting,
  addOrder,
  addTools,
  addBoard,
  addWays,
  addNotice,
  addPanel,
  addBack,
  addWhy,
  addSaving,
  addNews,
  addLookUp,
  addPhotos,
];

export function start(look, parts) {
  const form = document.querySelector("form[data-round]");
  const entry = openEntry(form, look);
  document.documentElement.classList.add("is-entry");
  form.classList.add("is-live", "is-fitting");
  for (const part of form.querySelectorAll("[data-live]")) part.hidden = false;
  for (const part of form.querySelectorAll("[data-plain]")) part.hidden = true;
  for (const add of [...parts, ...PARTS]) add(entry);
  goByEnter(form);
  keepAwake();
  entry.refresh();
  entry.settle();
  // Only a draft that is there changes what the form holds; who waits for that can wait for this mark.
  addKeeping(entry).finally(() => { form.dataset.ready = ""; });
  requestAnimationFrame(() => fit(form));
  addEventListener("resize", () => fit(form));
  form.addEventListener("change", ({ target }) => target.name === "way" && afterPaint(() => fit(form)));
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  entry.find("restart").addEventListener("click", () => {
    const { way, dealer } = entry.facts;
    writeFacts(form, { way, dealer });
    entry.sure?.clear();
    entry.commit(entry.write("cleared"));
  });
}

/* Where the whole screen fits, no finger needs to scroll it, and a drag in any direction paints. Most screens do:
   the mark is there beforehand, or the page would be laid out twice. */
function fit({ classList }) {
  classList.add("is-fitting");
  classList.toggle("is-fitting", document.documentElement.scrollHeight <= innerHeight + 1);
}
