/* An entry screen follows its game, tells what other phones do, and takes the piles that they hand in.

   It loads this when it has long been there.

   Expects what follow/ask.js does, and on the form the addresses of stale/main.js (data-stale) and piles/main.js
   (data-take). */

import { follow } from "../follow/ask.js";

export function hear(entry) {
  const main = document.querySelector("[data-follow]");
  const { stale, piles, take } = entry.form.dataset;
  const show = async (line, news, game) => (await import(stale)).tellNews(entry, { ...news, line, game });
  const takePiles = async (at) => at && (await import(take)).hear(entry, at);
  follow(main, { show, ...(piles && { takePiles }) });
}
