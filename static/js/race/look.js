/* What the inputs of a race say, as an entry for `scoreRace`, with its figures: read anew after every change.

   Expects the fields stopped, way, calls-<side>, card-<id>, chaff-<side>, yaku-<side>, further-<side>-<yaku>,
   points-<side>, dealt-<side>, rained-<word> and dealer. */

import { isHeld, scoreRace } from "./scoring.js";
import { readExtras } from "../entry/ways.js";
import { readNumber } from "../entry/shapes/by_hand.js";
import { readSide, readWay, ticksOf, valueOf } from "../entry/facts.js";

export function lookAtRace(entry) {
  const { form, rules, sides } = entry;
  const way = readWay(form);
  const { outcome, winner, asked } = readEnd(entry);
  const asks = (wanted, read) => sides.map((_, n) => (asked.includes(n) && way === wanted ? read(n) : null));
  const held = asks("cards", (n) => entry.cards.filter(({ id }) => valueOf(form, `card-${id}`) === String(n)).map(({ id }) => id));
  const suits = findFullSuits(entry, held);
  const piles = held.map((pile, n) => pile && new Set([...pile, ...listAll(rules, suits, n)]));
  const chaff = asks("cards", (n) => readNumber(entry, `chaff-${n}`));
  const rained = [...form.querySelectorAll("[data-rained]")].map(({ dataset }) => dataset.rained);
  const document = {
    outcome, winner, piles,
    calls: sides.map((_, n) => (outcome === "dealt" ? 0 : (readNumber(entry, `calls-${n}`) ?? 0))),
    unlisted: chaff.map((number, n) => Math.max(0, (number ?? 0) - [...(piles[n] ?? [])].filter((id) => rules.race.chaff.includes(id)).length)),
    ticked: asks("counts", (n) => Object.fromEntries(ticksOf(form, `yaku-${n}`).map((id) => [id, readNumber(entry, `further-${n}-${id}`) ?? 0]))),
    points: asks("points", (n) => readNumber(entry, `points-${n}`)),
    dealt: sides.map((_, n) => (outcome === "dealt" ? valueOf(form, `dealt-${n}`) : "")),
    dealer: readExtras(entry).dealer ?? 0,
    rainedOut: rained.filter((word) => valueOf(form, `rained-${word}`) === "yes"),
  };
  const round = scoreRace(rules, document);
  const figures = round.sides.map((side, n) => ({
    ...side,
    isKnown: outcome !== "" && !(n === winner && !side.base),
    total: entry.sides[n].total + side.score,
    tally: entry.sides[n].tally + side.score,
  }));
  const given = held.flatMap((pile) => pile ?? []);
  return {
    way, document, round, figures, suits, asked, chaff, left: [], hasGaji: false, isStarted: outcome !== "",
    piles: held.map((pile) => pile ?? []),
    unplaced: entry.cards.map(({ id }) => id).filter((id) => !given.includes(id)),
    rained: rained.filter((word) => findRained(rules, document, word)),
  };
}

/* How the round ended, who won, and whose cards are asked. */
export function readEnd({ form, rules, sides }) {
  const stopped = valueOf(form, "stopped");
  const winner = readSide(form, "stopped");
  const outcome = winner !== null ? "shobu" : { nobody: "exhausted", dealt: "dealt" }[stopped] ?? "";
  const both = outcome === "exhausted" && rules.race.exhausted === "most-yaku";
  return { outcome, winner, asked: winner !== null ? [winner] : both ? [...sides.keys()] : [] };
}

/* The month, where a side holds all of its cards that are picked, and the answer: "yes", "no", "". */
function findFullSuits(entry, held) {
  return [...entry.form.querySelectorAll(".ask[data-suit]")].flatMap(({ dataset: { suit } }) => {
    const needed = entry.cards.filter((card) => card.suit === suit);
    const side = held.findIndex((pile) => pile && needed.every(({ id }) => pile.includes(id)));
    return side < 0 ? [] : [{ suit, side, answer: valueOf(entry.form, `all-four-${suit}`) }];
  });
}

function listAll(rules, suits, n) {
  const own = suits.filter(({ side, answer }) => side === n && answer === "yes").map(({ suit }) => suit);
  return rules.cards.filter(({ suit }) => own.includes(suit)).map(({ id }) => id);
}

/* Whether a side has the yaku of which it must be said whether it was rained out. */
function findRained(rules, document, word) {
  const yaku = rules.yaku.find((one) => one.rained_out === word);
  return document.piles.some((pile) => pile && yaku.all_of.every((id) => pile.has(id)));
}

/* A yaku that a side has and that does not count by itself. */
function findAlone({ yaku }, { piles, ticked }, n) {
  return yaku.find((one) => one.beside_others && isHeld(one, piles[n], ticked[n]));
}

/* The questions that are open before the round can be saved, each [key, the side that it is about, a yaku]. */
export function listOpen(entry) {
  const { now } = entry;
  const { document, figures, round } = now;
  if (!document.outcome) return [["stopped"]];
  if (document.outcome === "dealt") return document.dealt.some(Boolean) ? [] : [["dealt_open"]];
  const open = now.asked.filter((n) => n === document.winner && !round.sides[n].base).map((n) => {
    const alone = findAlone(entry.rules, document, n);
    return alone ? ["only_beside", n, alone.short] : ["no_yaku", n];
  });
  if (document.winner === null) {
    const isEmpty = (n) => (now.way === "cards" ? !now.piles[n].length && !now.chaff[n] : now.way === "points" && document.points[n] === null);
    open.push(...now.asked.filter((n) => isEmpty(n)).map((n) => ["nothing_open", n]));
  }
  open.push(...figures.flatMap(({ calls, isListed, base, lost }, n) => (calls && isListed && !base && !lost && n !== document.winner ? [["no_call", n]] : [])));
  if (now.suits.some(({ answer }) => !answer)) open.push(["month_open"]);
  if (now.rained.some((word) => !valueOf(entry.form, `rained-${word}`))) open.push(["rained_open"]);
  return open;
}
