/* A menu closes by Escape, or by a tap anywhere else.

   Expects <details data-menu> with a summary. */

import { closeByTap } from "../phone/close_by_tap.js";

export function closeMenus() {
  const menu = document.querySelector("[data-menu]");
  if (!menu) return;
  closeByTap(menu);
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
