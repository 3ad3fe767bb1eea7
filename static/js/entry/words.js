/* Sentences of the server with their places filled in, and numbers with a true minus. Pure. */

export function sayWith(words, said) {
  return words.replace(/\{(\w+)\}/g, (_, name) => said[name]);
}

export const numeral = (number) => String(number).replace("-", "\u2212");

/* "120" points, or "3 victories": `counted` is one and several of what is counted. */
export const sayCount = (number, counted) =>
  (counted ? `${numeral(number)} ${counted[number === 1 ? 0 : 1]}` : numeral(number));

export const signed = (number) => (number > 0 ? `+${number}` : numeral(number));
