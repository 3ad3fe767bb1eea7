/* The cards by kind, as a pile lies on the table, or by month; the phone remembers which.

   Expects [data-order], two radio-like buttons "kind" and "month", and data-month on each card. One grid holds all
   cards; data-cards says to the style sheet how many. */

import { recall, remember } from "../phone/memory.js";

export function addOrder(entry) {
  const rows = [...entry.form.querySelectorAll(".picks")];
  const buttons = [...entry.form.querySelectorAll("[data-order]")];
  const groups = [...entry.rules.values.map(({ plural, cards }) => [plural, cards]), ...entry.rules.rows ?? []];
  entry.form.dataset.cards = entry.tiles.length;
  const show = (order) => {
    const isByMonth = order === "month";
    const sorted = [...entry.tiles].sort((a, b) => a.pick.dataset.month - b.pick.dataset.month);
    rows.forEach((row, n) => {
      const cards = isByMonth ? (n ? [] : sorted) : sorted.filter(({ card }) => groups[n]?.[1].includes(card.id));
      row.querySelector(".picks__title").textContent = isByMonth ? "Months" : groups[n]?.[0];
      row.hidden = n >= (isByMonth ? 1 : groups.length);
      row.append(...cards.map(({ pick }) => pick));
    });
    for (const button of buttons) button.ariaPressed = button.dataset.order === order;
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      remember("order", button.dataset.order);
      show(button.dataset.order);
    });
  }
  show(recall("order") ?? "kind");
}
