/* Follows the game of this page, and shows what has changed.

   Expects what ask.js does; with data-fresh the page only shows, and is shown anew where it stands, unless somebody has
   opened a part of it or types in it; with data-goes-on it goes on to the next game of the table. With data-anew it is
   loaded anew: it keeps what was tapped. [data-handed] says who has handed in. */

import { follow } from "./ask.js";

const BUSY = ":popover-open, dialog[open], details[open]:not([data-first]), input:focus, select:focus";

const main = document.querySelector("[data-follow]");
const isFresh = "fresh" in main.dataset;
const handed = main.querySelector("[data-handed]") && { takePiles };
const canLeave = () => "isDeleted" in main.dataset || (isFresh && !main.querySelector(BUSY));
let shown = null;
follow(main, { show, canLeave, ...handed });

/* Who has handed in, as the server says it. */
async function takePiles(at) {
  if (at === shown) return;
  const { handed: said } = await (await fetch(`${main.dataset.game}/piles`, { cache: "no-store" })).json();
  const place = main.querySelector("[data-handed]");
  if (place) Object.assign(place, { hidden: !said, textContent: said });
  shown = at;
}

async function show(line, news, game) {
  if (news.next && "goesOn" in main.dataset) return location.assign(news.next);
  if ("anew" in main.dataset && !news.next) return location.reload();
  const isShown = isFresh && (await showAnew(news.round));
  if (news.next) return line.say(news.said.join(" "), news.next);
  const round = news.round ? `${game}rounds/${news.round}/why` : "";
  line.say(news.said.join(" "), isShown ? round : location.href);
}

/* Whether the page is now as the server has it. */
async function showAnew(round) {
  if (main.querySelector(BUSY)) return false;
  const answer = await fetch(location.href, { headers: { "X-Follow": round ?? "-" }, cache: "no-store" });
  const text = await answer.text();
  const fresh = answer.ok && new DOMParser().parseFromString(text, "text/html").querySelector("[data-follow]");
  // Somebody may have begun meanwhile.
  if (!fresh || main.querySelector(BUSY)) return false;
  const held = main.contains(document.activeElement) ? document.activeElement.outerHTML : "";
  main.replaceChildren(...fresh.childNodes);
  if (held) {
    [...main.querySelectorAll("a, button, summary")]
      .find((one) => one.outerHTML === held)
      ?.focus({ preventScroll: true });
  }
  document.dispatchEvent(new Event("shownanew"));
  return true;
}
