/* Answers a question as companion/reference/search.py does, with the same entries, weights and numbers. */

import { findGame, findYaku, speak } from "./forms.js";
import { nameTerms } from "./index.js";
import { readQuestion } from "./question.js";
import { scoreEntries } from "./scores.js";
import { split } from "./words.js";

/* The scores as if no game had been named: an entry of several games does not name them. */
function scoreUnnamed(index, { words, terms, doubt }) {
  const isOther = (word) => !index.naming.game_words.includes(word);
  if (words.every(isOther)) return new Map();
  return scoreEntries(index, words.filter(isOther), terms.filter((term) => term.split(" ").every(isOther)), doubt);
}

/* The entries that the question names. */
function findNamed(index, { words, terms, form, isFormNamed }) {
  const ways = [terms, words, words.filter((word) => !index.naming.asking.includes(word))];
  const found = ways.flatMap((way) => index.names.get(nameTerms(way)) ?? []);
  return new Set([...found, ...(isFormNamed ? findYaku(index, terms, form) : [])]);
}

/* What answers a question that is about the rule set `played` unless it names another, best first. */
export function search(index, text, played, limit, near = index.numbers.near_enough) {
  const { numbers, naming, games } = index;
  const question = readQuestion(index, text, played);
  const { words, named } = question;
  const [unnamed, meant] = [scoreUnnamed(index, question), findNamed(index, question)];
  // A game that is not scored here: only what names it answers, at least the entry of its own.
  const unknown = words.filter((word) => naming.elsewhere.includes(word));
  const places = unknown.flatMap((word) => index.terms.get(word)?.lines ?? []);
  const telling = new Set(places.map((line) => index.lines[line].number));
  const asked = named.size ? [...named] : [findGame(games, played)].filter(Boolean);
  const { table_words_near: shares } = numbers;
  const told = new Set(words.filter((word) => naming.table.has(word))).size;
  const least = near * shares[Math.min(told, shares.length - 1)];
  const hits = [];
  for (let [number, score] of scoreEntries(index, words, question.terms, question.doubt)) {
    const [entry, { games: own }] = [index.entries[number], index.homes[number]];
    if (unknown.length && !telling.has(number)) continue;
    if (unknown.length && entry.elsewhere) score = Math.max(score, 1);
    if (meant.has(number)) score = Math.max(score, numbers.named_score);
    if (own.some((game) => named.has(game))) score = Math.max(score, unnamed.get(number) ?? 0);
    else if (own.length && named.size) score *= numbers.missed_game;
    else if (own.length && !own.includes(Object.keys(games)[0]) && !meant.has(number)) score *= numbers.not_assumed;
    score *= index.kind_shares[entry.kind];
    const isOther = asked.length > 0 && own.length > 0 && !entry.games.some((game) => asked.includes(game));
    hits.push([score, entry, isOther]);
  }
  // Where the game that is asked about answers, all of its own comes before what another one says.
  hits.sort(([one], [other]) => other - one);
  if (hits.some(([score, , isOther]) => !isOther && score >= least)) hits.sort((one, other) => one[2] - other[2]);
  if (!hits.length || hits[0][0] < least) return [];
  // Of several games that are named each answers, in the order of the games.
  const spoken = Object.keys(games).filter((game) => named.has(game)).map((game) => games[game][0]);
  const good = hits.slice(0, limit).filter(([score]) => score >= Math.min(least, numbers.worth_listing));
  return good.flatMap(([, entry]) => speak(index, entry, named.size > 1 ? spoken : [question.form])).slice(0, limit);
}

/* What comes nearest to a question that nothing answers: it has some of its words, or words like them. */
export function searchNearest(index, text) {
  const { nearest_limit: limit, query_limit: letters, nearest_words: words } = index.numbers;
  const found = search(index, text, null, limit, 0);
  if (found.length) return found;
  const typed = split([...text].slice(0, letters).join(""), index.numbers).slice(0, words);
  return search(index, typed.map(index.speller.findNearest).join(" "), null, limit, 0);
}
