/* Two cards of a deck, or two rows, change places: one is dragged onto the other. A mouse drags at once. A finger that
   moves at once scrolls the page, one that rests a moment drags.

   Expects [data-deck], a form with [data-movable] labels of ticks, each in a section with a heading; its button
   [data-swap] sends two ticks. The hidden [data-drag] says that one can drag. */

const form = document.querySelector("[data-deck]");
const HOLD_MS = 300;
const STILL_PX = 8;
const EDGE_PX = 90;
// What is pressed, where it was, whether it is held and whether it was moved.
let held = {};

function lift() {
  held.isLifted = true;
  held.one.classList.add("is-lifted");
  held.one.setPointerCapture(held.pointerId);
}

function drop() {
  clearTimeout(held.timer);
  held.one?.classList.remove("is-lifted");
  held.one?.style.removeProperty("translate");
  held = { isMoved: held.isMoved };
}

/* What lies there and can change places with it: a card with a card, a row with any part of another row. */
function findOther({ clientX, clientY }) {
  const part = held.one.matches(".choice") ? "section" : ".sighting";
  return document.elementsFromPoint(clientX, clientY)
    .map((each) => each.closest(part))
    .find((each) => each && !each.contains(held.one))
    ?.querySelector(`${part === "section" ? ".choice" : ""}[data-movable]`);
}

function change(one, other) {
  for (const tick of form.querySelectorAll("[data-movable] input")) {
    tick.checked = [one, other].includes(tick.parentElement);
  }
  // The page that comes shows the place where it happened.
  form.action = new URL(`#${other.closest("section").getAttribute("aria-labelledby")}`, form.action);
  form.requestSubmit(form.querySelector("[data-swap]"));
}

form.addEventListener("pointerdown", ({ target, pointerId, pointerType, pageX, pageY, isPrimary, button }) => {
  const one = isPrimary && button === 0 && target.closest("[data-movable]");
  held = one ? { one, pointerId, pageX, pageY, timer: pointerType === "touch" && setTimeout(lift, HOLD_MS) } : {};
});
form.addEventListener("pointermove", ({ pageX, pageY, clientY }) => {
  if (!held.one) return;
  const [x, y] = [pageX - held.pageX, pageY - held.pageY];
  held.isMoved ||= Math.hypot(x, y) > STILL_PX;
  if (held.isMoved && !held.isLifted) {
    if (held.timer) return drop();
    lift();
  }
  if (!held.isMoved) return;
  held.one.style.translate = `${x}px ${y}px`;
  if (clientY < EDGE_PX) scrollBy(0, -STILL_PX);
  if (clientY > innerHeight - EDGE_PX) scrollBy(0, STILL_PX);
});
form.addEventListener("pointerup", (event) => {
  const other = held.isLifted && held.isMoved && findOther(event);
  if (other) change(held.one, other);
  drop();
});
form.addEventListener("pointercancel", drop);
// While a card is held the page stands still, no menu opens, and no picture is dragged by itself.
form.addEventListener("touchmove", (event) => { if (held.isLifted) event.preventDefault(); }, { passive: false });
for (const kind of ["contextmenu", "dragstart"]) {
  form.addEventListener(kind, (event) => { if (held.one) event.preventDefault(); });
}
// What was dragged was not ticked; a key has no detail.
form.addEventListener("click", (event) => { if (held.isMoved && event.detail) event.preventDefault(); });
document.querySelector("[data-drag]").hidden = false;
