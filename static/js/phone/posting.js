/* Posts a round. The server's answer counts as "saved" only if it names the round's key: a login page of a network,
   or an answer cut short, never does. */

const PATIENCE_MS = 15_000;

/* { status, answer, isSaved }, the answer null if it is not ours; without one it fails, by "TimeoutError" if late. */
export async function postRound(action, body) {
  const { status, answer, isSaved } = await post(action, body);
  // A form's token ends with the visit that it was made for; every refusal brings a new one.
  if (status !== 422 || !answer?.token || answer.unshown) return { status, answer, isSaved };
  body.set("csrf_token", answer.token);
  return post(action, body);
}

async function post(action, body) {
  const headers = { Accept: "application/json" };
  const response = await fetch(action, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  const { status } = response;
  const answer = await response.json().catch(() => null);
  const key = body.get("key");
  return { status, answer, isSaved: status === 200 && Boolean(key) && answer?.saved === key };
}
