/* The search of a site of files, by Pagefind, whose files lie in pagefind/ beside this script.

   Expects what ../search/typing.js does, in the form three <template> with data-said and data-hits: nothing found (“{}”
   stands for the question), one answer, and more; and in [name=game] the rule set that is played. A question may stand
   in the address. Pagefind answers with what has every word; we add what has some of them, the rarer the better. */

import { answerTyping } from "../search/typing.js";

const LIMIT = 12;
// What answers every word comes first; what is about the game that is played counts half as much again.
const [EVERY_WORD, PLAYED] = [10, 1.5];
const root = new URL(".", import.meta.url);
const load = () => import(new URL("pagefind/pagefind.js", root));

async function search(question, played) {
  const pagefind = await load();
  const ask = async (text, game) => (await pagefind.search(text, game && { filters: { game } })).results;
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{M}\p{N}'’-]+/gu));
  if (!words.size) return [];
  const { length: all } = await ask(null);
  const found = new Map();
  const add = (results, weight) => results.forEach((result) => {
    const known = found.get(result.id)?.score ?? 0;
    found.set(result.id, { result, score: known + weight * (1 + (4 * result.score) / results[0].score) });
  });
  add(await ask(question), EVERY_WORD);
  const answers = await Promise.all([...words].map((word) => ask(word)));
  answers.forEach((results) => add(results, Math.log(all / results.length)));
  for (const { id } of played ? await ask(null, played) : []) if (found.has(id)) found.get(id).score *= PLAYED;
  const best = [...found.values()].sort((one, other) => other.score - one.score).slice(0, LIMIT);
  return Promise.all(best.map(({ result }) => result.data()));
}

/* The line of an answer, in the words of the game that is played. */
function fillLine(line, { meta }, played) {
  const kin = JSON.parse(meta.kin);
  const said = kin.find(({ games }) => games.includes(played)) ?? kin[0];
  const link = line.querySelector("a");
  link.href = new URL(said.address, root);
  for (const [at, key] of ["title", "summary", "kind"].entries()) link.children[at].textContent = said[key];
  return line;
}

async function answer(form) {
  const [question, played] = [form.elements.q.value.trim(), new FormData(form).get("game")];
  const hits = await search(question, played);
  const page = form.querySelectorAll("template")[Math.min(hits.length, 2)].content.cloneNode(true);
  const [said, list] = [page.querySelector("[data-said]"), page.querySelector("ol")];
  said.textContent = question && said.textContent.replace("{}", () => question).replace(/^\d+/, hits.length);
  list?.replaceChildren(...hits.map((hit) => fillLine(list.children[0].cloneNode(true), hit, played)));
  return page;
}

for (const form of document.querySelectorAll("form[data-search]")) {
  const input = form.elements.q;
  answerTyping(form, answer);
  input.addEventListener("pointerdown", load, { once: true });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  if (input.value) input.dispatchEvent(new Event("input"));
}
