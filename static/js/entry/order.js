/* The cards by kind, as a pile lies on the table, or by month; the phone remembers which.

   Expects [data-order], two radio-like buttons "kind" and "month", and data-month on each card. */

import { recall, remember } from "../phone/memory.js";

export function addOrder(entry) {
  const rows = [...entry.form.querySelectorAll(".picks")];
  const buttons = [...entry.form.querySelectorAll("[data-order]")];
  const groups = entry.rules.values;
  const show = (order) => {
    const byMonth = (a, b) => a.pick.dataset.month - b.pick.dataset.month;
    const sorted = [...entry.tiles].sort(byMonth);
    rows.forEach((row, n) => {
      const title = row.querySelector(".picks__title");
      const cards = order === "month" ? (n ? [] : sorted) : sorted.filter(({ card }) => groups[n]?.cards.includes(card.id));
      title.textContent = order === "month" ? "Months" : groups[n]?.id;
      row.hidden = n >= (order === "month" ? 1 : groups.length);
      const count = cards.length;
      for (const across of [5, 10]) title.style.setProperty(`--in-rows-of-${across}`, Math.ceil(count / across) || 1);
      row.append(...cards.map(({ pick }) => pick));
    });
    entry.form.classList.toggle("is-by-month", order === "month");
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.order === order));
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      remember("order", button.dataset.order);
      show(button.dataset.order);
    });
  }
  show(recall("order") === "month" ? "month" : "kind");
}
