/* Keeps the round on the phone at every step and brings it back: typed, kept, and (saving.js) saved.

   Expects data-draft on the form, the draft's name, and [data-kept], where the word stands. "Kept on this
   phone" is said only of what a transaction has completed. */

import { makeKey, openDrafts } from "../phone/drafts.js";
import { isSame, setValue, valueOf, writeFacts } from "./facts.js";
import { say } from "./notice.js";
import { loadStale } from "./late.js";

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
  entry.dropDraft = () => drafts.drop(form.dataset.draft).catch(() => {});
  entry.keepDraft = () => drafts.keep(makeDraft(entry, latest)).catch(() => {});
  entry.queueDraft = (action, fields) => drafts.keep({ ...makeDraft(entry, latest), sends: { action, fields } }).catch(() => {});

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
    if (seenNow && form.elements.seen.value !== seenNow) loadStale(entry).then(({ tellUnseen }) => tellUnseen(entry, seenNow), () => {});
  };

  const fail = () => {
    entry.cannotKeep = true;
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
      entry.cannotKeep = false;
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

function makeDraft({ form, facts, chosen }, at) {
  const stamps = Object.fromEntries(STAMPS.map((name) => [name, valueOf(form, name)]));
  return { name: form.dataset.draft, number: form.dataset.number, ...stamps, facts, chosen, at };
}

/* A round of which only the way in was chosen is not begun. */
function dropWay({ way, ...facts }) {
  return facts;
}
