/* Asks for piles that players hand in on their own phones (piles/main.js).

   Expects on the form data-piles, the address that answers { round, piles }, and data-take, that of the script. */

const PILES_MS = 700;

export function addPiles(entry) {
  const { dataset } = entry.form;
  const known = { came: new Map(), contested: new Set() };
  async function ask() {
    if (!document.hidden && navigator.onLine) {
      const answer = await fetch(dataset.piles, { cache: "no-store" }).catch(() => null);
      const { round, piles } = answer?.ok ? await answer.json() : {};
      const isHere = round === Number(dataset.number) && !entry.isSaving;
      const news = isHere ? piles.filter(({ side, at }) => known.came.get(side)?.at !== at) : [];
      for (const pile of news) (await import(dataset.take)).take(entry, known, pile);
    }
    setTimeout(ask, PILES_MS);
  }
  ask();
}
