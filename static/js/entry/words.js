/* Sentences of the server with their places filled in, and numbers as the server writes them. Pure. */

export function sayWith(words, said) {
  return words.replace(/\{(\w+)\}/g, (_, name) => said[name]);
}

/* With a true minus, and a thin space between thousands (`write_number` in companion/rules/text/numbers.py). */
export function numeral(number) {
  const [whole, ...places] = String(number).replace("-", "\u2212").split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, "\u202f"), ...places].join(".");
}

/* "120" points, or "3 victories": `counted` is one and several of what is counted. */
export const sayCount = (number, counted) =>
  (counted ? `${numeral(number)} ${counted[number === 1 ? 0 : 1]}` : numeral(number));

export const signed = (number) => (number > 0 ? `+${numeral(number)}` : numeral(number));
