/* A round of a game without cards: a number for each side, kept on the phone, with the totals that it makes.

   Expects templates/games/scored.html: <form data-round> with the fields points/<side> and the ticks minus/<side>, lit
   where a minus stands in the field; [data-total] and [data-leads] of each side. Saving, drafts and news are those of
   every screen. */

import { addBack } from "../entry/back.js";
import { addKeeping } from "../entry/keeping.js";
import { addMeter } from "../entry/meter.js";
import { addNews } from "../entry/later.js";
import { addNotice, say } from "../entry/notice.js";
import { addPanel } from "../entry/panel.js";
import { addSaving } from "../entry/saving.js";
import { goByEnter } from "../phone/next_field.js";
import { keepAwake } from "../phone/awake.js";
import { findFault } from "./faults.js";
import { findTick, plays } from "../entry/facts.js";
import { numeral, sayWith } from "../entry/words.js";
import { openEntry } from "../entry/entry.js";
import { readTyped, spellTyped } from "../entry/numbers.js";

const form = document.querySelector("form[data-round]");
const fields = [...form.querySelectorAll("[name^='points/']")];
const minusOf = ({ name }) => findTick(form, name.replace("points", "minus"), "yes");
for (const field of fields) {
  field.value = typedIn(field);
  showMinus(field);
}
const entry = openEntry(form, lookAtPoints);
const isMissing = ({ isKnown }) => !isKnown;
Object.assign(entry, {
  sure: new Set(),
  isReady: () => !entry.now.figures.some(isMissing),
  openSummary() {
    const side = entry.now.figures.findIndex(isMissing);
    // Each is marked until it has a number.
    fields.forEach((field, n) => { field.ariaInvalid = isMissing(entry.now.figures[n]) ? "true" : null; });
    say(entry, sayMissing(side), { isFault: true });
    fields[side].focus();
  },
});
for (const part of form.querySelectorAll("[data-live]")) part.hidden = false;
form.addEventListener("input", ({ target }) => {
  const [kind, side] = target.name.split("/");
  const field = fields[side];
  if (kind === "minus") turnSign(field);
  else if (kind === "points") takeSign(field);
  if (field) delete field.dataset.filled;
  if (entry.rules.zero_sum) fillZeroSum();
  if (!field) {
    const head = target.closest("fieldset").querySelector("legend").textContent;
    entry.commit(entry.write("answered", { head, words: target.dataset.words ?? "" }), kind);
  } else entry.commit(entry.write("typed_points", { name: entry.nameOf(side), points: field.value }), side);
});
entry.watch(({ figures }) => {
  form.querySelectorAll("[data-total]").forEach((place, n) => {
    place.textContent = entry.write("figure_total", { total: numeral(roundTenths(figures[n].total)) });
  });
  showLeads(entry, figures);
  fields.filter((_, n) => !isMissing(figures[n])).forEach((field) => { field.ariaInvalid = null; });
});
for (const add of [(one) => addMeter(one, () => ""), addNotice, addPanel, addBack, addSaving, addNews]) add(entry);
goByEnter(form);
keepAwake();
entry.refresh();
addKeeping(entry).finally(() => { form.dataset.ready = ""; });

/* Who leads with the totals that show: those of the rounds before until each field has a number. */
function showLeads({ sides, goal }, figures) {
  const totals = figures.some(isMissing) ? sides.map(({ total }) => total) : figures.map(({ total }) => total);
  const best = Math[goal.is_lowest ? "min" : "max"](...totals);
  const ahead = totals.filter((total) => total === best).length;
  form.querySelectorAll("[data-leads]").forEach((mark, n) => {
    mark.hidden = totals[n] !== best || ahead === totals.length;
    mark.lastElementChild.textContent = ahead > 1 ? mark.dataset.tied : mark.dataset.leads;
  });
}

/* Where all scores add up to 0, the one field that is empty, or was filled in before, has what the others leave;
   nothing while one of them is no number. */
function fillZeroSum() {
  const playing = fields.filter((_, n) => plays(entry, n));
  const open = playing.filter(({ value, dataset }) => "filled" in dataset || value.trim() === "");
  const others = playing.filter((field) => field !== open[0]).map(readPoints);
  if (open.length !== 1 || (others.includes(null) && !open[0].value)) return;
  const left = roundTenths(-others.reduce((sum, score) => sum + score, 0));
  open[0].value = others.includes(null) ? "" : String(left).replace("-", "\u2212");
  open[0].dataset.filled = "";
  showMinus(open[0]);
}

/* Sums of tenths are as exact as on the server. */
function roundTenths(sum) {
  return Math.round(sum * 10) / 10 + 0;
}

/* The key of the minus is lit where the field begins with one. */
function showMinus(field) {
  minusOf(field).checked = spellTyped(field.value).startsWith("-");
}

/* What is typed into an empty field whose key was lit is below 0; what is typed over a number has its own sign. */
function takeSign(field) {
  if (!(field.name in entry.facts)) field.value = typedIn(field);
  showMinus(field);
}

/* The key takes the minus of the field away, or puts one there; an empty field has it with its first digit. */
function turnSign(field) {
  const text = field.value.trim();
  const bare = /^[+-]/.test(spellTyped(text)) ? text.slice(1) : text;
  field.value = minusOf(field).checked && bare ? `\u2212${bare}` : bare;
}

/* What stands in a field, with the minus of a key that was lit while it was empty, or without scripts. */
function typedIn(field) {
  const text = field.value.trim();
  return minusOf(field).checked && readTyped(text)?.number > 0 ? `\u2212${text}` : text;
}

/* The number in a field; null for nothing, and for what is wrong. */
function readPoints(field) {
  const text = typedIn(field);
  return findFault(entry.rules, text) ? null : readTyped(text).number;
}

/* What is asked of a side without a number, or what is wrong with what stands there. */
function sayMissing(side) {
  const typed = typedIn(fields[side]);
  const name = entry.nameOf(side);
  if (!typed) return entry.write("points_missing", { name });
  const most = numeral(entry.rules.most_points);
  const cut = [...typed];
  const said = { name, typed: cut.slice(0, 20).join("") + (cut.length > 20 ? "…" : ""), most };
  return sayWith(entry.rules.typed_faults[findFault(entry.rules, typed)], said);
}

/* Who sits out has 0, whatever stands in the field that does not show. */
function lookAtPoints({ rules }) {
  const points = fields.map((field, n) => (plays({ form }, n) ? readPoints(field) : 0));
  return {
    round: {
      sides: points.map((score) => ({ score: score ?? 0, figures: { [rules.decides]: score ?? 0 }, yaku: [] })),
    },
    isKnown: points.map((score) => score !== null),
    isStarted: points.some((score, n) => score !== null && plays({ form }, n)),
  };
}
