/* A menu closes by Escape, or by a tap anywhere else. That tap does nothing besides (static/css/components/menu.css).

   Expects <details data-menu> with a summary. */

export function closeMenus() {
  const menu = document.querySelector("[data-menu]");
  if (!menu) return;
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
