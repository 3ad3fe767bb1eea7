/* What a person who looks at the entry screen can see. */

import { findTick } from "./facts.js";

/* Neither hidden nor scrolled away nor under something else. */
function isOnScreen(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.checkVisibility() && element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/* Every yaku that counts stands as a chip under the cards. */
export function areChipsSeen(form) {
  return [...form.querySelectorAll(".found[data-of]")].every(isOnScreen);
}

/* Whether the tick of a bonus (`listBonuses`) is seen. */
export function isTickSeen(form, bonus) {
  const [n, id] = bonus.split("/");
  return isOnScreen(findTick(form, `yaku/${n}`, id).parentElement);
}
