/* Keeps the app and its games on the phone, over https: they open without network.

   KEPT, { version, assets, pages, offline, words }, stands before this script (companion/web/serving/offline.py). Three
   stores: style, scripts and pictures, by version; the pages of cards, rules and lessons; and what was last seen of the
   games that Home lists. Pages come from the network if it answers. Nothing is sent from here (phone/queue.js). */

import { writeDay, writeTime } from "../phone/moments.js";

const SHELL = `kwado-shell-${KEPT.version}`;
const PAGES = "kwado-pages";
const GAMES = "kwado-games";
const REFERENCE = /^\/(cards|rules|rulings|learn|glossary|sources|without-network)(\/|$)/;
const GAME = /^\/([gv])\/([^/]+)(\/.*)?$/;
const LINK = /\/[gv]\/([A-Za-z0-9_-]+)/g;
const PATIENCE_MS = 8_000;
const BROKEN = [500, 502, 504];

let turn = Promise.resolve();

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(dropOldVersions()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event, url));
  else if (request.method !== "GET") return;
  else if (url.searchParams.has("v")) event.respondWith(openAsset(request));
  else if (request.headers.has("X-Follow")) event.waitUntil(keepOpen(url).catch(() => {}));
});

async function install() {
  await (await caches.open(SHELL)).addAll([...KEPT.assets, KEPT.offline]);
  // Before the many pages: “Your games” leads there.
  await keepHome();
  await skipWaiting();
  const pages = await caches.open(PAGES);
  // One after another: the server may be a small one.
  for (const page of KEPT.pages) await pages.add(page).catch(() => {});
}

async function dropOldVersions() {
  const names = (await caches.keys()).filter((name) => name.startsWith("kwado-shell-") && name !== SHELL);
  await Promise.all(names.map((name) => caches.delete(name)));
  await clients.claim();
  // What was open before this worker was there. Nobody waits for it: a page that is asked for now is answered.
  for (const { url } of await clients.matchAll()) keepOpen(new URL(url)).catch(() => {});
}

async function openAsset(request) {
  const found = await caches.match(request);
  if (found) return found;
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
    return answer;
  } catch (error) {
    // A page of an older version: better today's style than none.
    const other = await caches.match(request, { ignoreSearch: true });
    if (other) return other;
    throw error;
  }
}

async function openPage(event, url) {
  const isRead = event.request.method === "GET";
  const kept = isRead ? await findPage(url) : null;
  try {
    const answer = await fetchPage(event.request, kept);
    if (kept && isAway(answer)) return showKept(kept);
    if (isRead) event.waitUntil(keepPage(url, answer.clone()).catch(() => {}));
    return answer;
  } catch {
    return kept ? showKept(kept) : caches.match(KEPT.offline);
  }
}

/* A broken or busy server passes; what it says of a damaged game without a time to ask again is to be read. */
function isAway({ status, headers }) {
  return BROKEN.includes(status) || (status === 503 && headers.has("Retry-After"));
}

/* Who has a copy does not wait long for a network that is hardly there. */
function fetchPage(request, kept) {
  const answer = fetch(request);
  if (!kept) return answer;
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("late")), PATIENCE_MS));
  return Promise.race([answer, late]);
}

async function findPage(url) {
  const pages = await caches.open(isOfGames(url) ? GAMES : PAGES);
  return (await pages.match(url.href)) ?? pages.match(url.href, { ignoreSearch: true });
}

function isOfGames({ pathname }) {
  return pathname === "/" || GAME.test(pathname);
}

async function keepPage(url, answer) {
  if (isOfGames(url)) return keepOpen(url);
  const isPage = answer.ok && !answer.redirected && answer.headers.get("Content-Type")?.startsWith("text/html");
  if (!REFERENCE.test(url.pathname) || !isPage) return;
  await (await caches.open(PAGES)).put(url.href, answer);
}

/* What changes while it is open. One after the other, so that nothing is kept of a game after it was forgotten. */
function keepOpen(url) {
  turn = turn.catch(() => {}).then(() => (url.pathname === "/" ? keepHome() : keepGame(url)));
  return turn;
}

/* Home, and no game that it no longer lists. */
async function keepHome() {
  const games = await caches.open(GAMES);
  await dropUnlisted(games, await keepAnew(games, "/"));
}

async function dropUnlisted(games, answer) {
  // A busy server's answer lists nothing.
  if (!answer.ok || answer.redirected) return;
  const links = new Set([...(await answer.text()).matchAll(LINK)].map(([, token]) => token));
  await dropGames(games, (token) => !links.has(token));
}

/* A game as it is now, Home, which lists it, the entry screen of its next round for who may enter, and its rules. */
async function keepGame({ pathname, search }) {
  const [, access, token] = GAME.exec(pathname) ?? [];
  if (!token) return;
  const games = await caches.open(GAMES);
  const game = `/${access}/${token}`;
  const { status } = await keepAnew(games, game);
  if (status === 404 || status === 410) return dropGames(games, (one) => one === token);
  const home = await keepAnew(games, "/");
  if (access === "g") for (const page of ["rounds/new", "pile"]) await keepAnew(games, `${game}/${page}`);
  if (pathname.endsWith("/pile") && search) await keepAnew(games, pathname + search);
  if (pathname.endsWith("/rules") || !(await games.match(`${game}/rules`))) await keepAnew(games, `${game}/rules`);
  await dropUnlisted(games, home);
}

/* Asked for anew, so that the copy has none of the messages that are for once. */
async function keepAnew(games, address) {
  const answer = await fetch(address, { headers: { "X-Follow": "-" }, cache: "no-store" });
  if (answer.ok && !answer.redirected) await games.put(address, answer.clone());
  return answer;
}

async function dropGames(games, isDropped) {
  for (const { url } of await games.keys()) {
    const token = GAME.exec(new URL(url).pathname)?.[2];
    if (token && isDropped(token)) await games.delete(url);
  }
}

/* A copy says that it is one, and of when; the entry screen says so when it saves. */
async function showKept(kept) {
  const text = await kept.text();
  const at = new Date(kept.headers.get("Date") ?? Date.now());
  const isToday = at.toDateString() === new Date().toDateString();
  const when = (isToday ? "" : `${writeDay(at)}, `) + writeTime(at);
  const line = `<div class="notices"><p class="notice" role="status" data-kept-page>${
    KEPT.words.replace("{at}", when)
  }</p></div>`;
  const shown = text.includes("data-round ") ? text : text.replace(/<main\b[^>]*>/, (main) => main + line);
  const headers = new Headers(kept.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(shown, { headers });
}
