/* Elements that the scripts make, and the pictures and names of cards. */

/* An element with text and children: h("dd", "12", child …). */
export function h(tag, ...children) {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

/* Words, where Korean and Japanese in their letters are marked as such. */
export function inLetters(words) {
  return words.split(/([가-힣]+|[ぁ-ヿ一-鿿]+)/).map((part, n) =>
    n % 2 ? Object.assign(h("bdi", part), { lang: part < "가" ? "ja" : "ko" }) : part);
}

/* The words of an element that has only words. Text that is put in anew would have the whole form styled anew. */
export function setText(element, words) {
  const { firstChild } = element;
  if (!firstChild) element.textContent = words;
  else if (firstChild.data !== words) firstChild.data = words;
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
