/* What is asked only where it matters: numbers of the round whose figure is not 0, for a side or for any.

   Expects [data-where="<figure>"], with data-side where it is of one side. */

export function addAsked({ form, rules, watch }) {
  const parts = [...form.querySelectorAll("[data-where]")];
  watch(({ round, document: { winner } }) => {
    for (const part of parts) {
      const { where, side } = part.dataset;
      // It keeps its room: what is above, under a finger, must not move.
      part.inert = !isAsked(round, where, side);
      // What was ticked of a side before it won is true of it no more.
      const wrong = winner !== null && side === String(winner) && part.querySelector(":checked");
      if (wrong) {
        wrong.checked = false;
        wrong.dispatchEvent(new Event("change", { bubbles: true }));
      }
      const tick = part.querySelector("[type=checkbox]");
      if (tick && side) showCertain(tick, round.sides[side].lacks, rules);
    }
  });
}

/* What a side has none of for certain is ticked, and cannot be unticked. */
function showCertain(tick, lacks, { numbers }) {
  const { given } = numbers.find(({ word, per_side: isPerSide }) => isPerSide && word === tick.value);
  const isCertain = Boolean(lacks[given]);
  if (isCertain !== tick.disabled) Object.assign(tick, { disabled: isCertain, checked: isCertain });
}

export const isAsked = ({ sides }, where, side) =>
  !where || sides.some(({ figures }, n) => figures[where] && (side === undefined || n === Number(side)));
