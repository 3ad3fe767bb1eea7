/* Counts a pile as its cards are tapped, as companion/rules/scoring/pile.py does, and writes it into the address.

   Expects templates/count.html: every value group and yaku of the game has its lines, and those that say nothing
   are hidden. Changing the game sends the form. [data-photo] sends the pile on, for a photo that cannot be
   read. */

import { findNear, findYaku } from "../entry/yaku.js";
import { readRules, sumPoints } from "../entry/rules.js";

const form = document.querySelector("[data-count]");
const photo = document.querySelector("[data-photo]");
const rules = readRules(JSON.parse(form.dataset.count));
const ofMonth = form.dataset.ofMonth.split(" ");

function show() {
  const cards = new FormData(form).getAll("card");
  const pile = new Set(cards);
  const values = rules.race ? [] : rules.values.map(({ id, points, cards: of }) => {
    const held = of.filter((card) => pile.has(card)).length;
    return { id, points: points * held, held };
  });
  const found = (rules.readings ?? [rules.yaku])
    .map((list) => findYaku(list, pile, rules.race && { chaff: rules.race.chaff, unlisted: countUnlisted(pile) }))
    .reduce((best, one) => (sumPoints(one) > sumPoints(best) ? one : best))
    .filter(({ yaku }) => !ofMonth.includes(yaku.id));
  const points = sumPoints(found) + sumPoints(values);
  form.querySelector("[data-points]").textContent = points;
  form.querySelector("[data-unit]").textContent = points === 1 ? "point" : "points";
  const count = cards.length === 1 ? "1 card" : `${cards.length} cards`;
  const said = [count, ...found.map(({ yaku }) => yaku.name)].join(", ");
  form.querySelector("[data-said]").textContent = cards.length ? said : "Tap your cards";
  showLines("value", values.map(({ id, held }) => [id, held]));
  showLines("yaku", found.map(({ yaku, points: each }) => [yaku.id, each]));
  const near = findNear(rules, pile).filter(({ yaku }) => yaku.all_of.length + yaku.at_least.n > 1);
  showLines("near", near.map(({ yaku, missing }) => [
    yaku.id,
    missing.map((id) => rules.byId.get(id).name).join(" or "),
  ]));
  // A pile that is handed in waits with its game, not in the address.
  if (form.method === "get") {
    history.replaceState(null, "", `?${new URLSearchParams(cards.map((card) => ["card", card]))}`);
  }
  if (!photo) return;
  const address = new URL(photo.action);
  address.searchParams.delete("card");
  for (const card of cards) address.searchParams.append("card", card);
  photo.action = address;
}

/* The chaff cards that are counted in a field of their own. */
function countUnlisted(pile) {
  const counted = Number(form.elements.count?.value) || 0;
  return Math.max(0, counted - rules.race.chaff.filter((id) => pile.has(id)).length);
}

/* Shows the lines of these, each with what it says; hides the others. */
function showLines(kind, said) {
  const words = new Map(said);
  for (const line of form.querySelectorAll(`[data-${kind}]`)) {
    const text = words.get(line.dataset[kind]);
    line.hidden = !text;
    if (text) line.querySelector("[data-held]").textContent = text;
  }
}

form.addEventListener("change", show);
form.addEventListener("input", show);
form.querySelector("button[data-plain]").hidden = true;
