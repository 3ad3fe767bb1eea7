/* The board under the cards: every yaku of the game in a place of its own, lit in the colour of whoever has it.

   Expects [data-board], empty, the fieldsets .ask[data-suit] and [data-rained], and, where the game has it,
   [data-gaji]. A yaku that must be announced is struck out by a tap, and one that hangs on a question ("all
   four?") is answered by taps: yes, no. What is asked in a sheet of its own has a chip at the end. A tap on any
   other shows its cards. */

import { findNear } from "./scoring.js";
import { h, makeButton } from "./panel.js";
import { listExtras } from "./ways.js";
import { setTick, setValue, signed, valueOf } from "./facts.js";
import { showMoment } from "./meter.js";

// Longer names of cards have no room on a chip.
const LONG = 8;
const NEXT = { "": "yes", yes: "no", no: "yes" };

export function addBoard(entry) {
  const board = entry.form.querySelector("[data-board]");
  let rules = null;
  let chips = [];
  entry.watch((now) => {
    if (rules !== entry.rules) {
      rules = entry.rules;
      chips = [...rules.yaku.map((yaku) => makeYakuChip(entry, yaku)), ...listSheets(entry)];
      board.replaceChildren(...chips.map(({ chip }) => chip));
      board.style.setProperty("--half", Math.ceil(chips.length / 2));
    }
    const near = now.round.piles?.[entry.chosen]?.size ? findNear(rules, now.round.piles[entry.chosen]) : [];
    for (const each of chips) showFound(entry, each, each.read(now, near));
  });
}

/* Only what has changed: all chips would be laid out anew at every tap. */
function showFound({ sides }, made, stand) {
  const { chip, small } = made;
  const { look = "open", side, words = "", label, pressed } = stand;
  const shown = JSON.stringify(stand);
  if (made.shown === shown) return;
  made.shown = shown;
  chip.className = `found found--${look} ${sides[side]?.style ?? ""}`;
  small.textContent = words;
  // The bonuses that count or were struck out: what is on the screen was seen.
  chip.toggleAttribute("data-of", side !== undefined && look !== "ask");
  chip.ariaLabel = label ?? null;
  chip.ariaPressed = pressed ?? null;
}

function makeFound(words, act) {
  const small = h("small");
  const chip = makeButton("", "found", act);
  chip.append(h("b", words), small);
  return { chip, small };
}

function makeYakuChip(entry, yaku) {
  const made = makeFound(yaku.tag ?? yaku.short, () => {
    const { field, next, pressed } = readStand(entry, entry.now, [], yaku) ?? {};
    if (field) {
      setValue(entry.form, field, next);
      entry.commit(entry.write("answered", { head: `${yaku.short}:`, words: next }));
    } else if (pressed !== undefined) strike(entry, yaku.id, !pressed);
    else showMoment(entry, yaku);
  });
  made.chip.dataset.yaku = yaku.id;
  const idle = { words: listMonths(entry, yaku) };
  return { ...made, read: (now, near) => readStand(entry, now, near, yaku) ?? idle };
}

/* The months of two or three cards, by which one finds them in the grid: “2 5 8”. */
function listMonths({ tiles }, { all_of }) {
  const months = new Set(tiles.flatMap(({ card, pick }) => (all_of.includes(card.id) ? +pick.dataset.month : [])));
  return all_of.length < 4 && months.size > 1 ? [...months].sort((one, other) => one - other).join(" ") : "";
}

/* How a yaku stands: whose it is, what is asked of it, or the card that the chosen owner lacks. */
function readStand(entry, now, near, yaku) {
  const { id, short } = yaku;
  const { sides, rules, write } = entry;
  const ask = findAsk(entry, now, yaku);
  const has = ({ found } = { found: [] }) => found.some((one) => one.yaku.id === id);
  // Where both sides have it, the chosen one's counts here.
  const owner = has(now.figures[entry.chosen]) ? Number(entry.chosen) : now.figures.findIndex(has);
  const found = now.figures[owner]?.found.find((one) => one.yaku.id === id);
  if (found || ask) {
    const side = found ? owner : ask.side;
    const { name, initial } = sides[side];
    const counts = found && !now.figures[side].undeclared.includes(found);
    const words = counts ? write(rules.penalties ? "chip_penalty" : "chip", { initial, points: rules.penalties ? signed(-found.points) : found.points }) : ask ? ask.words : write("chip_struck");
    const told = ask ?? (yaku.declare ? { pressed: counts, label: write("chip_label", { name, yaku: short }) } : {});
    return { ...told, look: counts ? "done" : ask && !ask.answer ? "ask" : "struck", side, words };
  }
  const missing = near.find((one) => one.yaku.id === id && one.yaku.all_of.length > 1)?.missing.find((card) => now.unplaced.includes(card));
  if (!missing) return null;
  const { pick, card } = entry.tiles.find((tile) => tile.card.id === missing);
  const words = write(card.short.length < LONG ? "needs" : "needs_kind", { card: card.short, kind: card.kind, month: pick.dataset.month });
  return { look: "near", words, label: write("lacks", { yaku: short, card: card.short }) };
}

/* The question on which a yaku hangs, with the answer that the next tap gives: all four of a month, rained out. */
function findAsk({ form, rules, sides, write }, now, { short, all_of, rained_out }) {
  const four = now.suits.find(({ suit }) => all_of.length === 4 && all_of.every((card) => rules.byId.get(card).suit === suit));
  if (four) {
    const { side, suit, answer } = four;
    const label = write("all_four_label", { yaku: short, name: sides[side].name, suit, answer });
    return { side, answer, field: `all-four-${suit}`, words: answer || write("all_four_chip"), label, pressed: answer === "yes", next: NEXT[answer] };
  }
  if (!now.rained?.includes(rained_out)) return null;
  const field = `rained-${rained_out}`;
  const answer = valueOf(form, field);
  return { side: now.document.winner ?? 0, answer, field, words: write("rained"), pressed: answer === "yes", next: NEXT[answer] };
}

/* What is asked in a sheet: who used the Gaji, who has points that no card has. */
function listSheets(entry) {
  const { form, sides, write } = entry;
  const asked = listExtras(entry).map(({ words, field }) => [words, field, "extras"]);
  if (form.querySelector("[data-gaji]")) asked.unshift(["Gaji", "gaji-by", "gaji"]);
  return asked.map(([words, field, opens]) => {
    const made = makeFound(words, opens === "gaji" ? () => form.querySelector("[data-gaji-panel]").showModal() : entry.openSummary);
    made.chip.dataset.open = opens;
    const read = ({ hasGaji }) => {
      const by = valueOf(form, field);
      // Without a card left over nobody asks who used the Gaji.
      if (opens === "gaji" && !hasGaji) return { look: "open", words: write("gaji_unused") };
      return { look: by ? "answered" : "ask", words: by ? (sides[by]?.initial ?? by) : "?" };
    };
    return { ...made, read };
  });
}

export function strike(entry, id, isAnnounced) {
  setTick(entry.form, "undeclared", id, !isAnnounced);
  const yaku = entry.rules.yaku.find((one) => one.id === id).short;
  entry.commit(entry.write(isAnnounced ? "announced" : "not_announced", { yaku }));
}
