/* The meter: how many of the deck's points are placed, and the save button that says what it will do.

   Expects [data-meter-bar] and [data-meter-words], [data-save-words], and [data-heard], a
   live region that says each step and where the round stands to those who listen. */

import { sayScores } from "./save_words.js";

export function addMeter(entry) {
  const find = (name) => entry.form.querySelector(`[data-${name}]`);
  const [bar, words, save, heard] = ["meter-bar", "meter-words", "save-words", "heard"].map(find);
  entry.watch((now, step) => {
    const all = entry.rules.deck_points;
    bar.setAttribute("width", String((100 * now.placedPoints) / all));
    const left = now.unplaced.length;
    const rest = now.placedPoints === all ? findFilled(entry.form, now.way) : null;
    const kind = !now.isStarted && now.way === "cards" ? "start" : rest ? "placed_rest" : !left || !now.isStarted ? "placed" : left === 1 ? "placed_but_one" : "placed_but";
    words.textContent = entry.write(kind, { placed: now.placedPoints, all, left, name: entry.nameOf(rest ?? entry.chosen) });
    save.textContent = sayScores(entry, now);
    if (step) heard.textContent = `${step}. ${words.textContent}.`;
  });
}

/* The one side whose fields were filled in with what the others leave; null where there is none. */
function findFilled(form, way) {
  const sides = new Set([...form.querySelectorAll(`[data-way~="${way}"] [data-filled]`)].map(({ name }) => name.split("-")[1]));
  return sides.size === 1 ? [...sides][0] : null;
}
