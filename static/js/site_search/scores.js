/* How well each entry answers: the likeness to its best line, and how much of the question it has. */

export function scoreEntries({ numbers, terms: known, lines }, words, terms, doubt) {
  const isStrange = (word) => [...word].length > 2 && !known.has(word) && !/^\p{Nd}+$/u.test(word);
  const asked = terms.filter((term) => known.has(term)).map((term) => known.get(term));
  const length = asked.reduce((sum, { weight }) => sum + weight, 0)
    + doubt + numbers.unknown * [...new Set(words)].filter(isStrange).length;
  const add = (map, key, value) => map.set(key, (map.get(key) ?? 0) + value);
  const [shared, scores, likeness] = [new Map(), new Map(), new Map()];
  for (const { weight, lines: own, told, isPair } of asked) {
    const amounts = new Map();
    for (const line of own) {
      add(shared, line, weight);
      add(amounts, lines[line].number, 1);
    }
    for (const number of told) add(amounts, number, numbers.verdict_line);
    for (const [number, amount] of [...amounts].sort(([one], [other]) => one - other)) {
      const part = isPair ? 1 : amount / (amount + numbers.verdict_line);
      add(scores, number, (numbers.covered * weight * part) / length);
    }
  }
  for (const [line, weight] of shared) {
    const { number, length: whole } = lines[line];
    likeness.set(number, Math.max(likeness.get(number) ?? 0, weight / Math.sqrt(length * whole)));
  }
  for (const number of scores.keys()) add(scores, number, numbers.best_line * (likeness.get(number) ?? 0));
  return scores;
}
