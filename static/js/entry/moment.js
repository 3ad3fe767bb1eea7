/* A yaku that has just been made: its cards gather over the board, with its name, and go again.

   Expects [data-board]. Nothing of it is a fact: the chip on the board stays. */

import { h } from "./panel.js";
import { signed } from "./words.js";

const GATHER_MS = 300;
const STAY_MS = 1800;

export function addMoments(entry) {
  const board = entry.form.querySelector("[data-board]");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let before = null;
  entry.watch((now, step) => {
    const made = now.figures.flatMap(({ yaku }, n) => yaku.map((one) => ({ ...one, n, key: `${n}/${one.yaku.id}` })));
    const fresh = before && step ? made.filter(({ key }) => !before.has(key)) : [];
    before = new Set(made.map(({ key }) => key));
    if (fresh.length && !board.hidden && !calm.matches) showMoment(entry, board, fresh.at(-1), now);
  });
}

function showMoment(entry, board, { n, yaku, points }, { round }) {
  const ids = new Set([...yaku.all_of, ...(yaku.at_least.of ?? []).filter((id) => round.piles[n].has(id))]);
  const tiles = entry.tiles.filter(({ card }) => ids.has(card.id)).slice(0, 5);
  const pictures = tiles.map(({ button }) => button.firstElementChild.cloneNode(true));
  const name = h("span", h("b", yaku.short), entry.write("moment", { name: entry.sides[n].name, points: entry.rules.penalties ? points : signed(points) }));
  const moment = h("div", ...pictures, name);
  moment.className = `moment owner--${n + 1}`;
  moment.ariaHidden = true;
  board.querySelector(".moment")?.remove();
  board.append(moment);
  pictures.forEach((picture, at) => {
    const [from, to] = [tiles[at].button, picture].map((one) => one.getBoundingClientRect());
    const way = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    picture.animate({ transform: [way, "none"] }, { duration: GATHER_MS, easing: "ease-out" });
  });
  const going = moment.animate({ opacity: [1, 1, 0], offset: [0, 0.85, 1] }, STAY_MS);
  going.onfinish = () => moment.remove();
}
