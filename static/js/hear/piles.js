/* Takes the piles that players hand in on their own phones (piles/main.js).

   Expects on the form data-piles, the address that answers { round, piles }, and data-take, that of the script. */

/* Is told with each answer that the game is as it was which piles wait: another number with each, null for none. */
export function hearPiles(entry) {
  const { dataset } = entry.form;
  const known = { came: new Map(), contested: new Set() };
  let heard = null;
  return async (at) => {
    if (at === heard || entry.isSaving) return;
    const { round, piles } = await (await fetch(dataset.piles, { cache: "no-store" })).json();
    // Save may refuse this round, which then takes them.
    if (entry.isSaving) return;
    const isHere = round === Number(dataset.number);
    const news = isHere ? piles.filter(({ side, at }) => known.came.get(side)?.at !== at) : [];
    for (const pile of news) (await import(dataset.take)).take(entry, known, pile);
    heard = at;
  };
}
