/* Follows the game of this page: asks every second or so whether it has changed, says what, and shows it.

   Expects <main data-follow="/g/…/news" data-revision="12" data-show="Show" data-gone="…" data-home="/"
   data-game="/g/…">; with data-fresh the page only shows, and is shown anew where it stands, unless somebody has
   opened a part of it or types in it; with data-goes-on it goes on to the next game of the table. Such pages of a
   game that is deleted go to the page that says so, and that one, with data-is-deleted, back when the game is. An
   entry screen that wants to `hear` is told. Slow while the page is hidden, silent while the phone is offline. */

import { addEntering } from "./entering.js";

const PAUSE_MS = 1_200;
const HIDDEN_PAUSE_MS = 20_000;
const LONGEST_PAUSE_MS = 15_000;
const PATIENCE_MS = 10_000;
const SHOWN_MS = 12_000;
const BUSY = ":popover-open, dialog[open], details[open]:not([data-first]), input:focus, select:focus";

let entry = null;

/* The entry screen of this page is told the news. */
export function hear(one) {
  entry = one;
}

const main = document.querySelector("[data-follow]");
if (main) follow(addLine());

function follow(line) {
  const { follow: address, home, gone } = main.dataset;
  const entering = addEntering(main, address);
  let revision = Number(main.dataset.revision);
  let timer = 0;
  let failed = 0;
  let isAsking = false;
  let isGone = false;

  async function ask() {
    clearTimeout(timer);
    if (isAsking || isGone) return;
    if (!navigator.onLine) return entering.show(false);
    isAsking = true;
    try {
      const answer = await fetch(`${address}?since=${revision}${entering.query}`, {
        headers: { "If-None-Match": `"${revision}"` }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS),
      });
      failed = answer.ok || answer.status === 304 ? 0 : failed + 1;
      isGone = answer.status === 404;
      if (isGone) line.say(gone, home, { stays: true });
      if (answer.status === 410) leaveDeleted(line);
      else if (answer.ok && "isDeleted" in main.dataset) location.replace(main.dataset.game);
      if (answer.ok) {
        const news = await answer.json();
        if (news.revision !== revision) await show(line, news, address.replace(/news$/, ""));
        // What could not be shown is asked for again.
        revision = news.revision;
      }
      entering.show(answer.headers.has("X-Also-Entering") && line.isEmpty);
    } catch {
      failed += 1;
      entering.show(false);
    }
    isAsking = false;
    const pause = Math.min(PAUSE_MS * 2 ** failed, LONGEST_PAUSE_MS);
    timer = setTimeout(ask, document.hidden ? HIDDEN_PAUSE_MS : pause);
  }

  addEventListener("online", ask);
  addEventListener("pageshow", (event) => event.persisted && ask());
  document.addEventListener("visibilitychange", () => !document.hidden && ask());
  timer = setTimeout(ask, PAUSE_MS);
}

/* Whoever enters a round keeps the screen: it may come back. */
function leaveDeleted(line) {
  const { deleted, game, isDeleted } = main.dataset;
  if (isDeleted !== undefined) return;
  if ("fresh" in main.dataset && !main.querySelector(BUSY)) location.replace(game);
  else line.say(deleted, game, { stays: true });
}

async function show(line, news, game) {
  if (entry) return (await import(entry.form.dataset.stale)).tellNews(entry, { ...news, line, game });
  if (news.next && "goesOn" in main.dataset) return location.assign(news.next);
  const isShown = "fresh" in main.dataset && (await showAnew(news.round));
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

/* A line over the page that says what came, with a way to look at it. */
function addLine() {
  const box = Object.assign(document.createElement("div"), { className: "news", role: "status" });
  document.body.append(box);
  let timer = 0;
  const clear = () => box.replaceChildren();
  box.addEventListener("click", clear);
  return {
    get isEmpty() {
      return !box.hasChildNodes();
    },
    say(words, address, { stays = false } = {}) {
      clearTimeout(timer);
      if (!words) return;
      const said = Object.assign(document.createElement("span"), { textContent: words });
      const link = Object.assign(document.createElement("a"), { textContent: main.dataset.show, href: address });
      box.replaceChildren(said, ...(address ? [link] : []));
      if (!stays) timer = setTimeout(clear, SHOWN_MS);
    },
  };
}
