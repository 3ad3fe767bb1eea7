/* The entry screen: makes the plain form of a round quick to fill with one thumb.

   Expects templates/round.html. Each module adds one behaviour; the facts stay in the form's inputs, so that
   without this script the same form does the same job. */

import { openEntry } from "./entry.js";
import { writeFacts } from "./facts.js";
import { addPicker } from "./picker.js";
import { addPainting } from "./paint.js";
import { addKeyboard } from "./keyboard.js";
import { addOrder } from "./order.js";
import { addOwners } from "./owners.js";
import { addMeter } from "./meter.js";
import { addTools } from "./tools.js";
import { addStrip } from "./strip.js";
import { addExtras } from "./extras.js";
import { addGaji } from "./gaji.js";
import { addWays } from "./ways.js";
import { addCounts } from "./counts.js";
import { addClaims } from "./claims.js";
import { addPoints } from "./points.js";
import { addNotice } from "./notice.js";
import { addPanel } from "./panel.js";
import { addWhy } from "./why.js";
import { addDevice } from "./device.js";
import { addSummary } from "./summary.js";
import { addSaving } from "./saving.js";
import { addKeeping } from "./keeping.js";
import { goByEnter } from "../phone/next_field.js";

const form = document.querySelector("form[data-round]");
if (form) start(openEntry(form));

function start(entry) {
  document.documentElement.classList.add("is-entry");
  form.classList.add("is-live");
  for (const part of form.querySelectorAll("[data-live]")) part.hidden = false;
  for (const part of form.querySelectorAll("[data-plain]")) part.hidden = true;
  const parts = [
    addPicker, addPainting, addKeyboard, addOrder, addOwners, addTools, addMeter, addStrip, addGaji, addExtras, addWays,
    addCounts, addPoints, addClaims, addNotice, addPanel, addWhy, addSummary, addDevice, addSaving,
  ];
  for (const add of parts) add(entry);
  goByEnter(form);
  giveRestAsSent(entry);
  entry.refresh();
  entry.settle();
  // Only a draft that is there changes what the form holds; who waits for that can wait for this mark.
  addKeeping(entry).finally(() => { form.dataset.ready = ""; });
  fit();
  addEventListener("resize", fit);
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  document.querySelector("[data-restart]").addEventListener("click", () => clear(entry));
}

/* A form that came back refused may name who has the rest; the cards themselves are to say it here. */
function giveRestAsSent(entry) {
  const owner = form.elements["rest-to"].value;
  form.elements["rest-to"].value = "";
  if (!owner) return;
  for (const { id } of entry.cards) {
    const field = form.elements[`card-${id}`];
    if (!field.value) field.value = owner;
  }
}

function clear(entry) {
  const { way, dealer } = entry.facts;
  writeFacts(form, { way, dealer });
  form.querySelector("[data-more]").open = false;
  entry.commit(entry.write("cleared"));
}

/* Where the whole screen fits, no finger needs to scroll it, and a drag in any direction paints. */
function fit() {
  form.classList.remove("is-fitting");
  form.classList.toggle("is-fitting", document.documentElement.scrollHeight <= innerHeight + 1);
}
