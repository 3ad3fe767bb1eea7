/* What a person who looks at the entry screen can see. */

import { findTick } from "./facts.js";

export function findMiddle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/* Neither hidden nor scrolled away nor under something else. */
export function isOnScreen(element) {
  return element.checkVisibility() && element.contains(document.elementFromPoint(...findMiddle(element)));
}

/* Every yaku that counts stands as a chip under the cards. */
export function areChipsSeen(form) {
  return [...form.querySelectorAll(".found[data-of]")].every(isOnScreen);
}

/* Whether the tick of a bonus (`listBonuses`) is seen. */
export function isTickSeen(form, bonus) {
  const [n, id] = bonus.split("/");
  return isOnScreen(findTick(form, `yaku-${n}`, id).parentElement);
}
