/* The phone's Back closes the sheet or menu that is open, and leaves the page only where none is.

   A sheet that opens adds a step to the history; closed in another way it leaves that step, and Back goes on from
   there by itself. */

const findSheet = () => [...document.querySelectorAll(":is(dialog, .more)[open]")].at(-1);
const isAhead = () => history.state?.sheet;

export function addBack(entry) {
  let place = isAhead() && location.href;
  new MutationObserver(() => {
    if (!findSheet() || isAhead()) return;
    place = location.href;
    history.pushState({ sheet: true }, "");
  }).observe(document.body, { subtree: true, attributeFilter: ["open"] });
  addEventListener("popstate", () => {
    // A link to a part of this page is no way back.
    if (isAhead() || location.href !== place) return;
    const sheet = findSheet();
    if (!sheet) return history.back();
    sheet.close?.();
    sheet.open = false;
  });
  /* Leaves the round for good: no way back leads to it. */
  entry.go = (address) => {
    const go = () => location.replace(address);
    if (!isAhead()) return go();
    place = null;
    addEventListener("popstate", go, { once: true });
    history.back();
  };
}
