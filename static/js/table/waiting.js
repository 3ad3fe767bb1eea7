/* Says which rounds wait on this phone, from its own store: a page that is a copy may be older than the game.

   Expects [data-waits="<name of a draft>"], hidden, where it is said that this draft is on the phone. With data-number
   it is said in place of what stands before it, and only if the draft was begun as that round: one of an earlier round
   may have been saved meanwhile. data-begun says that one is begun, data-unsent that a saved round waits to be sent,
   data-refused that a person must look at it, all with {number}; data-enter is what stands before it otherwise. Rounds
   without such a place have a row in [data-unlisted], a hidden list with the same and a <template> of a row; with
   data-copied a copy lists what is only begun, too, and data-several counts those of one game. */

import { baseOf, isInLine, relink } from "../phone/line.js";
import { isSaved, nameState } from "./state.js";
import { showLine } from "./line.js";

/* Whether a round waits to be sent. Fails where the phone keeps nothing. */
export async function sayWhatWaits(drafts) {
  const found = await listRelinked(drafts);
  const { count, listed } = showLine(drafts, found, () => sayWhatWaits(drafts));
  const seen = new Set(listed);
  for (const place of document.querySelectorAll("[data-waits]")) {
    const { waits, enter } = place.dataset;
    const number = place.dataset.number && String(Number(place.dataset.number) + count);
    const draft = found.find((one) => one.name === waits && (!number || one.number === number || isSaved(one)));
    place.hidden = !draft;
    if (number) place.previousElementSibling.hidden = Boolean(draft);
    if (enter) place.previousElementSibling.textContent = enter.replace("{number}", number);
    if (draft && (enter || isSaved(draft))) place.textContent = nameState(place.dataset, draft);
    // A row in a part that is closed is not seen.
    if (draft && !place.closest("details")) seen.add(draft.name);
  }
  const list = document.querySelector("[data-unlisted]");
  if (list) listOthers(list, found.filter(({ name }) => !seen.has(name)));
  return found.some(({ sends }) => sends);
}

/* Those of this page's game by its link. */
async function listRelinked(drafts) {
  const game = document.querySelector("[data-line]")?.dataset.line.replace(/new$/, "");
  const found = await drafts.list();
  const isOld = ({ name, page }) => game && name.startsWith(game) && page && !page.startsWith(location.pathname);
  for (const draft of found.filter(isOld)) await drafts.keep(relink(draft, location.pathname));
  return found.some(isOld) ? drafts.list() : found;
}

/* A page from the network knows itself which of its rounds are begun. */
function listOthers(list, drafts) {
  const hasBegun = "copied" in list.dataset && document.querySelector("[data-kept-page]");
  const template = list.querySelector("template");
  const shown = drafts.filter((draft) => isSaved(draft) || isInLine(draft.name) || (hasBegun && draft.number));
  const lineOf = ({ name }) => (isInLine(name) ? baseOf(name) : name);
  const lines = new Set(shown.map(lineOf));
  const rows = [...lines].map((line) => makeRow(list, template, shown.filter((draft) => lineOf(draft) === line)));
  list.replaceChildren(template, ...rows);
  list.hidden = !rows.length;
}

/* Several of one game have one row, which leads to its page, as the first does where a person must look at it. A draft
   of an older release says neither its page nor its title. */
function makeRow(list, template, [first, ...others]) {
  const row = template.content.firstElementChild.cloneNode(true);
  const [title, state] = row.querySelectorAll("[data-title], [data-state]");
  const page = first.page ?? first.sends?.action ?? "/";
  row.querySelector("a").href = isInLine(first.name) ? page.replace(/\/rounds\/.*/, "") : page;
  title.textContent = first.title ?? "";
  state.textContent = first.sends && others.length
    ? list.dataset.several.replace("{count}", others.length + 1)
    : nameState(list.dataset, first);
  return row;
}
