/* How the round ended: a tap on whoever stopped, on nobody or on a dealt hand. Whose cards are asked follows.

   Expects the radio buttons "stopped", each in a label with [data-score] and [data-total] where it is a side's;
   [data-piles] with two buttons [data-owner], for rounds that ask for both piles. The form says how the round
   ended in data-ended, and style sheets hide what is not asked. */

import { numeral, setTick, setValue, signed, ticksOf, valueOf } from "../entry/facts.js";
import { readEnd } from "./look.js";
import { say } from "../entry/notice.js";

export function addEnded(entry) {
  const { form, sides } = entry;
  const ends = [...form.querySelectorAll("[name=stopped]")];
  const piles = form.querySelector("[data-piles]");
  const owners = [...piles.querySelectorAll("[data-owner]")];
  for (const owner of owners) owner.addEventListener("click", () => entry.choose(owner.dataset.owner));
  for (const end of ends) end.addEventListener("change", () => moveToStopper(entry));
  form.querySelector("[data-way=cards]").addEventListener("click", ({ target }) => {
    if (target.closest(".pick") && !readEnd(entry).asked.length) say(entry, entry.write("stopped"));
  });
  entry.showAtOnce(() => {
    const { outcome, asked } = readEnd(entry);
    const isBoth = asked.length > 1;
    if (!asked.includes(Number(entry.chosen)) || entry.chosen === "") entry.chosen = String(asked[0] ?? "");
    form.dataset.ended = isBoth ? "both" : outcome || "open";
    piles.hidden = !isBoth;
    for (const owner of owners) owner.ariaPressed = owner.dataset.owner === entry.chosen;
    for (const part of form.querySelectorAll("[data-of-side]")) part.hidden = part.dataset.ofSide !== entry.chosen;
  });
  entry.watch((now) => {
    sides.forEach((_, n) => showScore(entry, ends[n].closest("label"), now.figures[n]));
  });
}

function showScore({ write }, label, { isKnown, score, total }) {
  label.querySelector("[data-score]").textContent = isKnown ? signed(score) : "";
  label.querySelector("[data-total]").textContent = isKnown ? write("figure_total", { total: numeral(total) }) : "";
}

/* What was entered for the one is the other's, where it turns out that the other stopped. */
function moveToStopper({ form, cards, rules, sides }) {
  const winner = valueOf(form, "stopped");
  if (!(winner in sides)) return;
  const other = String(1 - winner);
  const owned = (n) => cards.filter(({ id }) => valueOf(form, `card-${id}`) === n);
  const fields = (n) => [`chaff-${n}`, `points-${n}`, ...rules.yaku.map(({ id }) => `further-${n}-${id}`)].filter((name) => form.elements[name]);
  const hasAny = (n) => owned(n).length || ticksOf(form, `yaku-${n}`).length || fields(n).some((name) => valueOf(form, name));
  if (hasAny(winner) || !hasAny(other)) return;
  for (const { id } of owned(other)) setValue(form, `card-${id}`, winner);
  for (const id of ticksOf(form, `yaku-${other}`)) {
    setTick(form, `yaku-${winner}`, id, true);
    setTick(form, `yaku-${other}`, id, false);
  }
  const [to, from] = [fields(winner), fields(other)];
  from.forEach((name, n) => {
    setValue(form, to[n], valueOf(form, name));
    setValue(form, name, "");
  });
}
