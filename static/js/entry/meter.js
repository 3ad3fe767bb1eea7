/* The meter: how many of the deck's points are placed, and the save button that says what it will do.

   Expects [data-meter-bar] and [data-meter-words], [data-save-words], and [data-heard], a
   live region that says each step and where the round stands to those who listen. */

import { afterPaint } from "./entry.js";
import { h } from "./panel.js";
import { signed } from "./facts.js";

export function addMeter(entry, sayRound = sayPlaced) {
  const [words, save, heard] = ["meter-words", "save-words", "heard"].map(entry.find);
  entry.watch((now, step) => {
    words.textContent = sayRound(entry, now);
    save.textContent = sayScores(entry, now);
    if (step) heard.textContent = `${step}. ${words.textContent}.`;
  });
}

function sayPlaced(entry, { placedPoints: placed, unplaced: { length: left }, isStarted, way }) {
  const all = entry.rules.deck_points;
  entry.find("meter-bar").setAttribute("width", String((100 * placed) / all));
  const rest = placed === all ? findFilled(entry.form, way) : null;
  const kind = !isStarted && way === "cards" ? "start" : rest ? "placed_rest" : !left || !isStarted ? "placed" : left === 1 ? "placed_but_one" : "placed_but";
  return entry.write(kind, { placed, all, left, name: entry.nameOf(rest ?? entry.chosen) });
}

/* The one side whose fields were filled in with what the others leave; null where there is none. */
function findFilled(form, way) {
  const sides = new Set([...form.querySelectorAll(`[data-way~="${way}"] [data-filled]`)].map(({ name }) => name.split("-")[1]));
  return sides.size === 1 ? [...sides][0] : null;
}

/* What the save button says. */

/* "Save round 3: Ann +30 · Ben 0"; with many sides their initials. */
export function sayScores(entry, now) {
  const { number } = entry.form.dataset;
  if (!now.isStarted) return entry.write("save", { number });
  const isLong = entry.sides.length > 3 || entry.sides.some(({ name }) => name.length > 12);
  const scores = now.figures.map(({ score, isKnown }, n) => {
    const { name, initial } = entry.sides[n];
    return `${isLong ? initial : name}\u00a0${isKnown ? signed(score) : "–"}`;
  });
  return entry.write("save_scores", { number, scores: scores.join("\u00a0· ") });
}

/* The cards of a yaku gather over the board, with its name, and go again: when it has just been made, and when its
   chip is tapped.

   Expects [data-board]. Nothing of it is a fact: the chip on the board stays. */

const GATHER_MS = 300;
const STAY_MS = 2000;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function addMoments(entry) {
  let before = null;
  entry.watch((now, step) => {
    const made = now.figures.flatMap(({ yaku }, n) => yaku.map((one) => ({ ...one, n, key: `${n}/${one.yaku.id}` })));
    const fresh = before && step ? made.filter(({ key }) => !before.has(key)) : [];
    before = new Set(made.map(({ key }) => key));
    const [best] = fresh.sort((a, b) => b.points - a.points);
    if (best && now.way === "cards" && !calm.matches) afterPaint(() => showMoment(entry, best.yaku, best));
  });
}

/* With its side and points where it was made. */
export function showMoment(entry, yaku, { n, points } = {}) {
  const board = entry.find("board");
  const { at_least } = yaku;
  const isAsked = ({ id }) => yaku.all_of.includes(id) || (at_least.of.includes(id) && (n === undefined || entry.now.round.piles[n].has(id)));
  const tiles = entry.tiles.filter(({ card }) => isAsked(card)).slice(0, 5);
  const pictures = tiles.map(({ button }) => button.firstElementChild.cloneNode(true));
  const words = n === undefined ? entry.write("figure_points", { points: yaku.points }) : `${entry.sides[n].name} ${entry.rules.penalties ? points : signed(points)}`;
  const look = { className: `moment ${entry.sides[n]?.style ?? ""}`, role: "status" };
  const moment = Object.assign(h("div", ...pictures, h("span", h("b", yaku.short), words)), look);
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
