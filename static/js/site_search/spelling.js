/* Reads a mistyped word as the nearest known one. `meant` has each word that a slip may stand for, with the word that
   it means; `known` lists these and all others that are read. */

/* How many slips lie between two words: a letter missed, added, changed, or swapped with the next. */
export function countSlips(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, number) => number)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(Math.min(
        rows[i - 1][j] + 1,
        row[j - 1] + 1,
        rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1),
        isSwapped ? rows[i - 2][j - 2] + 1 : Infinity,
      ));
    }
    rows.push(row);
  }
  return rows[one.length][other.length];
}

/* What part of the letters of two words they have in common, in order. */
export function compareLetters(one, other) {
  let row = new Array(other.length + 1).fill(0);
  for (const letter of one) {
    const next = [0];
    for (let j = 1; j < row.length; j += 1) {
      next.push(letter === other[j - 1] ? row[j - 1] + 1 : Math.max(row[j], next[j - 1]));
    }
    row = next;
  }
  return (2 * row[other.length]) / (one.length + other.length);
}

export function makeSpeller(meant, known, terms) {
  const sort = (word) => [...word].sort().join("");
  const rate = (word) => terms.get(meant.get(word) ?? word)?.weight ?? 0;
  const isLess = (one, other) => {
    const place = one.findIndex((value, number) => value !== other[number]);
    return place >= 0 && one[place] < other[place];
  };
  const findLeast = (rows) => rows.reduce((best, row) => (isLess(row, best) ? row : best));

  /* The known word with one slip less, or two in a long one, that is best known; else the word. */
  function spell(word) {
    if (!/^[a-z]{3,}$/.test(word)) return word;
    const allowed = word.length > 7 ? 2 : 1;
    const near = known.filter((each) => Math.abs(each.length - word.length) <= allowed
      && (sort(each) === sort(word) || (each[0] === word[0] && word.length > 3)) && countSlips(word, each) <= allowed);
    const rows = near.map((each) => [countSlips(word, each), sort(each) !== sort(word), rate(each), each]);
    return rows.length ? findLeast(rows).at(-1) : word;
  }

  /* The commonest word that begins so, or null. */
  function finish(word) {
    const begun = [...meant.keys()].filter((each) => each.startsWith(word));
    return begun.length ? findLeast(begun.map((each) => [rate(each), each]))[1] : null;
  }

  /* The known word most like a text. */
  function findNearest(text) {
    const rates = known.map((each) => compareLetters(text, each));
    return known[rates.indexOf(Math.max(...rates))];
  }

  return { spell, finish, findNearest };
}
