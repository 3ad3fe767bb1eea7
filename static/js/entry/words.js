/* Sentences of the server with their places filled in, and numbers with a true minus. Pure. */

export function sayWith(words, read) {
  return words.replace(/\{(\w+)\}/g, (_, name) => read(name));
}

export const numeral = (number) => String(number).replace("-", "\u2212");

export const signed = (number) => (number > 0 ? `+${number}` : numeral(number));
