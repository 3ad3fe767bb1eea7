/* Photos in a form: too many are refused as they are chosen, in the words of the server. They are sent smaller.

   Expects a form with <input type="file" data-most="<number>" data-too-many="<sentence>">, and one button. */

import { makeSmaller } from "../photo/smaller.js";

for (const input of document.querySelectorAll("[data-most]")) {
  input.addEventListener("change", () => {
    input.setCustomValidity(input.files.length > input.dataset.most ? input.dataset.tooMany : "");
    input.reportValidity();
  });
  input.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.submitter?.setAttribute("aria-busy", "true");
    const sent = new DataTransfer();
    for (const file of input.files) sent.items.add(await makeSmaller(file));
    input.files = sent.files;
    input.form.submit();
  });
}
