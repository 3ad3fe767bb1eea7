/* Forms of several fields, where scripts run. Expects <form data-fields>; a button [data-shows="<field> …"] shows
   the form anew for what was chosen in one of these fields: it is pressed by the choice. <details data-rules> opens
   where it can be seen; closed after a change, it has the form shown anew. [data-ticks] are the single bonuses. */

import { goByEnter } from "../phone/next_field.js";
import { keepBusy } from "../phone/seconds.js";
import { changeSeats } from "./moves.js";
import { askNames } from "./names.js";
import { drawTable } from "./round_table.js";
import { proposeTarget } from "./target.js";

/* Where a file's cookie does not come, or whoever waits has stopped the page. */
const LONGEST_S = { get: 60, post: 10 };

for (const form of document.querySelectorAll("form[data-fields]")) {
  goByEnter(form);
  // A PDF takes seconds, and the page stays where it is kept as a file: its cookie says that it came. A game that is
  // tapped twice is started once.
  let end = () => {};
  form.addEventListener("submit", (event) => {
    const { submitter } = event;
    if (submitter?.matches('[method="post"] .button--main[aria-busy="true"]')) return event.preventDefault();
    end();
    const { cookie } = document;
    const isMade = () => document.cookie && document.cookie !== cookie;
    if (submitter) end = keepBusy(submitter, (count) => isMade() || count >= LONGEST_S[form.method]);
  });
  // Gone back to, the page is as it was left.
  addEventListener("pageshow", ({ persisted }) => persisted && end());
  drawTable(form);
  askNames(form);
  changeSeats(form);
  // A game's day is the day where it is played.
  const zone = form.elements["time-zone"];
  if (zone) zone.value = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  proposeTarget(form);
  // The single bonuses come into view when they are asked for.
  form.querySelector('[name="preset"][value="ticked"]')?.addEventListener("change", () => {
    form.querySelector("[data-ticks]").previousElementSibling.lastElementChild.scrollIntoView();
  });
  // What is agreed in short follows once the rules are closed.
  const rules = form.querySelector("[data-rules]");
  // They open below the screen: at once, or what is tapped next would move.
  rules?.firstElementChild.addEventListener("click", (event) => {
    if (rules.open) return;
    event.preventDefault();
    rules.open = true;
    rules.scrollIntoView();
  });
  rules?.addEventListener("change", () => { rules.dataset.rules = "changed"; });
  rules?.addEventListener("toggle", () => {
    if (!rules.open && rules.dataset.rules) form.requestSubmit(form.querySelector('[value="seating"]'));
  });
  for (const button of form.querySelectorAll("[data-shows]")) {
    button.hidden = true;
    for (const name of button.dataset.shows.split(" ")) {
      for (const choice of form.querySelectorAll(`[name="${name}"]`)) {
        choice.addEventListener("change", () => form.requestSubmit(button));
      }
    }
  }
}
