/* The search of a site of files: answers by search.json, beside this script. Expects what ../search/typing.js does,
   the templates of answers.js, and in [name=game] the rule set that is played. A question may stand in the address. */

import { answerTyping } from "../search/typing.js";
import { buildIndex } from "./index.js";
import { makeAnswers } from "./answers.js";
import { search, searchNearest } from "./search.js";

const root = new URL(".", import.meta.url);
let loading;

/* The index, made once; anew if it could not be loaded. */
function load() {
  loading ??= fetch(new URL("search.json", root)).then((response) => response.json()).then(buildIndex);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function answer(form) {
  const index = await load();
  const asked = new FormData(form);
  const question = asked.get("q").replace(/(?! )[\p{C}\p{Z}]/gu, "").trim();
  // What has no page here is not listed.
  const isHere = ({ address }) => address;
  const hits = search(index, question, asked.get("game"), index.numbers.hit_limit).filter(isHere);
  const nearest = hits.length ? [] : searchNearest(index, question).filter(isHere);
  return makeAnswers(form, question, hits, nearest, root);
}

for (const form of document.querySelectorAll("form[data-search]")) {
  const input = form.elements.q;
  answerTyping(form, answer);
  input.addEventListener("pointerdown", load, { once: true });
  const asked = new URLSearchParams(location.search).get("q");
  if (!asked) continue;
  input.value = asked;
  input.blur();
  input.dispatchEvent(new Event("input"));
}
