/* A pile is read from photos: the phone has taken them, the server says what lies there, a person looks it through,
   and all that is ticked then goes to its owner as one step. Photos that found no place, or no server, are kept while
   the sheet is open and sent again by themselves, in the end by a button.

   Expects [data-photo="<address>"], a file input with [data-most] and [data-too-many], its number of photos and what is
   said of more; and an answer with [data-review], a form with the ticks captured/<card>, fields of the round, and
   [data-ticked], what its button gives. The entry screen loads this with the first photo. */

import { h, makeButton } from "../entry/elements.js";
import { openPanel } from "../entry/panel.js";
import { makeSmaller } from "./smaller.js";
import { setValue } from "../entry/facts.js";
import { countSeconds } from "../phone/seconds.js";
import { showPlaces } from "./places.js";
import { addAnswers } from "./answers.js";

const NO_PLACE = [429, 503];
const MOST_TRIES = 12;
const PAUSE_S = 5;

export async function readPhotos(entry, input) {
  const [owner, files] = [entry.chosen, [...input.files]];
  // The same photo can be chosen again.
  input.value = "";
  if (!files.length) return;
  const title = entry.write("photo", { name: entry.nameOf(owner) });
  const reading = Object.assign(h("p", entry.write("reading")), { role: "status" });
  const seconds = Object.assign(h("p"), { ariaHidden: "true" });
  const left = new AbortController();
  if (files.length > input.dataset.most) {
    openPanel(entry, title, [h("p", input.dataset.tooMany)]);
    return;
  }
  openPanel(entry, title, [reading, seconds]);
  entry.find("panel").addEventListener("close", () => left.abort(), { once: true });
  const body = new FormData(entry.form);
  body.set("owner", owner);
  for (const file of files) body.append(`photo-${owner}`, await makeSmaller(file));
  sendPhotos(entry, { address: input.dataset.photo, body, owner, reading, seconds, left: left.signal });
}

/* What is shown in the end: what was read, or why nothing was. */
async function sendPhotos(entry, photos, tries = 1) {
  const { body, owner, reading, seconds, left } = photos;
  const stop = countSeconds((count) => { seconds.textContent = sayWait(count); });
  const { status, wait, type, text } = await ask(photos);
  stop();
  seconds.textContent = "";
  if (left.aborted) return;
  const again = (count) => {
    reading.textContent = entry.write("reading");
    sendPhotos(entry, photos, count);
  };
  const page = new DOMParser().parseFromString(text, "text/html");
  const token = page.querySelector("[name=csrf_token]");
  if (token) {
    setValue(entry.form, "csrf_token", token.value);
    body.set("csrf_token", token.value);
  }
  const found = page.querySelector("[data-review]") ?? page.querySelector("h1 + p");
  // A server that refuses without reading may cut the line before its answer is heard.
  if (!status || NO_PLACE.includes(status)) {
    const why = entry.write(status ? "wait" : "unreached");
    if (tries < MOST_TRIES) {
      reading.textContent = entry.write("photo_waits", { why, wait: sayWait(wait) });
      const timer = setTimeout(again, 1_000 * wait, tries + 1);
      left.addEventListener("abort", () => clearTimeout(timer), { once: true });
    } else {
      const button = makeButton(entry.write("photo_again"), "button button--wide", () => again(1));
      reading.replaceChildren(entry.write("photo_kept", { why }), button);
    }
    return;
  }
  const said = type.startsWith("text/plain") ? text : entry.write("unreached");
  const shown = found ? document.importNode(found, true) : h("p", said);
  reading.replaceWith(shown);
  if (!shown.matches("form")) return;
  addAnswers(shown, ({ value }) => {
    body.set("photo-deck", value);
    shown.replaceWith(reading);
    again(1);
  });
  addGiving(entry, shown, owner);
  showPlaces(shown, body.getAll(`photo-${owner}`));
}

/* The answer of the server; status 0 where there is none. `wait` are the seconds that it asks for. */
async function ask({ address, body, left }) {
  try {
    const answer = await fetch(address, { method: "POST", body, signal: left });
    const { status, headers } = answer;
    const wait = Number(headers.get("Retry-After")) || PAUSE_S;
    return { status, wait, type: headers.get("Content-Type") ?? "", text: await answer.text() };
  } catch {
    return { status: 0, wait: PAUSE_S, type: "", text: "" };
  }
}

/* As in: 5 seconds, 3 minutes. */
function sayWait(seconds) {
  const [count, unit] = seconds < 100 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return new Intl.NumberFormat("en-GB", { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/* The form of the review lies within that of the round, which hears nothing of it. */
function addGiving(entry, review, owner) {
  // The round has these itself.
  for (const field of review.querySelectorAll("[type=hidden]")) field.remove();
  for (const kind of ["change", "input", "keydown"]) review.addEventListener(kind, (event) => event.stopPropagation());
  const list = () => [...review.querySelectorAll("[name^='captured/']:checked")];
  const count = () => {
    const { length } = list();
    const words = ["none", "this_card"][length] ?? "these";
    review.querySelector("[data-ticked]").textContent = entry.write(words, { count: length });
  };
  review.addEventListener("change", count);
  count();
  review.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const cards = list();
    // All four of a suit were asked of whoever held its cards then.
    for (const { name } of cards) setValue(entry.form, `all_four/${entry.rules.byId.get(cardOf(name)).suit}`, "");
    for (const { name, value } of review.querySelectorAll("[name]:is(:checked, [type=text])")) {
      setValue(entry.form, name, value);
      delete entry.form.elements[name]?.dataset?.filled;
    }
    entry.find("panel").close();
    const said = {
      count: cards.length,
      card: cards.length && entry.rules.byId.get(cardOf(cards[0].name)).short,
      name: entry.nameOf(owner, "short"),
    };
    entry.commit(entry.write(cards.length === 1 ? "a_card" : "cards", said));
  });
}

const cardOf = (name) => name.split("/")[1];
