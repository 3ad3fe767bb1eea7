/* The page of a game counts the rounds that wait on this phone, lists them, and takes them back.

   Expects <section data-line="<name of the draft>" data-next="<number of the next round>" hidden> with data-one,
   data-several and data-copy on it, [data-line-words], [data-rows] and a <template> of a row: [data-state],
   [data-scores], [data-why], <a data-open>, <button data-take-back>. Where a round waits, or was sent and this page is
   an older copy, [data-tally] counts it, and what is [data-as-it-was] is hidden. */

import { addSums, readLine } from "../phone/line.js";
import { nameState } from "./state.js";
import { numeral, signed } from "../entry/words.js";

/* How many rounds the page does not have yet, and the names of those that it lists. */
export function showLine(drafts, found, showAgain) {
  const box = document.querySelector("[data-line]");
  const revision = parseInt(document.querySelector("main").dataset.version, 10);
  const { sent, waiting } = readLine(found, box?.dataset.line, revision);
  if (!box) return { count: 0, listed: [] };
  const rounds = [...sent, ...waiting];
  for (const place of document.querySelectorAll("[data-tally]")) {
    place.textContent = numeral(Number(place.dataset.tally) + addSums(rounds, "tallies", place.dataset.side));
  }
  for (const part of document.querySelectorAll("[data-as-it-was]")) part.hidden = rounds.length > 0;
  box.hidden = !rounds.length;
  const { one, several, copy } = box.dataset;
  const words = waiting.length > 1 ? several : waiting.length ? one : copy;
  box.querySelector("[data-line-words]").textContent = words.replace("{count}", waiting.length);
  const template = box.querySelector("template");
  // Others may have saved rounds meanwhile: then it is a later one than when it was entered.
  const numberOf = (n) => String(Number(box.dataset.next) + sent.length + n);
  const rows = waiting.map((draft, n) => makeDetails(box, template, { ...draft, number: numberOf(n) }, async () => {
    await drafts.drop(draft.name);
    // Those behind it move up.
    for (const each of waiting.slice(n + 1)) await drafts.keep({ ...each, number: String(each.number - 1) });
    await showAgain();
  }));
  // A row that somebody has opened stays as it is.
  if (!box.querySelector("details[open]")) box.querySelector("[data-rows]").replaceChildren(...rows);
  return { count: rounds.length, listed: waiting.map(({ name }) => name) };
}

function makeDetails(box, template, draft, takeBack) {
  const row = template.content.firstElementChild.cloneNode(true);
  const [state, scores, why, open, back] = ["state", "scores", "why", "open", "take-back"].map(
    (part) => row.querySelector(`[data-${part}]`),
  );
  state.textContent = nameState(box.dataset, draft);
  const names = draft.title.split(" · ");
  scores.textContent = names.map((name, n) => `${name} ${signed(draft.sums.scores[n])}`).join(" · ");
  why.textContent = draft.why ?? "";
  open.href = `${draft.page}#${draft.name.slice(draft.name.indexOf("~"))}`;
  back.addEventListener("click", () => {
    row.open = false;
    takeBack();
  });
  return row;
}
