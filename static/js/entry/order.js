/* The cards by kind, as a pile lies on the table, or by month; the phone remembers which.

   Expects [data-order], two radio-like buttons "kind" and "month", and data-month on each card. */

import { recall, remember } from "../phone/memory.js";

const countRows = (count, across) => Math.ceil(count / across);

/* As many cards to a row as give the fewest rows; the fewer, the larger they are. */
function findAcross(sizes, choices) {
  const rows = choices.map((across) => sizes.reduce((sum, size) => sum + countRows(size, across), 0));
  return choices[rows.indexOf(Math.min(...rows))];
}

export function addOrder(entry) {
  const rows = [...entry.form.querySelectorAll(".picks")];
  const buttons = [...entry.form.querySelectorAll("[data-order]")];
  const groups = entry.rules.values;
  const sizes = groups.map(({ cards }) => cards.length);
  const [narrow, wide] = [[5, 6], [10, 11]].map((choices) => findAcross(sizes, choices));
  entry.form.style.setProperty("--across", narrow);
  entry.form.style.setProperty("--across-wide", wide);
  const show = (order) => {
    const byMonth = (a, b) => a.pick.dataset.month - b.pick.dataset.month;
    const sorted = [...entry.tiles].sort(byMonth);
    rows.forEach((row, n) => {
      const title = row.querySelector(".picks__title");
      const cards = order === "month" ? (n ? [] : sorted) : sorted.filter(({ card }) => groups[n]?.cards.includes(card.id));
      title.textContent = order === "month" ? "Months" : groups[n]?.id;
      row.hidden = n >= (order === "month" ? 1 : groups.length);
      title.style.setProperty("--rows", countRows(cards.length, narrow) || 1);
      title.style.setProperty("--rows-wide", countRows(cards.length, wide) || 1);
      row.append(...cards.map(({ pick }) => pick));
    });
    entry.form.classList.toggle("is-by-month", order === "month");
    for (const button of buttons) button.ariaPressed = button.dataset.order === order;
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      remember("order", button.dataset.order);
      show(button.dataset.order);
    });
  }
  show(recall("order") === "month" ? "month" : "kind");
}
