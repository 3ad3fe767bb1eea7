/* Posts a round. The server's answer counts as "saved" only if it names the round's key: a login page of a network,
   or an answer cut short, never does. */

const PATIENCE_MS = 15_000;

/* { status, answer, isSaved }, the answer null if it is not ours; without one it fails, by "TimeoutError" if late. */
export async function postRound(action, body) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new DOMException("late", "TimeoutError")), PATIENCE_MS);
  try {
    const headers = { Accept: "application/json" };
    const response = await fetch(action, { method: "POST", body, headers, signal: patience.signal });
    const answer = read(await response.text());
    const key = body.get("key");
    return { status: response.status, answer, isSaved: response.status === 200 && Boolean(key) && answer?.saved === key };
  } finally {
    clearTimeout(timer);
  }
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
