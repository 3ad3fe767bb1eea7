/* What is seldom needed, loaded when it is.

   Expects on the form data-stale and data-keys, the addresses of static/js/stale/main.js and keys/main.js. */

export const loadStale = ({ form }) => import(form.dataset.stale);

/* Most phones have no keyboard: the first key loads what the keys do. */
export function addKeyboard(entry) {
  let keys = null;
  entry.form.addEventListener("keydown", async (event) => {
    keys ??= await import(entry.form.dataset.keys);
    keys.press(entry, event);
  });
}
