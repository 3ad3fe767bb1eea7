/* A menu closes by a tap anywhere else. That tap does nothing besides (static/css/components/menu.css).

   Expects a <details>. */

export function closeByTap(menu) {
  document.addEventListener("click", ({ target }) => { menu.open &&= menu.contains(target); });
}
