/* The board under the cards: yaku that somebody has, that hang on a question, or that the chosen owner nearly has.

   Expects [data-board], empty, and the fieldsets .ask[data-suit] and [data-rained]. Each stands with its cards, the
   one that is lacking faint. A yaku that must be announced has a tick that a tap takes away, and one that hangs on a
   question ("all four?") is answered by taps: yes, no. */

import { drawCards, h, inLetters, makeButton, setText } from "./elements.js";
import { findNear, isSpoilt } from "./yaku.js";
import { setTick, setValue } from "./facts.js";
import { signed } from "./words.js";
import { worthOf } from "./formula.js";

// Longer names of cards have no room on a chip.
const LONG = 9;
// With more of them a row has no room for pictures: what is only near stays away.
const PICTURED = 4;
const MOST_PICTURES = 5;
export const NEXT = { "": "yes", yes: "no", no: "yes" };

export function addBoard(entry) {
  const board = entry.find("board");
  let chips = new Map();
  entry.watch((now) => {
    const { yaku } = board.contains(document.activeElement) ? document.activeElement.dataset : {};
    // A chip with the same pictures stays, with other words: a picture that is put in anew is drawn anew.
    chips = new Map(listStands(entry, now).map((stand) => {
      const key = JSON.stringify([stand.id, stand.cards, stand.lacks, stand.pressed === undefined]);
      const chip = chips.get(key) ?? makeChip(entry, stand);
      dressChip(entry, chip, stand);
      return [key, chip];
    }));
    const shown = [...chips.values()];
    for (const chip of [...board.children]) if (!shown.includes(chip)) chip.remove();
    shown.forEach((chip, place) =>
      board.children[place] === chip || board.insertBefore(chip, board.children[place] ?? null));
    board.classList.toggle("board--five", shown.length > 4);
    board.classList.toggle("board--many", shown.length > 6);
    board.querySelector(`[data-yaku="${yaku}"]`)?.focus();
  });
}

/* What stands on the board, in the order of the rules: what counts or is asked, then what is near. */
function listStands(entry, now) {
  const held = now.piles?.[entry.chosen] ?? [];
  const stands = entry.rules.yaku.flatMap((yaku) => readStand(entry, now, yaku) ?? []);
  const near = held.length
    ? findNear(entry.rules, new Set(held)).flatMap((one) => readNear(entry, now, one) ?? [])
    : [];
  const others = near.filter(({ id }) => !stands.some((one) => one.id === id));
  if (stands.length > PICTURED) return stands.map((one) => ({ ...one, cards: [] }));
  return [...stands, ...others.slice(0, PICTURED - stands.length)];
}

/* Whose a yaku is, or what is asked of it; null where it is nobody's. */
function readStand(entry, now, yaku) {
  const { id, short } = yaku;
  const { sides, rules, write } = entry;
  const ask = findAsk(entry, now, yaku);
  const has = ({ found } = { found: [] }) => found.some((one) => one.yaku.id === id);
  // Where both sides have it, the chosen one's counts here.
  const owner = has(now.figures[entry.chosen]) ? Number(entry.chosen) : now.figures.findIndex(has);
  const found = now.figures[owner]?.found.find((one) => one.yaku.id === id);
  if (!found && !ask) return readSpoilt(entry, now, yaku);
  const side = found ? owner : ask.side;
  const { name, initial } = sides[side];
  const counts = found && !now.figures[side].undeclared.includes(found);
  const words = counts
    ? write(rules.penalties ? "chip_penalty" : "chip", {
      initial,
      points: rules.penalties ? signed(-found.points) : worthOf(rules, now.round, found),
    })
    : ask?.words ?? "";
  const told = ask ?? (yaku.declare ? sayAnnounced(entry, yaku, name, counts) : {});
  const pile = now.round.piles?.[side];
  return {
    ...told,
    id,
    look: counts ? "done" : ask && !ask.answer ? "ask" : "struck",
    side,
    words,
    cards: listCardsOf(yaku, (card) => pile?.has(card)),
  };
}

/* The tick of a yaku that counts only where it was announced. */
function sayAnnounced({ write }, yaku, name, isTicked) {
  const said = write(isTicked ? "chip_announced" : "chip_struck");
  return { pressed: isTicked, said, label: write("chip_label", { name, yaku: yaku.name }) };
}

