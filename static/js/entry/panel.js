/* The one sheet that comes up over the entry screen: questions, two versions, why a score is what it is.

   Expects <dialog data-panel> with [data-panel-title], [data-panel-body], [data-panel-go], [data-panel-close]. */

export function addPanel(entry) {
  entry.panel = entry.form.querySelector("[data-panel]");
  const go = entry.panel.querySelector("[data-panel-go]");
  go.addEventListener("click", () => {
    closePanel(entry);
    entry.onGo?.();
  });
  for (const dialog of entry.form.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-panel-close]")) dialog.close();
    });
  }
}

export function openPanel(entry, title, body, { go = "", onGo = null } = {}) {
  const find = (name) => entry.panel.querySelector(`[data-panel-${name}]`);
  find("title").textContent = title;
  find("body").replaceChildren(...body);
  find("go").hidden = !go;
  find("go").textContent = go;
  entry.onGo = onGo;
  if (!entry.panel.open) entry.panel.showModal();
  find("title").focus();
}

export function closePanel(entry) {
  if (entry.panel.open) entry.panel.close();
}

/* An element with text and children: h("dd", "12", child …). */
export function h(tag, ...children) {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}
