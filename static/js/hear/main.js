/* An entry screen follows its game, tells what other phones do, and takes the piles that they hand in.

   It loads this when it has long been there.

   Expects what follow/ask.js does, and on the form data-stale, the address of static/js/stale/main.js. */

import { hearPiles } from "./piles.js";
import { follow } from "../follow/ask.js";

/* Who has handed in looks whether it has come. */
const PILES_MS = 700;

export function hear(entry) {
  const main = document.querySelector("[data-follow]");
  const show = async (line, news, game) =>
    (await import(entry.form.dataset.stale)).tellNews(entry, { ...news, line, game });
  follow(main, { show, ...(entry.form.dataset.piles && { takePiles: hearPiles(entry), pause: PILES_MS }) });
}
