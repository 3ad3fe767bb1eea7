/* How the round ended: a tap on whoever stopped, on nobody or on a dealt hand. Whose cards are asked follows.

   Expects the radio buttons "winner", each in a label with [data-score] and [data-total] where it is a side's;
   [data-piles] with two buttons [data-owner], for rounds that ask for both piles; [data-of-side], shown while that
   side's cards are asked. The form says how the round ended in data-ended, and style sheets hide the rest. */

import { numeral, signed } from "../entry/words.js";
import { readEnd } from "./look.js";
import { plays, readFacts, valueOf, writeFacts } from "../entry/facts.js";
import { say } from "../entry/notice.js";

export function addEnded(entry) {
  const { form, rules, sides } = entry;
  const ends = [...form.querySelectorAll("[name=winner]")];
  const piles = form.querySelector("[data-piles]");
  const owners = [...piles.querySelectorAll("[data-owner]")];
  for (const owner of owners) owner.addEventListener("click", () => entry.choose(owner.dataset.owner));
  for (const end of ends) end.addEventListener("change", () => {
    moveToStopper(entry);
    entry.chosen = end.value;
  });
  form.querySelector("[data-way=cards]").addEventListener("click", ({ target }) => {
    if (target.closest(".pick") && !readEnd(entry).asked.length) say(entry, entry.write("stopped"));
  });
  entry.showAtOnce(() => {
    const { outcome, asked, hasCards, isDealt } = readEnd(entry);
    const isBoth = asked.length > 1;
    const areLosers = hasCards && rules.race.counts === "winner" && valueOf(form, "way") === "cards";
    const mayHave = (owner) => owner !== "" && plays(entry, owner) && (areLosers || asked.includes(Number(owner)));
    if (!mayHave(entry.chosen)) entry.chosen = String(asked[0] ?? "");
    const kind = !outcome ? "open" : hasCards ? "shobu" : isDealt ? "dealt" : "exhausted";
    form.dataset.ended = isBoth ? "both" : kind;
    piles.hidden = !isBoth && !areLosers;
    for (const owner of owners) owner.ariaPressed = owner.dataset.owner === entry.chosen;
    for (const part of form.querySelectorAll("[data-of-side]")) part.hidden = part.dataset.ofSide !== entry.chosen;
  });
  entry.watch((now) => {
    sides.forEach((_, n) => showScore(entry, ends[n].closest("label"), now.figures[n]));
  });
}

function showScore({ write, sides }, label, { isKnown, score, total }) {
  // Three have no room for the word.
  const said = sides.length > 2 ? `→\u2009${numeral(total)}` : write("figure_total", { total: numeral(total) });
  label.querySelector("[data-score]").textContent = isKnown ? signed(score) : "";
  label.querySelector("[data-total]").textContent = isKnown ? said : "";
}

/* The fields of what a side has; how often it called stays with who called. */
const OF_A_SIDE = /^(chaff|points|yaku|further)\/([0-9])/;

/* What was entered for the one is the other's, where it turns out that the other stopped. */
function moveToStopper({ form, sides }) {
  const winner = valueOf(form, "winner");
  if (!(winner in sides) || sides.length > 2) return;
  const facts = Object.entries(readFacts(form));
  const isOf = (n, [name, [value]]) => (name.startsWith("captured/") ? value === n : OF_A_SIDE.exec(name)?.[2] === n);
  if (facts.some((fact) => isOf(winner, fact))) return;
  const moved = facts.map(([name, values]) => {
    if (!isOf(String(1 - winner), [name, values])) return [name, values];
    return name.startsWith("captured/") ? [name, [winner]] : [name.replace(OF_A_SIDE, `$1/${winner}`), values];
  });
  writeFacts(form, Object.fromEntries(moved));
}
