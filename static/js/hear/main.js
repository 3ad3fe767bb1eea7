/* An entry screen follows its game, tells what other phones do, and takes the piles that they hand in.

   It loads this when it has long been there.

   Expects what follow/ask.js does, and on the form data-stale, the address of static/js/stale/main.js. */

import { addPiles } from "./piles.js";
import { follow } from "../follow/ask.js";

export function hear(entry) {
  const main = document.querySelector("[data-follow]");
  const show = async (line, news, game) =>
    (await import(entry.form.dataset.stale)).tellNews(entry, { ...news, line, game });
  follow(main, { show });
  if (entry.form.dataset.piles) addPiles(entry);
}