/* A yaku that the chosen owner would have but for a card that spoils it. */
function readSpoilt({ chosen, write }, now, yaku) {
  const held = now.round.piles?.[chosen];
  if (!held || !isSpoilt(yaku, held)) return null;
  return {
    id: yaku.id,
    look: "struck",
    side: chosen,
    words: write("spoilt"),
    cards: listCardsOf(yaku, (card) => held.has(card)),
  };
}

/* A yaku that lacks one card, which nobody has yet. */
function readNear(entry, now, { yaku, missing }) {
  const lacks = missing.find((card) => now.unplaced.includes(card));
  if (!lacks || yaku.all_of.length < 2) return null;
  const { pick, card } = entry.tiles.find((tile) => tile.card.id === lacks);
  const words = entry.write(
    card.short.length < LONG ? "needs" : "needs_kind",
    { card: card.short, kind: card.kind, month: pick.dataset.month },
  );
  return {
    id: yaku.id,
    look: "near",
    words,
    set: sayMade(yaku),
    label: entry.write("lacks", { yaku: yaku.name, card: card.short }),
    cards: listCardsOf(yaku, () => false),
    lacks,
  };
}

/* What a name says in brackets behind it: of what the yaku is made. */
const sayMade = ({ name, short }) => name.slice(short.length).replace(/[ ()]+$|^[ (]+/g, "");

function listCardsOf({ all_of, at_least }, isHeld) {
  return [...all_of, ...at_least.of.filter(isHeld)].slice(0, MOST_PICTURES);
}

/* What does not change while it stands: its name and its pictures. */
function makeChip(entry, { id, pressed, cards, lacks }) {
  const { name, short, native } = entry.rules.yaku.find((one) => one.id === id);
  const chip = pressed === undefined ? h("div") : makeButton("", "");
  const pictures = drawCards(entry, cards);
  pictures[cards.indexOf(lacks)]?.classList.add("found__lacking");
  const called = h("b", ...inLetters(native ? `${short} ${native}` : short));
  chip.append(called, h("i"), h("span", ...pictures), h("small"), h("em"));
  chip.title = name;
  return chip;
}

/* What it says now, and what a tap on it does. */
function dressChip(entry, chip, { id, look, side, words, set, said, label, pressed, field, next }) {
  chip.onclick = pressed === undefined ? null : () => {
    if (!field) return strike(entry, id, !pressed);
    setValue(entry.form, field, next);
    entry.commit(entry.write("answered", { head: `${chip.querySelector("b").textContent}:`, words: next }));
  };
  for (const [tag, text = ""] of Object.entries({ i: set, small: words, em: said })) {
    setText(chip.querySelector(tag), text);
  }
  chip.className = `found found--${look} ${entry.sides[side]?.style ?? ""}`;
  chip.dataset.yaku = id;
  // The bonuses that count or were struck out: what is on the screen was seen.
  chip.toggleAttribute("data-of", look === "done" || look === "struck");
  Object.assign(chip, { ariaLabel: label ?? null, role: label && pressed === undefined ? "img" : null });
  chip.ariaPressed = pressed ?? null;
}

/* The question on which a yaku hangs, with the answer that the next tap gives: all four of a month; in a race
   rained out. */
function findAsk({ rules, sides, write }, now, { short, all_of, rained_out }) {
  const four = now.suits.find(
    ({ suit }) => all_of.length === 4 && all_of.every((card) => rules.byId.get(card).suit === suit),
  );
  if (four) {
    const { side, suit, answer } = four;
    const label = write("all_four_label", { yaku: short, name: sides[side].name, suit, answer });
    return {
      side,
      answer,
      field: `all_four/${suit}`,
      words: answer || write("all_four_chip"),
      label,
      pressed: answer === "yes",
      next: NEXT[answer],
    };
  }
  return now.askRained?.(rained_out);
}

export function strike(entry, id, isAnnounced) {
  setTick(entry.form, "undeclared", id, !isAnnounced);
  const yaku = entry.rules.yaku.find((one) => one.id === id).short;
  entry.commit(entry.write(isAnnounced ? "announced" : "not_announced", { yaku }));
}
