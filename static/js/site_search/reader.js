/* Reads stems by the lists of synonyms, and text of another language as English, as the server does. */

import { fold, isAscii, listWords, readParts } from "./words.js";

/* `lists` as companion/reference/search_document.py writes them. */
export function makeReader(lists, limits) {
  const [phrases, signs] = [lists.phrases, lists.signs].map((list) => new Map(Object.entries(list)));
  const [quiet, asking] = [lists.quiet, lists.asking].map((list) => new Set(list));
  const languages = lists.languages.map((language) => ({
    phrases: new Map(Object.entries(language.phrases)),
    beginnings: new Map(Object.entries(language.beginnings)),
  }));

  /* What stems mean. Spaces between Japanese or Korean words mean little. */
  function readAll(words) {
    const runs = [];
    for (const word of words) {
      if (!runs.length || isAscii(runs.at(-1)[0]) !== isAscii(word)) runs.push([]);
      runs.at(-1).push(word);
    }
    return runs.flatMap((run) => {
      if (isAscii(run[0])) return readParts(run, phrases, " ", limits).map(([part, said]) => said || part);
      const found = readParts([...run.join("")], signs, "", limits).flatMap(([, said]) => said ?? []);
      return found.length ? found : [run.join("")];
    });
  }

  /* The words to compare, and what is compared beside them: pairs, and words that ask. */
  function readClosely(found) {
    const telling = found.filter((word) => !quiet.has(word));
    const pairs = found.slice(1).map((word, number) => `${found[number]} ${word}`);
    return [telling.length ? telling : found, [...pairs, ...found.filter((word) => asking.has(word))]];
  }

  function readIn(language, words) {
    return readParts(words, language.phrases, " ", limits).map(([part, said]) => {
      if (said !== undefined) return [part, said];
      let begun = part;
      while (begun.length >= limits.shortest_beginning && !language.beginnings.has(begun)) begun = begun.slice(0, -1);
      return [part, language.beginnings.get(begun)];
    });
  }

  /* The text in English if another language knows more of its words, or else as it is. */
  function translate(text, isEnglish) {
    const typed = listWords(fold(text));
    const named = typed.filter((word) => isAscii(word) && !/^\d+$/.test(word));
    const strange = named.filter((word) => !isEnglish(word));
    const rates = languages.map((language) => {
      const read = readIn(language, named).filter(([, said]) => said !== undefined);
      const known = new Set(read.flatMap(([part]) => part.split(" ")));
      return strange.filter((word) => known.has(word)).length - named.filter((word) => !known.has(word)).length;
    });
    const most = Math.max(...rates);
    if (!strange.length || most < (named.length > 2 ? 0 : 1)) return text;
    const read = readIn(languages[rates.indexOf(most)], typed);
    return read.map(([part, said]) => said ?? part).filter(Boolean).join(" ");
  }

  return { readAll, readClosely, translate, phrases };
}
