/* Brings the single bonuses into view when they are asked for.

   Expects radio buttons "preset", one with the value "ticked", and the ticks [data-ticks], shown when it is chosen. */

export function showTicks(form) {
  const ticks = form.querySelector("[data-ticks]");
  form.querySelector('[name="preset"][value="ticked"]')?.addEventListener("change", (event) => {
    if (event.target.checked) ticks.previousElementSibling.lastElementChild.scrollIntoView();
  });
}
