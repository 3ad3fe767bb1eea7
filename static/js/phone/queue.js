/* Rounds that were saved without network wait on the phone: the next page of a game, or Home, sends them in order.

   A draft with `sends`, { action, fields: [[name, value], …] }, waits. What the server does not take without a
   question is marked `isRefused`, with `why`: a person must open it, and what stands behind it in its line waits. One
   behind others has not seen those; what it has seen of the game is what the last one sent had. */

import { baseOf, isInLine, laterSeen, recordOf } from "./line.js";
import { postRound } from "./posting.js";

/* Records that the phone had no room for. */
const unkept = new Map();

export const findRecord = async (drafts, name) => unkept.get(name) ?? drafts.find(name);

/* Whether one was saved. Without network nothing is, and all wait on. `isMeant` says by a name whether it is sent. */
export async function sendQueued(drafts, isMeant = () => true) {
  const stopped = new Set();
  const changed = new Set();
  try {
    for (const { name } of await drafts.list()) {
      // Somebody may have taken it back meanwhile.
      const draft = isMeant(name) && !stopped.has(baseOf(name)) && (await drafts.find(name));
      if (!draft) continue;
      if (draft.sends && (await send(drafts, draft))) changed.add(draft.sends.action);
      else if (draft.sends || isInLine(name)) stopped.add(baseOf(name));
    }
  } catch {
    // No network.
  }
  // The copies are kept anew (static/js/service_worker/).
  for (const page of changed) {
    if (navigator.serviceWorker?.controller) await fetch(page, { headers: { "X-Follow": "-" } }).catch(() => {});
  }
  return changed.size > 0;
}

async function send(drafts, draft) {
  const body = new FormData();
  for (const [name, value] of draft.sends.fields) body.append(name, value);
  const record = draft.isBehind && (await findRecord(drafts, recordOf(baseOf(draft.name))));
  if (record) body.set("seen", laterSeen(body.get("seen"), record.seen));
  const { status, answer, isSaved } = await postRound(draft.sends.action, body);
  // Somebody may have opened and changed it meanwhile.
  const isSame = (await drafts.find(draft.name))?.at === draft.at;
  if (isSaved) await settle(drafts, draft, answer, body.get("seen"), isSame);
  else if (isSame && status < 500 && status !== 429 && (answer || status >= 400)) {
    await drafts.keep({ ...draft, sends: null, isRefused: true, why: answer?.errors?.join(" ") });
  }
  return isSaved;
}

/* A round of a line is saved: those behind it have seen the game up to there. What this round had not seen of the game
   at first, no copy shows before it is kept anew. */
export async function settle(drafts, { name, seen, sums }, answer, seenLast, isDone = true) {
  if (!isInLine(name)) return isDone && drafts.drop(name);
  const record = recordOf(baseOf(name));
  const earlier = (await findRecord(drafts, record))?.sent ?? [];
  const revision = parseInt(answer.seen, 10);
  const sent = earlier.filter((one) => one.revision > (parseInt(seen, 10) || 0) && one.revision !== revision);
  const said = { name: record, seen: seenLast.replace(/^\d*/, revision), sent: [...sent, { revision, sums }] };
  await drafts.keep(said, isDone ? name : record).catch(() => {
    unkept.set(record, said);
    return isDone && drafts.drop(name);
  });
}
