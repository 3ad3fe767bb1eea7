/* The board under the cards: every yaku of the game in a place of its own, lit in the colour of whoever has it.

   Expects [data-board], empty, the fieldsets .ask[data-suit] and [data-rained], and, where the game has it,
   [data-gaji]. A yaku that must be announced is struck out by a tap, and one that hangs on a question ("all
   four?") is answered by taps: yes, no. What is asked in a sheet of its own has a chip at the end. */

import { listExtras } from "./extras.js";
import { readWay, setTick, setValue, valueOf } from "./facts.js";
import { h, makeButton } from "./panel.js";
import { findNear } from "./yaku.js";
import { signed } from "./words.js";

const NEXT = { "": "yes", yes: "no", no: "yes" };

export function addBoard(entry) {
  const board = entry.form.querySelector("[data-board]");
  let rules = null;
  let chips = [];
  entry.showAtOnce(() => {
    board.hidden = readWay(entry.form) !== "cards";
  });
  entry.watch((now) => {
    if (rules !== entry.rules) {
      rules = entry.rules;
      chips = [...rules.yaku.map((yaku) => makeYakuChip(entry, yaku)), ...listSheets(entry)];
      board.replaceChildren(...chips.map(({ chip }) => chip));
      board.style.setProperty("--half", Math.ceil(chips.length / 2));
    }
    const near = now.round.piles?.[entry.chosen]?.size ? findNear(rules, now.round.piles[entry.chosen]) : [];
    for (const each of chips) showFound(each, each.read(now, near));
  });
}

function showFound({ chip, small, shown }, state) {
  const kind = JSON.stringify(state);
  if (shown.kind === kind) return;
  shown.kind = kind;
  const { look = "open", side, words = "", label, pressed } = state;
  chip.className = `found found--${look} owner--${side + 1}`;
  small.textContent = words;
  if (side === undefined || look === "ask") delete chip.dataset.of;
  else chip.dataset.of = side;
  chip.ariaLabel = label ?? null;
  chip.title = label ?? "";
  chip.ariaPressed = pressed ?? null;
  chip.ariaDisabled = look === "open" || look === "near" || (look === "done" && pressed === undefined);
}

function makeFound(words, act) {
  const small = h("small");
  const chip = makeButton("", "found", act);
  chip.append(h("b", words), small);
  return { chip, small, shown: {} };
}

function makeYakuChip(entry, yaku) {
  const made = makeFound(yaku.tag ?? yaku.short, () => {
    const { field, answer, announced } = readStand(entry, entry.now, [], yaku);
    if (field) {
      setValue(entry.form, field, NEXT[answer]);
      entry.commit(entry.write("answered", { head: `${yaku.short}:`, words: NEXT[answer] }));
    } else if (announced !== undefined) strike(entry, yaku.id, !announced);
  });
  made.chip.dataset.yaku = yaku.id;
  return { ...made, read: (now, near) => readStand(entry, now, near, yaku) };
}

/* How a yaku stands: whose it is, what is asked of it, or the card that the chosen owner lacks. */
function readStand(entry, now, near, { id, short, declare, all_of, rained_out }) {
  const side = findSide(entry, now, id);
  const found = now.figures[side]?.found.find(({ yaku }) => yaku.id === id);
  const { name, initial } = entry.sides[side] ?? {};
  const asked = now.suits.find(({ suit }) => all_of.length === 4 && all_of.every((card) => entry.rules.byId.get(card).suit === suit));
  if (asked) return readAsked(entry, found, { yaku: short, side: asked.side, suit: asked.suit, answer: asked.answer, field: `all-four-${asked.suit}` });
  if (rained_out && now.rained.includes(rained_out)) {
    const field = `rained-${rained_out}`;
    return { look: found ? "done" : "struck", side: Math.max(0, now.document.winner ?? side), words: found ? `${initial} +${found.points}` : entry.write("rained"), field, answer: valueOf(entry.form, field) };
  }
  if (found) {
    const isStruck = now.figures[side].undeclared.includes(found);
    const { penalties } = entry.rules;
    const words = entry.write(isStruck ? "chip_struck" : penalties ? "chip_penalty" : "chip", { initial, points: penalties ? signed(-found.points) : found.points });
    const told = declare ? { announced: !isStruck, pressed: !isStruck, label: entry.write("chip_label", { name, yaku: short }) } : {};
    return { look: isStruck ? "struck" : "done", side, words, ...told };
  }
  const missing = near.find(({ yaku }) => yaku.id === id && yaku.all_of.length > 1)?.missing.find((card) => now.unplaced.includes(card));
  if (!missing) return {};
  const { month } = entry.tiles.find(({ card }) => card.id === missing).pick.dataset;
  return { look: "near", words: entry.write("needs", { month }), label: entry.write("lacks", { yaku: short, card: entry.rules.byId.get(missing).short }) };
}

function readAsked(entry, found, { yaku, side, suit, answer, field }) {
  const { name, initial } = entry.sides[side];
  const words = found ? `${initial} +${found.points}` : answer || entry.write("all_four_chip");
  const label = entry.write("all_four_label", { yaku, name, suit, answer });
  return { look: found ? "done" : answer ? "struck" : "ask", side, words, label, pressed: answer === "yes", field, answer };
}

/* The side that has a yaku, the chosen one first. */
function findSide(entry, now, id) {
  const has = ({ found } = { found: [] }) => found.some(({ yaku }) => yaku.id === id);
  return has(now.figures[entry.chosen]) ? Number(entry.chosen) : now.figures.findIndex(has);
}

/* What is asked in a sheet: who used the Gaji, who has points that no card has. */
function listSheets(entry) {
  const asked = listExtras(entry).map(({ words, field }) => ({ what: words, field, opens: "extras" }));
  if (entry.form.querySelector("[data-gaji]")) asked.unshift({ what: "Gaji", field: "gaji-by", opens: "gaji" });
  return asked.map(({ what, field, opens }) => {
    const made = makeFound(what, () => {});
    made.chip.dataset.open = opens;
    return { ...made, read: (now) => {
      const by = valueOf(entry.form, field);
      return { look: opens === "gaji" && !now.hasGaji ? "open" : by ? "answered" : "ask", words: by ? (entry.sides[by]?.initial ?? by) : "?" };
    } };
  });
}

export function strike(entry, id, isAnnounced) {
  setTick(entry.form, "undeclared", id, !isAnnounced);
  const yaku = entry.rules.yaku.find((one) => one.id === id).short;
  entry.commit(entry.write(isAnnounced ? "announced" : "not_announced", { yaku }));
}
