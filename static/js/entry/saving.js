/* Saves the round with its key; the draft goes only when the server's answer names that key.

   Every other answer, or none, leaves the draft and says what happened. What may pass by itself (no network,
   a busy or broken server) is tried again: soon, then less often, and when the phone is online again; and by
   other pages, if this one is left (phone/queue.js). Where they open without network a new round stands in line, and
   the next begins (in_line/main.js). Posting twice gives one round. Expects a submit button, and data-game, the address
   of the game. */

import { clearNotice, say } from "./notice.js";
import { listBonuses, readRules } from "./rules.js";
import { askDisputes, loadLine, loadStale } from "./later.js";
import { postRound } from "../phone/posting.js";

const PAUSES_MS = [3_000, 6_000, 12_000, 30_000];
const KINDS = { 404: "gone", 429: "wait", 503: "busy" };

export function addSaving(entry) {
  let tries = 0;
  let timer = 0;
  let again = null;
  entry.save = async (action = entry.form.action) => {
    clearTimeout(timer);
    if (entry.isSaving) return;
    again = null;
    setSaving(entry, true);
    const outcome = await send(entry, action);
    setSaving(entry, false);
    if (outcome.saved) {
      await entry.settleInLine?.(outcome.saved);
      return entry.leave(outcome.saved.next, "saved");
    }
    const stale = outcome.stale && (await loadStale(entry).catch(() => null));
    if (stale) return stale.showStale(entry, outcome.stale);
    if (outcome.stale) outcome.words = entry.write("unreached");
    if (outcome.unshown) return learnRules(entry, outcome.unshown);
    const sends = { action, fields: outcome.fields };
    const waits = outcome.isAway && canLeave() && loadLine(entry).then(({ wait }) => wait(entry, sends));
    if (waits && (await waits.catch(() => false))) return;
    const isKept = !outcome.isFinal && (await entry.keepDraft({ sends }));
    const kind = outcome.isFinal ? "refused" : !isKept ? "unsaved_unkept" : canLeave() ? "unsaved" : "unsaved_stay";
    say(entry, entry.write(kind, { why: outcome.words }), { stays: true, isFault: !isKept });
    if (outcome.isFinal) return;
    again = () => entry.save(action);
    timer = setTimeout(again, PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)]);
  };
  entry.form.addEventListener("submit", (event) => {
    event.preventDefault();
    tries = 0;
    if (askDisputes(entry, () => entry.form.requestSubmit())) return;
    if (entry.isReady()) entry.save();
    else entry.openSummary();
  });
  addEventListener("online", () => again?.());
  entry.showAtOnce((step) => {
    // What is changed now is not what was being sent: the person saves it again.
    if (step) entry.shown = null;
    if (!step || !again) return;
    clearTimeout(timer);
    again = null;
    clearNotice(entry);
  });
}

/* Whether other pages open without network. */
const canLeave = () => Boolean(navigator.serviceWorker?.controller);

/* What counts has changed on the server since this page was opened. Where the same rules come to something else here,
   the person sees what the server counts: the next Save takes that. */
function learnRules(entry, { rules, sides, goal, shown, counted }) {
  Object.assign(entry, { rules: readRules(rules), sides, goal });
  entry.refresh();
  const bonuses = listBonuses(entry.now);
  entry.shown = shown.every((bonus) => bonuses.includes(bonus)) && shown.length === bonuses.length ? null : shown;
  if (!entry.shown) return entry.openSummary();
  say(entry, entry.write("counted_otherwise", { counted }), { stays: true, isFault: true });
}

/* What is on its way is not changed meanwhile: the server's answer is about that, and then the page is left. */
function setSaving(entry, isSaving) {
  entry.isSaving = isSaving;
  entry.form.classList.toggle("is-saving", isSaving);
  for (const part of entry.form.querySelectorAll(".more, .owner-tabs, .way, .board, .tools")) part.inert = isSaving;
}

async function send(entry, action) {
  const isNext = (await entry.sendAhead?.()) ?? true;
  const body = new FormData(entry.form);
  for (const path of entry.sure) body.append(path, "yes");
  // An answer from before a card was taken away.
  const asked = (entry.now.suits ?? []).map(({ suit }) => `all_four/${suit}`);
  for (const path of [...body.keys()]) if (path.startsWith("all_four/") && !asked.includes(path)) body.delete(path);
  for (const bonus of entry.shown ?? listBonuses(entry.now)) body.append("shown", bonus);
  const fields = [...body];
  if (!isNext) return { words: entry.write("unreached"), fields, isAway: true };
  try {
    return { ...readAnswer(entry, await postRound(action, body)), fields };
  } catch ({ name }) {
    return {
      words: entry.write(!navigator.onLine ? "offline" : name === "TimeoutError" ? "too_late" : "unreached"),
      fields,
      isAway: true,
    };
  }
}

/* What an answer means. */
function readAnswer({ write }, { status, answer, isSaved }) {
  if (isSaved) return { saved: answer };
  if (answer?.stale || answer?.unshown) return answer;
  if (answer?.errors?.length) return { words: answer.errors.join(" "), isFinal: status < 500 };
  const kind = KINDS[status] ?? (status >= 500 ? "broken" : status >= 400 ? "not_taken" : "not_ours");
  return { words: write(kind, { status }), isFinal: kind === "gone" || kind === "not_taken" };
}
