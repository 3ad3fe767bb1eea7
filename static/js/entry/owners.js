/* The owners: a tap chooses who gets the next cards; each shows points, round score and the total after it.

   Expects <button data-owner="0"> … with [data-points], [data-score], [data-total] inside, and the save
   button [data-save] with [data-save-words]. */

export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "\u2212"));

export function addOwners(entry) {
  const tabs = [...entry.form.querySelectorAll("[data-owner]")];
  for (const tab of tabs) tab.addEventListener("click", () => entry.choose(tab.dataset.owner));
  entry.watch((now) => {
    // Nobody counts what lies on the table.
    if (now.way !== "cards" && !entry.sides[entry.chosen]) entry.chosen = "0";
    for (const tab of tabs) showTab(tab, entry, now);
  });
}

function showTab(tab, entry, now) {
  const { owner } = tab.dataset;
  tab.setAttribute("aria-pressed", String(owner === entry.chosen));
  const side = now.figures[owner];
  if (!side) {
    tab.hidden = now.way !== "cards";
    write(tab, "points", now.left.length ? `${now.left.length}` : "");
    return;
  }
  write(tab, "points", side.isKnown ? String(side.cardPoints) : "–");
  write(tab, "score", side.isKnown ? signed(side.score) : "");
  write(tab, "total", side.isKnown ? `=\u202f${side.total}` : "");
}

function write(tab, name, text) {
  const place = tab.querySelector(`[data-${name}]`);
  if (place && place.textContent !== text) place.textContent = text;
}
