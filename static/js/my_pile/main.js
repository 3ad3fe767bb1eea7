/* My pile keeps on the phone what was tapped, until it is handed in; without network it waits there like a round
   (phone/queue.js). What was tapped for another round is offered, and not taken for one of this.

   Expects <form data-pile="<name of the draft>" data-number data-words> with the fields key and after, [data-empty]
   with the button that hands in nothing, [data-other] with a button, and [data-says] for what happened. */

import { makeKey } from "../phone/key.js";
import { openDrafts } from "../phone/drafts.js";
import { postRound } from "../phone/posting.js";

const SENT_MS = 1_000;
const APART = ["csrf_token", "key", "after", "empty"];
const form = document.querySelector("form[data-pile]");
const { pile: name, number, title } = form.dataset;
const words = JSON.parse(form.dataset.words);
const drafts = openDrafts();
const find = (part) => form.querySelector(`[data-${part}]`);
const read = () => [...new FormData(form)].filter(([field, value]) => !APART.includes(field) && value !== "");
// Who only chose the way has tapped nothing.
const readPile = () => read().filter(([field]) => field !== "way");
const atFirst = JSON.stringify(readPile());

restore().catch(() => {}).finally(() => { form.dataset.ready = ""; });
form.addEventListener("input", () => keep().catch(() => say(words.not_kept)));
form.addEventListener("submit", handIn);

async function restore() {
  const asked = new URLSearchParams(location.search);
  if ([...asked.keys()].some((key) => key !== "player")) {
    // What the address fills in, as of a photo, is newer than any draft, and from now on the draft.
    history.replaceState(null, "", `${location.pathname}?player=${asked.get("player")}`);
    return keep({});
  }
  const draft = await drafts.find(name);
  if (!draft) return;
  if (draft.after === form.elements.after.value) {
    fill(draft.facts);
    if (draft.sends) return wait();
    return say(draft.why ?? words.draft);
  }
  const other = show("other");
  other.firstElementChild.textContent = words.other.replace("{number}", draft.number);
  other.querySelector("button").addEventListener("click", () => {
    other.hidden = true;
    fill(draft.facts);
    form.dispatchEvent(new Event("input"));
  });
}

function fill(facts) {
  for (const input of form.elements) {
    if (!input.name || APART.includes(input.name)) continue;
    const values = facts.filter(([field]) => field === input.name).map(([, value]) => value);
    if (input.type === "checkbox" || input.type === "radio") input.checked = values.includes(input.value);
    else input.value = values[0] ?? "";
  }
  // Counts them (count/main.js).
  form.dispatchEvent(new Event("change"));
}

async function keep(more) {
  if (!more && JSON.stringify(readPile()) === atFirst) return drafts.drop(name);
  const facts = read();
  const after = form.elements.after.value;
  const page = location.pathname + location.search;
  return drafts.keep({ name, number, title, page, facts, after, at: Date.now(), ...more });
}

async function handIn(event) {
  event.preventDefault();
  const { submitter } = event;
  find("empty").hidden = true;
  if (!readPile().length && submitter?.name !== "empty") return show("empty");
  form.elements.key.value = makeKey();
  const body = new FormData(form, submitter);
  const isKept = await keep({ sends: { action: form.action, fields: [...body] } }).then(() => true, () => false);
  let sent;
  try {
    sent = await postRound(form.action, body);
  } catch {
    return isKept ? wait() : say(words.not_kept);
  }
  const { isSaved, answer, status } = sent;
  if (isSaved) {
    await drafts.drop(name).catch(() => {});
    return location.assign(answer.next);
  }
  const { gone, deleted } = document.querySelector("[data-follow]").dataset;
  const other = { 404: gone, 410: deleted }[status] ?? words.refused.replace("{status}", status);
  const why = answer?.errors?.join(" ") ?? other;
  // A busy server is asked again, as without network.
  if (status < 500 && status !== 429) await keep({ why }).catch(() => {});
  say(why);
  if (answer?.errors) location.reload();
}

/* It is sent by table/main.js, and gone then. */
function wait() {
  say(words.waits);
  setInterval(async () => (await drafts.find(name)) || location.reload(), SENT_MS);
}

function show(part) {
  find(part).hidden = false;
  find(part).scrollIntoView({ block: "center" });
  return find(part);
}

function say(said) {
  show("says").textContent = said;
}
