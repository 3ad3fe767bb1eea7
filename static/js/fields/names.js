/* The names of a new game: one more seat at a tap, a name of an earlier evening at a tap, Enter to the next.
   Enter in the last name adds a seat while there are free ones; in the empty seat after the last name it starts.

   Expects [data-people] with the table [data-seats="<how many show>"] and a [data-seat] for each name, those not
   asked for hidden and their fields disabled; [data-add] shows the next one; [data-known="Ann"] seats Ann, and hides
   while she sits. `input` tells the form of every change. */

export function askNames(form) {
  const part = form.querySelector("[data-people]");
  if (!part) return;
  const table = part.querySelector("[data-seats]");
  const rows = [...table.querySelectorAll("[data-seat]")];
  const fields = rows.map((row) => row.querySelector(".input"));
  const add = part.querySelector("[data-add]");
  const known = [...part.querySelectorAll("[data-known]")];
  const names = () => fields.map((field) => field.value.trim().replace(/\s+/g, " "));

  function show(count) {
    rows.forEach((row, seat) => {
      row.hidden = seat >= count;
      fields[seat].disabled = seat >= count;
    });
    table.dataset.seats = count;
    if (add) add.disabled = count >= rows.length;
    part.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function mark() {
    const seated = names();
    for (const one of known) one.hidden = seated.includes(one.dataset.known);
    fields.forEach((field, place) => { field.enterKeyHint = findNext(place) < 0 ? "go" : "next"; });
  }

  function seat(name) {
    const free = names().indexOf("");
    if (free >= 0) fields[free].value = name;
    show(Math.max(shown(), lastNamed() + 1));
    (known.find((one) => !one.hidden) ?? add)?.focus({ preventScroll: true });
  }

  const shown = () => rows.filter((row) => !row.hidden).length;
  const lastNamed = () => names().findLastIndex(Boolean);

  // Where Enter leads from this place: to the next seat, to a name that is missing, to a new seat, or nowhere (-1).
  function findNext(place) {
    const missing = names().slice(0, Math.max(2, lastNamed() + 1)).indexOf("");
    const isAfterTheLast = missing < 0 && place > lastNamed();
    if (isAfterTheLast) return -1;
    if (place + 1 < shown() || missing < 0) return place + 1 < rows.length ? place + 1 : -1;
    return missing;
  }

  function ask(place) {
    if (place >= shown()) show(place + 1);
    fields[place].focus();
    fields[place].select();
  }

  part.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    if (button === add) ask(shown());
    else seat(button.dataset.known);
  });
  part.addEventListener("input", mark);
  part.addEventListener("keydown", (event) => {
    const place = fields.indexOf(event.target);
    if (event.key !== "Enter" || event.isComposing || place < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = findNext(place);
    if (next < 0) return form.requestSubmit(form.querySelector(".set-up__start .button"));
    ask(next);
  });
  keepOverReload(names, (each, place) => { fields[place].value = each; });
  // A page that is come back to may hold names in seats that were not there at first.
  show(Math.max(shown(), lastNamed() + 1));
}

/* Pulled down too far, a phone's page loads anew: what was typed comes back. */
function keepOverReload(names, fill) {
  const key = "kwado-names";
  try {
    const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
    if (isReload && !names().some(Boolean)) JSON.parse(sessionStorage.getItem(key) ?? "[]").forEach(fill);
    addEventListener("pagehide", () => sessionStorage.setItem(key, JSON.stringify(names())));
  } catch {
    // A phone that keeps nothing begins anew.
  }
}
