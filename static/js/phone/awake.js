/* Keeps the screen awake while a game is open, where the phone can: soon after the page is shown, so that asking does
   not hold it up, and whenever it is looked at again: a page out of sight loses its lock.

   There is no such thing on plain http; nothing depends on it. */

/* `tell` hears whether the screen stays on. */
export function keepAwake(tell) {
  const stayAwake = async () => {
    try {
      const lock = !document.hidden && await navigator.wakeLock?.request("screen");
      if (!lock || !tell) return;
      tell(true);
      lock.onrelease = () => tell(false);
    } catch {
      // A phone that saves its battery says no; the game goes on.
    }
  };
  setTimeout(stayAwake, 500);
  document.addEventListener("visibilitychange", stayAwake);
}
