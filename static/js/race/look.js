/* What the inputs of a race say, as an entry for `scoreRace`, with its round: read anew after every change.

   Expects the fields winner, way, calls/<side>, captured/<card>, chaff/<side>, yaku/<side>, further/<side>/<yaku>,
   points/<side>, dealt/<side>, all_four/<suit>, rained_out/<word> in a [data-rained="<word>"], those of the
   numbers that the table asks for, and dealer. */

import { NEXT } from "../entry/board.js";
import { canBeDealt, hold, listUnticked } from "../entry/dealt.js";
import { findFullSuits, listUntold, readExtras, readNumbers } from "../entry/ways.js";
import { isAsked } from "./asked.js";
import { isHeld, scoreRace } from "./scoring.js";
import { readNumber } from "../entry/numbers.js";
import { plays, readOwners, readTicked, setTicks, setValue, ticksOf, valueOf } from "../entry/facts.js";
import { sayWith } from "../entry/words.js";

export function lookAtRace(entry) {
  const { form, rules, sides } = entry;
  const way = valueOf(form, "way");
  const { outcome, winner, asked, hasCards, isDealt } = readEnd(entry);
  const out = sides.map((_, n) => !plays(entry, n));
  const owners = readOwners(entry);
  const listHeld = (n) => entry.cards.filter(({ id }) => owners.get(id) === String(n)).map(({ id }) => id);
  // A loser's cards matter where the winner alone counts, and need not be listed.
  const isListed = (n) => asked.includes(n)
    || (rules.race.counts === "winner" && hasCards && (listHeld(n).length || valueOf(form, `chaff/${n}`)));
  const asks = (wanted, read) => sides.map((_, n) => {
    const isAsked = wanted === "cards" ? isListed(n) && !out[n] : asked.includes(n);
    return isAsked && way === wanted ? read(n) : null;
  });
  const held = asks("cards", listHeld);
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
    outcome, winner, piles, out,
    calls: sides.map((_, n) => (isDealt || out[n] ? 0 : (readNumber(entry, `calls/${n}`) ?? 0))),
    unlisted: chaff.map((number, n) => Math.max(
      0,
      (number ?? 0) - [...(piles[n] ?? [])].filter((id) => rules.race.chaff.includes(id)).length,
    )),
    ticked: asks("counts", (n) => readTicked(entry, n)),
    points: asks("points", (n) => readNumber(entry, `points/${n}`)),
    dealt: sides.map((_, n) => (isDealt && !out[n] ? valueOf(form, `dealt/${n}`) : "")),
    dealer: findDealer(readExtras(entry).dealer ?? 0, out),
    told: readNumbers(entry),
    rainedOut: rained.filter((word) => valueOf(form, `rained_out/${word}`) === "yes"),
  };
  const round = scoreRace(rules, document);
  const given = held.flatMap((pile) => pile ?? []);
  const wrong = listWrong(entry, round.sides, winner);
  const rainable = rained.filter((word) => rules.yaku.some(
    (one) => one.rained_out === word && piles.some((pile) => isHeld(one, pile)),
  ));
  // Who called first, and the like, changes every score.
  const isOpen = listUntold(entry).some(([, , n, where]) => where && isAsked(round, where, n));
  return {
    way, document, round, suits, asked, chaff, hasCards, isDealt, left: [], hasGaji: false,
    isStarted: outcome !== "",
    isKnown: round.sides.map(
      ({ base }, n) => outcome !== "" && !wrong.length && !isOpen && !(n === winner && !base && hasCards),
    ),
    piles: held.map((pile) => pile ?? []),
    unplaced: entry.cards.map(({ id }) => id).filter((id) => !given.includes(id)),
    rained: rainable,
    askRained: (word) => (rainable.includes(word) ? askRained(entry, word, winner ?? 0) : null),
  };
}

/* Who deals: where that side sits out, the next that plays. */
const findDealer = (dealer, out) => (
  out.every(Boolean) || !out[dealer] ? dealer : findDealer((dealer + 1) % out.length, out)
);

/* The question whether a yaku was rained out, as the board has it. */
function askRained({ form, write }, word, side) {
  const field = `rained_out/${word}`;
  const answer = valueOf(form, field);
  return { side, answer, field, words: write("rained"), pressed: answer === "yes", next: NEXT[answer] };
}

/* How the round ended, who won, and whose cards are asked: of whoever stopped (`hasCards`), of all, or of nobody. The
   field “winner” is as companion/rules/form/fields.py names it (`name_end`). */
