/* The initials of sides, each its own, as companion/web/badges.py gives them. */

const LETTERS = new Intl.Segmenter();

export function findInitials(names) {
  const words = names.map((name) => [...LETTERS.segment(name)]
    .map((one) => one.segment)
    .filter((letter) => letter.trim()));
  const found = [];
  words.forEach((word, index) => {
    const first = word[0]?.toUpperCase() ?? String(index + 1);
    const isAlone = words.filter((other) => other[0] === word[0]).length === 1;
    const second = word.slice(1).find((letter) => /^[\p{L}\p{N}]/u.test(letter)) ?? "";
    const free = [isAlone ? first : first + second, `${first}${index + 1}`].find((one) => !found.includes(one));
    found.push(free ?? String(index + 1));
  });
  return found;
}
