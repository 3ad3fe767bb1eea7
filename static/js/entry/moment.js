/* The cards of a yaku gather over the board, with its name, and go again: when it has just been made, and when its
   chip is tapped.

   Expects [data-board]. Nothing of it is a fact: the chip on the board stays. */

import { afterPaint } from "./entry.js";
import { h } from "./panel.js";
import { signed } from "./words.js";

const GATHER_MS = 300;
const STAY_MS = 2000;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function addMoments(entry) {
  const board = entry.form.querySelector("[data-board]");
  let before = null;
  entry.watch((now, step) => {
    const made = now.figures.flatMap(({ yaku }, n) => yaku.map((one) => ({ ...one, n, key: `${n}/${one.yaku.id}` })));
    const fresh = before && step ? made.filter(({ key }) => !before.has(key)) : [];
    before = new Set(made.map(({ key }) => key));
    const [best] = fresh.sort((a, b) => b.points - a.points);
    if (best && !board.hidden && !calm.matches) afterPaint(() => showMoment(entry, best.yaku, best));
  });
}

/* With its side and points where it was made. */
export function showMoment(entry, yaku, { n, points } = {}) {
  const board = entry.form.querySelector("[data-board]");
  const { at_least } = yaku;
  const isAsked = ({ id }) => yaku.all_of.includes(id) || (at_least.of.includes(id) && (n === undefined || entry.now.round.piles[n].has(id)));
  const tiles = entry.tiles.filter(({ card }) => isAsked(card)).slice(0, 5);
  const pictures = tiles.map(({ button }) => button.firstElementChild.cloneNode(true));
  const words = n === undefined ? entry.write("figure_points", { points: yaku.points }) : `${entry.sides[n].name} ${entry.rules.penalties ? points : signed(points)}`;
  const moment = h("div", ...pictures, h("span", h("b", yaku.short), words));
  moment.className = `moment ${entry.sides[n]?.style ?? ""}`;
  moment.role = "status";
  board.querySelector(".moment")?.remove();
  board.append(moment);
  if (!calm.matches) {
    pictures.forEach((picture, at) => {
      const [from, to] = [tiles[at].button, picture].map((one) => one.getBoundingClientRect());
      picture.animate({ transform: [`translate(${from.x - to.x}px, ${from.y - to.y}px)`, "none"] }, { duration: GATHER_MS, easing: "ease-out" });
    });
  }
  setTimeout(() => moment.remove(), STAY_MS);
}
