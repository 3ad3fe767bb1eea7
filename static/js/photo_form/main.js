/* Photos in a form: too many are refused as they are chosen, in the words of the server. They are sent smaller, and
   once, however often the button is tapped meanwhile; those of a pile as soon as they are chosen.

   Expects a form with <input type="file" data-most="<number>" data-too-many="<sentence>">, and one button; of a pile
   it is <form data-photo>. That is answered by a review, which takes the place of the page and shows its photos, or by
   a page whose notices say why not. */

import { keepBusy } from "../phone/seconds.js";
import { makeSmaller } from "../photo/smaller.js";
import { showPlaces } from "../photo/places.js";

for (const input of document.querySelectorAll("[data-most]")) {
  const { form } = input;
  const button = form.querySelector("button");
  const isPile = form.matches("[data-photo]");
  let end = () => {};
  input.addEventListener("change", () => {
    input.setCustomValidity(input.files.length > input.dataset.most ? input.dataset.tooMany : "");
    if (input.reportValidity() && input.files.length && isPile) form.requestSubmit();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.matches('[aria-busy="true"]')) return;
    end = keepBusy(button);
    const sent = new DataTransfer();
    for (const file of input.files) sent.items.add(await makeSmaller(file));
    input.files = sent.files;
    if (isPile && await showAnswer(form, [...sent.files])) end();
    else form.submit();
  });
  // Gone back to, the page is as it was left.
  addEventListener("pageshow", ({ persisted }) => persisted && end());
}

/* Whether the server had an answer that can be shown here. Another is left to the browser. */
async function showAnswer(form, files) {
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const review = page.querySelector("[data-review]");
  if (!review) {
    for (const said of form.querySelectorAll(".notice")) said.remove();
    form.prepend(...page.querySelectorAll(".notice"));
    return true;
  }
  document.querySelector("main").replaceWith(document.adoptNode(review.closest("main")));
  document.title = page.title;
  scrollTo(0, 0);
  showPlaces(review, files);
  return true;
}
