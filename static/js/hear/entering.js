/* Says that this phone enters a round, and shows when another phone enters the same one.

   Expects <p data-entering="4"><span hidden>…</span></p>, with the number of the round, below zero for a correction.
   A page that is hidden or left says that it no longer enters one, and takes a new name in case it comes back: a poll
   that is answered after that is not believed. */

/* A name for a page that tells nobody anything. */
function makeName() {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("").padEnd(6, "0");
}

export function addEntering(place, address) {
  let name = makeName();
  const said = (round) => `entering=${name}.${round}`;
  const entering = {
    get query() {
      return document.hidden ? "" : `&${said(place.dataset.entering)}`;
    },
    /* Whether another phone does so too, by an answer to the query. */
    show(isAnother) {
      place.firstElementChild.hidden = !isAnother;
    },
  };
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return;
    entering.show(false);
    fetch(`${address}?${said(0)}`, { keepalive: true }).catch(() => {});
    name = makeName();
  });
  return entering;
}
