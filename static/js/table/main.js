/* What pages of games do where scripts run: the screen stays awake at a game, a round waits half entered, the
   menu closes by itself, and the picture of a won game can be sent.

   Expects [data-awake] on a page of a game, and [data-waits="<name of a draft>"], hidden, where it is said that
   this draft is on the phone. With data-number it is said in place of what stands before it, and only if the
   draft was begun as that round: one of an earlier round may have been saved meanwhile. */

import { keepAwake } from "../phone/awake.js";
import { openDrafts } from "../phone/drafts.js";
import { closeMenus } from "./menu.js";
import { sendPictures } from "./send_picture.js";

if (document.querySelector("[data-awake]")) keepAwake();
closeMenus();
begin();
document.addEventListener("shownanew", begin);
// Coming back with the browser's own button shows the page as it was left.
addEventListener("pageshow", (event) => event.persisted && sayWhatWaits().catch(() => {}));

function begin() {
  sendPictures();
  sayWhatWaits().catch(() => {});
}

async function sayWhatWaits() {
  const drafts = await openDrafts().list();
  for (const place of document.querySelectorAll("[data-waits]")) {
    const { waits, number } = place.dataset;
    const isHere = drafts.some((draft) => draft.name === waits && (!number || draft.number === number));
    place.hidden = !isHere;
    if (number) place.previousElementSibling.hidden = isHere;
  }
}