export function readEnd({ form, rules, sides }) {
  const [said, place = said] = valueOf(form, "winner").split("/");
  // Who sits out did not stop.
  const winner = place in sides && plays({ form }, place) ? Number(place) : null;
  const [outcome = "", by, hasCards] = rules.race.endings.find(([id, kind, isStop]) => {
    if (kind !== "winner") return said === { nobody: "nobody", hand: "dealt" }[kind];
    return winner !== null && (isStop ? said === place : said === id);
  }) ?? [];
  const areAll = by === "nobody" && rules.race.exhausted === "most-yaku";
  const asked = hasCards ? [winner] : areAll ? [...sides.keys()] : [];
  return { outcome, winner, asked, hasCards: Boolean(hasCards), isDealt: by === "hand" };
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

/* What cannot be: calls without a yaku for each, and what the settlement refuses. */
function listWrong({ rules, nameOf }, sides, winner) {
  const refusing = rules.figures.filter(({ refuse }) => refuse);
  if (refusing.length) return refusing.flatMap(({ id, refuse }) => sides.flatMap(({ figures }, n) => (
    figures[id] ? [["winner", "number_open", n, sayWith(refuse, { side: nameOf(n), ...figures })]] : []
  )));
  return sides.flatMap(({ calls, isListed, base, lost, growths }, n) => {
    const isStopper = n === winner;
    const lacks = calls && isListed && !lost && calls + isStopper > growths;
    return lacks && (base || !isStopper) ? [[`calls/${n}`, base ? "many_calls" : "no_call", n]] : [];
  });
}

/* What is open before the round can be saved, as companion/rules/form/questions.py has it, and what cannot be: each
   [the path of its field, the words, the side that it is about, what it is about]. */
export function listOpen(entry) {
  const { now, sides } = entry;
  const { document, figures, round } = now;
  if (!document.outcome) return [["winner", "stopped"]];
  const untold = listUntold(entry)
    .filter(([, , n, where]) => isAsked(round, where, n))
    .map(([path, asks, n]) => [path, n === undefined ? "number_open" : "number_of_side", n, asks]);
  const hands = document.dealt.some(Boolean) ? [] : [["dealt/0", "dealt_open"]];
  if (now.isDealt) return [...hands, ...untold];
  const { most_playing: most } = entry.rules;
  const playing = sides.filter((_, n) => plays(entry, n)).length;
  if (playing > most) return [["sits_out", "many_play", undefined, most]];
  const isOut = (place) => place in sides && !plays(entry, place);
  const hasCards = now.hasCards && now.way === "cards" && [...readOwners(entry).values()].some(isOut);
  if (playing < 2 || hasCards) return [["sits_out", "sits_out"]];
  if (isOverfull(entry)) return [["chaff/0", "undealt"]];
  const refusing = entry.rules.figures.some(({ refuse }) => refuse);
  if (!round.held.length) return [["ticked", "undealt"]];
  const unticked = document.ticked.flatMap((said, n) => (said ? listUnticked(entry.rules, round.held, said, n) : [])
    .map(({ short }) => [`yaku/${n}`, "unticked", n, short]));
  const open = now.asked.flatMap((n) => {
    if (now.way === "cards" && !now.piles[n].length && !now.chaff[n]) return [["captured", "nothing_open", n]];
    if (now.way === "points" && document.points[n] === null) return [[`points/${n}`, "nothing_open", n]];
    if (n !== document.winner || refusing || round.sides[n].base) return [];
    const alone = entry.rules.yaku.find(
      (one) => one.beside_others && isHeld(one, document.piles[n], document.ticked[n]),
    );
    return [alone ? ["winner", "only_beside", n, alone.short] : ["winner", "no_yaku", n]];
  });
  // Before what hangs on it; of what is not entered the settlement says nothing.
  if (!refusing || !open.length) open.push(...listWrong(entry, figures, document.winner));
  open.push(...now.suits.filter(({ answer }) => !answer).map(({ suit }) => [`all_four/${suit}`, "month_open"]));
  const rained = now.rained.map((word) => `rained_out/${word}`);
  const wet = rained.filter((path) => !valueOf(entry.form, path));
  return [...open, ...unticked, ...untold, ...listLacking(entry), ...wet.map((path) => [path, "rained_open"])];
}

/* Whether a number of chaff cannot be: a side lists more, or all sides have more than there are. */
function isOverfull({ rules: { race }, now: { chaff, piles } }) {
  const listed = piles.map((pile) => pile.filter((id) => race.chaff.includes(id)).length);
  const held = chaff.map((number, n) => number ?? listed[n]);
  return held.some((number, n) => number < listed[n]) || held.reduce((sum, one) => sum + one, 0) > race.most_chaff;
}

/* Where sides that say nothing have more of some cards than are left: which of them has none? */
function listLacking({ rules, now: { round, document }, nameOf }) {
  return rules.numbers.filter(({ without }) => without).flatMap(({ given, key, where, words, without }) => {
    // Who has a joker has a card.
    const isOfDeck = without.length === rules.cards.length;
    const lacks = (n) => rules.numbers.some((one) => document.told[n][one.given] && (
      one.without ? without.every((id) => one.without.includes(id)) : isOfDeck && one.chaff
    ));
    const having = round.sides.flatMap((side, n) => (
      side.figures[where] && !side.lacks[given] && !lacks(n) ? [n] : []
    ));
    const needed = having.map((n) => hold(n, without, 1));
    if (!needed.length || round.held.some((each) => canBeDealt([...each, ...needed]))) return [];
    const said = sayWith(rules.race.lacking_words, { what: words, names: having.map((n) => nameOf(n)).join(" and ") });
    return [[`${key}/${having[0]}`, "number_open", undefined, said]];
  });
}
