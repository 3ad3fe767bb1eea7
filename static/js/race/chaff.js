/* How many chaff cards: one tap on a number; the last chip counts on with every tap.

   Expects [data-chaff], empty, and the fields chaff/<side>, which keep the facts. */

import { makeButton } from "../entry/elements.js";
import { readNumber } from "../entry/numbers.js";
import { readEnd } from "./look.js";
import { setValue } from "../entry/facts.js";

const CHIPS = 5;

export function addChaff(entry) {
  const place = entry.form.querySelector("[data-chaff]");
  const fewest = findLeast(entry.rules);
  const most = entry.rules.race.most_chaff;
  let least = fewest;
  const { chaff_words: words } = entry.rules.race;
  const name = () => `chaff/${entry.chosen}`;
  const isLast = (at) => at === CHIPS - 1;
  const isChosen = (at, held) => (isLast(at) ? held >= least + at : held === least + at);
  const chips = Array.from({ length: CHIPS }, (_, at) => makeButton("", "count-chip", () => {
    const held = readNumber(entry, name());
    const next = !isChosen(at, held) ? least + at : isLast(at) ? held + 1 : null;
    const count = next > most ? null : next;
    setValue(entry.form, name(), String(count ?? ""));
    entry.commit(entry.write(count === null ? "chaff_none" : "chaff_of", { name: entry.nameOf(entry.chosen), count }));
  }));
  place.append(...chips);
  entry.showAtOnce(() => {
    const held = readNumber(entry, name());
    const { winner } = readEnd(entry);
    // A loser's matters where it is small.
    const isLoser = entry.rules.race.counts === "winner" && winner !== null && entry.chosen !== String(winner);
    least = isLoser ? 0 : fewest;
    chips.forEach((chip, at) => {
      const count = isChosen(at, held) ? held : least + at;
      chip.ariaPressed = isChosen(at, held);
      chip.textContent = isLast(at) ? `${count} +` : count;
      chip.ariaLabel = entry.write("chaff_label", { words, count });
    });
  });
}

/* The fewest chaff cards that can make a yaku, beside other cards that count as chaff. */
function findLeast({ readings, race }) {
  const counting = readings.flat().filter(({ at_least: { of } }) => race.chaff.every((id) => of.includes(id)));
  const besides = ({ at_least: { of }, twice }) => {
    const joined = of.filter((id) => !race.chaff.includes(id));
    return joined.length + joined.filter((id) => twice.includes(id)).length;
  };
  return Math.min(...counting.map((yaku) => yaku.at_least.n - besides(yaku)));
}
