/* How well each entry answers: the likeness to its best line, and how much of the question it has. */

export function scoreEntries(index, words, terms, doubt) {
  const { numbers, weights, places, amounts, pairs, lengths } = index;
  const known = terms.filter((term) => weights.has(term));
  const isStrange = (word) => [...word].length > 2 && !weights.has(word) && !/^\p{Nd}+$/u.test(word);
  const length = known.reduce((sum, term) => sum + weights.get(term), 0)
    + doubt + numbers.unknown * [...new Set(words)].filter(isStrange).length;
  const [shared, homes, scores, likeness] = [new Map(), new Map(), new Map(), new Map()];
  const add = (map, key, value) => map.set(key, (map.get(key) ?? 0) + value);
  for (const term of known) {
    const weight = weights.get(term);
    for (const [number, line] of places.get(term) ?? []) {
      add(shared, line, weight);
      homes.set(line, number);
    }
    for (const [number, amount] of amounts.get(term)) {
      const part = pairs.has(term) ? 1 : amount / (amount + numbers.verdict_line);
      add(scores, number, (numbers.covered * weight * part) / length);
    }
  }
  for (const [line, weight] of shared) {
    const number = homes.get(line);
    likeness.set(number, Math.max(likeness.get(number) ?? 0, weight / Math.sqrt(length * lengths[line])));
  }
  for (const number of scores.keys()) add(scores, number, numbers.best_line * (likeness.get(number) ?? 0));
  return scores;
}
