/* The names of a new game: one more row at a tap, a name of an earlier evening at a tap, Enter to the next.

   Expects [data-names] with rows [data-row], those not asked for hidden and their fields disabled; [data-add] shows
   the next one; [data-known="Ann"] seats Ann, or lets her go when she sits. `input` tells the form of every change. */

export function askNames(form) {
  const part = form.querySelector("[data-names]");
  if (!part) return;
  const rows = [...part.querySelectorAll("[data-row]")];
  const fields = rows.map((row) => row.querySelector("input"));
  const add = part.querySelector("[data-add]");
  const known = [...part.querySelectorAll("[data-known]")];
  const names = () => fields.map((field) => field.value.trim().replace(/\s+/g, " "));

  function show(count) {
    rows.forEach((row, seat) => {
      row.hidden = seat >= count;
      fields[seat].disabled = seat >= count;
      fields[seat].enterKeyHint = seat === count - 1 ? "go" : "next";
    });
    if (add) add.disabled = count >= rows.length;
  }

  function mark() {
    const seated = names();
    for (const one of known) one.setAttribute("aria-pressed", String(seated.includes(one.dataset.known)));
  }

  function seat(name) {
    let seated = names();
    if (seated.includes(name)) {
      seated.splice(seated.indexOf(name), 1);
    } else if (seated.includes("")) {
      seated[seated.indexOf("")] = name;
    }
    fields.forEach((field, place) => { field.value = seated[place] ?? ""; });
    show(Math.max(shown(), lastNamed() + 1));
    part.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const shown = () => rows.filter((row) => !row.hidden).length;
  const lastNamed = () => names().findLastIndex(Boolean);

  part.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    if (button === add) {
      show(shown() + 1);
      fields[shown() - 1].focus();
    } else {
      seat(button.dataset.known);
    }
  });
  part.addEventListener("input", mark);
  part.addEventListener("keydown", (event) => {
    const place = fields.indexOf(event.target);
    if (event.key !== "Enter" || event.isComposing || place < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = place + 1 < shown() ? place + 1 : names().slice(0, Math.max(2, lastNamed() + 1)).indexOf("");
    if (next < 0) return form.requestSubmit(form.querySelector(".button--main"));
    fields[next].focus();
    fields[next].select();
  });
  // A page that is come back to may hold names in rows that were not there at first.
  if (lastNamed() >= shown()) show(lastNamed() + 1);
  mark();
}
