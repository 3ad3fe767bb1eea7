/* The meter: how many of the deck's points are placed, and the save button that says what it will do.

   Expects [data-meter-bar] and [data-meter-words], [data-save-words], and [data-heard], a
   live region that says each step and where the round stands to those who listen. */

import { sayScores } from "./scores.js";
import { setText } from "./elements.js";

export function addMeter(entry, sayRound = sayPlaced) {
  const [words, save, heard] = ["meter-words", "save-words", "heard"].map(entry.find);
  entry.watch((now, step) => {
    setText(words, sayRound(entry, now));
    sayScores(entry, save, now);
    if (step) {
      setText(heard, [step, words.textContent]
        .filter(Boolean)
        .map((said) => (/[.?!…]$/.test(said) ? said : `${said}.`))
        .join(" "));
    }
  });
}

function sayPlaced(entry, { placedPoints: placed, unplaced: { length: left }, isStarted, way }) {
  const all = entry.rules.deck_points;
  entry.find("meter-bar").setAttribute("width", String((100 * placed) / all));
  const rest = placed === all ? findFilled(entry.form, way) : null;
  const start = { cards: "start", counts: "start_counts" }[way];
  const kind = !isStarted && start
    ? start
    : rest
      ? "placed_rest"
      : !left || !isStarted
        ? "placed"
        : left === 1
          ? "placed_but_one"
          : "placed_but";
  return entry.write(kind, { placed, all, left, name: entry.nameOf(rest ?? entry.chosen) });
}

/* The one side whose fields were filled in with what the others leave; null where there is none. */
function findFilled(form, way) {
  const sides = new Set(
    [...form.querySelectorAll(`[data-way~="${way}"] [data-filled]`)].map(({ name }) => name.split("/")[1]),
  );
  return sides.size === 1 ? [...sides][0] : null;
}
