/* Says something that matters over the save button; gone at the next step unless it must stay.

   Expects [data-says] with role="alert". What has been said leaves its place empty: closed up, the cards would
   move under the finger that is on its way to the next one. */

export function addSays(entry) {
  entry.says = entry.form.querySelector("[data-says]");
  entry.watch((now, step) => {
    if (step && !entry.says.dataset.stays) hush(entry);
  });
  entry.says.addEventListener("click", () => hush(entry));
}

/* The step that it is about comes first: told afterwards, that would hush it at once. */
export function say(entry, words, { stays = false, isFault = false } = {}) {
  entry.settle();
  entry.says.hidden = false;
  entry.says.classList.remove("says--over");
  entry.says.textContent = words;
  entry.says.classList.toggle("says--fault", isFault);
  if (stays) entry.says.dataset.stays = "";
  else delete entry.says.dataset.stays;
}

export function hush(entry) {
  entry.says.classList.add("says--over");
  delete entry.says.dataset.stays;
}
