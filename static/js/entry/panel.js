/* The one sheet that comes up over the entry screen: two versions, why a score is what it is.

   Expects <dialog data-panel> with [data-panel-title], [data-panel-body], [data-panel-close]. */

export function addPanel(entry) {
  entry.panel = entry.form.querySelector("[data-panel]");
  for (const dialog of entry.form.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-panel-close]")) dialog.close();
    });
  }
}

export function openPanel(entry, title, body) {
  const find = (name) => entry.panel.querySelector(`[data-panel-${name}]`);
  find("title").textContent = title;
  find("body").replaceChildren(...body);
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

/* A button with words that does something. */
export function makeButton(words, className, act) {
  const button = h("button", words);
  button.type = "button";
  button.className = className;
  button.addEventListener("click", act);
  return button;
}

/* The names of cards, to be read aloud. */
export function nameCards({ rules }, ids) {
  return ids.map((id) => rules.byId.get(id).name).join(", ");
}

/* The pictures of cards, to stand beside their names. */
export function drawCards({ form }, ids) {
  return ids.map((id) => {
    const picture = form.querySelector(".pick svg").cloneNode(true);
    const use = picture.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${id}`));
    picture.classList.add("card--small");
    return picture;
  });
}
