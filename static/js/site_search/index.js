/* What a search looks things up in, made of the entries and weights that the server has written. */

import { findGame } from "./forms.js";
import { listWords } from "./words.js";
import { makeReader } from "./reader.js";
import { makeSpeller } from "./spelling.js";

export const nameTerms = (terms) => [...new Set(terms)].sort().join("\n");

export function buildIndex(lists) {
  const { entries, numbers } = lists;
  const reader = makeReader(lists.reader, numbers);
  const score = new RegExp(lists.score, "g");
  const addScores = (terms) => {
    const scores = terms.filter((term) => /\d/.test(term)).map((term) => term.replace(score, lists.any_score));
    return [...new Set([...terms, ...scores])].sort();
  };
  // Of each term, in the order of the weights: its lines, and the entries whose verdict has it.
  const [terms, names] = [new Map(), new Map()];
  const lines = [];
  const getTerm = (term) => {
    if (!terms.has(term)) terms.set(term, { weight: lists.weights[terms.size], lines: [], told: [], isPair: false });
    return terms.get(term);
  };
  const addName = (words, number) => {
    const name = nameTerms(words);
    if (names.has(name)) names.get(name).push(number);
    else names.set(name, [number]);
  };
  entries.forEach((entry, number) => {
    for (const line of entry.lines) {
      const [words, beside] = reader.readClosely(listWords(line));
      const own = addScores([...words, ...beside]);
      const found = own.map(getTerm);
      for (const term of found) term.lines.push(lines.length);
      for (const pair of addScores(beside)) getTerm(pair).isPair = true;
      lines.push({ number, length: found.reduce((sum, { weight }) => sum + weight, 0) });
      addName(own, number);
      if (new Set(words).size >= entry.named_by) addName(words, number);
    }
    for (const word of new Set(listWords(entry.told))) getTerm(word).told.push(number);
  });

  const meant = new Map([...terms].filter(([, { isPair }]) => !isPair).map(([word]) => [word, word]));
  for (const [phrase, word] of reader.phrases) if (!phrase.includes(" ") && terms.has(word)) meant.set(phrase, word);
  const vocabulary = new Set([...[...reader.phrases.keys()].flatMap(listWords), ...lists.reader.stop]);
  const known = [...new Set([...meant.keys(), ...vocabulary])].sort();
  const knows = (word) => terms.has(word) || vocabulary.has(word);
  const homes = entries.map(({ kin }) => {
    const own = [...new Set(kin.flatMap((one) => one.rule_sets))];
    return { rule_sets: own, games: [...new Set(own.map((one) => findGame(lists.games, one)))] };
  });
  const naming = {
    ...lists.naming, games: new Map(Object.entries(lists.naming.games)), table: new Set(reader.phrases.values()),
  };
  const speller = makeSpeller(meant, known, terms);
  return { ...lists, reader, addScores, terms, lines, names, knows, homes, naming, speller };
}
