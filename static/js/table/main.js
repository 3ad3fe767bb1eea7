/* What pages of games do where scripts run: the screen stays awake at a game, a round waits half entered, Escape
   closes the menu, the picture of a won game can be sent, and over https the app is kept on the phone.

   Expects [data-awake] on a page of a game, [data-awake-word] in its menu and <details data-menu> with a summary, and
   [data-select] on a text that a touch selects; what waits is said by waiting.js. A round that was saved without
   network is sent from here. */

import { keepAwake } from "../phone/awake.js";
import { openDrafts } from "../phone/drafts.js";
import { sendQueued } from "../phone/queue.js";
import { offerInstall } from "./install.js";
import { sayWhatWaits } from "./waiting.js";
import { sendPictures } from "./send_picture.js";

const PAUSE_MS = 15_000;
const BUSY = "dialog[open], details[open], input:focus, select:focus";
const drafts = openDrafts();
let timer = 0;
let isLeaving = false;

if (document.querySelector("[data-awake]")) keepAwake(sayAwake);
offerInstall();
// The app is on the phone, so that it opens without network: browsers allow that over https only. One that keeps
// nothing, or does not trust the server's certificate, needs the network as before.
if (location.protocol === "https:") {
  addEventListener("load", () => navigator.serviceWorker?.register("/service_worker.js").catch(() => {}));
}
// A tap beside the menu closes it without a script (static/css/components/menu.css).
document.querySelector("[data-menu]")?.addEventListener("keydown", ({ key, currentTarget: menu }) => {
  if (key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.firstElementChild.focus();
});
sendPictures();
sendWhatWaits();
document.addEventListener("shownanew", begin);
// Coming back with the browser's own button shows the page as it was left.
addEventListener("pageshow", (event) => event.persisted && sayWhatWaits(drafts).catch(() => {}));
addEventListener("click", ({ target }) => {
  isLeaving ||= Boolean(target.closest("a[href]:not([download]), form button"));
});
addEventListener("pageshow", () => { isLeaving = false; });
addEventListener("focusin", ({ target }) => target.matches?.("[data-select]") && target.select());
addEventListener("online", () => (document.querySelector("[data-kept-page]") ? location.reload() : sendWhatWaits()));

function sayAwake(isOn) {
  for (const word of document.querySelectorAll("[data-awake-word]")) word.hidden = !isOn;
}

function begin() {
  sendPictures();
  sayWhatWaits(drafts).catch(() => {});
}

/* What is saved is said by the page, shown anew, or by the one that somebody has just tapped. */
async function sendWhatWaits() {
  clearTimeout(timer);
  await sayWhatWaits(drafts).catch(() => {});
  const isSent = !document.querySelector(BUSY) && (await sendQueued(drafts));
  if (isSent && !isLeaving) return location.reload();
  // Not every link leaves the page.
  if (await sayWhatWaits(drafts).catch(() => false)) timer = setTimeout(sendWhatWaits, PAUSE_MS);
}
