/* A round that stands in line: others of its game were saved on this phone without network and wait before it, or it
   waits itself. The entry screen loads this when it is so.

   Totals, number and what the last round left count those before it, as far as the phone knows them; who deals and
   the month are worked out by the server. Those before it are sent first. While they cannot be, it takes its place at
   the end and the next round is opened. Expects data-version on <main>, and a <select name="dealer" data-usual> or
   none. */

import { addSums, baseOf, isInLine, laterSeen, readLine, recordOf } from "../phone/line.js";
import { say } from "../entry/notice.js";
import { findRecord, sendQueued, settle } from "../phone/queue.js";

const PAUSE_MS = 15_000;

async function readOwn({ drafts, form: { dataset } }) {
  const { version } = document.querySelector("[data-version]").dataset;
  return readLine(await drafts.list(), baseOf(dataset.draft), parseInt(version, 10));
}

export async function stand(entry) {
  const { drafts, form, form: { dataset } } = entry;
  const isNext = !isInLine(dataset.draft);
  const isBefore = (name) => name !== dataset.draft && (isNext || name < dataset.draft);
  const own = await drafts.find(dataset.draft);
  // It was sent or taken back.
  if (!isNext && !own) return location.replace(dataset.game);
  const line = await readOwn(entry);
  const waiting = line.waiting.filter(({ name }) => isBefore(name));
  const before = [...line.sent, ...waiting];
  const isBehind = before.length > 0 || Boolean(own?.isBehind);
  if (isNext && !isBehind) return;
  entry.inLine = { isBehind, sums: own?.sums };
  let { seen } = line;
  entry.stamp = () => {
    if (isBehind) form.elements.seen.value = laterSeen(form.elements.seen.value, seen);
  };
  /* Whether none waits before this one any more. */
  entry.sendAhead = async () => {
    await sendQueued(drafts, isBefore);
    const now = await readOwn(entry);
    seen = (await findRecord(drafts, recordOf(baseOf(dataset.draft))))?.seen ?? "";
    entry.stamp();
    return !now.waiting.some(({ name }) => isBefore(name));
  };
  entry.settleInLine = (answer) => {
    const { value } = form.elements.seen;
    return settle(drafts, { name: dataset.draft, seen: value, sums: addUp(entry) }, answer, value);
  };
  entry.stamp();
  count(entry, before, isNext ? 0 : line.waiting.length - waiting.length - 1);
  if (!isNext) return;
  if (waiting.length) {
    const kind = waiting.length > 1 ? "waits_many" : "waits_one";
    const unsure = form.elements.dealer ? "unsure" : "";
    say(entry, [kind, unsure].map((one) => one && entry.write(one, { count: waiting.length })).join(" "));
  }
  const sendNow = () => !entry.isSaving && !entry.isSaved && !document.hidden && entry.sendAhead();
  addEventListener("online", sendNow);
  if (waiting.length) setInterval(sendNow, PAUSE_MS);
}

/* What the rounds before this one make of its page; `after` are those that wait behind it. */
function count(entry, before, after) {
  const { form, goal } = entry;
  entry.sides.forEach((side, n) => {
    side.total += addSums(before, "scores", n);
    side.tally += addSums(before, "tallies", n);
  });
  Object.assign(entry.rules.alike, before.at(-1)?.sums.carried);
  const left = goal.rounds_left === null ? null : goal.rounds_left - before.length;
  entry.goal = { ...goal, rounds_left: left, is_last: goal.is_last && !after };
  const number = String(Number(form.dataset.number) + before.length);
  form.dataset.number = number;
  const head = form.querySelector("h1");
  // The month behind the number is that of another round.
  if (before.length) head.textContent = head.textContent.replace(/\d+[^]*/, number);
  document.title = document.title.replace(/\d+/, number);
  const { dealer } = form.elements;
  if (before.length && dealer && "usual" in dealer.dataset) {
    delete dealer.dataset.usual;
    dealer.options[0].textContent = entry.write("dealer_later");
  }
  entry.refresh();
}

/* Puts this round at the end of the line, or back in its place, and opens the next; false where the phone could not
   keep it. What cannot go on without a person is said by the page of the game. */
export async function wait(entry, sends) {
  const { dataset, action } = entry.form;
  const isNext = !isInLine(dataset.draft);
  if (isNext && (sends.action !== action || !dataset.draft.endsWith("-new"))) return false;
  const { waiting } = await readOwn(entry);
  const last = Number(waiting.at(-1)?.name.split("~")[1] ?? 0);
  const name = isNext ? `${dataset.draft}~${Math.max(Date.now(), last + 1)}` : dataset.draft;
  if (!(await entry.keepDraft({ name, sends, sums: addUp(entry) }))) return false;
  entry.isSaved = true;
  const isStuck = waiting.some((one) => !one.sends && one.name < name);
  entry.go(isNext && !isStuck ? action : dataset.game);
  return true;
}

/* What the round brings, and what it leaves for the next one to be scored by. */
function addUp({ now: { figures }, rules }) {
  const carried = Object.keys(rules.alike).filter((key) => key.startsWith("before_")).map((key) => {
    const figure = key.replace("before_", "");
    return [key, Math.max(...figures.map((side) => side.figures[figure] ?? 0))];
  });
  return {
    scores: figures.map(({ score }) => score),
    tallies: figures.map((side) => side.figures[rules.decides]),
    carried: carried.length ? Object.fromEntries(carried) : null,
  };
}
