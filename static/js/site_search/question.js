/* What a question asks: its words and terms, the games that it names, and the rule set in whose words to answer. */

import { chooseForm, findGame } from "./forms.js";
import { split } from "./words.js";

/* The stems, each mistyped one as the nearest known one, and what the mistyped ones cost. */
function mend({ numbers, knows, speller }, typed) {
  const mended = typed.map((word) => (knows(word) ? word : speller.spell(word)));
  // The last word may be unfinished.
  const last = typed.at(-1) ?? "";
  if ([...last].length > 2 && !knows(last)) mended.splice(-1, 1, speller.finish(last) ?? mended.at(-1));
  return [mended, numbers.mended * mended.filter((word, number) => !word.startsWith(typed[number])).length];
}

export function readQuestion(index, text, played) {
  const { numbers, reader, games, naming, knows } = index;
  const asked = [...text].slice(0, numbers.query_limit).join("");
  const typed = split(reader.translate(asked, (word) => knows(split(word, numbers)[0])), numbers);
  const [mended, doubt] = mend(index, typed);
  const [words, beside] = reader.readClosely(reader.readAll(mended));
  const terms = index.addScores([...words, ...beside]);
  const has = (list) => list.some((word) => words.includes(word));
  const named = new Set(words.filter((word) => naming.games.has(word)).map((word) => naming.games.get(word)));
  if (has([naming.shared]) && !has(naming.yaku)) named.add(naming.shared);
  const form = chooseForm(index, words, named, played);
  const isFormNamed = Boolean(form) && has(naming.forms[form] ?? []);
  const game = findGame(games, form);
  if (!named.size && game && (isFormNamed || game !== Object.keys(games)[0])) named.add(game);
  return { words, terms, doubt, named, form, isFormNamed };
}
