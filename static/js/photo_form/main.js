/* Photos in a form: too many are refused as they are chosen, in the words of the server. They are sent smaller, and
   once, however often the button is tapped meanwhile; those of a pile as soon as they are chosen.

   Expects a form with <input type="file" data-most="<number>" data-too-many="<sentence>">, and one button; of a pile
   it is <form data-photo>. The page that answers takes the place of this one, a review shows its photos. Why nothing
   was read is shown at the fields, with the photos still chosen. */

import { h } from "../entry/elements.js";
import { keepBusy } from "../phone/seconds.js";
import { makeSmaller } from "../photo/smaller.js";
import { showPlaces } from "../photo/places.js";
import { addAnswers } from "../photo/answers.js";

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
    if (await showAnswer(form, [...sent.files])) end();
    else form.submit();
  });
  // Gone back to, the page is as it was left.
  addEventListener("pageshow", ({ persisted }) => persisted && end());
}

/* Whether the server had an answer that can be shown here. Another is left to the browser. */
async function showAnswer(form, files, body = new FormData(form)) {
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (![200, 422].includes(answer?.status)) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const review = page.querySelector("[data-review]");
  if (answer.status === 422 || (form.matches("[data-photo]") && !review)) {
    showFaults(form, page);
    return true;
  }
  showPage(page, answer.url);
  if (!review) return true;
  addAnswers(review, async (button) => {
    const end = keepBusy(button);
    body.set("deck", button.value);
    await showAnswer(form, files, body);
    end();
  });
  showPlaces(review, files);
  return true;
}

/* Why not, at the fields: the photos stay chosen. */
function showFaults(form, page) {
  for (const said of form.querySelectorAll(".notice, .field__fault")) said.remove();
  form.prepend(...page.querySelectorAll(".notice"));
  for (const fault of page.querySelectorAll("form .field__fault")) {
    form.elements[fault.id.replace(/-fault.*/, "")]?.before(fault);
  }
}

/* The page that answers in place of this one, and its address. */
function showPage(page, address) {
  document.querySelector("main").replaceWith(document.adoptNode(page.querySelector("main")));
  document.title = page.title;
  const known = [...document.scripts].map(({ src }) => src);
  for (const { src } of [...page.scripts]) {
    if (!known.includes(src)) document.body.append(Object.assign(h("script"), { type: "module", src }));
  }
  scrollTo(0, 0);
  if (location.pathname === new URL(address).pathname) return;
  history.pushState(null, "", address);
  addEventListener("popstate", () => location.reload(), { once: true });
}
