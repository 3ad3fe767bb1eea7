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

/* An element with text and children: h("dd", "12", child …). */
export function h(tag, ...children) {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

/* A button with words that does something. */
export function makeButton(words, className, act) {
  return Object.assign(h("button", words), { type: "button", className, onclick: act });
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
