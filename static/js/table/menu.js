/* A menu closes by Escape. A tap beside it closes it without a script (static/css/components/menu.css).

   Expects <details data-menu> with a summary. */

export function closeMenus() {
  const menu = document.querySelector("[data-menu]");
  if (!menu) return;
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
