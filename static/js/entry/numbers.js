/* Numbers as people type them on any keyboard, read as companion/rules/text/numbers.py reads them. */

import { valueOf } from "./facts.js";

const NUMBER = /^([+-]?) ?(\d{0,18}|\d{1,3}(?: \d{3}){1,5})(?:\.(\d{0,9}))?$/;

/* What was typed, with the digits, signs and point of ASCII. */
export function spellTyped(text) {
  return text.normalize("NFKC").replace(/\p{Nd}/gu, readDigit)
    .replace(/[\u2010\u2012\u2013\u2212\u30fc]/g, "-").replace(/[,\u066b\u3001\u3002]/g, ".").trim();
}

/* The number, or the sum of several, and how many places stand behind its point; null for what is neither. */
export function readTyped(text) {
  if (/\p{No}/u.test(text)) return null;
  let number = 0;
  let places = 0;
  for (const term of spellTyped(text).split(/(?<=[\d.]) ?(?=[+-])/)) {
    const [, sign, whole, rest = ""] = NUMBER.exec(term) ?? [];
    if (!whole && !rest) return null;
    number += Number(`${sign}${whole.replaceAll(" ", "")}.${rest}0`);
    places = Math.max(places, rest.length);
  }
  return { number: Number(number.toFixed(places)) + 0, places };
}

/* Digits of every script stand in tens, from 0 to 9. */
function readDigit(digit) {
  const code = digit.codePointAt(0);
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/* The whole number in a field; null where nothing, no number, or no number of card points is entered. */
export function readNumber(entry, name) {
  const { number = -1, places } = readTyped(valueOf(entry.form, name)) ?? {};
  const step = name.startsWith("points/") ? entry.rules.point_step : 1;
  return number >= 0 && number <= entry.rules.most_points && !places && number % step === 0 ? number : null;
}
