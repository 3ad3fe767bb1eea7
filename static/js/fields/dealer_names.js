/* The choice of the first dealer shows the players' names as they are typed.

   Expects fields player-<seat> and <select name="first-dealer" data-usual="Player {number}">, whose options stand
   in the order of the seats. */

export function nameDealers(form) {
  const dealers = form.elements["first-dealer"];
  if (!dealers) return;
  form.addEventListener("input", () => {
    [...dealers.options].forEach((option, seat) => {
      option.text = form.elements[`player-${seat}`].value.trim() || dealers.dataset.usual.replace("{number}", seat + 1);
    });
  });
}
