/* Rounds that were saved without network wait on the phone: the next page of a game, or Home, sends them.

   A draft with `sends`, { action, fields: [[name, value], …] }, waits. What the server does not take without a
   question is marked `isRefused`: a person must open it. */

import { postRound } from "./posting.js";

/* Whether one was saved. Fails without network. */
export async function sendQueued(drafts) {
  let isSaved = false;
  for (const draft of await drafts.list()) {
    if (draft.sends) isSaved = (await send(drafts, draft)) || isSaved;
  }
  return isSaved;
}

async function send(drafts, draft) {
  const body = new FormData();
  for (const [name, value] of draft.sends.fields) body.append(name, value);
  const { status, answer, isSaved } = await postRound(draft.sends.action, body);
  // Somebody may have opened and changed it meanwhile.
  if ((await drafts.find(draft.name))?.at !== draft.at) return isSaved;
  if (isSaved) await drafts.drop(draft.name);
  else if (status < 500 && status !== 429 && (answer || status >= 400)) {
    await drafts.keep({ ...draft, sends: null, isRefused: true });
  }
  return isSaved;
}
