/* From typed text to stems, and the parts of a text that a list knows, as companion/reference/search_text.py does. */

const SAID_WHOLE = ["wine"];

export const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);
export const listWords = (text) => text.match(/\S+/g) ?? [];

/* The words in small letters without marks, one space apart. */
export function fold(text) {
  const letters = Array.from(text.normalize("NFKC").toLowerCase().replaceAll("ß", "ss"), (letter) => {
    const [first] = letter.normalize("NFD");
    return isAscii(first) ? first : letter;
  });
  return letters.join("").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/* The word without English endings; other scripts stay. */
export function stem(word) {
  if (!/^[a-z]{4,}$/.test(word) || SAID_WHOLE.includes(word)) return word;
  let cut = word;
  if (/..ies$/.test(cut)) cut = `${cut.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/.test(cut)) cut = cut.slice(0, -2);
  else if (/[^sui]s$/.test(cut)) cut = cut.slice(0, -1);
  const [, base] = /^(.{3,})(?:ing|ed)$/.exec(cut) ?? [];
  if (base && /[aeiouy]/.test(base)) cut = /([^lsz])\1$/.test(base) ? base.slice(0, -1) : base;
  if (/.{4}ly$/.test(cut)) cut = cut.slice(0, -2);
  return /...e$/.test(cut) ? cut.slice(0, -1) : cut;
}

/* The stems of a text's first words, in order. */
export function split(text, { text_limit: letters, word_limit: words }) {
  const begun = [...text].slice(0, letters).join("");
  // A minus sign before a number, not the hyphen of “2-4”.
  const said = begun.replace(/(^|[^\p{L}\p{N}_])[-−–](?=\p{Nd})/gu, "$1 minus ");
  return listWords(fold(said)).slice(0, words).map(stem);
}

/* The parts from left to right: the longest known ones with what they mean, others singly. */
export function readParts(parts, known, between, { longest_phrase: longest }) {
  const found = [];
  for (let at = 0; at < parts.length;) {
    let length = Math.min(longest, parts.length - at);
    const take = () => parts.slice(at, at + length).join(between);
    while (length > 1 && !known.has(take())) length -= 1;
    found.push([take(), known.get(take())]);
    at += length;
  }
  return found;
}
