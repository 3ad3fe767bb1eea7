/* The answers in a review: of what is asked one is ticked, a tick of chaff changes its number, and whoever counts other
   cards than places is told what to do. A deck that is tapped reads the photos again.

   Expects [data-lying="<places>"] with two buttons and an <output>, [data-more] and [data-fewer], hidden; ticks in
   a .sighting, those of chaff with [data-chaff="<count>"], [data-no-card]; [data-chaff-number], if any; [data-deck]. */

export function addAnswers(review, readAgain) {
  const find = (part) => review.querySelector(`[data-${part}]`);
  const number = find("chaff-number");
  const add = (tick, sign) => {
    if (number && tick.dataset.chaff) number.value = Math.max(0, Number(number.value) + sign * tick.dataset.chaff);
  };
  const counter = find("lying");
  const [fewer, more] = counter.querySelectorAll("button");
  const shown = counter.querySelector("output");
  let lying = Number(counter.dataset.lying);
  const say = () => {
    const places = counter.dataset.lying - review.querySelectorAll("[data-no-card]:checked").length;
    shown.textContent = lying;
    find("more").hidden = lying <= places;
    find("fewer").hidden = lying >= places;
  };
  for (const [button, step] of [[fewer, -1], [more, 1]]) {
    button.addEventListener("click", () => {
      lying = Math.max(0, lying + step);
      say();
    });
  }
  for (const part of [fewer, shown, more]) part.hidden = false;
  review.addEventListener("change", ({ target }) => {
    const sighting = target.closest(".sighting");
    if (!sighting) return;
    if (target.matches("[data-no-card]")) lying += target.checked ? -1 : 1;
    add(target, target.checked ? 1 : -1);
    for (const other of target.checked ? sighting.querySelectorAll(":checked") : []) {
      if (other === target) continue;
      other.checked = false;
      if (other.matches("[data-no-card]")) lying += 1;
      add(other, -1);
    }
    say();
  });
  for (const button of review.querySelectorAll("[data-deck]")) {
    button.addEventListener("click", () => readAgain(button));
  }
}
