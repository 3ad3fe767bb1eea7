// Shows answers below the search field as one types, from an index that the phone keeps.
// Expects <form data-search="address of the index"> with <input name="q"> and an empty <… data-hits>; an element
// data-answer with what the server answered is hidden as soon as the phone answers. Sending the form goes to the
// search page, as without scripts.
import { makeIndex } from "./index.js";

const LIMIT = 8;

for (const form of document.querySelectorAll("form[data-search]")) {
  const input = form.elements.q;
  const list = form.querySelector("[data-hits]");
  const answered = document.querySelector("[data-answer]");
  let search = null;
  let asked = null;

  async function load() {
    asked ??= fetch(form.dataset.search).then((response) => response.json()).then(makeIndex);
    try {
      search = await asked;
      show();
    } catch {
      // Off the network the form stays a plain one; the next try may do better.
      asked = null;
    }
  }

  function show() {
    if (!search || input.value === input.defaultValue) return;
    const query = input.value.trim();
    const hits = query ? search(query, LIMIT) : [];
    if (answered) answered.hidden = true;
    const near = query && !hits.length ? findNearest(search, query) : [];
    const told = `Nothing is found for “${query}”.${near.length ? " Nearest to it:" : ""}`;
    list.replaceChildren(
      ...(query && !hits.length ? [say(told)] : []),
      ...(hits.length || near.length ? [makeList(hits.length ? hits : near)] : []),
    );
  }

  input.addEventListener("focus", load, { once: true });
  input.addEventListener("input", () => (search ? show() : load()));
}

// What holds a part of one of the words, the longest part first; as search_nearest on the server.
function findNearest(search, query) {
  for (const word of query.split(/\s+/).slice(0, 5)) {
    for (let length = word.length - 1; length > 2 && length > word.length - 7; length -= 1) {
      for (const at of [0, word.length - length]) {
        const hits = search(word.slice(at, at + length), 5);
        if (hits.length) return hits;
      }
    }
  }
  return [];
}

function makeList(hits) {
  const list = document.createElement("ol");
  list.className = "lines hits";
  for (const { entry } of hits) {
    const link = document.createElement("a");
    link.className = "lines__item";
    link.href = entry.address;
    for (const [name, text] of [["lines__main", entry.title], ["lines__note", entry.summary], ["hits__kind", entry.kind]]) {
      const part = document.createElement("span");
      part.className = name;
      part.textContent = text;
      link.append(part);
    }
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  return list;
}

function say(words) {
  const line = document.createElement("p");
  line.textContent = words;
  return line;
}
