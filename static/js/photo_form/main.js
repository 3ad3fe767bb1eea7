/* Photos in a form: too many are refused as they are chosen, in the words of the server. They are sent smaller, and
   once, however often the button is tapped meanwhile; those of a pile as soon as they are chosen.

   Expects a form with <input type="file" data-most="<number>" data-too-many="<sentence>">, and one button; of a pile
   it is <form data-photo>. */

import { makeSmaller } from "../photo/smaller.js";

for (const input of document.querySelectorAll("[data-most]")) {
  const { form } = input;
  const button = form.querySelector("button");
  input.addEventListener("change", () => {
    input.setCustomValidity(input.files.length > input.dataset.most ? input.dataset.tooMany : "");
    if (input.reportValidity() && input.files.length && form.matches("[data-photo]")) form.requestSubmit();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    const sent = new DataTransfer();
    for (const file of input.files) sent.items.add(await makeSmaller(file));
    input.files = sent.files;
    form.submit();
  });
  // Gone back to, the page is as it was left.
  addEventListener("pageshow", ({ persisted }) => { if (persisted) button.ariaBusy = null; });
}
