/* The summary before a round is saved: what each side has and what must be answered, with its answers to tap.

   Expects <dialog data-summary> of templates/macros/summary.html. It opens where something must be answered,
   and where a bonus would count that was not on the screen after the last change: a chip that was hidden, or
   a yaku that was ticked for a side that nobody looked at. Nothing that was not entered is taken for zero. */

import { addSheet, fillSheet } from "./sheet.js";
import { afterPaint } from "./entry.js";
import { areChipsSeen, isTickSeen } from "./seen.js";
import { drawCards, nameCards } from "./elements.js";
import { findTick, setValue } from "./facts.js";
import { giveRest } from "./rest.js";
import { listBonuses } from "./rules.js";
import { listOpen } from "./look.js";
import { numeral, signed } from "./words.js";
import { setCount } from "./counts.js";
import { strike } from "./board.js";
import { worthOf } from "./formula.js";

export function addSummary(entry) {
  const { form } = entry;
  let isPainted = true;
  let seen = new Set();
  let placed = null;
  entry.watch((now) => {
    if (now.placedPoints !== placed) entry.sure.delete("sure/left");
    placed = now.placedPoints;
    now.piles?.forEach((pile, n) => pile.length && entry.sure.delete(`sure/nothing/${n}`));
    isPainted = false;
    afterPaint(() => {
      isPainted = true;
      // What is ticked for a side while it is looked at was seen, as long as it counts.
      if (now.way !== "cards") {
        seen = new Set(listBonuses(now).filter((bonus) => seen.has(bonus) || isTickSeen(form, bonus)));
      }
    });
  });
  const isSeen = ({ way, figures }) => {
    // What counts only where it was announced is asked, as nobody else knows.
    if (!isPainted || entry.rules.numbers.length) return false;
    if (figures.some(({ yaku }) => yaku.some((one) => one.yaku.declare))) return false;
    if (way === "cards") return areChipsSeen(form);
    return listBonuses({ figures }).every((bonus) => seen.has(bonus))
      && figures.every(({ undeclared }) => !undeclared.length);
  };
  addSheet(entry, fillSummary, () => entry.now.isStarted && !listOpen(entry).length && isSeen(entry.now));
  entry.summary.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-act]");
    if (button) ACTS[button.dataset.act](entry, button.dataset.value);
  });
  entry.summary.addEventListener("change", ({ target }) => {
    const { announced } = target.dataset;
    if (announced) strike(entry, announced, target.checked);
  });
}

const ACTS = {
  rest: giveRest,
  right(entry, name) {
    entry.sure.add(name);
    entry.refresh();
  },
  none(entry, name) {
    const [, owner, ...group] = name.split("/");
    setCount(entry, owner, entry.rules.values.find(({ id }) => id === group[0]), 0);
  },
  "not-all"(entry) {
    for (const { suit, answer } of entry.now.suits) if (!answer) setValue(entry.form, `all_four/${suit}`, "no");
    entry.commit(entry.write("not_all"));
  },
  has(entry, name) {
    const [field, id] = name.split(":");
    entry.choose(field.split("/")[1]);
    findTick(entry.form, field, id).click();
  },
  enter(entry, name) {
    entry.summary.close();
    entry.choose(name.split("/")[1]);
    entry.form.elements[name].focus();
  },
};

function fillSummary(entry) {
  const { now, form, summary, find } = entry;
  const focused = document.activeElement;
  const open = listOpen(entry);
  const title = !now.isStarted ? "nothing" : !open.length ? "check" : open.length === 1 ? "question" : "questions";
  fillSheet(entry, title, open.length);
  find("summary-body").hidden = find("summary-save").hidden = !now.isStarted;
  find("details").open = !open.length;
  for (const place of summary.querySelectorAll("[data-void]")) {
    place.hidden = now.figures.some(({ figures, isKnown }) => !isKnown || figures[place.dataset.void]);
  }
  const taken = now.figures.flatMap(({ yaku }, n) => yaku
    .filter((one) => one.yaku.declare)
    .map((one) => `${entry.nameOf(n)} ${one.yaku.short}`));
  find("taken").textContent = taken.length && open.length ? entry.write("taken", { yaku: taken.join(" · ") }) : "";
  find("unplaced").replaceChildren(...drawCards(entry, now.unplaced));
  find("unplaced").ariaLabel = nameCards(entry, now.unplaced);
  if (now.hasGaji) find("gaji-here").append(form.querySelector("[data-gaji]"));
  for (const one of now.suits) placeAsk(entry, one);
  for (const block of summary.querySelectorAll("[data-ask]")) block.hidden = !open.includes(block.dataset.ask);
  find("not-all").hidden = now.suits.filter(({ answer }) => !answer).length < 2;
  now.figures.forEach((side, n) => fillSide(entry, summary.querySelector(`[data-side="${n}"]`), side));
  const { announced } = focused.dataset;
  if (announced) summary.querySelector(`[data-announced="${announced}"]`)?.focus();
  else if (focused.closest("[hidden]")) find("summary-save").focus();
}

/* What is answered already stands with its side. What is answered here stays where it is. */
function placeAsk({ form, sides, summary, write }, { suit, side, answer }) {
  const ask = form.querySelector(`.ask[data-suit="${suit}"]`);
  ask.querySelector("legend").textContent = write("all_four", { name: sides[side].name, suit });
  if (!summary.contains(ask)) {
    summary.querySelector(answer ? `[data-side="${side}"] [data-asks]` : "[data-asks-here]").append(ask);
  }
}

function fillSide(entry, section, side) {
  const shown = { ...side.figures, ...side };
  for (const place of section.querySelectorAll("[data-fill]")) {
    place.textContent = (place.dataset.fill === "score" ? signed : numeral)(shown[place.dataset.fill]);
  }
  for (const place of section.querySelectorAll("[data-known]")) place.hidden = !side.isKnown;
  const brought = section.querySelector("[data-brought]");
  if (brought) {
    brought.hidden = !side.gaji.length;
    brought.querySelector("[data-brought-cards]").replaceChildren(...drawCards(entry, side.gaji));
    brought.querySelector("[data-brought-names]").textContent = nameCards(entry, side.gaji);
  }
  const rows = side.found.map((one) => {
    const counts = side.yaku.includes(one);
    const row = entry.summary
      .querySelector(`template[data-row="${one.yaku.id}"]`)
      .content.firstElementChild.cloneNode(true);
    const isPenalty = counts && entry.rules.penalties;
    row.querySelector("b").textContent = isPenalty
      ? entry.write("penalty", { points: signed(-one.points) })
      : signed(counts ? worthOf(entry.rules, entry.now.round, one) : 0);
    row.classList.toggle("summary__yaku--off", !counts);
    if (one.yaku.declare) row.querySelector("input").checked = counts;
    else row.querySelector("label")?.remove();
    return row;
  });
  section.querySelector("[data-rows]").replaceChildren(...rows);
}
