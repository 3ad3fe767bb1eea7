/* Says whether this phone is ready for an evening without network, before it is needed.

   Expects [data-ready], hidden, with a [data-check] for each of the answers below and for "all", each with data-yes and
   data-no; {games} is the list of the games whose page and next round are kept (static/js/service_worker/). */

import { openDrafts } from "../phone/drafts.js";

const GAME = /^\/g\/[^/]+$/;

async function check() {
  const games = await listGames().catch(() => []);
  const answers = {
    address: window.isSecureContext && location.protocol === "https:",
    app: Boolean(navigator.serviceWorker?.controller),
    room: await openDrafts().list().then(() => true, () => false),
    games: games.length > 0,
  };
  answers.all = Object.values(answers).every(Boolean);
  const box = document.querySelector("[data-ready]");
  for (const [name, isSo] of Object.entries(answers)) {
    const place = box.querySelector(`[data-check="${name}"]`);
    place.textContent = (isSo ? place.dataset.yes : place.dataset.no).replace("{games}", games.join("; "));
  }
  box.hidden = false;
}

/* The sides of each game that is kept with the screen of its next round, and how many they have. */
async function listGames() {
  const kept = await caches.open("kwado-games");
  const pages = (await kept.keys()).map(({ url }) => url).filter((url) => GAME.test(new URL(url).pathname));
  const found = await Promise.all(pages.map(async (url) => {
    if (!(await kept.match(`${url}/rounds/new`))) return "";
    const page = new DOMParser().parseFromString(await (await kept.match(url)).text(), "text/html");
    return [...page.querySelectorAll(".total__name > bdi")].map(({ textContent }) => textContent).join(" · ");
  }));
  const counts = new Map();
  for (const names of found.filter(Boolean)) counts.set(names, (counts.get(names) ?? 0) + 1);
  return [...counts].map(([names, count]) => (count > 1 ? `${names} (${count} ×)` : names));
}

check();
navigator.serviceWorker?.addEventListener("controllerchange", check);
