/* What the inputs of a race say, as an entry for `scoreRace`, with its round: read anew after every change.

   Expects the fields winner, way, calls/<side>, captured/<card>, chaff/<side>, yaku/<side>, further/<side>/<yaku>,
   points/<side>, dealt/<side>, all_four/<suit>, rained_out/<word> in a [data-rained="<word>"], those of the
   numbers that the table asks for, and dealer. */

import { NEXT } from "../entry/board.js";
import { findFullSuits, listUntold, readExtras, readNumbers } from "../entry/ways.js";
import { isHeld, scoreRace } from "./scoring.js";
import { readNumber } from "../entry/numbers.js";
import { readOwners, readSide, setTicks, setValue, ticksOf, valueOf } from "../entry/facts.js";

export function lookAtRace(entry) {
  const { form, rules, sides } = entry;
  const way = valueOf(form, "way");
  const { outcome, winner, asked } = readEnd(entry);
  const asks = (wanted, read) => sides.map((_, n) => (asked.includes(n) && way === wanted ? read(n) : null));
  const owners = readOwners(entry);
  const held = asks("cards", (n) => entry.cards.filter(({ id }) => owners.get(id) === String(n)).map(({ id }) => id));
  const suits = findFullSuits(entry, held);
  const isWhole = (card, n) => suits.some(
    ({ suit, side, answer }) => suit === card.suit && side === n && answer === "yes",
  );
  const piles = held.map((pile, n) => pile && new Set([
    ...pile,
    ...rules.cards.filter((card) => isWhole(card, n)).map(({ id }) => id),
  ]));
  const chaff = asks("cards", (n) => readNumber(entry, `chaff/${n}`));
  const rained = [...form.querySelectorAll("[data-rained]")].map(({ dataset }) => dataset.rained);
  const document = {
    outcome, winner, piles,
    calls: sides.map((_, n) => (outcome === "dealt" ? 0 : (readNumber(entry, `calls/${n}`) ?? 0))),
    unlisted: chaff.map((number, n) => Math.max(
      0,
      (number ?? 0) - [...(piles[n] ?? [])].filter((id) => rules.race.chaff.includes(id)).length,
    )),
    ticked: asks("counts", (n) => Object.fromEntries(
      ticksOf(form, `yaku/${n}`).map((id) => [id, readNumber(entry, `further/${n}/${id}`) ?? 0]),
    )),
    points: asks("points", (n) => readNumber(entry, `points/${n}`)),
    dealt: sides.map((_, n) => (outcome === "dealt" ? valueOf(form, `dealt/${n}`) : "")),
    dealer: readExtras(entry).dealer ?? 0,
    told: readNumbers(entry),
    rainedOut: rained.filter((word) => valueOf(form, `rained_out/${word}`) === "yes"),
  };
  const round = scoreRace(rules, document);
  const given = held.flatMap((pile) => pile ?? []);
  const rainable = rained.filter((word) => rules.yaku.some(
    (one) => one.rained_out === word && piles.some((pile) => isHeld(one, pile)),
  ));
  return {
    way, document, round, suits, asked, chaff, left: [], hasGaji: false, isStarted: outcome !== "",
    isKnown: round.sides.map(({ base }, n) => outcome !== "" && !(n === winner && !base)),
    piles: held.map((pile) => pile ?? []),
    unplaced: entry.cards.map(({ id }) => id).filter((id) => !given.includes(id)),
    rained: rainable,
    askRained: (word) => (rainable.includes(word) ? askRained(entry, word, winner ?? 0) : null),
  };
}

/* The question whether a yaku was rained out, as the board has it. */
function askRained({ form, write }, word, side) {
  const field = `rained_out/${word}`;
  const answer = valueOf(form, field);
  return { side, answer, field, words: write("rained"), pressed: answer === "yes", next: NEXT[answer] };
}

/* How the round ended, who won, and whose cards are asked. */
export function readEnd({ form, rules, sides }) {
  const stopped = valueOf(form, "winner");
  const winner = readSide(form, "winner");
  const outcome = winner !== null ? "shobu" : { nobody: "exhausted", dealt: "dealt" }[stopped] ?? "";
  const both = outcome === "exhausted" && rules.race.exhausted === "most-yaku";
  return { outcome, winner, asked: winner !== null ? [winner] : both ? [...sides.keys()] : [] };
}

/* What another way would hold of what was entered: each [name, read, write]. A yaku goes with its further cards. */
export function listCarriedOfRace({ form }, to, from, { round, asked }) {
  return asked.flatMap((n) => {
    const { base, found } = round.sides[n];
    if (!base) return [];
    const [points, ticks] = [`points/${n}`, `yaku/${n}`];
    if (to === "points") return [[points, () => valueOf(form, points), () => setValue(form, points, String(base))]];
    const nameOf = (id) => `further/${n}/${id}`;
    const read = () => String(ticksOf(form, ticks).map((id) => `${id} ${valueOf(form, nameOf(id))}`));
    const write = () => {
      setTicks(form, ticks, found.map(({ yaku }) => yaku.id));
      for (const { yaku, further } of found) setValue(form, nameOf(yaku.id), String(further || ""));
    };
    return [[ticks, read, write]];
  });
}

/* What is open before the round can be saved, as companion/rules/written.py has it, and what cannot be: each
   [the path of its field, the words, the side that it is about, what it is about]. */
export function listOpen(entry) {
  const { now } = entry;
  const { document, figures, round } = now;
  if (!document.outcome) return [["winner", "stopped"]];
  const untold = listUntold(entry).map(
    ([path, asks, n]) => [path, n === undefined ? "number_open" : "number_of_side", n, asks],
  );
  const hands = document.dealt.some(Boolean) ? [] : [["dealt/0", "dealt_open"]];
  if (document.outcome === "dealt") return [...hands, ...untold];
  const open = now.asked.flatMap((n) => {
    if (now.way === "cards" && !now.piles[n].length && !now.chaff[n]) return [["captured", "nothing_open", n]];
    if (now.way === "points" && document.points[n] === null) return [[`points/${n}`, "nothing_open", n]];
    if (n !== document.winner || round.sides[n].base) return [];
    const alone = entry.rules.yaku.find(
      (one) => one.beside_others && isHeld(one, document.piles[n], document.ticked[n]),
    );
    return [alone ? ["winner", "only_beside", n, alone.short] : ["winner", "no_yaku", n]];
  });
  open.push(...figures.flatMap(({ calls, isListed, base, lost, growths }, n) => {
    const isStopper = n === document.winner;
    const lacks = calls && isListed && !lost && calls + isStopper > growths;
    return lacks && (base || !isStopper) ? [[`calls/${n}`, base ? "many_calls" : "no_call", n]] : [];
  }));
  open.push(...now.suits.filter(({ answer }) => !answer).map(({ suit }) => [`all_four/${suit}`, "month_open"]));
  const rained = now.rained.map((word) => `rained_out/${word}`);
  const wet = rained.filter((path) => !valueOf(entry.form, path));
  return [...open, ...untold, ...wet.map((path) => [path, "rained_open"])];
}
