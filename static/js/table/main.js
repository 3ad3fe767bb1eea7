/* What pages of games do where scripts run: the screen stays awake at a game, and a round waits half entered.

   Expects [data-awake] on a page of a game, and [data-waits="<address of a game>"], hidden, where it is said
   that a draft of one of its rounds is on this phone; if it is a link, it leads to that round. */

import { keepAwake } from "../phone/awake.js";
import { openDrafts } from "../phone/drafts.js";

if (document.querySelector("[data-awake]")) keepAwake();
sayWhatWaits().catch(() => {});
// Coming back with the browser's own button shows the page as it was left.
addEventListener("pageshow", (event) => event.persisted && sayWhatWaits().catch(() => {}));

async function sayWhatWaits() {
  const pages = (await openDrafts().list()).map(({ page }) => page ?? "");
  for (const place of document.querySelectorAll("[data-waits]")) {
    const page = pages.find((one) => one.startsWith(`${place.dataset.waits}/rounds/`));
    place.hidden = !page;
    if (page && "href" in place) place.href = page;
  }
}
