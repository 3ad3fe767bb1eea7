/* What pages of games do where scripts run: the screen stays awake at a game, and a round waits half entered.

   Expects [data-awake] on a page of a game, and [data-waits="<name of a draft>"], hidden, where it is said that
   this draft is on the phone. */

import { keepAwake } from "../phone/awake.js";
import { openDrafts } from "../phone/drafts.js";

if (document.querySelector("[data-awake]")) keepAwake();
sayWhatWaits().catch(() => {});
// Coming back with the browser's own button shows the page as it was left.
addEventListener("pageshow", (event) => event.persisted && sayWhatWaits().catch(() => {}));

async function sayWhatWaits() {
  const names = (await openDrafts().list()).map(({ name }) => name);
  for (const place of document.querySelectorAll("[data-waits]")) place.hidden = !names.includes(place.dataset.waits);
}
