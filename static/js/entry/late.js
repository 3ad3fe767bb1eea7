/* What is seldom needed, loaded when it is.

   Expects on the form data-stale, the address of static/js/stale/main.js. */

export const loadStale = ({ form }) => import(form.dataset.stale);
