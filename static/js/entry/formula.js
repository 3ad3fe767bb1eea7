/* Works out formulas of the rules (companion/rules/figures/formula.py), and with them the sums of a settlement
   (companion/rules/figures/settlement.py). Pure. */

const SIGNS = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "//": (a, b) => Math.floor(a / b),
  "<": (a, b) => Number(a < b), "<=": (a, b) => Number(a <= b), ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b), "==": (a, b) => Number(a === b), "!=": (a, b) => Number(a !== b),
  min: Math.min, max: Math.max, double: (times) => 2 ** Math.min(16, Math.max(0, times)),
};

const add = (numbers) => numbers.reduce((sum, one) => sum + one, 0);

/* From what every side has, and what this one has. */
const OVER_SIDES = {
  sum: add,
  others: (numbers, own) => add(numbers) - own,
  most_others: (numbers, own) => Math.max(...numbers.toSpliced(numbers.indexOf(own), 1)),
};

/* For one side: `read(name)` gives a figure of this side, `all(name)` that of every side. */
export function workOut(formula, read, all) {
  if (typeof formula === "number") return formula;
  if (typeof formula === "string") return read(formula);
  const [sign, ...parts] = formula;
  if (OVER_SIDES[sign]) return OVER_SIDES[sign](all(parts[0]), read(parts[0]));
  const value = (part) => workOut(part, read, all);
  if (sign === "if") return value(value(parts[0]) ? parts[1] : parts[2]);
  return SIGNS[sign](...parts.map(value));
}

/* Adds `figures`, the sums by id, and the score, one of them, to every side; `give` says what a side has beside
   what was `told` of it, and what nobody said is 0. Who `isOut` has 0, but for what it sells. */
export function settle(rules, sides, give) {
  const playing = sides.filter(({ isOut }) => !isOut);
  const ofRound = { deck_points: rules.deck_points, sides: playing.length };
  const given = new Map(sides.map((side) => (
    [side, { ...side.told, ...give(side), ...ofRound, plays: Number(!side.isOut) }]
  )));
  for (const side of sides) side.figures = {};
  const read = (name, side) => side.figures[name] ?? given.get(side)[name] ?? 0;
  const work = ({ id, formula = id }, among) => among.forEach((side) => {
    side.figures[id] = workOut(formula, (name) => read(name, side), (name) => among.map((one) => read(name, one)));
  });
  const ofAll = rules.selling ?? [];
  for (const name of ofAll) work(rules.figures.find(({ id }) => id === name), sides);
  for (const figure of rules.figures) {
    if (ofAll.includes(figure.id)) continue;
    for (const { figures, isOut } of sides) if (isOut) figures[figure.id] = 0;
    work(figure, playing);
  }
  for (const side of sides) {
    if (side.isOut) side.figures.score = side.figures[ofAll.at(-1)] ?? 0;
    side.score = side.figures.score;
  }
}

export const countPlaying = ({ sides }) => sides.filter(({ isOut }) => !isOut).length;

/* What a yaku brings its side: its points, as often as the rules count them (from each of the others). */
export function worthOf({ figures, deck_points }, round, { points }) {
  const known = { deck_points, sides: countPlaying(round) };
  return points * workOut(figures.find(({ lists }) => lists === "yaku").times, (word) => known[word]);
}
