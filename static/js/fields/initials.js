/* The initials of sides, each its own, as companion/web/badges.py gives them. */

const LETTERS = new Intl.Segmenter();

export function findInitials(names) {
  const words = names.map((name) => [...LETTERS.segment(name)]
    .map((one) => one.segment)
    .filter((letter) => letter.trim()));
  const found = [];
  words.forEach((word, index) => {
    const first = word[0]?.toUpperCase() ?? String(index + 1);
    const alike = words.filter((other) => other[0] === word[0]).map(findSecond);
    const isOwn = alike.filter((one) => one === findSecond(word)).length === 1;
    const second = isOwn ? findSecond(word) : index + 1;
    const free = [word.length && alike.length > 1 ? `${first}${second}` : first, `${first}${index + 1}`]
      .find((one) => !found.includes(one));
    found.push(free ?? String(index + 1));
  });
  return found;
}

/* The letter or digit after the first; "" where there is none. */
const findSecond = (word) => word.slice(1).find((letter) => /^[\p{L}\p{N}]/u.test(letter)) ?? "";
