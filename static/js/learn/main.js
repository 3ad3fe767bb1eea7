/* Says what the ticked cards score, as the server worked it out for every sum of their weights.

   Expects <fieldset data-sentences='{"125": "…"}'> with <input type="checkbox" data-weight="20">, and an element
   data-said for the sentence, hidden where no script runs. */

for (const field of document.querySelectorAll("[data-sentences]")) {
  const sentences = JSON.parse(field.dataset.sentences);
  const said = field.querySelector("[data-said]");
  said.hidden = false;
  field.addEventListener("change", () => {
    const ticked = [...field.querySelectorAll(":checked")];
    said.textContent = sentences[ticked.reduce((sum, box) => sum + Number(box.dataset.weight), 0)];
  });
}
