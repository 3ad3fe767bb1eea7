/* The page of a game counts the rounds that wait on this phone, lists them, and takes them back.

   Expects <section data-line="<name of the draft>" data-next="<number of the next round>" hidden> with data-one,
   data-several and data-copy on it, [data-line-words], [data-rows] and a <template> of a row: [data-state],
   [data-scores], [data-why], <a data-open>, <button data-take-back="Yes, take it back">; [data-gone], hidden, with
   [data-gone-words="{scores} is taken back."] and <button data-put-back>. Where a round waits, or was sent and this
   page is an older copy, [data-tally] and [data-after="After round {number}"] count it, and what is [data-as-it-was] is
   hidden. */

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
  const after = document.querySelector("[data-after]");
  if (after) {
    after.dataset.was ??= after.textContent;
    const { was, after: words } = after.dataset;
    after.textContent = rounds.length ? words.replace("{number}", box.dataset.next - 1 + rounds.length) : was;
  }
  const gone = box.querySelector("[data-gone]");
  box.hidden = !rounds.length && gone.hidden;
  const { one, several, copy } = box.dataset;
  const words = waiting.length > 1 ? several : waiting.length ? one : copy;
  box.querySelector("[data-line-words]").textContent = words.replace("{count}", waiting.length);
  const template = box.querySelector("template");
  // Others may have saved rounds meanwhile: then it is a later one than when it was entered.
  const numberOf = (n) => String(Number(box.dataset.next) + sent.length + n);
  const rows = waiting.map((draft, n) => makeDetails(box, template, { ...draft, number: numberOf(n) }, async () => {
    await drafts.drop(draft.name);
    await moveBehind(drafts, waiting.slice(n + 1), -1);
    const words = gone.querySelector("[data-gone-words]");
    words.textContent = words.dataset.goneWords.replace("{scores}", sayScores(draft));
    gone.hidden = false;
    gone.querySelector("[data-put-back]").onclick = async () => {
      gone.hidden = true;
      await drafts.keep(draft);
      await moveBehind(drafts, waiting.slice(n + 1), 1);
      await showAgain();
    };
    await showAgain();
  }));
  // A row that somebody has opened stays as it is.
  if (!box.querySelector("details[open]")) box.querySelector("[data-rows]").replaceChildren(...rows);
  return { count: rounds.length, listed: waiting.map(({ name }) => name) };
}

/* The rounds behind one that goes or comes back are later or earlier ones, as far as they still wait. */
async function moveBehind(drafts, behind, step) {
  for (const { name } of behind) {
    const draft = await drafts.find(name);
    if (draft) await drafts.keep({ ...draft, number: String(Number(draft.number) + step) });
  }
}

const sayScores = ({ title, sums }) => title.split(" · ")
  .map((name, n) => `${name} ${signed(sums.scores[n])}`).join(" · ");

function makeDetails(box, template, draft, takeBack) {
  const row = template.content.firstElementChild.cloneNode(true);
  const [state, scores, why, open, back] = ["state", "scores", "why", "open", "take-back"].map(
    (part) => row.querySelector(`[data-${part}]`),
  );
  state.textContent = nameState(box.dataset, draft);
  scores.textContent = sayScores(draft);
  why.textContent = draft.why ?? "";
  open.href = `${draft.page}#${draft.name.slice(draft.name.indexOf("~"))}`;
  back.addEventListener("click", () => {
    if (back.textContent !== back.dataset.takeBack) {
      back.textContent = back.dataset.takeBack;
      return;
    }
    row.open = false;
    takeBack();
  });
  return row;
}
