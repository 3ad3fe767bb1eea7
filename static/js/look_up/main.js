/* Rules, search and rulings as a sheet over the round, which stays as it is; loaded when something is looked up.

   A page of ours is fetched, and what its <main> holds stands in a tree of its own with the style sheets of that page,
   so that its ids meet none of the form's. Its links to other such pages are followed in the sheet, and searches
   answered there; the rest leaves. */

import { answerTyping } from "../search/typing.js";
import { h, makeButton } from "../entry/elements.js";

/* What only leads away from the page. */
const APART = ".eyebrow, .notices";
const trail = [];
let dialog, back, page;

/* Shows the page of this address in the sheet; throws where it cannot be had. */
export async function lookUp(entry, address) {
  dialog ??= makeSheet(entry);
  const response = await fetch(address);
  const found = new DOMParser().parseFromString(await response.text(), "text/html");
  const main = found.querySelector("main#content");
  if (!response.ok || !main) throw new Error(address);
  for (const part of main.querySelectorAll(APART)) part.remove();
  for (const form of main.querySelectorAll("form")) {
    form.action = new URL(form.getAttribute("action") ?? "", response.url);
  }
  const styles = [...found.querySelectorAll("link[rel=stylesheet]")].map((one) => document.importNode(one));
  const styled = styles.map((one) => new Promise((done) => { one.onload = one.onerror = done; }));
  page.replaceChildren(...styles, document.importNode(main, true));
  await Promise.all(styled);
  trail.push(address);
  back.hidden = trail.length < 2;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  const field = page.querySelector("form[data-search]");
  if (field) answerTyping(field);
  (field?.elements.q ?? page.querySelector("main")).focus();
  showPlace(new URL(address, response.url).hash);
}

const showPlace = (hash) => page.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();

function makeSheet(entry) {
  const inner = h("section");
  page = inner.attachShadow({ mode: "open" });
  back = makeButton(entry.write("page_before"), "button", () => entry.lookUp(trail.splice(-2)[0]));
  const close = makeButton(entry.write("to_round"), "button button--main", () => dialog.close());
  const ends = Object.assign(h("div", back, close), { className: "panel__ends" });
  const sheet = Object.assign(
    h("dialog", Object.assign(h("div", inner, ends), { className: "panel__inner" })),
    { className: "panel", ariaLabel: entry.write("looked_up") },
  );
  page.addEventListener("click", (event) => {
    const place = event.target.closest("a")?.getAttribute("href");
    if (!place?.startsWith("#")) return entry.followLink(event);
    event.preventDefault();
    showPlace(place);
  });
  page.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-search]")) return;
    event.preventDefault();
    entry.lookUp(`${event.target.action}?${new URLSearchParams(new FormData(event.target))}`);
  });
  sheet.addEventListener("close", () => trail.splice(0));
  document.body.append(sheet);
  return sheet;
}
