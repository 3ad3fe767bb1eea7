/* Saves the round with its key; the draft goes only when the server's answer names that key.

   Every other answer, or none, leaves the draft and says what happened. What may pass by itself (no network,
   a busy or broken server) is tried again: soon, then less often, and when the phone is online again; and by
   other pages, if this one is left (phone/queue.js). Posting twice gives one round. Expects a submit button, and data-game, the address of the game. */

import { clearNotice, say } from "./notice.js";
import { loadStale } from "./late.js";
import { listBonuses, readRules } from "./figures.js";
import { postRound } from "../phone/posting.js";

const PAUSES_MS = [3_000, 6_000, 12_000, 30_000];
const KINDS = { 404: "gone", 429: "wait", 503: "busy" };

export function addSaving(entry) {
  let tries = 0;
  let timer = 0;
  let again = () => {};
  let isWaiting = false;
  entry.save = async (action = entry.form.action) => {
    clearTimeout(timer);
    if (entry.isSaving) return;
    again = () => entry.save(action);
    setSaving(entry, true);
    const outcome = await post(entry, action);
    setSaving(entry, false);
    if (outcome.saved) return finish(entry, outcome.saved);
    const stale = outcome.stale && (await loadStale(entry).catch(() => null));
    if (stale) return stale.showStale(entry, outcome.stale);
    if (outcome.stale) outcome.words = entry.write("unreached");
    if (outcome.unshown) return learnRules(entry, outcome.unshown);
    if (!outcome.isFinal) await entry.queueDraft(action, outcome.fields);
    const kind = outcome.isFinal ? "refused" : entry.cannotKeep ? "unsaved_unkept" : "unsaved";
    say(entry, entry.write(kind, { why: outcome.words }), { stays: true, isFault: true });
    if (!outcome.isFinal) timer = setTimeout(again, PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)]);
    isWaiting = !outcome.isFinal;
  };
  entry.form.addEventListener("submit", (event) => {
    event.preventDefault();
    tries = 0;
    if (!entry.summarizeFirst()) entry.save();
  });
  addEventListener("online", () => isWaiting && again());
  entry.showAtOnce((step) => {
    // What is changed now is not what was being sent: the person saves it again.
    if (!step || !isWaiting) return;
    clearTimeout(timer);
    isWaiting = false;
    clearNotice(entry);
  });
}

/* What counts has changed on the server since this page was opened. */
function learnRules(entry, { rules, sides, goal }) {
  Object.assign(entry, { rules: readRules(rules), sides, goal });
  entry.refresh();
  entry.settle();
  entry.openSummary();
}

/* What is on its way is not changed meanwhile: the server's answer is about that, and then the page is left. */
function setSaving(entry, isSaving) {
  entry.isSaving = isSaving;
  entry.form.classList.toggle("is-saving", isSaving);
  for (const part of entry.form.querySelectorAll(".more, .owner-tabs, .way, .board, .tools")) part.inert = isSaving;
}

async function post(entry, action) {
  const body = new FormData(entry.form);
  for (const value of entry.sure) body.append("sure", value);
  for (const bonus of listBonuses(entry.now)) body.append("shown", bonus);
  const fields = [...body];
  try {
    return { ...readAnswer(entry, await postRound(action, body)), fields };
  } catch ({ name }) {
    return { words: entry.write(!navigator.onLine ? "offline" : name === "TimeoutError" ? "too_late" : "unreached"), fields };
  }
}

/* What an answer means. */
function readAnswer({ form, write }, { status, answer, isSaved }) {
  if (isSaved) return { saved: answer };
  if (answer?.token) form.elements.csrf_token.value = answer.token;
  if (status === 409 && answer?.stale) return { stale: answer.stale };
  if (status === 422 && answer?.unshown) return { unshown: answer.unshown };
  if (answer?.errors?.length) return { words: answer.errors.join(" "), isFinal: status < 500 };
  const kind = KINDS[status] ?? (status >= 500 ? "broken" : status >= 400 ? "not_taken" : "not_ours");
  return { words: write(kind, { status }), isFinal: kind === "gone" || kind === "not_taken" };
}

async function finish(entry, answer) {
  entry.isSaved = true;
  await entry.dropDraft();
  entry.form.querySelector("[data-kept]").textContent = "saved";
  location.assign(answer.next);
}
