/* Enter in a text field goes to the next one, and in the last to the main button, which a second Enter presses.

   Expects a form with a .button--main. A field that does not show is passed over. */

const TEXT = "input:not([type]), input[type=text], input[type=number]";

export function goByEnter(form) {
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches(TEXT)) return;
    event.preventDefault();
    const fields = [...form.querySelectorAll(TEXT)].filter((field) => field.checkVisibility());
    const next = fields[fields.indexOf(event.target) + 1];
    (next ?? [...form.querySelectorAll(".button--main")].find((button) => button.checkVisibility())).focus();
    next?.select();
  });
}
