/* Makes each card a button: a tap gives it to the chosen owner, moves it there, or takes it back.

   Expects <fieldset class="pick" data-card data-kind> with a <legend>, a picture and radio buttons, which
   keep the fact and are hidden. The button says the card's name, its kind and its owner; a band around the
   picture shows whose it is. */

import { TABLE, readOwners, setValue, valueOf } from "./facts.js";
import { h, makeButton } from "./panel.js";
import { recall, remember } from "../phone/memory.js";

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
  pick.append(button);
  return { card, pick, button, band, shown: null };
}

function tap(entry, card) {
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
  band.textContent = isTable ? "–" : (side?.initial ?? "");
  button.ariaLabel = `${card.name}, ${card.kind}: ${side?.name ?? entry.write(isTable ? "on_table" : "nobodys")}`;
  tile.shown = owner;
}

/* Press and drag over the cards: each card that the finger passes goes to the chosen owner, as one step.

   Expects the tiles of addPicker. A press that stays on one card is a tap on it. */

export function addPainting(entry) {
  const area = entry.form.querySelector('[data-way="cards"]');
  let start = null;
  let isOff = false;
  let painted = new Set();
  entry.liftedAt = -Infinity;
  const paint = (tile) => {
    if (painted.has(tile)) return;
    painted.add(tile);
    give(entry, tile.card, entry.chosen);
    entry.refresh();
  };
  area.addEventListener("pointerdown", (event) => {
    // The second finger of two waits for its turn.
    if (!event.isPrimary) return;
    painted = new Set();
    isOff = false;
    start = event.button === 0 ? findTile(entry, event.target) : null;
  });
  area.addEventListener("pointermove", (event) => {
    if (!start || !event.isPrimary || !event.buttons) return;
    // A finger's events all go to where it came down: where it is now must be looked up.
    const tile = findTile(entry, document.elementFromPoint(event.clientX, event.clientY));
    isOff ||= tile !== start;
    if (!tile || (tile === start && !painted.size)) return;
    paint(start);
    paint(tile);
  });
  const stop = (event) => {
    if (!start || !event.isPrimary) return;
    entry.liftedAt = event.timeStamp;
    if (painted.size) entry.commit(entry.write(
      "cards",
      { count: painted.size, name: entry.nameOf(entry.chosen, "short") },
    ));
    else if (!isOff && event.type === "pointerup" && findTile(entry, event.target) === start) tap(entry, start.card);
    start = null;
    painted = new Set();
  };
  area.addEventListener("pointercancel", stop);
  addEventListener("pointerup", stop);
  // A drag would otherwise carry the picture away, or select the text under it.
  area.addEventListener("dragstart", (event) => event.preventDefault());
}

function findTile(entry, element) {
  const pick = element?.closest(".pick");
  return pick && entry.tiles.find((tile) => tile.pick === pick);
}

/* The cards by kind, as a pile lies on the table, or by month; the phone remembers which.

   Expects [data-order], two radio-like buttons "kind" and "month", and data-month on each card. One grid holds all
   cards; data-cards says to the style sheet how many. */

export function addOrder(entry) {
  const rows = [...entry.form.querySelectorAll(".picks")];
  const buttons = [...entry.form.querySelectorAll("[data-order]")];
  const groups = entry.rules.values;
  entry.form.dataset.cards = entry.tiles.length;
  const show = (order) => {
    const isByMonth = order === "month";
    const sorted = [...entry.tiles].sort((a, b) => a.pick.dataset.month - b.pick.dataset.month);
    rows.forEach((row, n) => {
      const cards = isByMonth ? (n ? [] : sorted) : sorted.filter(({ card }) => groups[n]?.cards.includes(card.id));
      row.querySelector(".picks__title").textContent = isByMonth ? "Months" : groups[n]?.id;
      row.hidden = n >= (isByMonth ? 1 : groups.length);
      row.append(...cards.map(({ pick }) => pick));
    });
    for (const button of buttons) button.ariaPressed = button.dataset.order === order;
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      remember("order", button.dataset.order);
      show(button.dataset.order);
    });
  }
  show(recall("order") ?? "kind");
}
