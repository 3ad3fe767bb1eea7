/* Says which rounds wait on this phone, from its own store: a page that is a copy may be older than the game.

   Expects [data-waits="<name of a draft>"], hidden, where it is said that this draft is on the phone. With data-number
   it is said in place of what stands before it, and only if the draft was begun as that round: one of an earlier round
   may have been saved meanwhile. data-unsent says that a saved round waits to be sent, data-refused that a person must
   look at it, both with {number}. Rounds without such a place have a row in [data-unlisted], a hidden list with
   the same two and a <template> of a row; with data-begun a copy lists what is only begun, too. */

/* Whether a round waits to be sent. Fails where the phone keeps nothing. */
export async function sayWhatWaits(drafts) {
  const found = await drafts.list();
  const seen = new Set();
  for (const place of document.querySelectorAll("[data-waits]")) {
    const { waits, number } = place.dataset;
    const draft = found.find((one) => one.name === waits && (!number || one.number === number || isSaved(one)));
    place.hidden = !draft;
    if (number) place.previousElementSibling.hidden = Boolean(draft);
    if (draft && isSaved(draft)) place.textContent = nameState(place, draft);
    // A row in a part that is closed is not seen.
    if (draft && !place.closest("details")) seen.add(draft.name);
  }
  const list = document.querySelector("[data-unlisted]");
  if (list) listOthers(list, found.filter(({ name }) => !seen.has(name)));
  return found.some(({ sends }) => sends);
}

/* Whether its writer has saved it, so that it is no longer just begun. */
function isSaved({ sends, isRefused }) {
  return Boolean(sends || isRefused);
}

function nameState({ dataset: { unsent, refused, begun } }, draft) {
  return (draft.sends ? unsent : draft.isRefused ? refused : begun).replace("{number}", draft.number);
}

/* A page from the network knows itself which of its rounds are begun. */
function listOthers(list, drafts) {
  const hasBegun = list.dataset.begun && document.querySelector("[data-kept-page]");
  const template = list.querySelector("template");
  const rows = drafts.filter((draft) => isSaved(draft) || hasBegun).map((draft) => makeRow(list, template, draft));
  list.replaceChildren(template, ...rows);
  list.hidden = !rows.length;
}

/* A draft of an older release says neither its page nor its title. */
function makeRow(list, template, draft) {
  const row = template.content.firstElementChild.cloneNode(true);
  const [title, state] = row.querySelectorAll("[data-title], [data-state]");
  row.querySelector("a").href = draft.page ?? draft.sends?.action ?? "/";
  title.textContent = draft.title ?? "";
  state.textContent = nameState(list, draft);
  return row;
}
