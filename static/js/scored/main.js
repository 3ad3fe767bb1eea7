/* A round of a game without cards: a number for each side, kept on the phone, with the totals that it makes.

   Expects templates/scored.html: <form data-round> with the fields points/<side> and the ticks minus/<side>, which a
   minus that is typed sets; [data-total] of each side. Saving, drafts and news are those of every entry screen. */

import { addKeeping } from "../entry/keeping.js";
import { addMeter } from "../entry/meter.js";
import { addNews } from "../entry/later.js";
import { addNotice, say } from "../entry/notice.js";
import { addPanel } from "../entry/panel.js";
import { addSaving } from "../entry/saving.js";
import { goByEnter } from "../phone/next_field.js";
import { keepAwake } from "../phone/awake.js";
import { numeral } from "../entry/words.js";
import { openEntry } from "../entry/entry.js";
import { readNumber } from "../entry/shapes/by_hand.js";
import { setTick, ticksOf, valueOf } from "../entry/facts.js";

const form = document.querySelector("form[data-round]");
const entry = openEntry(form, lookAtPoints);
const isMissing = ({ isKnown }) => !isKnown;
Object.assign(entry, {
  sure: new Set(),
  isReady: () => !entry.now.figures.some(isMissing),
  openSummary() {
    const side = entry.now.figures.findIndex(isMissing);
    say(entry, entry.write("points_missing", { name: entry.nameOf(side) }), { isFault: true });
    form.elements[`points/${side}`].focus();
  },
});
for (const part of form.querySelectorAll("[data-live]")) part.hidden = false;
form.addEventListener("input", ({ target }) => {
  const [kind, side] = target.name.split("/");
  if (kind === "points" && /^\s*[-−]/.test(target.value)) {
    setTick(form, `minus/${side}`, "yes", true);
    target.value = target.value.replace(/[-−]/, "").trim();
  }
  delete target.dataset.filled;
  if (entry.rules.zero_sum) fillZeroSum();
  entry.commit(
    entry.write("typed_points", { name: entry.nameOf(side), points: form.elements[`points/${side}`].value }),
    side,
  );
});
entry.watch(({ figures }) => {
  form.querySelectorAll("[data-total]").forEach((place, n) => {
    place.textContent = entry.write("figure_total", { total: numeral(roundTenths(figures[n].total)) });
  });
});
for (const add of [(one) => addMeter(one, () => ""), addNotice, addPanel, addSaving, addNews]) add(entry);
goByEnter(form);
keepAwake();
entry.refresh();
addKeeping(entry).finally(() => { form.dataset.ready = ""; });

/* Where all scores add up to 0, the one field that is empty, or was filled in before, has what the others leave. */
function fillZeroSum() {
  const fields = entry.sides.map((_, n) => form.elements[`points/${n}`]);
  const open = fields.filter(({ name, dataset }) => "filled" in dataset || readPoints(entry, name) === null);
  if (open.length !== 1) return;
  const others = lookAtPoints(entry).round.sides.filter((_, n) => fields[n] !== open[0]);
  const left = roundTenths(-others.reduce((sum, { score }) => sum + score, 0));
  open[0].value = String(Math.abs(left));
  open[0].dataset.filled = "";
  setTick(form, open[0].name.replace("points", "minus"), "yes", left < 0);
}

/* Sums of tenths are as exact as on the server. */
function roundTenths(sum) {
  return Math.round(sum * 10) / 10;
}

/* The number in a field, whole or, where that is agreed, with one place behind a point or a comma. */
function readPoints({ rules }, name) {
  const text = valueOf(form, name).trim();
  const isOfTenths = rules.tenths && /^[0-9]{1,4}[.,][0-9]$/.test(text);
  return isOfTenths ? Number(text.replace(",", ".")) : readNumber({ form, rules }, name);
}

function lookAtPoints({ sides, rules }) {
  const points = sides.map((_, n) => {
    const number = readPoints({ rules }, `points/${n}`);
    return number && ticksOf(form, `minus/${n}`).length ? -number : number;
  });
  return {
    round: {
      sides: points.map((score) => ({
        score: score ?? 0,
        figures: { [rules.decides]: score ?? 0 },
        yaku: [],
      })),
    },
    isKnown: points.map((score) => score !== null),
    isStarted: points.some((score) => score !== null),
  };
}
