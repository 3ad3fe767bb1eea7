/* The one sheet that comes up over the entry screen: two versions, why a score is what it is.

   Expects <dialog data-panel> with [data-panel-title], [data-panel-body], [data-panel-close]. */

export function addPanel(entry) {
  entry.form.addEventListener("click", ({ target }) => {
    if (target.matches("dialog, [data-panel-close]")) target.closest("dialog").close();
  });
}

export function openPanel(entry, title, body) {
  entry.find("panel-title").textContent = title;
  entry.find("panel-body").replaceChildren(...body);
  if (!entry.find("panel").open) entry.find("panel").showModal();
  entry.find("panel-title").focus();
}
