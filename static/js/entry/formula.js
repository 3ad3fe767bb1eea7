/* Works out a formula of the rules (companion/rules/formula.py) for one side.

   `read(name)` gives a figure of this side, `all(name)` that of every side. */

const SIGNS = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "//": (a, b) => Math.floor(a / b),
  "<": (a, b) => Number(a < b), "<=": (a, b) => Number(a <= b), ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b), "==": (a, b) => Number(a === b), "!=": (a, b) => Number(a !== b),
  min: Math.min, max: Math.max,
};

const add = (numbers) => numbers.reduce((sum, one) => sum + one, 0);

/* From what every side has, and what this one has. */
const OVER_SIDES = {
  sum: add,
  others: (numbers, own) => add(numbers) - own,
  most_others: (numbers, own) => Math.max(...numbers.toSpliced(numbers.indexOf(own), 1)),
};

export function workOut(formula, read, all) {
  if (typeof formula === "number") return formula;
  if (typeof formula === "string") return read(formula);
  const [sign, ...parts] = formula;
  if (OVER_SIDES[sign]) return OVER_SIDES[sign](all(parts[0]), read(parts[0]));
  const value = (part) => workOut(part, read, all);
  if (sign === "if") return value(value(parts[0]) ? parts[1] : parts[2]);
  return SIGNS[sign](...parts.map(value));
}
