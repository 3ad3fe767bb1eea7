/* Home offers once, on the second evening with a game, to have the app on the phone, where the browser can do that.

   Expects on Home <div data-install hidden> with two buttons, one of them [data-yes]; on a page of a game [data-awake].
   */

import { recall, remember } from "../phone/memory.js";

const ANSWERED = "answered";
/* No evening is as long. */
const EVENING_MS = 12 * 3_600_000;

export function offerInstall() {
  const first = recall("install");
  if (!first && document.querySelector("[data-awake]")) remember("install", Date.now());
  // Kept back: the browser would ask by itself, in the middle of a game.
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    const offer = document.querySelector("[data-install]");
    // Of one that was answered there is no time.
    if (!offer || !first || !(Date.now() - first > EVENING_MS)) return;
    offer.hidden = false;
    offer.onclick = ({ target }) => {
      const button = target.closest("button");
      if (!button) return;
      remember("install", ANSWERED);
      offer.hidden = true;
      if (button.matches("[data-yes]")) event.prompt();
    };
  });
}
