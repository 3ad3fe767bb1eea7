/* Makes each card a button: a tap gives it to the chosen owner, moves it there, or takes it back.

   Expects <fieldset class="pick" data-card data-kind> with a <legend>, a picture and radio buttons. One hidden field
   takes their place: each radio button that is set has the whole form styled anew. The button says the card's name,
   its kind and its owner; a band around the picture shows whose it is. */

import { h, makeButton, setText } from "./elements.js";
import { TABLE, readOwners, setValue, valueOf } from "./facts.js";

const SAME_TAP_MS = 700;

export function addPicker(entry) {
  const tiles = entry.cards.map((card) => makeTile(entry, card));
  entry.tiles = tiles;
  entry.showAtOnce(() => {
    const owners = readOwners(entry);
    for (const tile of tiles) showOwner(entry, tile, owners.get(tile.card.id));
  });
}

function makeTile(entry, card) {
  const pick = entry.form.querySelector(`.pick[data-card="${card.id}"]`);
  const band = h("span");
  // A finger has tapped when it lifts (addPainting): after a drag some phones send no click. Keys only click.
  const button = makeButton(pick.querySelector("svg"), "pick__card", (event) => {
    if (!event.detail || event.timeStamp > entry.liftedAt + SAME_TAP_MS) tap(entry, card);
  });
  button.append(band);
  pick.querySelector(".pick__owners").replaceWith(makeField(entry, `captured/${card.id}`));
  pick.append(button);
  return { card, pick, button, band, shown: null };
}

function makeField({ form }, name) {
  return Object.assign(h("input"), { hidden: true, name, value: valueOf(form, name) });
}

export function tap(entry, card) {
  const isTakenBack = valueOf(entry.form, `captured/${card.id}`) === entry.chosen;
  give(entry, card, isTakenBack ? "" : entry.chosen);
  entry.commit(entry.write(
    isTakenBack ? "a_card_back" : "a_card",
    { card: card.short, name: entry.nameOf(entry.chosen, "short") },
  ));
}

export function give(entry, card, owner) {
  setValue(entry.form, `captured/${card.id}`, owner);
  // All four of a suit were asked of whoever held its cards then: when one of them moves, it is asked again.
  setValue(entry.form, `all_four/${card.suit}`, "");
}

function showOwner(entry, tile, owner) {
  if (tile.shown === owner) return;
  const { band, button, card } = tile;
  const isTable = owner === TABLE;
  const side = entry.sides[owner];
  // On the band and not around the picture, whose every shape would be styled anew for another colour.
  band.className = side ? `band ${side.style}` : isTable ? "band band--table" : "";
  setText(band, isTable ? "–" : (side?.initial ?? ""));
  button.ariaLabel = `${card.name}, ${card.kind}: ${side?.name ?? entry.write(isTable ? "on_table" : "nobodys")}`;
  tile.shown = owner;
}
