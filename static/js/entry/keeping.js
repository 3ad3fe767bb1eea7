/* Keeps the round on the phone at every step and brings it back: typed, kept, and (saving.js) saved.

   Expects data-draft on the form, the draft's name, and [data-kept], where the word stands. "Kept on this
   phone" is said only of what a transaction has completed. One that waits to be sent is opened by #~<order>. */

import { findUnfit, isSame, setValue, valueOf, writeFacts } from "./facts.js";
import { loadLine, loadStale } from "./later.js";
import { makeKey } from "../phone/key.js";
import { openDrafts } from "../phone/drafts.js";
import { relink } from "../phone/line.js";
import { writeTime } from "../phone/moments.js";
import { say } from "./notice.js";
import { setText } from "./elements.js";

/* The fields that say which round the facts are meant for. */
const STAMPS = ["key", "version", "seen", "piles"];

export async function addKeeping(entry) {
  const { form } = entry;
  const word = form.querySelector("[data-kept]");
  const atFirst = entry.facts;
  const base = form.dataset.draft;
  if (location.hash.startsWith("#~")) form.dataset.draft += location.hash.slice(1);
  const isNext = form.dataset.draft === base;
  const seenNow = form.elements.seen.value;
  let latest = 0;
  const drafts = (entry.drafts = openDrafts());
  form.elements.key.value = makeKey();
  entry.keepDraft = async (more) => {
    const draft = { ...makeDraft(entry, latest), ...more };
    const isKept = await drafts.keep(draft, form.dataset.draft).then(() => true, () => false);
    word.textContent = entry.write(isKept ? "kept" : "not_kept");
    return isKept;
  };
  entry.leave = async (address, said = "") => {
    entry.isSaved = true;
    await drafts.drop(form.dataset.draft).catch(() => {});
    word.textContent = said;
    entry.go(address);
  };

  const restore = async (isFirst) => {
    const kept = await drafts.find(form.dataset.draft);
    const draft = kept && relink(kept, form.dataset.game);
    if (!draft || draft.at <= latest || isSame(draft.facts, entry.facts)) return;
    latest = draft.at;
    // A draft of an older release does not say what it had seen; then nothing counts as seen.
    for (const name of STAMPS) setValue(form, name, draft[name] ?? "");
    entry.stamp?.();
    entry.chosen = draft.chosen;
    entry.told = draft.told ?? entry.told;
    writeFacts(form, draft.facts);
    entry.unfit = findUnfit(form, draft.facts);
    const at = writeTime(new Date(draft.at));
    entry.commit(entry.write("kept_at", { at }));
    say(entry, entry.write(isFirst ? "draft" : "other_tab", { at }));
    if (entry.unfit) {
      const facts = Object.entries(entry.unfit).map(([name, values]) => `${name}: ${values.join(", ")}`).join("; ");
      say(entry, entry.write("unfit", { at, facts }), { stays: true, isFault: true });
      return;
    }
    // It was saved already, without network.
    if (isFirst && isNext && draft.sends) return entry.save(draft.sends.action);
    if (seenNow && form.elements.seen.value !== seenNow) {
      loadStale(entry).then(({ tellUnseen }) => tellUnseen(entry, seenNow), () => {});
    }
  };

  const fail = () => {
    word.textContent = entry.write("not_kept");
    say(entry, entry.write("cannot_keep"));
  };
  try {
    const isBehind = (await drafts.list()).some(({ name }) => name.startsWith(`${base}~`));
    if (isBehind) await (await loadLine(entry)).stand(entry, base);
    if (!location.search) await restore(true);
    else {
      // What the address fills in is newer than any draft, and from now on the draft.
      latest = Date.now();
      history.replaceState(null, "", location.pathname);
      await entry.keepDraft();
    }
  } catch {
    fail();
    return;
  }
  const keepNow = (step) => {
    if (!step || entry.isSaved) return;
    setText(word, entry.write("unkept"));
    const at = (latest = Math.max(Date.now(), latest + 1));
    const draft = makeDraft(entry, at);
    const isBack = isNext && !entry.unfit && isSame(dropWay(entry.facts), dropWay(atFirst));
    const kept = isBack ? drafts.drop(draft.name) : drafts.keep(draft);
    kept.then(() => {
      if (at === latest) setText(word, isBack ? "" : entry.write("kept"));
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
function makeDraft({ form, facts: held, unfit, chosen, sides, inLine, told }, at) {
  const stamps = Object.fromEntries(STAMPS.map((name) => [name, valueOf(form, name)]));
  // What has no place here is not lost by that.
  const facts = { ...unfit, ...held };
  const found = { page: location.pathname, title: sides.map(({ name }) => name).join(" · ") };
  const { draft: name, number } = form.dataset;
  return { name, number, ...found, ...inLine, ...stamps, facts, chosen, told, at };
}

/* Who only chose the way to enter a round has not begun it. */
function dropWay({ way, ...facts }) {
  return facts;
}
