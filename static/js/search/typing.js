/* Shows answers below the search field as one types.

   Expects <form data-search="address of the answers"> with <input name="q">, an element data-said that tells how many
   there are, an element data-hits that lists them, and the same two in what the server sends. data-offline holds what
   is said without an answer. Sending the form goes to the search page. */

const PAUSE_MS = 120;

async function fetchAnswer(form, signal) {
  const response = await fetch(`${form.dataset.search}?${new URLSearchParams(new FormData(form))}`, { signal });
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

export function answerTyping(form) {
  const input = form.elements.q;
  const said = form.querySelector("[data-said]");
  const hits = form.querySelector("[data-hits]");
  let pause;
  let request = new AbortController();

  async function ask() {
    request = new AbortController();
    const { signal } = request;
    try {
      const answer = await fetchAnswer(form, signal);
      if (signal.aborted) return;
      // A page of somebody else's network has neither of them.
      const [newSaid, newHits] = ["said", "hits"].map((name) => answer.querySelector(`[data-${name}]`));
      hits.replaceChildren(...newHits.childNodes);
      say(newSaid.textContent, newSaid.className);
    } catch {
      if (!signal.aborted) say(form.dataset.offline, "");
    }
  }

  // The element stays and only its text changes: so a screen reader tells it, without leaving the field.
  function say(words, className) {
    said.className = className;
    said.textContent = words;
  }

  input.addEventListener("input", () => {
    request.abort();
    clearTimeout(pause);
    pause = setTimeout(ask, PAUSE_MS);
  });
}
