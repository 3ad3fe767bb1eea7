/* Works out a formula of the rules (companion/rules/formula.py) for one side.

   `read(name)` gives a figure of this side, `total(name)` that of all sides together. */

const SIGNS = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "//": (a, b) => Math.floor(a / b),
  "<": (a, b) => Number(a < b), "<=": (a, b) => Number(a <= b), ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b), "==": (a, b) => Number(a === b), "!=": (a, b) => Number(a !== b),
  min: Math.min, max: Math.max,
};

export function workOut(formula, read, total) {
  if (typeof formula === "number") return formula;
  if (typeof formula === "string") return read(formula);
  const [sign, ...parts] = formula;
  if (sign === "sum") return total(parts[0]);
  if (sign === "others") return total(parts[0]) - read(parts[0]);
  const value = (part) => workOut(part, read, total);
  if (sign === "if") return value(value(parts[0]) ? parts[1] : parts[2]);
  return SIGNS[sign](...parts.map(value));
}
