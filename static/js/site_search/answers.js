/* The answers of the phone, as the server would send them.

   Expects four <template> in the form, each with data-said and data-hits: nothing asked, nothing found, one answer, and
   more than are seen at once. In their words stand “{}” for the question, and the number of their own lines. */

export function makeAnswers(form, question, hits, nearest, root) {
  const [nothingAsked, nothingFound, one, many] = form.querySelectorAll("template");
  const template = hits.length > 1 ? many : hits.length ? one : question ? nothingFound : nothingAsked;
  const page = template.content.cloneNode(true);
  const [said, list] = [page.querySelector("[data-said]"), page.querySelector("[data-hits]")];
  const found = hits.length ? hits : nearest;
  if (hits.length) said.textContent = said.textContent.replace(list.querySelectorAll("li").length, hits.length);
  else said.textContent = said.textContent.replace("{}", () => question);
  if (found.length) fillLists(list, found, root);
  else list.replaceChildren();
  return page;
}

/* Each list takes as many as it has lines, the last one all others. */
function fillLists(page, hits, root) {
  const lists = [...page.querySelectorAll("ol")];
  const rest = [...hits];
  for (const list of lists) {
    const [line] = list.children;
    const own = rest.splice(0, list === lists.at(-1) ? rest.length : list.children.length);
    list.replaceChildren(...own.map((hit) => fillLine(line.cloneNode(true), hit, root)));
    const folded = list.closest("details");
    if (!folded) continue;
    const summary = folded.querySelector("summary");
    summary.textContent = summary.textContent.replace(/\d+/, own.length);
    if (!own.length) folded.remove();
  }
}

function fillLine(line, { address, title, summary, said }, root) {
  const link = line.querySelector("a");
  link.href = new URL(address, root);
  [title, summary, said].forEach((text, number) => {
    link.children[number].textContent = text;
  });
  return line;
}
