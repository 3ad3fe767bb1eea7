/* What is seldom needed, loaded when it is.

   Expects on the form data-stale, data-line, data-sums, data-look-up and data-news, the addresses of
   static/js/stale/main.js, in_line/main.js, sums/main.js, look_up/main.js and hear/main.js, and data-photos, that of
   photo/main.js, or none. */

import { valueOf } from "./facts.js";

export const loadStale = ({ form }) => import(form.dataset.stale);

export const loadLine = ({ form }) => import(form.dataset.line);

export const loadSums = ({ form }) => import(form.dataset.sums);

/* [data-why], a button, shows every sum line by line. */
export function addWhy(entry) {
  entry.find("why").addEventListener("click", () => loadSums(entry).then(({ openSums }) => openSums(entry)));
}

/* The pages that open over the round. */
const LOOKED_UP = /\/(rules|rulings|cards|glossary|search|sources|photo-help)(\/|$)/;

/* Where a sheet cannot be had the link goes to its page; the draft waits. */
export function addLookUp(entry) {
  entry.lookUp = async (address) => {
    try {
      await (await import(entry.form.dataset.lookUp)).lookUp(entry, address);
    } catch {
      location.assign(address);
    }
  };
  entry.followLink = (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !LOOKED_UP.test(link.pathname) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    entry.lookUp(link.href);
  };
  document.addEventListener("click", entry.followLink);
}

/* Photos of the cards of the chosen owner, where a deck is taught: [data-photo], a file input in its label. */
export function addPhotos(entry) {
  const { find, form, write } = entry;
  const input = find("photo");
  if (!input) return;
  input.addEventListener("change", () => import(form.dataset.photos)
    .then(({ readPhotos }) => readPhotos(entry, input)));
  entry.showAtOnce(() => {
    input.parentElement.hidden = !entry.chosen || valueOf(form, "way") !== "cards";
    input.ariaLabel = write("photo", { name: entry.nameOf(entry.chosen) });
  });
}

/* What other phones do is asked for when the screen has long been there; without network, not at all. */
export function addNews(entry) {
  setTimeout(() => import(entry.form.dataset.news).then(({ hear }) => hear(entry), () => {}), 1_500);
}

/* The cards that several have handed in and that are nobody's yet. */
export const listOpenDisputes = ({ form, told }) =>
  Object.keys(told.disputes).filter((id) => !valueOf(form, `captured/${id}`));

/* Whether whose they are is asked now; then it goes on with `then`. */
export function askDisputes(entry, then) {
  const open = listOpenDisputes(entry);
  if (open.length) import(entry.form.dataset.take).then(({ ask }) => ask(entry, open, then), () => {});
  return open.length > 0;
}
