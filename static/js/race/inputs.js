/* What is quicker by taps than in the fields of a race: calls of koi-koi, chaff cards, yaku with further cards. */

import { findTick, setTick, setValue, ticksOf, valueOf } from "../entry/facts.js";
import { makeButton } from "../entry/panel.js";
import { readNumber } from "../entry/shapes/by_hand.js";

/* Calls of koi-koi: one tap each; a small button takes one back.

   Expects [data-call="<side>"] with a label, the select "calls/<side>", which keeps the fact, and two buttons. */

export function addCalls(entry) {
  for (const place of entry.form.querySelectorAll("[data-call]")) {
    const name = `calls/${place.dataset.call}`;
    const who = entry.nameOf(place.dataset.call);
    const step = (by) => {
      const count = Math.min(entry.rules.race.most_calls, Math.max(0, Number(valueOf(entry.form, name)) + by));
      setValue(entry.form, name, count ? String(count) : "");
      entry.commit(entry.write("called", { name: who, count }));
    };
    const [add, less] = place.querySelectorAll("button");
    add.addEventListener("click", () => step(1));
    less.addEventListener("click", () => step(-1));
    entry.showAtOnce(() => {
      const count = Number(valueOf(entry.form, name));
      add.textContent = entry.write(count ? "calls" : "calls_none", {
        name: entry.nameOf(place.dataset.call, "short"),
        count,
      });
      add.ariaPressed = count > 0;
      less.hidden = !count;
    });
  }
}

/* How many chaff cards: one tap on a number; the last chip counts on with every tap.

   Expects [data-chaff], empty, and the fields chaff/<side>, which keep the facts. */

const CHIPS = 5;

export function addChaff(entry) {
  const place = entry.form.querySelector("[data-chaff]");
  const least = findLeast(entry.rules);
  const most = entry.rules.race.chaff.length;
  const { chaff_words: words } = entry.rules.race;
  const name = () => `chaff/${entry.chosen}`;
  const isLast = (at) => at === CHIPS - 1;
  const isChosen = (at, held) => (isLast(at) ? held >= least + at : held === least + at);
  const chips = Array.from({ length: CHIPS }, (_, at) => makeButton(String(least + at), "count-chip", () => {
    const held = readNumber(entry, name());
    const next = !isChosen(at, held) ? least + at : isLast(at) ? held + 1 : null;
    const count = next > most ? null : next;
    setValue(entry.form, name(), String(count ?? ""));
    entry.commit(entry.write(count === null ? "chaff_none" : "chaff_of", { name: entry.nameOf(entry.chosen), count }));
  }));
  place.append(...chips);
  entry.showAtOnce(() => {
    const held = readNumber(entry, name());
    chips.forEach((chip, at) => {
      const count = isChosen(at, held) ? held : least + at;
      chip.ariaPressed = isChosen(at, held);
      if (isLast(at)) chip.textContent = `${count} +`;
      chip.ariaLabel = entry.write("chaff_label", { words, count });
    });
  });
}

/* The fewest chaff cards that can make a yaku, beside other cards that count as chaff. */
function findLeast({ readings, race }) {
  const counting = readings.flat().filter(({ at_least: { of } }) => race.chaff.every((id) => of.includes(id)));
  const besides = ({ at_least: { of }, twice }) =>
    of.filter((id) => !race.chaff.includes(id)).length + of.filter((id) => twice.includes(id)).length;
  return Math.min(...counting.map((yaku) => yaku.at_least.n - besides(yaku)));
}

/* Yaku by one tap each, and a tap for each further card. Of the yaku of one group only one can be ticked.

   Expects in [data-of-side] the ticks yaku/<side> and, where further cards count, the fields
   further/<side>/<yaku>, which keep the facts. */

export function addTicks(entry) {
  const { form, rules } = entry;
  for (const yaku of rules.yaku) {
    for (const n of entry.sides.keys()) {
      const tick = findTick(form, `yaku/${n}`, yaku.id);
      tick.addEventListener("change", () => tick.checked && dropRivals(entry, n, yaku));
      const field = form.elements[`further/${n}/${yaku.id}`];
      if (field) addFurther(entry, n, yaku, tick, field);
    }
  }
}

function addFurther(entry, n, yaku, tick, field) {
  const more = makeButton("", "claim__more", () => {
    const next = (readNumber(entry, field.name) ?? 0) + 1;
    setValue(entry.form, field.name, next > yaku.furthest ? "" : String(next));
    entry.commit(entry.write("further", { yaku: yaku.short, count: field.value || 0 }));
  });
  field.parentElement.after(more);
  entry.showAtOnce(() => {
    if (!tick.checked && field.value) field.value = "";
    more.hidden = !tick.checked;
    const further = readNumber(entry, field.name);
    more.textContent = entry.write(further ? "more_so_far" : "more", { count: further });
    more.ariaLabel = entry.write("further_label", { yaku: yaku.short, count: further ?? 0 });
  });
}

function dropRivals({ form, rules }, n, { id, group, replaces }) {
  for (const other of ticksOf(form, `yaku/${n}`)) {
    const rival = rules.yaku.find((one) => one.id === other);
    if (
      other !== id
      && ((group && rival.group === group) || replaces.includes(other) || rival.replaces.includes(id))
    ) setTick(form, `yaku/${n}`, other, false);
  }
}
