/* Keeps the screen awake while a game is open, where the phone can and nobody has switched it off.

   There is no such thing on plain http; nothing depends on it. */

import { recall } from "./memory.js";

export const canStayAwake = "wakeLock" in navigator;

let lock = null;
let isWanted = recall("awake") !== "off";

export async function stayAwake(isOn = isWanted) {
  isWanted = isOn;
  try {
    if (!isOn) await lock?.release();
    else if (canStayAwake && !document.hidden) lock = await navigator.wakeLock.request("screen");
  } catch {
    // A phone that saves its battery says no; the game goes on.
  }
}

/* Soon after the page is shown, so that asking does not hold it up, and whenever it is looked at again: a page out
   of sight loses its lock. */
export function keepAwake() {
  setTimeout(stayAwake, 500);
  document.addEventListener("visibilitychange", () => stayAwake());
}
