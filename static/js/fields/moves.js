/* Two players change seats: drag a badge to another seat, or press an arrow in a name. Who deals still deals.

   Expects [data-seats] with a [data-seat] for each name, whose badge is a label. */

export function changeSeats(form) {
  const table = form.querySelector("[data-seats]");
  let isMoved = false;

  function change(...two) {
    const [one, other] = two.map((seat) => seat.querySelector(".input"));
    [one.value, other.value] = [other.value, one.value];
    const dealers = two.map((seat) => seat.querySelector("[type=radio]"));
    const dealing = dealers.findIndex((dealer) => dealer.checked);
    if (dealing >= 0) dealers[1 - dealing].checked = true;
    other.dispatchEvent(new Event("input", { bubbles: true }));
    return other;
  }

  table?.addEventListener("pointerdown", ({ target, pointerId, clientX, clientY }) => {
    const badge = target.closest("label");
    isMoved = false;
    if (!badge) return;
    target.setPointerCapture(pointerId);
    target.onpointermove = (move) => {
      const [x, y] = [move.clientX - clientX, move.clientY - clientY];
      isMoved ||= Math.hypot(x, y) > 8;
      badge.classList.toggle("is-moved", isMoved);
      if (isMoved) badge.style.translate = `${x}px ${y}px`;
    };
    target.onpointerup = (up) => {
      const to = document.elementsFromPoint(up.clientX, up.clientY).find((one) => one.matches("[data-seat]"));
      if (isMoved && to) change(badge.parentElement, to);
    };
    target.onlostpointercapture = () => {
      target.onpointermove = null;
      badge.style.translate = "";
      badge.classList.remove("is-moved");
    };
  });
  // Who was dragged was not chosen to deal.
  table?.addEventListener("click", (event) => { if (isMoved) event.preventDefault(); });
  table?.addEventListener("keydown", ({ key, target }) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const shown = [...table.querySelectorAll("[data-seat]:not([hidden])")];
    const place = shown.findIndex((seat) => target === seat.querySelector(".input"));
    if (step && place >= 0) change(shown[place], shown.at((place + step) % shown.length)).focus();
  });
}
