// Searches the index that the phone keeps, by the sums of companion/reference/search.py: what answers a
// question comes before what mentions its words.
import { makeReader } from "./text.js";

const FULL_LIKENESS = 0.999;
const TOO_MANY = 3;

export function makeIndex(document) {
  const [lineWeight, verdictWeight, likenessShare, beginningWeight, abroadShare, rarest, tableWord, ...nearWeights] =
    document.weights;
  const reader = makeReader(document);
  const entries = document.entries.map(([kind, place, title, summary, lines, concerned]) => {
    const [name, share, named, address] = document.kinds[kind];
    return { kind: name, share, named, address: address + place, place, title, summary, lines, concerned };
  });
  const words = new Map();
  const lines = new Map();
  const entryOfLine = [];
  const lineWords = [];
  const add = (map, key, make) => map.get(key) ?? map.set(key, make()).get(key);
  entries.forEach((entry, number) => {
    for (const text of [entry.title, ...(entry.lines ? entry.lines.split("\n") : [])]) {
      const here = new Set(reader.read(text));
      for (const word of here) {
        add(words, word, () => new Map()).set(number, lineWeight);
        add(lines, word, () => []).push(lineWords.length);
      }
      lineWords.push(here);
      entryOfLine.push(number);
    }
    for (const word of reader.read(entry.summary)) {
      const found = add(words, word, () => new Map());
      if (!found.has(number)) found.set(number, verdictWeight);
    }
  });
  const weights = new Map();
  for (const [word, found] of words) {
    const rare = Math.min(Math.log(1 + entries.length / found.size), rarest);
    weights.set(word, rare * (reader.chiefs.has(word) ? tableWord : 1));
  }
  const norms = lineWords.map((here) => [...here].sort(byLetters).reduce((sum, word) => sum + weights.get(word), 0));
  const meant = new Map([...weights.keys()].map((word) => [word, word]));
  for (const [word, chief] of reader.aliases) if (weights.has(chief)) meant.set(word, chief);
  const pairs = new Map();
  for (const word of meant.keys()) for (const pair of pairsOf(word)) add(pairs, pair, () => []).push(word);

  function findWords(word, isLast) {
    if (weights.has(word)) return [[word, 1]];
    const length = [...word].length;
    if (length < 3) return [];
    const counts = new Map();
    for (const pair of pairsOf(word)) for (const known of pairs.get(pair) ?? []) counts.set(known, (counts.get(known) ?? 0) + 1);
    const near = new Map();
    const allowed = length < 4 ? 0 : length < 7 ? 1 : 2;
    for (const [known, count] of counts) {
      let like = 0;
      if (isLast && known.startsWith(word)) like = beginningWeight;
      else if (Math.abs([...known].length - length) <= allowed && count >= length - 1 - 2 * allowed)
        like = nearWeights[countSlips([...word], [...known], allowed)];
      if (like) near.set(meant.get(known), Math.max(near.get(meant.get(known)) ?? 0, like));
    }
    return [...near].sort((one, other) => other[1] - one[1] || byLetters(one[0], other[0])).slice(0, 5);
  }

  return function search(query, limit = 20) {
    const wanted = [...new Set(reader.read(query))];
    const isAbroad = wanted.some((word) => reader.abroad.has(word));
    const found = new Map();
    const onLines = new Map();
    let total = 0;
    for (const word of wanted) {
      const near = findWords(word, word === wanted.at(-1));
      total += near.length ? Math.max(...near.map(([one, like]) => weights.get(one) * like)) : 1;
      const best = new Map();
      const bestOnLines = new Map();
      for (const [one, like] of near) {
        const weight = weights.get(one) * like;
        for (const [number, part] of words.get(one)) best.set(number, Math.max(best.get(number) ?? 0, weight * part));
        for (const line of lines.get(one) ?? []) bestOnLines.set(line, Math.max(bestOnLines.get(line) ?? 0, weight));
      }
      for (const [number, weight] of best) found.set(number, (found.get(number) ?? 0) + weight);
      for (const [line, weight] of bestOnLines) onLines.set(line, (onLines.get(line) ?? 0) + weight);
    }
    const likeness = new Map();
    for (const [line, weight] of onLines) {
      const like = weight / Math.sqrt(total * norms[line]);
      likeness.set(entryOfLine[line], Math.max(likeness.get(entryOfLine[line]) ?? 0, like));
    }
    const hits = [...found].map(([number, weight]) => {
      const entry = entries[number];
      const like = likeness.get(number) ?? 0;
      let share = like > FULL_LIKENESS ? entry.named : entry.share;
      // The first rule set of the index is the one that is meant where no other game is named.
      if (entry.concerned && Boolean(entry.concerned & 1) === isAbroad) share *= abroadShare;
      return { entry, number, score: share * (likenessShare * like + (1 - likenessShare) * (weight / total)) };
    });
    hits.sort((one, other) => other.score - one.score || one.number - other.number);
    return hits.slice(0, limit);
  };
}

const byLetters = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

function pairsOf(word) {
  const letters = ["^", ...word];
  return new Set(letters.slice(1).map((letter, at) => letters[at] + letter));
}

function countSlips(one, other, limit) {
  let before = [];
  let row = other.map((_, at) => at).concat(other.length);
  one.forEach((letter, at) => {
    const last = row;
    row = [at + 1];
    other.forEach((its, there) => {
      let cost = Math.min(last[there + 1] + 1, row[there] + 1, last[there] + (letter === its ? 0 : 1));
      if (at && there && letter === other[there - 1] && one[at - 1] === its) cost = Math.min(cost, before[there - 1] + 1);
      row.push(cost);
    });
    before = last;
  });
  return row.at(-1) <= limit ? row.at(-1) : TOO_MANY;
}
