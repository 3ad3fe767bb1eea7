/* What is seldom needed, loaded when it is.

   Expects on the form data-stale, data-keys and data-news, the addresses of static/js/stale/main.js, keys/main.js
   and follow/main.js. */

export const loadStale = ({ form }) => import(form.dataset.stale);

/* Most phones have no keyboard: the first key loads what the keys do. */
export function addKeyboard(entry) {
  let keys = null;
  entry.form.addEventListener("keydown", async (event) => {
    keys ??= await import(entry.form.dataset.keys);
    keys.press(entry, event);
  });
}

/* What other phones do is asked for when the screen has long been there. */
export function addNews(entry) {
  setTimeout(() => import(entry.form.dataset.news).then(({ hear }) => hear(entry)), 1_500);
}
