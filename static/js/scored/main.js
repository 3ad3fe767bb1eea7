/* A round of a game without cards: Enter goes from number to number, a minus that is typed sets the tick beside it.

   Expects <form data-scored> with the fields points-<side> and the ticks minus-<side>. */

import { goByEnter } from "../phone/next_field.js";
import { keepAwake } from "../phone/awake.js";

const form = document.querySelector("form[data-scored]");
goByEnter(form);
keepAwake();
form.addEventListener("input", ({ target }) => {
  const tick = form.elements[target.name.replace("points", "minus")];
  if (tick === target || !/^\s*[-−]/.test(target.value)) return;
  tick.checked = true;
  target.value = target.value.replace(/[-−]/, "").trim();
});
