/* Two players change seats: a badge is dragged to another seat, or an arrow is pressed in a name. Who deals still deals.

   Expects [data-seats] with a [data-seat] for each name, whose badge is a label. */

export function changeSeats(form) {
  const table = form.querySelector("[data-seats]");
  if (!table) return;
  const seats = [...table.querySelectorAll("[data-seat]")];
  let from = null;
  let isMoving = false;

  function change(...two) {
    const [one, other] = two.map((seat) => seat.querySelector(".input"));
    [one.value, other.value] = [other.value, one.value];
    const dealers = two.map((seat) => seat.querySelector("[type=radio]"));
    const dealing = dealers.findIndex((dealer) => dealer.checked);
    if (dealing >= 0) dealers[1 - dealing].checked = true;
    other.dispatchEvent(new Event("input", { bubbles: true }));
    return other;
  }

  function findSeat({ clientX, clientY }) {
    return seats.find((seat) => {
      const { left, right, top, bottom } = seat.getBoundingClientRect();
      return clientX > left && clientX < right && clientY > top && clientY < bottom;
    });
  }

  function drag(event) {
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    isMoving ||= Math.hypot(x, y) > 8;
    const isOver = event.type !== "pointermove";
    from.badge.style.translate = isMoving && !isOver ? `${x}px ${y}px` : "";
    const to = isMoving ? findSeat(event) : null;
    for (const seat of seats) seat.classList.toggle("seats__seat--over", seat === to && !isOver);
    if (!isOver) return;
    if (to && to !== from.seat && event.type === "pointerup") change(from.seat, to);
    from = null;
  }

  table.addEventListener("pointerdown", (event) => {
    const badge = event.target.closest("label");
    isMoving = false;
    if (!badge) return;
    from = { badge, seat: badge.closest("[data-seat]"), x: event.clientX, y: event.clientY };
    event.target.setPointerCapture(event.pointerId);
  });
  for (const type of ["pointermove", "pointerup", "pointercancel"]) table.addEventListener(type, drag);
  // Who was dragged was not chosen to deal.
  table.addEventListener("click", (event) => { if (isMoving) event.preventDefault(); });
  table.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.matches(".input")) return;
    event.preventDefault();
    const shown = seats.filter((seat) => !seat.hidden);
    const place = shown.indexOf(event.target.closest("[data-seat]"));
    change(shown[place], shown.at((place + step) % shown.length)).focus();
  });
}
