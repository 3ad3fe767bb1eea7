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
  // Of each term: the entry and line of each place, and how often each entry has it. Of each name: its entries.
  const [places, amounts, names] = [new Map(), new Map(), new Map()];
  const pairs = new Set();
  const lines = [];
  const add = (map, key, value) => (map.has(key) ? map.get(key).push(value) : map.set(key, [value]));
  const addAmount = (term, number, amount) => {
    if (!amounts.has(term)) amounts.set(term, new Map());
    amounts.get(term).set(number, (amounts.get(term).get(number) ?? 0) + amount);
  };
  entries.forEach((entry, number) => {
    for (const line of entry.lines) {
      const [words, beside] = reader.readClosely(listWords(line));
      for (const pair of addScores(beside)) pairs.add(pair);
      const terms = addScores([...words, ...beside]);
      for (const term of terms) {
        add(places, term, [number, lines.length]);
        addAmount(term, number, 1);
      }
      lines.push(terms);
      add(names, nameTerms(terms), number);
      if (new Set(words).size >= entry.named_by) add(names, nameTerms(words), number);
    }
    for (const word of new Set(listWords(entry.told))) addAmount(word, number, numbers.verdict_line);
  });
  const weights = new Map([...amounts.keys()].map((term, number) => [term, lists.weights[number]]));
  const lengths = lines.map((terms) => terms.reduce((sum, term) => sum + weights.get(term), 0));

  const meant = new Map([...weights.keys()].filter((word) => !pairs.has(word)).map((word) => [word, word]));
  for (const [phrase, word] of reader.phrases) if (!phrase.includes(" ") && weights.has(word)) meant.set(phrase, word);
  const vocabulary = new Set([...[...reader.phrases.keys()].flatMap(listWords), ...lists.reader.stop]);
  const known = [...new Set([...meant.keys(), ...vocabulary])].sort();
  const knows = (word) => weights.has(word) || vocabulary.has(word);
  const homes = entries.map(({ kin }) => {
    const own = [...new Set(kin.flatMap((one) => one.rule_sets))];
    return { rule_sets: own, games: [...new Set(own.map((one) => findGame(lists.games, one)))] };
  });
  const naming = {
    ...lists.naming, games: new Map(Object.entries(lists.naming.games)), table: new Set(reader.phrases.values()),
  };
  return {
    ...lists, reader, addScores, places, names, weights, amounts, pairs, lengths, knows, homes, naming,
    speller: makeSpeller(meant, known, weights),
  };
}
