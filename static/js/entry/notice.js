/* Says something that matters over the save button; gone at the next step unless it must stay. What only tells
   (`passes`) goes after some seconds, so that what it covers can be tapped.

   Expects [data-says] with role="alert". It lies over the board: what made room for it would move under the
   finger that is on its way there. */

const SHOWN_MS = 3_000;
let passing = 0;

export function addNotice(entry) {
  entry.says = entry.form.querySelector("[data-says]");
  entry.watch((now, step) => {
    if (step && !entry.says.hidden && !entry.says.hasAttribute("data-stays")) clearNotice(entry);
  });
  entry.says.addEventListener("click", () => clearNotice(entry));
}

/* The step that it is about comes first: told afterwards, that would clear it at once. */
export function say(entry, words, { stays = false, isFault = false, passes = false } = {}) {
  entry.settle();
  clearTimeout(passing);
  if (passes) passing = setTimeout(() => clearNotice(entry), SHOWN_MS);
  entry.says.hidden = false;
  entry.says.textContent = words;
  entry.says.classList.toggle("says--fault", isFault);
  entry.says.toggleAttribute("data-stays", stays);
}

export function clearNotice(entry) {
  entry.says.hidden = true;
  delete entry.says.dataset.stays;
}
