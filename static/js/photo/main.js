/* A pile is read from photos: the phone has taken them, the server says what lies there, a person looks it through,
   and all that is ticked then goes to its owner as one step.

   Expects [data-photo="<address>"], a file input, and an answer with [data-review], a form with the ticks card-<id>,
   fields of the round, and [data-ticked], what its button gives. The entry screen loads this with the first photo. */

import { h, openPanel } from "../entry/panel.js";
import { setValue } from "../entry/facts.js";

const LONGEST_PX = 1_600;
const QUALITY = .85;

export async function readPhotos(entry, input) {
  const [owner, files] = [entry.chosen, [...input.files]];
  // The same photo can be chosen again.
  input.value = "";
  if (!files.length) return;
  const title = entry.write("photo", { name: entry.nameOf(owner) });
  const reading = Object.assign(h("p", entry.write("reading")), { role: "status" });
  const left = new AbortController();
  openPanel(entry, title, [reading]);
  entry.find("panel").addEventListener("close", () => left.abort(), { once: true });
  let found = null;
  try {
    const body = new FormData(entry.form);
    body.set("owner", owner);
    for (const file of files) body.append(`photo-${owner}`, await makeSmaller(file), "photo.jpg");
    const answer = await fetch(input.dataset.photo, { method: "POST", body, signal: left.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const token = page.querySelector("[name=csrf_token]");
    if (token) setValue(entry.form, "csrf_token", token.value);
    found = page.querySelector("[data-review]") ?? page.querySelector("h1 + p");
  } catch {
    // The server cannot be reached, as is said below, or nobody waits any longer.
  }
  if (left.signal.aborted) return;
  const shown = found ? document.importNode(found, true) : h("p", entry.write("unreached"));
  reading.replaceWith(shown);
  if (shown.matches("form")) addGiving(entry, shown, owner);
}

/* The form of the review lies within that of the round, which hears nothing of it. */
function addGiving(entry, review, owner) {
  // The round has these itself.
  for (const field of review.querySelectorAll("[type=hidden]")) field.remove();
  for (const kind of ["change", "input", "keydown"]) review.addEventListener(kind, (event) => event.stopPropagation());
  const list = () => [...review.querySelectorAll("[name^=card-]:checked")];
  const count = () => {
    const { length } = list();
    review.querySelector("[data-ticked]").textContent = entry.write(length === 1 ? "this_card" : "these", { count: length });
  };
  review.addEventListener("change", count);
  count();
  review.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const cards = list();
    // All four of a suit were asked of whoever held its cards then.
    for (const { name } of cards) setValue(entry.form, `all-four-${entry.rules.byId.get(name.slice(5)).suit}`, "");
    for (const { name, value } of review.querySelectorAll("[name]:is(:checked, [type=text])")) {
      setValue(entry.form, name, value);
      delete entry.form.elements[name]?.dataset?.filled;
    }
    entry.find("panel").close();
    const said = { count: cards.length, card: cards.length && entry.rules.byId.get(cards[0].name.slice(5)).short, name: entry.nameOf(owner, "short") };
    entry.commit(entry.write(cards.length === 1 ? "a_card" : "cards", said));
  });
}

/* A photo no larger than what is read of it, upright; as it is where the phone cannot do that. */
async function makeSmaller(file) {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const share = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
    const canvas = Object.assign(h("canvas"), { width: Math.round(picture.width * share), height: Math.round(picture.height * share) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY))) ?? file;
  } catch {
    return file;
  }
}
