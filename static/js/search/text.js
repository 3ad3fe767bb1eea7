// From what people type to the words that a search compares. The same sums as companion/reference/search_text.py,
// held to them by shared questions: small letters without marks, stems, one word for synonyms.
const LETTER_LIMIT = 240;
const WORD_LIMIT = 32;

function fold(text) {
  let plain = "";
  for (const letter of text.normalize("NFKC").toLowerCase().replaceAll("ß", "ss")) {
    const first = letter.normalize("NFD")[0];
    const kept = first < "\u0080" ? first : letter;
    plain += /[\p{L}\p{N}]/u.test(kept) ? kept : " ";
  }
  return plain.split(" ").filter(Boolean);
}

function stem(word) {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) word = word.slice(0, -3) + "y";
  else if (/(sses|shes|ches|xes|zes)$/.test(word)) word = word.slice(0, -2);
  else if (/s$/.test(word) && !/(ss|us|is)$/.test(word)) word = word.slice(0, -1);
  for (const ending of ["ing", "ed"]) {
    const base = word.slice(0, -ending.length);
    if (word.endsWith(ending) && base.length > 2 && /[aeiouy]/.test(base)) {
      const last = base.at(-1);
      word = last === base.at(-2) && !"lsz".includes(last) ? base.slice(0, -1) : base;
      break;
    }
  }
  if (word.endsWith("ly") && word.length > 5) word = word.slice(0, -2);
  return word.endsWith("e") && word.length > 3 ? word.slice(0, -1) : word;
}

const split = (text) => fold([...text].slice(0, LETTER_LIMIT).join("")).map(stem);
const isPlain = (word) => /^[\0-\x7f]*$/.test(word);

export function makeReader({ groups, stop, abroad }) {
  const phrases = new Map();
  const signs = new Map();
  const aliases = new Map();
  for (const group of groups.map((line) => line.split("|"))) {
    const chief = split(group[0]).join("-");
    for (const words of group.map(split)) {
      const key = words.join(" ");
      if (!phrases.has(key)) phrases.set(key, chief);
      if (words.length > 1) continue;
      aliases.set(key, phrases.get(key));
      if (!isPlain(key)) signs.set(key, phrases.get(key));
    }
  }
  const longest = Math.max(...[...phrases.keys()].map((key) => key.split(" ").length));
  const longestSign = Math.max(...[...signs.keys()].map((key) => [...key].length));
  const silent = new Set(stop.split(" "));

  function cut(word) {
    const letters = [...word];
    const parts = [];
    for (let at = 0; at < letters.length; ) {
      let length = Math.min(longestSign, letters.length - at);
      while (length && !signs.has(letters.slice(at, at + length).join(""))) length -= 1;
      if (length) parts.push(signs.get(letters.slice(at, at + length).join("")));
      at += length || 1;
    }
    return parts.length ? parts : [word];
  }

  function read(text) {
    const words = split(text).slice(0, WORD_LIMIT);
    const found = [];
    for (let at = 0; at < words.length; ) {
      let length = Math.min(longest, words.length - at);
      while (length && !phrases.has(words.slice(at, at + length).join(" "))) length -= 1;
      if (length) found.push([phrases.get(words.slice(at, at + length).join(" ")), true]);
      else if (isPlain(words[at])) found.push([words[at], !silent.has(words[at])]);
      else found.push(...cut(words[at]).map((part) => [part, true]));
      at += length || 1;
    }
    const told = found.filter(([, says]) => says);
    return (told.length ? told : found).map(([word]) => word);
  }

  return { read, aliases, chiefs: new Set(phrases.values()), abroad: new Set(abroad.split(" ")) };
}
