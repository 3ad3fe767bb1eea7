/* Saves the round with its key; the draft goes only when the server's answer names that key.

   Every other answer, or none, leaves the draft and says what happened. What may pass by itself (no network,
   a busy or broken server) is tried again: soon, then less often, and when the phone is online again; and by
   other pages, if this one is left (phone/queue.js). Posting twice gives one round. Expects a submit button, and
   data-game, the address of the game. */

import { clearNotice, loadStale, say } from "./notice.js";
import { isSame, setValue, valueOf, writeFacts } from "./facts.js";
import { listBonuses, readRules } from "./scoring.js";
import { makeKey, openDrafts } from "../phone/drafts.js";
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
    if (outcome.saved) return entry.leave(outcome.saved.next, "saved");
    const stale = outcome.stale && (await loadStale(entry).catch(() => null));
    if (stale) return stale.showStale(entry, outcome.stale);
    if (outcome.stale) outcome.words = entry.write("unreached");
    if (outcome.unshown) return learnRules(entry, outcome.unshown);
    const isKept = !outcome.isFinal && (await entry.keepDraft({ sends: { action, fields: outcome.fields } }));
    const kind = outcome.isFinal ? "refused" : !isKept ? "unsaved_unkept" : canLeave() ? "unsaved" : "unsaved_stay";
    say(entry, entry.write(kind, { why: outcome.words }), { stays: true, isFault: !isKept });
    if (outcome.isFinal) return;
    again = () => entry.save(action);
    timer = setTimeout(again, PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)]);
  };
  entry.form.addEventListener("submit", (event) => {
    event.preventDefault();
    tries = 0;
    if (entry.isReady()) entry.save();
    else entry.openSummary();
  });
  addEventListener("online", () => again?.());
  entry.showAtOnce((step) => {
    // What is changed now is not what was being sent: the person saves it again.
    if (!step || !again) return;
    clearTimeout(timer);
    again = null;
    clearNotice(entry);
  });
}

/* Whether other pages open without network. */
const canLeave = () => Boolean(navigator.serviceWorker?.controller);

/* What counts has changed on the server since this page was opened. */
function learnRules(entry, { rules, sides, goal }) {
  Object.assign(entry, { rules: readRules(rules), sides, goal });
  entry.refresh();
  entry.openSummary();
}

/* What is on its way is not changed meanwhile: the server's answer is about that, and then the page is left. */
function setSaving(entry, isSaving) {
  entry.isSaving = isSaving;
  entry.form.classList.toggle("is-saving", isSaving);
  for (const part of entry.form.querySelectorAll(".more, .owner-tabs, .way, .board, .tools")) part.inert = isSaving;
}

async function send(entry, action) {
  const body = new FormData(entry.form);
  for (const path of entry.sure) body.append(path, "yes");
  for (const bonus of listBonuses(entry.now)) body.append("shown", bonus);
  const fields = [...body];
  try {
    return { ...readAnswer(entry, await postRound(action, body)), fields };
  } catch ({ name }) {
    return {
      words: entry.write(!navigator.onLine ? "offline" : name === "TimeoutError" ? "too_late" : "unreached"),
      fields,
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

/* Keeps the round on the phone at every step and brings it back: typed, kept, and (saving.js) saved.

   Expects data-draft on the form, the draft's name, and [data-kept], where the word stands. "Kept on this
   phone" is said only of what a transaction has completed. */

/* The fields that say which round the facts are meant for. */
const STAMPS = ["key", "version", "seen"];

export async function addKeeping(entry) {
  const { form } = entry;
  const word = form.querySelector("[data-kept]");
  const atFirst = entry.facts;
  const seenNow = form.elements.seen.value;
  let latest = 0;
  const drafts = openDrafts();
  form.elements.key.value = makeKey();
  entry.keepDraft = async (more) => {
    const isKept = await drafts.keep({ ...makeDraft(entry, latest), ...more }).then(() => true, () => false);
    word.textContent = entry.write(isKept ? "kept" : "not_kept");
    return isKept;
  };
  entry.leave = async (address, said = "") => {
    entry.isSaved = true;
    await drafts.drop(form.dataset.draft).catch(() => {});
    word.textContent = said;
    location.assign(address);
  };

  const restore = async (isFirst) => {
    const draft = await drafts.find(form.dataset.draft);
    if (!draft || draft.at <= latest || isSame(draft.facts, entry.facts)) return;
    latest = draft.at;
    // A draft of an older release does not say what it had seen; then nothing counts as seen.
    for (const name of STAMPS) setValue(form, name, draft[name] ?? "");
    entry.chosen = draft.chosen;
    writeFacts(form, draft.facts);
    const at = new Date(draft.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    entry.commit(entry.write("kept_at", { at }));
    say(entry, entry.write(isFirst ? "draft" : "other_tab", { at }));
    // It was saved already, without network.
    if (isFirst && draft.sends) return entry.save(draft.sends.action);
    if (seenNow && form.elements.seen.value !== seenNow) {
      loadStale(entry).then(({ tellUnseen }) => tellUnseen(entry, seenNow), () => {});
    }
  };

  const fail = () => {
    word.textContent = entry.write("not_kept");
    say(entry, entry.write("cannot_keep"));
  };
  try {
    await restore(true);
  } catch {
    fail();
    return;
  }
  const keepNow = (step) => {
    if (!step || entry.isSaved) return;
    word.textContent = entry.write("unkept");
    const at = (latest = Math.max(Date.now(), latest + 1));
    const draft = makeDraft(entry, at);
    const isBack = isSame(dropWay(entry.facts), dropWay(atFirst));
    const kept = isBack ? drafts.drop(draft.name) : drafts.keep(draft);
    kept.then(() => {
      if (at === latest) word.textContent = isBack ? "" : entry.write("kept");
    }, fail);
  };
  entry.showAtOnce(keepNow);
  // What was tapped before the drafts were open.
  keepNow(entry.steps.at(-1)?.name);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !entry.isSaved) restore(false).catch(() => {});
  });
}

/* With the page and the names it can be found again from any other page (table/waiting.js). */
function makeDraft({ form, facts, chosen, sides }, at) {
  const stamps = Object.fromEntries(STAMPS.map((name) => [name, valueOf(form, name)]));
  const found = { page: location.pathname, title: sides.map(({ name }) => name).join(" · ") };
  return { name: form.dataset.draft, number: form.dataset.number, ...found, ...stamps, facts, chosen, at };
}

/* Who only chose the way to enter a round has not begun it. */
function dropWay({ way, ...facts }) {
  return facts;
}
